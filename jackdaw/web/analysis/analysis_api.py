"""Analyses for pages: candidates at once; simulations, searches and reviews with progress."""

from collections import OrderedDict
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import singledispatch
from itertools import islice
from threading import Lock

import msgspec

from jackdaw.html import (
    CandidateRow,
    Figure,
    PageTurn,
    build_candidate_table,
    build_chart,
    build_turns,
    missing_chart_reason,
    percent,
    points,
    template_environment,
)
from jackdaw.review import TURN_EFFORTS, ReviewSettings, review_record
from jackdaw.text import describe_preendgame, describe_verdict, explanation_sentences
from jackdaw.web.analysis.lexica import WebLexica
from jackdaw.web.analysis.position_views import check_length, parse_position
from jackdaw.web.analysis.requests import AnalysisRequest, CandidatesRequest, ReviewRequest
from jackdaw.web.http import Emit, ShouldStop
from movegen.board import parse_move
from movegen.errors import PositionError
from movegen.gcg import parse_gcg
from movegen.position import Position
from sims.analysis import AnalysisPlan, Analyzer
from sims.explanation import explain
from sims.simulation import Continuation, SimulatedMove, Simulation, SimulationEvaluation, SimulationPlan
from strategy.analysis import (
    EndgameEvaluation,
    EndgamePlan,
    Evaluation,
    PositionAnalysis,
    PreendgameEvaluation,
    PreendgamePlan,
    StaticEvaluation,
)
from strategy.players import RankBy, StaticStrategy
from strategy.search_control import SearchControl, SearchLimits

MEMORY = 64
"""Memory limit of a search in MB; several can run at once."""
ENDGAME_NODES = 2_000_000
PREENDGAME_NODES = 400_000
MAX_CONTINUATIONS = 64
"""The number of stopped simulations kept, of some 100 KB each."""
REVIEWED_CANDIDATES = 15
"""The number of candidates shown for a reviewed turn, besides the played move."""


class BarsView(msgspec.Struct):
    """The results of a simulated candidate, for its bar.

    `value` is what ranks the moves, in percent or points, with its standard error. `replies` gives per
    square, by rows, how often the opponent's next move covers it, in thousandths.
    """

    value: float
    value_se: float
    iterations: int
    given_up: bool
    replies: list[int]


class CandidateRowView(msgspec.Struct):
    """A candidate. `values` are its rank, score and figures as numbers, null if unknown, to sort by.

    `laid` encodes its tiles for the board: `x y shape, ...`. `why` says why the best move is better.
    """

    rank: str
    move: str
    score: str
    leave: str
    figures: list[tuple[str, str]]
    values: list[float | None]
    laid: str
    mark: str
    bars: BarsView | None = None
    why: list[str] = []


class TableView(msgspec.Struct):
    """A table of candidates. `asides` holds the indices of columns that a narrow screen hides.

    The rows from `line` on stand below a line with the text `below`.
    `why` has sentences: why the best move is better than the played or the next one, as far as is known.
    """

    method: str
    columns: list[str]
    asides: list[int]
    rows: list[CandidateRowView]
    how: str
    outcomes: list[str]
    verdict: str = ""
    stopped: str | None = None
    seconds: float = 0.0
    notes: list[str] = []
    line: int | None = None
    below: str = ""
    why: list[str] = []


class ReviewedTurnView(msgspec.Struct):
    """A turn of a review.

    `win` is the player's chance to win after the move. `best_laid` encodes the tiles of the best move for the
    board: `x y shape, ...`. `table` holds the candidates if they were simulated or searched.
    """

    number: int
    kind: str
    class_name: str
    win: str
    best: str
    best_laid: str
    points_lost: str
    win_lost: str
    remarks: list[str]
    table: TableView | None


class ReviewView(msgspec.Struct):
    """A review: its chart as markup from a template that escapes all text, and its turns."""

    effort: str
    chart: str
    missing_chart_reason: str
    turns: list[ReviewedTurnView]
    indices: list[str]
    is_complete: bool


def default_strategy(position: Position) -> StaticStrategy:
    """Return the strategy that ranks the moves of a position."""
    return StaticStrategy.default(position.variant.tiles)


def rank_candidates(request: CandidatesRequest, lexica: WebLexica) -> TableView:
    """Return the static candidates of a position."""
    analysis, _, note = _analyze_statically(request, lexica)
    return _table(analysis, request.most, note, with_why=True)


