"""Inferred racks: the leaves that an opponent may hold, and their probabilities.

>>> from movegen import TileSet
>>> english = TileSet.load("english")
>>> leaves = [english.parse_rack(text).counts for text in ("ER", "Q", "S")]
>>> racks = InferredRacks.from_weights(english, np.array(leaves), np.array([3.0, 0.0, 1.0]))
>>> [(str(rack), round(weight, 6)) for rack, weight in racks.most_likely()], racks.effective_size
([('ER', 0.75), ('S', 0.25)], 1.6)
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from movegen.arrays import FrozenArrays
from movegen.errors import PositionError
from movegen.showing import short_repr
from movegen.variant import Rack, TileSet

TOTAL = (1 << 32) - 1
"""The sum of the weights, which are whole numbers."""


@dataclass(frozen=True, eq=False)
class InferredRacks(FrozenArrays):
    """The posterior of the tiles of an opponent; the rest of the rack may be any unseen tiles.

    Make one with `from_weights`. Leaves are distinct, the most likely first.

    Attributes
    ----------
    leaves:         the number of each tile: uint8, (leaves, tiles of the set).
    upto:           cumulative whole weights: uint32, (leaves,), the last is `TOTAL`.
    effective_size: the number of leaves of equal weight with as much information, or of samples if leaves
                    were sampled: estimates from few are rough.
    examined:       the number of leaves examined, or of samples.
    is_exact:       true if these were all possible leaves, false for a sample.
    temperature:    points: see `strategy.inference.inference`; None where it does not apply.

    >>> english = TileSet.load("english")
    >>> counts = np.array([english.parse_rack(leave).counts for leave in ("ER", "ES")])
    >>> racks = InferredRacks.from_weights(english, counts, np.array([1.0, 3.0]))
    >>> [(str(rack), round(chance, 3)) for rack, chance in racks.most_likely()]
    [('ES', 0.75), ('ER', 0.25)]
    """

    tile_set: TileSet = field(repr=False)
    leaves: npt.NDArray[np.uint8] = field(repr=False)
    upto: npt.NDArray[np.uint32] = field(repr=False)
    effective_size: float
    examined: int
    is_exact: bool = True
    temperature: float | None = None

    __repr__ = short_repr

    @classmethod
    def from_weights(
        cls,
        tile_set: TileSet,
        leaves: npt.NDArray[np.integer],
        weights: npt.NDArray[np.float64],
        *,
        is_exact: bool = True,
        temperature: float | None = None,
    ) -> "InferredRacks":
        """Make inferred racks from leaves (leaves, tiles) and weights, in any order; equal leaves are merged.

        Weights below a billionth of the sum are left out. Raises PositionError when there are no leaves, a
        weight is negative or not finite, or all are 0.
        """
        if leaves.ndim != 2 or leaves.shape[1] != tile_set.size or weights.shape != leaves.shape[:1]:
            raise PositionError(
                f"leaves {leaves.shape} with weights {weights.shape}", cure="give one weight per leave"
            )
        total = float(weights.sum())
        if not np.isfinite(total) or not total > 0 or (weights < 0).any():
            raise PositionError("the weights of leaves are out of range", cure="give 0 or more, not all 0")
        different, inverse = np.unique(leaves.astype(np.uint8), axis=0, return_inverse=True)
        sums = np.bincount(inverse.ravel(), weights / total, len(different))
        order = np.argsort(-sums, kind="stable")
        parts = np.cumsum(sums[order])
        upto = np.floor(parts / parts[-1] * TOTAL).astype(np.uint32)
        is_relevant = np.diff(upto, prepend=np.uint32(0)) > 0
        return cls(
            tile_set,
            np.ascontiguousarray(different[order][is_relevant]),
            upto[is_relevant],
            float(1 / (sums @ sums)) if is_exact else total**2 / float(weights @ weights),
            len(weights),
            is_exact,
            temperature,
        )

    def __len__(self) -> int:
        return len(self.leaves)

    @property
    def weights(self) -> npt.NDArray[np.float64]:
        """The probability of each leave: float64, (leaves,), with the sum 1."""
        return np.diff(self.upto.astype(np.float64), prepend=0.0) / TOTAL

    def most_likely(self, count: int = 10) -> list[tuple[Rack, float]]:
        """Return the most likely leaves and their probabilities."""
        return [
            (self._rack(leave), float(weight))
            for leave, weight in zip(self.leaves[:count], self.weights[:count], strict=True)
        ]

    def tile_chances(self) -> npt.NDArray[np.float64]:
        """Return the probability of each tile index to be in the leave at least once: float64, (tiles,)."""
        chances: npt.NDArray[np.float64] = self.weights @ (self.leaves > 0)
        return chances

    def _rack(self, leave: npt.NDArray[np.uint8]) -> Rack:
        return Rack(self.tile_set, tuple(leave.tolist()))
