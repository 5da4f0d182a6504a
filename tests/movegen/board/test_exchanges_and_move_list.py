"""Exchanges, the pass, leaves, and the order of the list of moves."""

import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from move_oracle import multisets
from small_games import SmallGame, alphabet, build_lexicon, racks, random_rack, small_games

from movegen.board import Move, MoveKind, MoveList, SubRacks
from movegen.errors import IllegalMoveError, PositionError
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator, Position
from movegen.variant import BLANK, BLANK_FLAG, BoardLayout, Direction, Rack, Rules, Variant

pytestmark = pytest.mark.core

SEEDS = st.integers(0, 2**32)
KINDS = [MoveKind.PLAY, MoveKind.EXCHANGE, MoveKind.PASS]


def exchanges(moves: MoveList) -> list[tuple[int, ...]]:
    return [move.exchanged for move in moves if move.kind is MoveKind.EXCHANGE]


def order_key(move: Move) -> tuple[object, ...]:
    """The order that the documentation promises, said with `Move` objects."""
    if move.kind is not MoveKind.PLAY:
        return (-move.score, KINDS.index(move.kind), 0, 0, 0, move.exchanged)
    across = move.direction is Direction.ACROSS
    lane, start = (move.row, move.column) if across else (move.column, move.row)
    laid = tuple(byte if placed else 0 for byte, placed in zip(move.word, move.placed, strict=True))
    return (-move.score, KINDS.index(move.kind), int(move.direction), lane, start, laid)


@given(st.data(), st.integers(0, 12), st.integers(0, 10))
def test_every_exchange_that_rules_and_bag_allow(data: st.DataObject, bag: int, limit: int):
    tiles = alphabet(4)
    rules = Rules(rack_size=9, players_max=2, exchange_limit=limit)
    variant = Variant(tiles, BoardLayout.plain("p", 3, 3), rules)
    generator = MoveGenerator(variant, build_lexicon(frozenset({(1, 1)}), tiles))
    chosen = data.draw(racks((1, 2, 3, 4), max_tiles=9))
    rack = Rack.from_tiles(tiles, chosen)
    moves = generator.moves(rack, bag)
    listed = exchanges(moves)
    assert len(listed) == len(set(listed))
    assert set(listed) == (multisets(chosen, min(len(chosen), bag)) if bag >= limit else set())
    assert all(
        move.score == 0 and move.exchange_count == len(move.exchanged) for move in moves if move.exchanged
    )
    assert [move.kind for move in moves].count(MoveKind.PASS) == 1


def test_position_and_generator_agree_about_the_bag(standard: Variant):
    """`Position.can_exchange` and the list say the same, whatever is left in the bag."""
    lexicon = Lexicon.from_words(["QUIZ"], standard.tiles)
    position = Position.initial(standard)
    assert position.bag_count == 86
    rack = standard.tiles.parse_rack("AABC")
    position = Position(standard, position.board, (rack, None), (0, 0))
    assert len(exchanges(position.moves(lexicon))) == 3 * 2 * 2 - 1
    for limit, bag in ((7, 6), (7, 7), (1, 0), (0, 0), (0, 2)):
        variant = Variant(standard.tiles, standard.layout, Rules(exchange_limit=limit))
        listed = exchanges(MoveGenerator(variant, lexicon).moves(rack, bag))
        assert bool(listed) == (bag >= max(1, limit))
        assert all(len(tiles) <= bag for tiles in listed)


