"""The outcomes of the moves of a pre-endgame, by the unseen tiles, and what those of each say together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from movegen.showing import list_repr, short_repr
from movegen.variant import Rack
from strategy.endgame.endgame_result import Outcome
from strategy.native import core

_ESTIMATE_ERROR: float = core.ESTIMATE_ERROR
"""The scale of the logistic curve from an estimated spread to a chance to win: points."""
_REPLY_EXPONENT: float = core.REPLY_EXPONENT
"""The power to which the share of open wins is raised after a move that leaves tiles."""
_MAX_EXPONENT = 700.0
"""No chance to win differs from none beyond it, and `exp` overflows soon."""

_MOVES_AT_ONCE = 1000
"""How many moves have their figures worked out at once: ten thousand with 330 draws would take 300 MB."""

_COMMON_ERROR = 11.0
"""The error that all estimates of a move have in common: points.

The opponent may have a reply that its playouts overlook in every arrangement. Measured in
docs/internals/preendgame.md.
"""
_STANDARD_ERRORS, _STANDARD_WEIGHTS = np.polynomial.hermite_e.hermegauss(9)
_STANDARD_WEIGHTS /= _STANDARD_WEIGHTS.sum()
"""Means over a normally distributed error are sums over these standard errors: Gauss-Hermite quadrature."""
_REPLY_ERROR = 0.7
"""The same of a move that leaves tiles in the bag, for the share of its estimates as a whole.

