"""Leaves as numbers that sort: the tiles of a leave in order, blanks first, six bits each.

The first tile takes the highest digit (its index + 1), and unused digits are 0. So the order of the
numbers is that of a walk, depth first, through all leaves: a leave comes right before those that it
begins, and A before B. It is the order of the values in a KLV2 file.
"""

import numpy as np
import numpy.typing as npt

from movegen.core_variant import core_counts
from movegen.errors import ConfigError
from movegen.tiles import TileSet
from strategy.native import core

Keys = npt.NDArray[np.uint64]

MOST_TILES = 10
"""The most tiles of a leave that has a key; no rack of any known game keeps more."""

MOST_LEAVES = 20_000_000
"""The most leaves of a table; English has 914,624 of up to six tiles."""

NO_KEY = np.uint64((1 << 64) - 1)
"""Stands for a leave of more than `MOST_TILES` tiles; no leave has it."""

_BITS = 6
_TOP = _BITS * (MOST_TILES - 1)
_ONES = np.array(  # so many ones in the highest digits
    [sum(1 << (_TOP - _BITS * place) for place in range(copies)) for copies in range(MOST_TILES + 1)],
    dtype=np.uint64,
)


def shift_of(place: int) -> np.uint64:
    """How far to shift a tile's digit (its index + 1) for the place in the leave, from 0."""
    return np.uint64(_TOP - _BITS * place)


def keys_of(kinds: npt.ArrayLike, counts: npt.NDArray[np.integer]) -> Keys:
    """The keys of leaves given as counts, (leaves, kinds), of tiles whose ascending indices are `kinds`."""
    digits = np.asarray(kinds, dtype=np.uint64) + np.uint64(1)
    before = np.cumsum(counts, axis=1, dtype=np.int64)
    too_long = before[:, -1] > MOST_TILES if before.shape[1] else np.zeros(len(counts), dtype=np.bool_)
    before -= counts
    runs = digits * _ONES[np.minimum(counts, MOST_TILES)]
    runs >>= (np.minimum(before, MOST_TILES) * _BITS).astype(np.uint64)
    keys: Keys = np.bitwise_or.reduce(runs, axis=1)
    if too_long.any():
        keys[too_long] = NO_KEY
    return keys


def counts_of(keys: Keys, tile_set: TileSet) -> npt.NDArray[np.uint8]:
    """How many of each tile the leaves hold: (leaves, tiles)."""
    counts = np.zeros((len(keys), tile_set.size), dtype=np.uint8)
    rows = np.arange(len(keys))
    for place in range(MOST_TILES):
        digits = digits_at(keys, place)
        there = digits > 0
        if not there.any():
            break
        counts[rows[there], digits[there] - 1] += 1
    return counts


def digits_at(keys: Keys, place: int) -> npt.NDArray[np.int64]:
    """The tile index + 1 at a place of each leave; 0 where it has ended."""
    return (keys >> shift_of(place) & np.uint64((1 << _BITS) - 1)).astype(np.int64)


def prefixes(keys: Keys, length: int) -> Keys:
    """The keys of what the leaves begin with: so many tiles at most."""
    return keys >> shift_of(length - 1) << shift_of(length - 1) if length else np.zeros_like(keys)


def all_keys(tile_set: TileSet, most_tiles: int = 6) -> Keys:
    """The keys of all leaves of 1 to `most_tiles` tiles that the tile set has, ascending.

    Raises ConfigError when `most_tiles` is out of range or there are too many.

    >>> len(all_keys(TileSet.load("english")))
    914624
    """
    if not 1 <= most_tiles <= MOST_TILES:
        raise ConfigError(f"leaves of up to {most_tiles} tiles", cure=f"expected 1 to {MOST_TILES}")
    if count_leaves(tile_set, most_tiles) > MOST_LEAVES:
        raise ConfigError(
            f"{tile_set.name} has more than {MOST_LEAVES:,} leaves of up to {most_tiles} tiles",
            cure="take fewer tiles",
        )
    return core.all_leave_keys(core_counts(tile_set.counts), most_tiles)


def count_leaves(tile_set: TileSet, most_tiles: int) -> int:
    """How many leaves of 1 to `most_tiles` tiles the tile set has."""
    by_size = [1] + [0] * most_tiles  # of the tiles met so far
    for count in tile_set.counts:
        by_size = [
            sum(by_size[size - copies] for copies in range(min(count, size) + 1))
            for size in range(most_tiles + 1)
        ]
    return sum(by_size) - 1


def sizes_of(keys: Keys) -> npt.NDArray[np.int64]:
    """How many tiles each leave has."""
    sizes = np.zeros(len(keys), dtype=np.int64)
    for place in range(MOST_TILES):
        sizes += digits_at(keys, place) > 0
    return sizes


def without_one(keys: Keys, size: int) -> Keys:
    """Of leaves that all have `size` tiles: their keys without each of them in turn, (leaves, size)."""
    parts = []
    for place in range(size):
        behind = keys & (np.uint64(1) << shift_of(place)) - np.uint64(1)
        parts.append(prefixes(keys, place) | behind << np.uint64(_BITS))
    return np.stack(parts, axis=1)
