"""Blocked squares: no tile may lie there, and words end before them. Small games have them, too."""

import numpy as np
import pytest

from movegen.board import Board, MoveKind, check_placement, parse_move, score_play
from movegen.errors import CgpError, ConfigError, IllegalMoveError, PositionError
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator, Position, read_cgp, write_cgp
from movegen.variant import BoardLayout, Direction, Rules, Variant

ROWS = ["     ", " # # ", "  -  ", " # # ", "     "]


@pytest.fixture(scope="module")
def crossroads(standard: Variant) -> Variant:
    """Four blocked squares around the middle of 5 x 5."""
    return Variant(standard.tiles, BoardLayout.from_rows("crossroads", ROWS, "3C"), Rules(players_max=2))


def test_a_layout_knows_them(crossroads: Variant):
    layout = crossroads.layout
    assert layout.is_blocked(1, 1) and not layout.is_blocked(1, 2) and layout.is_symmetric
    assert layout.premium(1, 1) == "" and layout.premium(2, 2) == "DW"
    assert np.argwhere(layout.word_multipliers == 0).tolist() == [[1, 1], [1, 3], [3, 1], [3, 3]]


def test_a_game_cannot_begin_on_one():
    with pytest.raises(ConfigError, match="2B is blocked, so a game could not begin") as caught:
        BoardLayout.from_rows("x", ROWS, "2B")
    assert caught.value.key == "start"


def test_words_that_run_into_one_are_refused(crossroads: Variant):
    empty = Board.empty(crossroads)
    with pytest.raises(IllegalMoveError, match="'2A TEA': 2B is blocked; words end before a blocked square"):
        parse_move("2A TEA", empty, rules=crossroads.rules)
    board = empty.place(parse_move("3A TEARS", empty, rules=crossroads.rules))
    with pytest.raises(IllegalMoveError, match="2B is blocked"):
        parse_move("B1 NEE", board, rules=crossroads.rules)
    with pytest.raises(IllegalMoveError, match="2B is blocked"):
        parse_move("B1 N.E", board, rules=crossroads.rules)
    down = parse_move("C1 BRAID", board, rules=crossroads.rules)
    assert down.score == 3 + 1 + 1 + 1 + 2
    check_placement(board, down)
    assert score_play(board, crossroads.rules, down) == down.score


def test_no_tile_lies_there(crossroads: Variant):
    squares = np.zeros((5, 5), dtype=np.uint8)
    squares[3, 1] = 1
    with pytest.raises(PositionError, match="a tile on 4B, which is blocked on crossroads"):
        Board(crossroads.layout, crossroads.tiles, squares)


def test_in_text_and_picture(crossroads: Variant):
    board = Board.empty(crossroads)
    assert str(board).split("\n")[2] == " 2 . # . # ."
    assert board._repr_svg_().count('class="blocked"') == 4


@pytest.mark.core
def test_plays_end_before_them(crossroads: Variant):
    lexicon = Lexicon.from_words(["AB", "ABA", "BAB", "ABABA"], crossroads.tiles)
    generator = MoveGenerator(crossroads, lexicon)
    rack = crossroads.tiles.parse_rack("AAABB")
    generator.play(next(move for move in generator.moves(rack, 0) if len(move.word) == 5))
    plays = [move for move in generator.moves(rack, 0) if move.kind is MoveKind.PLAY]
    assert {"A1 AB(A)BA", "E3 (A)B", "C2 B(A)B"} <= {str(play) for play in plays}
    blocked = crossroads.layout.letter_multipliers == 0
    assert not any(blocked[row, column] for play in plays for row, column, _ in play.squares)
    for direction in Direction:
        assert not generator.cross_checks(direction)[blocked].any()


@pytest.mark.core
def test_the_variant_that_ships():
    variant = Variant.load("blocked")
    position = Position.initial(variant)
    text = write_cgp(position)
    assert "bdn blocked15" in text or "var blocked" in text
    assert read_cgp(text).board == position.board
    with pytest.raises(CgpError, match="a tile on 3E, which is blocked on blocked15"):
        read_cgp(text.replace("15/15/15/", "15/15/4A10/", 1))
