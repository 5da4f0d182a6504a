"""The best plays are those that sorting all plays puts first, for any leaves, board, rack and demand."""

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import permutations

import msgspec
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import SmallGame, alphabet, build_lexicon, junk_board, racks, random_rack, small_games

from movegen.board import Board, MoveKind, SubRacks, sort_order
from movegen.errors import ConfigError, PositionError
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator
from movegen.variant import BoardLayout, Rack, Rules, TileSet, Variant

pytestmark = pytest.mark.core

SEEDS = st.integers(0, 2**32)
COUNTS = st.sampled_from([1, 1, 2, 15, None])
MARGINS = st.sampled_from([None, None, 0, 1000, 20_000])


def leave_values(rack: Rack, seed: int, most: int = 40_000) -> npt.NDArray[np.int64]:
    """Any values; some equal, so that plays tie."""
    values = np.random.default_rng(seed).integers(-most, most, len(SubRacks(rack)), endpoint=True)
    return values // (1, 1000, most + 1)[seed % 3] * (1, 1000, most + 1)[seed % 3]


def check(
    generator: MoveGenerator,
    rack: Rack,
    values: npt.NDArray[np.int64],
    count: int | None = 1,
    margin: int | None = None,
) -> None:
    """The best plays against all moves, valued and sorted."""
    moves = generator.find_moves(rack, 0)
    plays = moves[moves["kind"] == 0]
    equities = plays["score"].astype(np.int64) * 1000 + values[plays["leave"]]
    order = sort_order(plays, equities, plays["score"])[:count]
    if margin is not None and len(order):
        order = order[equities[order] >= equities[order[0]] - margin]
    found, worth = generator.best_plays(rack, values, count=count, margin=margin)
    assert np.array_equal(worth, equities[order])
    assert np.array_equal(found, plays[order])


@settings(max_examples=80)
@given(small_games(), SEEDS, COUNTS, MARGINS)
def test_games_played_at_random(game: SmallGame, seed: int, count: int | None, margin: int | None) -> None:
    chance = random.Random(seed)
    generator = game.generator()
    for turn in range(6):
        rack = random_rack(game, chance)
        check(generator, rack, leave_values(rack, seed + turn), count, margin)
        plays = [move for move in generator.moves(rack, 0) if move.kind is MoveKind.PLAY]
        if plays:
            generator.play(chance.choice(plays))


@settings(max_examples=80)
@given(small_games(), st.floats(0.02, 0.6), SEEDS, COUNTS, st.data())
def test_boards_that_no_lexicon_explains(
    game: SmallGame, density: float, seed: int, count: int | None, data: st.DataObject
) -> None:
    rack = game.rack(data.draw(racks(game.pool)))
    check(game.generator(junk_board(game, density, seed)), rack, leave_values(rack, seed), count)


def test_hundreds_of_anagrams() -> None:
    """They lie in one block of the word map, in groups of sixteen."""
    letters = range(1, 7)
    lexicon = build_lexicon(frozenset(permutations(letters)), alphabet(6))
    variant = replace(Variant.standard(), tiles=alphabet(6))
    for tiles in (letters, [0, *letters], [0, *letters[1:], 3]):
        generator, rack = MoveGenerator(variant, lexicon), Rack.from_tiles(variant.tiles, list(tiles))
        for turn in range(3):
            check(generator, rack, leave_values(rack, turn), (1, 100, None)[turn])
            generator.play(generator.moves(rack, 0)[turn])


@pytest.mark.medium
@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_racks_with_blanks_on_a_real_lexicon(seed: int) -> None:
    chance = random.Random(seed)
    generator = MoveGenerator(Variant.standard(), Lexicon.load())
    english = generator.variant.tiles
    for turn in range(8):
        letters = chance.choices(range(1, 27), weights=english.counts[1:], k=chance.randint(1, 7))
        rack = Rack.from_tiles(english, ([0] * chance.choice([0, 1, 1, 2, 3]) + letters)[:7])
        check(generator, rack, leave_values(rack, seed + turn), chance.choice([1, 20, None]))
        found, _ = generator.best_plays(rack, np.zeros(len(SubRacks(rack))), count=3)
        moves = generator.moves(rack, 0)
        generator.play(moves[min(len(found), len(moves)) - 1])


@settings(max_examples=60, deadline=None)
@given(small_games(), st.integers(9, 11), SEEDS, COUNTS)
def test_larger_racks(game: SmallGame, rack_size: int, seed: int, count: int | None) -> None:
    """Up to ten tiles are searched by windows, eleven by the generator; words are as long as racks."""
    chance = random.Random(seed)
    long_words = [tuple(chance.choices(game.pool, k=chance.randint(8, 11))) for _ in range(20)]
    rules = msgspec.structs.replace(game.variant.rules, rack_size=rack_size)
    try:
        variant = Variant(game.variant.tiles, game.variant.layout, rules)
    except ConfigError:  # too many multipliers for so many tiles
        variant = Variant(game.variant.tiles, Variant.standard().layout, rules)
    generator = MoveGenerator(variant, build_lexicon(game.words.union(long_words), variant.tiles))
    for turn in range(4):
        tiles = list(chance.choice(long_words))
        for _ in range(chance.choice([0, 0, 1, 2])):
            tiles[chance.randrange(len(tiles))] = 0
        tiles += chance.choices(game.pool, k=11)
        rack = game.rack(tiles[: chance.choice([rack_size, rack_size, rack_size - 1])])
        check(generator, rack, leave_values(rack, seed + turn), count)
        plays = [move for move in generator.moves(rack, 0) if move.kind is MoveKind.PLAY]
        if plays:
            generator.play(chance.choice([*plays, max(plays, key=lambda move: sum(move.placed))]))


