"""The board as a value, as text and as a picture."""

import pickle
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from movegen.arrays import is_frozen
from movegen.board import Board, Move, draw_board, parse_move
from movegen.errors import IllegalMoveError, NotationError, PositionError
from movegen.lexicon import Lexicon
from movegen.position import read_cgp
from movegen.variant import BLANK_FLAG, BoardLayout, Direction, Variant


@pytest.fixture(scope="module")
def narrow(spanish: Variant) -> Board:
    """A board of 9 rows and 7 columns with two tiles of several characters, one of them a blank."""
    board = Board.empty(spanish)
    return board.place(parse_move("5C [CH]Al·lO", board, rules=spanish.rules))


def test_squares_by_name_or_coordinates(narrow: Board):
    assert narrow["5C"] == narrow["c5"] == narrow[4, 2] == 3
    assert narrow["5E"] == 8 | BLANK_FLAG
    assert narrow["1A"] == 0
    for square in ("10A", "1H", (-1, 0), (0, 7), (9, 0)):
        with pytest.raises(PositionError, match="is not on a board of 9 x 7"):
            narrow[square]
    with pytest.raises(NotationError):
        narrow["five"]


def test_a_board_is_a_value(narrow: Board, spanish: Variant):
    assert narrow == Board(spanish.layout, spanish.tiles, narrow.squares)
    assert hash(narrow) == hash(Board(spanish.layout, spanish.tiles, narrow.squares))
    assert narrow != Board.empty(spanish) and narrow != "a board"
    assert Board.empty(spanish).is_empty and not narrow.is_empty
    source = narrow.squares.copy()
    board = Board(spanish.layout, spanish.tiles, source)
    source[0, 0] = 1
    assert board == narrow
    for values in (board.squares, pickle.loads(pickle.dumps(board)).squares):
        with pytest.raises(ValueError, match="read-only"):
            values[0, 0] = 1
    assert pickle.loads(pickle.dumps(board)) == board
    assert repr(board) == "<Board narrow, 4 tiles>"


def test_tiles_are_counted_blanks_as_blanks(narrow: Board, spanish: Variant):
    counts = narrow.tile_counts
    assert len(counts) == spanish.tiles.size
    assert {index: count for index, count in enumerate(counts) if count} == {0: 1, 1: 1, 3: 1, 10: 1}
    assert Board.empty(spanish).tile_counts == (0,) * spanish.tiles.size


def test_impossible_boards_are_refused(standard: Variant):
    layout, tiles = standard.layout, standard.tiles
    for squares, message in [
        (np.zeros((15, 14), np.uint8), "15 x 14 squares for the 15 x 15"),
        (np.zeros(225, np.uint8), "225 squares"),
        (np.full((15, 15), 27, np.uint8), "not a tile of english"),
        (np.full((15, 15), BLANK_FLAG, np.uint8), "not a tile of english"),
        (np.full((15, 15), 27 | BLANK_FLAG, np.uint8), "not a tile of english"),
    ]:
        with pytest.raises(PositionError, match=message):
            Board(layout, tiles, squares)


@pytest.mark.parametrize("byte", [-1, 27, 27 | BLANK_FLAG, BLANK_FLAG, 300])
def test_only_tiles_can_be_placed(byte: int, standard: Variant):
    move = Move.play(standard.tiles, 7, 7, Direction.ACROSS, (byte,), (True,))
    with pytest.raises(PositionError, match="not a tile of english"):
        Board.empty(standard).place(move)


@pytest.mark.parametrize("text", ["8D WaREZ", "H8 WAREZ", "-AB", "-"])
def test_a_board_after_a_move_is_as_if_made_of_its_squares(text: str, standard: Variant):
    board = Board.empty(standard)
    after = board.place(parse_move(text, board))
    made = Board(standard.layout, standard.tiles, after.squares.copy())
    assert after == made and hash(after) == hash(made) and str(after) == str(made)
    assert is_frozen(after.squares) and not board.squares.any()
    copied = pickle.loads(pickle.dumps(after))
    assert copied == after and is_frozen(copied.squares)


