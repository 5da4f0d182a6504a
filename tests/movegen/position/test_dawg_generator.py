"""The DAWG generator finds what the GADDAG generator finds; the work of both is counted as defined."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import (
    SmallGame,
    alphabet,
    build_lexicon,
    expected_plays,
    junk_board,
    racks,
    random_rack,
    small_games,
)

from movegen.board import Board, MoveKind, MoveList
from movegen.errors import PositionError
from movegen.gordon1994 import count_work
from movegen.lexicon import Lexicon
from movegen.position import Algorithm, MoveGenerator
from movegen.variant import BoardLayout, Rack, Rules, Variant

pytestmark = pytest.mark.core

SEEDS = st.integers(0, 2**32)


def assert_same(generator: MoveGenerator, rack: Rack, bag_count: int = 0) -> MoveList:
    """Both find the same moves and as many plays, no move twice."""
    lists = [
        MoveList.by_score(generator.find_moves(rack, bag_count, algorithm=way), generator.board, rack)
        for way in Algorithm
    ]
    assert np.array_equal(lists[0].records, lists[1].records)
    plays = int(np.count_nonzero(lists[0].records["kind"] == 0))
    assert len(np.unique(lists[1].records)) == len(lists[1])
    assert [count_work(generator, rack, algorithm=way).plays for way in Algorithm] == [plays, plays]
    return lists[1]


@settings(max_examples=60)
@given(small_games(), SEEDS)
def test_random_games(game: SmallGame, seed: int):
    chance = random.Random(seed)
    generator = game.generator()
    for _ in range(6):
        moves = assert_same(generator, random_rack(game, chance), 50)
        plays = [move for move in moves if move.kind is MoveKind.PLAY]
        if plays:
            generator.play(chance.choice(plays))


@settings(max_examples=80)
@given(small_games(), st.floats(0.02, 0.6), SEEDS, st.data())
def test_boards_that_no_lexicon_explains(game: SmallGame, density: float, seed: int, data: st.DataObject):
    board = junk_board(game, density, seed)
    assert_same(game.generator(board), game.rack(data.draw(racks(game.pool))))


@pytest.mark.medium
@settings(max_examples=20)
@given(small_games(), SEEDS)
def test_against_the_oracle(game: SmallGame, seed: int):
    chance = random.Random(seed)
    generator = game.generator()
    for _ in range(3):
        rack = random_rack(game, chance)
        found = generator.find_moves(rack, 0, algorithm=Algorithm.DAWG)
        moves = MoveList(found, generator.board, rack)
        plays = {frozenset(move.squares): move.score for move in moves if move.kind is MoveKind.PLAY}
        assert plays == expected_plays(game, generator.board, rack)
        if plays:
            generator.play(next(move for move in moves if move.kind is MoveKind.PLAY))


@pytest.mark.parametrize(("variant_name", "games"), [("standard", 12), ("super", 3)])
def test_games_on_the_embedded_lexicon(variant_name: str, games: int):
    """Whole games of random but high-scoring moves, blanks and all."""
    variant = Variant.load(variant_name)
    lexicon = Lexicon.load(longest=variant.layout.columns)
    bag = [tile for tile, count in enumerate(variant.tiles.counts) for _ in range(count)]
    size = variant.rules.rack_size
    for seed in range(games):
        chance = random.Random(seed)
        left = chance.sample(bag, len(bag))
        generator = MoveGenerator(variant, lexicon)
        while left:
            moves = assert_same(generator, Rack.from_tiles(variant.tiles, left[:size]), len(left))
            generator.play(moves[chance.randrange(min(5, len(moves)))])
            left = left[size:]


def test_racks_that_the_core_cannot_take_are_refused(standard: Variant):
    generator = MoveGenerator(standard, Lexicon.from_words(["AB"], standard.tiles))
    for tiles in ([1] * 8, [1] * 200):
        with pytest.raises(PositionError, match="is not a rack of standard"):
            count_work(generator, Rack.from_tiles(standard.tiles, tiles))
        with pytest.raises(PositionError, match="is not a rack of standard"):
            generator.find_moves(Rack.from_tiles(standard.tiles, tiles), 0, algorithm=Algorithm.DAWG)


def care_on_an_empty_board() -> tuple[MoveGenerator, Rack]:
    tiles = alphabet(4)  # A C E R as 1 2 3 4
    variant = Variant(tiles, BoardLayout.plain("p", 9, 9), Rules(players_max=2))
    generator = MoveGenerator(variant, build_lexicon(frozenset({(2, 1, 4, 3)}), tiles))
    return generator, Rack.from_tiles(tiles, [1, 2, 3, 4])


def test_the_arcs_of_care_by_the_gaddag():
    """One anchor, the four paths of figure 1: C@AR, AC@R, RAC@ and ERA have 4 + 4 + 4 + 3 arcs.

    Looked up are as many letters as the rack has left, and a separator where the word may end to the left.
    The anchor takes 4. Then with C on it 3 to the left, @, and 3, 2, 1 to the right (10); with A 3, for AC
    2, @, 2, 1, and A's @ (10); with R 3, for RA 2, for RAC 1, @, 1, and two more @ (10); with E 3, for ER 2,
    for ERA 1, and three @ (9).
    """
    generator, rack = care_on_an_empty_board()
    work = count_work(generator, rack)
    assert (work.plays, work.lookups, work.arcs, work.anchors) == (4, 43, 15, 1)


def test_the_arcs_of_care_by_the_dawg():
    """Left parts of no letter, C, CA and CAR (3 arcs); extended to the right they take 3, 2, 1 and 0 more.

    Looked up are 4 + 3 + 2 letters to make them, and 4 + 3 + 2 + 1, 3 + 2 + 1, 2 + 1 and 1 to extend them.
    """
    generator, rack = care_on_an_empty_board()
    work = count_work(generator, rack, algorithm=Algorithm.DAWG)
    assert (work.plays, work.lookups, work.arcs, work.anchors) == (4, 29, 9, 1)


def test_a_blank_looks_up_every_letter_of_the_words():
    """The alphabet has 4 letters, all in use. A lone blank goes no further; in the DAWG only C has an arc."""
    generator, rack = care_on_an_empty_board()
    work = count_work(generator, Rack.from_tiles(rack.tile_set, [0]))
    assert (work.plays, work.lookups, work.arcs) == (0, 4, 4)
    work = count_work(generator, Rack.from_tiles(rack.tile_set, [0]), algorithm=Algorithm.DAWG)
    assert (work.plays, work.lookups, work.arcs) == (0, 4, 1)


def test_an_arc_is_followed_even_to_a_square_that_takes_nothing():
    """BC and CA with a B to lay: from the C, across and down, @ leads to squares that take other letters.

    Both ways 3 arcs are looked up from the C (C, B, @), of which BC's B is none, since it only begins a word,
    1 from the A, and a B beside the C.
    """
    tiles = alphabet(4)
    squares = np.array([[0, 0, 0, 0], [0, 0, 3, 0], [0, 0, 0, 1]], dtype=np.uint8)
    variant = Variant(tiles, BoardLayout.plain("p", 3, 4), Rules(players_max=2))
    lexicon = build_lexicon(frozenset({(2, 3), (3, 1)}), tiles)
    generator = MoveGenerator(variant, lexicon, Board(variant.layout, tiles, squares))
    work = count_work(generator, Rack.from_tiles(tiles, [2]))
    assert (work.plays, work.lookups, work.arcs, work.anchors) == (2, 10, 8, 6)


def anchors_used(rows: list[str]) -> tuple[int, int]:
    """Anchors that the GADDAG and the DAWG generator use on a board; `.` is an empty square."""
    tiles = alphabet(4)
    variant = Variant(tiles, BoardLayout.plain("p", len(rows), len(rows[0])), Rules(players_max=2))
    squares = np.array([[".ABCD".index(symbol) for symbol in row] for row in rows], dtype=np.uint8)
    lexicon = build_lexicon(frozenset({(2, 1, 4, 3)}), tiles)
    generator = MoveGenerator(variant, lexicon, Board(variant.layout, tiles, squares))
    gaddag, dawg = (count_work(generator, Rack.empty(tiles), algorithm=way).anchors for way in Algorithm)
    return gaddag, dawg


@pytest.mark.parametrize(
    ("rows", "gaddag", "dawg"),
    [
        # A row: the run (both ends for the DAWG); above and below it squares 1, 3 and 5 of five.
        # Columns: each tile is a run (or the squares above and below); at either end of the word a square.
        ([".......", ".......", ".ABCDA.", ".......", "......."], 1 + 6 + 5 + 2, 2 + 10 + 10 + 2),
        # At the edge: what covers the first of three squares above covers the second; the third may be first.
        (["....", "ABC.", "....", "...."], 1 + 4 + 3 + 1, 1 + 6 + 6 + 1),
        (["...", "...", "..."], 1, 1),  # across only, since down is the same
        (["...", "...", "...", "..."], 2, 2),
    ],
)
def test_which_anchors_are_used(rows: list[str], gaddag: int, dawg: int):
    """Gordon 1994, "The move generation algorithm": one anchor a run, every other one of contiguous ones."""
    assert anchors_used(rows) == (gaddag, dawg)
