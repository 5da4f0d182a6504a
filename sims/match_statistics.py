"""What the results of a match between A and B say: scores, spread, Elo difference, and how sure that is.

A match is plain (its games are independent) or paired (games 0 and 1 were played with the same tile order and
the seats changed, games 2 and 3 again, and so on). The games of a pair share their luck, so whatever tells
how sure a figure is counts a pair as one observation.

Figures that are not known (a mean of no games, an error estimated from one) are NaN, Elo differences may be
infinite; msgspec writes both to JSON as `null`. `docs/statistics.md` explains the figures to readers.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sims.results import ResultsError
from sims.score_frequencies import (
    GAME,
    PAIR,
    Floats,
    Integers,
    elo_of_score,
    frequencies,
    mean_score,
    outcomes,
    per_pair,
    score_interval,
)

_TAIL = 0.975
"""Both tails beyond a 95 % interval hold one minus this."""


@dataclass(frozen=True)
class Estimate:
    """The mean of some observations.

    Attributes
    ----------
    mean:           NaN without observations.
    deviation:      the observations' standard deviation (dividing by one less than their number).
    standard_error: the deviation over the root of their number.
    ci95:           the 95 % confidence interval of the mean by Student's t.

    All but the mean are NaN for fewer than two observations.
    """

    mean: float
    deviation: float
    standard_error: float
    ci95: tuple[float, float]

    @classmethod
    def of(cls, observations: Floats) -> "Estimate":
        """That of some observations: float64, (observations,)."""
        number = len(observations)
        mean = float(observations.mean()) if number else math.nan
        if number < 2:
            return cls(mean, math.nan, math.nan, (math.nan, math.nan))
        from scipy.stats import t as student  # slow to import

        deviation = float(observations.std(ddof=1))
        error = deviation / math.sqrt(number)
        reach = float(student.ppf(_TAIL, number - 1)) * error
        return cls(mean, deviation, error, (mean - reach, mean + reach))


@dataclass(frozen=True)
class EloEstimate:
    """The logistic Elo difference of a match, and its 95 % confidence interval.

    It is that of the mean score, the interval that of `score_frequencies.score_interval`. If A won every game
    the difference is infinite, but the interval's lower end is not. Without games the difference is NaN and
    the interval boundless.
    """

    elo: float
    ci95: tuple[float, float]

    @classmethod
    def of(cls, counts: npt.ArrayLike) -> "EloEstimate":
        """That of games or pairs counted by category, (3,) or (5,).

        >>> str(EloEstimate.of([40, 0, 60]))
        '+70 (+1 to +139)'
        """
        low, high = score_interval(counts, _deviations())
        return cls(elo_of_score(float(mean_score(counts))), (elo_of_score(low), elo_of_score(high)))

    def __str__(self) -> str:
        """Rounded to whole Elo points: `+12 (-3 to +27)`, `over +95 (every game won)`, `unknown`."""
        low, high = self.ci95
        if math.isnan(self.elo):
            return "unknown"
        if math.isinf(self.elo):
            return (
                f"over {low:+.0f} (every game won)"
                if self.elo > 0
                else f"under {high:+.0f} (every game lost)"
            )
        return f"{self.elo:+.0f} ({low:+.0f} to {high:+.0f})"


@dataclass(frozen=True)
class MatchStatistics:
    """The figures of a match, seen from A.

    Attributes
    ----------
    paired:           whether a pair of games was one observation.
    wins, draws, losses: games.
    counts:           the observations by category: `(losses, draws, wins)`, or pairs by A's half points.
    score_a, score_b: points a game.
    spread:           A's score less B's: points a game. For pairs, the deviation is that of a pair's mean.
    elo_estimate:     the Elo difference and its interval.
    p_value:          that of `equality_test`: two-sided.
    superiority:      the likelihood that A is the stronger one, 0 to 1; see `equality_test`.
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
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def mean_score_a(self) -> float:
        """A's points a game."""
        return self.score_a.mean

    @property
    def mean_score_b(self) -> float:
        """B's points a game."""
        return self.score_b.mean

    @property
    def mean_spread(self) -> float:
        """A's points less B's, a game."""
        return self.spread.mean

    @property
    def spread_se(self) -> float:
        """The standard error of the mean spread, in points a game."""
        return self.spread.standard_error

    @property
    def pair_spread(self) -> Estimate:
        """A's points less B's, a pair of games. ResultsError if the match was plain."""
        if not self.paired:
            raise ResultsError("the games of a plain match are not pairs")
        low, high = self.spread.ci95
        each = self.spread
        return Estimate(2 * each.mean, 2 * each.deviation, 2 * each.standard_error, (2 * low, 2 * high))

    @property
    def elo(self) -> float:
        """The Elo difference: infinite if all games were won or lost, NaN if there are none."""
        return self.elo_estimate.elo

    @property
    def elo_ci95(self) -> tuple[float, float]:
        """The 95 % confidence interval of the Elo difference; an end may be infinite."""
        return self.elo_estimate.ci95


