"""Judgements: the moves of a position with their values, and what each loses against the best one.

**The loss** of a move is what the best one gains on it. The largest of several noisy means is too large, so a
loss measured on the rollouts that chose the best would be, too. Hence cross-fitting in ten folds: nine tenths
of the iterations choose the best move, by utility, for the last tenth to measure, in turn. Such a loss is
never too large on average. It is too small where the rollouts cannot tell the best move, by what their choice
loses. The *optimism*, which is the gain of the best move on all iterations over the cross-fitted one, bounds
that: the true loss lies, on average, between the cross-fitted loss and the same plus the optimism. The
difference of two moves' losses is the plain mean of their paired differences, which has no bias.

Means and losses of a move are those of a game's result: a chance to win (a draw counts half), and points of
final spread.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import msgspec
import numpy as np
import numpy.typing as npt

from strategy.leaves import MILLI
from strategy.winprob import MILLION, UTILITY

_FOLDS = 10

Floats = npt.NDArray[np.float64]


class JudgedBy(StrEnum):
    """How the values of a position's moves are known."""

    ROLLOUTS = "rollouts"
    PRE_ENDGAME = "pre-endgame"
    """Proven, over all arrangements of the unseen tiles."""
    AGREEMENT = "agreement"
    """There is one move to judge, so nothing is lost whatever it is worth."""
    ENDGAME = "endgame"
    """By search; proven unless `is_proven` of the judgement is false."""


class JudgedMove(msgspec.Struct, frozen=True):
    """A move with its value, and what it loses against the best one; see the module.

    Attributes
    ----------
    win, spread, utility: means over the rollouts, or exact; NaN for an agreement.
    win_lost, points_lost: against the best move: share of games, and points.
    win_lost_se, points_lost_se: standard errors, of paired differences; 0 for exact values.
    is_best: no other move has a higher utility.
    """

    move: str
    win: float
    spread: float
    utility: float
    win_lost: float
    win_lost_se: float
    points_lost: float
    points_lost_se: float
    is_best: bool


@dataclass(frozen=True)
class Judgement:
    """The moves of a position, best first, and how they were compared.

    Attributes
    ----------
    iterations:    0 for a search.
    is_proven:     all values are exact.
    win_optimism, points_optimism: bounds of the bias of the losses; see the module.
    """

    method: JudgedBy
    iterations: int
    is_proven: bool
    moves: tuple[JudgedMove, ...]
    win_optimism: float = 0.0
    points_optimism: float = 0.0


def compare_rollouts(moves: Sequence[str], wins: Floats, spreads: Floats, utilities: Floats) -> Judgement:
    """Compare moves by their rollouts, each (iterations, moves), of two iterations or more."""
    win_lost, win_error = _losses(wins, cross_fitted_best(utilities))
    found = _judge_means(moves, spreads, utilities, (wins.mean(axis=0), win_lost, win_error))
    return Judgement(JudgedBy.ROLLOUTS, len(utilities), False, *found)


def compare_proven_wins(moves: Sequence[str], wins: Floats, spreads: Floats) -> Judgement:
    """Compare moves by exact chances to win, (moves,), and the spreads of rollouts, (iterations, moves).

    Rollouts choose the best of moves that win about equally often, so losses are cross-fitted here, too.
    """
    chances, milli_points = (np.rint(each).astype(np.int64) for each in (wins * MILLION, spreads * MILLI))
    utilities = UTILITY.of_rollouts(chances, milli_points) / MILLION
    chosen = np.bincount(cross_fitted_best(utilities), minlength=len(moves)) / len(utilities)
    of_wins = wins, chosen @ wins - wins, np.zeros(len(moves))
    found = _judge_means(moves, spreads, utilities, of_wins)
    return Judgement(JudgedBy.PRE_ENDGAME, len(spreads), False, *found)


def compare_exact(
    method: JudgedBy, values: Sequence[tuple[str, float, float, float]], *, is_proven: bool = True
) -> Judgement:
    """Compare moves by the values of a search, each a move, its win, its spread and its utility."""
    _, win, spread, top = max(values, key=lambda each: (each[3], each[2]))
    judged = [
        JudgedMove(move, wins, points, utility, win - wins, 0.0, spread - points, 0.0, utility == top)
        for move, wins, points, utility in values
    ]
    return Judgement(method, 0, is_proven, _best_first(judged))


def _judge_means(
    moves: Sequence[str], spreads: Floats, utilities: Floats, of_wins: tuple[Floats, Floats, Floats]
) -> tuple[tuple[JudgedMove, ...], float, float]:
    """Return the judged moves, best first, and the optimism in wins and points.

    `of_wins` are the chances to win of the moves, what they lose, and its errors, each (moves,).
    """
    points_lost, points_error = _losses(spreads, cross_fitted_best(utilities))
    win, win_lost, win_error = of_wins
    spread, utility = spreads.mean(axis=0), utilities.mean(axis=0)
    is_best = utility == utility.max()
    columns = (win, spread, utility, win_lost, win_error, points_lost, points_error, is_best)
    judged = [JudgedMove(*row) for row in zip(moves, *(each.tolist() for each in columns), strict=True)]
    top = int(utility.argmax())
    optimism = -float(win_lost[top]) + 0.0, -float(points_lost[top]) + 0.0
    return _best_first(judged), *optimism


def cross_fitted_best(utilities: Floats) -> npt.NDArray[np.intp]:
    """Return for each iteration the best move of the folds of the iterations that it is not in.

    `utilities` is (iterations, moves).

    >>> cross_fitted_best(np.array([[3.0, 0.0], [0.0, 1.0], [0.0, 1.0]])).tolist()
    [1, 0, 0]
    """
    best = np.empty(len(utilities), dtype=np.intp)
    folds = min(_FOLDS, len(utilities))
    total = utilities.sum(axis=0)
    for fold in range(folds):
        best[fold::folds] = (total - utilities[fold::folds].sum(axis=0)).argmax()
    return best


def _losses(values: Floats, best: npt.NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Return what each move loses against the best one of each iteration: means and standard errors."""
    lost = values[np.arange(len(best)), best][:, np.newaxis] - values
    return lost.mean(axis=0), lost.std(axis=0, ddof=1) / np.sqrt(len(lost))


def _best_first(moves: Iterable[JudgedMove]) -> tuple[JudgedMove, ...]:
    return tuple(sorted(moves, key=lambda each: (each.utility, each.spread, each.move), reverse=True))
