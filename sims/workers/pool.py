"""The task queue of a worker pool: runs tasks on any executor, and retries those whose worker died.

An executor is one of `concurrent.futures`. `sims.workers.executors` has those for this process, for processes
on this machine and for a Dask cluster.
"""

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from sims.errors import PoolError
from sims.workers.worker_death import Cause, WorkerDied, describe_deaths

Task = TypeVar("Task")
Result = TypeVar("Result")

MAX_DEATHS = {Cause.CRASH: 3, Cause.KILL: 6}
"""A task fails after this many workers died of it by a cause."""
MAX_DEATHS_IN_A_ROW = {Cause.START: 3, Cause.CRASH: 12, Cause.KILL: 30}
"""The pool gives up after this many deaths by a cause without a result in between."""
_FIRST_PAUSE, _LAST_PAUSE = 0.1, 2.0
"""Seconds to wait before a task runs again whose worker was killed."""


@dataclass
class PoolHandle:
    """An open worker pool.

    Attributes
    ----------
    executor:     runs the tasks. Its exception WorkerDied means that the worker of a task died.
    workers:      number of tasks that run at the same time.
    fatal_errors: exceptions that mean that a task killed its workers, again and again.
    publish:      makes `submit` of the function that all tasks of a run share: it sends the function to each
                  worker once, not with each task. None if sending it again costs little.
    """

    executor: Executor
    workers: int
    fatal_errors: tuple[type[BaseException], ...] = ()
    publish: "Callable[[Callable[..., Any]], Callable[[Any], Future[Any]]] | None" = None

    def submitter(self, work: Callable[[Task], Result]) -> Callable[[Task], "Future[Result]"]:
        """Return the function that submits a task of this work."""
        if self.publish is not None:
            return self.publish(work)
        return lambda task: self.executor.submit(work, task)


WorkerPool = Callable[[], AbstractContextManager[PoolHandle]]
"""Opens a pool, as often as needed. Leaving the context ends the workers, at once if by an exception."""


class PersistentPool:
    """A pool that several runs share: its workers stay alive until it is closed."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._handle: PoolHandle | None = None
        self._stack = ExitStack()

    @contextmanager
    def __call__(self) -> Iterator[PoolHandle]:
        """Open the pool, or reuse the open one. Only an exception ends the workers on leaving."""
        if self._handle is None:
            self._handle = self._stack.enter_context(self._pool())
        try:
            yield self._handle
        except BaseException as error:
            self._handle = None
            self._stack.__exit__(type(error), error, error.__traceback__)
            raise

    def close(self) -> None:
        """End the workers."""
        self._handle = None
        self._stack.close()


@dataclass(frozen=True)
class TaskFailed:
    """The result of a task whose workers died again and again; `reason` says how."""

    reason: str


def run_tasks(
    pool: WorkerPool, work: Callable[[Task], Result], tasks: Iterable[Task]
) -> Generator[tuple[Task, Result | TaskFailed], None, None]:
    """Run `work` on each task and yield the task with its result, in the order in which they finish.

    `work` and the tasks must be picklable. A task whose worker dies runs again at the end, alone, so that it
    has all memory to itself. After several deaths, more if they came from outside, its result is a
    `TaskFailed`. An exception of `work` itself ends the run.

    Raises PoolError when no workers are available or all of them die.
    """
    queue = _TaskQueue(iter(tasks))
    running: dict[Future[Result], _Attempt[Task]] = {}
    finished: SimpleQueue[Future[Result]] = SimpleQueue()
    with pool() as handle:
        submit = handle.submitter(work)
        while True:
            for attempt in queue.take(len(running), 2 * handle.workers + 1):
                future = submit(attempt.task)
                running[future] = attempt
                future.add_done_callback(finished.put)
            if not running:
                return
            # Failed ones last: what is finished is not lost to an error.
            for future in sorted(_take_all(finished), key=_has_failed):
                attempt = running.pop(future)
                try:
                    result: Result | TaskFailed = future.result()
                    queue.note_result()
                except WorkerDied as death:
                    if not queue.note_death(attempt, death):
                        continue
                    result = TaskFailed(describe_deaths(attempt.deaths))
                except handle.fatal_errors as error:
                    result = TaskFailed(f"workers died again and again ({error})")
                except CancelledError:
                    raise PoolError(
                        "the cluster is gone", cure="restart it and resume with --resume"
                    ) from None
                yield attempt.task, result


def _take_all(finished: "SimpleQueue[Future[Result]]") -> "list[Future[Result]]":
    """Wait for a finished task and return all that are.

    The queue tells which they are; `concurrent.futures.wait` would look at hundreds of tasks for each result.
    """
    futures = [finished.get()]
    with suppress(Empty):
        while True:
            futures.append(finished.get_nowait())
    return futures


def _has_failed(future: Future[Result]) -> bool:
    return future.cancelled() or future.exception() is not None


@dataclass
class _Attempt(Generic[Task]):
    """A task, and the deaths of workers that had it."""

    task: Task
    deaths: list[WorkerDied] = field(default_factory=list)

    def count(self, cause: Cause) -> int:
        """Return the number of deaths by a cause."""
        return sum(death.cause is cause for death in self.deaths)


class _TaskQueue(Generic[Task]):
    """The tasks to run; those whose worker died come last, one at a time."""

    def __init__(self, tasks: Iterator[Task]) -> None:
        self._tasks = tasks
        self._unbegun: deque[_Attempt[Task]] = deque()
        self._suspects: deque[_Attempt[Task]] = deque()
        self._in_a_row: list[WorkerDied] = []

    def take(self, running: int, limit: int) -> list[_Attempt[Task]]:
        """Return the tasks to start now: others up to the limit of running tasks, or a suspect alone."""
        free = limit - running
        attempts = [self._unbegun.popleft() for _ in range(min(free, len(self._unbegun)))]
        attempts += map(_Attempt, islice(self._tasks, free - len(attempts)))
        if not attempts and not running and self._suspects:
            attempts.append(self._suspects.popleft())
            kills = attempts[0].count(Cause.KILL)
            if kills:
                time.sleep(min(_LAST_PAUSE, _FIRST_PAUSE * 2 ** (kills - 1)))
        return attempts

    def note_result(self) -> None:
        """Note that a task has finished."""
        self._in_a_row.clear()

    def note_death(self, attempt: _Attempt[Task], death: WorkerDied) -> bool:
        """Note the death of a worker and return whether its task has failed; else the task runs again.

        Raises PoolError after too many deaths in a row.
        """
        self._in_a_row.append(death)
        in_a_row = sum(each.cause is death.cause for each in self._in_a_row)
        if in_a_row >= MAX_DEATHS_IN_A_ROW[death.cause]:
            raise PoolError(
                f"every worker dies, whatever its task ({describe_deaths(self._in_a_row)})",
                cure="try one worker, which runs in this process; guard the main module of a script",
            )
        if death.cause is Cause.START:
            self._unbegun.append(attempt)
            return False
        attempt.deaths.append(death)
        if attempt.count(death.cause) >= MAX_DEATHS[death.cause]:
            return True
        self._suspects.append(attempt)
        return False
