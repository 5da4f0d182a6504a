"""What an opponent may hold: a list of leaves with how likely each is.

>>> from movegen import TileSet
>>> english = TileSet.load("english")
>>> leaves = [english.parse_rack(text).counts for text in ("ER", "Q", "S")]
>>> racks = InferredRacks.of(english, np.array(leaves), np.array([3.0, 0.0, 1.0]))
>>> [(str(rack), round(weight, 6)) for rack, weight in racks.most_likely()], racks.effective_size
([('ER', 0.75), ('S', 0.25)], 1.6)
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from movegen.errors import PositionError
from movegen.tiles import Rack, TileSet

TOTAL = (1 << 32) - 1
"""Weights are whole numbers that add up to this."""


@dataclass(frozen=True, eq=False)
class InferredRacks:
    """Tiles that an opponent may hold, and how likely that is; the rest of the rack may be any unseen tiles.

    Make one with `of`. Leaves are listed once, the likeliest first.

    Attributes
    ----------
    leaves:         how many of each tile: uint8, (leaves, tiles of the set).
    upto:           whole weights, each with those before it: uint32, (leaves,), the last `TOTAL`.
    effective_size: so many leaves of equal weight would tell as much. Where leaves were sampled it counts
                    samples: estimates from few are rough.
    examined:       leaves that were looked at, or samples.
    is_exact:       whether these were all that are possible, not a sample.
    temperature:    points: see `strategy.inference`; None where it has no meaning.
    """

    tile_set: TileSet = field(repr=False)
    leaves: npt.NDArray[np.uint8] = field(repr=False)
    upto: npt.NDArray[np.uint32] = field(repr=False)
    effective_size: float
    examined: int
    is_exact: bool = True
    temperature: float | None = None

    @classmethod
    def of(
        cls,
        tile_set: TileSet,
        leaves: npt.NDArray[np.integer],
        weights: npt.NDArray[np.float64],
        *,
        is_exact: bool = True,
        temperature: float | None = None,
    ) -> "InferredRacks":
        """Leaves (leaves, tiles) and their weights, in any order; equal ones are added up.

        What weighs less than a billionth of all is left out. Raises PositionError when there are no leaves,
        one weighs less than nothing or no finite number, or all weigh nothing.
        """
        if leaves.ndim != 2 or leaves.shape[1] != tile_set.size or weights.shape != leaves.shape[:1]:
            raise PositionError(
                f"leaves {leaves.shape} with weights {weights.shape}", cure="one weight a leave"
            )
        total = float(weights.sum())
        if not np.isfinite(total) or not total > 0 or (weights < 0).any():
            raise PositionError("weights of leaves that are no weights", cure="give 0 or more, not all 0")
        different, which = np.unique(leaves.astype(np.uint8), axis=0, return_inverse=True)
        sums = np.bincount(which.ravel(), weights / total, len(different))
        order = np.argsort(-sums, kind="stable")
        parts = np.cumsum(sums[order])
        upto = np.floor(parts / parts[-1] * TOTAL).astype(np.uint32)
        kept = np.diff(upto, prepend=np.uint32(0)) > 0
        return cls(
            tile_set,
            np.ascontiguousarray(different[order][kept]),
            upto[kept],
            float(1 / (sums @ sums)) if is_exact else total**2 / float(weights @ weights),
            len(weights),
            is_exact,
            temperature,
        )

    def __len__(self) -> int:
        return len(self.leaves)

    @property
    def weights(self) -> npt.NDArray[np.float64]:
        """How likely each leave is: float64, (leaves,), adding up to 1."""
        return np.diff(self.upto.astype(np.float64), prepend=0.0) / TOTAL

    def most_likely(self, count: int = 10) -> list[tuple[Rack, float]]:
        """The likeliest leaves and how likely they are."""
        return [
            (self._rack(leave), float(weight))
            for leave, weight in zip(self.leaves[:count], self.weights[:count], strict=True)
        ]

    def tile_chances(self) -> npt.NDArray[np.float64]:
        """How likely each tile, by its index, is among the leave, once or more: float64, (tiles,)."""
        chances: npt.NDArray[np.float64] = self.weights @ (self.leaves > 0)
        return chances

    def _rack(self, leave: npt.NDArray[np.uint8]) -> Rack:
        return Rack(self.tile_set, tuple(leave.tolist()))
