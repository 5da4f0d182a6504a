"""Simulations: results follow from the rollouts, they stop at their limits, workers change nothing."""

import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from itertools import accumulate, pairwise
from multiprocessing import get_context
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from endgames import HARD
from hypothesis import given, settings
from hypothesis import strategies as st

from movegen import Lexicon, LexiconError, Move, PositionError, TileSet, read_cgp
from sims import RolloutBatch, RolloutSetting, Simulation, Stop, play_static_games, roll_out, simulate
from sims.simulation import (
    BIN_WIDTH,
    BINS,
    FIRST_BIN,
    RolloutWorkers,
    SimulationPlan,
    elimination,
    rollout_batches,
    simulation,
    win_model_for,
)
from sims.simulation.distributions import DistributionSums
from sims.simulation.rollouts import PLY_TYPE, ROLLOUT_TYPE
from sims.simulation.win_model import win_chances
from sims.workers import PoolError
from sims.workers.executors import local_processes
from strategy import SearchControl, infer_from_game, load_strategy
from strategy.players import RankBy
from strategy.search_control import NO_CONTROL
from strategy.winprob import UTILITY

pytestmark = pytest.mark.core

LEXICON = Lexicon.load()
EMPTY_BOARD = "/".join(["15"] * 15)
RACKH3 = load_strategy("rackh3")
POSITION = read_cgp(
    "15/15/15/15/15/15/12BOA/6VOX1ATONY/7FIVER3/11E3/8MOANED1/7QI2C3/8MU1H3/15/15 AAIRSSU/ 76/120 0"
)
MOVES = [candidate.move for candidate in RACKH3.candidates(POSITION, LEXICON)[:6]]


def run(
    moves: Sequence[Move] = MOVES,
    executor: Executor | None = None,
    control: SearchControl[Simulation] = NO_CONTROL,
    **options: Any,
) -> Simulation:
    plan = SimulationPlan(**{"iterations": 10_000} | options)
    return simulate(POSITION, moves, LEXICON, plan, strategy=RACKH3, executor=executor, control=control)


def told(simulation: Simulation) -> Simulation:
    """Everything but the time it took."""
    return replace(simulation, setting=None, seconds=0)  # type: ignore[arg-type]


@pytest.mark.parametrize("rank_by", ["utility", "win", "equity"])
def test_statistics_are_those_of_the_rollouts(rank_by: RankBy) -> None:
    found = run(iterations=300, confidence=None, rank_by=rank_by)
    assert (found.stopped, found.iterations, found.is_reproducible) == (Stop.ITERATIONS, 300, True)
    setting = RolloutSetting.of(POSITION, MOVES, RACKH3)
    batch = roll_out(setting, LEXICON, 0, 300)
    equities = batch.equities / 1000
    wins = win_chances(win_model_for(POSITION.variant), batch.rollouts, batch.equities, 76 - 120) / 1e6
    utilities = np.vectorize(UTILITY.value)(wins, np.floor(equities + 76 - 120 + 0.5))
    ranked_by = {"equity": equities, "win": wins, "utility": utilities}[rank_by]
    leader = int(ranked_by.mean(axis=0).argmax())
    order = sorted(range(len(MOVES)), key=lambda place: -ranked_by[:, place].mean())
    assert [move.move for move in found.moves] == [MOVES[place] for place in order]
    ranked = RACKH3.candidates(POSITION, LEXICON)
    for move in found.moves:
        place = MOVES.index(move.move)
        assert move.iterations == 300 and not move.is_eliminated
        assert move.static_equity == ranked.equities[place] / 1000
        assert move.equity == pytest.approx(equities[:, place].mean())
        assert move.equity_se == pytest.approx(equities[:, place].std(ddof=1) / 300**0.5)
        assert move.win == pytest.approx(wins[:, place].mean())
        assert move.win_se == pytest.approx(wins[:, place].std(ddof=1) / 300**0.5)
        assert move.spread == pytest.approx(76 - 120 + move.equity)
        assert move.utility == pytest.approx(utilities[:, place].mean(), abs=1e-6)
        assert move.utility_se == pytest.approx(utilities[:, place].std(ddof=1) / 300**0.5, abs=1e-6)
        for values, mean, error in (
            (ranked_by, move.difference, move.difference_se),
            (equities, move.equity_difference, move.equity_difference_se),
            (wins, move.win_difference, move.win_difference_se),
        ):
            difference = values[:, place] - values[:, leader]
            assert mean == pytest.approx(difference.mean(), abs=2e-6)
            assert error == pytest.approx(difference.std(ddof=1) / 300**0.5, abs=2e-6)
        assert move.interval[0] <= move.difference <= move.interval[1]
        assert move.score == MOVES[place].score
        assert [ply.count for ply in move.plies] == [300, 300]
        assert move.plies[1].score == batch.plies["points"][place, 1] / 300
        assert move.plies[0].bingos == batch.plies["bingos"][place, 0] / 300
        single = [
            roll_out(setting, LEXICON, i, 1, candidates=[place]).plies["points"][0, 0] for i in range(300)
        ]
        assert move.plies[0].score_se == pytest.approx(np.std(single, ddof=1) / 300**0.5)
        of = move.distribution
        leaves = batch.rollouts["leaves"][:, place] / 1000
        assert of.leaves == pytest.approx(leaves.mean())
        assert of.leaves_deviation == pytest.approx(leaves.std(ddof=1))
        edges = FIRST_BIN + BIN_WIDTH * np.arange(BINS + 1)
        assert list(of.equity_counts) == np.histogram(equities[:, place], edges)[0].tolist()
        assert np.array_equal(of.covered, batch.covered[place])
    assert sum(move.p_best for move in found.moves) == pytest.approx(1)
    assert found.best.difference == 0 and found.best.interval == (0, 0)


