"""Small tasks in chunks: as many in one call of a worker as take about a second, on a cluster some seconds.

A scheduler hands out some hundreds of calls a second. Two hundred workers whose tasks take a tenth of a
second would wait for it most of the time.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any, Generic, TypeVar

from sims.workers.executors import this_process
from sims.workers.pool import PoolHandle, TaskFailed, WorkerPool, run_tasks

Task = TypeVar("Task")
Result = TypeVar("Result")

MIN_SECONDS = 0.5
"""The time that a chunk should take, at least."""
CALLS_PER_SECOND = 50
"""The calls of all workers together: a chunk takes longer where more of them would come."""
MAX_TASKS = 1000
"""The largest number of tasks in a chunk."""
_GROWTH = 4
"""A chunk is at most this many times as large as the largest so far: the first tasks may be easy ones."""


def run_in_chunks(
    pool: WorkerPool, work: Callable[[Task], Result], tasks: Iterable[Task]
) -> Generator[tuple[Task, Result | TaskFailed], None, None]:
    """Run `work` on each task like `run_tasks`, several in a call if they are short.

    The size of chunks follows the time that tasks take. If workers die repeatedly of a chunk, its tasks run
    one by one. In this process there are no chunks, since nothing has to be sent. Results of a chunk come
    together; an exception of `work` ends the run and loses those of its chunk.

    >>> list(run_in_chunks(this_process, abs, [-1, 2]))
    [(-1, 1), (2, 2)]
    """
    if pool is this_process:
        yield from run_tasks(pool, work, tasks)
        return
    single: list[Task] = []
    with pool() as handle:

        def opened() -> AbstractContextManager[PoolHandle]:
            return nullcontext(handle)

        sizer = _Sizer(max(MIN_SECONDS, handle.workers / CALLS_PER_SECOND))
        with closing(run_tasks(opened, partial(_run_chunk, work), _cut(tasks, sizer))) as answers:
            for chunk, answer in answers:
                if not isinstance(answer, TaskFailed):
                    sizer.note(answer)
                    yield from zip(chunk, answer.results, strict=True)
                elif len(chunk) == 1:
                    yield chunk[0], answer
                else:
                    single += chunk
        with closing(run_tasks(opened, work, single)) as alone:
            yield from alone


@dataclass(frozen=True)
class _ChunkResult(Generic[Result]):
    """The results of a chunk's tasks, and the seconds that they took."""

    results: Sequence[Result]
    seconds: float


def _run_chunk(work: Callable[[Any], Result], chunk: Sequence[Any]) -> _ChunkResult[Result]:
    """Run the tasks of a chunk in a worker."""
    begun = perf_counter()
    results = [work(task) for task in chunk]
    return _ChunkResult(results, perf_counter() - begun)


class _Sizer:
    """Chooses the size of the next chunk by the mean time of the tasks so far."""

    def __init__(self, seconds: float) -> None:
        self._wanted = seconds
        self._tasks = 0
        self._seconds = 0.0
        self._largest = 1
        self.size = 1

    def note(self, result: _ChunkResult[Any]) -> None:
        """Note the time of a chunk."""
        self._tasks += len(result.results)
        self._seconds += result.seconds
        self._largest = max(self._largest, len(result.results))
        wanted = self._wanted * self._tasks / max(self._seconds, 1e-9)
        self.size = max(1, min(int(wanted), self._largest * _GROWTH, MAX_TASKS))


def _cut(tasks: Iterable[Task], sizer: _Sizer) -> Iterator[tuple[Task, ...]]:
    """Divide the tasks into chunks, each of the size chosen when it is needed."""
    left = iter(tasks)
    while chunk := tuple(islice(left, sizer.size)):
        yield chunk
