"""Choosing the best of several candidates by successive elimination.

This is best-arm identification (Even-Dar, Mannor and Mansour, "Action elimination and stopping conditions for
the multi-armed bandit and reinforcement learning problems", Journal of Machine Learning Research 7, 2006).
All active candidates are sampled equally often. At each checkpoint, those that are worse than the leader with
confidence are eliminated. Two techniques keep this cheap:

- Common random numbers. All candidates meet the same racks and draws in an iteration, so they are compared
  by paired differences, whose variance is a fraction of that of the means (`paired_sums`).
- Anytime-valid intervals. They are confidence sequences (Waudby-Smith et al., 2021), which hold at all
  checkpoints together, so looking often does not cost confidence. The error is divided among the candidates
  by Bonferroni's inequality.

Checkpoints come after 128 iterations and then after a fifth more each time.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import hypot, inf, sqrt
from time import monotonic
from typing import get_args

import numpy as np
import numpy.typing as npt

from movegen.errors import PositionError
from movegen.lexicon import Lexicon
from movegen.variant import EndingRule
from sims.simulation.distributions import DistributionSums
from sims.simulation.paired_sums import PairedSums
from sims.simulation.plan import SimulationPlan
from sims.simulation.rollouts import PLY_TYPE, RolloutBatch, RolloutSetting
from sims.simulation.simulation_result import (
    MoveDifference,
    PairedDifferences,
    PlyMeans,
    SimulatedMove,
    Simulation,
    Stop,
)
from sims.simulation.win_model import win_chances, win_model_for
from strategy.leaves import MILLI
from strategy.players import RankBy
from strategy.winprob import MILLION, UTILITY

FIRST_CHECKPOINT = 128
"""Iterations before candidates are first compared: fewer say too little about the variance."""
_CHECKPOINT_GROWTH = 1.2
_SECONDS_BETWEEN_REPORTS = 0.5
_UNITS: dict[RankBy, int] = {"utility": MILLION, "win": MILLION, "equity": MILLI}


def checkpoints(iterations: int | None) -> Iterator[tuple[int, int | None]]:
    """Yield each number of iterations after which candidates are compared, with the one after it if any."""
    checkpoint = FIRST_CHECKPOINT
    while iterations is None or checkpoint < iterations:
        then = int(checkpoint * _CHECKPOINT_GROWTH)
        yield checkpoint, then if iterations is None else min(then, iterations)
        checkpoint = then
    yield iterations, None


class SequentialElimination:
    """The candidates of a simulation: statistics, elimination and the decision to stop.

    Candidates are called by their index in `setting`; `active` lists those not eliminated.
    """

    def __init__(self, setting: RolloutSetting, plan: SimulationPlan, lexicon: Lexicon) -> None:
        self.setting = setting
        self.plan = plan
        self.lexicon = lexicon
        self.win_model = plan.win_model or win_model_for(setting.position.variant, setting.strategy)
        self.candidates = range(len(setting.records))
        self.active = list(self.candidates)
        self.always = _find_always(setting, plan)
        self.iterations = 0
        self.sums = {quantity: PairedSums(len(self.active)) for quantity in _UNITS}
        self.plies = np.zeros((len(self.active), setting.reported_plies), dtype=PLY_TYPE)
        board, rules = setting.position.board.squares, setting.position.rules
        self.distributions = DistributionSums(
            len(self.active), *board.shape, ends_when_out=rules.ending is EndingRule.OUT
        )
        self.static_equities = _static_equities(setting)
        self.began = self.reported = monotonic()
        self.seconds = 0.0  # taken when the last result was made

    def go_on(self, setting: RolloutSetting, plan: SimulationPlan, lexicon: Lexicon) -> None:
        """Go on with the limits of another plan, whose seconds are added to those taken.

        As long as no candidate is eliminated, the quantity that ranks them may differ, too. Raises
        PositionError if anything else differs that decides rollouts, chances to win or eliminations.
        """
        before = self.plan
        same = (
            setting == self.setting
            and plan.win_model == before.win_model
            and _find_always(setting, plan) == self.always
            and (plan.rank_by == before.rank_by or len(self.active) == len(self.candidates))
            and _have_same_words(lexicon, self.lexicon)
        )
        if not same:
            raise PositionError("a simulation can go on only with the same settings", cure="begin a new one")
        seconds = None if plan.seconds is None else plan.seconds + self.seconds
        self.plan = replace(plan, seconds=seconds)
        self.began = monotonic() - self.seconds
        self.reported = monotonic()

    @property
    def is_over_time(self) -> bool:
        """Whether the time limit is reached."""
        return self.plan.seconds is not None and monotonic() - self.began >= self.plan.seconds

    @property
    def is_report_due(self) -> bool:
        """Whether the last report is half a second old."""
        return monotonic() - self.reported >= _SECONDS_BETWEEN_REPORTS

    @property
    def leader(self) -> int:
        """The active candidate that leads by the plan's quantity."""
        return self.leader_by(self.plan.rank_by)

    def leader_by(self, rank_by: RankBy) -> int:
        """Return the active candidate with the highest mean; ties go by wins, then by equity and index."""
        ranked, win, equity = self.sums[rank_by], self.sums["win"], self.sums["equity"]
        return max(
            self.active,
            key=lambda index: (ranked.mean(index), win.mean(index), equity.mean(index), -index),
        )

    def add(self, batch: RolloutBatch) -> None:
        """Add rollouts of the active candidates."""
        spread, equities = self.setting.position.spread, batch.equities
        chances = win_chances(self.win_model, batch.rollouts, equities, spread)
        self.sums["equity"].add(equities, self.active)
        self.sums["win"].add(chances, self.active)
        self.sums["utility"].add(UTILITY.of_rollouts(chances, equities + spread * MILLI), self.active)
        for name in PLY_TYPE.names or ():
            self.plies[name][self.active] += batch.plies[name]
        self.distributions.add(batch, self.active)
        self.iterations += len(batch.rollouts)

    def stop(self, *, is_checkpoint: bool, is_interrupted: bool) -> Stop | None:
        """Return the reason to stop now, if there is one.

        Confidence counts at checkpoints only, and before the clock, so that the answer does not depend on it.
        """
        if self.plan.confidence is not None and is_checkpoint and self.iterations >= FIRST_CHECKPOINT:
            leader, margin, rank_by = self.leader, self.plan.stopping_margin, self.plan.rank_by
            others = (index for index in self.active if index != leader)
            if all(self._interval(index, leader, rank_by)[1] <= margin for index in others):
                return Stop.CONFIDENCE
        if self.iterations == self.plan.iterations:
            return Stop.ITERATIONS
        if is_interrupted:
            return Stop.INTERRUPTED
        return Stop.TIME if self.is_over_time else None

    def eliminate(self) -> None:
        """Drop the candidates that are worse than the leader at the plan's confidence."""
        if self.plan.confidence is not None:
            leader, rank_by = self.leader, self.plan.rank_by
            self.active = [
                index
                for index in self.active
                if index in self.always or not self._is_worse(index, leader, rank_by)
            ]

    def _is_worse(self, index: int, leader: int, rank_by: RankBy) -> bool:
        """Return whether a candidate is worse than the leader at the plan's confidence."""
        return self.plan.confidence is not None and self._interval(index, leader, rank_by)[1] < 0

    def _interval(self, index: int, leader: int, rank_by: RankBy) -> tuple[float, float]:
        """The confidence interval of the long-run difference to the leader, in the unit of the ranking."""
        unit, ranked = _UNITS[rank_by], self.sums[rank_by]
        error = (1 - (self.plan.confidence or 0.99)) / max(1, len(self.candidates) - 1)
        middle = ranked.difference(index, leader) / unit
        radius = 0.0 if index == leader else ranked.radius(index, leader, error) / unit
        return middle - radius, middle + radius

    def result(self, stopped: Stop | None = None) -> Simulation:
        """Return the result so far, with its other rankings if the plan asks for them."""
        self.reported = monotonic()
        self.seconds = self.reported - self.began
        differences = self._differences()
        found = self._ranked_by(self.plan.rank_by, stopped, differences)
        if not self.plan.all_rankings:
            return found
        others = (rank_by for rank_by in get_args(RankBy) if rank_by != self.plan.rank_by)
        return replace(found, others=tuple(self._ranked_by(each, stopped, differences) for each in others))

    def _differences(self) -> PairedDifferences:
        """Return the differences of all pairs, in points and chances to win."""
        equity, equity_error = self.sums["equity"].differences()
        win, win_error = self.sums["win"].differences()
        counts = self.sums["win"].counts
        win_error = _win_errors(win_error, equity_error, np.minimum.outer(counts, counts))
        return PairedDifferences(equity / MILLI, equity_error / MILLI, win / MILLION, win_error)

    def _ranked_by(self, rank_by: RankBy, stopped: Stop | None, differences: PairedDifferences) -> Simulation:
        """Rank the candidates: the leader first, then active candidates, then those found worse.

        Each of these groups stands in the order of its means. A move that is never eliminated stands among
        those found worse if it is: it would seem better than them otherwise.
        """
        leader, ranked = self.leader_by(rank_by), self.sums[rank_by]
        plan = self.plan if rank_by == self.plan.rank_by else replace(self.plan, rank_by=rank_by, margin=None)
        p_best = ranked.chances_to_be_best(leader, self.setting.seed)
        order = sorted(
            self.candidates,
            key=lambda index: (
                index != leader,
                index not in self.active or self._is_worse(index, leader, rank_by),
                -ranked.mean(index),
            ),
        )
        simulated = (
            self._simulated(index, rank_by, float(p_best[index]), leader, differences.of(index, leader))
            for index in order
        )
        return Simulation(
            self.setting,
            self.lexicon.name,
            tuple(simulated),
            self.iterations,
            rank_by,
            plan.confidence,
            plan.stopping_margin,
            stopped,
            self.seconds,
            differences,
        )

    def _simulated(
        self, index: int, rank_by: RankBy, p_best: float, leader: int, to_leader: MoveDifference
    ) -> SimulatedMove:
        equity, win, utility = self.sums["equity"], self.sums["win"], self.sums["utility"]
        win_error = _win_errors(
            win.standard_error(index), equity.standard_error(index), int(win.counts[index])
        )
        differences = {
            "equity": (to_leader.equity, to_leader.equity_se),
            "win": (to_leader.win, to_leader.win_se),
            "utility": (
                utility.difference(index, leader) / MILLION,
                _utility_error(
                    utility.difference_error(index, leader),
                    win.difference_error(index, leader),
                    to_leader.win_se,
                ),
            ),
        }
        return SimulatedMove(
            self.setting.moves[index],
            static_equity=self.static_equities[index],
            iterations=int(equity.counts[index]),
            equity=equity.mean(index) / MILLI,
            equity_se=equity.standard_error(index) / MILLI,
            spread=self.setting.position.spread + equity.mean(index) / MILLI,
            win=win.mean(index) / MILLION,
            win_se=float(win_error),
            utility=utility.mean(index) / MILLION,
            utility_se=_utility_error(
                utility.standard_error(index), win.standard_error(index), float(win_error)
            ),
            p_best=p_best,
            difference=differences[rank_by][0],
            difference_se=differences[rank_by][1],
            equity_difference=to_leader.equity,
            equity_difference_se=to_leader.equity_se,
            win_difference=to_leader.win,
            win_difference_se=to_leader.win_se,
            interval=self._interval(index, leader, rank_by),
            is_eliminated=index not in self.active,
            plies=tuple(_ply_means(*map(int, sums.tolist())) for sums in self.plies[index]),
            distribution=self.distributions.distribution(index),
        )


