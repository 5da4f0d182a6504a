"""The pool: work cut into tasks, done by whatever executor there is, a dead worker survived.

An executor is one of `concurrent.futures`; `sims.crews` has processes on this machine, a Dask cluster, and
this very process.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from typing import Generic, TypeVar

from movegen.errors import JackdawError

Task = TypeVar("Task")
Answer = TypeVar("Answer")

MOST_DEATHS = 2
"""So often may a worker die of a task that it had to itself, before the task is given up."""
MOST_LOST = 3
"""So many tasks may be given up with none done in between, before the workers are."""


class PoolError(JackdawError):
    """Workers that cannot be had, or that are gone."""


@dataclass
class OpenCrew:
    """Workers that wait for work.

    Attributes
    ----------
    executor: takes tasks.
    workers:  how many tasks are worked on at the same time.
    deadly:   what it raises on a task of which its workers die, though it goes on itself.
    is_gone:  whether workers have died and it does not go on.
    """

    executor: Executor
    workers: int
    deadly: tuple[type[BaseException], ...] = ()
    is_gone: bool = False


Crew = Callable[[], AbstractContextManager[OpenCrew]]
"""Hires workers, and again once they are gone. Leaving the context ends them, at once if by an exception."""


class KeptCrew:
    """A crew whose workers wait for more work until it is closed, for runs that follow each other."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self._hired: OpenCrew | None = None
        self._stack = ExitStack()

    @contextmanager
    def __call__(self) -> Iterator[OpenCrew]:
        """The workers at hand, or new ones. They are ended on leaving only if by an exception, or if gone."""
        if self._hired is None:
            self._hired = self._stack.enter_context(self._crew())
        try:
            yield self._hired
        except BaseException as error:
            self._hired = None
            self._stack.__exit__(type(error), error, error.__traceback__)
            raise
        if self._hired.is_gone:
            self.close()

    def close(self) -> None:
        """End the workers."""
        self._hired = None
        self._stack.close()


class Lost:
    """The answer to a task that was given up, for its workers died."""


LOST = Lost()


def run_tasks(
    crew: Crew, work: Callable[[Task], Answer], tasks: Iterable[Task]
) -> Generator[tuple[Task, Answer | Lost], None, None]:
    """Do `work` for each task; each with its answer, in the order in which they come in.

    `work` and tasks must be fit for pickling. A worker that dies costs nothing but time: what was under way
    is done again by fresh workers, one task at a time, so that it is known of which task they die; one that
    kills them again and again is answered by `LOST`. What `work` itself raises ends the run.

    Raises PoolError when there are no workers to be had, or all of them die.
    """
    waiting = _Waiting(iter(tasks))
    while waiting:
        with crew() as hired:
            yield from _until_broken(hired, work, waiting)


class _Waiting(Generic[Task]):
    """Tasks that are still to be done, those under suspicion first."""

    def __init__(self, tasks: Iterator[Task]) -> None:
        self._tasks = tasks
        self._suspects: deque[Task] = deque()
        self._deaths = 0  # of the first suspect
        self._lost = 0  # since the last answer

    def __bool__(self) -> bool:
        following = list(islice(self._tasks, 1))
        self._tasks = chain(following, self._tasks)
        return bool(self._suspects or following)

    def take(self, under_way: int, most: int) -> Iterator[Task]:
        """The tasks to begin now; a suspect alone."""
        if self._suspects:
            return iter([self._suspects[0]] if not under_way else [])
        return islice(self._tasks, most - under_way)

    def answered(self) -> None:
        """A task is done."""
        self._lost = 0
        if self._suspects:
            self._suspects.popleft()
            self._deaths = 0

    def died(self, under_way: list[Task]) -> Task | None:
        """A worker died while these tasks were under way. Returns one that is to be given up."""
        if not self._suspects:
            self._suspects.extend(under_way)
            return None
        self._deaths += 1
        if self._deaths < MOST_DEATHS:
            return None
        self._deaths = 0
        self._lost += 1
        if self._lost == MOST_LOST:
            cure = "try one worker, which is no process of its own; a script must guard its main module"
            raise PoolError("workers die whatever they are given to do", cure=cure)
        return self._suspects.popleft()


def _until_broken(
    hired: OpenCrew, work: Callable[[Task], Answer], waiting: _Waiting[Task]
) -> Iterator[tuple[Task, Answer | Lost]]:
    """Do the tasks until all are done or a worker has died."""
    under_way: dict[Future[Answer], Task] = {}
    begun: list[Task] = []
    try:
        while True:
            for task in waiting.take(len(under_way), 2 * hired.workers + 1):
                begun = [task]
                under_way[hired.executor.submit(work, task)] = task
                begun = []
            if not under_way:
                return
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                answer = _answer(future, hired.deadly)
                waiting.answered()
                yield under_way.pop(future), answer
    except BrokenExecutor:
        hired.is_gone = True
        given_up = waiting.died([*under_way.values(), *begun])
        if given_up is not None:
            yield given_up, LOST
    except CancelledError:
        raise PoolError("the cluster is gone", cure="start it again and go on with --resume") from None


def _answer(future: Future[Answer], deadly: tuple[type[BaseException], ...]) -> Answer | Lost:
    try:
        return future.result()
    except deadly:
        return LOST
