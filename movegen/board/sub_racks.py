"""The sub-racks of a rack, that is, its possible leaves, numbered as in the core.

The numbers are in mixed radix: each kind of tile on the rack is a digit whose value is the tile's count in
the sub-rack; the tile of the lowest index is the lowest digit. 0 is the empty sub-rack, the highest number
the whole rack. So a value per leave is a small array, and the leave of a move an index into it.
"""

from functools import cached_property

import numpy as np
import numpy.typing as npt

from movegen.errors import PositionError
from movegen.variant import Rack


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

    def __repr__(self) -> str:
        return f"<SubRacks of {self.rack}: {len(self):,}>"

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
        """Return the number of a sub-rack. Raises PositionError when the rack does not contain it."""
        if not self.rack.contains(rack):
            raise PositionError(f"{rack} is not all in {self.rack}")
        return sum(
            rack.counts[tile] * stride
            for tile, stride in zip(self.kinds, self._strides.tolist(), strict=False)
        )

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """The number of tiles of each kind: int64, (sub-racks, kinds)."""
        return np.arange(len(self))[:, np.newaxis] // self._strides[:-1] % self._radix
