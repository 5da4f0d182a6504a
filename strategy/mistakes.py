"""Mistakes: how bad a move was that was not the best.

A move is judged by what it costs of the chance to win, since points matter only so far as they win the game:

| class  | chance to win | points |
|--------|---------------|--------|
| small  | 2 % or more   | 5 or more (endgame: 1 or more) |
| medium | 5 % or more   | 10 or more |
| large  | 10 % or more  | 20 or more |

By points are judged endgames, where the chance is no estimate but known to be lost or kept, and positions
that are all but decided: the best move and the one that was made both win less than 3 % of the time, or both
more than 97 %. An endgame's move that throws a won or a drawn game away is a large mistake whatever it costs.
The `mistake index` of a player adds up 0.2 for a small mistake, 0.5 for a medium and 1 for a large one.
"""

from bisect import bisect_right
from collections.abc import Iterable
from enum import StrEnum


class Mistake(StrEnum):
    """The class of a move, by what it cost."""

    NONE = "none"
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


_CLASSES = tuple(Mistake)
BY_WIN = (0.02, 0.05, 0.10)
BY_POINTS = (5.0, 10.0, 20.0)
BY_POINTS_OF_ENDGAMES = (1.0, 10.0, 20.0)
"""From what loss on a mistake is small, medium, large."""
_DECIDED = 0.03
_INDEX = {Mistake.NONE: 0.0, Mistake.SMALL: 0.2, Mistake.MEDIUM: 0.5, Mistake.LARGE: 1.0}
_NOISE = 1e-9  # a loss of 0.1 that is told as 0.0999999 counts as 0.1


def class_of(
    points_lost: float, best_win: float | None, played_win: float | None, *, is_endgame: bool = False
) -> Mistake:
    """The class of a move.

    points_lost: how much less it is worth than the best move, 0 or more.
    best_win, played_win: the chances to win after the best move and after this one; None if not known, and
                 then points decide.
    is_endgame:  whether values and chances are those of an endgame, known and not estimated.
    """
    lost = 0.0 if best_win is None or played_win is None else best_win - played_win
    if is_endgame:
        return Mistake.LARGE if lost > _NOISE else _graded(points_lost, BY_POINTS_OF_ENDGAMES)
    if best_win is None or played_win is None or _is_decided(best_win, played_win):
        return _graded(points_lost, BY_POINTS)
    return _graded(lost, BY_WIN)


def mistake_index(mistakes: Iterable[Mistake]) -> float:
    """What mistakes add up to: see the table above."""
    return round(sum(_INDEX[mistake] for mistake in mistakes), 1)


def _is_decided(best_win: float, played_win: float) -> bool:
    return max(best_win, played_win) < _DECIDED or min(best_win, played_win) > 1 - _DECIDED


def _graded(lost: float, thresholds: tuple[float, ...]) -> Mistake:
    return _CLASSES[bisect_right(thresholds, lost + _NOISE)]
