"""The result of a simulation: its candidates with their statistics, and why it stopped."""

from dataclasses import dataclass, field
from enum import StrEnum
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from movegen.arrays import FrozenArrays
from movegen.board import Move
from movegen.counts import counted
from movegen.errors import PositionError
from movegen.showing import Tabular, Tabulation, short_repr
from strategy.players import RankBy

if TYPE_CHECKING:
    from sims.simulation.distributions import Distribution
    from sims.simulation.rollouts import RolloutSetting


class Stop(StrEnum):
    """Why a simulation stopped.

    >>> from sims import SimulationPlan, simulate
    >>> from strategy import StaticStrategy
    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> strategy, plan = StaticStrategy.load("static"), SimulationPlan(iterations=50)
    >>> moves = strategy.candidates(position)[:3].moves
    >>> simulation = simulate(position, moves, Lexicon.load(), plan, strategy=strategy)
    >>> simulation.stopped.value
    'iterations'
    """

    CONFIDENCE = "confidence"
    """No other candidate is better than the leader by more than the margin, at the requested confidence."""
    ITERATIONS = "iterations"
    TIME = "time"
    INTERRUPTED = "interrupted"
    """The caller asked it to stop."""


@dataclass(frozen=True)
class PlyMeans:
    """Mean points on a ply after the candidate with their standard error, and bingos per rollout.

    `count` is the number of rollouts that reached the ply. The error of a single one is infinite.
    """

    count: int
    score: float
    score_se: float
    bingos: float


@dataclass(frozen=True)
class SimulatedMove:
    """A candidate and the statistics of its rollouts.

    Attributes
    ----------
    static_equity: points.
    iterations:    rollouts; fewer than the leader's if the candidate was eliminated.
    equity:        mean spread won up to the horizon, plus the difference of the leaves there.
    spread:        mean final spread, in points: the lead before the move plus the equity.
    win:           mean chance to win; a draw counts half.
    utility:       mean utility, which blends wins and spread; see `strategy.winprob.utility`.
    equity_se, win_se, utility_se: standard errors of the means; of wins, and of their part in utility, not 0
                   where all rollouts won or lost.
                   These and all other errors are infinite after a single iteration, which tells none.
    p_best:        probability that this candidate's long-run mean is the highest of all; after a single
                   iteration the same for all.
    difference:    mean difference to the leader in what moves are ranked by, over the iterations that both
                   had; 0 for the leader.
    difference_se: its standard error.
    equity_difference, win_difference: mean differences to the leader in equity and in the chance to win, over
                   the iterations that both had.
    equity_difference_se, win_difference_se: their standard errors; of wins not 0 where the two moves ended
                   alike in all these iterations, unless they did so in points, too.
    interval:      confidence interval of the long-run difference. It holds for all candidates and at all
                   times together, at the requested confidence (0.99 if there was none).
    is_eliminated: found worse than another candidate, and rolled out no further.
    plies:         the first plies after the candidate, at most ten.
    distribution:  distribution of equities and leaves, and the squares that the opponent's replies covered.

    >>> from sims import SimulationPlan, simulate
    >>> from strategy import StaticStrategy
    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> strategy, plan = StaticStrategy.load("static"), SimulationPlan(iterations=50)
    >>> moves = strategy.candidates(position)[:3].moves
    >>> simulation = simulate(position, moves, Lexicon.load(), plan, strategy=strategy)
    >>> best = simulation.best
    >>> best.move, round(best.win, 2), round(best.win_se, 2), best.is_eliminated
    (<Move D8 (W)EIGELA 22>, 0.42, 0.02, False)
    """

    move: Move
    static_equity: float
    iterations: int
    equity: float
    equity_se: float
    spread: float
    win: float
    win_se: float
    utility: float
    utility_se: float
    p_best: float
    difference: float
    difference_se: float
    equity_difference: float
    equity_difference_se: float
    win_difference: float
    win_difference_se: float
    interval: tuple[float, float]
    is_eliminated: bool
    plies: tuple[PlyMeans, ...]
    distribution: "Distribution" = field(repr=False)

    __repr__ = short_repr

    @property
    def score(self) -> int:
        """The points of the move."""
        return self.move.score

    def ranked(self, rank_by: RankBy) -> tuple[float, float]:
        """Return the mean of the quantity that ranks moves, with its standard error."""
        if rank_by == "utility":
            return self.utility, self.utility_se
        return (self.win, self.win_se) if rank_by == "win" else (self.equity, self.equity_se)


