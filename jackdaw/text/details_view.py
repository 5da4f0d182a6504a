"""The details of simulated moves as a table: the opponent's replies and the player's next turns."""

from collections.abc import Iterator

from jackdaw.console import EMPTY, Column, Line, table
from jackdaw.text.remarks import UNKNOWN
from sims.simulation import SimulatedMove, SimulationEvaluation, format_error
from strategy.analysis import PositionAnalysis

_COLUMNS = (
    Column("Move", "left"), Column("Reply", "right"), Column("Bingo %", "right"),
    Column("Next turn", "right"), Column("Bingo %", "right"), Column("Goes out %", "right"),
)  # fmt: skip


def details_view(analysis: PositionAnalysis, count: int) -> Iterator[Line]:
    """Show the turns after the `count` best moves and the played one; nothing unless they were simulated."""
    if isinstance(analysis.evaluation, SimulationEvaluation):
        moves = list(analysis.evaluation.simulation.moves)
        shown = moves[:count] + [each for each in moves[count:] if each.move == analysis.counted_move]
        can_go_out = any(move.distribution.went_out for move in moves)  # else rollouts end before
        columns = _COLUMNS if can_go_out else _COLUMNS[:-1]
        yield EMPTY
        yield from table(columns, [(_cells(move)[: len(columns)], "") for move in shown])


def _cells(move: SimulatedMove) -> tuple[str, ...]:
    out = f"{100 * move.distribution.went_out / max(1, move.iterations):.1f}"
    return (str(move.move), *_turn(move, 0), *_turn(move, 1), out)


def _turn(move: SimulatedMove, ply: int) -> tuple[str, str]:
    """Return the mean score with its error and the share of bingos, of the rollouts that reached the turn."""
    if ply >= len(move.plies) or not move.plies[ply].count:
        return UNKNOWN, UNKNOWN
    means = move.plies[ply]
    return f"{means.score:.1f}{format_error(means.score_se)}", f"{100 * means.bingos:.1f}"
