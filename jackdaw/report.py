"""The analysis of a position as text: the board and the candidates."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from jackdaw.board_view import position_lines
from jackdaw.layout import EMPTY, Column, Line, styled, table
from jackdaw.remarks import phony_text, remarks
from strategy.analysis import Method, PositionAnalysis
from strategy.candidates import Candidate, CandidateList
from strategy.played_move import PlayedMove

if TYPE_CHECKING:
    from sims.simulated_analysis import SimulatedAnalysis
    from strategy.endgame_analysis import EndgameAnalysis
    from strategy.preendgame_analysis import PreendgameAnalysis

_CANDIDATE_COLUMNS = (
    Column("#", "right"), Column("Move", "left"), Column("Score", "right"), Column("Leave", "left"),
    Column("Value", "right"), Column("Equity", "right"), Column("", "left"),
)  # fmt: skip


def position_view(
    analysis: PositionAnalysis, heading: str, names: Sequence[str], most: int
) -> Iterator[Line]:
    """The board with racks, scores and unseen tiles, and the `most` best candidates."""
    yield styled(heading, "bold")
    yield EMPTY
    yield from position_lines(analysis.position, names)
    yield EMPTY
    if analysis.method is Method.SIMULATION:
        from jackdaw.simulation_report import simulated_view

        yield from simulated_view(cast("SimulatedAnalysis", analysis), most)
    elif analysis.method is Method.ENDGAME:
        from jackdaw.endgame_report import solved_view

        yield from solved_view(cast("EndgameAnalysis", analysis), names, most)
    elif analysis.method is Method.PREENDGAME:
        from jackdaw.preendgame_report import searched_view

        yield from searched_view(cast("PreendgameAnalysis", analysis), most)
    elif len(analysis.candidates):
        yield from table(_CANDIDATE_COLUMNS, list(_candidate_rows(analysis, most)))
        yield EMPTY
        yield _summary(analysis, min(most, len(analysis.candidates)))
    yield from map(styled, remarks([analysis]))


def moves_view(analysis: PositionAnalysis, listed: CandidateList) -> Iterator[Line]:
    """Moves of a position, in the order they are given, numbered from 1."""
    if not len(listed):
        return
    rows = [(_candidate_cells(number, candidate), "") for number, candidate in enumerate(listed, start=1)]
    yield from table(_CANDIDATE_COLUMNS[:-1], rows)
    yield EMPTY
    yield _summary(analysis, len(listed))


def _candidate_rows(analysis: PositionAnalysis, most: int) -> Iterator[tuple[Sequence[str], str]]:
    """The `most` best candidates, and the move that was made wherever it ranks, with their styles."""
    played = analysis.played
    place = None if played is None else played.place
    for number, candidate in enumerate(analysis.candidates[:most]):
        cells = _candidate_cells(analysis.rank_of(number), candidate)
        if played is not None and number == place:
            yield (*cells, _played_mark(played, candidate)), "bold"
        else:
            yield cells, ""
    if played is None or (place is not None and place < most):
        return
    if most < len(analysis.candidates):
        yield ("", "..."), ""
    if place is None:
        yield _unlisted_cells(played), "bold"
    else:
        candidate = analysis.candidates[place]
        cells = _candidate_cells(analysis.rank_of(place), candidate)
        yield (*cells, _played_mark(played, candidate)), "bold"


def _candidate_cells(rank: int, candidate: Candidate) -> tuple[str, ...]:
    return (
        str(rank),
        str(candidate.move),
        str(candidate.score),
        str(candidate.leave),
        f"{candidate.leave_value:+.1f}",
        f"{candidate.equity:.1f}",
    )


def _played_mark(played: PlayedMove, listed: Candidate) -> str:
    return "played" if str(played.move) == str(listed.move) else f"played as {played.move}"


def _unlisted_cells(played: PlayedMove) -> tuple[str, ...]:
    equity = "" if played.equity is None else f"{played.equity:.1f}"
    mark = "played, taken back" if played.is_withdrawn else "played"
    return "", phony_text(played), str(played.move.score), "", "", equity, mark


def _summary(analysis: PositionAnalysis, listed: int) -> Line:
    """How many moves are listed, and how they were ranked."""
    how = f"lexicon {analysis.lexicon_name}, strategy {analysis.strategy_name} ({analysis.method})"
    return styled(f"{listed:,} of {len(analysis.candidates):,} moves; {how}")
