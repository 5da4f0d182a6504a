"""Leave values from self-play by empirical Bayes: rare leaves lean on predictions from shorter ones.

Leaves are valued in the order of their size. A leave of one tile is worth its mean deviation. For a leave of
k tiles, let `a` be the mean value of its sub-leaves that lack one tile, and `b` of those that lack two. Then
`p = f a + g b` predicts its value, with f and g fitted by weighted least squares. (If values were sums over
tiles and pairs of tiles, f would be 2 k / (k - 1) and g would be -k / (k - 2).) The estimate lies between the
prediction and the mean deviation x of n racks:

    value = p + n t / (n t + s) * (x - p)

Here s is the variance of the deviations of racks with the same leave, by analysis of variance, and t is the
variance of true values around their predictions, by the method of moments. So the data decide how far means
are trusted.

Sources: B. Efron, C. Morris, J. American Statistical Association 70 (1975), for shrinkage by empirical Bayes;
R. E. Fay, R. A. Herriot, J. American Statistical Association 74 (1979), for shrinkage towards a regression.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from movegen.variant import TileSet
from sims.training.leave_sums import LeaveSums
from strategy.leaves import MILLI, Keys, LeaveTable, all_keys, count_tiles, remove_each

_ROUNDS = 20
_MIN_VARIANCE = 0.001  # square points: predictions are never exact

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class SizeReport:
    """A report on how the leaves of one size were valued.

    Attributes
    ----------
    size:     number of tiles.
    factors:  f and g, the factors of the values of leaves that lack one tile and two.
    rack_sd:  standard deviation of the deviations of racks with the same leave, in points.
    value_sd: standard deviation of true values around their predictions, in points.
    trust:    weight of the mean against the prediction, averaged over the leaves of all racks.
    """

    size: int
    factors: tuple[float, float]
    rack_sd: float
    value_sd: float
    trust: float


def smooth_leaves(sums: LeaveSums, tile_set: TileSet) -> tuple[LeaveTable, list[SizeReport]]:
    """Return the values of all leaves, and a report on each size from two tiles on."""
    keys = all_keys(tile_set, sums.max_tiles)
    sizes = count_tiles(keys)
    means, counts = sums.means, sums.counts.astype(np.float64)
    values = np.zeros(len(keys))
    shorter = np.zeros(len(keys))  # by leave: the mean value of those that lack one tile
    reports = []
    for size in range(1, sums.max_tiles + 1):
        at = np.flatnonzero(sizes == size)
        if not len(at):
            break
        if size == 1:
            values[at] = means[at]
            continue
        subs = _indices_without_one(keys, at, size)
        shorter[at] = values[subs].mean(axis=1)
        features = np.stack([shorter[at], shorter[subs].mean(axis=1)], axis=1)
        values[at], report = _shrink(size, features, means[at], counts[at], sums.variance)
        reports.append(report)
    return LeaveTable(tile_set, "leaves", keys, np.rint(values * MILLI).astype(np.int64)), reports


def _indices_without_one(keys: Keys, at: npt.NDArray[np.intp], size: int) -> npt.NDArray[np.intp]:
    return np.searchsorted(keys, remove_each(keys[at], size))


def _shrink(
    size: int, features: Floats, means: Floats, counts: Floats, variance: float
) -> tuple[Floats, SizeReport]:
    """Return the estimated values of the leaves of one size, and the report on them."""
    within = _variance_within(means, counts, variance)
    around = within  # first guess of the variance of values around predictions
    factors = np.array([2 * size / (size - 1), -size / (size - 2) if size > 2 else 0.0])
    for _ in range(_ROUNDS):
        weights = counts / (within + counts * around)
        if not weights.any():
            break
        roots = np.sqrt(weights)
        factors = np.linalg.lstsq(features * roots[:, np.newaxis], means * roots, rcond=None)[0]
        excess = (means - features @ factors) ** 2 - within / np.maximum(counts, 1)
        around = max(_MIN_VARIANCE, float(weights @ excess / weights.sum()))
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
    """Return the variance within leaves: the total variance less that of the means."""
    total = counts.sum()
    left = total - np.count_nonzero(counts)  # the racks beyond the first of each leave
    if left <= 0:
        return max(variance, _MIN_VARIANCE)
    return max(_MIN_VARIANCE, float((total * variance - counts @ means**2) / left))
