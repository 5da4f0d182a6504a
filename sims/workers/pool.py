"""The task queue of a worker pool: runs tasks on any executor, and retries those whose worker died.

An executor is one of `concurrent.futures`. `sims.workers.executors` has those for this process, for processes
on this machine and for a Dask cluster.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from typing import Generic, TypeVar

from sims.errors import PoolError

Task = TypeVar("Task")
Result = TypeVar("Result")

MAX_DEATHS = 2
"""A task fails after this many workers died while it ran alone."""
MAX_FAILED = 3
"""The pool gives up after this many failed tasks in a row."""


@dataclass
class PoolHandle:
    """An open worker pool.

    Attributes
    ----------
    executor:     runs the tasks.
    workers:      number of tasks that run at the same time.
    fatal_errors: exceptions that mean that a task killed its workers, though the executor still works.
    is_broken:    workers have died and the executor no longer works.
    """

    executor: Executor
    workers: int
    fatal_errors: tuple[type[BaseException], ...] = ()
    is_broken: bool = False


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
        """Open the pool, or reuse the open one. Only a death or an exception ends the workers on leaving."""
        if self._handle is None:
            self._handle = self._stack.enter_context(self._pool())
        try:
            yield self._handle
        except BaseException as error:
            self._handle = None
            self._stack.__exit__(type(error), error, error.__traceback__)
            raise
        if self._handle.is_broken:
            self.close()

    def close(self) -> None:
        """End the workers."""
        self._handle = None
        self._stack.close()


class TaskFailed:
    """The result of a task that killed its workers."""


TASK_FAILED = TaskFailed()


def run_tasks(
    pool: WorkerPool, work: Callable[[Task], Result], tasks: Iterable[Task]
) -> Generator[tuple[Task, Result | TaskFailed], None, None]:
    """Run `work` on each task and yield the task with its result, in the order in which they finish.

    `work` and the tasks must be picklable. When a worker dies, the unfinished tasks are retried by new
    workers, one at a time, to find the one that is to blame. A task that kills its workers repeatedly has the
    result `TASK_FAILED`. An exception of `work` itself ends the run.

    Raises PoolError when no workers are available or all of them die.
    """
    queue = _TaskQueue(iter(tasks))
    while queue:
        with pool() as handle:
            yield from _run_until_broken(handle, work, queue)


class _TaskQueue(Generic[Task]):
    """The tasks to run; those that may have killed a worker come first, one at a time."""

    def __init__(self, tasks: Iterator[Task]) -> None:
        self._tasks = tasks
        self._suspects: deque[Task] = deque()
        self._deaths = 0  # while the first suspect ran
        self._failed = 0  # tasks since the last result

    def __bool__(self) -> bool:
        following = list(islice(self._tasks, 1))
        self._tasks = chain(following, self._tasks)
        return bool(self._suspects or following)

    def take(self, running: int, limit: int) -> Iterator[Task]:
        """Return the tasks to start now: a suspect alone, others up to the limit of running tasks."""
        if self._suspects:
            return iter([self._suspects[0]] if not running else [])
        return islice(self._tasks, limit - running)

    def task_done(self) -> None:
        """Note that a task has finished."""
        self._failed = 0
        if self._suspects:
            self._suspects.popleft()
            self._deaths = 0

    def worker_died(self, running: list[Task]) -> Task | None:
        """Note that a worker died while these tasks were running. Return the task that has failed, if any."""
        if not self._suspects:
            self._suspects.extend(running)
            return None
        self._deaths += 1
        if self._deaths < MAX_DEATHS:
            return None
        self._deaths = 0
        self._failed += 1
        if self._failed == MAX_FAILED:
            cure = "try one worker, which runs in this process; guard the main module of a script"
            raise PoolError("every worker dies, whatever its task", cure=cure)
        return self._suspects.popleft()


def _run_until_broken(
    handle: PoolHandle, work: Callable[[Task], Result], queue: _TaskQueue[Task]
) -> Iterator[tuple[Task, Result | TaskFailed]]:
    """Run tasks until all are done or a worker has died."""
    running: dict[Future[Result], Task] = {}
    submitting: list[Task] = []
    try:
        while True:
            for task in queue.take(len(running), 2 * handle.workers + 1):
                submitting = [task]
                running[handle.executor.submit(work, task)] = task
                submitting = []
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                result = _result(future, handle.fatal_errors)
                queue.task_done()
                yield running.pop(future), result
    except BrokenExecutor:
        handle.is_broken = True
        failed = queue.worker_died([*running.values(), *submitting])
        if failed is not None:
            yield failed, TASK_FAILED
    except CancelledError:
        raise PoolError("the cluster is gone", cure="restart it and resume with --resume") from None


def _result(future: Future[Result], fatal_errors: tuple[type[BaseException], ...]) -> Result | TaskFailed:
    try:
        return future.result()
    except fatal_errors:
        return TASK_FAILED