RANK_FIGURES: dict[RankBy, tuple[str, ...]] = {
    "utility": ("Utility", "Win %", "Spread"),
    "win": ("Win %", "Spread"),
    "equity": ("Equity", "Win %", "Spread"),
}
"""The titles of the figures in tables of simulations; what ranks the moves comes first."""


def format_figure(move: SimulatedMove, title: str) -> str:
    """Return a figure of a move with its standard error, as tables show it."""
    if title == "Utility":
        return f"{100 * move.utility:.1f}{format_error(100 * move.utility_se)}"
    if title == "Win %":
        return f"{100 * move.win:.1f}{format_error(100 * move.win_se)}"
    sign = "+" if title == "Spread" else ""
    value = move.spread if title == "Spread" else move.equity
    return f"{value:{sign}.1f}{format_error(move.equity_se)}"


def format_error(error: float, sign: str = " ±") -> str:
    """Return a standard error as it follows a figure, such as ` ±1.2`; nothing if it is infinite: unknown."""
    return f"{sign}{error:.1f}" if isfinite(error) else ""


class MoveDifference(NamedTuple):
    """The mean differences of two moves over the iterations that both had, with their standard errors.

    Equity is in points, `win` is a chance to win. `win_se` is not 0 where both moves won the same rollouts,
    unless they did so by the same points.

    >>> from sims import SimulationPlan, simulate
    >>> from strategy import StaticStrategy
    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> strategy, plan = StaticStrategy.load("static"), SimulationPlan(iterations=50)
    >>> moves = strategy.candidates(position)[:3].moves
    >>> simulation = simulate(position, moves, Lexicon.load(), plan, strategy=strategy)
    >>> found = simulation.difference(moves[2], moves[1])
    >>> round(found.equity, 1), round(found.equity_se, 1)
    (-2.3, 3.9)
    """

    equity: float
    equity_se: float
    win: float
    win_se: float


@dataclass(frozen=True, eq=False)
class PairedDifferences(FrozenArrays):
    """The figures of `MoveDifference` for all pairs of candidates, the first less the second.

    Each array is (candidates, candidates), in the order of the candidates in the setting.
    """

    equity: npt.NDArray[np.float64]
    equity_se: npt.NDArray[np.float64]
    win: npt.NDArray[np.float64]
    win_se: npt.NDArray[np.float64]

    def of(self, first: int, second: int) -> MoveDifference:
        """Return the difference of two candidates."""
        figures = (self.equity, self.equity_se, self.win, self.win_se)
        return MoveDifference(*(float(figure[first, second]) for figure in figures))