def test_differences_of_any_two_moves() -> None:
    found = run(iterations=300, confidence=None)
    equities = roll_out(RolloutSetting.of(POSITION, MOVES, RACKH3), LEXICON, 0, 300).equities / 1000
    for first in MOVES:
        paired = found.difference(first, found.best.move)
        leads = next(each for each in found.moves if each.move == first)
        assert (paired.equity, paired.equity_se) == (leads.equity_difference, leads.equity_difference_se)
        assert (paired.win, paired.win_se) == (leads.win_difference, leads.win_difference_se)
        for second in MOVES:
            differences = equities[:, MOVES.index(first)] - equities[:, MOVES.index(second)]
            paired = found.difference(first, second)
            assert paired.equity == pytest.approx(differences.mean())
            assert paired.equity_se == pytest.approx(differences.std(ddof=1) / 300**0.5)
    with pytest.raises(PositionError, match="was not simulated"):
        found.difference(found.best.move, Move.pass_turn(POSITION.variant.tiles))


def test_bins_hold_everything() -> None:
    """Those at the ends also hold what lies beyond them; only candidates that are alive are counted."""
    rollouts = np.zeros((4, 1), dtype=ROLLOUT_TYPE)
    rollouts["spread"][:, 0] = [-10_000, -500, 499, 10_000]
    batch = RolloutBatch(rollouts, np.zeros((1, 2), dtype=PLY_TYPE), np.ones((1, 15, 15), dtype=np.int64))
    sums = DistributionSums(2, 15, 15)
    sums.add(batch, [1])
    counts = sums.distribution(1).equity_counts
    assert (counts[0], counts[-1], sum(counts)) == (2, 2, 4)
    assert sum(sums.distribution(0).equity_counts) == 0 and sums.distribution(0).covered[0][0] == 0


def test_batches_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = told(run(iterations=400, rank_by="win"))
    for plies_a_batch in (1, 700, 10**6):
        monkeypatch.setattr(rollout_batches, "_PLIES_PER_BATCH", plies_a_batch)
        assert told(run(iterations=400, rank_by="win")) == expected
    for workers in (1, 2, 5):
        with ThreadPoolExecutor(workers) as pool:
            assert told(run(iterations=400, rank_by="win", executor=pool)) == expected
    assert told(run(iterations=400, rank_by="win", seed=1)) != expected


class LazyExecutor(Executor):
    """Works when an answer is waited for; what is `begun` at once cannot be cancelled."""

    def __init__(self, *, begun: bool) -> None:
        self.begun = begun
        self.asked: list[tuple[LazyAnswer, tuple[Any, ...]]] = []

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        answer = LazyAnswer(lambda: work(*arguments))
        if self.begun:
            answer.set_running_or_notify_cancel()
        self.asked.append((answer, arguments))
        return answer


