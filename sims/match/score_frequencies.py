"""Frequencies of the results of a match, and the expected score and Elo difference that they imply.

The unit is a game (3 possible results) or a pair of games with the same tile order and exchanged seats (5:
the half points of two games). A unit's result is its category, 0 to k - 1; its score is the category over
k - 1, from 0 (all lost) to 1 (all won). Frequencies are arrays whose last axis counts the units by category:
`[losses, draws, wins]`, or the "pentanomial" `[0, 1/2, 1, 3/2, 2 points]`.

The Elo difference is the logistic one: an expected score s is worth 400 log10(s / (1 - s)) points.
"""

import math

import numpy as np
import numpy.typing as npt
import scipy

from sims.match.results import ResultsError

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

GAME, PAIR = 3, 5
"""The number of categories of a game and of a pair of games."""

_SCALE = 400.0
_MAX_COUNT = 1 << 53
"""The largest number of units that a float64 has exactly."""
_TOLERANCE, _MAX_STEPS = 1e-12, 200


def elo_from_score(score: float) -> float:
    """Return the logistic Elo difference of an expected score from 0 to 1; infinite at 0 and 1.

    >>> round(elo_from_score(0.64), 1)
    100.0
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return _SCALE * math.log10(score / (1 - score))


def score_from_elo(elo: float) -> float:
    """Return the expected score, 0 to 1, of a player this much stronger: 1 / (1 + 10**(-elo / 400))."""
    return 1 / (1 + 10 ** (-elo / _SCALE))


def outcomes(spreads: npt.ArrayLike, *, paired: bool) -> Integers:
    """Return the category of each game, or pair of games, from the spreads of the games in order.

    Games 0 and 1 are a pair, games 2 and 3 the next. Shape (games,) in, (games,) or (games / 2,) out.

    Raises ResultsError on an odd number of paired games.

    >>> outcomes([12, -3, 0, 40], paired=True)
    array([2, 3])
    """
    games = np.sign(np.asarray(spreads, dtype=np.float64)).astype(np.int64) + 1
    return games if not paired else per_pair(games).sum(axis=1)


def per_pair(games: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
    """Return the array with a row per pair: (games,) to (pairs, 2). ResultsError if one is left over."""
    if len(games) % 2:
        raise ResultsError(
            describe_unpaired(len(games)), cure="leave out the game whose second game is missing"
        )
    return games.reshape(-1, 2)


def describe_unpaired(games: int) -> str:
    """Say that so many games, an odd number, are not pairs."""
    return "1 game is not a pair" if games == 1 else f"{games} games are not pairs"


def frequencies(categories: npt.ArrayLike, *, paired: bool) -> Integers:
    """Return the number of games (or pairs) in each category: (3,) or (5,), int64.

    Raises what `check_categories` raises.
    """
    kinds = PAIR if paired else GAME
    return np.bincount(check_categories(categories, kinds), minlength=kinds).astype(np.int64)


def check_categories(categories: npt.ArrayLike, kinds: int) -> Integers:
    """Return categories of games or pairs, 0 to `kinds` - 1, in a list, as int64. Raises ResultsError."""
    numbers = whole_numbers(categories, "results")
    if numbers.ndim != 1:
        raise ResultsError(f"results of shape {numbers.shape}", cure="give them in one list")
    if numbers.size and not 0 <= numbers.min() <= numbers.max() < kinds:
        raise ResultsError("a result of unknown category", cure=f"expected categories 0 to {kinds - 1}")
    return numbers


def check_counts(counts: npt.ArrayLike) -> Integers:
    """Return numbers of units by category, of games (3,) or pairs (5,), as int64.

    Raises ResultsError if they are not as many whole numbers of 0 or more.
    """
    numbers = whole_numbers(counts, "counts")
    if numbers.shape not in ((GAME,), (PAIR,)):
        raise ResultsError(f"counts of shape {numbers.shape}", cure=f"expected {GAME} or {PAIR} categories")
    if numbers.min() < 0:
        raise ResultsError(f"a count of {int(numbers.min())}", cure="expected 0 or more")
    return numbers


def whole_numbers(values: npt.ArrayLike, name: str) -> Integers:
    """Return whole numbers as int64. Raises ResultsError for others."""
    cure = "give whole numbers"
    try:
        numbers = np.asarray(values)
    except ValueError:  # lists of different lengths
        raise ResultsError(f"{name} that are no array", cure=cure) from None
    if not numbers.size and numbers.ndim == 1:
        return np.empty(0, dtype=np.int64)
    is_whole = numbers.dtype.kind in "iu" or (
        numbers.dtype.kind == "f" and (numbers == np.floor(numbers)).all()
    )
    if not is_whole or not (np.abs(numbers.astype(np.float64)) <= _MAX_COUNT).all():
        raise ResultsError(f"{name} that are not whole numbers of up to {_MAX_COUNT:,}", cure=cure)
    return numbers.astype(np.int64)


def unit_scores(categories: int) -> Floats:
    """Return the scores of the categories, evenly spaced from 0 to 1."""
    return np.arange(categories) / (categories - 1)


def mean_score(counts: npt.ArrayLike) -> Floats:
    """Return the mean score of the counted units, 0 to 1; NaN if there are none. Shape (..., k) to (...)."""
    numbers = np.asarray(counts, dtype=np.float64)
    with np.errstate(invalid="ignore"):
        return np.asarray(numbers @ unit_scores(numbers.shape[-1]) / numbers.sum(axis=-1))


def likeliest_probabilities(counts: npt.ArrayLike, mean: float) -> Floats:
    """Return the probabilities of the categories that maximize the likelihood, given the expected score.

    They are n_i / (N (1 + t d_i)), where d_i is the category's score minus `mean`, and t is chosen so that
    the expected score is `mean`. If no t does it, because all counted units lie on one side of `mean`, the
    rest of the probability goes to the worst (or best) category, although it was never observed.

    `counts` is (..., k) with a positive sum, `mean` strictly between 0 and 1; the answer is (..., k).

    Source: A. B. Owen, "Empirical Likelihood" (2001), chapter 2; M. Van den Bergh, "The MLE of a multinomial
    distribution with given expectation", as used for testing chess engines.
    """
    numbers = np.asarray(counts, dtype=np.float64)
    shares = (numbers / numbers.sum(axis=-1, keepdims=True)).reshape(-1, numbers.shape[-1])
    distances = unit_scores(shares.shape[-1]) - mean
    # Each probability is at most 1, which bounds t by the outer categories.
    low = -(1 - shares[..., -1]) / (1 - mean)
    high = (1 - shares[..., 0]) / mean
    beyond_low = _slope(shares, distances, low) < 0
    beyond_high = _slope(shares, distances, high) > 0
    tilt = _root(shares, distances, np.where(beyond_high, high, low), np.where(beyond_low, low, high))
    probabilities = _tilted(shares, distances, tilt)
    rest = 1 - probabilities.sum(axis=-1)
    probabilities[..., 0] += np.where(beyond_high, rest, 0)
    probabilities[..., -1] += np.where(beyond_low, rest, 0)
    return probabilities.reshape(numbers.shape)


def log_likelihood_ratio(counts: npt.ArrayLike, score0: float, score1: float) -> Floats:
    """Return the log-likelihood ratio of the expected scores `score1` and `score0`.

    It is the natural logarithm of the ratio of the two greatest likelihoods, sum of n_i log(p1_i / p0_i) with
    `likeliest_probabilities` of either score. Positive values favour `score1`. Shape (..., k) to (...).
    """
    numbers = np.asarray(counts, dtype=np.float64)
    zero, one = (likeliest_probabilities(numbers, score) for score in (score0, score1))
    seen = numbers > 0
    terms = np.log(np.where(seen, one, 1)) - np.log(np.where(seen, zero, 1))
    return np.asarray((numbers * terms).sum(axis=-1))


def score_interval(counts: npt.ArrayLike, deviations: float) -> tuple[float, float]:
    """Return the expected scores that fit the counts: Wilson's interval, for any number of categories.

    A score m is inside when the mean score found is no more than so many standard errors away from m, the
    standard error being that of the likeliest probabilities with the expected score m. So there is an
    interval of some width even where all results are alike. Counts (k,); without any it is 0 to 1.

    Raises what `check_counts` raises.

    Source: E. B. Wilson, J. American Statistical Association 22 (1927), for wins and losses; T. Tango,
    Statistics in Medicine 17 (1998), with draws.
    """
    numbers = check_counts(counts).astype(np.float64)
    if not numbers.any():
        return 0.0, 1.0
    return _lowest_score(numbers, deviations), 1 - _lowest_score(numbers[::-1], deviations)


def _lowest_score(counts: Floats, deviations: float) -> float:
    mean, units = float(mean_score(counts)), float(counts.sum())
    squares = unit_scores(len(counts)) ** 2

    def excess(score: float) -> float:
        variance = float(likeliest_probabilities(counts, score) @ squares) - score**2
        return units * (mean - score) ** 2 - deviations**2 * variance

    if mean == 0:
        return 0.0
    nearest = mean - 1e-9  # at the mean score itself both terms vanish if all results are alike
    return float(scipy.optimize.brentq(excess, 1e-9, nearest, xtol=1e-12))


def _tilted(shares: Floats, distances: Floats, tilt: Floats) -> Floats:
    seen = shares > 0
    return np.asarray(np.where(seen, shares / np.where(seen, 1 + tilt[..., np.newaxis] * distances, 1), 0))


def _slope(shares: Floats, distances: Floats, tilt: Floats) -> Floats:
    """Return the expected distance under the tilted shares. It falls as the tilt grows."""
    return np.asarray((_tilted(shares, distances, tilt) * distances).sum(axis=-1))


def _root(shares: Floats, distances: Floats, low: Floats, high: Floats) -> Floats:
    """Return the tilt between two bounds where the slope is zero: Newton's method with bisection.

    The slope has a pole beyond either bound. It is multiplied by factors that cancel the poles, which leaves
    nearly a straight line (exactly one without draws), so few steps are needed.

    Shares are (rows, k), tilts (rows,). Rows that have converged are left out of further steps.
    """
    tilt: Floats = np.clip(0.0, low, high)
    rows = np.arange(len(shares))
    for _ in range(_MAX_STEPS):
        before, row_shares = tilt[rows], shares[rows]
        tilted = _tilted(row_shares, distances, before)
        slope = (tilted * distances).sum(axis=-1)  # not @, whose rounding depends on how many rows there are
        low, high = np.where(slope > 0, before, low), np.where(slope > 0, high, before)
        with np.errstate(divide="ignore", invalid="ignore"):
            fall = (tilted**2 / np.where(row_shares > 0, row_shares, 1) * distances**2).sum(axis=-1)
            worst, best = 1 + before * distances[0], 1 + before * distances[-1]
            ends, ends_change = worst * best, worst * distances[-1] + best * distances[0]
            step = before + slope * ends / (fall * ends - slope * ends_change)
        inside = np.where((step >= low) & (step <= high), step, (low + high) / 2)
        tilt[rows] = np.where(slope == 0, before, inside)
        moving = np.abs(tilt[rows] - before) > _TOLERANCE * (1 + np.abs(before))
        rows, low, high = rows[moving], low[moving], high[moving]
        if not len(rows):
            break
    return tilt
