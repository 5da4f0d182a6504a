"""Moves and their notation: written moves read back, and errors name the column."""

import pickle
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from movegen.board import Board, Move, MoveKind, parse_move
from movegen.errors import IllegalMoveError, JackdawError, MoveSyntaxError
from movegen.position import Position
from movegen.variant import Direction, Rack, Variant


@pytest.fixture(scope="module")
def warez(standard: Variant) -> Board:
    """The standard board after 8D WArEZ."""
    board = Board.empty(standard)
    return board.place(parse_move("8D WArEZ", board))


FORMS = [
    # the text of a person, a GCG file, an engine
    ("8D (WArEZ)S", "8D .....S", "8D......S"),
    ("D8 (W)ATER", "D8 .ATER", "D8..ATER"),
    ("D6 NE(W)T", "D6 NE.T", "D6.NE.T"),
    ("F7 A(r)K", "F7 A.K", "F7.A.K"),
    ("9D aT", "9D aT", "9D.aT"),
    ("(exch WZ)", "-WZ", "ex.WZ"),
    ("(exch ?A)", "-?A", "ex.?A"),
    ("(exch 5)", "-5", "ex.5"),
    ("(pass)", "-", "pass"),
]
SAME = [
    ("d8 .ATER", "D8 (W)ATER"),
    ("d8   WATER", "D8 (W)ATER"),
    (" D8 (W)ATER\n", "D8 (W)ATER"),
    ("D8 (.)ATER", "D8 (W)ATER"),
    ("D8 wATER", "D8 (W)ATER"),
    ("F7 ARK", "F7 A(r)K"),
    ("F7 A(R)K", "F7 A(r)K"),
    ("8d WAREZS", "8D (WArEZ)S"),
    ("8d (WA)rE(Z)S", "8D (WArEZ)S"),
    ("8d (WA)(rE).S", "8D (WArEZ)S"),
    ("EX.zw", "(exch WZ)"),
    ("exch a?", "(exch ?A)"),
    ("(EXCHANGE ZW)", "(exch WZ)"),
    ("exch 3", "(exch 3)"),
    ("Pass", "(pass)"),
]
NO_MOVES = [
    # text, column, a part of the message
    ("", None, "no move is given"),
    ("  ", None, "no move is given"),
    ("8D", None, "'8D' is not a move; expected a move like 8D WAREZ"),
    ("WAREZ", None, "is not a move"),
    ("8D WAREZ 42", None, "is not a move"),
    ("--", 2, "'-' is not a tile"),
    ("(exch AB", None, "is not a move"),
    ("(pass", None, "is not a move"),
    ("exch", None, "is not a move"),
    ("00D AT", 1, "'00D' is not a square"),
    ("123D AT", 1, "'123D' is not a square"),
    (" 8D AT1", 7, "'1' is not a tile of english; expected a letter"),
    ("8D ²", 4, "'²' is not a tile"),
    ("8D A?", 5, "'?' is not a tile"),
    ("8D [CH]A", 4, "'[CH]' is not a tile"),
    ("8D (W", 4, "a parenthesis is not closed"),
    ("8D ((W))", 5, "stray ("),
    ("8D W)", 5, "stray )"),
    ("8D ()W", 5, "stray )"),
    ("ex.A1", 5, "'1' is not a tile"),
    ("(exch A1)", 8, "'1' is not a tile"),
    ("-0", 2, "'0' is not a number of tiles"),
    ("-" + "9" * 5000, 2, "is not a number of tiles"),
    ("-1²", 2, "'1' is not a tile"),
]


@pytest.mark.parametrize(("human", "gcg", "ucgi"), FORMS)
def test_three_notations(warez: Board, human: str, gcg: str, ucgi: str):
    move = parse_move(human, warez)
    assert (move.human, move.gcg, move.ucgi, str(move)) == (human, gcg, ucgi, human)
    assert parse_move(gcg, warez) == parse_move(ucgi, warez) == move


@pytest.mark.parametrize(("text", "human"), SAME)
def test_many_ways_to_write_a_move(warez: Board, text: str, human: str):
    assert str(parse_move(text, warez)) == human


@pytest.mark.parametrize(("text", "column", "message"), NO_MOVES)
def test_an_invalid_move_is_reported_with_its_column(
    warez: Board, text: str, column: int | None, message: str
):
    with pytest.raises(MoveSyntaxError) as caught:
        parse_move(text, warez)
    assert caught.value.column == column
    assert message in str(caught.value)
    assert str(caught.value).isprintable() and len(str(caught.value)) < 200


