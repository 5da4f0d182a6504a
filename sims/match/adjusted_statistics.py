"""Statistics of a match without the luck of the draws: the same means, with smaller errors.

The luck of a game (`sims.games.draw_luck`) has the expectation 0 and predicts most of the result. So the
result less a multiple of its luck has the same expectation. The multiple that leaves the smallest variance
is the covariance of result and luck over the variance of luck, and is estimated from the same games: the
method of control variates (B. L. Nelson, "Control Variate Remedies", Operations Research 38, 1990). Where
luck predicts nothing, because one player wins in any case, the multiple is near 0.

As elsewhere, a pair of games counts as one observation. Sums are of whole numbers: points of `MILLI`, wins of
`MILLION`.
"""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy

from sims.match.match_statistics import EloEstimate, Estimate
from sims.match.score_frequencies import elo_from_score, per_pair
from strategy.leaves import MILLI
from strategy.winprob import MILLION

MIN_OBSERVATIONS = 3
"""Fewest observations of which an error can be estimated: two numbers are fitted to them."""


@dataclass(frozen=True)
class AdjustedEstimate:
    """An estimate less its luck.

    Attributes
    ----------
    estimate: of the mean, with its error and interval.
    luck:     mean luck of A.
    gain:     so many times as many games would be as exact without the adjustment. NaN where unknown.
    """

    estimate: Estimate
    luck: float
    gain: float


@dataclass(frozen=True)
class AdjustedStatistics:
    """The statistics of a match without the luck of the draws, from the view of A.

    Attributes
    ----------
    spread:   A's score less B's, points a game.
    score:    A's share of points, 0 to 1; a noisy estimate may lie outside.
    elo_estimate: Elo difference of that share and its interval; infinite at 0 and 1, NaN where unknown.
    p_value:  two-sided, of equal strength, by Student's t. NaN where the error is unknown.
    """

    spread: AdjustedEstimate
    score: AdjustedEstimate
    elo_estimate: EloEstimate
    p_value: float


@dataclass(frozen=True)
class PairedMoments:
    """Sums over observations of a result and its luck, exact, from which an adjusted estimate follows.

    >>> games = PairedMoments().add(np.array([10, -10, 30, 4]), np.array([9, -12, 20, 3]))
    >>> adjusted = games.estimate(1)
    >>> round(adjusted.estimate.mean, 2), round(adjusted.estimate.standard_error, 2)
    (2.4, 2.14)
    """

    count: int = 0
    total: int = 0
    luck: int = 0
    squares: int = 0
    luck_squares: int = 0
    products: int = 0

    def add(self, results: npt.NDArray[np.int64], lucks: npt.NDArray[np.int64]) -> "PairedMoments":
        """Return the sums with more observations."""
        pairs = list(zip(results.tolist(), lucks.tolist(), strict=True))  # squares may exceed 64 bits
        return PairedMoments(
            self.count + len(pairs),
            self.total + sum(result for result, _ in pairs),
            self.luck + sum(luck for _, luck in pairs),
            self.squares + sum(result * result for result, _ in pairs),
            self.luck_squares + sum(luck * luck for _, luck in pairs),
            self.products + sum(result * luck for result, luck in pairs),
        )

    def fit(self, scale: int) -> tuple[float, float]:
        """Return the adjusted mean of observations that were multiplied by `scale`, and its squared error.

        There must be `MIN_OBSERVATIONS`.
        """
        n = self.count
        variance, of_luck, common = self._central()
        share = common / of_luck if of_luck else 0.0
        rest = max(0.0, variance - common * share) / (n * (n - 2))
        # The mean luck differs from its expectation, 0, to which the fitted line is extended.
        reach = 1 + (self.luck**2 / of_luck if of_luck else 0.0)
        return (self.total - share * self.luck) / (n * scale), rest * reach / (n * scale**2)

    def estimate(self, scale: int) -> AdjustedEstimate:
        """Return the adjusted mean of observations that were multiplied by `scale`.

        Its error is unknown if luck explains all of them, or they are equal: others may vary.
        """
        n = self.count
        mean, luck = (total / (n * scale) if n else math.nan for total in (self.total, self.luck))
        if n < MIN_OBSERVATIONS:
            nothing = Estimate(mean, math.nan, math.nan, (math.nan, math.nan))
            return AdjustedEstimate(nothing, luck, math.nan)
        mean, square = self.fit(scale)
        if not square:
            return AdjustedEstimate(Estimate(mean, 0.0, math.nan, (math.nan, math.nan)), luck, math.nan)
        error = math.sqrt(square)
        reach = float(scipy.stats.t.ppf(0.975, n - 2)) * error
        raw_square = self._central()[0] / (n * n * (n - 1) * scale**2)
        estimate = Estimate(mean, error * math.sqrt(n), error, (mean - reach, mean + reach))
        return AdjustedEstimate(estimate, luck, raw_square / square)

    def _central(self) -> tuple[int, int, int]:
        """Return the central second moments of results and luck and their common one, times count squared."""
        return (
            self.count * self.squares - self.total**2,
            self.count * self.luck_squares - self.luck**2,
            self.count * self.products - self.total * self.luck,
        )


@dataclass(frozen=True)
class LuckSums:
    """Sums over the games of a match, from which its adjusted statistics follow.

    Attributes
    ----------
    paired: an observation is a pair of games, and its figures are sums over both.
    points: spread and luck, in milli-points.
    wins:   result (a win counts 1) and luck, in millionths.
    """

    paired: bool
    points: PairedMoments = field(default_factory=PairedMoments)
    wins: PairedMoments = field(default_factory=PairedMoments)

    def add(self, games: npt.NDArray[Any]) -> "LuckSums":
        """Return the sums with more games in order: entries of `game_batches.RESULT_TYPE`."""
        spreads = games["scores"][:, 0] - games["scores"][:, 1]
        points, luck = (_units(each, self.paired) for each in (spreads * MILLI, games["luck_points"]))
        wins, win_luck = win_units(games, paired=self.paired)
        return LuckSums(self.paired, self.points.add(points, luck), self.wins.add(wins, win_luck))

    def statistics(self) -> AdjustedStatistics:
        """Return the statistics of the games."""
        games = 2 if self.paired else 1
        spread, score = self.points.estimate(games * MILLI), self.wins.estimate(games * MILLION)
        found = score.estimate
        low, high = found.ci95
        freedom = self.wins.count - 2
        p_value = math.nan
        if found.standard_error > 0:
            p_value = 2 * float(scipy.stats.t.sf(abs(found.mean - 0.5) / found.standard_error, freedom))
        elo = EloEstimate(_elo(found.mean), (_elo(low), _elo(high)))
        return AdjustedStatistics(spread, score, elo, p_value)


def win_units(
    games: npt.NDArray[Any], *, paired: bool
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return results and luck of the observations, in millionths of a win: two of shape (observations,)."""
    spreads = games["scores"][:, 0] - games["scores"][:, 1]
    results = (np.sign(spreads) + 1) * (MILLION // 2)
    return _units(results, paired), _units(games["luck_wins"], paired)


def _units(games: npt.NDArray[np.int64], paired: bool) -> npt.NDArray[np.int64]:
    return per_pair(games).sum(axis=1) if paired else games


def _elo(score: float) -> float:
    return math.nan if math.isnan(score) else elo_from_score(score)
