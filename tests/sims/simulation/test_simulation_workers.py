"""Simulations on workers: batches, threads and processes change nothing, and one that dies is an error."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import accumulate, pairwise
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest
from analyzed_preendgames import GREEDY, analyses
from hypothesis import given, settings
from hypothesis import strategies as st
from simulations import LEXICON, MOVES, POSITION, RACKH3, run_simulation, without_seconds
from tiny_preendgames import WORDS

from movegen import Lexicon, LexiconError, TileSet
from sims import RolloutSetting, Simulation, play_static_games, roll_out, simulate
from sims.simulation import RolloutWorkers, SimulationPlan, rollout_batches
from sims.simulation.plan import Plies
from sims.workers import PoolError
from sims.workers.executors import local_processes
from strategy import SearchControl, infer_from_game

pytestmark = pytest.mark.core


def test_batches_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = without_seconds(run_simulation(iterations=400, rank_by="win"))
    for plies_a_batch in (1, 700, 10**6):
        monkeypatch.setattr(rollout_batches, "_PLIES_PER_BATCH", plies_a_batch)
        assert without_seconds(run_simulation(iterations=400, rank_by="win")) == expected
    for workers in (1, 2, 5):
        with ThreadPoolExecutor(workers) as pool:
            assert without_seconds(run_simulation(iterations=400, rank_by="win", executor=pool)) == expected
    assert without_seconds(run_simulation(iterations=400, rank_by="win", seed=1)) != expected


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


@pytest.mark.parametrize(
    ("nodes", "plies", "compared", "static", "searched"),
    [(None, "end", None, 26, 26), (8, 2, None, 3, 15), (8, "end", None, 26, 38), (8, "end", 12, 26, 62)],
)
def test_batches_of_searched_endgames_are_shorter(
    nodes: int | None, plies: Plies, compared: int | None, static: int, searched: int
) -> None:
    """Of rollouts that come to an endgame soon; a time limit takes effect between batches."""
    sizes = []
    for position, lexicon, strategy in (
        (analyses()[0].position, WORDS, GREEDY),
        (POSITION, LEXICON, RACKH3),
    ):
        moves = strategy.candidates(position, lexicon)[:2].moves
        setting = RolloutSetting.of(position, moves, strategy, plies=plies, endgame_nodes=nodes)
        setting = setting.comparing(compared)
        batches = rollout_batches.RolloutBatches(setting, lexicon)
        sizes.append(len(next(iter(batches.between(0, 1000, (0, 1)))).rollouts))
    assert sizes == [4000 // 2 // searched, 4000 // 2 // static]


def test_processes_change_nothing() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert without_seconds(run_simulation(iterations=200, executor=pool)) == without_seconds(
            run_simulation(iterations=200)
        )
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
    expected = without_seconds(run_simulation(iterations=1500, confidence=0.9))
    with local_processes(workers) as pool:
        assert (
            without_seconds(run_simulation(iterations=1500, confidence=0.9, executor=pool.executor))
            == expected
        )


def test_a_worker_that_is_killed() -> None:
    """In the middle of a simulation: an error, and no answer from a part of the rollouts."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:

        def kill_one(part: Simulation) -> None:
            if part.iterations == 128:  # the first look
                os.kill(next(iter(pool._processes)), signal.SIGKILL)

        with pytest.raises(
            PoolError, match="a worker died in the middle of a simulation; simulate again with new workers"
        ):
            run_simulation(
                iterations=20_000, confidence=None, executor=pool, control=SearchControl(progress=kill_one)
            )


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
        assert without_seconds(found(opponent_rack=racks, executor=pool)) == without_seconds(
            found(opponent_rack=racks)
        )
    assert without_seconds(found(opponent_rack=racks)) != without_seconds(found())


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
        run_simulation(iterations=4000, confidence=None, executor=FailingExecutor())