class LazyAnswer(Future[Any]):
    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()
        self.work = work

    def result(self, timeout: float | None = None) -> Any:
        if not self.done():
            self.set_result(self.work())
        return super().result(timeout)


@pytest.mark.medium
@settings(max_examples=50)
@given(st.integers(0, 600), st.lists(st.integers(1, 60), max_size=6), st.integers(1, 40), st.booleans())
def test_batches_for_workers(first: int, parts: list[int], size: int, begun: bool) -> None:
    """Batches cover all iterations of the candidates in order, whatever ran ahead; nothing runs twice."""
    executor = LazyExecutor(begun=begun)
    setting = RolloutSetting.of(POSITION, MOVES[:3], RACKH3)
    ends = list(accumulate(parts, initial=first))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rollout_batches, "_PLIES_PER_BATCH", size * len(MOVES[:3]) * (setting.plies + 1))
        batches = rollout_batches.RolloutBatches(setting, LEXICON, executor)
        for turn, (at, end) in enumerate(pairwise(ends)):
            places = (0, 1, 2) if turn < 2 else (0, 2)
            then = ends[turn + 2] if turn + 2 < len(ends) else None
            found = list(batches.between(at, end, places, then))
            expected = roll_out(setting, LEXICON, at, end - at, candidates=places)
            assert max(len(batch.rollouts) for batch in found) <= size * (1 if turn < 2 else 3 / 2)
            assert np.array_equal(np.concatenate([batch.rollouts for batch in found]), expected.rollouts)
            assert sum(batch.plies["points"].sum() for batch in found) == expected.plies["points"].sum()
            assert np.array_equal(sum(batch.covered for batch in found), expected.covered)
        batches.close()
    done = [arguments for answer, arguments in executor.asked if not answer.cancelled()]
    assert sum(count for _, _, _, count, _ in done) == sum(parts)
    assert all(answer.done() for answer, _ in executor.asked)


def test_batches_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches are submitted ahead, and cancelled if nobody needs them; the last ones are small."""
    monkeypatch.setattr(rollout_batches, "_PLIES_PER_BATCH", 90)  # 10 iterations
    executor = LazyExecutor(begun=False)
    setting = RolloutSetting.of(POSITION, MOVES[:3], RACKH3)
    batches = rollout_batches.RolloutBatches(setting, LEXICON, executor)
    next(iter(batches.between(0, 30, (0, 1, 2), 1000)))
    assert [arguments[2:4] for _, arguments in executor.asked] == [(at, 10) for at in range(0, 110, 10)]
    batches.close()
    assert [answer.cancelled() for answer, _ in executor.asked] == [False] + [True] * 10
    executor.asked.clear()
    list(batches.between(30, 100, (0, 1, 2)))
    counts = [arguments[3] for _, arguments in executor.asked]
    assert counts == [10, 10, 8, 7, 5, 5, 4, 3, 3, 2, 2, *[1] * 11]


def test_processes_change_nothing() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert told(run(iterations=200, executor=pool)) == told(run(iterations=200))
        other = Lexicon.from_words(list(LEXICON)[::2], TileSet.load("english"), "half")
        with pytest.raises(LexiconError, match="cannot find the lexicon half"):
            simulate(POSITION, MOVES, other, SimulationPlan(), strategy=RACKH3, executor=pool)
        with pytest.raises(LexiconError, match="SCOWL80 is not the lexicon"):
            workers = RolloutWorkers(pool, "SCOWL80")
            simulate(POSITION, MOVES, other, SimulationPlan(), strategy=RACKH3, executor=workers)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2, 5])
def test_any_number_of_workers(workers: int) -> None:
    """Processes of the pool; confidence gives candidates up on the way."""
    expected = told(run(iterations=1500, confidence=0.9))
    with local_processes(workers) as pool:
        assert told(run(iterations=1500, confidence=0.9, executor=pool.executor)) == expected


def test_a_worker_that_is_killed() -> None:
    """In the middle of a simulation: an error, and no answer from a part of the rollouts."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:

        def kill_one(part: Simulation) -> None:
            if part.iterations == 128:  # the first look
                os.kill(next(iter(pool._processes)), signal.SIGKILL)

        with pytest.raises(
            PoolError, match="a worker died in the middle of a simulation; simulate again with new workers"
        ):
            run(iterations=20_000, confidence=None, executor=pool, control=SearchControl(progress=kill_one))


