"""Sums over batches of games, which the pool plays in any order."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from sims.pool import Crew, Lost, PoolError, run_tasks

Progress = Callable[[str, int, int], None]
"""Told what is being done, how many games of it are done, and how many there are to be."""


class Games(Protocol):
    """A batch: its first game and how many there are."""

    @property
    def first(self) -> int:
        """The number of its first game."""

    @property
    def games(self) -> int:
        """How many there are."""


class Addable(Protocol):
    """What batches are summed up to: whole numbers, so that the order does not matter."""

    def __add__(self: "Sum", other: "Sum", /) -> "Sum": ...


Batch = TypeVar("Batch", bound=Games)
Sum = TypeVar("Sum", bound=Addable)


def sum_up(
    crew: Crew,
    work: Callable[[Batch], Sum],
    batches: Iterable[Batch],
    what: str,
    games: int,
    progress: Progress,
) -> Sum:
    """The sum of what `work` makes of each batch; there must be one. `games` are those of all together.

    Raises PoolError when there are no workers, or they die of a batch again and again.
    """
    total: Sum | None = None
    done = 0
    progress(what, done, games)
    for batch, answer in run_tasks(crew, work, batches):
        if isinstance(answer, Lost):
            last = batch.first + batch.games - 1
            raise PoolError(
                f"workers die of games {batch.first} to {last}", cure="try --workers 1, and see the error"
            )
        total = answer if total is None else total + answer
        done += batch.games
        progress(what, done, games)
    assert total is not None
    return total