def match_statistics(scores_a: npt.ArrayLike, scores_b: npt.ArrayLike, *, paired: bool) -> MatchStatistics:
    """The figures of a match from the final scores of its games, in their order: two of shape (games,).

    Raises ResultsError when the shapes differ, or the games are paired and odd in number.

    >>> match = match_statistics([400, 380, 410, 350], [390, 400, 320, 350], paired=True)
    >>> match.wins, match.draws, match.losses, match.counts, match.mean_spread
    (2, 1, 1, (0, 0, 1, 1, 0), 20.0)
    """
    points_a, points_b = (np.asarray(scores, dtype=np.float64) for scores in (scores_a, scores_b))
    if points_a.ndim != 1 or points_a.shape != points_b.shape:
        raise ResultsError(f"scores of A and B differ in shape: {points_a.shape} and {points_b.shape}")
    spreads = points_a - points_b
    counts = frequencies(outcomes(spreads, paired=paired), paired=paired)
    p_value, superiority = equality_test(counts)

    def estimate(points: Floats) -> Estimate:
        return Estimate.of(per_pair(points).mean(axis=1) if paired else points)

    return MatchStatistics(
        paired=paired,
        wins=int((spreads > 0).sum()),
        draws=int((spreads == 0).sum()),
        losses=int((spreads < 0).sum()),
        counts=tuple(counts.tolist()),
        score_a=estimate(points_a),
        score_b=estimate(points_b),
        spread=estimate(spreads),
        elo_estimate=EloEstimate.of(counts),
        p_value=p_value,
        superiority=superiority,
    )


def equality_test(counts: npt.ArrayLike) -> tuple[float, float]:
    """How well the counts go with equal strength: the two-sided p-value, and the likelihood of superiority.

    The exact sign-flip test (Fisher's randomization test). If A and B are equally strong, each game (or pair)
    would have been as likely with the names exchanged; so keep how much each was won by, toss a coin for
    whom, and ask how often the sum leans as far as ours did. Draws and split pairs say nothing. For plain
    games this is the sign test: the binomial test of wins against losses. For pairs a double win weighs
    twice as much as a win and a draw.

    The likelihood of superiority is the share of tosses that lean less to A, those leaning the same
    counting half. For plain games that is the probability, by Bayes with a uniform prior, that a
    decisive game is won by A more often than not.

    `counts` is (3,) or (5,). Without decisive games the answer is (1.0, 0.5).
    """
    from scipy.stats import binom  # slow to import

    lean, large, small = _leanings(np.asarray(counts, dtype=np.int64))
    double_wins = np.arange(large + 1)
    needed = (abs(lean) + small - 2 * (2 * double_wins - large)) / 2  # small wins, for the same sum
    weights = binom.pmf(double_wins, large, 0.5)
    at_least = float(weights @ binom.sf(np.ceil(needed) - 1, small, 0.5))
    more = float(weights @ binom.sf(np.floor(needed), small, 0.5))
    weaker = (at_least + more) / 2  # the likelihood that the one who leads is
    return min(1.0, 2 * at_least), weaker if lean < 0 else 1 - weaker


def _leanings(counts: Integers) -> tuple[int, int, int]:
    """By how many half points A leads over equality, and how many units were won by two of them, and by one.

    A win is one of "one" if units are games.
    """
    if counts.shape == (GAME,):
        return int(counts[2] - counts[0]), 0, int(counts[2] + counts[0])
    if counts.shape == (PAIR,):
        lean = 2 * int(counts[4] - counts[0]) + int(counts[3] - counts[1])
        return lean, int(counts[4] + counts[0]), int(counts[3] + counts[1])
    raise ResultsError(f"counts of shape {counts.shape}", cure=f"expected {GAME} or {PAIR} categories")


def _deviations() -> float:
    from scipy.special import ndtri  # slow to import

    return float(ndtri(_TAIL))
