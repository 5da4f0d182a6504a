"""The board: moves, lists of moves, their notations, the rules of placement, sub-racks and pictures."""

from movegen.board.board import Board
from movegen.board.drawing import (
    DARK,
    LIGHT,
    MARGIN,
    SIDE,
    draw_board,
    draw_coordinates,
    draw_square,
    draw_tile,
)
from movegen.board.move_list import MoveList, record_type, sort_order
from movegen.board.move_parsing import parse_move, parse_typed_move
from movegen.board.moves import Move, MoveKind, check_is_move
from movegen.board.placement import check_placement, normalize_play, not_held_error, score_play, words_formed
from movegen.board.sub_racks import SubRacks

__all__ = [
    "DARK",
    "LIGHT",
    "MARGIN",
    "SIDE",
    "Board",
    "Move",
    "MoveKind",
    "MoveList",
    "SubRacks",
    "check_is_move",
    "check_placement",
    "draw_board",
    "draw_coordinates",
    "draw_square",
    "draw_tile",
    "normalize_play",
    "not_held_error",
    "parse_move",
    "parse_typed_move",
    "record_type",
    "score_play",
    "sort_order",
    "words_formed",
]
