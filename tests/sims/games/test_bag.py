"""The bag's order: a published generator, a plain shuffle, and nothing but seed and number."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow_bag import SlowBag

from movegen import PositionError, TileSet
from sims.bag import MAX_NUMBER, MAX_SEED, Bag
from sims.native import core

pytestmark = pytest.mark.core

ENGLISH = TileSet.load("english")
WORDS = st.integers(0, 2**64 - 1)

# The known answers of Philox4x64-10 in Random123 (kat_vectors), the library of the paper that describes it.
KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B)),
    (
        (2**64 - 1,) * 4,
        (2**64 - 1,) * 2,
        (0x87B092C3013FE90B, 0x438C3C67BE8D0224, 0x9CC7D7C69CD777B6, 0xA09CAEBF594F0BA0),
    ),
    (
        (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89),
        (0x452821E638D01377, 0xBE5466CF34E90C6C),
        (0xA528F45403E61D95, 0x38C72DBD566E9788, 0xA5A1610E72FD18B5, 0x57BD43B5E52B7FE6),
    ),
]


@pytest.mark.parametrize(("counter", "key", "block"), KNOWN)
def test_philox_gives_the_known_answers(
    counter: tuple[int, ...], key: tuple[int, ...], block: tuple[int, ...]
) -> None:
    assert core.philox(counter, key) == list(block)


@given(st.integers(0, 2**256 - 2), st.integers(0, 2**128 - 1))
def test_philox_is_that_of_numpy(counter: int, key: int) -> None:
    generator = np.random.Philox(key=key, counter=counter)
    words = [counter + 1 >> 64 * place & 2**64 - 1 for place in range(4)]  # NumPy counts up before it draws
    assert core.philox(words, [key % 2**64, key >> 64]) == generator.random_raw(4).tolist()


@given(WORDS, st.integers(0, MAX_NUMBER), st.integers(0, 100), st.sampled_from(["english", "super_english"]))
def test_a_bag_is_shuffled_fairly(seed: int, number: int, first: int, tiles: str) -> None:
    tile_set = TileSet.load(tiles)
    bag, slow = Bag(tile_set, seed, number), SlowBag(tile_set, seed, number)
    drawn = bag.draw(first)
    assert drawn == slow.draw(first)
    bag.put_back(drawn)
    slow.put_back(drawn)
    assert len(bag) == tile_set.total
    order = [tile for _ in range(tile_set.total) for tile in bag.draw(1)]
    assert order == slow.tiles[::-1]


def test_the_order_stays() -> None:
    """Written down when the bag moved to the core; it was the same before, shuffled by NumPy 2.4."""
    assert [str(Bag(ENGLISH, seed=0).draw(7)), str(Bag(ENGLISH, seed=0, number=1).draw(7))] == [
        "ABEHLOV",
        "DEKRTTV",
    ]


def test_numbers_out_of_range() -> None:
    for seed, number in ((-1, 0), (MAX_SEED + 1, 0), (0, -1), (0, MAX_NUMBER + 1)):
        with pytest.raises(PositionError, match="is out of range; give "):
            Bag(ENGLISH, seed, number)
    assert len(Bag(ENGLISH, MAX_SEED, MAX_NUMBER)) == 100
