"""The sequential probability ratio test (SPRT): play until the evidence suffices.

After every game (or pair of games) the test compares two hypotheses: A is stronger than B by `elo1`, or by
`elo0`. It stops once the likelihood ratio of the results passes one of two bounds. The frequency of draws and
the dependence of the games of a pair are unknown, so each hypothesis is given the frequencies that fit the
results best. This is the generalized test (GSPRT) on trinomial or pentanomial results.

Results less their luck (`sims.match.adjusted_statistics`) are numbers of unknown deviation. For them each
hypothesis is given the deviation that fits best, as if they were normal, which a mean of `MIN_ADJUSTED` or
more of them nearly is.

Elo differences are logistic: they stand for expected scores (`score_frequencies.score_from_elo`). Testers of
chess engines also use normalized Elo, measured in standard deviations of a result. It is not used here, so
that the test, the Elo difference of a match and the ratings share one scale.

Sources: A. Wald, Annals of Mathematical Statistics 16 (1945), and "Sequential Analysis" (1947), for the test
and its bounds; M. Van den Bergh, "A Practical Introduction to the GSPRT" (notes for Fishtest, the testing
framework of Stockfish), for the generalized test.
"""

import math
import re
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from movegen.errors import ConfigError, quote
from sims.match.adjusted_statistics import PairedMoments
from sims.match.score_frequencies import (
    GAME,
    PAIR,
    check_categories,
    log_likelihood_ratio,
    score_from_elo,
)
from strategy.winprob import MILLION

MIN_ADJUSTED = 30
"""Fewest results without their luck that decide a test."""

_MIN_VARIANCE = 1e-4  # where all results are alike
_MAX_ELO = 1000.0
_EXAMPLE = "elo0=0 elo1=10 alpha=0.05 beta=0.05"


class Decision(StrEnum):
    """The result of a test."""

    ELO0 = "elo0"
    """`elo0` is accepted: the difference is less than `elo1`."""
    ELO1 = "elo1"
    """`elo1` is accepted: the difference is more than `elo0`."""


@dataclass(frozen=True)
class Sprt:
    """A sequential test of an Elo difference of A over B.

    Attributes
    ----------
    elo0, elo1: the hypotheses, in Elo points, `elo0` the smaller; each from -1000 to 1000.
    alpha:      maximum rate of accepting `elo1` when the difference is `elo0`; above 0, below 0.5.
    beta:       maximum rate of accepting `elo0` when the difference is `elo1`; above 0, below 0.5.

    Wald's bounds ignore how far the last game goes beyond a bound, which errs on the safe side;
    `docs/internals/statistics.md` has the measured rates.

    Raises ConfigError when a number is out of range; its `key` is the name of the number.

    >>> test = Sprt(elo0=0, elo1=10)
    >>> str(test), round(test.upper, 2)
    ('elo0=0 elo1=10 alpha=0.05 beta=0.05', 2.94)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for key in ("elo0", "elo1"):
            _check(key, getattr(self, key), abs(getattr(self, key)) <= _MAX_ELO, "-1000 to 1000")
        _check("elo1", self.elo1, self.elo0 < self.elo1, f"more than elo0, {self.elo0:g}")
        for key in ("alpha", "beta"):
            _check(key, getattr(self, key), 0 < getattr(self, key) < 0.5, "a rate above 0 and below 0.5")

    @classmethod
    def parse(cls, text: str) -> "Sprt":
        """Parse a text such as `elo0=0 elo1=10 alpha=0.05 beta=0.05`.

        The parts may be in any order, separated by spaces or commas; `alpha` and `beta` may be left out.

        Raises ConfigError when a part is unknown, missing, given twice, not a number or out of range.

        >>> Sprt.parse("elo0=0 elo1=10")
        Sprt(elo0=0.0, elo1=10.0, alpha=0.05, beta=0.05)
        """
        numbers: dict[str, float] = {}
        for part in re.split(r"[\s,]+", text.strip(" \t\r\n,")):
            key, equals, value = part.partition("=")
            if key not in cls.__dataclass_fields__ or not equals:
                raise ConfigError(f"unknown part {quote(part)}", key="sprt", cure=f"expected {_EXAMPLE}")
            if key in numbers:
                raise ConfigError("given twice", key=key)
            try:
                numbers[key] = float(value)
            except ValueError:
                raise ConfigError(f"{quote(value)} is not a number", key=key) from None
        for key in ("elo0", "elo1"):
            if key not in numbers:
                raise ConfigError("is missing", key=key, cure=f"expected {_EXAMPLE}")
        return cls(**numbers)

    def __str__(self) -> str:
        return f"elo0={self.elo0:g} elo1={self.elo1:g} alpha={self.alpha:g} beta={self.beta:g}"

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which `elo0` is accepted: log(beta / (1 - alpha))."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which `elo1` is accepted: log((1 - beta) / alpha)."""
        return math.log((1 - self.beta) / self.alpha)

    def start(self, *, paired: bool) -> "SprtState":
        """Return the state before the first game, for a test on games or on pairs of games."""
        return SprtState(self, (0,) * (PAIR if paired else GAME))

    def start_adjusted(self, *, paired: bool) -> "AdjustedSprtState":
        """Return the state before the first game, for a test on results without their luck."""
        return AdjustedSprtState(self, paired)


