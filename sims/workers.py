"""Work divided among processes: batch by batch, results in the order of the batches."""

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def map_tasks(
    function: Callable[[Task], Result], tasks: Iterable[Task], workers: int = 1
) -> Iterator[Result]:
    """What a function makes of each task, in their order, worked out by so many processes.

    With one, everything is done in this process; else function, tasks and results must be such as can be
    pickled.
    """
    if workers == 1:
        yield from map(function, tasks)
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _ignore_interrupts)
    try:
        yield from pool.map(function, tasks)
    finally:
        pool.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the main process's business