@settings(max_examples=40)
@given(small_games(), SEEDS)
def test_leaves_are_the_rack_less_what_was_used(game: SmallGame, seed: int):
    chance = random.Random(seed)
    generator = game.generator()
    for _ in range(4):
        rack = random_rack(game, chance)
        moves = generator.moves(rack, 50)
        records = moves.records
        for move, leave, placed in zip(
            moves, records["leave"].tolist(), records["placed"].tolist(), strict=True
        ):
            used = move.tiles_used
            assert moves.sub_racks[leave] == rack - used
            assert placed == len(used)
        of_exchanges = records["leave"][records["kind"] != KINDS.index(MoveKind.PLAY)]
        sub_racks = int(np.prod([count + 1 for count in rack.counts]))
        assert sorted(of_exchanges.tolist()) == list(range(sub_racks))  # the pass keeps the full rack
        plays = [move for move in moves if move.kind is MoveKind.PLAY]
        if plays:
            generator.play(chance.choice(plays))


@settings(max_examples=40)
@given(small_games(), SEEDS)
def test_order(game: SmallGame, seed: int):
    chance = random.Random(seed)
    generator = game.generator()
    for _ in range(4):
        moves = generator.moves(random_rack(game, chance), 50)
        keys = [order_key(move) for move in moves]
        assert keys == sorted(keys)
        scores = moves.records["score"]
        assert np.all(scores[:-1] >= scores[1:])
        generator.play(moves[chance.randrange(len(moves))])


@settings(max_examples=20)
@given(small_games(), SEEDS)
def test_find_is_the_inverse_of_indexing(game: SmallGame, seed: int):
    chance = random.Random(seed)
    generator = game.generator()
    for _ in range(3):
        moves = generator.moves(random_rack(game, chance), 50)
        for place in chance.sample(range(len(moves)), min(60, len(moves))):
            assert moves.find(moves[place]) == place
        generator.play(moves[0])


@pytest.fixture(scope="module")
def cats(standard: Variant) -> MoveList:
    """The 38 exchanges and plays of a small rack beside one word."""
    generator = MoveGenerator(
        standard, Lexicon.from_words(["AT", "TA", "CAT", "ACT", "TACT"], standard.tiles)
    )
    generator.play(generator.moves(standard.tiles.parse_rack("CAT"), 0)[0])
    return generator.moves(standard.tiles.parse_rack("?AT"), 50)


def test_a_list_is_a_sequence(cats: MoveList):
    assert isinstance(cats, Sequence)
    whole = list(cats)
    assert len(cats) == len(whole) > 30
    assert [cats[place] for place in range(len(cats))] == whole
    assert (cats[-1], cats[-2]) == (whole[-1], whole[-2])
    assert list(reversed(cats)) == whole[::-1]
    assert whole[3] in cats
    with pytest.raises(IndexError):
        cats[len(cats)]
    with pytest.raises(IndexError):
        cats[-len(cats) - 1]


@pytest.mark.parametrize(
    "part", [slice(3), slice(2, 9), slice(-4, None), slice(None, None, 5), slice(7, 2), slice(99)]
)
def test_slices_are_lists_of_the_same_moves(cats: MoveList, part: slice):
    taken = cats[part]
    assert isinstance(taken, MoveList)
    assert list(taken) == list(cats)[part]
    for place, move in enumerate(taken):
        assert taken.find(move) == place
        assert taken.sub_racks[int(taken.records["leave"][place])] == cats.rack - move.tiles_used


def test_a_list_is_made_of_moves(cats: MoveList, standard: Variant):
    made = MoveList.from_moves(reversed(cats), cats.board, cats.rack)
    assert np.array_equal(made.records, cats.records[::-1])
    assert len(MoveList.from_moves([], cats.board, cats.rack)) == 0
    tiles = standard.tiles
    with pytest.raises(PositionError, match="is not all in"):
        MoveList.from_moves([Move.exchange(tiles.parse_rack("QZ"))], cats.board, cats.rack)
    with pytest.raises(IllegalMoveError, match="are unknown"):
        MoveList.from_moves([Move.exchange_unknown(tiles, 1)], cats.board, cats.rack)
    beyond = Move.play(tiles, 14, 14, Direction.ACROSS, (1, 1), (True, True))
    with pytest.raises(IllegalMoveError, match="does not fit"):
        MoveList.from_moves([beyond], cats.board, cats.rack)


