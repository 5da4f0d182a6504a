"""Statistics of a match between A and B: scores, spread and Elo difference, with their uncertainty.

A match is plain (its games are independent) or paired (games 0 and 1 have the same tile order and exchanged
seats, so have games 2 and 3, and so on). The games of a pair share their luck, so a pair counts as one
observation in every measure of uncertainty.

Unknown figures (a mean of no games, an error estimated from one) are NaN and Elo differences may be infinite;
msgspec writes both to JSON as `null`. `docs/statistics.md` explains the figures.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import scipy

from sims.match.results import ResultsError
from sims.match.score_frequencies import (
    GAME,
    PAIR,
    Floats,
    Integers,
    check_counts,
    elo_from_score,
    frequencies,
    mean_score,
    outcomes,
    per_pair,
    score_interval,
)

Number = TypeVar("Number", int, float)

_TAIL = 0.975
"""The quantile at the upper end of a 95 % interval."""


@dataclass(frozen=True)
class Estimate:
    """The mean of some observations.

    Attributes
    ----------
    mean:           NaN without observations.
    deviation:      standard deviation of the observations (with one degree of freedom less).
    standard_error: the deviation over the square root of their number.
    ci95:           the 95 % confidence interval of the mean by Student's t.

    All but the mean are NaN for fewer than two observations. Error and interval are NaN, too, if all of them
    are equal, which shows nothing of how much others vary.
    """

    mean: float
    deviation: float
    standard_error: float
    ci95: tuple[float, float]

    @classmethod
    def of(cls, observations: Floats) -> "Estimate":
        """Return the estimate from observations: float64, (observations,)."""
        number = len(observations)
        mean = float(observations.mean()) if number else math.nan
        return cls._of(number, mean, float(observations.std(ddof=1)) if number > 1 else math.nan)

    @classmethod
    def from_sums(cls, number: int, total: float, squares: float, scale: int) -> "Estimate":
        """Return the estimate from observations that were multiplied by `scale`.

        `total` is their sum, `squares` that of their squares; those of whole numbers are exact.
        """
        mean = total / (number * scale) if number else math.nan
        if number < 2:
            return cls._of(number, mean, math.nan)
        variance = max(0.0, (number * squares - total**2) / (number * (number - 1)))
        return cls._of(number, mean, math.sqrt(variance) / scale)

    @classmethod
    def _of(cls, number: int, mean: float, deviation: float) -> "Estimate":
        if number < 2:
            return cls(mean, math.nan, math.nan, (math.nan, math.nan))
        if deviation == 0.0:
            return cls(mean, deviation, math.nan, (math.nan, math.nan))
        error = deviation / math.sqrt(number)
        reach = float(scipy.stats.t.ppf(_TAIL, number - 1)) * error
        return cls(mean, deviation, error, (mean - reach, mean + reach))


@dataclass(frozen=True)
class EloEstimate:
    """The logistic Elo difference of a match, with its 95 % confidence interval.

    They follow from the mean score and from `score_frequencies.score_interval`. If A won every game, the
    difference is infinite, but the lower end of the interval is finite. Without games the difference is NaN
    and the interval unbounded.

    >>> print(EloEstimate.of([40, 0, 60]))
    +70 (+1 to +139)
    """

    elo: float
    ci95: tuple[float, float]

    @classmethod
    def of(cls, counts: npt.ArrayLike) -> "EloEstimate":
        """Return the estimate from games or pairs counted by category, (3,) or (5,).

        Raises ResultsError for other numbers of categories, and counts that are no whole numbers from 0.

        >>> str(EloEstimate.of([40, 0, 60]))
        '+70 (+1 to +139)'
        """
        low, high = score_interval(counts, _deviations())
        return cls(elo_from_score(float(mean_score(counts))), (elo_from_score(low), elo_from_score(high)))

    def __str__(self) -> str:
        """Rounded to whole Elo points: `+12 (-3 to +27)`, `over +95 (every game won)`, `unknown`.

        Without luck an interval may be open, `+12 (over -3)`, or unknown: `+12`.
        """
        low, high = self.ci95
        if math.isnan(self.elo):
            return "unknown"
        if math.isnan(low):
            ends = f"every game {'won' if self.elo > 0 else 'lost'}"
            return ends if math.isinf(self.elo) else f"{self.elo:+.0f}"
        if math.isinf(self.elo):
            return (
                f"over {low:+.0f} (every game won)"
                if self.elo > 0
                else f"under {high:+.0f} (every game lost)"
            )
        if math.isinf(low) or math.isinf(high):
            ends = f"over {low:+.0f}" if math.isinf(high) else f"under {high:+.0f}"
            return f"{self.elo:+.0f}" if math.isinf(low) and math.isinf(high) else f"{self.elo:+.0f} ({ends})"
        return f"{self.elo:+.0f} ({low:+.0f} to {high:+.0f})"


@dataclass(frozen=True)
class MatchStatistics:
    """The statistics of a match, from the point of view of A.

    Attributes
    ----------
    paired:           an observation is a pair of games.
    wins, draws, losses: games.
    counts:           observations by category: `(losses, draws, wins)`, or pairs by A's half points.
    score_a, score_b: points per game.
    spread:           A's score minus B's, per game. With pairs, the deviation is that of a pair's mean.
    elo_estimate:     Elo difference and its interval.
    p_value:          two-sided, of `equality_test`.
    superiority:      likelihood that A is stronger, 0 to 1; see `equality_test`.
    """

    paired: bool
    wins: int
    draws: int
    losses: int
    counts: tuple[int, ...]
    score_a: Estimate
    score_b: Estimate
    spread: Estimate
    elo_estimate: EloEstimate
    p_value: float
    superiority: float

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.wins + self.draws + self.losses

    @property
    def mean_score_a(self) -> float:
        """A's points per game."""
        return self.score_a.mean

    @property
    def mean_score_b(self) -> float:
        """B's points per game."""
        return self.score_b.mean

    @property
    def mean_spread(self) -> float:
        """A's points minus B's, per game."""
        return self.spread.mean

    @property
    def spread_se(self) -> float:
        """The standard error of the mean spread, per game."""
        return self.spread.standard_error

    @property
    def elo(self) -> float:
        """The Elo difference: infinite if all games were won or lost, NaN if there are none."""
        return self.elo_estimate.elo

    @property
    def elo_ci95(self) -> tuple[float, float]:
        """The 95 % confidence interval of the Elo difference; an end may be infinite."""
        return self.elo_estimate.ci95


