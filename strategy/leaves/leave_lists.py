"""Multisets of tiles: their enumeration, random draws and the number of ways to draw them."""

from math import comb

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.uint8]
"""The number of each tile: (multisets, kinds of tile)."""

_BITS = 53


def count_multisets(tiles: npt.NDArray[np.integer], size: int) -> int:
    """Return the number of different multisets of `size` tiles, given the number of each kind."""
    ways = [1] + [0] * size
    for count in tiles.tolist():
        ways = [sum(ways[at - taken] for taken in range(min(count, at) + 1)) for at in range(size + 1)]
    return ways[size]


def all_multisets(tiles: npt.NDArray[np.integer], size: int) -> Counts:
    """Return every multiset of `size` tiles, in the order of its tiles."""
    found = np.zeros((1, len(tiles)), dtype=np.uint8)
    last = np.zeros(1, dtype=np.int64)
    for _ in range(size):
        choices = len(tiles) - last
        rows = np.repeat(np.arange(len(found)), choices)
        ends = np.cumsum(choices)
        last = np.arange(len(rows)) - np.repeat(ends - choices, choices) + last[rows]
        fits = found[rows, last] < tiles[last]
        rows, last = rows[fits], last[fits]
        found = found[rows]
        found[np.arange(len(found)), last] += 1
    return found


def count_ways(tiles: npt.NDArray[np.integer], multisets: Counts) -> npt.NDArray[np.float64]:
    """Return the number of ways to draw each multiset from distinct tiles: a product of binomials.

    `tiles` are those of all multisets, (kinds,), or of each, (multisets, kinds).
    """
    most = int(max(tiles.max(initial=0), multisets.max(initial=0)))
    table = np.array([[comb(n, k) for k in range(most + 1)] for n in range(most + 1)], dtype=np.float64)
    product = np.ones(len(multisets))
    for kind in range(multisets.shape[1]):
        product *= table[tiles[..., kind], multisets[:, kind]]
    return product


def draw_tiles(tiles: npt.NDArray[np.integer], size: int, random: "np.random.Philox") -> Counts:
    """Draw `size` tiles without replacement from the tiles of each row, of which there are enough.

    Each tile gets a random number, and those of the lowest are drawn.
    """
    most = tiles.max(axis=0, initial=0)
    kind = np.repeat(np.arange(tiles.shape[1]), most)
    copy = np.arange(len(kind)) - np.repeat(np.cumsum(most) - most, most)
    keys = random.random_raw(len(tiles) * len(kind)).reshape(len(tiles), len(kind)) >> np.uint64(64 - _BITS)
    keys = np.where(copy < tiles[:, kind], keys, np.iinfo(np.uint64).max)
    chosen = np.argpartition(keys, size - 1, axis=1)[:, :size] if size else np.zeros((len(tiles), 0), int)
    drawn = np.zeros(tiles.shape, dtype=np.uint8)
    np.add.at(drawn, (np.arange(len(tiles))[:, np.newaxis], kind[chosen]), 1)
    return drawn
