"""Solved pre-endgames as text: the wins of moves, and the tiles with which they win."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from jackdaw.console import EMPTY, Column, Line, styled, table
from jackdaw.text.board_view import position_lines
from jackdaw.text.remarks import phony_text
from jackdaw.text.report import evaluation_view
from movegen.position import Position
from strategy.analysis import PlayedMove, PositionAnalysis, PreendgameEvaluation, StopReason
from strategy.endgame import PreendgameMove, PreendgameOutcome, PreendgameResult

if TYPE_CHECKING:
    from jackdaw.inputs import GivenPosition

_COLUMNS = (
    Column("#", "right"), Column("Move", "left"), Column("Score", "right"), Column("Leave", "left"),
    Column("Win %", "right"), Column("", "left"), Column("Spread", "right"),
)  # fmt: skip
_ANALYSIS_COLUMNS = (
    *_COLUMNS[:4], Column("Static", "right"), *_COLUMNS[4:6], Column("", "left"),
)  # fmt: skip
_STOPPED = {
    StopReason.NODES: "Stopped before the wins of all moves were proven.",
    StopReason.TIME: "Stopped by the clock, so another run will differ.",
    StopReason.INTERRUPTED: "Interrupted, so another run will differ.",
}
_WIDTH = 78


def preendgame_view(
    given: "GivenPosition",
    lexicon_name: str,
    result: PreendgameResult,
    stopped: StopReason | None,
    count: int,
) -> Iterator[Line]:
    """Show the position, the `count` best moves, their outcomes, and facts about the search."""
    yield styled(given.heading, "bold")
    yield EMPTY
    yield from position_lines(given.position, given.names)
    yield EMPTY
    yield styled(f"{_verdict(result)}.", "bold")
    yield EMPTY
    yield from table(_COLUMNS, list(_rows(result.moves[:count], given.position)))
    yield EMPTY
    for found in result.moves[:count]:
        yield from _outcome_lines(found)
    yield EMPTY
    if stopped is not None:
        yield styled(_STOPPED[stopped])
    shown = min(count, len(result.moves))
    seen = "all" if result.samples is None else f"{result.samples} of"
    yield styled(
        f"{shown:,} of {len(result.moves):,} moves; {seen} {result.arrangements:,} arrangements of the"
    )
    yield styled(f"unseen tiles; {result.opponent} opponent; two passes end the game")
    yield styled(f"{result.nodes:,} nodes in {result.seconds:.1f} seconds; lexicon {lexicon_name}")


def _verdict(result: PreendgameResult, others: str = "no move wins") -> str:
    best = result.best
    if result.is_proven:
        return f"{best.move} wins {100 * best.win:.1f} %, proven: {others} more often"
    if best.is_proven:
        return f"{best.move} wins {100 * best.win:.1f} %, proven; others may win more often"
    return f"{best.move} seems best, not proven"


def _rows(moves: Sequence[PreendgameMove], position: Position) -> Iterator[tuple[Sequence[str], str]]:
    for rank, found in enumerate(moves, start=1):
        move = found.move
        leave = str(position.rack - move.tiles_used)
        spread = f"{found.spread:+.1f}{'' if found.spread_is_settled else '?'}"
        yield (str(rank), str(move), str(move.score), leave, *_win(found), spread), ""


def _win(found: PreendgameMove) -> tuple[str, str]:
    """Format the wins and their error; unproven ones get a question mark and bounds."""
    if not found.is_settled:
        return f"{100 * found.win:.1f}?", f"{100 * found.least_win:.0f} to {100 * found.most_win:.0f}"
    error = "" if found.win_error is None else f"+- {100 * found.win_error:.1f}"
    return f"{100 * found.win:.1f}", error


@evaluation_view.register
def _(
    evaluation: PreendgameEvaluation, analysis: PositionAnalysis, names: Sequence[str], count: int
) -> Iterator[Line]:
    del names
    result, searched = evaluation.result, _played(evaluation, analysis)
    yield from table(_ANALYSIS_COLUMNS, list(_analysis_rows(evaluation, analysis, count)))
    yield EMPTY
    yield from _outcome_lines(result.best)
    if searched is not None and searched is not result.best:
        yield from _outcome_lines(searched)
    yield EMPTY
    yield styled(f"{_verdict(result, 'none of these wins')}.")
    yield styled(
        f"{len(result.moves):,} of {len(analysis.candidates):,} moves, the best by score and leave, "
        "with every tile that may be in the bag"
    )
    yield styled(f"{result.nodes:,} nodes; lexicon {analysis.lexicon_name}")
    if evaluation.stopped:
        yield styled(_STOPPED[evaluation.stopped])


def _played(evaluation: PreendgameEvaluation, analysis: PositionAnalysis) -> PreendgameMove | None:
    """Return the results of the played move, if it was searched."""
    return None if analysis.counted_move is None else evaluation.find(analysis.counted_move)


def _analysis_rows(
    evaluation: PreendgameEvaluation, analysis: PositionAnalysis, count: int
) -> Iterator[tuple[Sequence[str], str]]:
    moves, played, searched = evaluation.result.moves, analysis.played, _played(evaluation, analysis)
    for found in moves[:count]:
        if played is not None and found is searched:
            yield (*_analysis_cells(evaluation, analysis, found), _played_mark(played, found)), "bold"
        else:
            yield _analysis_cells(evaluation, analysis, found), ""
    if played is None or searched in moves[:count]:
        return
    yield ("", "..."), ""
    if searched is None:
        yield ("", phony_text(played), str(played.move.score), *[""] * 4, "played"), "bold"
    else:
        yield (*_analysis_cells(evaluation, analysis, searched), _played_mark(played, searched)), "bold"


def _analysis_cells(
    evaluation: PreendgameEvaluation, analysis: PositionAnalysis, found: PreendgameMove
) -> tuple[str, ...]:
    move = found.move
    return (
        str(evaluation.rank(move)),
        str(move),
        str(move.score),
        str(analysis.position.rack - move.tiles_used),
        f"{analysis.static_equity(move) or 0.0:.1f}",
        *_win(found),
    )


def _played_mark(played: PlayedMove, found: PreendgameMove) -> str:
    if played.is_withdrawn:
        return f"{phony_text(played)} taken back"
    return "played" if str(played.move) == str(found.move) else f"played as {played.move}"


def _outcome_lines(found: PreendgameMove) -> Iterator[Line]:
    yield from map(styled, textwrap.wrap(describe_outcomes(found), _WIDTH, subsequent_indent="    "))


def describe_outcomes(found: PreendgameMove) -> str:
    """List the tiles with which a move wins, draws and loses."""
    parts = []
    for result, verb in (("win", "wins"), ("draw", "draws"), ("loss", "loses"), (None, "open")):
        tiles = [_tiles(each) for each in found.outcomes if each.result == result]
        if tiles:
            parts.append(f"{verb} with {' '.join(tiles)}" if result else f"open: {' '.join(tiles)}")
    return f"{found.move}: {'; '.join(parts)}"


def _tiles(outcome: PreendgameOutcome) -> str:
    """Format the tiles drawn, after a bar the ones left in the bag, and their weight."""
    left = f"|{outcome.bag}" if outcome.bag else ""
    return f"{outcome.drawn}{left}" + (f" (x{outcome.weight})" if outcome.weight > 1 else "")
