"""Mistakes: classes of moves that were not the best, by their cost.

A move is judged by the chance to win that it loses, since points only matter as far as they win the game:

| class  | chance to win | points |
|--------|---------------|--------|
| small  | 2 % or more   | 5 or more (endgame: 1 or more) |
| medium | 5 % or more   | 10 or more |
| large  | 10 % or more  | 20 or more |

Points decide in endgames, where the result is known, and in positions that are all but decided: the best move
and the played one both win less than 3 % of the time, or both more than 97 %. An endgame move that throws
away a win or a draw is always a large mistake.

The `mistake index` of a player adds up 0.2 for a small mistake, 0.5 for a medium and 1 for a large one.
"""

from bisect import bisect_right
from collections.abc import Iterable
from enum import StrEnum


class Mistake(StrEnum):
    """The class of a move, by its cost."""

    NONE = "none"
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


_CLASSES = tuple(Mistake)
WIN_THRESHOLDS = (0.02, 0.05, 0.10)
POINT_THRESHOLDS = (5.0, 10.0, 20.0)
ENDGAME_POINT_THRESHOLDS = (1.0, 10.0, 20.0)
"""The smallest losses of small, medium and large mistakes."""
_DECIDED = 0.03
_INDEX = {Mistake.NONE: 0.0, Mistake.SMALL: 0.2, Mistake.MEDIUM: 0.5, Mistake.LARGE: 1.0}
_NOISE = 1e-9  # a loss of 0.1 that comes out as 0.0999999 counts as 0.1


def classify_mistake(
    points_lost: float, best_win: float | None, played_win: float | None, *, is_exact: bool = False
) -> Mistake:
    """Return the class of a move.

    points_lost: the points it is worth less than the best move, 0 or more.
    best_win, played_win: the chances to win after the best move and after this one; if one of them is None,
                 points decide.
    is_exact:    whether points and chances are final results of an endgame, not estimates.
    """
    lost = 0.0 if best_win is None or played_win is None else best_win - played_win
    if is_exact:
        return Mistake.LARGE if lost > _NOISE else _grade(points_lost, ENDGAME_POINT_THRESHOLDS)
    if best_win is None or played_win is None or _is_decided(best_win, played_win):
        return _grade(points_lost, POINT_THRESHOLDS)
    return _grade(lost, WIN_THRESHOLDS)


def mistake_index(mistakes: Iterable[Mistake]) -> float:
    """Return the mistake index of a player with these mistakes."""
    return round(sum(_INDEX[mistake] for mistake in mistakes), 1)


def _is_decided(best_win: float, played_win: float) -> bool:
    return max(best_win, played_win) < _DECIDED or min(best_win, played_win) > 1 - _DECIDED


def _grade(lost: float, thresholds: tuple[float, ...]) -> Mistake:
    return _CLASSES[bisect_right(thresholds, lost + _NOISE)]
