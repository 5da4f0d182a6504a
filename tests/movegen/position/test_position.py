"""Positions: what is unseen, what is in the bag, what a move leads to."""

import pickle
from collections.abc import Callable
from dataclasses import replace
from random import Random

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from movegen.board import Board, Move
from movegen.errors import IllegalMoveError, PositionError
from movegen.position import Position, read_cgp
from movegen.variant import Rack, TileSet, Variant

EARLY = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0 lex ENABLE;"
ENDING = (
    "4YOGI4BOW/6R4KAME/6a3MED2/6N3EF3/6U3N4/6L2JO4/5QAT1O1N3/DEY3TANGLER2/1RECANED3W3/3A2D4S3/"
    "3R4TOUCAN1/2OP7A3/2PI7SHIV/2A6ZITI1I/BUHL10E ?EEFSTT/ 342/347 0"
)


@pytest.fixture(scope="module")
def early() -> Position:
    return read_cgp(EARLY)


def test_unseen_and_bag(early: Position):
    assert (early.players, early.on_turn, early.lexicon_name) == (2, 0, "ENABLE")
    assert str(early.rack) == "ADEEGIL"
    assert len(early.unseen) == 100 - 5 - 7
    assert early.bag_count == 81 and early.can_exchange
    ending = read_cgp(ENDING)
    assert (len(ending.unseen), ending.bag_count, ending.can_exchange) == (16, 9, True)


def test_only_the_rack_of_the_player_on_turn_is_seen(standard: Variant):
    first, second = (standard.tiles.parse_rack(tiles) for tiles in ("AEI", "QU"))
    position = replace(Position.initial(standard), racks=(first, second), on_turn=1)
    assert position.without_other_racks().racks == (None, second)
    assert replace(position, racks=(first, None)).without_other_racks().racks == (None, None)


def test_the_bag_is_what_full_racks_leave(standard: Variant):
    for players, bag in ((2, 86), (3, 79), (4, 72)):
        position = Position.initial(standard, players)
        assert (position.bag_count, len(position.unseen), len(position.rack)) == (bag, 100, 0)


def test_a_play(early: Position):
    move = early.parse_move("E7 G.LED")
    later = early.after(move)
    assert str(later.racks[0]) == "AEI"
    assert later.scores == (move.score, 32)
    assert (later.on_turn, later.scoreless_turns) == (1, 0)
    assert later.board == early.board.place(move)
    assert len(later.unseen) == 100 - 9  # the player now on turn is unknown, and nobody has drawn
    assert later.lexicon_name == "ENABLE"
    assert early.scores == (0, 32)


def test_turns_without_a_score_are_counted(early: Position):
    passed = early.after(early.parse_move("pass"))
    assert (passed.scoreless_turns, passed.on_turn, passed.racks) == (1, 1, early.racks)
    exchanged = passed.after(passed.parse_move("-5")).after(passed.parse_move("-"))
    assert exchanged.scoreless_turns == 3
    assert early.after(early.parse_move("-AD")).racks[0] == early.variant.tiles.parse_rack("EEGIL")
    assert early.after(early.parse_move("-2")).racks[0] is None
    two_blanks = replace(
        early, racks=(early.variant.tiles.parse_rack("??"), None), board=Board.empty(early.variant)
    )
    assert two_blanks.after(two_blanks.parse_move("8H ab")).scoreless_turns == 1


def test_a_single_point_ends_a_row_of_turns_without_a_score(early: Position):
    blanks = replace(early, racks=(early.variant.tiles.parse_rack("??"), None), scoreless_turns=3)
    through_n = blanks.parse_move("F7 a.")
    assert (through_n.score, blanks.after(through_n).scoreless_turns) == (1, 0)


@pytest.mark.parametrize(("limit", "before", "may_end"), [(6, 4, False), (6, 5, True), (0, 5, False)])
def test_the_last_turn_without_a_score_may_be_the_next(
    early: Position, limit: int, before: int, may_end: bool
):
    variant = replace(early.variant, rules=msgspec.structs.replace(early.rules, scoreless_turns=limit))
    assert replace(early, variant=variant, scoreless_turns=before).may_end_without_score is may_end


def test_a_rack_that_is_not_full_is_known_in_part_while_the_bag_has_tiles(early: Position):
    tiles = early.variant.tiles
    partly = replace(early, racks=(tiles.parse_rack("GL"), None))
    later = partly.after(partly.parse_move("E7 G.LED"))
    assert later.racks[0] == Rack.empty(tiles)
    nearly = replace(early, racks=(tiles.parse_rack("AAAAAA"), None))
    assert str(nearly.after(nearly.parse_move("D7 A.E")).racks[0]) == "AAAAA"
    with pytest.raises(IllegalMoveError, match=r"it takes DEGL, which the rack AAAAAA does not hold"):
        nearly.parse_move("E7 G.LED")
    unknown = replace(early, racks=(None, None))
    assert unknown.after(unknown.parse_move("E7 G.LED")).racks[0] is None


