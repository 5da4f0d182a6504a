"""Grading schemes: the thresholds of mistakes, the index and the rating, from `configs/grades/*.toml`.

What a move lost against the best one is graded by phase:

| phase | graded by |
|---|---|
| tiles in the bag | wins lost |
| the same, tied: wins lost are within a tolerance | points lost; at most a small mistake |
| the same, decided: both moves nearly always win, or lose | points lost; tied: at most a small mistake |
| bag empty | final spread lost; a win or draw given away is always a large mistake |

With tiles in the bag, a move that wins more often than the best one, by more than the tolerance, is never a
mistake: moves may be ranked by more than wins. Of wins that a search estimates, only the loss beyond one
standard error is graded.

>>> scheme = GradingScheme.load()
>>> grade = scheme.grade(9.5, best_win=0.62, played_win=0.58)
>>> grade.mistake.value, grade.graded_by.value
('medium', 'wins')
>>> scheme.mistake_index([grade, grade]), scheme.estimate_rating(1.0)
(1.0, 2100)
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np

from movegen.configs import load_config
from movegen.errors import ConfigError
from strategy.analysis.mistakes import Grade, GradedBy, Mistake

DEFAULT_GRADES = "standard"
"""The name of the default grading scheme."""
_CLASSES = tuple(Mistake)
_NOISE = 1e-9  # a loss of 7 that comes out as 7.0000001 counts as 7
_ROUND_TO = 50
_MAX_RATING = 10_000
_MAX_POINTS = 1_000
_MAX_INDEX = 100


class Thresholds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A loss of more than `small` is a small mistake, of more than `medium` a medium one, and so on."""

    small: float
    medium: float
    large: float

    def classify(self, lost: float) -> Mistake:
        """Return the class of a loss."""
        return _CLASSES[bisect_left((self.small, self.medium, self.large), lost - _NOISE)]


