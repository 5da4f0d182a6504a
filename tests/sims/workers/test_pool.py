"""The pool does every task once, whatever happens to its workers."""

import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from dask_clusters import dask_cluster as dask_cluster_of
from runs import (
    double,
    double_or_die,
    double_or_die_answering,
    double_with_a_warning,
    fail,
    fail_with_an_odd_error,
    make_what_cannot_be_pickled,
)

from movegen import PositionError
from sims.workers import (
    PersistentPool,
    PoolError,
    TaskFailed,
    WorkerPool,
    choose_pool,
    run_tasks,
    this_process,
)
from sims.workers.executors import dask_cluster, local_processes
from sims.workers.pool import PoolHandle
from sims.workers.worker_death import WorkerDied

ROOT = Path(__file__).resolve().parents[3]
TWO = partial(local_processes, 2)
CRASHED = WorkerDied.of(-signal.SIGSEGV, was_ready=True)
KILLED = WorkerDied.of(-signal.SIGKILL, was_ready=True)


class Fragile(Executor):
    """Workers die of the tasks in `deadly`, as often as it says. Other tasks finish out of order."""

    def __init__(self, deadly: dict[int, int], death: WorkerDied) -> None:
        self.deadly, self.death, self.calls = deadly, death, 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        (task,) = args
        self.calls += 1
        if self.deadly.get(task, 0) > 0:
            self.deadly[task] -= 1
            future.set_exception(self.death)
        elif self.calls % 2:
            self._finish(future, fn, task)
        else:
            threading.Timer(0.01, self._finish, (future, fn, task)).start()
        return future

    def _finish(self, future: "Future[Any]", fn: Any, task: int) -> None:
        try:
            future.set_result(fn(task))
        except PositionError as error:
            future.set_exception(error)


def fragile_pool(
    deadly: dict[int, int], handles: list[PoolHandle] | None = None, death: WorkerDied = KILLED
) -> Any:
    @contextmanager
    def pool() -> Iterator[PoolHandle]:
        handle = PoolHandle(Fragile(deadly, death), 2)
        if handles is not None:
            handles.append(handle)
        yield handle

    return pool


def test_this_process() -> None:
    assert list(run_tasks(this_process, double, range(5))) == [(n, 2 * n) for n in range(5)]


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sims.workers.pool._LAST_PAUSE", 0.0)


@pytest.mark.parametrize(("death", "deaths"), [(CRASHED, 2), (KILLED, 5)])
def test_a_worker_that_dies_costs_nothing(death: WorkerDied, deaths: int) -> None:
    """Its task runs again at the end."""
    answers = list(run_tasks(fragile_pool({7: deaths, 0: 1, 19: 1}, death=death), double, range(20)))
    assert sorted(answers) == [(n, 2 * n) for n in range(20)]  # type: ignore[type-var]
    assert {task for task, _ in answers[-3:]} == {0, 7, 19}


@pytest.mark.parametrize(
    ("death", "reason"),
    [
        (CRASHED, "workers crashed 3 times (SIGSEGV)"),
        (KILLED, "workers were killed 6 times (SIGKILL)"),
    ],
)
def test_a_task_of_which_workers_die_is_given_up(death: WorkerDied, reason: str) -> None:
    answers = list(run_tasks(fragile_pool({7: 99, 11: 99}, death=death), double, range(20)))
    assert len(answers) == 20
    assert dict(answers) == {n: TaskFailed(reason) if n in (7, 11) else 2 * n for n in range(20)}


@pytest.mark.parametrize("death", [CRASHED, KILLED, WorkerDied.of(1, was_ready=False)])
def test_workers_that_always_die(death: WorkerDied) -> None:
    with pytest.raises(PoolError, match="every worker dies, whatever its task"):
        list(run_tasks(fragile_pool(dict.fromkeys(range(40), 99), death=death), double, range(40)))


def test_a_worker_that_dies_before_it_is_ready_is_not_held_against_its_task() -> None:
    unready = WorkerDied.of(1, was_ready=False)
    answers = list(run_tasks(fragile_pool({7: 2, 3: 1}, death=unready), double, range(20)))
    assert sorted(answers) == [(n, 2 * n) for n in range(20)]  # type: ignore[type-var]


def test_tasks_are_taken_as_they_are_needed() -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    with closing(run_tasks(fragile_pool({}), double, tasks())) as answers:
        next(answers)
        assert len(taken) <= 6


def test_a_persistent_pool_serves_one_run_after_another() -> None:
    handles: list[PoolHandle] = []
    pool = PersistentPool(fragile_pool({5: 1}, handles))
    for _ in range(2):
        assert len(list(run_tasks(pool, double, range(4)))) == 4
    assert len(handles) == 1
    assert len(list(run_tasks(pool, double, range(8)))) == 8  # a worker dies
    assert len(handles) == 1
    with pytest.raises(PositionError):
        list(run_tasks(pool, fail, range(2)))
    assert len(list(run_tasks(pool, double, range(4)))) == 4
    assert len(handles) == 2
    pool.close()


