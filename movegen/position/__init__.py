"""Positions: board, racks, scores and turn; the move generator; CGP, a position as a line of text."""

from movegen.position.cgp_reader import read_cgp
from movegen.position.cgp_writer import write_cgp
from movegen.position.generation import (
    MAX_ANY_ORDER_PLAYS,
    Algorithm,
    MoveGenerator,
    board_lanes,
    check_selection,
)
from movegen.position.position import Position, check_position, default_lexicon, generate_moves

__all__ = [
    "MAX_ANY_ORDER_PLAYS",
    "Algorithm",
    "MoveGenerator",
    "Position",
    "board_lanes",
    "check_position",
    "check_selection",
    "default_lexicon",
    "generate_moves",
    "read_cgp",
    "write_cgp",
]