class Continuations:
    """Stopped simulations, which pages can go on with: the newest ones. Safe to use from any thread."""

    def __init__(self, max_kept: int = MAX_CONTINUATIONS) -> None:
        self._kept: OrderedDict[tuple[object, ...], Continuation] = OrderedDict()
        self._lock = Lock()
        self._max_kept = max_kept

    def take(self, key: tuple[object, ...]) -> Continuation:
        """Return the simulation of a key, which nobody else gets until it is put back, or a new one."""
        with self._lock:
            return self._kept.pop(key, None) or Continuation()

    def put(self, key: tuple[object, ...], continuation: Continuation) -> None:
        """Keep a simulation."""
        with self._lock:
            self._kept[key] = continuation
            self._kept.move_to_end(key)
            while len(self._kept) > self._max_kept:
                self._kept.popitem(last=False)


@dataclass(frozen=True)
class RolloutResources:
    """What analyses share: threads for rollouts, and simulations to go on with."""

    executor: Executor
    threads: int
    continuations: Continuations = field(default_factory=Continuations)


def analyze(
    request: AnalysisRequest,
    lexica: WebLexica,
    resources: RolloutResources,
    emit: Emit,
    should_stop: ShouldStop,
) -> None:
    """Analyze a position by the method of its phase; emit `table` as progress and `done` at the end."""
    static, analyzer, note = _analyze_statically(request, lexica)
    if request.simulate and static.is_endgame:
        raise PositionError("the bag is empty, so there is nothing to simulate", cure="solve the endgame")

    def progress(simulation: Simulation) -> None:
        running = static.with_evaluation(SimulationEvaluation(simulation))
        emit("table", _table(running, request.most, note))

    key = (
        static.position.cgp(), analyzer.lexicon.name, request.played, request.withdrawn,
        request.candidates, request.plies, request.rank_by,
    )  # fmt: skip
    kept = resources.continuations
    continuation = kept.take(key) if request.resume else Continuation()
    analyzer = replace(
        analyzer,
        plan=_plan(request, continuation),
        control=SearchControl(progress=progress, should_stop=should_stop),
        workers=resources.threads,
        executor=resources.executor,
    )
    emit("begun", {"method": analyzer.plan.select_method(static)})
    found = analyzer.deepen(static)
    if continuation.contest is not None:
        kept.put(key, continuation)
    emit("done", _table(found, request.most, note, with_why=True))


def _plan(request: AnalysisRequest, continuation: Continuation) -> AnalysisPlan:
    simulation = SimulationPlan(
        request.candidates,
        request.plies,
        request.iterations + continuation.iterations,
        request.seconds,
        confidence=0.99 if request.sure else None,
        rank_by=request.rank_by,
        continuation=continuation,
    )
    endgame = EndgamePlan(request.candidates, SearchLimits(nodes=ENDGAME_NODES, memory=MEMORY))
    preendgame = PreendgamePlan(limits=SearchLimits(nodes=PREENDGAME_NODES, memory=MEMORY))
    return AnalysisPlan(simulation, endgame, None if request.simulate else preendgame)


def review(request: ReviewRequest, lexica: WebLexica, emit: Emit, should_stop: ShouldStop) -> None:
    """Review a game; emit `progress`, and `done` at the end."""
    game = check_length(parse_gcg(request.gcg.encode(), file="the game"))
    lexicon, note = lexica.find(game.position(1) if game.turns else game.current_position(), request.lexicon)
    found = review_record(
        game,
        lexicon,
        ReviewSettings(plan=TURN_EFFORTS[request.effort].plan(moves=REVIEWED_CANDIDATES)),
        control=SearchControl(should_stop=should_stop),
        progress=lambda done, total: emit("progress", {"done": done, "all": total}),
    )
    turns, chart = list(build_turns(found, 1)), build_chart(found)
    analyses = {turn.turn: turn.analysis for turn in found.turns}
    template = template_environment().get_template("chart.svg")
    drawn = ""
    if chart is not None:
        by_number = {turn.number: turn for turn in turns}
        drawn = template.render(chart=chart, names=game.display_names, by_number=by_number, percent=percent)
    emit(
        "done",
        ReviewView(
            request.effort,
            drawn,
            "" if drawn else missing_chart_reason(found),
            [_reviewed_turn(turn, analyses.get(turn.number), note) for turn in turns],
            [
                f"{name}: {points(player.mistake_index).text}"
                for name, player in zip(game.display_names, found.players, strict=True)
            ],
            is_complete=not should_stop(),
        ),
    )