After the opponent's likely reply is searched to the end each estimate seems sure, but the opponent may have a
better reply. Measured there, too.
"""


@dataclass(frozen=True)
class PreendgameOutcome:
    """The end of the game after a move with one arrangement of the unseen tiles.

    Attributes
    ----------
    drawn:        the tiles that the move's player draws.
    bag:          the tiles left in the bag, in the order in which they are drawn: "ET" if E is next.
    weight:       number of equally likely arrangements that look like this.
    lower, upper: the bounds of the final spread, for the move's player: points; None where nothing is known.
    estimate:     of the final spread: points. Exact where the bounds meet.

    >>> from strategy import SearchLimits, solve_preendgame
    >>> position = read_gcg("jackdaw/samples/ann_v_ben.gcg").position(21)
    >>> moves, limits = position.moves(Lexicon.load())[:2], SearchLimits(nodes=100)
    >>> result = solve_preendgame(position, Lexicon.load(), moves=moves, limits=limits)
    >>> outcome = result.best.outcomes[0]
    >>> outcome.drawn, outcome.estimate, outcome.result
    (<Rack AAE>, 129, None)
    """

    drawn: Rack
    bag: str
    weight: int
    lower: int | None
    upper: int | None
    estimate: int

    __repr__ = short_repr

    @property
    def result(self) -> Outcome | None:
        """The outcome, if it is proven."""
        if self.lower is not None and self.lower > 0:
            return "win"
        if self.upper is not None and self.upper < 0:
            return "loss"
        return "draw" if self.is_exact else None

    @property
    def is_exact(self) -> bool:
        """True if the final spread is exact."""
        return self.lower is not None and self.lower == self.upper

    @property
    def least_win(self) -> float:
        """1 for a proven win, 0.5 if at least a draw is proven, else 0."""
        return 0.0 if self.lower is None or self.lower < 0 else 0.5 if self.lower == 0 else 1.0

    @property
    def most_win(self) -> float:
        """0 for a proven loss, 0.5 if at most a draw is proven, else 1."""
        return 1.0 if self.upper is None or self.upper > 0 else 0.5 if self.upper == 0 else 0.0

    @property
    def likely_win(self) -> float:
        """The chance to win by the estimate, within the proven bounds."""
        likely = 1 / (1 + exp(min(-self.estimate / _ESTIMATE_ERROR, _MAX_EXPONENT)))
        return min(max(likely, self.least_win), self.most_win)


class Draw(NamedTuple):
    """The tiles that a player draws, those left in the bag in their order, and the weight of such orders."""

    drawn: Rack
    bag: str
    weight: int


class OutcomeFigures(NamedTuple):
    """What the outcomes of a move say together: means over the arrangements searched, draws counting half.

    win:             share of games won, by the estimates; after a move that leaves tiles as
                     `win_after_best_replies` has it.
    win_variance:    variance of the outcomes around their mean.
    least, most:     proven bounds of the share.
    settled:         number of arrangements whose outcome is proven.
    estimate_error:  standard error that estimates of open outcomes cause: each by itself, and all together.
    spread:          final spread: points.
    spread_variance: variance of the final spreads around it: points squared.
    is_exact:        True if all final spreads are.
    """

    win: float
    win_variance: float
    least: float
    most: float
    settled: int
    estimate_error: float
    spread: float
    spread_variance: float
    is_exact: bool


class OutcomeTable:
    """The outcomes of moves that draw the same number of tiles.

    draws: what each may draw.
    ends:  bounds and estimate of the final spread, int32 (moves, draws, 3): points; `UNBOUNDED` of the core
           and its negative where nothing is known.
    """

    def __init__(self, draws: Sequence[Draw], ends: npt.NDArray[np.int32]) -> None:
        self.draws, self.ends = draws, ends

    def outcome(self, move: int, draw: int) -> PreendgameOutcome:
        """Return the outcome of a move with a draw, by their numbers."""
        lower, upper, estimate = self.ends[move, draw].tolist()
        return PreendgameOutcome(
            *self.draws[draw],
            None if lower == -core.UNBOUNDED else lower,
            None if upper == core.UNBOUNDED else upper,
            min(max(estimate, lower), upper),
        )

    @cached_property
    def figures(self) -> list[OutcomeFigures]:
        """The figures of each move."""
        parts = range(0, len(self.ends), _MOVES_AT_ONCE)
        return [each for begin in parts for each in self._figures(self.ends[begin : begin + _MOVES_AT_ONCE])]

    def _figures(self, ends: npt.NDArray[np.int32]) -> list[OutcomeFigures]:
        """Work out the figures of some moves at once."""
        lower, upper, estimate = np.moveaxis(ends, 2, 0)
        weights = np.array([draw.weight for draw in self.draws], dtype=np.float64)
        leaves_tiles = np.array([bool(draw.bag) for draw in self.draws])
        least, most = (np.sign(lower) + 1) / 2, (np.sign(upper) + 1) / 2
        spread = np.clip(estimate, lower, upper).astype(np.float64)
        exponent = -spread / _ESTIMATE_ERROR
        likely = np.clip(_logistic(exponent), least, most)
        is_open = least < most
        mean_win, mean_spread = _mean(likely, weights), _mean(spread, weights)
        least_win, most_win = _mean(least, weights), _mean(most, weights)
        columns = (
            win_after_best_replies(mean_win, least_win, most_win) if leaves_tiles.any() else mean_win,
            _variance(likely, mean_win, weights),
            least_win,
            most_win,
            (~is_open * weights).sum(axis=1).astype(np.int64),
            np.hypot(
                _estimate_error(likely, is_open, weights),
                np.maximum(
                    error_in_common(exponent, (least, most), weights),
                    _reply_error(likely, is_open, weights, leaves_tiles),
                ),
            ),
            mean_spread,
            _variance(spread, mean_spread, weights),
            (lower == upper).all(axis=1),
        )
        return [OutcomeFigures(*row) for row in zip(*(each.tolist() for each in columns), strict=True)]


def win_after_best_replies(
    win: npt.NDArray[np.float64], least: npt.NDArray[np.float64], most: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Return the shares of games won by moves that leave tiles in the bag, given those after likely replies.

    The opponent may have a better reply. So the open part of the wins, between the proven bounds, is raised
    to a power. Measured in docs/internals/preendgame.md.
    """
    width = most - least
    share = np.divide(win - least, width, out=np.zeros_like(win), where=width > 0)
    corrected: npt.NDArray[np.float64] = least + width * np.clip(share, 0, 1) ** _REPLY_EXPONENT
    return corrected


