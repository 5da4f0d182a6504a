"""Small tasks run in chunks, and each has its result as if it ran alone."""

import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

import pytest
from runs import double

from sims.workers import TaskFailed, chunks, run_in_chunks, this_process
from sims.workers.pool import PoolHandle
from sims.workers.worker_death import WorkerDied

DEATH = WorkerDied.of(-11, was_ready=True)


class Watched(Executor):
    """Runs chunks at once and notes their sizes; workers die of those that have a deadly task."""

    def __init__(self, *deadly: int) -> None:
        self.deadly, self.sizes = deadly, list[int]()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        (given,) = args
        tasks = given if isinstance(given, tuple) else (given,)
        self.sizes.append(len(tasks))
        if set(tasks) & set(self.deadly):
            future.set_exception(DEATH)
        else:
            future.set_result(fn(given))
        return future


def pool_of(executor: Executor, workers: int = 2) -> Any:
    @contextmanager
    def pool() -> Iterator[PoolHandle]:
        yield PoolHandle(executor, workers)

    return pool


def wait_and_double(number: int) -> int:
    time.sleep(0.005)
    return 2 * number


def test_chunks_grow_until_they_take_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "MIN_SECONDS", 0.05)
    executor = Watched()
    answers = dict(run_in_chunks(pool_of(executor), wait_and_double, range(100)))
    assert answers == {n: 2 * n for n in range(100)}
    assert executor.sizes[0] == 1
    assert 4 < max(executor.sizes) <= 10  # at 5 ms a task, or more on a busy machine
    assert all(later <= 4 * max(executor.sizes[: at + 1]) for at, later in enumerate(executor.sizes[1:]))


def test_short_tasks_take_few_calls() -> None:
    executor = Watched()
    assert len(list(run_in_chunks(pool_of(executor), double, range(5000)))) == 5000
    assert len(executor.sizes) < 60 and max(executor.sizes) == chunks.MAX_TASKS


def test_chunks_are_longer_on_a_large_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its scheduler gets no more calls a second than that of a small one."""
    monkeypatch.setattr(chunks, "MIN_SECONDS", 0.02)
    largest = []
    for workers in (1, 3):
        executor = Watched()
        list(run_in_chunks(pool_of(executor, workers), wait_and_double, range(60)))
        largest.append(max(executor.sizes))
    assert largest[0] <= 4 < 6 < largest[1] <= 12


def test_long_tasks_run_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "MIN_SECONDS", 0.001)
    executor = Watched()
    list(run_in_chunks(pool_of(executor, workers=0), wait_and_double, range(20)))
    assert executor.sizes == [1] * 20


def test_a_deadly_task_fails_alone() -> None:
    """The others of its chunk have results."""
    executor = Watched(700)
    answers = dict(run_in_chunks(pool_of(executor), double, range(1000)))
    failed = TaskFailed("workers crashed 3 times (SIGSEGV)")
    assert answers == {n: failed if n == 700 else 2 * n for n in range(1000)}


def test_in_this_process_each_result_comes_at_once() -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(9):
            taken.append(number)
            yield number

    answers = run_in_chunks(this_process, double, tasks())
    assert [next(answers), next(answers)] == [(0, 0), (1, 2)] and len(taken) <= 3