def test_inferred_racks_in_processes() -> None:
    """The list of what the opponent may hold goes to the workers, and it makes a difference."""
    game = play_static_games([RACKH3] * 2, LEXICON, seed=11, turns=True).game(0)
    racks = infer_from_game(game, 8, LEXICON, RACKH3)
    assert racks
    position = game.position(8)
    moves = [candidate.move for candidate in RACKH3.candidates(position, LEXICON)[:3]]

    def found(executor: Executor | None = None, **options: Any) -> Simulation:
        plan = SimulationPlan(iterations=300, **options)
        return simulate(position, moves, LEXICON, plan, strategy=RACKH3, executor=executor)

    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert told(found(opponent_rack=racks, executor=pool)) == told(found(opponent_rack=racks))
    assert told(found(opponent_rack=racks)) != told(found())


class FailingExecutor(Executor):
    """Its third task fails."""

    def __init__(self) -> None:
        self.tasks = 0

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        self.tasks += 1
        future: Future[Any] = Future()
        if self.tasks == 3:
            future.set_exception(RuntimeError("a worker died"))
        else:
            future.set_result(work(*arguments))
        return future


def test_a_worker_that_fails_ends_the_simulation() -> None:
    with pytest.raises(RuntimeError, match="a worker died"):
        run(iterations=4000, confidence=None, executor=FailingExecutor())


def test_what_is_clearly_worse_is_given_up() -> None:
    found = run(iterations=600, moves=[*MOVES[:2], Move.pass_turn(TileSet.load("english"))])
    last = found.moves[-1]
    assert (str(last.move), last.is_eliminated, last.iterations) == ("(pass)", True, 128)
    assert last.p_best == 0 and last.interval[1] < 0
    assert found.best.iterations == found.iterations > 128
    every = run(iterations=600, confidence=None, moves=[*MOVES[:2], Move.pass_turn(TileSet.load("english"))])
    assert every.moves[-1].iterations == 600


def test_some_moves_are_never_eliminated() -> None:
    last = Move.pass_turn(TileSet.load("english"))
    found = run(iterations=600, moves=[*MOVES[:2], last], always=(last,))
    assert found.moves[-1].move == last and not found.moves[-1].is_eliminated
    assert found.moves[-1].iterations == found.iterations


@pytest.mark.parametrize("rank_by", ["utility", "win", "equity"])
def test_those_found_worse_stand_last_and_in_order(rank_by: RankBy) -> None:
    """A bad move that is never eliminated stands among them, not above all that were eliminated earlier."""
    last = Move.pass_turn(TileSet.load("english"))
    found = run(iterations=600, moves=[*MOVES, last], always=(last, MOVES[-1]), rank_by=rank_by)
    first = found.first_given_up
    assert first is not None and found.moves[-1].move == last and not found.moves[-1].is_eliminated
    assert not any(move.is_eliminated for move in found.moves[:first])
    worse = next(place for place, move in enumerate(found.moves) if move.interval[1] < 0)
    for moves in (found.moves[:worse], found.moves[worse:]):
        values = [move.ranked(rank_by)[0] for move in moves]
        assert values == sorted(values, reverse=True)


def test_clear_cases_stop_early() -> None:
    found = run(iterations=100_000, moves=[MOVES[0], Move.pass_turn(TileSet.load("english"))])
    assert (found.stopped, found.iterations) == (Stop.CONFIDENCE, 128)
    assert found.is_reproducible


def test_equal_plays_do_not_fight() -> None:
    """The same play twice can never be distinguished; a short run of equal results is no proof of that."""
    found = run(iterations=100_000, moves=[MOVES[0], MOVES[0]])
    assert found.stopped is Stop.CONFIDENCE
    assert 128 < found.iterations < 1000
    low, high = found.moves[1].interval
    assert low == -high and 0 < high <= found.margin and not found.moves[1].is_eliminated


def test_the_margin() -> None:
    """The wider it is, the sooner it stops."""
    counts = [
        run(iterations=2000, moves=MOVES[:2], rank_by="equity", margin=margin).iterations
        for margin in (0.0, 5.0, 50.0)
    ]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == 2000 and counts[2] == 128


def test_time() -> None:
    found = run(iterations=None, confidence=None, seconds=0.05)
    assert found.stopped is Stop.TIME and not found.is_reproducible
    assert found.iterations > 0 and found.seconds >= 0.05


