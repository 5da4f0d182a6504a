"""Monte-Carlo simulation: which of several moves is best, found out by rollouts, and how sure that is.

>>> from movegen import Lexicon, read_cgp
>>> from strategy import load_strategy
>>> position = read_cgp("15/15/15/15/15/15/15/7CIGAR3/15/15/15/15/15/15/15 AEINRST/ 0/20 0")
>>> strategy, lexicon = load_strategy("rackh3"), Lexicon.load()
>>> moves = [candidate.move for candidate in strategy.candidates(position, lexicon)[:3]]
>>> simulation = simulate(position, moves, lexicon, strategy=strategy, iterations=50, confidence=None)
>>> simulation.iterations, simulation.stopped.value, len(simulation.moves)
(50, 'iterations', 3)
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field
from enum import StrEnum
from time import monotonic

import numpy as np

from movegen.errors import PositionError
from movegen.lexicon import Lexicon
from movegen.moves import Move
from movegen.position import Position
from movegen.tiles import Rack
from sims.distributions import Distribution, DistributionSums
from sims.paired_sums import PairedSums
from sims.rollout_batches import LexiconPlace, RolloutBatches
from sims.rollouts import PLY_TYPE, RolloutBatch, RolloutSetting
from sims.winning import MILLION, WinModel, win_chances, win_model_for
from strategy.inferred_racks import InferredRacks
from strategy.leaves import MILLI
from strategy.simulation_config import Plies, RankBy
from strategy.static import StaticStrategy

FIRST_LOOK = 128
"""Iterations before candidates are compared: fewer tell too little of how far results scatter."""
_GROWTH = 1.2  # from look to look
_SECONDS_TO_TELL = 0.5
_UNITS = {"equity": MILLI, "win": MILLION}
_MARGINS = {"equity": 0.5, "win": 0.002}


class Stop(StrEnum):
    """Why a simulation came to its end."""

    CONFIDENCE = "confidence"
    """No other candidate is better than the leader by more than the margin, at the confidence asked for."""
    ITERATIONS = "iterations"
    TIME = "time"
    INTERRUPTED = "interrupted"
    """By whoever asked for it."""


@dataclass(frozen=True)
class PlyMeans:
    """What was scored on a ply after the candidate: mean points with their standard error, bingos a rollout.

    `count` is how many rollouts came to the ply.
    """

    count: int
    score: float
    score_se: float
    bingos: float


@dataclass(frozen=True)
class SimulatedMove:
    """A candidate and what its rollouts say.

    Attributes
    ----------
    static_equity: points.
    iterations:    rollouts; fewer than others have when the candidate was given up earlier.
    equity:        mean of points won less points lost up to the horizon, with the leaves' difference there.
    win:           mean chance to win, half of the draws included.
    equity_se, win_se: standard errors of the means.
    p_best:        probability that the long-run mean of what is ranked by is the highest of all.
    difference:    of what is ranked by, to the leader, over the iterations that both had; 0 for the leader.
    difference_se: its standard error.
    interval:      of the long-run difference; holds for all candidates and at all times together, at the
                   confidence asked for (0.99 if none was).
    is_given_up:   whether it was found worse than another candidate, and rolled out no further.
    plies:         for the first plies after the candidate, at most ten.
    distribution: of equities and leaves, and the squares of the opponent's replies.
    """

    move: Move
    static_equity: float
    iterations: int
    equity: float
    equity_se: float
    win: float
    win_se: float
    p_best: float
    difference: float
    difference_se: float
    interval: tuple[float, float]
    is_given_up: bool
    plies: tuple[PlyMeans, ...]
    distribution: Distribution = field(repr=False)

    @property
    def score(self) -> int:
        """Points."""
        return self.move.score


@dataclass(frozen=True)
class Simulation:
    """What a simulation found, or has found up to now.

    Attributes
    ----------
    moves:      best first.
    iterations: that the leader had.
    rank_by:    what the candidates are compared by; `margin` is in its unit, points or a chance.
    stopped:    why it stopped; None while it goes on.
    seconds:    it took.
    """

    setting: RolloutSetting
    lexicon_name: str
    moves: tuple[SimulatedMove, ...]
    iterations: int
    rank_by: RankBy
    confidence: float | None
    margin: float
    stopped: Stop | None
    seconds: float

    @property
    def best(self) -> SimulatedMove:
        """The leader."""
        return self.moves[0]

    @property
    def is_reproducible(self) -> bool:
        """Whether the same call gives the same answer: not where the clock or the user has stopped it."""
        return self.stopped in (Stop.CONFIDENCE, Stop.ITERATIONS)


def simulate(
    position: Position,
    candidates: Iterable[Move],
    lexicon: Lexicon,
    *,
    strategy: StaticStrategy,
    plies: Plies = 2,
    iterations: int | None = 10_000,
    seconds: float | None = None,
    confidence: float | None = 0.99,
    margin: float | None = None,
    rank_by: RankBy = "equity",
    seed: int = 0,
    opponent_rack: Rack | InferredRacks | None = None,
    win_model: WinModel | None = None,
    executor: Executor | None = None,
    lexicon_place: LexiconPlace | None = None,
    progress: Callable[[Simulation], None] | None = None,
    is_interrupted: Callable[[], bool] | None = None,
) -> Simulation:
    """Roll out candidates of the player on turn until it is known which is best, or a limit is reached.

    All candidates meet the same racks and draws, iteration by iteration, and are compared by the differences.
    At looks (after 128 iterations, then a fifth more each time) those that are surely worse than another
    one are given up. It stops when surely none is better than the leader by more than `margin`, so plays
    that come to the same do not fight for ever. "Surely" is meant for the whole simulation: with a
    probability of `confidence` neither is ever wrong.

    strategy:      what both players play by in rollouts.
    plies:         after the candidate; "end" for to the end of the game.
    iterations, seconds: limits; None for none.
    confidence:    None: nothing is given up, only limits count.
    margin:        in what is ranked by: points (0.5 if not given), or a chance to win (0.002).
    opponent_rack: tiles that the opponent surely holds, all or some, or what may be held: see
                   `strategy.infer_racks`.
    win_model:     from spread and unseen tiles to the chance to win; `win_model_for` the game if not given.
    executor:      does the rollouts if given, in threads or processes; the answer is the same. What it raises
                   is passed on, for no batch is ever left out. Worker processes load the lexicon from
                   `lexicon_place`, a name or path as `Lexicon.load` takes it, or by its name.
    progress:      is told what is known after each look, and each half second between looks.
    is_interrupted: is asked after each batch of some 0.1 seconds whether to stop there.

    Raises
    ------
    PositionError: what `RolloutSetting.of` refuses, or a limit is out of range or there is none.
    IllegalMoveError: a candidate is not possible.
    LexiconError, ConfigError: lexicon or strategy are for other tiles; workers find another lexicon.
    PoolError: a worker process has died.
    """
    setting = RolloutSetting.of(
        position, candidates, strategy, plies=plies, seed=seed, opponent_rack=opponent_rack
    )
    _check_limits(iterations, seconds, confidence, rank_by)
    margin = _MARGINS[rank_by] if margin is None else margin
    if not margin >= 0:
        raise PositionError(f"a margin of {margin}", cure="give 0 or more")
    win_model = win_model or win_model_for(position.variant)
    race = _Race(setting, lexicon.name, win_model, rank_by, confidence, margin, seconds)
    stopped, interrupted = None, False
    with closing(RolloutBatches(setting, lexicon, executor, lexicon_place)) as batches:
        for last, then in _looks(iterations):
            for batch in batches.between(race.iterations, last, tuple(race.alive), then):
                race.add(batch)
                interrupted = is_interrupted is not None and is_interrupted()
                if interrupted or race.is_over_time:
                    break
                if progress and race.is_time_to_tell and race.iterations < last:
                    progress(race.result(None))
            stopped = race.stop(iterations, is_look=race.iterations == last, interrupted=interrupted)
            if stopped:
                break
            race.give_up()
            if progress:
                progress(race.result(None))
    return race.result(stopped)


def _check_limits(
    iterations: int | None, seconds: float | None, confidence: float | None, rank_by: str
) -> None:
    if iterations is not None and iterations < 1:
        raise PositionError(f"{iterations} iterations", cure="give 1 or more")
    if seconds is not None and not seconds > 0:
        raise PositionError(f"{seconds} seconds", cure="give more than 0")
    if confidence is not None and not 0 < confidence < 1:
        raise PositionError(f"a confidence of {confidence}", cure="give more than 0 and less than 1")
    if iterations is None and seconds is None and confidence is None:
        raise PositionError("the simulation would go on for ever", cure="give a limit or a confidence")
    if rank_by not in _UNITS:
        raise PositionError(f"moves are not ranked by {rank_by}", cure="rank by equity or win")


def _looks(iterations: int | None) -> Iterator[tuple[int, int | None]]:
    """After how many iterations candidates are compared, and when the next time if there is one."""
    look = FIRST_LOOK
    while iterations is None or look < iterations:
        then = int(look * _GROWTH)
        yield look, then if iterations is None else min(then, iterations)
        look = then
    yield iterations, None


class _Race:
    """The candidates and what their rollouts have come to."""

    def __init__(
        self,
        setting: RolloutSetting,
        lexicon_name: str,
        win_model: WinModel,
        rank_by: RankBy,
        confidence: float | None,
        margin: float,
        time_limit: float | None,
    ) -> None:
        self.setting = setting
        self.time_limit = time_limit
        self.lexicon_name = lexicon_name
        self.win_model = win_model
        self.rank_by: RankBy = rank_by
        self.confidence = confidence
        self.margin = margin
        self.candidates = range(len(setting.records))
        self.alive = list(self.candidates)
        self.iterations = 0
        self.sums = {"equity": PairedSums(len(self.alive)), "win": PairedSums(len(self.alive))}
        self.plies = np.zeros((len(self.alive), setting.told), dtype=PLY_TYPE)
        board = setting.position.board.squares
        self.distributions = DistributionSums(len(self.alive), *board.shape)
        self.static_equities = _static_equities(setting)
        self.began = self.told = monotonic()

    @property
    def is_over_time(self) -> bool:
        """Whether the time limit is reached."""
        return self.time_limit is not None and monotonic() - self.began >= self.time_limit

    @property
    def is_time_to_tell(self) -> bool:
        """Whether nothing has been told for half a second."""
        return monotonic() - self.told >= _SECONDS_TO_TELL

    @property
    def ranked(self) -> PairedSums:
        """The sums of what is ranked by."""
        return self.sums[self.rank_by]

    @property
    def leader(self) -> int:
        """Of those not given up the one of the highest mean; ties by the other measure, then by place."""
        other = self.sums["win" if self.rank_by == "equity" else "equity"]
        return max(self.alive, key=lambda place: (self.ranked.mean(place), other.mean(place), -place))

    def add(self, batch: RolloutBatch) -> None:
        """Count rollouts of those that are alive."""
        position = self.setting.position
        spread = position.scores[position.on_turn] - position.scores[1 - position.on_turn]
        equities = batch.equities
        self.sums["equity"].add(equities, self.alive)
        chances = win_chances(self.win_model, batch.rollouts, equities, spread)
        self.sums["win"].add(chances, self.alive)
        for name in PLY_TYPE.names or ():
            self.plies[name][self.alive] += batch.plies[name]
        self.distributions.add(batch, self.alive)
        self.iterations += len(batch.rollouts)

    def stop(self, iterations: int | None, *, is_look: bool, interrupted: bool) -> Stop | None:
        """Why to stop now, if so; for being sure only at a look, which the clock has no part in."""
        if self.confidence is not None and is_look and self.iterations >= FIRST_LOOK:
            leader = self.leader
            others = (place for place in self.alive if place != leader)
            if all(self._interval(place, leader)[1] <= self.margin for place in others):
                return Stop.CONFIDENCE
        if self.iterations == iterations:
            return Stop.ITERATIONS
        if interrupted:
            return Stop.INTERRUPTED
        return Stop.TIME if self.is_over_time else None

    def give_up(self) -> None:
        """Go on without those that are surely worse than another one."""
        if self.confidence is not None:
            leader = self.leader
            self.alive = [place for place in self.alive if self._interval(place, leader)[1] >= 0]

    def _interval(self, place: int, leader: int) -> tuple[float, float]:
        """Of the long-run difference to the leader, in what is ranked by.

        The error is divided among the candidates that the best one is compared with.
        """
        unit = _UNITS[self.rank_by]
        error = (1 - (self.confidence or 0.99)) / max(1, len(self.candidates) - 1)
        middle = self.ranked.difference(place, leader) / unit
        radius = 0.0 if place == leader else self.ranked.radius(place, leader, error) / unit
        return middle - radius, middle + radius

    def result(self, stopped: Stop | None) -> Simulation:
        """What is known now."""
        self.told = monotonic()
        leader = self.leader
        p_best = self.ranked.chances_to_be_best(leader, self.setting.seed)
        order = sorted(
            self.candidates,
            key=lambda place: (
                place != leader,
                place not in self.alive,
                -self.ranked.difference(place, leader),
            ),
        )
        moves = self.setting.moves
        return Simulation(
            self.setting,
            self.lexicon_name,
            tuple(self._told(place, leader, moves[place], float(p_best[place])) for place in order),
            self.iterations,
            self.rank_by,
            self.confidence,
            self.margin,
            stopped,
            monotonic() - self.began,
        )

    def _told(self, place: int, leader: int, move: Move, p_best: float) -> SimulatedMove:
        unit = _UNITS[self.rank_by]
        equity, win = self.sums["equity"], self.sums["win"]
        return SimulatedMove(
            move,
            self.static_equities[place],
            int(equity.counts[place]),
            equity.mean(place) / MILLI,
            equity.standard_error(place) / MILLI,
            win.mean(place) / MILLION,
            win.standard_error(place) / MILLION,
            p_best,
            self.ranked.difference(place, leader) / unit,
            self.ranked.difference_error(place, leader) / unit,
            self._interval(place, leader),
            place not in self.alive,
            tuple(_ply_means(*map(int, sums.tolist())) for sums in self.plies[place]),
            self.distributions.of(place),
        )


def _ply_means(count: int, points: int, squares: int, bingos: int) -> PlyMeans:
    if not count:
        return PlyMeans(0, 0.0, 0.0, 0.0)
    variance = (count * squares - points * points) / (count * max(1, count - 1))
    return PlyMeans(count, points / count, float(np.sqrt(variance / count)), bingos / count)


def _static_equities(setting: RolloutSetting) -> list[float]:
    """Points, by candidate."""
    position = setting.position
    ranked = setting.strategy.rank(setting.moves, position.bag_count, position.unseen)
    found = [ranked.moves.find(move) for move in setting.moves]
    return [float(ranked.equities[place]) / MILLI for place in found if place is not None]
