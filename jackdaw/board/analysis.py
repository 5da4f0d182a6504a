"""Analyses as pages show them: candidates at once, and what takes long, told as it goes on."""

from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, cast

import msgspec

from jackdaw.board.asked import OfAnalysis, OfCandidates, OfReview
from jackdaw.board.lexica import BoardLexica
from jackdaw.board.views import check_length, position_of
from jackdaw.endgame_report import verdict as endgame_verdict
from jackdaw.game_page import environment
from jackdaw.page_candidates import Row, candidate_table
from jackdaw.page_chart import chart_of, why_no_chart
from jackdaw.page_figures import Figure, percent
from jackdaw.page_turns import names_of, turns_of
from jackdaw.reviewing import review_with_effort
from movegen.errors import PositionError
from movegen.gcg import parse_gcg
from movegen.lexicon import Lexicon
from movegen.move_parsing import parse_move
from movegen.position import Position
from sims.looking_ahead import TurnMethods, look_ahead
from sims.simulated_analysis import SimulatedAnalysis, with_simulation
from sims.simulation import SimulatedMove, Simulation
from sims.simulation_plan import SimulationPlan
from sims.turn_chances import stopped
from strategy.analysis import Method, PositionAnalysis, analyze_position
from strategy.endgame_analysis import EndgameAnalysis, EndgamePlan
from strategy.preendgame_analysis import PreendgameAnalysis, PreendgamePlan
from strategy.static import StaticStrategy

Tell = Callable[[str, Any], None]
"""Tells a page something by the name of an event; what it has not read yet is replaced by the next."""
IsStopped = Callable[[], bool]

MEMORY = 64
"""Megabytes of a search: several may be under way."""
ENDGAME_NODES = 2_000_000
PREENDGAME_NODES = 1_000_000


class BarsView(msgspec.Struct):
    """How a candidate stands, for bars: chances from 0 to 1, points.

    `replies` is how often, in thousandths, the opponent's next move covers each square, by rows.
    """

    win: float
    win_se: float
    equity: float
    equity_se: float
    iterations: int
    given_up: bool
    replies: list[int]


class RowView(msgspec.Struct):
    """A candidate; `play` is its text for a request, `laid` which shapes it lays where: `x y shape, ...`."""

    rank: str
    move: str
    score: str
    leave: str
    figures: list[tuple[str, str]]
    laid: str
    mark: str
    bars: BarsView | None = None


class TableView(msgspec.Struct):
    """Candidates. `asides` are the places of columns that a narrow screen can do without."""

    method: str
    columns: list[str]
    asides: list[int]
    rows: list[RowView]
    how: str
    outcomes: list[str]
    verdict: str = ""
    stopped: str | None = None
    seconds: float = 0.0
    notes: list[str] = []


class ReviewedTurnView(msgspec.Struct):
    """What a review says of a turn."""

    number: int
    kind: str
    class_name: str
    best: str
    points_lost: str
    win_lost: str


class ReviewView(msgspec.Struct):
    """A review: its chart as markup, drawn by a template that escapes all text, and its turns."""

    chart: str
    why_no_chart: str
    turns: list[ReviewedTurnView]
    indices: list[str]


def strategy_of(position: Position) -> StaticStrategy:
    """What ranks the moves of a position."""
    return StaticStrategy.default(position.variant.tiles)


def candidates_of(asked: OfCandidates, lexica: BoardLexica) -> TableView:
    """The static candidates of a position."""
    analysis, _, note = _analyzed(asked, lexica)
    return _table(analysis, asked.most, note)


def analyze(
    asked: OfAnalysis,
    lexica: BoardLexica,
    executor: Executor,
    threads: int,
    tell: Tell,
    is_stopped: IsStopped,
) -> None:
    """Look ahead in a position by the method of its phase: tells `table` as it goes on, `done` at the end."""
    analysis, lexicon, note = _analyzed(asked, lexica)
    position = analysis.position
    plans = TurnMethods(
        SimulationPlan(
            asked.candidates,
            asked.plies,
            asked.iterations,
            asked.seconds,
            confidence=0.99 if asked.sure else None,
        ),
        EndgamePlan(asked.candidates, seconds=None, nodes=ENDGAME_NODES, memory=MEMORY),
        None if asked.simulate else PreendgamePlan(nodes=PREENDGAME_NODES, memory=MEMORY, workers=threads),
    )
    if asked.simulate and not position.bag_count:
        raise PositionError(
            "the bag is empty, so there is nothing to simulate", cure="have the endgame solved"
        )

    def progress(found: Simulation) -> None:
        tell("table", _table(with_simulation(analysis, found), asked.most, note))

    tell("begun", {"method": plans.method(analysis)})
    found = look_ahead(
        analysis, plans, lexicon, strategy_of(position), executor=executor, progress=progress,
        is_interrupted=is_stopped,
    )  # fmt: skip
    tell("done", _table(found, asked.most, note))


