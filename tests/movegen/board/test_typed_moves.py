"""Moves as people type them: lower case for ordinary tiles if the rack has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movegen.board import Board, parse_move, parse_typed_move
from movegen.errors import IllegalMoveError, MoveSyntaxError
from movegen.variant import Variant

VARIANT = Variant.standard()
EMPTY = Board.empty(VARIANT)


def typed(text: str, rack: str, board: Board = EMPTY) -> str:
    return str(parse_typed_move(text, board, VARIANT.tiles.parse_rack(rack)))


@pytest.mark.parametrize(
    ("text", "rack", "move"),
    [
        ("8d gravy", "AGRVYEE", "8D GRAVY"),
        ("8d gravy", "AGRVY??", "8D GRAVY"),
        ("8d gravy", "AGRV?EE", "8D GRAVy"),
        ("8d gravy", "AGR??EE", "8D GRAvy"),
        ("8D GRAVy", "AGRVY?E", "8D GRAVy"),
        ("8d gRAVY", "AGRVY?E", "8D gRAVY"),
        ("ex qu", "QUAAEEI", "(exch QU)"),
        ("pass", "QUAAEEI", "(pass)"),
    ],
)
def test_lower_case_means_tiles_of_the_rack(text: str, rack: str, move: str) -> None:
    assert typed(text, rack) == move


def test_a_word_through_tiles_of_the_board_may_be_all_lower_case() -> None:
    rack = VARIANT.tiles.parse_rack("HIVE")
    board = EMPTY.place(parse_move("8H HIVE", EMPTY, rack))
    assert typed("8h hives", "SAEIOUN", board) == typed("8h ....s", "SAEIOUN", board) == "8H (HIVE)S"


def test_which_tile_is_the_blank_must_be_said() -> None:
    with pytest.raises(IllegalMoveError, match="one P is a blank, but which"):
        typed("8d puppy", "PPUY?EE")
    assert typed("8d PUpPY", "PPUY?EE") == "8D PUpPY"


@pytest.mark.parametrize(("text", "error"), [("8d zoom", IllegalMoveError), ("8d zo1m", MoveSyntaxError)])
def test_what_the_rack_lacks_is_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        typed(text, "ZOAAEE?")


@given(st.lists(st.integers(1, 26), min_size=2, max_size=7), st.integers(0, 2))
def test_typing_in_lower_case_gives_the_play_of_the_tiles(tiles: list[int], blanks: int) -> None:
    word = "".join(chr(64 + tile) for tile in tiles)
    rack = word + "?" * blanks
    assert typed(f"8h {word.lower()}", rack) == f"8H {word}"
    assert typed(f"8h {word}", rack) == f"8H {word}"
