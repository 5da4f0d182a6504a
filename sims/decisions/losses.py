"""What players lose per decision, and the differences between them, with their errors.

An observation is a position. Positions of one recorded game share its players and its board, so a game is a
cluster: errors are cluster-robust, and are the ordinary ones where every position is of its own (Liang and
Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73, 1986). The noise of the
rollouts is part of the differences between positions, so the errors include it.

Intervals are those of Student's t. Most differences are 0, since players mostly agree, and a few are large:
the error is then known less well than the number of clusters suggests. So the degrees of freedom are the
effective ones of the variance, which follow from the kurtosis of the observations (Satterthwaite, "An
approximate distribution of estimates of variance components", Biometrics Bulletin 2, 1946).

Clusters that are all equal show nothing of their variance, which is unknown, not 0. Where all are 0, the
share of others is bounded (the rule of three: Hanley and Lippman-Hand, "If nothing goes wrong, is everything
all right?", JAMA 249, 1983).

Differences between two players are paired: both chose in the same positions, which the same rollouts judged.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt
import scipy

from sims.decisions.decision import Decision
from sims.decisions.judgement import JudgedMove
from sims.decisions.phases import Phase

Floats = npt.NDArray[np.float64]
_TAIL = 0.975
_CONFIDENCE = 0.95
_ROUNDING = 1e-12  # residuals of this share of the largest observation are 0


@dataclass(frozen=True)
class MeanEstimate:
    """A mean over positions with its standard error and 95 % interval; NaN where they are unknown.

    The error is unknown of a single cluster, and where nothing varies.

    Attributes
    ----------
    p_value:  of a mean of 0, two-sided; 1 if all observations of several clusters are 0.
    nonzero:  number of observations that are not 0.
    clusters: number of independent observations.
    """

    mean: float
    standard_error: float
    ci95: tuple[float, float]
    p_value: float
    nonzero: int
    clusters: int

    @property
    def nonzero_below(self) -> float:
        """With 95 % confidence the share of observations that are not 0 is below this; NaN if any is not 0.

        About 3 / `clusters`, and 1 without any.
        """
        if self.nonzero:
            return math.nan
        return float(1 - (1 - _CONFIDENCE) ** (1 / self.clusters)) if self.clusters else 1.0

    @classmethod
    def of(cls, values: Floats, clusters: npt.NDArray[np.intp]) -> "MeanEstimate":
        """Return the estimate from observations and the cluster of each, numbered from 0.

        >>> one = MeanEstimate.of(np.array([0.0, 1.0, 2.0]), np.arange(3))
        >>> round(one.mean, 3), round(one.standard_error, 3), round(one.p_value, 3)
        (1.0, 0.577, 0.225)
        >>> none = MeanEstimate.of(np.zeros(30), np.arange(30))
        >>> none.standard_error, round(none.nonzero_below, 3)  # about 3 / 30
        (nan, 0.095)
        """
        number, unknown = len(values), math.nan
        mean = float(values.mean()) if number else unknown
        count = int(clusters.max()) + 1 if number else 0
        nonzero = int(np.count_nonzero(values))
        sums = np.bincount(clusters, weights=values - mean, minlength=count).astype(np.float64)
        if count < 2 or np.abs(sums).max() <= _ROUNDING * np.abs(values).max():
            p_value = 1.0 if count > 1 and not nonzero else unknown
            return cls(mean, unknown, (unknown, unknown), p_value, nonzero, count)
        error = math.sqrt(count / (count - 1) * float(sums @ sums)) / number
        freedom = _effective_freedom(sums)
        reach = float(scipy.stats.t.ppf(_TAIL, freedom)) * error
        p_value = 2 * float(scipy.stats.t.sf(abs(mean) / error, freedom))
        return cls(mean, error, (mean - reach, mean + reach), p_value, nonzero, count)


def _effective_freedom(residuals: Floats) -> float:
    """Return the degrees of freedom of the variance of some residuals, at least 1 and less than their number.

    A variance of n observations of kurtosis k has a relative variance of (k - 1) / n, one of f degrees of
    freedom of normal observations 2 / f.
    """
    number, squares = len(residuals), residuals**2
    variance = float(squares.mean())
    excess = float((squares**2).mean()) / variance**2 - 1
    return number - 1 if excess * (number - 1) <= 2 * number else max(1.0, 2 * number / excess)


@dataclass(frozen=True)
class PlayerLosses:
    """What a player loses per decision against the best move.

    Attributes
    ----------
    win, points: share of games, and points of final spread.
    best:        share of the decisions in which no move is better.
    seconds:     mean time of a choice.
    """

    name: str
    win: MeanEstimate
    points: MeanEstimate
    best: float
    seconds: float


@dataclass(frozen=True)
class Comparison:
    """What player `a` gains on player `b` per decision.

    `differing` is the number of decisions in which they chose different moves.
    """

    a: str
    b: str
    differing: int
    win: MeanEstimate
    points: MeanEstimate


@dataclass(frozen=True)
class LossTable:
    """The losses of all players, and the comparisons of all pairs, in some positions.

    Attributes
    ----------
    phase: None for all phases.
    win_optimism, points_optimism: on average the losses are too small by no more than this, and not too
           large; see `sims.decisions.judgement`.
    """

    phase: Phase | None
    positions: int
    players: tuple[PlayerLosses, ...]
    comparisons: tuple[Comparison, ...]
    win_optimism: float
    points_optimism: float


def loss_tables(names: Sequence[str], decisions: Iterable[Decision]) -> list[LossTable]:
    """Return the losses in all decisions without an error, and then by phase, without empty phases."""
    judged = [each for each in decisions if each.error is None]
    tables = [_table(None, names, judged)]
    for phase in Phase:
        own = [each for each in judged if each.phase == phase]
        if own:
            tables.append(_table(phase, names, own))
    return tables


def find_clusters(decisions: Sequence[Decision]) -> npt.NDArray[np.intp]:
    """Return the number of each decision's cluster: turns of a game are of one, others each of its own.

    Copies of a game or of a position are of one cluster, too: the same positions in their order.
    """
    games: dict[str, list[str]] = {}
    for each in decisions:
        if each.place.turn is not None:
            games.setdefault(each.place.source, []).append(each.cgp)
    copies = {source: tuple(positions) if all(positions) else source for source, positions in games.items()}
    keys = [
        copies[each.place.source] if each.place.turn is not None else each.cgp or each.first
        for each in decisions
    ]
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    return np.array([numbers[key] for key in keys], dtype=np.intp)


def _table(phase: Phase | None, names: Sequence[str], decisions: Sequence[Decision]) -> LossTable:
    clusters = find_clusters(decisions)
    moves = [[each.chosen(player) for each in decisions] for player in range(len(names))]
    players = tuple(
        PlayerLosses(
            name,
            MeanEstimate.of(np.array([move.win_lost for move in own], dtype=float), clusters),
            MeanEstimate.of(np.array([move.points_lost for move in own], dtype=float), clusters),
            _mean([float(move.is_best) for move in own]),
            _mean([each.choices[player].seconds for each in decisions]),
        )
        for player, (name, own) in enumerate(zip(names, moves, strict=True))
    )
    pairs = combinations(zip(names, moves, strict=True), 2)
    comparisons = tuple(_compare(one, other, clusters) for one, other in pairs)
    return LossTable(
        phase,
        len(decisions),
        players,
        comparisons,
        _mean([each.win_optimism for each in decisions]),
        _mean([each.points_optimism for each in decisions]),
    )


def _compare(
    one: tuple[str, list[JudgedMove]], other: tuple[str, list[JudgedMove]], clusters: npt.NDArray[np.intp]
) -> Comparison:
    pairs = list(zip(one[1], other[1], strict=True))
    gained = [(0.0, 0.0) if a.move == b.move else (a.win - b.win, a.spread - b.spread) for a, b in pairs]
    wins, points = np.array(gained, dtype=float).reshape(-1, 2).T
    return Comparison(
        one[0],
        other[0],
        sum(a.move != b.move for a, b in pairs),
        MeanEstimate.of(wins, clusters),
        MeanEstimate.of(points, clusters),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else math.nan
