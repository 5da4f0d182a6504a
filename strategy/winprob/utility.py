"""Utility: the chance to win with a small share of the final spread, which ranks moves.

Wins decide. Spread decides between moves that win equally often, which includes positions that are won or
lost whatever is played:

    utility = (1 - share) * win + share / (1 + exp(-spread / scale))

`docs/internals/simulation.md` derives the share and the scale from games played to the end. MAGPIE, another
engine, ranks by a utility of the same form with a share of 1/3.

>>> round(UTILITY.value(win=0.5, spread=0), 6)
0.5
>>> UTILITY.value(win=0.51, spread=0) > UTILITY.value(win=0.50, spread=10) > UTILITY.value(win=0.50, spread=0)
True

In an even game a percentage point of wins weighs as much as 16 points of spread.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp

import numpy as np
import numpy.typing as npt

from strategy.leaves import MILLI
from strategy.winprob.win_table import MILLION

_WIDEST = 2000  # points: no spread counts more


@dataclass(frozen=True)
class Utility:
    """A blend of the chance to win and the final spread, from 0 to 1.

    Attributes
    ----------
    share: the weight of spread, from 0 to 1; the rest is that of wins.
    scale: the spread in points at which its part is 1 / (1 + 1/e) = 0.73.
    """

    share: float = 0.2
    scale: float = 100.0

    @property
    def description(self) -> str:
        """The weights of wins and spread, in a few words.

        >>> UTILITY.description
        '4/5 chance to win, 1/5 spread'
        """
        share = Fraction(self.share).limit_denominator(100)
        return f"{1 - share} chance to win, {share} spread"

    def value(self, win: float, spread: float) -> float:
        """Return the utility of a chance to win, from 0 to 1, and a final spread in points."""
        within = max(-_WIDEST, min(_WIDEST, spread))
        return (1 - self.share) * win + self.share / (1 + exp(-within / self.scale))

    def of_rollouts(
        self, chances: npt.NDArray[np.int64], spreads: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Return utilities in millionths, from chances in millionths and final spreads in milli-points.

        Whole numbers have sums that do not depend on their order. Spreads are rounded to points.
        """
        points = np.clip((spreads + MILLI // 2) // MILLI, -_WIDEST, _WIDEST)
        of_wins = np.rint((1 - self.share) * chances).astype(np.int64)
        utilities: npt.NDArray[np.int64] = of_wins + _spread_parts(self.share, self.scale)[points + _WIDEST]
        return utilities


@lru_cache(maxsize=16)
def _spread_parts(share: float, scale: float) -> npt.NDArray[np.int64]:
    """Return the part of spread in a utility, in millionths, from -`_WIDEST` points on."""
    points = np.arange(-_WIDEST, _WIDEST + 1)
    return np.rint(MILLION * share / (1 + np.exp(-points / scale))).astype(np.int64)


UTILITY = Utility()
"""The utility that ranks moves."""
