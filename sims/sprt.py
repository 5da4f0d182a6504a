"""Sequential testing: play until the evidence suffices, and no longer.

The sequential probability ratio test asks, after every game (or pair of games), how much likelier the results
are if A is `elo1` stronger than B than if it is `elo0` stronger, and stops once that ratio is beyond one of
two bounds. How often games are drawn, and how the games of a pair depend on each other, is not known
beforehand: for each hypothesis the likeliest such frequencies are taken (the "generalized" test).

Elo differences are logistic: they are expected scores (`score_frequencies.score_of_elo`). Chess engine
testers also use normalized Elo, which measures in standard deviations of a result; we do not, so that a test,
the match's Elo and the ratings speak of the same thing.

Sources: A. Wald, "Sequential Analysis" (1947), for the bounds; M. Van den Bergh, "A Practical Introduction to
the GSPRT" (notes for Fishtest, where Stockfish is tested), for the generalized test on trinomial and
pentanomial frequencies.
"""

import math
import re
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from movegen.errors import ConfigError, shown
from sims.results import ResultsError
from sims.score_frequencies import GAME, PAIR, log_likelihood_ratio, score_of_elo

_MOST_ELO = 1000.0
_EXAMPLE = "elo0=0 elo1=10 alpha=0.05 beta=0.05"


class Decision(StrEnum):
    """What a test ended with."""

    ELO0 = "elo0"
    """The difference is not `elo1`, or more: `elo0` is accepted."""
    ELO1 = "elo1"
    """The difference is not `elo0`, or less: `elo1` is accepted."""


@dataclass(frozen=True)
class Sprt:
    """A sequential test of an Elo difference of A over B.

    Attributes
    ----------
    elo0, elo1: the hypotheses, in Elo points, `elo0` the smaller; each from -1000 to 1000.
    alpha:      how often, at most, `elo1` may be accepted when the difference is `elo0`; above 0, below 0.5.
    beta:       how often, at most, `elo0` may be accepted when it is `elo1`; above 0, below 0.5.

    Wald's bounds hold these rates but for the little by which the last game oversteps a bound, which errs on
    the safe side; `docs/statistics.md` has the rates measured.

    Raises ConfigError, whose `key` is the number's name, on a number out of range.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for key in ("elo0", "elo1"):
            _check(key, getattr(self, key), abs(getattr(self, key)) <= _MOST_ELO, "-1000 to 1000")
        _check("elo1", self.elo1, self.elo0 < self.elo1, f"more than elo0, {self.elo0:g}")
        for key in ("alpha", "beta"):
            _check(key, getattr(self, key), 0 < getattr(self, key) < 0.5, "a rate above 0 and below 0.5")

    @classmethod
    def parse(cls, text: str) -> "Sprt":
        """The test that a text such as `elo0=0 elo1=10 alpha=0.05 beta=0.05` describes.

        Parts stand in any order, parted by spaces or commas; `alpha` and `beta` may be left out.

        Raises ConfigError when a part is unknown, missing, given twice, not a number or out of range.

        >>> Sprt.parse("elo0=0 elo1=10")
        Sprt(elo0=0.0, elo1=10.0, alpha=0.05, beta=0.05)
        """
        numbers: dict[str, float] = {}
        for part in re.split(r"[\s,]+", text.strip(" \t\r\n,")):
            key, equals, value = part.partition("=")
            if key not in cls.__dataclass_fields__ or not equals:
                raise ConfigError(f"unknown part {shown(part)}", key="sprt", cure=f"expected {_EXAMPLE}")
            if key in numbers:
                raise ConfigError("given twice", key=key)
            try:
                numbers[key] = float(value)
            except ValueError:
                raise ConfigError(f"{shown(value)} is not a number", key=key) from None
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
        """The test before its first game, whose observations are games, or pairs of games."""
        return SprtState(self, (0,) * (PAIR if paired else GAME))


@dataclass(frozen=True)
class SprtState:
    """A test as far as it has come.

    Attributes
    ----------
    test:      the test.
    counts:    the games (or pairs) it rests on, by category as in `score_frequencies`.
    llr:       the log-likelihood ratio of these.
    decision:  None while the test goes on.

    To go on with a test after an interruption, give `update` all results again, or keep `counts`, `llr` and
    `decision`.
    """

    test: Sprt
    counts: tuple[int, ...]
    llr: float = 0.0
    decision: Decision | None = None

    @property
    def units(self) -> int:
        """How many games (or pairs) the test rests on: up to the one that decided it."""
        return sum(self.counts)

    def update(self, categories: npt.ArrayLike) -> "SprtState":
        """The test after further results, in the order of the games: categories as of `outcomes`.

        The test is made after each of them. What follows the one that decides it is left out, so that the
        answer is the same however the results are cut into batches.

        Raises ResultsError on a category that there is not.
        """
        batch = np.asarray(categories, dtype=np.int64)
        if self.decision or not batch.size:
            return self
        kinds = len(self.counts)
        if batch.min() < 0 or batch.max() >= kinds:
            raise ResultsError("a result that there is not", cure=f"expected categories 0 to {kinds - 1}")
        counts = np.cumsum(batch[:, np.newaxis] == np.arange(kinds), axis=0) + self.counts
        ratios = log_likelihood_ratio(counts, score_of_elo(self.test.elo0), score_of_elo(self.test.elo1))
        decisive = np.flatnonzero((ratios <= self.test.lower) | (ratios >= self.test.upper))
        last = int(decisive[0]) if decisive.size else len(batch) - 1
        llr, decision = float(ratios[last]), None
        if decisive.size:
            decision = Decision.ELO1 if llr > 0 else Decision.ELO0
        return replace(self, counts=tuple(counts[last].tolist()), llr=llr, decision=decision)


def _check(key: str, value: float, holds: bool, expected: str) -> None:
    if not holds:
        raise ConfigError(f"{value:g} is out of range", key=key, cure=f"expected {expected}")
