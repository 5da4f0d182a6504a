"""Analyses for pages: candidates at once; simulations, searches and reviews with progress."""

import time
from collections import OrderedDict
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from threading import Lock

import msgspec

from jackdaw.html import (
    PageTurn,
    build_chart,
    build_turns,
    missing_chart_reason,
    percent,
    points,
    template_environment,
)
from jackdaw.review import TURN_EFFORTS, ReviewSettings, review_record
from jackdaw.web.analysis.lexica import WebLexica
from jackdaw.web.analysis.position_views import check_length, parse_position, search_method
from jackdaw.web.analysis.requests import AnalysisRequest, CandidatesRequest, ReviewRequest
from jackdaw.web.analysis.tables import TableView, build_running_table, build_table, forget_replies
from jackdaw.web.http import Emit, ShouldStop
from movegen.board import parse_move
from movegen.errors import PositionError
from movegen.gcg import parse_gcg
from movegen.position import Position
from sims.analysis import AnalysisPlan, Analyzer
from sims.simulation import Continuation, SimulationPlan
from strategy.analysis import EndgamePlan, PositionAnalysis, PreendgamePlan, StaticEvaluation
from strategy.search_control import SearchControl, SearchLimits

MEMORY = 64
"""Memory limit of a search in MB; several can run at once."""
ENDGAME_NODES = 2_000_000
PREENDGAME_NODES = 400_000
MAX_CONTINUATIONS = 64
"""The number of stopped simulations kept, of some 100 KB each."""
_SECONDS_BETWEEN_TABLES = 0.25
REVIEWED_CANDIDATES = 15
"""The number of candidates shown for a reviewed turn, besides the played move."""


class ReviewedTurnView(msgspec.Struct):
    """A turn of a review.

    `win` is the player's chance to win after the move. `table` holds the candidates if they were simulated or
    searched.
    """

    number: int
    kind: str
    class_name: str
    win: str
    best: str
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


def rank_candidates(request: CandidatesRequest, lexica: WebLexica) -> TableView:
    """Return the static candidates of a position."""
    analysis, _, note = _analyze_statically(request, lexica)
    return build_table(analysis, request.most, note, with_why=True)


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

    last = 0.0

    def progress(report: object) -> None:
        nonlocal last
        if time.monotonic() >= last + _SECONDS_BETWEEN_TABLES:
            emit("table", build_running_table(report, static, request.most, note))
            last = time.monotonic()

    key = (
        static.position.cgp(), analyzer.lexicon.name, request.played, request.withdrawn,
        request.candidates, request.plies,
    )  # fmt: skip
    kept = resources.continuations
    continuation = kept.take(key) if request.resume else Continuation()
    if not continuation.suits(request.rank_by):
        continuation = Continuation()
    analyzer = replace(
        analyzer,
        plan=_plan(request, continuation, static.position),
        control=SearchControl(progress=progress, should_stop=should_stop),
        workers=resources.threads,
        executor=resources.executor,
    )
    emit("begun", {"method": analyzer.plan.select_method(static)})
    found = analyzer.deepen(static)
    if continuation.contest is not None:
        kept.put(key, continuation)
    emit("done", build_table(found, request.most, note, with_why=True))


def _plan(request: AnalysisRequest, continuation: Continuation, position: Position) -> AnalysisPlan:
    simulation = SimulationPlan(
        request.candidates,
        2 if request.plies is None else request.plies,
        request.iterations,
        request.seconds,
        confidence=0.99 if request.sure else None,
        rank_by=request.rank_by,
        all_rankings=True,
        continuation=continuation,
    )
    is_searched = not request.simulate and search_method(position) == "preendgame"  # whatever the plies
    few = simulation.with_few_tiles() if request.plies is None or is_searched else None
    endgame = EndgamePlan(request.candidates, SearchLimits(nodes=ENDGAME_NODES, memory=MEMORY))
    preendgame = PreendgamePlan(limits=SearchLimits(nodes=PREENDGAME_NODES, memory=MEMORY))
    plan = AnalysisPlan(
        simulation, endgame, None if request.simulate else preendgame, preendgame_simulation=few
    )
    done = continuation.iterations
    return plan.map_simulations(lambda each: replace(each, iterations=(each.iterations or 0) + done))


def review(request: ReviewRequest, lexica: WebLexica, emit: Emit, should_stop: ShouldStop) -> None:
    """Review a game; emit `progress`, and `done` at the end."""
    game = check_length(parse_gcg(request.gcg.encode(), file="the game"))
    lexicon, note = lexica.find(game.position(1) if game.turns else game.current_position(), request.lexicon)
    found = review_record(
        game,
        lexicon,
        ReviewSettings(plan=_with_all_rankings(TURN_EFFORTS[request.effort].plan(moves=REVIEWED_CANDIDATES))),
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


def _with_all_rankings(plan: AnalysisPlan) -> AnalysisPlan:
    return plan.map_simulations(lambda simulation: replace(simulation, all_rankings=True))


def _reviewed_turn(turn: PageTurn, analysis: PositionAnalysis | None, note: str) -> ReviewedTurnView:
    """Return the view of a reviewed turn. Its table has no heat maps, which would make a review large."""
    table = None
    if analysis is not None and not isinstance(analysis.evaluation, StaticEvaluation):
        table = build_table(analysis, REVIEWED_CANDIDATES, note, with_why=True)
        forget_replies(table)
    return ReviewedTurnView(
        turn.number,
        turn.kind,
        turn.class_name,
        turn.win.text,
        "" if turn.best is None else turn.best.move,
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
    analyzer = Analyzer(lexicon)
    return analyzer.position(position, played=played, is_withdrawn=request.withdrawn), analyzer, note
