"""Keys of leaves: integers with a six-bit digit for each tile in order, blanks first.

The first tile takes the highest digit (its index + 1), and unused digits are 0. So ascending keys follow
a depth-first walk through all leaves: a leave comes right before the longer ones that begin with it. KLV2
files store values in the same order.
"""

import numpy as np
import numpy.typing as npt

from movegen.errors import ConfigError
from movegen.variant import TileSet, core_counts
from strategy.native import core

Keys = npt.NDArray[np.uint64]

MAX_LEAVE_TILES = 10
"""The largest number of tiles of a leave with a key; no known game has longer leaves."""

MAX_LEAVES = 20_000_000
"""The largest number of leaves of a table; English has 914,624 of up to six tiles."""

NO_KEY = np.uint64((1 << 64) - 1)
"""The key of leaves of more than `MAX_LEAVE_TILES` tiles."""

_BITS = 6
_TOP = _BITS * (MAX_LEAVE_TILES - 1)
_ONES = np.array(  # by number of copies: ones in that many of the highest digits
    [sum(1 << (_TOP - _BITS * index) for index in range(copies)) for copies in range(MAX_LEAVE_TILES + 1)],
    dtype=np.uint64,
)


def digit_shift(index: int) -> np.uint64:
    """Return the shift of a tile's digit (its index + 1) at a position of the leave, from 0."""
    return np.uint64(_TOP - _BITS * index)


def encode_keys(kinds: npt.ArrayLike, counts: npt.NDArray[np.integer]) -> Keys:
    """Return the keys of leaves given as counts, (leaves, kinds), of tiles with ascending indices `kinds`."""
    digits = np.asarray(kinds, dtype=np.uint64) + np.uint64(1)
    before = np.cumsum(counts, axis=1, dtype=np.int64)
    too_long = before[:, -1] > MAX_LEAVE_TILES if before.shape[1] else np.zeros(len(counts), dtype=np.bool_)
    before -= counts
    runs = digits * _ONES[np.minimum(counts, MAX_LEAVE_TILES)]
    runs >>= (np.minimum(before, MAX_LEAVE_TILES) * _BITS).astype(np.uint64)
    keys: Keys = np.bitwise_or.reduce(runs, axis=1)
    if too_long.any():
        keys[too_long] = NO_KEY
    return keys


def decode_counts(keys: Keys, tile_set: TileSet) -> npt.NDArray[np.uint8]:
    """Return the number of each tile of leaves: (leaves, tiles)."""
    counts = np.zeros((len(keys), tile_set.size), dtype=np.uint8)
    rows = np.arange(len(keys))
    for index in range(MAX_LEAVE_TILES):
        digits = digits_at(keys, index)
        there = digits > 0
        if not there.any():
            break
        counts[rows[there], digits[there] - 1] += 1
    return counts


def digits_at(keys: Keys, index: int) -> npt.NDArray[np.int64]:
    """Return the tile index + 1 at a position of each leave; 0 past its end."""
    return (keys >> digit_shift(index) & np.uint64((1 << _BITS) - 1)).astype(np.int64)


def prefixes(keys: Keys, length: int) -> Keys:
    """Return the keys of the first `length` tiles of each leave."""
    return keys >> digit_shift(length - 1) << digit_shift(length - 1) if length else np.zeros_like(keys)


def all_keys(tile_set: TileSet, max_tiles: int = 6) -> Keys:
    """Return the keys of all leaves of 1 to `max_tiles` tiles that the tile set has, ascending.

    Raises ConfigError when `max_tiles` is out of range or there are too many.

    >>> len(all_keys(TileSet.load("english")))
    914624
    """
    if not 1 <= max_tiles <= MAX_LEAVE_TILES:
        raise ConfigError(f"leaves of up to {max_tiles} tiles", cure=f"expected 1 to {MAX_LEAVE_TILES}")
    if count_leaves(tile_set, max_tiles) > MAX_LEAVES:
        raise ConfigError(
            f"{tile_set.name} has more than {MAX_LEAVES:,} leaves of up to {max_tiles} tiles",
            cure="take fewer tiles",
        )
    return core.all_leave_keys(core_counts(tile_set.counts), max_tiles)


def count_leaves(tile_set: TileSet, max_tiles: int) -> int:
    """Return the number of leaves of 1 to `max_tiles` tiles of the tile set."""
    by_size = [1] + [0] * max_tiles  # numbers of leaves of the tiles so far
    for count in tile_set.counts:
        by_size = [
            sum(by_size[size - copies] for copies in range(min(count, size) + 1))
            for size in range(max_tiles + 1)
        ]
    return sum(by_size) - 1


def count_tiles(keys: Keys) -> npt.NDArray[np.int64]:
    """Return the number of tiles of each leave."""
    sizes = np.zeros(len(keys), dtype=np.int64)
    for index in range(MAX_LEAVE_TILES):
        sizes += digits_at(keys, index) > 0
    return sizes


def remove_each(keys: Keys, size: int) -> Keys:
    """Return the keys of leaves of `size` tiles without each of their tiles in turn, (leaves, size)."""
    parts = []
    for index in range(size):
        behind = keys & (np.uint64(1) << digit_shift(index)) - np.uint64(1)
        parts.append(prefixes(keys, index) | behind << np.uint64(_BITS))
    return np.stack(parts, axis=1)
