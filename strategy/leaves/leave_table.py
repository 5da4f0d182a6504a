"""Tables of leave values: one for each multiset of tiles, trained or read from another program's file."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from movegen.arrays import FrozenArrays
from movegen.board import SubRacks
from movegen.errors import ConfigError
from movegen.numbers import show_value
from movegen.variant import Rack, TileSet
from strategy.leaves.leave_keys import (
    MAX_LEAVE_TILES,
    NO_KEY,
    Keys,
    all_keys,
    decode_counts,
    digits_at,
    encode_keys,
)
from strategy.leaves.leaves import Leaves, leave_rack

TABLE_RACK = 7
"""The largest rack whose leaves the embedded table values, that of the standard game."""
_AT_ONCE = 1 << 16  # leaves evaluated together: some ten megabytes


@dataclass(frozen=True, eq=False, repr=False)
class LeaveTable(FrozenArrays):
    """The values of leaves in milli-points; 0 for leaves that are not in the table.

    Make one with `from_values`, `from_heuristic` or `strategy.leaves.klv2.read_klv2`.

    Attributes
    ----------
    keys:      uint64, ascending: the leaves as `strategy.leaves.leave_keys` encodes them.
    points:    int64, milli-points of each.
    rack_size: the number of tiles of the racks that the values are for; None if that is not known.

    >>> english = TileSet.load("english")
    >>> table = LeaveTable.from_values({english.parse_rack("S"): 8000}, english)
    >>> table["S"], table[english.parse_rack("Q")], "Q" in table
    (8000, 0, False)
    """

    tile_set: TileSet
    name: str
    keys: Keys = field(repr=False)
    points: npt.NDArray[np.int64] = field(repr=False)
    rack_size: int | None = field(default=None, repr=False)

    @classmethod
    def from_values(cls, values: Mapping[Rack, int], tile_set: TileSet, name: str = "leaves") -> "LeaveTable":
        """Make a table from leaves and their values in milli-points.

        Raises ConfigError if a leave is of other tiles, is empty or has more than ten tiles, or a value is
        not a whole number.
        """
        for leave, value in values.items():
            if not isinstance(value, int | np.integer):
                raise ConfigError(
                    f"{show_value(value)} is not a value of {leave!r}",
                    cure="give whole milli-points: round(1000 * points)",
                )
            if leave.tile_set != tile_set or not 1 <= len(leave) <= MAX_LEAVE_TILES:
                raise ConfigError(
                    f"{leave!r} of {leave.tile_set.name} cannot be in a table of leaves",
                    cure=f"expected 1 to {MAX_LEAVE_TILES} tiles of {tile_set.name}",
                )
        counts = np.array([leave.counts for leave in values], dtype=np.uint8).reshape(-1, tile_set.size)
        keys = encode_keys(range(tile_set.size), counts)
        order = np.argsort(keys)
        return cls(tile_set, name, keys[order], np.array(list(values.values()), dtype=np.int64)[order])

    @classmethod
    def from_heuristic(cls, leaves: Leaves, max_tiles: int = 6) -> "LeaveTable":
        """Tabulate the values of a heuristic for every leave of 1 to `max_tiles` tiles.

        Raises ConfigError if there are too many leaves or some are too long for the heuristic.
        """
        keys = all_keys(leaves.tile_set, max_tiles)
        tiles = range(leaves.tile_set.size)
        parts = [
            leaves.evaluate(tiles, decode_counts(keys[at : at + _AT_ONCE], leaves.tile_set).astype(np.int64))
            for at in range(0, len(keys), _AT_ONCE)
        ]
        return cls(leaves.tile_set, leaves.name, keys, np.concatenate(parts))

    @cached_property
    def longest(self) -> int:
        """The number of tiles of the longest leave; 0 for an empty table."""
        every_digit = np.bitwise_or.reduce(self.keys, keepdims=True)
        unused = (index for index in range(MAX_LEAVE_TILES) if not digits_at(every_digit, index)[0])
        return next(unused, MAX_LEAVE_TILES)

    def check_rack(self, tiles: int) -> None:
        """Raise ConfigError if the table has all leaves of smaller racks than this one.

        Its longest leaves would count nothing, and the best moves look the worst. Tables that leave out long
        leaves of their own racks, on purpose, are for any racks. Where its racks are not known, they are
        taken for those of seven.
        """
        own_rack = self.rack_size or TABLE_RACK
        if self.longest == own_rack - 1 < tiles - 1:
            raise ConfigError(
                f"the table has no leaves of {own_rack} tiles, which racks of {tiles} need",
                key=f"leaves {self.name}",
                cure="choose inside, rackh3 or general, or learn leaves (jackdaw leaves train --rules ...)",
            )

    def values(self, sub_racks: SubRacks) -> npt.NDArray[np.int64]:
        """Return the value of every leave of a rack: milli-points, int64, (sub-racks,)."""
        return self._values_at(encode_keys(sub_racks.kinds, sub_racks.counts))

    def rack_values(self, sub_racks: SubRacks) -> npt.NDArray[np.int64]:
        """Return `values`, plus a value of the whole rack if that is one tile longer than the longest leave.

        Tables do not contain whole racks, the leaves of a pass. Their value is extrapolated from the leaves
        in the rack, as if values were sums over tiles and pairs of tiles.
        """
        values = self.values(sub_racks)
        if len(sub_racks.rack) == self.longest + 1:
            values[-1] = _whole_rack_value(sub_racks, values)
        return values

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, leave: Rack | str) -> int:
        """Return the value of a leave in milli-points, 0 if it is not in the table.

        Raises ConfigError if it is of other tiles, NotationError if a text is none.
        """
        return int(self._values_at(self._key(leave))[0])

    def __contains__(self, leave: Rack | str) -> bool:
        """Return True if the table has a value for a leave, be it 0."""
        return bool(self._find(self._key(leave))[1][0])

    def __iter__(self) -> Iterator[Rack]:
        return (leave for leave, _ in self.items())

    def items(self) -> Iterator[tuple[Rack, int]]:
        """Yield the leaves and their values in milli-points, in the order of `keys`."""
        for at in range(0, len(self), _AT_ONCE):
            counts = decode_counts(self.keys[at : at + _AT_ONCE], self.tile_set).tolist()
            for leave, value in zip(counts, self.points[at : at + _AT_ONCE].tolist(), strict=True):
                yield Rack(self.tile_set, tuple(leave)), value

    def __repr__(self) -> str:
        return f"<LeaveTable {self.name}: {len(self):,} leaves, {self.tile_set.name}>"

    def _key(self, leave: Rack | str) -> Keys:
        rack = leave_rack(leave, self.tile_set)
        return encode_keys(range(self.tile_set.size), rack.array[np.newaxis])

    def _values_at(self, keys: Keys) -> npt.NDArray[np.int64]:
        if not len(self):
            return np.zeros(len(keys), dtype=np.int64)
        indices, known = self._find(keys)
        return np.where(known, self.points[indices], 0)

    def _find(self, keys: Keys) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """Return where keys are or would be, and which of them are in the table."""
        if not len(self):
            return np.zeros(len(keys), dtype=np.int64), np.zeros(len(keys), dtype=np.bool_)
        indices = np.minimum(np.searchsorted(self.keys, keys), len(self) - 1)
        return indices, (self.keys[indices] == keys) & (keys != NO_KEY)


def _whole_rack_value(sub_racks: SubRacks, values: npt.NDArray[np.int64]) -> int:
    """Return the value of a rack of k tiles, in milli-points rounded down.

    Suppose that values are sums over tiles and pairs of tiles. Let A be the sum of the k leaves that lack one
    tile, and B that of the k (k - 1) / 2 that lack two. The rack is then worth
    2 (A (k - 2) - B) / ((k - 1) (k - 2)).
    """
    size, counts = len(sub_racks.rack), sub_racks.counts
    lacking = counts[-1] - counts
    ways = np.where(lacking == 2, counts[-1] * (counts[-1] - 1) // 2, np.where(lacking, counts[-1], 1)).prod(
        axis=1
    )
    missing = lacking.sum(axis=1)
    one, two = (int((values * ways)[missing == count].sum()) for count in (1, 2))
    return one if size < 3 else 2 * (one * (size - 2) - two) // ((size - 1) * (size - 2))
