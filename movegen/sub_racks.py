"""The sub-racks of a rack, numbered as the core numbers them: what may be kept, one number a leave.

A sub-rack's number is in mixed radix: each kind of tile on the rack is a digit, its count in the sub-rack
the digit's value, the tile of the lowest index the lowest digit. 0 is the empty sub-rack, the highest
number the whole rack. Whatever is known of every leave is one small array, and a move's leave one look-up.
"""

from functools import cached_property

import numpy as np
import numpy.typing as npt

from movegen.errors import PositionError
from movegen.tiles import Rack


class SubRacks:
    """The sub-racks of a rack: at most 128 for seven tiles, 65,536 for sixteen.

    >>> from movegen import TileSet
    >>> sub_racks = SubRacks(TileSet.load("english").parse_rack("AAB"))
    >>> [str(sub_racks[number]) for number in range(len(sub_racks))]
    ['', 'A', 'AA', 'B', 'AB', 'AAB']
    """

    def __init__(self, rack: Rack) -> None:
        self.rack = rack
        self.kinds = [tile for tile, count in enumerate(rack.counts) if count]
        """Tile indices on the rack, lowest digit first."""
        radix = [rack.counts[tile] + 1 for tile in self.kinds]
        self._strides = np.cumprod([1, *radix])
        self._radix = np.array(radix, dtype=np.int64)

    def __len__(self) -> int:
        return int(self._strides[-1])

    def __getitem__(self, number: int) -> Rack:
        if not 0 <= number < len(self):
            raise IndexError(f"sub-rack {number} of {len(self)}")
        counts = [0] * self.rack.tile_set.size
        for tile, stride in zip(self.kinds, self._strides.tolist(), strict=False):
            counts[tile] = number // stride % (self.rack.counts[tile] + 1)
        return Rack(self.rack.tile_set, tuple(counts))

    def number(self, rack: Rack) -> int:
        """The number of a sub-rack. Raises PositionError when the rack holds no such tiles."""
        if not self.rack.contains(rack):
            raise PositionError(f"{rack} is not all in {self.rack}")
        return sum(
            rack.counts[tile] * stride
            for tile, stride in zip(self.kinds, self._strides.tolist(), strict=False)
        )

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """How many of each kind: int64, (sub-racks, kinds)."""
        return np.arange(len(self))[:, np.newaxis] // self._strides[:-1] % self._radix