@pytest.mark.parametrize("rack_size", [8, 9, 10, 11])
def test_larger_racks_on_a_real_lexicon(rack_size: int) -> None:
    chance = random.Random(rack_size)
    english = Variant.standard().tiles
    rules = Rules(rack_size=rack_size, bingo_tiles=7, bonuses=((8, 75),))
    generator = MoveGenerator(Variant(english, Variant.standard().layout, rules), Lexicon.load())
    for turn in range(8):
        letters = chance.choices(range(1, 27), weights=english.counts[1:], k=rack_size)
        rack = Rack.from_tiles(english, [0] * (turn == 5) + letters[: rack_size - (turn == 5)])
        check(generator, rack, leave_values(rack, turn), chance.choice([1, 20]))
        moves = generator.moves(rack, 0)
        generator.play(moves[0])


@pytest.mark.parametrize("premium", ["~", "^", " "])
def test_points_beyond_the_numbers_of_the_fast_way(premium: str) -> None:
    """Boards full of premiums, dear tiles and dearer leaves: the generator takes over, to the same effect."""
    dear = TileSet.from_letters(
        "dear", [replace(tile, points=100) for tile in alphabet(4).tiles[1:]], blanks=4
    )
    layout = BoardLayout("full", (premium * 7,) * 7, (3, 3))
    variant = Variant(dear, layout, Rules(rack_size=4, players_max=2))
    words = frozenset({(1, 2), (2, 1), (1, 2, 3), (3, 1), (4, 4, 1), (1, 2, 3, 4)})
    generator = MoveGenerator(variant, build_lexicon(words, dear))
    for seed in range(4):
        rack = Rack.from_tiles(dear, [1, 2, 3, 4])
        values = leave_values(rack, seed, most=2**31 - 1)  # leaves alone are beyond it
        check(generator, rack, values, 5)
        generator.play(generator.moves(rack, 0)[0])


def test_a_board_set_anew_and_played_on() -> None:
    """The cache of lanes never serves the lanes of another board."""
    lexicon, variant = Lexicon.load(), Variant.standard()
    chance = random.Random(3)
    first = MoveGenerator(variant, lexicon)
    rack = variant.tiles.parse_rack("RETAINS")
    for _ in range(4):
        check(first, rack, leave_values(rack, 1), 10)
        first.play(chance.choice(first.moves(rack, 0)[:30]))
    second = MoveGenerator(variant, lexicon, first.board)
    check(second, rack, leave_values(rack, 2), 10)
    second.play(second.moves(rack, 0)[0])
    check(second, rack, leave_values(rack, 3), 10)
    check(first, rack, leave_values(rack, 3), 10)


def test_nothing_fits() -> None:
    generator = MoveGenerator(Variant.standard(), Lexicon.load())
    rack = generator.variant.tiles.parse_rack("QZ")
    records, equities = generator.best_plays(rack, np.zeros(4), count=None)
    assert (len(records), len(equities)) == (0, 0)


def test_threads_share_a_generator() -> None:
    generator = MoveGenerator(Variant.standard(), Lexicon.load())
    racks_ = [generator.variant.tiles.parse_rack(text) for text in ("RETAINS", "QUIZ?", "A?EINST", "VVUUIIO")]

    def best(rack: Rack) -> bytes:
        return bytes(generator.best_plays(rack, leave_values(rack, 5), count=30)[0].tobytes())

    alone = [best(rack) for rack in racks_]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(best, racks_ * 20)) == alone * 20


def test_invalid_arguments_are_refused() -> None:
    generator = MoveGenerator(Variant.standard(), Lexicon.load())
    tiles = generator.variant.tiles
    rack = tiles.parse_rack("AB")
    for values in (np.zeros(3), np.full(4, 0.5), np.full(4, 2**31), np.zeros((2, 2))):
        with pytest.raises(PositionError, match="leave values"):
            generator.best_plays(rack, values)
    for wrong in ({"count": 0}, {"margin": -1}):
        with pytest.raises(PositionError, match="no move is asked for"):
            generator.best_plays(rack, np.zeros(4), **wrong)
    with pytest.raises(PositionError, match="not a rack"):
        generator.best_plays(tiles.parse_rack("ABCDEFGH"), np.zeros(256))


def test_an_empty_board_stays_as_it_is() -> None:
    """Only plays over the start square count until a tile lies, then any that join it."""
    variant, lexicon = Variant.standard(), Lexicon.load()
    generator = MoveGenerator(variant, lexicon, Board.empty(variant))
    rack = variant.tiles.parse_rack("CAT")
    check(generator, rack, leave_values(rack, 1), None)
    assert {record["lane"] for record in generator.best_plays(rack, np.zeros(8), count=None)[0]} == {7}