def test_processes_do_the_work_and_log_here(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        answers = list(run_tasks(TWO, double_with_a_warning, range(6)))
    assert sorted(answers) == [(n, 2 * n) for n in range(6)]  # type: ignore[type-var]
    messages = sorted(record.getMessage() for record in caplog.records if record.name == "jackdaw.test")
    assert messages == [f"double of {n} in a worker" for n in range(6)]
    assert all(record.process != os.getpid() for record in caplog.records if record.name == "jackdaw.test")


@pytest.mark.medium
def test_processes_that_are_killed(tmp_path: Path) -> None:
    work = partial(double_or_die, tmp_path)
    answers = dict(run_tasks(TWO, work, [1, -2, 3, -1, 5, 6]))
    failed = TaskFailed("workers were killed 6 times (SIGKILL)")
    assert answers == {1: 2, -2: -4, 3: 6, -1: failed, 5: 10, 6: 12}


def test_a_worker_that_is_killed_in_the_middle_of_an_answer(tmp_path: Path) -> None:
    """A reader of half an answer must not wait for the rest."""
    work = partial(double_or_die_answering, tmp_path)
    answers = dict(run_tasks(TWO, work, range(20)))
    assert answers == {number: 2 * number for number in range(20)}
    assert (tmp_path / "died").exists()


def test_an_error_of_the_work_ends_the_run() -> None:
    for place in (this_process, TWO):
        with pytest.raises(PositionError, match="task 0"):
            list(run_tasks(place, fail, [0]))


def test_ctrl_c_does_not_reach_the_workers() -> None:
    """It is for whoever gives the orders, but a terminal sends it to all, the first worker included."""
    program = """if True:
        import os, signal
        from pathlib import Path
        from sims.workers.executors import local_processes
        with local_processes(1) as handle:
            for _ in range(2):
                worker = handle.executor.submit(os.getpid).result()
                blocked = Path(f"/proc/{worker}/status").read_text().partition("SigBlk:")[2].split()[0]
                assert int(blocked, 16) >> (signal.SIGINT - 1) & 1, blocked
                os.kill(worker, signal.SIGINT)
                assert handle.executor.submit(abs, -8).result() == 8
                os.kill(worker, signal.SIGKILL)
                try:
                    handle.executor.submit(abs, -8).result()
                except Exception:
                    pass
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
        """
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, timeout=60)


def test_workers_end_at_once_when_the_run_is_stopped() -> None:
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt), local_processes(1) as handle:
        handle.executor.submit(time.sleep, 60)
        raise KeyboardInterrupt
    assert time.monotonic() - begun < 50


@pytest.mark.medium
def test_an_answer_on_its_way_does_not_delay_the_end() -> None:
    for _ in range(4):
        with pytest.raises(InterruptedError), local_processes(2) as handle:
            answers = [handle.executor.submit(bytes, 20_000_000) for _ in range(6)]
            wait(answers, return_when=FIRST_COMPLETED)
            raise InterruptedError
        assert not any(thread.name == "worker" for thread in threading.enumerate())


def test_a_stopped_worker_is_ended_with_the_run() -> None:
    with pytest.raises(InterruptedError), local_processes(2) as handle:
        worker = handle.executor.submit(os.getpid).result()
        os.kill(worker, signal.SIGSTOP)
        handle.executor.submit(double, 1)
        raise InterruptedError
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


def test_errors_that_cannot_be_pickled_arrive() -> None:
    with local_processes(1) as handle:
        for call in (fail_with_an_odd_error, make_what_cannot_be_pickled):
            with pytest.raises(Exception, match=r"odd|pickle"):
                handle.executor.submit(call).result()
        with pytest.raises(Exception, match="pickle"):
            handle.executor.submit(lambda: 1).result()
        assert handle.executor.submit(double, 4).result() == 8


def test_choose_pool_rejects_bad_options() -> None:
    for workers in (0, -1, 2000):
        with pytest.raises(PoolError, match="expected 1 to 1024"):
            choose_pool(workers=workers)
    for name in ("threads", "dask", "dask:"):
        with pytest.raises(PoolError, match="expected processes or dask:ADDRESS"):
            choose_pool(name)
    with pytest.raises(PoolError, match="leave out --workers"):
        choose_pool("dask:127.0.0.1:8786", 2)
    assert choose_pool(workers=1) is this_process
    assert choose_pool(workers=3).args == (3,)  # type: ignore[attr-defined]
    assert choose_pool("dask:tcp://a:1").args == ("tcp://a:1",)  # type: ignore[attr-defined]


def test_a_dask_scheduler_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    monkeypatch.setattr("sims.workers.executors._SECONDS_TO_CONNECT", 0.2)
    with (
        pytest.raises(PoolError, match=r"127.0.0.1:1: no Dask scheduler answers"),
        dask_cluster("127.0.0.1:1"),
    ):
        pass


def opened(handle: PoolHandle) -> WorkerPool:
    return lambda: nullcontext(handle)


@pytest.mark.slow
def test_a_cluster_gets_a_table_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not with each task; a small one travels with them."""
    numbers = tuple(range(50_000))
    sent: list[int] = []
    with dask_cluster_of(tmp_path) as (address, _):
        for table, limit in ((numbers, 1000), (numbers[:50], 2000)):
            with choose_pool(f"dask:{address}")() as handle:
                submit = handle.executor.submit

                def watched(*arguments: Any, submit: Any = submit) -> Any:
                    sent.append(len(pickle.dumps(arguments, pickle.HIGHEST_PROTOCOL)))
                    return submit(*arguments)

                monkeypatch.setattr(handle.executor, "submit", watched)
                answers = dict(run_tasks(opened(handle), partial(getitem, table), range(20)))
            assert answers == {n: n for n in range(20)}
            assert len(sent) == 20 and max(sent) < limit
            sent.clear()


@pytest.mark.parametrize("address", ["nonsense", "a://b:1", "127.0.0.1:x"])
def test_what_is_no_address(address: str) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    with pytest.raises(PoolError, match=f"{address}: no Dask scheduler answers"), dask_cluster(address):
        pass


def test_dask_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(PoolError, match=r"pip install .*\[dask\]'"), dask_cluster("127.0.0.1:1"):
        pass