@dataclass(frozen=True)
class SprtState:
    """The state of a test.

    Attributes
    ----------
    test:      the test.
    counts:    the games (or pairs) counted so far, by category as in `score_frequencies`.
    llr:       their log-likelihood ratio.
    decision:  None while the test goes on.

    To resume a test, pass all results to `update` again, or save `counts`, `llr` and `decision`.
    """

    test: Sprt
    counts: tuple[int, ...]
    llr: float = 0.0
    decision: Decision | None = None

    @property
    def units(self) -> int:
        """The number of games (or pairs) counted, up to the one that decided the test."""
        return sum(self.counts)

    def update(self, categories: npt.ArrayLike) -> "SprtState":
        """Return the state after more results, given as categories of `outcomes` in the order of the games.

        The test is applied after each result. Results after the deciding one are ignored, so the answer does
        not depend on how the results are divided into batches.

        Raises ResultsError for an unknown category, or what is not a list of whole numbers.
        """
        kinds = len(self.counts)
        batch = check_categories(categories, kinds)
        if self.decision or not batch.size:
            return self
        counts = np.cumsum(batch[:, np.newaxis] == np.arange(kinds), axis=0) + self.counts
        ratios = log_likelihood_ratio(counts, score_from_elo(self.test.elo0), score_from_elo(self.test.elo1))
        decisive = np.flatnonzero((ratios <= self.test.lower) | (ratios >= self.test.upper))
        last = int(decisive[0]) if decisive.size else len(batch) - 1
        llr, decision = float(ratios[last]), None
        if decisive.size:
            decision = Decision.ELO1 if llr > 0 else Decision.ELO0
        return replace(self, counts=tuple(counts[last].tolist()), llr=llr, decision=decision)


@dataclass(frozen=True)
class AdjustedSprtState:
    """The state of a test on results without their luck.

    Attributes
    ----------
    test:     the test.
    paired:   it counts pairs of games.
    moments:  of the games (or pairs) counted so far: wins and luck, in millionths.
    llr:      their log-likelihood ratio; 0 before `MIN_ADJUSTED` of them.
    decision: None while the test goes on.
    """

    test: Sprt
    paired: bool
    moments: PairedMoments = field(default_factory=PairedMoments)
    llr: float = 0.0
    decision: Decision | None = None

    @property
    def units(self) -> int:
        """The number of games (or pairs) counted, up to the one that decided the test."""
        return self.moments.count

    def update(self, wins: npt.NDArray[np.int64], lucks: npt.NDArray[np.int64]) -> "AdjustedSprtState":
        """Return the state after more results, those of `win_units` in the order of the games.

        The test is applied after each result, and results after the deciding one are ignored.
        """
        moments, llr, decision = self.moments, self.llr, self.decision
        for index in range(len(wins)):
            if decision is not None:
                break
            moments = moments.add(wins[index : index + 1], lucks[index : index + 1])
            if moments.count >= MIN_ADJUSTED:
                llr = self._log_likelihood_ratio(moments)
            if llr >= self.test.upper:
                decision = Decision.ELO1
            elif llr <= self.test.lower:
                decision = Decision.ELO0
        return replace(self, moments=moments, llr=llr, decision=decision)

    def _log_likelihood_ratio(self, moments: PairedMoments) -> float:
        mean, square = moments.fit((2 if self.paired else 1) * MILLION)
        variance = max(_MIN_VARIANCE, square * moments.count)
        zero, one = (variance + (mean - score_from_elo(elo)) ** 2 for elo in (self.test.elo0, self.test.elo1))
        return moments.count / 2 * math.log(zero / one)


def _check(key: str, value: float, holds: bool, expected: str) -> None:
    if not holds:
        raise ConfigError(f"{value:g} is out of range", key=key, cure=f"expected {expected}")