def test_reordered(cats: MoveList):
    backward = np.arange(len(cats))[::-1]
    assert list(cats.select(backward)) == list(cats)[::-1]


def test_what_is_not_in_the_list_is_not_found(cats: MoveList, standard: Variant):
    tiles = standard.tiles
    play = next(move for move in cats if move.kind is MoveKind.PLAY)
    elsewhere = Move.play(tiles, 0, 0, play.direction, play.word, play.placed, play.score)
    assert cats.find(elsewhere) is None
    assert cats.find(Move.exchange(tiles.parse_rack("Q"))) is None
    assert cats.find(Move.exchange(tiles.parse_rack("A" * 40))) is None
    assert cats.find(Move.exchange_unknown(tiles, 1)) is None
    assert cats.find(Move.play(tiles, 0, 0, Direction.ACROSS, (1,) * 40, (True,) * 40)) is None
    assert cats[:0].find(Move.pass_turn(tiles)) is None
    blanked = [
        byte | BLANK_FLAG if placed else byte for byte, placed in zip(play.word, play.placed, strict=True)
    ]
    two_blanks = Move.play(tiles, play.row, play.column, play.direction, tuple(blanked), play.placed)
    assert sum(play.placed) < 2 or cats.find(two_blanks) is None


def test_exchanges_of_blanks_are_distinguished(standard: Variant):
    """A blank is tile 0, which also fills the record: only the number of tiles distinguishes them."""
    generator = MoveGenerator(standard, Lexicon.from_words(["QUIZ"], standard.tiles))
    rack = standard.tiles.parse_rack("??A")
    moves = generator.moves(rack, 50)
    assert exchanges(moves) == [(BLANK,), (BLANK, BLANK), (BLANK, BLANK, 1), (BLANK, 1), (1,)]
    for place, move in enumerate(moves):
        assert moves.find(move) == place


def test_the_largest_rack_numbers_its_leaves(standard: Variant):
    """Sixteen different tiles have 65,536 sub-racks: as many as the number can represent."""
    variant = Variant(standard.tiles, standard.layout, Rules(rack_size=16, players_max=2))
    rack = Rack.from_tiles(variant.tiles, range(16))
    moves = MoveGenerator(variant, Lexicon.from_words(["ABODE"], variant.tiles)).moves(rack, 50)
    assert len(exchanges(moves)) == 65_535
    assert moves.sub_racks[65_535] == rack
    assert moves.sub_racks[0] == Rack.empty(variant.tiles)
    for place in range(0, len(moves), 997):
        assert moves.sub_racks[int(moves.records["leave"][place])] == rack - moves[place].tiles_used


def test_repr_shows_the_best_and_how_many_more(cats: MoveList):
    text = repr(cats)
    assert text.startswith(f"[{cats[0]!r}, ") and text.endswith(" more]")
    assert f"... {len(cats) - text.count('<Move'):,} more" in text and len(text) <= 200
    assert repr(cats[:1]) == f"[{cats[0]!r}]"


@given(racks((1, 2, 3, 4), max_tiles=9))
def test_sub_racks(chosen: list[int]):
    rack = Rack.from_tiles(alphabet(4), chosen)
    sub_racks = SubRacks(rack)
    every = list(sub_racks)
    assert {tuple(saved) for saved in every} == multisets(chosen, len(chosen)) | {()}
    assert len(every) == len(set(every)) == len(sub_racks)
    for saved, counts in zip(every, sub_racks.counts.tolist(), strict=True):
        assert [saved.counts[tile] for tile in sub_racks.kinds] == counts
    assert [sub_racks.number(saved) for saved in every] == list(range(len(every)))
    with pytest.raises(PositionError, match="is not all in"):
        sub_racks.number(rack + rack)
    for wrong in (len(sub_racks), -1):
        with pytest.raises(IndexError):
            sub_racks[wrong]