def test_only_what_lies_there_can_be_removed(standard: Variant):
    board = Board.empty(standard)
    move = parse_move("8D WAREZ", board)
    with pytest.raises(PositionError, match="8D WAREZ is not on the board"):
        board.remove(move)
    assert board.place(move).remove(move) == board
    off = Move.play(standard.tiles, 0, 20, Direction.ACROSS, (1, 1), (True, True))
    with pytest.raises(PositionError):
        board.remove(off)
    with pytest.raises(IllegalMoveError):
        board.place(off)


def test_as_text(standard: Variant, narrow: Board):
    lines = str(Board.empty(standard)).splitlines()
    assert lines[0] == "   A B C D E F G H I J K L M N O"
    assert lines[1] == " 1 = . . ' . . . = . . . ' . . ="
    assert len(lines) == 16
    lines = str(narrow).splitlines()
    assert lines[0] == "   A B C    D E     F G"
    assert lines[5] == " 5 ^ . [CH] A [l·l] O ~"
    assert len({line.index("O") for line in lines if "O" in line}) == 1


def test_wide_characters_and_accents_keep_the_columns(wide: Variant):
    from movegen.board.text_board import _width

    assert [_width(text) for text in ("A", "字", "J\u0301", "[ch]")] == [1, 2, 1, 4]
    lines = str(Board.empty(wide)).splitlines()
    assert lines[0].endswith("Y Z") and len(lines) == 12


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


def test_as_a_picture(narrow: Board):
    shown = texts(narrow._repr_svg_())
    assert {"A", "G", "9", "CH", "3", "l·l", "TW", "QL", "QW", "O", "10"} <= set(shown)
    assert "8" in shown and shown.count("8") == 1  # the number of a row, not the points of the blank


def test_a_picture_needs_nothing_beside_it(narrow: Board):
    svg = draw_board(narrow)
    assert not re.search(r"href|url\(|@import|<script", svg)
    assert svg.count("http") == 1  # the name of the language
    assert "prefers-color-scheme:dark" in svg and 'class="page"' in svg


def test_a_picture_shows_a_move_a_rack_and_a_title(standard: Variant):
    board = Board.empty(standard)
    move = parse_move("8D WArEZ", board)
    for shown_on in (board, board.place(move)):
        svg = draw_board(
            shown_on, move=move, rack=standard.tiles.parse_rack("?Q"), title="Ann & <Bob> \x00\ud800"
        )
        assert svg.count('class="new"') == 5 and svg.count('class="tile"') == 2
        assert {"W", "r", "?", "Q", "10", "Ann & <Bob> \ufffd\ufffd"} <= set(texts(svg))
        assert svg.encode("utf-8")
    assert draw_board(board, move=Move.pass_turn(standard.tiles)) == draw_board(board)


@pytest.mark.core
def test_a_picture_shows_a_move_that_was_generated(standard: Variant):
    position = read_cgp("15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 ?S/ 0/0 0")
    for move in position.moves(Lexicon.from_words(["CATS"], standard.tiles))[:2]:
        assert {type(byte) for byte in move.word} == {int}
        assert draw_board(position.board, move=move).count('class="new"') == 1


def test_a_small_board_leaves_space_for_rack_and_title(standard: Variant):
    board = Board(BoardLayout.plain("tiny", 3, 3), standard.tiles, np.zeros((3, 3), np.uint8))
    svg = draw_board(board, rack=standard.tiles.parse_rack("ABCDEFG"), title="A rather long title")
    left = [float(element.get("x", 0)) for element in ElementTree.fromstring(svg).iter() if element.get("x")]
    assert min(left) > 0
    assert max(left) < float(ElementTree.fromstring(svg).get("width", 0))


@given(title=st.text())
def test_any_title_gives_valid_xml(standard: Variant, title: str):
    ElementTree.fromstring(draw_board(Board.empty(standard), title=title).encode("utf-8"))
