"""Sums over rollouts of several candidates that met the same iterations, and what they tell.

Sums are whole numbers without limit, so they do not depend on the order in which batches are added. The
candidates that are left out at some time stay out: of two candidates the iterations that both had are the
first ones of either, as many as the one had that was left out earlier.
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

_LARGEST = 1 << 62
_TUNED_FOR = 500
"""Iterations after which the intervals are at their narrowest, compared with those of a fixed number."""
_UNSEEN = 2
"""Rollouts in which two candidates may differ as if they were not paired, and which luck has kept from us."""
_DRAWS = 20_000


class PairedSums:
    """Sums of a whole-number quantity: of each candidate, and of the difference of each two.

    Indices are those of the candidates. Everything told is in the quantity's unit (or its square) except for
    `counts`.
    """

    def __init__(self, candidates: int) -> None:
        self.counts = np.zeros(candidates, dtype=np.int64)
        """Iterations, (candidates,)."""
        self._sums = np.zeros(candidates, dtype=object)
        self._squares = np.zeros(candidates, dtype=object)
        self._differences = np.zeros((candidates, candidates), dtype=object)
        self._squared_differences = np.zeros((candidates, candidates), dtype=object)

    def add(self, values: npt.NDArray[np.int64], places: Sequence[int]) -> None:
        """Add iterations, (iterations, places); all that went before were of these candidates too."""
        largest = int(np.abs(values).max(initial=0))
        exact: npt.NDArray[Any] = (
            values if largest**2 * max(1, len(values)) < _LARGEST else values.astype(object)
        )
        products = (exact.T @ exact).astype(object)
        sums, squares = exact.sum(axis=0).astype(object), products.diagonal()
        some = np.array(places)
        self.counts[some] += len(values)
        self._sums[some] += sums
        self._squares[some] += squares
        pairs = np.ix_(some, some)
        self._differences[pairs] += sums[:, np.newaxis] - sums
        self._squared_differences[pairs] += squares[:, np.newaxis] + squares - 2 * products

    def mean(self, place: int) -> float:
        """Of a candidate, over its own iterations."""
        return _ratio(self._sums[place], int(self.counts[place]))

    def standard_error(self, place: int) -> float:
        """Of that mean."""
        count = int(self.counts[place])
        return sqrt(_variance(count, self._sums[place], self._squares[place]) / max(1, count))

    def common(self, first: int, second: int) -> int:
        """How many iterations both had."""
        return int(min(self.counts[first], self.counts[second]))

    def difference(self, first: int, second: int) -> float:
        """The mean of the first candidate less the second, over the iterations that both had."""
        return _ratio(self._differences[first, second], self.common(first, second))

    def difference_variance(self, first: int, second: int) -> float:
        """Of the difference in a single iteration."""
        return _variance(
            self.common(first, second),
            self._differences[first, second],
            self._squared_differences[first, second],
        )

    def difference_error(self, first: int, second: int) -> float:
        """The standard error of `difference`."""
        return sqrt(self.difference_variance(first, second) / max(1, self.common(first, second)))

    def radius(self, first: int, second: int, error: float) -> float:
        """Half the width of an interval about `difference` that holds whenever and however often one looks.

        The long-run difference is within it at all times together with a probability of 1 - `error`, as far
        as sums are normal: an asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy and
        Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences", 2021, theorem 2.2).

        Candidates that come to the same but for rare rollouts are not normal for long. So that a few that
        were equal prove nothing, the variance has two more rollouts in it, of two that are not paired.
        """
        count = self.common(first, second)
        if count < 2:
            return float("inf")
        rho = (-2 * log(error) + log(1 - 2 * log(error))) / _TUNED_FOR
        grown = count * rho + 1
        looks = sqrt(2 * grown / (count * rho) * log(sqrt(grown) / error))
        unpaired = self.standard_error(first) ** 2 * int(self.counts[first])
        unpaired += self.standard_error(second) ** 2 * int(self.counts[second])
        variance = self.difference_variance(first, second) + _UNSEEN * unpaired / count
        return looks * sqrt(variance / count)

    def chances_to_be_best(self, leader: int, seed: int) -> npt.NDArray[np.float64]:
        """The probability of each candidate that its long-run mean is the highest, (candidates,).

        The differences to the leader are taken for normal with the errors and correlations seen, and drawn
        20,000 times; `seed` decides the draws. A candidate that always equals the leader has none of its own.
        """
        candidates = range(len(self.counts))
        means = np.array([self.difference(place, leader) for place in candidates])
        covariances = np.array([[self._covariance(a, b, leader) for b in candidates] for a in candidates])
        values, vectors = np.linalg.eigh(covariances)
        spread = vectors * np.sqrt(np.clip(values, 0, None))
        chance = np.random.Generator(np.random.Philox(key=seed))
        draws = means + chance.standard_normal((_DRAWS, len(means))) @ spread.T
        draws[:, leader] = 0
        same = [place for place in candidates if place != leader and covariances[place, place] == 0]
        draws[:, same] = means[same]
        best = np.where(draws.max(axis=1) > 0, draws.argmax(axis=1), leader)
        return np.bincount(best, minlength=len(means)) / _DRAWS

    def _covariance(self, first: int, second: int, leader: int) -> float:
        """Of the means of two candidates' differences to the leader."""
        variances = [
            self.difference_variance(*pair) for pair in ((first, leader), (second, leader), (first, second))
        ]
        more = max(self.common(first, leader), self.common(second, leader), 1)
        return (variances[0] + variances[1] - variances[2]) / 2 / more


def _ratio(total: int, count: int) -> float:
    return total / count if count else 0.0


def _variance(count: int, total: int, squares: int) -> float:
    """The unbiased estimate; 0 for less than two."""
    return (count * squares - total * total) / (count * (count - 1)) if count > 1 else 0.0
