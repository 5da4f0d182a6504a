"""Inferred racks: the leaves that an opponent may hold, and their probabilities.

>>> from movegen import TileSet
>>> english = TileSet.load("english")
>>> leaves = [english.parse_rack(text) for text in ("ER", "Q", "S")]
>>> racks = InferredRacks.from_weights(english, leaves, [3, 0, 1])
>>> [(str(rack), round(weight, 6)) for rack, weight in racks.most_likely()], racks.effective_size
([('ER', 0.75), ('S', 0.25)], 1.6)
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from movegen.arrays import FrozenArrays
from movegen.errors import PositionError
from movegen.numbers import check_whole
from movegen.showing import Tabular, Tabulation
from movegen.variant import MAX_COUNT, Rack, TileSet

TOTAL = (1 << 32) - 1
"""The sum of the weights, which are whole numbers."""


@dataclass(frozen=True, eq=False, repr=False)
class InferredRacks(FrozenArrays, Tabular):
    """The posterior of the tiles of an opponent; the rest of the rack may be any unseen tiles.

    Make one with `from_weights`. Leaves are distinct, the most likely first. Printed, and as a frame, it is a
    table of them.

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
    >>> leaves = [english.parse_rack(leave) for leave in ("ER", "ES")]
    >>> racks = InferredRacks.from_weights(english, leaves, [1, 3])
    >>> [(str(rack), round(chance, 3)) for rack, chance in racks.most_likely()]
    [('ES', 0.75), ('ER', 0.25)]
    >>> round(racks.chance_of("S"), 3)
    0.75
    """

    tile_set: TileSet = field(repr=False)
    leaves: npt.NDArray[np.uint8] = field(repr=False)
    upto: npt.NDArray[np.uint32] = field(repr=False)
    effective_size: float
    examined: int
    is_exact: bool = True
    temperature: float | None = None

    @classmethod
    def from_weights(
        cls,
        tile_set: TileSet,
        leaves: Sequence[Rack] | npt.NDArray[np.integer],
        weights: Sequence[float] | npt.NDArray[np.float64],
        *,
        is_exact: bool = True,
        temperature: float | None = None,
    ) -> "InferredRacks":
        """Make inferred racks from leaves and weights, in any order; equal leaves are merged.

        leaves:  racks, or the number of each tile by index, (leaves, tiles).
        weights: one for each leave, 0 or more; only their ratios matter. Those below a billionth of the sum
                 are left out.

        Raises PositionError when there are no leaves, they are of other tiles, a weight is negative or not
        finite, or all are 0.
        """
        counts, weights = _counts(tile_set, leaves), np.asarray(weights, dtype=np.float64)
        if counts.ndim != 2 or counts.shape[1] != tile_set.size or weights.shape != counts.shape[:1]:
            raise PositionError(
                f"leaves {counts.shape} with weights {weights.shape}", cure="give one weight per leave"
            )
        total = float(weights.sum())
        if not np.isfinite(total) or not total > 0 or (weights < 0).any():
            raise PositionError("the weights of leaves are out of range", cure="give 0 or more, not all 0")
        different, inverse = np.unique(counts, axis=0, return_inverse=True)
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
        """Return the `count` most likely leaves and their probabilities. Raises PositionError."""
        check_whole("the {} most likely leaves", count, 0)
        return [
            (self._rack(leave), float(weight))
            for leave, weight in zip(self.leaves[:count], self.weights[:count], strict=True)
        ]

    def tile_chances(self) -> npt.NDArray[np.float64]:
        """Return the probability of each tile index to be in the leave at least once: float64, (tiles,)."""
        chances: npt.NDArray[np.float64] = self.weights @ (self.leaves > 0)
        return chances

    def chance_of(self, tiles: Rack | str) -> float:
        """Return the probability that the leave holds all these tiles.

        Raises PositionError for other tiles, NotationError for a text that is none.
        """
        rack = self.tile_set.parse_rack(tiles) if isinstance(tiles, str) else tiles
        counts = _counts(self.tile_set, [rack])[0]
        return float(self.weights @ (self.leaves >= counts).all(axis=1))

    def tabulate(self, count: int | None = None) -> Tabulation:
        """Return the `count` most likely leaves as a table, all for None."""
        listed = self.most_likely(len(self) if count is None else count)
        rows = [
            (str(number), str(leave), f"{100 * chance:.2f}")
            for number, (leave, chance) in enumerate(listed, start=1)
        ]
        return Tabulation(repr(self)[1:-1], ("#", "Leave", "Chance %"), rows, len(self))

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each leave: its tiles and its probability, the most likely first."""
        return [{"leave": str(leave), "chance": chance} for leave, chance in self.most_likely(len(self))]

    def __repr__(self) -> str:
        sampled = "" if self.is_exact else ", sampled"
        return f"<InferredRacks: {len(self):,} leaves, effective size {self.effective_size:,.1f}{sampled}>"

    def _rack(self, leave: npt.NDArray[np.uint8]) -> Rack:
        return Rack(self.tile_set, tuple(leave.tolist()))


def _counts(tile_set: TileSet, leaves: Sequence[Rack] | npt.NDArray[np.integer]) -> npt.NDArray[np.uint8]:
    """Return leaves as numbers of each tile. Raises PositionError for other tiles and impossible numbers."""
    if not isinstance(leaves, np.ndarray):
        for leave in leaves:
            if not isinstance(leave, Rack) or leave.tile_set != tile_set:
                raise PositionError(
                    f"{leave!r} is not a rack of {tile_set.name}", cure="give racks, as parse_rack returns"
                )
        leaves = np.array([leave.counts for leave in leaves], dtype=np.int64)
    if not np.issubdtype(leaves.dtype, np.integer) or ((leaves < 0) | (leaves > MAX_COUNT)).any():
        raise PositionError("numbers of tiles are out of range", cure=f"give whole numbers, 0 to {MAX_COUNT}")
    return leaves.astype(np.uint8)
