"""All racks that a player may draw first, by number."""

from math import comb

import numpy as np
import numpy.typing as npt

from movegen.errors import ConfigError
from movegen.variant import Variant
from strategy.leaves import Counts, count_ways

MAX_RACKS = 100_000_000
"""The largest number of racks: English has 3,199,724."""
_MAX_WAYS = 1 << 53  # as whole numbers in float64


class OpeningRacks:
    """The full racks of a variant, numbered from 0 in the order of their tiles, blanks first.

    Attributes
    ----------
    count: their number.
    ways:  the number of ways to draw a rack, copies of a tile being distinguished.

    Raises ConfigError when the tiles are fewer than a rack, or there are too many racks.

    >>> racks = OpeningRacks(Variant.standard())
    >>> f"{racks.count:,} racks, drawn in {racks.ways:,} ways"
    '3,199,724 racks, drawn in 16,007,560,800 ways'
    """

    def __init__(self, variant: Variant) -> None:
        self._tiles = variant.tiles.counts
        self._size = variant.rules.rack_size
        self._endings = _count_endings(self._tiles, self._size)
        self.count = int(self._endings[0][self._size])
        self.ways = comb(variant.tiles.total, self._size)
        what = f"{variant.tiles.name} with racks of {self._size} tiles"
        if not self.count:
            raise ConfigError(f"{what}: there is no full rack", cure="choose rules with more tiles")
        if self.count > MAX_RACKS or self.ways > _MAX_WAYS:
            cure = "choose rules with fewer tiles, or ask for one rack"
            raise ConfigError(f"{what}: {self.count:,} racks are too many for a table", cure=cure)

    def tiles(self, numbers: npt.NDArray[np.int64]) -> Counts:
        """Return the counts of the tiles of racks: (racks, kinds)."""
        found = np.zeros((len(numbers), len(self._tiles)), dtype=np.uint8)
        rest, left = numbers.copy(), np.full(len(numbers), self._size)
        for kind, available in enumerate(self._tiles):
            endings = self._endings[kind + 1]
            open_ = np.ones(len(numbers), dtype=bool)
            for copies in range(min(available, self._size), -1, -1):
                racks = np.where(left >= copies, endings[np.maximum(left - copies, 0)], 0)
                here = open_ & (rest < racks)
                found[here, kind] = copies
                open_ &= ~here
                rest[open_] -= racks[open_]
            left -= found[:, kind]
        return found

    def ways_to_draw(self, tiles: Counts) -> npt.NDArray[np.int64]:
        """Return the number of ways to draw each rack."""
        return count_ways(np.array(self._tiles), tiles).astype(np.int64)


def _count_endings(tiles: tuple[int, ...], size: int) -> list[npt.NDArray[np.int64]]:
    """Return, by kind of tile and then by size, the number of multisets of that kind and the later ones."""
    endings = [np.eye(1, size + 1, dtype=np.int64)[0]]
    for available in reversed(tiles):
        after = [int(number) for number in endings[0]]
        sums = [sum(after[max(0, held - available) : held + 1]) for held in range(size + 1)]
        endings.insert(0, np.array([min(each, _MAX_WAYS) for each in sums], dtype=np.int64))
    return endings
