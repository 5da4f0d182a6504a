"""The queue of work: order, fairness between clients, limits, and what is cancelled."""

import asyncio
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from time import monotonic, sleep

import pytest

from jackdaw.web.http import Jobs, TooBusyError, WorkQueue
from jackdaw.web.http.jobs import Job


class Work:
    """Functions that wait until they are released, all or each alone, and the order in which they began."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.release = threading.Event()
        self._alone: dict[str, threading.Event] = {}

    def named(self, name: str) -> Callable[[], str]:
        alone = self._alone[name] = threading.Event()

        def run() -> str:
            self.begun.append(name)
            deadline = monotonic() + 60
            while not (self.release.is_set() or alone.wait(0.005)):
                assert monotonic() < deadline
            return name

        return run

    def finish(self, name: str) -> None:
        self._alone[name].set()


@contextmanager
def queue_of(threads: int, max_waiting: int) -> Iterator[tuple[WorkQueue, Work]]:
    queue, work = WorkQueue("test", threads, max_waiting), Work()
    try:
        yield queue, work
    finally:
        work.release.set()
        queue.close()


def run_alone(coroutine: Coroutine[None, None, None]) -> None:
    """Run it in a thread: the thread of the tests has a running loop while Playwright has a browser."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, coroutine).result()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


def test_clients_take_turns() -> None:
    async def run() -> None:
        with queue_of(2, 100) as (queue, work):
            results = [queue.submit("greedy", work.named(f"greedy {number}")) for number in range(10)]
            await until(lambda: work.begun == ["greedy 0"])  # a client has half of the threads
            results += [queue.submit("other", work.named(f"other {number}")) for number in range(2)]
            results += [queue.submit("third", work.named("third"))]
            order = ["greedy 0", "other 0"]
            await until(lambda: work.begun == order)
            # The one that has waited longest is next: third has not run yet, and greedy ran before other.
            for finished, begun in (("greedy 0", "third"), ("other 0", "greedy 1"), ("third", "other 1")):
                work.finish(finished)
                order.append(begun)
                await until(lambda: work.begun == order)
            work.release.set()
            assert await asyncio.gather(*results) == [
                *(f"greedy {number}" for number in range(10)), "other 0", "other 1", "third"
            ]  # fmt: skip

    run_alone(run())


def test_a_client_fills_half_of_the_queue_and_all_of_them_the_whole() -> None:
    async def run() -> None:
        with queue_of(2, 4) as (queue, work):
            for client in ("one", "one", "one", "two", "two", "two"):
                queue.submit(client, work.named(client))
            for client in ("one", "two", "three"):
                with pytest.raises(TooBusyError, match="busy with other requests; try again in a minute"):
                    queue.submit(client, work.named(client))
        with queue_of(1, 2) as (queue, work):
            queue.submit("one", work.named("one"))
            queue.submit("one", work.named("one"))
            with pytest.raises(TooBusyError):
                queue.submit("one", work.named("one"))
            queue.submit("two", work.named("two"))

    run_alone(run())


def test_what_is_cancelled_makes_room_and_never_runs() -> None:
    async def run() -> None:
        with queue_of(1, 2) as (queue, work):
            first = queue.submit("one", work.named("first"))
            for number in range(20):
                queue.submit("one", work.named(f"left {number}")).cancel()
            last = queue.submit("one", work.named("last"))
            work.release.set()
            assert await first == "first" and await last == "last" and work.begun == ["first", "last"]

    run_alone(run())


def test_errors_reach_the_client_and_the_queue_goes_on() -> None:
    async def run() -> None:
        with queue_of(1, 2) as (queue, work):
            work.release.set()
            failing = queue.submit("one", lambda: 1 // 0)
            with pytest.raises(ZeroDivisionError):
                await failing
            assert await queue.submit("one", work.named("next")) == "next"

    run_alone(run())


def test_a_server_that_ends_answers_what_waits() -> None:
    async def run() -> None:
        with queue_of(1, 10) as (queue, work):
            results = [queue.submit("one", work.named(f"{number}")) for number in range(3)]
            await until(lambda: work.begun == ["0"])
            queue.refuse()
            for waiting in results[1:]:
                with pytest.raises(TooBusyError, match="is ending"):
                    await waiting
            with pytest.raises(TooBusyError, match="is ending"):
                queue.submit("other", work.named("new"))
            work.release.set()
            assert await results[0] == "0" and work.begun == ["0"]

    run_alone(run())


def test_a_job_that_begins_at_once_is_stopped_with_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread of a job may run before `start` goes on, and the server may end just then."""

    async def run() -> None:
        jobs, answers, asked = Jobs(), [], threading.Event()

        def work(_emit: object, should_stop: Callable[[], bool]) -> None:
            jobs.stop_all()
            answers.append(should_stop())
            asked.set()

        submit = WorkQueue.submit

        def submit_and_wait(queue: WorkQueue, client: str, function: Callable[[], object]) -> object:
            future = submit(queue, client, function)
            assert asked.wait(60)
            return future

        monkeypatch.setattr(WorkQueue, "submit", submit_and_wait)
        jobs.start("page", "one", 60, work)
        assert answers == [True]
        await until(lambda: len(jobs) == 0)
        jobs.close()

    run_alone(run())


@pytest.mark.parametrize(
    ("stop", "last"),
    [(Jobs.stop_all, [b"event: ending\ndata: {}\n\n"]), (lambda jobs: jobs.stop("page"), [])],
)
def test_a_page_learns_that_the_server_ends(stop: Callable[[Jobs], None], last: list[bytes]) -> None:
    """A page whose own job is stopped gets no such event."""

    async def run() -> None:
        jobs, begun = Jobs(), threading.Event()

        def work(emit: Callable[[str, object], None], should_stop: Callable[[], bool]) -> None:
            begun.set()
            while not should_stop():
                sleep(0.01)
            emit("done", {})

        job = jobs.start("page", "one", 60, work)
        await until(begun.is_set)
        stop(jobs)
        assert [event async for event in job.events()] == [b"event: done\ndata: {}\n\n", *last]
        jobs.close()

    run_alone(run())


def test_jobs_that_are_left_while_they_wait_make_room() -> None:
    async def run() -> None:
        jobs, is_over = Jobs(max_running=1, max_waiting=2), threading.Event()
        jobs.start("busy", "one", 60, lambda emit, should_stop: is_over.wait(60) and None)
        for number in range(20):
            jobs.cancel(jobs.start(f"left {number}", "one", 60, lambda emit, should_stop: None))
        await until(lambda: len(jobs) == 1)
        waiting = jobs.start("page", "one", 60, lambda emit, should_stop: None)
        again = jobs.start("page", "one", 60, lambda emit, should_stop: emit("done", {}))
        assert [event async for event in waiting.events()] == []  # another one of its page replaced it
        is_over.set()
        assert [event async for event in again.events()] == [b"event: done\ndata: {}\n\n"]
        await until(lambda: len(jobs) == 0)
        jobs.close()

    run_alone(run())


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX timers")
def test_a_signal_stops_jobs_that_are_being_stopped() -> None:
    """Ctrl-C came while clients left, and the handler waited for the lock of the stop that it interrupted."""

    async def run() -> None:
        job = Job(asyncio.get_running_loop(), seconds=60)
        heard: list[int] = []

        def stop(signum: int, _: object) -> None:
            job.stop()
            heard.append(signum)

        before = signal.signal(signal.SIGALRM, stop)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
            deadline = monotonic() + 60
            while len(heard) < 300 and monotonic() < deadline:
                job.stop()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert len(heard) >= 300 and job.should_stop()

    asyncio.run(run())
