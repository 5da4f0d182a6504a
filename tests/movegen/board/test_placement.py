"""Legal placements on a board, the words they form and their scores."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from movegen.board import Board, Move, check_placement, normalize_play, parse_move, score_play, words_formed
from movegen.errors import IllegalMoveError
from movegen.position import Position, read_cgp
from movegen.variant import BLANK_FLAG, Direction, Rules, Variant

REFERENCE = Path(__file__).resolve().parents[3] / ".." / "shared" / "reference" / "moves.jsonl"


def after(variant: Variant, *texts: str) -> Board:
    """The board after these plays."""
    board = Board.empty(variant)
    for text in texts:
        board = board.place(parse_move(text, board, rules=variant.rules))
    return board


def play(board: Board, row: int, column: int, direction: Direction, text: str) -> Move:
    """A play as it stands, unchecked; a dot plays through whatever is there."""
    down, right = direction.step
    letters = [0 if symbol == "." else board.tile_set.parse_board_tiles(symbol)[0] for symbol in text]
    word = [
        letter or board[row + distance * down, column + distance * right]
        for distance, letter in enumerate(letters)
    ]
    return Move.play(board.tile_set, row, column, direction, tuple(word), tuple(map(bool, letters)))


ILLEGAL_ON_THE_EMPTY_BOARD = [
    ("8H A", "two tiles or more"),
    ("8D ABCD", "covers 8H"),
    ("H1 ABCDEFG", "covers 8H"),
    ("8M ABCD", "does not fit on a board of 15 x 15"),
    ("H14 ABC", "does not fit"),
    ("16H AB", "does not fit"),
    ("8P AB", "does not fit"),
    ("8H A.", "8I is empty, there is no tile to play through"),
    ("8H (A)B", "8H is empty"),
]
ILLEGAL_BESIDE_WAREZ = [  # after 8D WAREZ
    ("8D WAREZ", "no tile is laid"),
    ("8D .....", "no tile is laid"),
    ("10A AT", "does not touch"),
    ("A1 AT", "does not touch"),
    ("9I AT", "does not touch"),
    ("8E ....S", "joins the tile before or after it; name the whole word, from 8D"),
    ("8I S", "joins the tile before or after it; name the whole word, from 8D"),
    ("8C AWARE", "joins the tile before or after it; name the whole word, from 8C"),
    ("D9 ATER", "joins the tile before or after it; name the whole word, from D8"),
    ("D7 AXE", "8D is taken|8D holds W, not X"),
    ("8D (V)AREZS", "8D holds W, not V"),
    ("D8 (W)(A)T", "9D is empty"),
]


@pytest.mark.parametrize(("text", "message"), ILLEGAL_ON_THE_EMPTY_BOARD)
def test_first_plays_that_are_not_allowed(standard: Variant, text: str, message: str):
    with pytest.raises(IllegalMoveError, match=message) as caught:
        parse_move(text, Board.empty(standard))
    assert text.split()[0] in caught.value.where


@pytest.mark.parametrize(("text", "message"), ILLEGAL_BESIDE_WAREZ)
def test_later_plays_that_are_not_allowed(standard: Variant, text: str, message: str):
    with pytest.raises(IllegalMoveError, match=message) as caught:
        parse_move(text, after(standard, "8D WAREZ"))
    assert str(caught.value).isprintable()


def test_a_move_made_by_hand_is_checked_too(standard: Variant):
    board = after(standard, "8D WAREZ")
    across = Direction.ACROSS
    for move, message in [
        (play(board, 7, 3, across, "XAREZ"), "8D is taken by W"),
        (play(board, 7, 3, across, ".....S."), "8J is empty"),
        (
            Move.play(board.tile_set, 7, 3, across, (1, 1, 18, 5, 26, 19), (False,) * 5 + (True,)),
            "8D holds W, not A",
        ),
        (Move.play(board.tile_set, 7, 3, across, (23, 1), (False, False)), "no tile is laid"),
        (Move.play(board.tile_set, 99, 99, across, (1, 1), (True, True)), "does not fit"),
        (Move.play(board.tile_set, -1, 0, Direction.DOWN, (1, 1), (True, True)), "does not fit"),
        (Move.play(board.tile_set, 0, 0, across, (), ()), "no tile is laid"),
    ]:
        with pytest.raises(IllegalMoveError, match=message):
            check_placement(board, move)
    with pytest.raises(IllegalMoveError, match="is taken"):
        board.place(play(board, 7, 3, across, "AREZ"))


def test_the_rack_must_hold_the_tiles(standard: Variant):
    board, rack = Board.empty(standard), standard.tiles.parse_rack
    move = parse_move("8D WArEZ", board)
    check_placement(board, move, rack("WAEZ?"))
    for held in ("WAREZ", "WAEZ", ""):
        with pytest.raises(IllegalMoveError, match=r"it takes \?AEWZ, which .* does not hold"):
            check_placement(board, move, rack(held))
    exchange = parse_move("-WZ", board)
    check_placement(board, exchange, rack("WZ"))
    with pytest.raises(IllegalMoveError, match="it takes WZ"):
        check_placement(board, exchange, rack("W"))


STANDARD, SPANISH, WIDE = "standard", "spanish", "wide"
SCORES = [
    # game, plays before, the play, points, words
    (STANDARD, [], "8D WAREZ", 42, "WAREZ"),
    (STANDARD, [], "8D WArEZ", 40, "WArEZ"),
    (STANDARD, [], "8H ZA", 22, "ZA"),
    (STANDARD, [], "8H zA", 2, "zA"),
    (STANDARD, [], "8D QUIXOTE", 116, "QUIXOTE"),  # the bonus
    (STANDARD, ["8D WAREZ"], "8D .....S", 18, "WAREZS"),  # no premium counts twice
    (STANDARD, ["8D WARez"], "8D .....S", 7, "WARezS"),
    (STANDARD, ["8D WAREZ"], "D8 .ATER", 16, "WATER"),
    (STANDARD, ["8D WAREZ"], "9C AT", 8, "AT WT"),
    (STANDARD, ["8D WAREZ"], "9D AT", 9, "AT WA AT"),
    (STANDARD, ["8D WAREZ", "9D AT"], "10D SO", 11, "SO WAS ATO"),
    (SPANISH, [], "5D AEOA", 64, "AEOA"),  # quadruple word
    (SPANISH, [], "5A [CH]EAO", 27, "[CH]EAO"),  # quadruple letter
    (SPANISH, [], "5A CHEAOR", 88, "[CH]EAOR"),  # the whole rack is five tiles
    (SPANISH, ["5C EC"], "5C ..H", 11, "E[C]H"),  # C and H, not CH
    (WIDE, [], "6N АБВГД", 10, "АБВГД"),
    (WIDE, [], "6N АБВГДЕ", 50, "АБВГДЕ"),  # the bonus is for six of eight tiles, and 35
]


@pytest.mark.parametrize(("game", "before", "text", "points", "words"), SCORES)
def test_points_and_words(
    request: pytest.FixtureRequest, game: str, before: list[str], text: str, points: int, words: str
):
    variant = request.getfixturevalue(game)
    board = after(variant, *before)
    move = parse_move(text, board, rules=variant.rules)
    assert [board.tile_set.text(word) for word in words_formed(board, move)] == words.split()
    assert move.score == score_play(board, variant.rules, move) == points


def test_only_plays_score_and_form_words(standard: Variant):
    board = after(standard, "8D WAREZ")
    for text in ("-", "-WZ", "-5"):
        move = parse_move(text, board)
        assert score_play(board, standard.rules, move) == move.score == 0
        assert words_formed(board, move) == []
        assert board.place(move) == board


def test_one_tile_is_listed_across_if_that_makes_a_word(standard: Variant):
    board = after(standard, "8D WAREZ", "D8 .ATER")
    for text, listed in [
        ("9D .T", "9D (A)T"),
        ("E8 .T", "9D (A)T"),
        ("I8 S", "8D (WAREZ)S"),
        ("7H E", "H7 E(Z)"),
    ]:
        move = parse_move(text, board)
        assert str(move) == listed
        assert normalize_play(board, move) == move


def test_the_reference_scores():
    if not REFERENCE.is_file():
        pytest.skip("the reference positions are not beside the repository")
    for line in REFERENCE.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        position = read_cgp(record["cgp"])
        for text, score in record["top"]:
            assert position.parse_move(text).score == score, (record["cgp"], text)


@given(random=st.randoms(use_true_random=True))
def test_a_play_is_placed_and_removed(
    variant: Variant,
    a_position: Callable[[Variant, Random], Position],
    a_play: Callable[..., Move | None],
    random: Random,
):
    board = a_position(variant, random).board
    move = a_play(board, random)
    assume(move is not None)
    later = board.place(move)
    assert later.remove(move) == board != later
    assert sum(later.tile_counts) == sum(board.tile_counts) + len(move.squares)
    words = words_formed(board, move)
    assert words[0] == move.word
    bonus = variant.rules.bingo_bonus if len(move.squares) >= variant.rules.bingo_tiles else 0
    least = sum(variant.tiles.points[byte] for word in words for byte in word if not byte & BLANK_FLAG)
    assert score_play(board, variant.rules, move) >= least + bonus
    no_bonus = score_play(board, Rules(rack_size=16), move)
    assert score_play(board, variant.rules, move) == no_bonus + bonus


@given(random=st.randoms(use_true_random=True))
def test_rows_and_columns_may_be_swapped_on_a_symmetric_board(
    standard: Variant,
    a_position: Callable[[Variant, Random], Position],
    a_play: Callable[..., Move | None],
    random: Random,
):
    board = a_position(standard, random).board
    move = a_play(board, random)
    assume(move is not None)
    mirrored = Board(board.layout, board.tile_set, board.squares.T)
    twin = Move.play(move.tile_set, move.column, move.row, move.direction.other, move.word, move.placed)
    check_placement(mirrored, twin)
    assert score_play(mirrored, standard.rules, twin) == score_play(board, standard.rules, move)