def test_the_rack_must_hold_what_is_used(early: Position):
    with pytest.raises(IllegalMoveError, match="it takes DELZ, which the rack ADEEGIL does not hold"):
        early.parse_move("E7 Z.LED")
    with pytest.raises(IllegalMoveError, match="does not hold"):
        early.parse_move("-Z")
    with pytest.raises(IllegalMoveError, match="holds only 7"):
        early.parse_move("-8")
    move = replace(early, racks=(None, None)).parse_move("E7 Z.LED")
    with pytest.raises(IllegalMoveError, match="does not hold"):
        early.after(move)


def test_once_the_bag_is_empty_a_rack_is_known_in_full():
    endgame = read_cgp(
        "9A1PIXY/9S1L3/2ToWNLETS1O3/9U1DA1R/3GERANIAL1U1I/9g2T1C/8WE2OBI/6EMU4ON/6AID3GO1/5HUN4ET1/"
        "4ZA1T4ME1/1Q1FAKEY3JOES/FIVE1E5IT1C/5SPORRAN2A/6ORE2N2D BGIV/DEHILOR 384/389 0"
    )
    assert endgame.bag_count == 0 and not endgame.can_exchange
    assert str(endgame.unseen) == "DEHILOR"
    with pytest.raises(IllegalMoveError, match="the rack BGIV does not hold"):
        endgame.parse_move("C5 HO")
    with pytest.raises(
        IllegalMoveError, match=r"\(exch B\): with 0 tiles in the bag it is not allowed; it needs 7"
    ):
        endgame.parse_move("-B")
    with pytest.raises(IllegalMoveError, match="does not have so many tiles"):
        endgame._tiles_left(Move.exchange_unknown(endgame.variant.tiles, 5))


def test_a_move_must_be_legal_on_the_board(early: Position):
    with pytest.raises(IllegalMoveError, match="does not touch"):
        early.parse_move("1A AGE")
    with pytest.raises(IllegalMoveError, match="is taken"):
        early.after(early.parse_move("E7 G.LED")).after(early.parse_move("E7 G.LED"))


def test_contradictions_are_refused(early: Position, standard: Variant, spanish: Variant):
    board, rack = Board.empty(standard), standard.tiles.parse_rack
    digraphs: TileSet = spanish.tiles
    for arguments, message in [
        ((standard, Board.empty(spanish), (None, None), (0, 0)), "not one of the variant"),
        ((standard, board, (None, None), (0,)), "2 racks, but 1 scores"),
        ((standard, board, (None,), (0,)), "1 players; standard is for 2 to 4"),
        ((standard, board, (None,) * 5, (0,) * 5), "5 players"),
        ((standard, board, (None, None), (0, 0), 2), "player 2 of 2 is on turn"),
        ((standard, board, (None, None), (0, 0), -1), "on turn"),
        ((standard, board, (None, None), (0, 0), 0, -1), "-1 turns without a score"),
        ((standard, board, (digraphs.parse_rack("A"), None), (0, 0)), "a rack of spanish_like"),
        ((standard, board, (rack("ABCDEFGH"), None), (0, 0)), "has 8 tiles; racks hold 7"),
        ((standard, board, (rack("Q"), rack("Q")), (0, 0)), "2 tiles Q on the board and the racks"),
        ((standard, early.board, (rack("WW"), None), (0, 0)), "3 tiles W .*, but english has 2"),
        ((standard, board, (rack("???"), None), (0, 0)), r"3 tiles \? "),
    ]:
        with pytest.raises(PositionError, match=message):
            Position(*arguments)


def test_a_position_prints_itself(early: Position):
    text = str(early)
    assert " 8 = . . W I N D Y" in text
    assert "-> player 1  ADEEGIL  0" in text
    assert "   player 2  ?  32" in text
    assert "unseen 88 (81 in the bag): ??AAAAAAAA" in text
    assert early._repr_svg_().startswith("<svg")
    assert "player 1 to move" in early._repr_svg_()


def test_a_position_travels(early: Position):
    assert pickle.loads(pickle.dumps(early)) == early
    assert hash(early) == hash(read_cgp(EARLY))


@given(random=st.randoms(use_true_random=True))
def test_no_tile_is_lost(
    variant: Variant,
    a_position: Callable[[Variant, Random], Position],
    a_play: Callable[..., Move | None],
    random: Random,
):
    position = a_position(variant, random)
    total = sum(position.board.tile_counts) + len(position.rack) + len(position.unseen)
    assert total == variant.tiles.total
    move = a_play(position.board, random)
    assume(move is not None)
    try:
        later = position.after(move)
    except (IllegalMoveError, PositionError):
        return  # the rack or the set does not have these tiles
    assert sum(later.board.tile_counts) == sum(position.board.tile_counts) + len(move.squares)
    assert later.on_turn == 1


def test_shows_itself_at_the_prompt(early: Position) -> None:
    assert repr(early) == "<Position 0 - 32, player 1 to move, ADEEGIL, 81 in the bag>"
    shown = str(early)
    assert " 8 = . . W I N D Y . . . ' . . =" in shown
    assert "ADEEGIL" in shown
    variant = early.variant
    assert repr(variant) == "<Variant standard: standard15, english>"
    assert repr(variant.tiles) == "<TileSet english: 26 letters, 100 tiles>"
    assert repr(variant.layout) == "<BoardLayout standard15: 15 x 15>"