@dataclass(frozen=True)
class Simulation(Tabular):
    """The result of a simulation, or its state while it runs.

    Attributes
    ----------
    moves:      the candidates, best first; those found worse at the confidence after all others.
    iterations: of the leader.
    rank_by:    what candidates are compared by; `margin` is in its unit: utility, chance to win, or points.
    stopped:    why it stopped; None while it runs.
    seconds:    time taken.
    differences: of all pairs of candidates; see `difference`.
    others:     the same result ranked by the other quantities, if the plan asked for them.

    >>> from sims import SimulationPlan, simulate
    >>> from strategy import StaticStrategy
    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> strategy, plan = StaticStrategy.load("static"), SimulationPlan(iterations=50)
    >>> moves = strategy.candidates(position)[:3].moves
    >>> simulation = simulate(position, moves, Lexicon.load(), plan, strategy=strategy)
    >>> [(each.move, each.iterations) for each in simulation.moves]
    [(<Move D8 (W)EIGELA 22>, 50), (<Move 7C GALEE 22>, 50), (<Move D8 (W)EDGIE 22>, 50)]
    """

    setting: "RolloutSetting"
    lexicon_name: str
    moves: tuple[SimulatedMove, ...]
    iterations: int
    rank_by: RankBy
    confidence: float | None
    margin: float
    stopped: Stop | None
    seconds: float = field(compare=False)
    differences: PairedDifferences = field(repr=False)
    others: "tuple[Simulation, ...]" = field(default=(), repr=False, compare=False)

    def __repr__(self) -> str:
        best = self.best
        figures = f"win {100 * best.win:.1f}{format_error(100 * best.win_se)} %, equity {best.equity:+.1f}"
        stopped = "running" if self.stopped is None else self.stopped.value
        return f"<Simulation of {self._counts()}, {stopped}: {best.move} {figures}>"

    def _counts(self) -> str:
        moves, iterations = len(self.moves), self.iterations
        return f"{counted(moves, 'move')}, {counted(iterations, 'iteration')}"

    def tabulate(self, count: int | None = None) -> Tabulation:
        """Return the first `count` moves as a table, all for None: that of the terminal."""
        figures = RANK_FIGURES[self.rank_by]
        rack = self.setting.position.rack
        rows = [
            (
                str(rank),
                str(move.move),
                str(move.score),
                str(rack - move.move.tiles_used),
                *(format_figure(move, figure) for figure in figures),
                f"{100 * move.p_best:.1f}",
            )
            for rank, move in enumerate(self.moves[:count], start=1)
        ]
        heading = f"{self._counts()}, ranked by {self.rank_by}"
        titles = ("#", "Move", "Score", "Leave", *figures, "Best %")
        return Tabulation(heading, titles, rows, len(self.moves))

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each move: its figures with their standard errors."""
        names = ("score", "static_equity", "iterations", "utility", "utility_se", "win", "win_se", "equity")
        others = ("equity_se", "spread", "p_best", "is_eliminated")
        rack = self.setting.position.rack
        return [
            {"move": str(each.move), "leave": str(rack - each.move.tiles_used)}
            | {name: getattr(each, name) for name in (*names, *others)}
            for each in self.moves
        ]

    def ranked_by(self, rank_by: RankBy) -> "Simulation | None":
        """Return the result ranked by a quantity; None if the plan did not ask for other rankings.

        Moves were eliminated by the quantity of the plan, and stand last by any other.
        """
        return next((each for each in (self, *self.others) if each.rank_by == rank_by), None)

    def difference(self, first: Move | str, second: Move | str) -> MoveDifference:
        """Return what the first move is worth more than the second, over the iterations that both had.

        Raises PositionError if one of them was not simulated, and what `Position.parse_move` raises for a
        text.
        """
        return self.differences.of(self._index(first), self._index(second))

    def _index(self, move: Move | str) -> int:
        """Return the index of a candidate in the setting."""
        if isinstance(move, str):
            move = self.setting.position.parse_move(move)
        index = self.setting.moves.find(move)
        if index is None:
            raise PositionError(f"{move} was not simulated", cure="choose one of the candidates")
        return index

    @property
    def best(self) -> SimulatedMove:
        """The leader."""
        return self.moves[0]

    @property
    def first_given_up(self) -> int | None:
        """The index of the first move that was eliminated; None if none was."""
        return next((index for index, move in enumerate(self.moves) if move.is_eliminated), None)

    @property
    def is_reproducible(self) -> bool:
        """Whether the same call gives the same answer: unless the clock or the caller stopped it."""
        return self.stopped in (Stop.CONFIDENCE, Stop.ITERATIONS)