class StallingExecutor(Executor):
    """Does the first task, and never begins another."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        self.futures.append(Future())
        if len(self.futures) == 1:
            self.futures[0].set_result(work(*arguments))
        return self.futures[-1]


def test_time_cancels_what_has_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollout_batches, "_PLIES_PER_BATCH", 500)
    executor = StallingExecutor()
    found = run(seconds=1e-6, executor=executor)
    assert found.stopped is Stop.TIME and 0 < found.iterations < 128
    assert len(executor.futures) > 2 and all(future.cancelled() for future in executor.futures[1:])


def test_the_clock_decides_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between looks nothing is found out, however clear it is: that would not be so again."""
    monkeypatch.setattr(simulation, "checkpoints", lambda iterations: iter([(4000, None)]))
    found = run(seconds=1e-6, moves=[MOVES[0], Move.pass_turn(TileSet.load("english"))], iterations=4000)
    assert found.stopped is Stop.TIME and found.iterations >= 128


def test_more_candidates_have_wider_intervals() -> None:
    """They share the error that is allowed."""
    few = run(iterations=200, confidence=None, moves=MOVES[:2]).moves[1].interval
    many = run(iterations=200, confidence=None, moves=[*MOVES[:2], *[MOVES[5]] * 9]).moves
    same = next(move for move in many if move.move in MOVES[:2] and move.difference)
    assert same.interval[1] - same.interval[0] > 1.1 * (few[1] - few[0])


def test_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elimination, "_SECONDS_BETWEEN_REPORTS", 1000)
    seen: list[Simulation] = []
    found = run(iterations=200, confidence=None, control=SearchControl(progress=seen.append))
    assert [part.iterations for part in seen] == [128, 153, 183]
    assert all(part.stopped is None for part in seen) and found.iterations == 200
    monkeypatch.setattr(elimination, "_SECONDS_BETWEEN_REPORTS", 0)
    monkeypatch.setattr(rollout_batches, "_PLIES_PER_BATCH", 360)  # 20 iterations
    seen.clear()
    assert told(run(iterations=200, confidence=None, control=SearchControl(progress=seen.append))) == told(
        found
    )
    assert [part.iterations for part in seen] == [20, 40, 60, 80, 100, 120, 128, 148, 153, 173, 183]


def test_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    """Partial results are reported, and a decision reached at the same time is not lost."""
    monkeypatch.setattr(rollout_batches, "_PLIES_PER_BATCH", 360)
    asked = iter([False, False, True])
    found = run(control=SearchControl(should_stop=lambda: next(asked)))
    assert (found.stopped, found.iterations, found.is_reproducible) == (Stop.INTERRUPTED, 60, False)
    same = run(iterations=60, confidence=None)
    assert [(move.equity, move.equity_se) for move in found.moves] == [
        (move.equity, move.equity_se) for move in same.moves
    ]
    clear = [MOVES[0], Move.pass_turn(TileSet.load("english"))]
    assert run(moves=clear, control=SearchControl(should_stop=lambda: True)).stopped is Stop.INTERRUPTED
    monkeypatch.setattr(rollout_batches, "_PLIES_PER_BATCH", 10**6)
    assert run(moves=clear, control=SearchControl(should_stop=lambda: True)).stopped is Stop.CONFIDENCE


def test_to_the_end_by_wins() -> None:
    """Every game has an end, so win and draw are known."""
    found = run(iterations=40, plies="end", rank_by="win", confidence=None, moves=MOVES[:2])
    assert all(move.win * 40 * 2 == pytest.approx(round(move.win * 40 * 2)) for move in found.moves)
    assert len(found.best.plies) == 10