def _win_errors(
    errors: npt.ArrayLike, equity_errors: npt.ArrayLike, counts: npt.ArrayLike
) -> npt.NDArray[np.float64]:
    """Return the standard errors of wins, or of paired differences of wins; `errors` are in millionths.

    Where all of `counts` rollouts won, or all lost, or two moves ended alike in all of them, it is not 0: by
    the rule of succession one in count + 2 goes otherwise. Rollouts, or differences, that are the same in
    points too leave nothing unknown.
    """
    errors, counts = np.asarray(errors), np.asarray(counts)
    is_hidden = (errors == 0) & (np.asarray(equity_errors) != 0)
    return np.where(is_hidden, 1 / (counts + 2), errors / MILLION)


def _utility_error(error: float, error_of_wins: float, win_error: float) -> float:
    """Return the standard error of a utility; `error` and `error_of_wins` are in millionths.

    Where the rollouts hide the error of wins, which is `win_error` by `_win_errors`, they hide its part in
    this one.
    """
    hidden = 0.0 if error_of_wins else (1 - UTILITY.share) * win_error
    return hypot(error / MILLION, hidden)


def _find_always(setting: RolloutSetting, plan: SimulationPlan) -> set[int]:
    """Return the candidates that are never eliminated."""
    return {index for index, move in enumerate(setting.moves) if move in plan.always}


def _have_same_words(first: Lexicon, second: Lexicon) -> bool:
    """Whether two lexica have the same name and words."""
    return first is second or (first.name, first.checksum) == (second.name, second.checksum)


def _ply_means(count: int, points: int, squares: int, bingos: int) -> PlyMeans:
    if not count:
        return PlyMeans(0, 0.0, 0.0, 0.0)
    error = inf
    if count > 1:
        error = sqrt((count * squares - points * points) / (count * (count - 1)) / count)
    return PlyMeans(count, points / count, error, bingos / count)


def _static_equities(setting: RolloutSetting) -> list[float]:
    """Return the static equity of each candidate, in points."""
    position = setting.position
    ranked = setting.strategy.rank(
        setting.moves,
        position.bag_count,
        position.unseen,
        count_tiles_left=position.rules.count_tiles_left,
    )
    indices = [ranked.moves.find(move) for move in setting.moves]
    return [float(ranked.equities[index]) / MILLI for index in indices if index is not None]