def _logistic(exponent: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    chance: npt.NDArray[np.float64] = 1 / (1 + np.exp(np.minimum(exponent, _MAX_EXPONENT)))
    return chance


def _mean(values: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The mean of the values of each move, (moves, draws)."""
    mean: npt.NDArray[np.float64] = (values * weights).sum(axis=1) / weights.sum()
    return mean


def _variance(
    values: npt.NDArray[np.float64], means: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """The variance of the values of each move, (moves, draws), around their mean."""
    return _mean((values - means[:, None]) ** 2, weights)


def error_in_common(
    exponent: npt.NDArray[np.float64],
    bounds: tuple[npt.ArrayLike, npt.ArrayLike],
    weights: npt.NDArray[np.float64],
) -> npt.NDArray[np.float64]:
    """Return the standard error of each move's share of wins by the common error of its estimates.

    exponent: of the logistic curve of each outcome's chance to win, (moves, draws).
    bounds:   the least and the most chance of each.

    It is the root of the mean square of what a shift of all estimates changes. By the slope of the curve it
    would be too large where chances are even, and too small where they are small.
    """
    mean = _mean(np.clip(_logistic(exponent), *bounds), weights)
    square = np.zeros(len(exponent))
    for error, weight in zip(_STANDARD_ERRORS, _STANDARD_WEIGHTS, strict=True):
        shift = error * _COMMON_ERROR / _ESTIMATE_ERROR
        square += weight * (_mean(np.clip(_logistic(exponent - shift), *bounds), weights) - mean) ** 2
    found: npt.NDArray[np.float64] = np.sqrt(square)
    return found


def _estimate_error(
    likely: npt.NDArray[np.float64], is_open: npt.NDArray[np.bool_], weights: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """The standard error of each move's share of wins by the chances of its open outcomes, (moves, draws)."""
    variance = likely * (1 - likely) * is_open
    error: npt.NDArray[np.float64] = np.sqrt((weights**2 * variance).sum(axis=1)) / weights.sum()
    return error


def _reply_error(
    likely: npt.NDArray[np.float64],
    is_open: npt.NDArray[np.bool_],
    weights: npt.NDArray[np.float64],
    leaves_tiles: npt.NDArray[np.bool_],
) -> npt.NDArray[np.float64]:
    """The error of each move's share of wins by a better reply than the likely one, if it leaves tiles."""
    open_weights = weights * is_open
    weight = open_weights.sum(axis=1)
    share = (open_weights * likely).sum(axis=1) / np.maximum(weight, 1)
    applies = (is_open & leaves_tiles).any(axis=1)
    error: npt.NDArray[np.float64] = _REPLY_ERROR * weight * share * (1 - share) * applies / weights.sum()
    return error


class PreendgameOutcomes(Sequence[PreendgameOutcome]):
    """The outcomes of one move, a row of a table. Each is made when it is asked for."""

    def __init__(self, table: OutcomeTable, row: int) -> None:
        self._table, self._row = table, row

    @classmethod
    def of(cls, outcomes: Iterable[PreendgameOutcome]) -> "PreendgameOutcomes":
        """Return the outcomes as the only row of a table."""
        listed = tuple(outcomes)
        ends = [
            (
                -core.UNBOUNDED if each.lower is None else each.lower,
                core.UNBOUNDED if each.upper is None else each.upper,
                each.estimate,
            )
            for each in listed
        ]
        draws = [Draw(each.drawn, each.bag, each.weight) for each in listed]
        rows = np.array(ends, dtype=np.int32).reshape(1, -1, 3)
        return cls(OutcomeTable(draws, rows), 0)

    @property
    def figures(self) -> OutcomeFigures:
        """What they say together."""
        return self._table.figures[self._row]

    def __len__(self) -> int:
        return len(self._table.draws)

    @overload
    def __getitem__(self, index: int) -> PreendgameOutcome: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[PreendgameOutcome, ...]: ...

    def __getitem__(self, index: int | slice) -> PreendgameOutcome | tuple[PreendgameOutcome, ...]:
        numbers = range(len(self))[index]
        if isinstance(numbers, range):
            return tuple(self._table.outcome(self._row, number) for number in numbers)
        return self._table.outcome(self._row, numbers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PreendgameOutcomes) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return list_repr(self, len(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return PreendgameOutcomes.of, (tuple(self),)  # without the table's other rows