def test_wins_of_all_rollouts_have_an_error() -> None:
    """Another rollout may be lost. Where all are the same, as without a bag, nothing is unknown."""
    options: dict[str, Any] = {"iterations": 30, "plies": "end", "confidence": None}
    won = read_cgp(f"{EMPTY_BOARD} ADEEGIL/ 900/32 0")
    lost = read_cgp(f"{EMPTY_BOARD} ADEEGIL/ 0/900 0")
    for position, win, error in ((won, 1, 1 / 32), (lost, 0, 1 / 32), (read_cgp(HARD), 0, 0)):
        moves = RACKH3.candidates(position, LEXICON)[:2].moves
        found = simulate(position, moves, LEXICON, SimulationPlan(**options), strategy=RACKH3)
        assert [(move.win, move.win_se) for move in found.moves] == [(win, error)] * 2
        leader, other = found.moves
        assert (leader.win_difference_se, other.win_difference, other.win_difference_se) == (0, 0, error)
        by_wins = simulate(
            position, moves, LEXICON, SimulationPlan(**options, rank_by="win"), strategy=RACKH3
        )
        assert [each.difference_se for each in by_wins.moves] == [0, error]
        for paired in (found.difference(*moves), by_wins.difference(*reversed(moves))):
            assert (paired.win, paired.win_se) == (0, error)
        assert found.difference(moves[0], moves[0]).win_se == 0
    assert all(0 < move.win_se < 0.2 and 0 < move.win < 1 for move in run(**options).moves)


class MadeUp:
    """Rollouts of made-up equities: points with a deviation of 30, about means by candidate."""

    def __init__(self, means: list[float], seed: int) -> None:
        self.means, self.seed = np.array(means), seed

    def __call__(self, *_: object) -> "MadeUp":
        return self

    def close(self) -> None:
        pass

    def between(
        self, first: int, end: int, places: tuple[int, ...], then: int | None = None
    ) -> list[RolloutBatch]:
        chance = np.random.default_rng([self.seed, first])
        scatter: npt.NDArray[Any] = chance.normal(scale=30, size=(end - first, len(self.means)))
        rollouts = np.zeros((end - first, len(places)), dtype=ROLLOUT_TYPE)
        rollouts["leaves"] = ((self.means + scatter)[:, list(places)] * 1000).round()
        covered = np.zeros((len(places), 15, 15), dtype=np.int64)
        return [RolloutBatch(rollouts, np.zeros((len(places), 2), dtype=PLY_TYPE), covered)]


def test_a_constant_difference_of_wins_has_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """One move won all rollouts and the others lost them; the next two may end alike."""
    monkeypatch.setattr(simulation, "RolloutBatches", MadeUp([2000, *[-2000] * 5], 0))
    found = run(iterations=30, confidence=None)
    _, *others = found.moves
    assert {(each.win_difference, each.win_difference_se) for each in others} == {(-1, 1 / 32)}
    assert found.difference(MOVES[1], MOVES[0])[2:] == (-1, 1 / 32)


def test_how_often_it_errs(monkeypatch: pytest.MonkeyPatch) -> None:
    """In 60 simulations at 90 %, 6 may choose a move more than the margin worse, or give the best one up."""
    wrong = stopped = 0
    for seed in range(60):
        monkeypatch.setattr(simulation, "RolloutBatches", MadeUp([0, 0, -1, 3, -5, 2.9], seed))
        found = run(iterations=20_000, confidence=0.9, margin=1.0, rank_by="equity")
        best = next(move for move in found.moves if move.move == MOVES[3])
        wrong += found.best.move not in (MOVES[3], MOVES[5]) or best.is_eliminated
        stopped += found.stopped is Stop.CONFIDENCE
    assert wrong <= 6
    assert stopped >= 50


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"iterations": 0}, "0 iterations"),
        ({"seconds": 0}, "0 seconds"),
        ({"confidence": 1.0}, "confidence of 1.0"),
        ({"margin": -1.0}, "margin of -1.0"),
        ({"iterations": None, "confidence": None}, "nothing would stop"),
        ({"rank_by": "score"}, "cannot be ranked by score"),
        ({"rank_by": ["win"]}, "cannot be ranked by"),
        ({"confidence": "0.9"}, "confidence of 0.9"),
        ({"margin": "1"}, "a margin of 1"),
        ({"plies": -1}, "-1 plies; give 0 or more"),
        ({"plies": 10**9}, "1000000000 plies; give at most"),
        ({"candidates": -1}, "-1 candidates"),
        ({"candidates": None}, "None candidates; give a whole number"),
        ({"candidates": 2.5}, "2.5 candidates; give a whole number"),
        ({"screened": 2, "candidates": 3}, "2 moves to screen; give 3 or more"),
        ({"screened": "9"}, "9 moves to screen; give a whole number"),
    ],
)
def test_what_is_refused(options: dict[str, Any], match: str) -> None:
    with pytest.raises(PositionError, match=match):
        run(**options)
