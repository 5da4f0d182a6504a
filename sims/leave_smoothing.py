"""From what self-play tells of leaves to their values: rare leaves lean on the shorter ones within them.

Sizes are taken in order. A leave of one tile is worth its mean deviation. Of one of k tiles, the values of
its sub-leaves already say much: with `a` the mean value of those that lack one tile and `b` of those that
lack two, `p = f a + g b` predicts it, f and g being fitted by weighted least squares (f = 2 k / (k - 1) and
g = -k / (k - 2) if values came of tiles and pairs of tiles alone). The value is then that of empirical
Bayes: between prediction and mean deviation x of n racks,

    value = p + n t / (n t + s) * (x - p),

s being the variance of deviations of racks with the same leave, by analysis of variance, and t the
variance of true values around their predictions, by the method of moments: so the means tell themselves
how far they may be trusted.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from movegen.tiles import TileSet
from sims.leave_sums import LeaveSums
from strategy.leave_keys import Keys, all_keys, sizes_of, without_one
from strategy.leave_table import LeaveTable
from strategy.leaves import MILLI

_ROUNDS = 20
_LEAST_SPREAD = 0.001  # square points: predictions are never taken for exact

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class SizeReport:
    """How leaves of a size were valued.

    size:       tiles.
    factors:    of the means of the values of leaves that lack one tile, and two.
    rack_sd:    of the deviations of racks with the same leave, in points.
    value_sd:   of true values around their predictions, in points.
    trust:      how much of the difference between mean and prediction is believed, of a rack's leaves.
    """

    size: int
    factors: tuple[float, float]
    rack_sd: float
    value_sd: float
    trust: float


def smoothed(sums: LeaveSums, tile_set: TileSet, name: str = "leaves") -> tuple[LeaveTable, list[SizeReport]]:
    """The values of all leaves, and how those of two and more tiles came about."""
    keys = all_keys(tile_set, sums.most)
    sizes = sizes_of(keys)
    means, counts = sums.means, sums.counts.astype(np.float64)
    values = np.zeros(len(keys))
    shorter = np.zeros(len(keys))  # by leave: the mean value of those that lack one tile
    reports = []
    for size in range(1, sums.most + 1):
        at = np.flatnonzero(sizes == size)
        if not len(at):
            break
        if size == 1:
            values[at] = means[at]
            continue
        subs = _places_without_one(keys, at, size)
        shorter[at] = values[subs].mean(axis=1)
        features = np.stack([shorter[at], shorter[subs].mean(axis=1)], axis=1)
        values[at], report = _leaned(size, features, means[at], counts[at], sums.variance)
        reports.append(report)
    return LeaveTable(tile_set, name, keys, np.rint(values * MILLI).astype(np.int64)), reports


def _places_without_one(keys: Keys, at: npt.NDArray[np.intp], size: int) -> npt.NDArray[np.intp]:
    return np.searchsorted(keys, without_one(keys[at], size))


def _leaned(
    size: int, features: Floats, means: Floats, counts: Floats, variance: float
) -> tuple[Floats, SizeReport]:
    """The values of the leaves of a size."""
    within = _variance_within(means, counts, variance)
    around = within  # the variance of values around predictions: a first guess
    factors = np.array([2 * size / (size - 1), -size / (size - 2) if size > 2 else 0.0])
    for _ in range(_ROUNDS):
        weights = counts / (within + counts * around)
        if not weights.any():
            break
        roots = np.sqrt(weights)
        factors = np.linalg.lstsq(features * roots[:, np.newaxis], means * roots, rcond=None)[0]
        excess = (means - features @ factors) ** 2 - within / np.maximum(counts, 1)
        around = max(_LEAST_SPREAD, float(weights @ excess / weights.sum()))
    predicted = features @ factors
    trust = counts * around / (counts * around + within)
    report = SizeReport(
        size,
        (float(factors[0]), float(factors[1])),
        within**0.5,
        around**0.5,
        float(counts @ trust / max(1.0, counts.sum())),
    )
    return predicted + trust * (means - predicted), report


def _variance_within(means: Floats, counts: Floats, variance: float) -> float:
    """The variance of the deviations of racks with the same leave: all variance less that of the means."""
    total = counts.sum()
    left = total - np.count_nonzero(counts)  # the racks beyond the first of each leave
    if left <= 0:
        return max(variance, _LEAST_SPREAD)
    return max(_LEAST_SPREAD, float((total * variance - counts @ means**2) / left))
