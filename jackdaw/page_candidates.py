"""The tables of candidates of a page, one kind for each method."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from jackdaw.page_boards import laid_squares
from jackdaw.page_figures import UNKNOWN, Figure, percent, points, signed, whole, with_error
from jackdaw.preendgame_report import outcomes_text
from jackdaw.remarks import phony_text
from movegen.moves import Move
from sims.simulated_analysis import SimulatedAnalysis
from sims.simulation import SimulatedMove
from strategy.analysis import Method, PositionAnalysis
from strategy.candidates import Candidate
from strategy.endgame import EndgameMove
from strategy.endgame_analysis import EndgameAnalysis
from strategy.played_move import PlayedMove
from strategy.preendgame_analysis import PreendgameAnalysis
from strategy.preendgame_result import PreendgameMove


@dataclass(frozen=True)
class Row:
    """A candidate.

    `figures` are those of the table's columns; `laid` tells a script which shapes it lays where. `mark` says
    that it was played; then it may have no rank.
    """

    rank: Figure
    move: str
    score: Figure
    leave: str
    figures: tuple[Figure, ...]
    laid: str
    mark: str = ""


@dataclass(frozen=True)
class CandidateTable:
    """The best candidates of a turn, and the move that was made wherever it ranks.

    `columns` are the headings of the rows' figures, `asides` the places of those that a narrow screen can do
    without; `how` tells how many candidates there are and how they were valued, `outcomes` with which tiles
    they win and lose.
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    how: str
    asides: tuple[int, ...]
    outcomes: tuple[str, ...] = ()


def candidate_table(analysis: PositionAnalysis, most: int) -> CandidateTable | None:
    """The `most` best candidates of a turn; None where there are none."""
    if not len(analysis.candidates):
        return None
    return _TABLES[analysis.method](analysis, most)


def _static(analysis: PositionAnalysis, most: int) -> CandidateTable:
    candidates, played = analysis.candidates, analysis.played
    place = None if played is None else played.place
    places = list(range(min(most, len(candidates))))
    if place is not None and place >= most:
        places.append(place)
    rows = [_static_row(analysis, number, candidates[number]) for number in places]
    if played is not None and place is None:
        rows.append(_unlisted(played, (UNKNOWN, points(played.equity))))
    how = f"{min(most, len(candidates)):,} of {len(candidates):,} moves, valued by score and leave"
    return CandidateTable(("Leave worth", "Equity"), tuple(rows), how, (0,))


def _static_row(analysis: PositionAnalysis, place: int, candidate: Candidate) -> Row:
    figures = points(candidate.leave_value, signed=True), points(candidate.equity)
    played = analysis.played if analysis.played and analysis.played.place == place else None
    return _row(analysis, whole(analysis.rank_of(place)), candidate.move, figures, played)


def _simulated(given: PositionAnalysis, most: int) -> CandidateTable:
    analysis = cast(SimulatedAnalysis, given)
    simulation, place = analysis.simulation, analysis.played_place
    places = list(range(min(most, len(simulation.moves))))
    if place is not None and place >= most:
        places.append(place)
    rows = [_simulated_row(analysis, number, simulation.moves[number]) for number in places]
    if analysis.played is not None and place is None:
        rows.append(_unlisted(analysis.played, (UNKNOWN, points(analysis.played.equity), UNKNOWN, UNKNOWN)))
    how = (
        f"{min(most, len(simulation.moves)):,} of {len(simulation.moves):,} simulated moves, "
        f"{simulation.iterations:,} iterations (Iter.) of the best; ± is one standard error"
    )
    return CandidateTable(("Static", "Equity", "Win", "Iter."), tuple(rows), how, (0, 3))


def _simulated_row(analysis: SimulatedAnalysis, place: int, move: SimulatedMove) -> Row:
    figures = (
        points(move.static_equity),
        with_error(points(move.equity), points(move.equity_se)),
        with_error(percent(move.win), percent(move.win_se)),
        whole(move.iterations),
    )
    played = analysis.played if place == analysis.played_place else None
    return _row(analysis, whole(analysis.simulated_rank(place)), move.move, figures, played)


