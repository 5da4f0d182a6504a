"""Endgames with words in any order (WordSmog), against plain minimax."""

from dataclasses import replace

import msgspec
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from slow_endgame import Minimax, check_value, endgame_value
from small_endgames import (
    TINY,
    TINY_WORDS,
    draw_one,
    empty_bag_position,
    one_tile_endgames,
    small_endgames,
    tiny_endgames,
)
from small_games import SmallGame, junk_board, racks, small_games

from movegen import Lexicon, MoveKind, Position, Tile, TileSet, TooManyPlaysError, Variant
from movegen.variant import BoardLayout, Rules, WordOrder, core_counts
from sims.games import MoveChooser
from strategy import SearchLimits, load_strategy
from strategy.endgame import solve_endgame
from strategy.endgame.endgame import native_board
from strategy.native import core

pytestmark = pytest.mark.core

SMOG = Variant(TINY.tiles, TINY.layout, msgspec.structs.replace(TINY.rules, word_order=WordOrder.ANY))


@pytest.mark.medium
@given(st.data(), st.sampled_from([None, 2, 3, 6]))
@settings(max_examples=100, deadline=None)
def test_minimax_agrees(data: st.DataObject, scoreless_turns: int | None) -> None:
    position = draw_one(data, small_endgames(5, SMOG))
    check_value(position, TINY_WORDS, scoreless_turns)


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_all_moves_have_their_values(data: st.DataObject) -> None:
    position = draw_one(data, small_endgames(5, SMOG))
    result = solve_endgame(position, TINY_WORDS, moves=None)
    exact = Minimax(SMOG, TINY_WORDS).move_values(position)
    assert {each.move: (each.value, each.lower, each.upper) for each in result.moves} == {
        move: (value, value, value) for move, value in exact.items()
    }


def in_any_order(game: SmallGame) -> SmallGame:
    rules = msgspec.structs.replace(game.variant.rules, word_order=WordOrder.ANY)
    return replace(game, variant=Variant(game.variant.tiles, game.variant.layout, rules))


@st.composite
def odd_positions(draw: st.DrawFn, max_tiles: int) -> tuple[Position, Lexicon]:
    """Generate endgames of odd boards and alphabets, with blanks, on boards that no lexicon explains."""
    game = draw(small_games().map(in_any_order))
    board = junk_board(game, draw(st.floats(0.02, 0.9)), draw(st.integers(0, 1000)))
    assume(not board.is_empty)
    held = [draw(racks(game.pool, max_tiles=max_tiles, max_blanks=1)) for _ in range(2)]
    tiles = sum(map(len, held)) + int((board.squares > 0).sum())
    assume(2 * max(map(len, held)) <= tiles)  # or the rules refuse so few
    position = empty_bag_position(game.variant, board.squares, held)
    assume(len(position.moves(game.lexicon)) < 40)
    return position, game.lexicon


@given(odd_positions(max_tiles=2))
@settings(max_examples=40, deadline=None)
def test_minimax_agrees_on_any_board(found: tuple[Position, Lexicon]) -> None:
    position, lexicon = found
    assert solve_endgame(position, lexicon).value == endgame_value(position, lexicon)


def gain(position: Position, lexicon: Lexicon, going_out: int) -> int:
    """The exact gain of unopposed play: the best of all orders of plays."""
    me, most = position.on_turn, 0
    for move in position.moves(lexicon):
        if move.kind is MoveKind.PLAY:
            after = replace(position.after(move), on_turn=me, scoreless_turns=0)
            here = move.score + position.rack.points - after.rack.points
            most = max(most, here + (gain(after, lexicon, going_out) if len(after.rack) else going_out))
    return most


def bound(position: Position, lexicon: Lexicon, going_out: int) -> int:
    rack = core_counts(position.rack.counts)
    return core.max_unopposed_gain(native_board(position, lexicon), rack, going_out)


@given(st.data(), st.integers(0, 20))
@settings(max_examples=60, deadline=None)
def test_no_order_of_plays_gains_more(data: st.DataObject, going_out: int) -> None:
    few = [each for each in tiny_endgames(variant=SMOG) if len(each.rack) <= 3]
    position = draw_one(data, few)
    assert bound(position, TINY_WORDS, going_out) >= gain(position, TINY_WORDS, going_out)


