"""Leave values as a table: a value for each multiset of tiles, learned or taken from another program."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from movegen.errors import ConfigError
from movegen.sub_racks import SubRacks
from movegen.tiles import Rack, TileSet
from strategy.leave_keys import MOST_TILES, NO_KEY, Keys, all_keys, counts_of, digits_at, keys_of
from strategy.leaves import Leaves

_AT_ONCE = 1 << 16  # leaves worked out together: some ten megabytes


@dataclass(frozen=True, eq=False, repr=False)
class LeaveTable:
    """What leaves are worth, in milli-points; one that the table does not know is worth 0.

    Make one with `from_values`, `tabulated` or `strategy.klv2.read_klv2`.

    Attributes
    ----------
    keys:   uint64, ascending: the leaves as `strategy.leave_keys` numbers them.
    points: int64, milli-points of each.
    """

    tile_set: TileSet
    name: str
    keys: Keys = field(repr=False)
    points: npt.NDArray[np.int64] = field(repr=False)

    @classmethod
    def from_values(cls, values: Mapping[Rack, int], tile_set: TileSet, name: str = "leaves") -> "LeaveTable":
        """The table of these leaves and their values in milli-points.

        Raises ConfigError when a leave is of other tiles, is empty or has more than ten tiles.
        """
        for leave in values:
            if leave.tile_set != tile_set or not 1 <= len(leave) <= MOST_TILES:
                raise ConfigError(
                    f"{leave!r} of {leave.tile_set.name} cannot be in a table of leaves",
                    cure=f"expected 1 to {MOST_TILES} tiles of {tile_set.name}",
                )
        counts = np.array([leave.counts for leave in values], dtype=np.uint8).reshape(-1, tile_set.size)
        keys = keys_of(range(tile_set.size), counts)
        order = np.argsort(keys)
        return cls(tile_set, name, keys[order], np.array(list(values.values()), dtype=np.int64)[order])

    @classmethod
    def tabulated(cls, leaves: Leaves, most_tiles: int = 6) -> "LeaveTable":
        """The values that a heuristic gives to every leave of 1 to `most_tiles` tiles.

        Raises ConfigError when there are too many leaves or some are beyond the heuristic's reach.
        """
        keys = all_keys(leaves.tile_set, most_tiles)
        tiles = range(leaves.tile_set.size)
        parts = [
            leaves.values_of(tiles, counts_of(keys[at : at + _AT_ONCE], leaves.tile_set).astype(np.int64))
            for at in range(0, len(keys), _AT_ONCE)
        ]
        return cls(leaves.tile_set, leaves.name, keys, np.concatenate(parts))

    @cached_property
    def longest(self) -> int:
        """The most tiles of a leave; 0 when there is none."""
        every_digit = np.bitwise_or.reduce(self.keys, keepdims=True)
        ended = (place for place in range(MOST_TILES) if not digits_at(every_digit, place)[0])
        return next(ended, MOST_TILES)

    def values(self, sub_racks: SubRacks) -> npt.NDArray[np.int64]:
        """The value of every leave of a rack: milli-points, int64, (sub-racks,)."""
        return self._values_at(keys_of(sub_racks.kinds, sub_racks.counts))

    def rack_values(self, sub_racks: SubRacks) -> npt.NDArray[np.int64]:
        """The same, with a value of the whole rack too, where that is a tile longer than the longest leave.

        Tables end a tile short of a rack, which only a pass keeps. Its value is what follows from those of
        the leaves within, as if they came of tiles and pairs of tiles.
        """
        values = self.values(sub_racks)
        if len(sub_racks.rack) == self.longest + 1:
            values[-1] = _whole_rack_value(sub_racks, values)
        return values

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, leave: Rack) -> int:
        """The value of a leave in milli-points, 0 when the table does not know it."""
        return int(self._values_at(keys_of(range(leave.tile_set.size), leave.array[np.newaxis]))[0])

    def items(self) -> Iterator[tuple[Rack, int]]:
        """The leaves and their values in milli-points, in the order of `keys`."""
        for at in range(0, len(self), _AT_ONCE):
            counts = counts_of(self.keys[at : at + _AT_ONCE], self.tile_set).tolist()
            for leave, value in zip(counts, self.points[at : at + _AT_ONCE].tolist(), strict=True):
                yield Rack(self.tile_set, tuple(leave)), value

    def __repr__(self) -> str:
        return f"<LeaveTable {self.name}: {len(self):,} leaves, {self.tile_set.name}>"

    def _values_at(self, keys: Keys) -> npt.NDArray[np.int64]:
        if not len(self):
            return np.zeros(len(keys), dtype=np.int64)
        places = np.minimum(np.searchsorted(self.keys, keys), len(self) - 1)
        known = (self.keys[places] == keys) & (keys != NO_KEY)
        return np.where(known, self.points[places], 0)


def _whole_rack_value(sub_racks: SubRacks, values: npt.NDArray[np.int64]) -> int:
    """The value of a rack of k tiles, in milli-points rounded down.

    If values are sums over tiles and pairs of tiles, those of the k leaves that lack one tile add up to A and
    those of the k (k - 1) / 2 that lack two to B, then that of all is 2 (A (k - 2) - B) / ((k - 1) (k - 2)).
    """
    size, counts = len(sub_racks.rack), sub_racks.counts
    lacking = counts[-1] - counts
    ways = np.where(lacking == 2, counts[-1] * (counts[-1] - 1) // 2, np.where(lacking, counts[-1], 1)).prod(
        axis=1
    )
    missing = lacking.sum(axis=1)
    one, two = (int((values * ways)[missing == count].sum()) for count in (1, 2))
    return one if size < 3 else 2 * (one * (size - 2) - two) // ((size - 1) * (size - 2))