@dataclass(frozen=True)
class ScoreSums:
    """Sums over the games of a match, from which its statistics follow; exact, so that parts add up.

    Attributes
    ----------
    paired:  an observation is a pair of games, and its points are those of both games.
    outcomes: wins, draws and losses of A.
    counts:  observations by category, as in `MatchStatistics`.
    totals:  sums over the observations of A's points, B's points, and their difference.
    squares: sums of their squares.
    """

    paired: bool
    outcomes: tuple[int, ...]
    counts: tuple[int, ...]
    totals: tuple[float, ...]
    squares: tuple[float, ...]

    @classmethod
    def start(cls, *, paired: bool) -> "ScoreSums":
        """Return the sums of no games."""
        return cls(paired, (0, 0, 0), (0,) * (PAIR if paired else GAME), (0, 0, 0), (0, 0, 0))

    def add(self, scores_a: npt.NDArray[Any], scores_b: npt.NDArray[Any]) -> "ScoreSums":
        """Return the sums with more games in order. Raises ResultsError for half a pair."""
        scores_a, scores_b = _widen(scores_a), _widen(scores_b)
        spreads = scores_a - scores_b
        counts = frequencies(outcomes(spreads, paired=self.paired), paired=self.paired)
        observed = [
            per_pair(points).sum(axis=1) if self.paired else points
            for points in (scores_a, scores_b, spreads)
        ]
        found = [int((spreads > 0).sum()), int((spreads == 0).sum()), int((spreads < 0).sum())]
        return ScoreSums(
            self.paired,
            _added(self.outcomes, found),
            _added(self.counts, counts.tolist()),
            _added(self.totals, [points.sum().item() for points in observed]),
            _added(self.squares, [(points**2).sum().item() for points in observed]),
        )

    def statistics(self) -> MatchStatistics:
        """Return the statistics of the games."""
        p_value, superiority = equality_test(self.counts)
        wins, draws, losses = self.outcomes
        number, scale = sum(self.counts), 2 if self.paired else 1
        score_a, score_b, spread = (
            Estimate.from_sums(number, total, squares, scale)
            for total, squares in zip(self.totals, self.squares, strict=True)
        )
        elo = EloEstimate.of(self.counts)
        return MatchStatistics(
            self.paired, wins, draws, losses, self.counts, score_a, score_b, spread, elo, p_value, superiority
        )