@given(odd_positions(max_tiles=3))
@settings(max_examples=40, deadline=None)
def test_no_order_of_plays_gains_more_on_any_board(found: tuple[Position, Lexicon]) -> None:
    position, lexicon = found
    assert bound(position, lexicon, 7) >= gain(position, lexicon, 7)


def test_the_bound_of_one_tile_is_exact() -> None:
    """In every tiny endgame: a lane taken for another shows in one of hundreds."""
    for position in one_tile_endgames(SMOG):
        assert bound(position, TINY_WORDS, 3) == gain(position, TINY_WORDS, 3), position


@given(st.data(), st.sampled_from([2, 3]))
@settings(max_examples=15, deadline=None)
def test_any_number_of_workers_finds_the_same(data: st.DataObject, workers: int) -> None:
    position = draw_one(data, tiny_endgames(variant=SMOG))
    alone = solve_endgame(position, TINY_WORDS, moves=3, limits=SearchLimits(memory=2))
    shared = solve_endgame(position, TINY_WORDS, moves=3, limits=SearchLimits(memory=2, workers=workers))
    for each in (alone, shared):
        assert each.is_proven
    assert (shared.value, shared.variation, shared.moves) == (alone.value, alone.variation, alone.moves)


def on_row(variant: Variant, word: str) -> npt.NDArray[np.uint8]:
    """Return the squares of a board with a word across its middle row, from the second square on."""
    squares = np.zeros((variant.layout.rows, variant.layout.columns), dtype=np.uint8)
    squares[variant.layout.rows // 2, 1 : 1 + len(word)] = list(variant.tiles.parse_rack(word))
    return squares


def test_an_order_of_letters_that_no_word_has() -> None:
    """By hand: the only word is ONE, so O goes out beside EN only where words may be in any order."""
    tiles = TileSet.from_letters("three", [Tile(each, each.lower(), 2, 1) for each in "ENO"], blanks=0)
    lexicon = Lexicon.from_words(["ONE"], tiles)
    layout = BoardLayout("plain", (" " * 5,) * 3, (1, 1))
    rules = Rules(rack_size=1, bingo_tiles=1, bingo_bonus=0)
    values = []
    for order in WordOrder:
        variant = Variant(tiles, layout, msgspec.structs.replace(rules, word_order=order))
        held = [list(tiles.parse_rack("O")), list(tiles.parse_rack("E"))]
        values.append(solve_endgame(empty_bag_position(variant, on_row(variant, "EN"), held), lexicon).value)
    assert dict(zip(WordOrder, values, strict=True)) == {WordOrder.FIXED: 0, WordOrder.ANY: 3 + 2}


def game_of_two() -> Variant:
    """Return WordSmog for two players, who have tiles enough with two racks and one word."""
    smog = Variant.load("wordsmog")
    return Variant(smog.tiles, smog.layout, msgspec.structs.replace(smog.rules, players_max=2))


def two_blanks() -> Position:
    """Return a position whose player on turn has more plays than a search lists."""
    smog = game_of_two()
    held = [list(smog.tiles.parse_rack(rack)) for rack in ("AEIRS??", "DENOTUV")]
    return empty_bag_position(smog, on_row(smog, "QUINTETS"), held)


def test_too_many_plays_are_refused_and_a_player_makes_a_static_move() -> None:
    position, lexicon = two_blanks(), Lexicon.load()
    with pytest.raises(TooManyPlaysError, match="more than 100,000 plays of a rack in one lane; simulate"):
        solve_endgame(position, lexicon)
    move, _ = MoveChooser(lexicon).choose_in(load_strategy("static_endgame"), position)
    assert move.kind is MoveKind.PLAY


def test_plays_count_as_nodes_of_the_limit() -> None:
    """A node of a few thousand plays is the last one within a limit of 20."""
    smog = game_of_two()
    held = [list(smog.tiles.parse_rack(rack)) for rack in ("AEIRSLN", "DENOTUV")]
    position = empty_bag_position(smog, on_row(smog, "QUINTETS"), held)
    assert solve_endgame(position, Lexicon.load(), limits=SearchLimits(nodes=20)).nodes < 5
