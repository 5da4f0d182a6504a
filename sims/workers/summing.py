"""Sums over batches of games, which workers play in any order."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from sims.errors import PoolError
from sims.workers.pool import TaskFailed, WorkerPool, run_tasks

Progress = Callable[[str, int, int], None]
"""Receives a description of the work, the number of games done, and the number of games in all."""


def no_progress(_description: str, _done: int, _total: int) -> None:
    """Ignore progress."""


class GameRun(Protocol):
    """A batch of games with consecutive numbers."""

    @property
    def first(self) -> int:
        """The number of its first game."""

    @property
    def games(self) -> int:
        """The number of games."""


class Addable(Protocol):
    """A sum of whole numbers, so that the order of addition does not matter."""

    def __add__(self: "Sum", other: "Sum", /) -> "Sum": ...


Batch = TypeVar("Batch", bound=GameRun)
Sum = TypeVar("Sum", bound=Addable)


def missing_games(batch: GameRun, failed: TaskFailed) -> PoolError:
    """Return the error for a batch whose workers died repeatedly."""
    last = batch.first + batch.games - 1
    what_failed = f"games {batch.first} to {last} are missing: {failed.reason}"
    return PoolError(what_failed, cure="try again, with --workers 1 to see the error")


def sum_up(
    pool: WorkerPool,
    work: Callable[[Batch], Sum],
    batches: Iterable[Batch],
    what: str,
    games: int,
    progress: Progress,
) -> Sum:
    """Return the sum of `work` over the batches, of which there must be one or more.

    `games` is the total that progress is reported against.

    Raises PoolError when no workers are available, or the workers of a batch die repeatedly.
    """
    total: Sum | None = None
    done = 0
    progress(what, done, games)
    for batch, result in run_tasks(pool, work, batches):
        if isinstance(result, TaskFailed):
            raise missing_games(batch, result)
        total = result if total is None else total + result
        done += batch.games
        progress(what, done, games)
    assert total is not None
    return total
