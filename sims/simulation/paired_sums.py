"""Paired statistics of candidates that met the same iterations (common random numbers).

The sums are exact integers, so they do not depend on the order in which batches are added. A candidate that
is left out once stays out, so the iterations that two candidates share are the first ones of both.
"""

from collections.abc import Sequence
from math import inf, log, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_LARGEST = 1 << 62
_TUNED_FOR = 500
"""Number of iterations at which the intervals are tightest, compared with those for a fixed number."""
_UNSEEN = 2
"""Unpaired rollouts added to the variance of a difference, in case luck has hidden the differences so far."""
_DRAWS = 20_000


class PairedSums:
    """Sums of an integer quantity, for each candidate and for the difference of each pair.

    Candidates are given by index. Results are in the unit of the quantity or its square.
    """

    def __init__(self, candidates: int) -> None:
        self.counts = np.zeros(candidates, dtype=np.int64)
        """Number of iterations of each candidate, (candidates,)."""
        self._sums = np.zeros(candidates, dtype=object)
        self._squares = np.zeros(candidates, dtype=object)
        self._differences = np.zeros((candidates, candidates), dtype=object)
        self._squared_differences = np.zeros((candidates, candidates), dtype=object)

    def add(self, values: npt.NDArray[np.int64], candidates: Sequence[int]) -> None:
        """Add iterations, (iterations, candidates). These candidates must have had all earlier ones."""
        largest = int(np.abs(values).max(initial=0))
        exact: npt.NDArray[Any] = (
            values if largest**2 * max(1, len(values)) < _LARGEST else values.astype(object)
        )
        products = (exact.T @ exact).astype(object)
        sums, squares = exact.sum(axis=0).astype(object), products.diagonal()
        some = np.array(candidates)
        self.counts[some] += len(values)
        self._sums[some] += sums
        self._squares[some] += squares
        pairs = np.ix_(some, some)
        self._differences[pairs] += sums[:, np.newaxis] - sums
        self._squared_differences[pairs] += squares[:, np.newaxis] + squares - 2 * products

    def mean(self, index: int) -> float:
        """Return the mean of a candidate over its own iterations."""
        return _ratio(self._sums[index], int(self.counts[index]))

    def standard_error(self, index: int) -> float:
        """Return the standard error of `mean`; infinite for fewer than two iterations, which tell none."""
        count = int(self.counts[index])
        if count < 2:
            return inf
        return sqrt(_variance(count, self._sums[index], self._squares[index]) / count)

    def common(self, first: int, second: int) -> int:
        """Return the number of iterations that both had."""
        return int(min(self.counts[first], self.counts[second]))

    def difference(self, first: int, second: int) -> float:
        """Return the mean of the first candidate minus the second, over the iterations that both had."""
        return _ratio(self._differences[first, second], self.common(first, second))

    def difference_variance(self, first: int, second: int) -> float:
        """Return the variance of the difference in a single iteration."""
        return _variance(
            self.common(first, second),
            self._differences[first, second],
            self._squared_differences[first, second],
        )

    def difference_error(self, first: int, second: int) -> float:
        """Return the standard error of `difference`; infinite for fewer than two common iterations."""
        count = self.common(first, second)
        if count < 2:
            return 0.0 if first == second else inf
        return sqrt(self.difference_variance(first, second) / count)

    def differences(self) -> tuple[Floats, Floats]:
        """Return `difference` and `difference_error` of all pairs, (first, second) each."""
        common = np.minimum.outer(self.counts, self.counts).astype(object)  # exact integers, like the sums
        count = np.maximum(common, 1)
        squares = common * self._squared_differences - self._differences * self._differences
        variances = (squares / np.maximum(common * (common - 1), 1)).astype(np.float64)
        errors = np.sqrt(variances / count.astype(np.float64))
        errors[(common < 2) & ~np.eye(len(self.counts), dtype=bool)] = inf
        return (self._differences / count).astype(np.float64), errors

    def radius(self, first: int, second: int, error: float) -> float:
        """Return half the width of an anytime-valid confidence interval around `difference`.

        With a probability of 1 - `error`, the long-run difference is within the intervals of all times
        together, as far as the sums are normal. It is an asymptotic confidence sequence (Waudby-Smith,
        Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence
        sequences", 2021, theorem 2.2).

        Candidates that differ in rare rollouts only are not normal for long. Two unpaired rollouts are added
        to the variance, so that a few equal results prove nothing.
        """
        count = self.common(first, second)
        if count < 2:
            return inf
        rho = (-2 * log(error) + log(1 - 2 * log(error))) / _TUNED_FOR
        grown = count * rho + 1
        widening = sqrt(2 * grown / (count * rho) * log(sqrt(grown) / error))
        unpaired = self.standard_error(first) ** 2 * int(self.counts[first])
        unpaired += self.standard_error(second) ** 2 * int(self.counts[second])
        variance = self.difference_variance(first, second) + _UNSEEN * unpaired / count
        return widening * sqrt(variance / count)

    def chances_to_be_best(self, leader: int, seed: int) -> npt.NDArray[np.float64]:
        """Return the probability that each candidate has the highest long-run mean, (candidates,).

        The differences to the leader are drawn 20,000 times from the normal distribution with their observed
        errors and correlations; `seed` decides the draws. A candidate that always equals the leader has
        probability 0. Before every candidate has had two iterations nothing is known of the errors, and all
        have the same probability.
        """
        if self.counts.min() < 2:
            return np.full(len(self.counts), 1 / len(self.counts))
        candidates = range(len(self.counts))
        means = np.array([self.difference(index, leader) for index in candidates])
        covariances = np.array([[self._covariance(a, b, leader) for b in candidates] for a in candidates])
        values, vectors = np.linalg.eigh(covariances)
        spread = vectors * np.sqrt(np.clip(values, 0, None))
        chance = np.random.Generator(np.random.Philox(key=seed))
        draws = means + chance.standard_normal((_DRAWS, len(means))) @ spread.T
        draws[:, leader] = 0
        same = [index for index in candidates if index != leader and covariances[index, index] == 0]
        draws[:, same] = means[same]
        best = np.where(draws.max(axis=1) > 0, draws.argmax(axis=1), leader)
        return np.bincount(best, minlength=len(means)) / _DRAWS

    def _covariance(self, first: int, second: int, leader: int) -> float:
        """Return the covariance of the means of two candidates' differences to the leader."""
        variances = [
            self.difference_variance(*pair) for pair in ((first, leader), (second, leader), (first, second))
        ]
        more = max(self.common(first, leader), self.common(second, leader), 1)
        return (variances[0] + variances[1] - variances[2]) / 2 / more


def _ratio(total: int, count: int) -> float:
    return total / count if count else 0.0


def _variance(count: int, total: int, squares: int) -> float:
    """Return the unbiased estimate; 0 for fewer than two observations."""
    return (count * squares - total * total) / (count * (count - 1)) if count > 1 else 0.0