def test_tiles_of_several_characters(spanish: Variant):
    board = Board.empty(spanish)
    move = parse_move("5C [CH]o", board, rules=spanish.rules)
    assert (move.human, move.gcg, move.ucgi) == ("5C [CH]o", "5C [CH]o", "5C.[CH]o")
    assert len(move.squares) == 2
    assert parse_move("5C CHo", board, rules=spanish.rules) == move
    apart = parse_move("5C [C]HO", board, rules=spanish.rules)
    assert str(apart) == "5C [C]HO" and len(apart.squares) == 3
    board = board.place(move)
    for text in ("C5 (CH)A", "C5 .A", "C5 CHA", "C5 ([CH])A", "c5.[CH]A"):
        assert str(parse_move(text, board, rules=spanish.rules)) == "C5 ([CH])A"
    assert str(parse_move("-[CH]CH?c", board, rules=spanish.rules)) == "(exch ?C[CH][CH])"


def test_what_an_exchange_may_use(standard: Variant, warez: Board):
    rack = standard.tiles.parse_rack("AEIOU?Z")
    assert parse_move("-AZ?", warez, rack).tiles_used == standard.tiles.parse_rack("?AZ")
    assert parse_move("-7", warez, rack).exchange_count == 7
    for text, message in [
        ("-AA", "the rack .* does not hold all these tiles"),
        ("-8", "the rack holds only 7 tiles"),
        ("-AAAAAAAA", "the rack holds only 7 tiles"),
    ]:
        with pytest.raises(IllegalMoveError, match=message):
            parse_move(text, warez, rack)
    with pytest.raises(IllegalMoveError, match="a rack holds only 7 tiles"):
        parse_move("-8", warez)
    with pytest.raises(IllegalMoveError, match=r"the rack holds only 1 tile$"):
        parse_move("-2", warez, standard.tiles.parse_rack("A"))
    with pytest.raises(IllegalMoveError, match="does not hold"):
        parse_move("D8 .ATER", warez, rack)
    with pytest.raises(IllegalMoveError, match="no tile is exchanged"):
        Move.exchange(Rack.empty(standard.tiles))
    with pytest.raises(IllegalMoveError, match="no tile is exchanged"):
        Move.exchange_unknown(standard.tiles, 0)


def test_a_move_is_a_value(standard: Variant, warez: Board):
    move = parse_move("D8 .ATER", warez)
    assert move.kind is MoveKind.PLAY == "play"
    assert (move.row, move.column, move.direction, move.coordinates) == (7, 3, Direction.DOWN, "D8")
    assert move.placed == (False, True, True, True, True)
    assert move.squares == [(8, 3, 1), (9, 3, 20), (10, 3, 5), (11, 3, 18)]
    assert move.tiles_used == standard.tiles.parse_rack("ATER")
    assert repr(move) == "<Move D8 (W)ATER 16>"
    assert move == pickle.loads(pickle.dumps(move)) and hash(move) == hash(replace(move))
    assert move != replace(move, score=17)
    assert Move.pass_turn(standard.tiles).tiles_used == Rack.empty(standard.tiles)
    assert Move.exchange_unknown(standard.tiles, 3).tiles_used == Rack.empty(standard.tiles)
    assert parse_move("9D aT", warez).tiles_used == standard.tiles.parse_rack("?T")


@given(random=st.randoms(use_true_random=True))
def test_what_is_written_reads_back(
    variant: Variant,
    a_position: Callable[[Variant, Random], Position],
    a_play: Callable[..., Move | None],
    random: Random,
):
    board = a_position(variant, random).board
    move = a_play(board, random)
    assume(move is not None)
    read = parse_move(str(move), board, rules=variant.rules)
    assert replace(read, score=0) == move
    spelled_out = f"{move.coordinates.lower()} {variant.tiles.text(move.word)}"
    for text in (read.gcg, read.ucgi, read.human, spelled_out):
        assert parse_move(text, board, move.tiles_used, rules=variant.rules) == read


@given(data=st.data())
def test_exchanges_read_back(variant: Variant, data: st.DataObject):
    tile = st.integers(0, variant.tiles.letters)
    tiles = data.draw(st.lists(tile, min_size=1, max_size=variant.rules.rack_size))
    board = Board.empty(variant)
    for move in (
        Move.exchange(Rack.from_tiles(variant.tiles, tiles)),
        Move.exchange_unknown(variant.tiles, len(tiles)),
        Move.pass_turn(variant.tiles),
    ):
        for text in (move.gcg, move.ucgi, str(move)):
            assert parse_move(text, board, rules=variant.rules) == move


ANY_TEXT = st.text() | st.from_regex(
    r"\A\s?([0-9]{1,3}[A-Za-z]|[A-Za-z][0-9]{1,2})[ .][ChcLñ·.()\[\]?²①A]{0,9}\Z"
)


@given(text=ANY_TEXT | st.from_regex(r"\A(-|ex\.|\(?exch )[ChL·0-9²?()\[\]]{0,6}\Z"))
def test_no_text_raises_anything_else(variant: Variant, text: str):
    board = Board.empty(variant)
    try:
        move = parse_move(text, board, rules=variant.rules)
    except JackdawError as error:
        assert isinstance(error, MoveSyntaxError | IllegalMoveError)
        assert str(error).isprintable()
    else:
        assert parse_move(str(move), board, rules=variant.rules) == move
