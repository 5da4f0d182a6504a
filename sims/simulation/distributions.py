"""Histograms of the rollouts of each candidate, in bounded memory."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from strategy.leaves import MILLI

if TYPE_CHECKING:
    from sims.simulation.rollouts import RolloutBatch

BIN_WIDTH = 10
"""Points."""
BINS = 100
FIRST_BIN = -BIN_WIDTH * BINS // 2
"""Start of the first bin, in points. The first and the last bin also hold all that lies beyond them."""


@dataclass(frozen=True)
class Distribution:
    """The distribution of a candidate's rollouts.

    Attributes
    ----------
    equity_counts:    histogram of the equity: bin i counts the rollouts from `FIRST_BIN` + i * `BIN_WIDTH`
                      points up to, but not including, `BIN_WIDTH` points more.
    leaves:           mean difference of the leaves at the horizon, in points; a part of the equity.
    leaves_deviation: its standard deviation; infinite for fewer than two rollouts, which tell none.
    covered:          number of the opponent's replies that put a tile on each square, by rows.
    went_out, opponent_went_out: number of rollouts in which the player, or the opponent, went out; 0 where
                      that does not end a game.
    """

    equity_counts: tuple[int, ...]
    leaves: float
    leaves_deviation: float
    covered: tuple[tuple[int, ...], ...]
    went_out: int
    opponent_went_out: int


class DistributionSums:
    """Integer sums over rollouts, which do not depend on the order in which batches are added."""

    def __init__(self, candidates: int, rows: int, columns: int, *, ends_when_out: bool = True) -> None:
        self._ends_when_out = ends_when_out
        self._counts = np.zeros((candidates, BINS), dtype=np.int64)
        self._covered = np.zeros((candidates, rows, columns), dtype=np.int64)
        self._went_out = np.zeros((2, candidates), dtype=np.int64)
        self._leaves = np.zeros(candidates, dtype=object)  # integers of any size
        self._squares = np.zeros(candidates, dtype=object)

    def add(self, batch: "RolloutBatch", candidates: Sequence[int]) -> None:
        """Add the rollouts of these candidates, given by index."""
        some = np.array(candidates)
        bins = np.clip((batch.equities - FIRST_BIN * MILLI) // (BIN_WIDTH * MILLI), 0, BINS - 1)
        of_candidate = bins + np.arange(len(some)) * BINS
        self._counts[some] += np.bincount(of_candidate.ravel(), minlength=len(some) * BINS).reshape(-1, BINS)
        self._covered[some] += batch.covered
        # After the last turn the other player is on turn, and the one who went out has no tiles to be seen.
        is_out = (batch.rollouts["ended"] == 1) & (batch.rollouts["unseen"] == 0)
        for mover in (0, 1) if self._ends_when_out else ():
            self._went_out[mover, some] += (is_out & (batch.rollouts["on_turn"] != mover)).sum(axis=0)
        leaves: npt.NDArray[Any] = batch.rollouts["leaves"].astype(np.int64)
        self._leaves[some] += leaves.sum(axis=0).astype(object)
        self._squares[some] += (leaves * leaves).sum(axis=0).astype(object)

    def distribution(self, index: int) -> Distribution:
        """Return the distribution of one candidate."""
        count = int(self._counts[index].sum())
        total, squares = int(self._leaves[index]), int(self._squares[index])
        variance = (count * squares - total * total) / (count * (count - 1)) if count > 1 else inf
        return Distribution(
            tuple(self._counts[index].tolist()),
            total / count / MILLI if count else 0.0,
            sqrt(variance) / MILLI,
            tuple(map(tuple, self._covered[index].tolist())),
            *self._went_out[:, index].tolist(),
        )
