"""How what rollouts come to is distributed, by candidate, in bounded memory."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from sims.rollouts import RolloutBatch
from strategy.leaves import MILLI

BIN_WIDTH = 10
"""Points: what equities are counted by."""
BINS = 100
FIRST_BIN = -BIN_WIDTH * BINS // 2
"""Points: where the first bin begins. The first and the last one also hold what lies beyond them."""


@dataclass(frozen=True)
class Distribution:
    """Of a candidate's rollouts.

    Attributes
    ----------
    equity_counts:    in how many rollouts the equity lay in a bin: at least `FIRST_BIN` + i * `BIN_WIDTH`
                      points and less than `BIN_WIDTH` more, for bin i.
    leaves:           the mean of the leaves' difference at the horizon, part of the equity: points.
    leaves_deviation: its standard deviation.
    covered:          how many of the opponent's replies laid a tile on a square, by rows.
    """

    equity_counts: tuple[int, ...]
    leaves: float
    leaves_deviation: float
    covered: tuple[tuple[int, ...], ...]


class DistributionSums:
    """Whole-number sums over rollouts, which do not depend on the order in which batches are added."""

    def __init__(self, candidates: int, rows: int, columns: int) -> None:
        self._counts = np.zeros((candidates, BINS), dtype=np.int64)
        self._covered = np.zeros((candidates, rows, columns), dtype=np.int64)
        self._leaves = np.zeros(candidates, dtype=object)  # whole numbers without limit
        self._squares = np.zeros(candidates, dtype=object)

    def add(self, batch: RolloutBatch, places: Sequence[int]) -> None:
        """Count the rollouts of the candidates at these places."""
        some = np.array(places)
        bins = np.clip((batch.equities - FIRST_BIN * MILLI) // (BIN_WIDTH * MILLI), 0, BINS - 1)
        of_candidate = bins + np.arange(len(some)) * BINS
        self._counts[some] += np.bincount(of_candidate.ravel(), minlength=len(some) * BINS).reshape(-1, BINS)
        self._covered[some] += batch.covered
        leaves: npt.NDArray[Any] = batch.rollouts["leaves"].astype(np.int64)
        self._leaves[some] += leaves.sum(axis=0).astype(object)
        self._squares[some] += (leaves * leaves).sum(axis=0).astype(object)

    def of(self, place: int) -> Distribution:
        """What is known of a candidate."""
        count = int(self._counts[place].sum())
        total, squares = int(self._leaves[place]), int(self._squares[place])
        variance = (count * squares - total * total) / (count * (count - 1)) if count > 1 else 0.0
        return Distribution(
            tuple(self._counts[place].tolist()),
            total / count / MILLI if count else 0.0,
            sqrt(variance) / MILLI,
            tuple(map(tuple, self._covered[place].tolist())),
        )