def _widen(scores: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return whole numbers as int64, whose sums are exact, and others as float64."""
    return scores.astype(np.int64 if scores.dtype.kind in "biu" else np.float64)


def _added(sums: tuple[Number, ...], more: Iterable[Number]) -> tuple[Number, ...]:
    return tuple(one + other for one, other in zip(sums, more, strict=True))


def match_statistics(scores_a: npt.ArrayLike, scores_b: npt.ArrayLike, *, paired: bool) -> MatchStatistics:
    """Return the statistics of a match from the final scores of its games in order, two of shape (games,).

    Raises ResultsError when the shapes differ, or paired games are odd in number.

    >>> match = match_statistics([400, 380, 410, 350], [390, 400, 320, 350], paired=True)
    >>> match.wins, match.draws, match.losses, match.counts, match.mean_spread
    (2, 1, 1, (0, 0, 1, 1, 0), 20.0)
    """
    points_a, points_b = np.asarray(scores_a), np.asarray(scores_b)
    if points_a.ndim != 1 or points_a.shape != points_b.shape:
        raise ResultsError(f"scores of A and B differ in shape: {points_a.shape} and {points_b.shape}")
    return ScoreSums.start(paired=paired).add(points_a, points_b).statistics()


def equality_test(counts: npt.ArrayLike) -> tuple[float, float]:
    """Test equal strength: return the two-sided p-value and the likelihood of superiority.

    This is the exact sign-flip test (Fisher's randomization test). If A and B are equally strong, exchanging
    the names in any game (or pair) is equally likely. So keep the margins, toss a coin for each winner, and
    count how often the sum is as far from 0 as observed. Draws and split pairs carry no information. For
    plain games it is the sign test: the binomial test of wins against losses. For pairs, a double win weighs
    twice as much as a win with a draw.

    The likelihood of superiority is the share of tosses that favour A less, with equal ones counting half.
    For plain games it is the posterior probability, with a uniform prior, that A wins most decisive games.

    `counts` is (3,) or (5,). Without decisive games the answer is (1.0, 0.5). Raises ResultsError for other
    numbers of categories, and counts that are no whole numbers from 0.

    >>> p_value, superiority = equality_test([40, 0, 60])
    >>> round(p_value, 3), round(superiority, 3)
    (0.057, 0.977)
    """
    lean, large, small = _leanings(check_counts(counts))
    double_wins = np.arange(large + 1)
    needed = (abs(lean) + small - 2 * (2 * double_wins - large)) / 2  # small wins, for the same sum
    weights = scipy.stats.binom.pmf(double_wins, large, 0.5)
    at_least = float(weights @ scipy.stats.binom.sf(np.ceil(needed) - 1, small, 0.5))
    more = float(weights @ scipy.stats.binom.sf(np.floor(needed), small, 0.5))
    weaker = (at_least + more) / 2  # the likelihood that the leader is stronger
    return min(1.0, 2 * at_least), weaker if lean < 0 else 1 - weaker


def _leanings(counts: Integers) -> tuple[int, int, int]:
    """Return A's lead in half points, and the numbers of units won by two half points and by one.

    Games are won by one.
    """
    if counts.shape == (GAME,):
        return int(counts[2] - counts[0]), 0, int(counts[2] + counts[0])
    lean = 2 * int(counts[4] - counts[0]) + int(counts[3] - counts[1])
    return lean, int(counts[4] + counts[0]), int(counts[3] + counts[1])


def _deviations() -> float:
    return float(scipy.special.ndtri(_TAIL))