def _reviewed_turn(turn: PageTurn, analysis: PositionAnalysis | None, note: str) -> ReviewedTurnView:
    """Return the view of a reviewed turn. Its table has no heat maps, which would make a review large."""
    best = "" if turn.best is None else turn.best.move
    rows = () if turn.candidates is None else turn.candidates.rows
    table = None
    if analysis is not None and not isinstance(analysis.evaluation, StaticEvaluation):
        table = _table(analysis, REVIEWED_CANDIDATES, note, with_why=True)
        for row in table.rows:
            if row.bars is not None:
                row.bars.replies = []
    return ReviewedTurnView(
        turn.number,
        turn.kind,
        turn.class_name,
        turn.win.text,
        best,
        next((row.laid for row in rows if row.move == best), ""),
        turn.points_lost.text,
        turn.win_lost.text,
        list(turn.remarks),
        table,
    )


def _analyze_statically(
    request: CandidatesRequest, lexica: WebLexica
) -> tuple[PositionAnalysis, Analyzer, str]:
    """Return the static analysis, the analyzer that made it, and a note about the lexicon."""
    position = parse_position(request.cgp)
    lexicon, note = lexica.find(position, request.lexicon)
    lexicon.check_tiles(position.variant.tiles)
    played = None
    if request.played:
        played = parse_move(request.played, position.board, rules=position.rules)
    analyzer = Analyzer(lexicon, default_strategy(position))
    return analyzer.position(position, played=played, is_withdrawn=request.withdrawn), analyzer, note


def _table(analysis: PositionAnalysis, count: int, note: str, *, with_why: bool = False) -> TableView:
    table = build_candidate_table(analysis, count)
    notes = [note] if note else []
    if analysis.why_static:
        notes.append(f"static only: {analysis.why_static}")
    if table is None:
        return TableView(analysis.method, [], [], [], "The rack is unknown.", [], notes=notes)
    bars = evaluation_bars(analysis.evaluation)
    why = _reasons(analysis, count) if with_why else {}
    return TableView(
        analysis.method,
        list(table.columns),
        list(table.asides),
        [_row(row, bars.get(row.move), why.get(row.move, [])) for row in table.rows],
        f"{table.how}; lexicon {analysis.lexicon_name}",
        list(table.outcomes),
        describe_result(analysis.evaluation),
        analysis.evaluation.stopped,
        round(analysis.evaluation.seconds or 0.0, 1),
        notes,
        table.line,
        table.below,
        explanation_sentences(explain(analysis)),
    )


def _reasons(analysis: PositionAnalysis, count: int) -> dict[str, list[str]]:
    """Return why the best move is better than each of the others, by their texts."""
    moves = islice(analysis.evaluation.moves, count)
    return {str(move): explanation_sentences(explain(analysis, move)) for move in moves}


def _row(row: CandidateRow, bars: BarsView | None, why: list[str]) -> CandidateRowView:
    def cell(figure: Figure) -> tuple[str, str]:
        return figure.text, figure.error

    return CandidateRowView(
        row.rank.text,
        row.move,
        row.score.text,
        row.leave,
        [cell(each) for each in row.figures],
        [figure.value for figure in (row.rank, row.score, *row.figures)],
        row.laid,
        row.mark,
        bars,
        why,
    )


@singledispatch
def evaluation_bars(_evaluation: Evaluation) -> dict[str, BarsView]:
    """Return the bars of moves by their texts; empty for methods without bars."""
    return {}


@evaluation_bars.register
def _(evaluation: SimulationEvaluation) -> dict[str, BarsView]:
    simulation = evaluation.simulation
    return {str(move.move): _bar(move, simulation.rank_by) for move in simulation.moves}


def _bar(move: SimulatedMove, rank_by: RankBy) -> BarsView:
    rollouts = max(1, move.iterations)
    unit = 1 if rank_by == "equity" else 100
    value, error = move.ranked(rank_by)
    return BarsView(
        round(unit * value, 2),
        round(unit * error, 2),
        move.iterations,
        move.is_eliminated,
        [1000 * count // rollouts for row in move.distribution.covered for count in row],
    )


@singledispatch
def describe_result(_evaluation: Evaluation) -> str:
    """Describe the result of a search in a sentence; empty for other methods."""
    return ""


@describe_result.register
def _(evaluation: EndgameEvaluation) -> str:
    line = ", ".join(map(str, evaluation.result.variation))
    return f"{describe_verdict(evaluation.result, 'The player on turn')}. Best play: {line}"


@describe_result.register
def _(evaluation: PreendgameEvaluation) -> str:
    return describe_preendgame(evaluation.result, of_all=False)