class TiedThresholds(Thresholds, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Thresholds for points where at most `tolerance` percentage points of wins are lost or won."""

    tolerance: float


class DecidedThresholds(Thresholds, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Thresholds for points where all moves win less than `margin` percent, or more than 100 - `margin`."""

    margin: float


class IndexWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The share of each mistake in the mistake index."""

    small: float
    medium: float
    large: float


class RatingTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Ratings by mistake index: linear between points, and with a slope beyond the last one."""

    index: tuple[float, ...]
    rating: tuple[float, ...]
    slope: float

    def check(self) -> None:
        """Raise ConfigError for values that make no table."""
        if not self.index:
            raise ConfigError("there are no points", key="rating.index", cure="give at least one")
        _check_order({f"rating.index[{place}]": value for place, value in enumerate(self.index)}, _MAX_INDEX)
        if len(self.rating) != len(self.index):
            cure = f"expected {len(self.index)}, one for each of rating.index"
            raise ConfigError(f"{len(self.rating)} ratings", key="rating.rating", cure=cure)
        for place, rating in enumerate(self.rating):
            _check_limit(f"rating.rating[{place}]", rating, _MAX_RATING)
        if not -_MAX_RATING <= self.slope <= 0:
            raise ConfigError(f"{self.slope} is out of range", key="rating.slope", cure="expected 0 or less")

    def estimate(self, index: float) -> float:
        """Return the rating of an index."""
        beyond = max(0.0, index - self.index[-1])
        return float(np.interp(index, self.index, self.rating)) + self.slope * beyond


class GradingScheme(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A grading scheme, as a file of `configs/grades` describes it.

    Attributes
    ----------
    wins:    tiles in the bag: percentage points of wins.
    tied, decided: tiles in the bag: points; see the classes.
    endgame: bag empty: points of final spread.
    index:   the weights of the mistake index.
    rating:  the rating estimated from the index of a game; None if the index is not comparable.
    """

    name: str
    wins: Thresholds
    tied: TiedThresholds
    decided: DecidedThresholds
    endgame: Thresholds
    index: IndexWeights
    rating: RatingTable | None = None

    def __post_init__(self) -> None:
        _check_limit("tied.tolerance", self.tied.tolerance, 100)
        _check_limit("decided.margin", self.decided.margin, 50)
        limits = {"wins": 100.0, "index": _MAX_INDEX}
        for key in ("wins", "tied", "decided", "endgame", "index"):
            section: Thresholds | IndexWeights = getattr(self, key)
            values = {f"{key}.{size}": getattr(section, size) for size in ("small", "medium", "large")}
            _check_order(values, limits.get(key, _MAX_POINTS))
        if self.rating is not None:
            self.rating.check()

    @staticmethod
    def load(name_or_path: str | Path = DEFAULT_GRADES) -> "GradingScheme":
        """Load `configs/grades/<name>.toml`, or the file of a path ending in `.toml`.

        Raises
        ------
        UnknownNameError: there is no scheme of this name.
        ConfigError: the file is malformed.
        """
        if isinstance(name_or_path, str) and not name_or_path.endswith(".toml"):
            return _load_shipped(name_or_path)
        return load_config("grades", name_or_path, GradingScheme)

    def grade(
        self,
        points_lost: float,
        best_win: float | None,
        played_win: float | None,
        *,
        is_final: bool = False,
        win_error: float = 0.0,
    ) -> Grade:
        """Return the grade of a move.

        points_lost: the points it is worth less than the best move; 0 or less if it is not worth less.
        best_win, played_win: the chances to win after the best move and after this one, from 0 to 1; None if
                     unknown.
        is_final:    whether points and chances are final results, as in an endgame that was searched.
        win_error:   the standard error of the difference of the chances: a loss of wins is graded by what
                     exceeds it.
        """
        if best_win is None or played_win is None:
            if is_final:
                return Grade(self.endgame.classify(points_lost), GradedBy.SPREAD)
            return Grade(self.tied.classify(points_lost), GradedBy.POINTS)
        lost = 100 * (best_win - played_win)
        if is_final:
            if lost > _NOISE:
                return Grade(Mistake.LARGE, GradedBy.WINS)
            return Grade(self.endgame.classify(points_lost), GradedBy.SPREAD)
        if lost < -self.tied.tolerance - _NOISE:
            return Grade(Mistake.NONE, GradedBy.WINS)
        is_tied = lost <= self.tied.tolerance + _NOISE
        if not is_tied and not self._is_decided(best_win, played_win):
            return Grade(self.wins.classify(lost - 100 * win_error), GradedBy.WINS)
        thresholds = self.decided if self._is_decided(best_win, played_win) else self.tied
        found = thresholds.classify(points_lost)
        is_capped = is_tied and found is not Mistake.NONE
        return Grade(Mistake.SMALL if is_capped else found, GradedBy.SPREAD)

    def weight(self, grade: Grade) -> float:
        """Return what a move of this grade adds to the mistake index."""
        return (0.0, self.index.small, self.index.medium, self.index.large)[_CLASSES.index(grade.mistake)]

    def mistake_index(self, grades: Iterable[Grade]) -> float:
        """Return the mistake index of moves of these grades."""
        return round(sum(map(self.weight, grades)), 3)

    def estimate_rating(self, index: float) -> int | None:
        """Return the rating estimated from the index of a game, to 50; None if the scheme has none."""
        if self.rating is None:
            return None
        return max(0, _ROUND_TO * round(self.rating.estimate(index) / _ROUND_TO))

    def _is_decided(self, best_win: float, played_win: float) -> bool:
        margin = self.decided.margin / 100
        return max(best_win, played_win) < margin or min(best_win, played_win) > 1 - margin


@cache
def _load_shipped(name: str) -> GradingScheme:
    return load_config("grades", name, GradingScheme)


def _check_limit(key: str, value: float, high: float) -> None:
    if not 0 <= value <= high:
        raise ConfigError(f"{value:g} is out of range", key=key, cure=f"expected 0 to {high:g}")


def _check_order(values: Mapping[str, float], high: float) -> None:
    """Raise ConfigError unless the values of the keys are within limits and do not fall."""
    for key, value in values.items():
        _check_limit(key, value, high)
    for before, (key, value) in pairwise(values.items()):
        if value < before[1]:
            raise ConfigError(f"{value:g} is too small", key=key, cure=f"expected {before[1]:g} or more")