def review(asked: OfReview, lexica: BoardLexica, tell: Tell, is_stopped: IsStopped) -> None:
    """Review a game quickly: `progress` is told as it goes on, `done` at the end."""
    game = check_length(parse_gcg(asked.gcg.encode(), file="the game"))
    lexicon, _ = lexica.find(game.position(1) if game.turns else game.current_position(), asked.lexicon)
    found = review_with_effort(
        game,
        lexicon,
        progress=lambda done, all_: tell("progress", {"done": done, "all": all_}),
        is_interrupted=is_stopped,
    )
    turns, chart = list(turns_of(found, 1)), chart_of(found)
    template = environment().get_template("chart.svg")
    drawn = ""
    if chart is not None:
        by_number = {turn.number: turn for turn in turns}
        drawn = template.render(chart=chart, names=names_of(game), by_number=by_number, percent=percent)
    tell(
        "done",
        ReviewView(
            drawn,
            "" if drawn else why_no_chart(found),
            [
                ReviewedTurnView(
                    turn.number,
                    turn.kind,
                    turn.class_name,
                    "" if turn.best is None else turn.best.move,
                    turn.points_lost.text,
                    turn.win_lost.text,
                )
                for turn in turns
            ],
            [
                f"{name}: {player.mistake_index:.1f}"
                for name, player in zip(names_of(game), found.players, strict=True)
            ],
        ),
    )


def _analyzed(asked: OfCandidates, lexica: BoardLexica) -> tuple[PositionAnalysis, Lexicon, str]:
    position = position_of(asked.cgp)
    lexicon, note = lexica.find(position, asked.lexicon)
    lexicon.check_tiles(position.variant.tiles)
    played = None
    if asked.played:
        played = parse_move(asked.played, position.board, rules=position.rules)
    analysis = analyze_position(
        position, lexicon, strategy_of(position), played=played, is_withdrawn=asked.withdrawn
    )
    return analysis, lexicon, note


def _table(analysis: PositionAnalysis, most: int, note: str) -> TableView:
    table = candidate_table(analysis, most)
    notes = [note] if note else []
    if analysis.why_static:
        notes.append(f"not looked ahead: {analysis.why_static}")
    if table is None:
        return TableView(analysis.method, [], [], [], "The rack is not known.", [], notes=notes)
    bars = _bars(analysis)
    return TableView(
        analysis.method,
        list(table.columns),
        list(table.asides),
        [_row(row, bars.get(row.move)) for row in table.rows],
        f"{table.how}; lexicon {analysis.lexicon_name}",
        list(table.outcomes),
        _verdict(analysis),
        stopped(analysis),
        _seconds(analysis),
        notes,
    )


def _row(row: Row, bars: BarsView | None) -> RowView:
    def told(figure: Figure) -> tuple[str, str]:
        return figure.text, figure.error

    return RowView(
        row.rank.text,
        row.move,
        row.score.text,
        row.leave,
        [told(each) for each in row.figures],
        row.laid,
        row.mark,
        bars,
    )


def _bars(analysis: PositionAnalysis) -> dict[str, BarsView]:
    if analysis.method is not Method.SIMULATION:
        return {}
    return {str(move.move): _bar(move) for move in cast(SimulatedAnalysis, analysis).simulation.moves}


def _bar(move: SimulatedMove) -> BarsView:
    rollouts = max(1, move.iterations)
    return BarsView(
        round(move.win, 4),
        round(move.win_se, 4),
        round(move.equity, 2),
        round(move.equity_se, 2),
        move.iterations,
        move.is_given_up,
        [1000 * count // rollouts for row in move.distribution.covered for count in row],
    )


def _verdict(analysis: PositionAnalysis) -> str:
    """What a search has come to, in a sentence."""
    if analysis.method is Method.ENDGAME:
        result = cast(EndgameAnalysis, analysis).endgame
        line = ", ".join(map(str, result.variation))
        return f"{endgame_verdict(result, 'The player on turn')}. Best play: {line}"
    if analysis.method is Method.PREENDGAME:
        result_of = cast(PreendgameAnalysis, analysis).preendgame
        sure = "proven" if result_of.is_settled else "not proven"
        return f"{result_of.best.move} wins {100 * result_of.best.win:.1f} %, {sure}"
    return ""


def _seconds(analysis: PositionAnalysis) -> float:
    if analysis.method is Method.SIMULATION:
        return round(cast(SimulatedAnalysis, analysis).simulation.seconds, 1)
    if analysis.method is Method.ENDGAME:
        return round(cast(EndgameAnalysis, analysis).endgame.seconds, 1)
    if analysis.method is Method.PREENDGAME:
        return round(cast(PreendgameAnalysis, analysis).preendgame.seconds, 1)
    return 0.0