def _solved(given: PositionAnalysis, most: int) -> CandidateTable:
    analysis = cast(EndgameAnalysis, given)
    moves, played, solved = analysis.endgame.moves, analysis.played, analysis.solved_played
    rows = [
        _solved_row(analysis, move, whole(analysis.solved_rank(move)), played if move is solved else None)
        for move in moves[:most]
    ]
    if played is not None and solved is not None and solved not in moves[:most]:
        rows.append(_solved_row(analysis, solved, whole(played.rank), played))
    elif played is not None and solved is None:
        rows.append(_unlisted(played, (UNKNOWN, UNKNOWN, UNKNOWN)))
    how = f"{min(most, len(moves)):,} of {len(analysis.candidates):,} moves, searched to the end of the game"
    return CandidateTable(("Static", "Value", "Spread"), tuple(rows), how, (0,))


def _solved_row(analysis: EndgameAnalysis, move: EndgameMove, rank: Figure, played: PlayedMove | None) -> Row:
    spread = signed(analysis.spread + move.value) if move.is_proven else UNKNOWN
    value = replace(signed(move.value), error="" if move.is_proven else "not proven")
    figures = points(analysis.static_equity(move.move)), value, spread
    return _row(analysis, rank, move.move, figures, played)


def _searched(given: PositionAnalysis, most: int) -> CandidateTable:
    analysis = cast(PreendgameAnalysis, given)
    result, played, searched = analysis.preendgame, analysis.played, analysis.searched_played
    shown = list(result.moves[:most])
    if searched is not None and searched not in shown:
        shown.append(searched)
    rows = [_searched_row(analysis, move, played if move is searched else None) for move in shown]
    if played is not None and searched is None:
        rows.append(_unlisted(played, (points(played.equity), UNKNOWN, UNKNOWN)))
    counts = f"{min(most, len(result.moves)):,} of {len(analysis.candidates):,}"
    how = f"{counts} moves, with all that may be in the bag"
    outcomes = tuple(outcomes_text(move) for move in shown)
    return CandidateTable(("Static", "Win", "Spread"), tuple(rows), how, (0, 2), outcomes)


def _searched_row(analysis: PreendgameAnalysis, move: PreendgameMove, played: PlayedMove | None) -> Row:
    bounds = f"{100 * move.least_win:.0f} to {100 * move.most_win:.0f}, not proven"
    win = replace(percent(move.win), error="" if move.is_settled else bounds)
    spread = points(move.spread, signed=True) if move.spread_is_settled else UNKNOWN
    figures = points(analysis.static_equity(move)), win, spread
    return _row(analysis, whole(analysis.searched_rank(move)), move.move, figures, played)


def _row(
    analysis: PositionAnalysis,
    rank: Figure,
    move: Move,
    figures: tuple[Figure, ...],
    played: PlayedMove | None,
) -> Row:
    leave = str(analysis.position.rack - move.tiles_used)
    mark = "" if played is None else _mark(played, str(move))
    laid = laid_squares(move if played is None else played.move)
    return Row(rank, str(move), whole(move.score), leave, figures, laid, mark)


def _mark(played: PlayedMove, listed: str) -> str:
    if played.is_withdrawn:
        return f"{phony_text(played)} taken back"
    return "played" if str(played.move) == listed else f"played as {played.move}"


def _unlisted(played: PlayedMove, figures: tuple[Figure, ...]) -> Row:
    """A phony, a play that was taken back, or one whose tiles are not known."""
    move, mark = played.move, "taken back" if played.is_withdrawn else "played"
    return Row(UNKNOWN, phony_text(played), whole(move.score), "", figures, laid_squares(move), mark)


_TABLES: dict[Method, Callable[[PositionAnalysis, int], CandidateTable]] = {
    Method.STATIC: _static,
    Method.SIMULATION: _simulated,
    Method.PREENDGAME: _searched,
    Method.ENDGAME: _solved,
}
