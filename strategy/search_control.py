"""Limits of a search, and callbacks to follow and to stop it: every search takes each as one object."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from movegen.numbers import check_seconds, check_whole
from movegen.showing import short_repr
from strategy.native import core

Report = TypeVar("Report")

DEFAULT_MEMORY = 256
"""Default memory limit of a search, in megabytes; it is allocated lazily."""
MAX_MEMORY = 1 << 20
"""The largest memory limit of a search, in megabytes: a terabyte."""
MAX_WORKERS: int = core.MAX_WORKERS
"""The largest number of threads of a search."""


def check_workers(workers: object) -> None:
    """Raise PositionError unless a search or a simulation may have so many threads."""
    check_whole("{} workers", workers, most=MAX_WORKERS)


@dataclass(frozen=True, kw_only=True)
class SearchLimits:
    """Limits of a search; it stops at the first one reached.

    Attributes
    ----------
    seconds: wall-clock time, None for no limit. A search stopped by time is not reproducible.
    nodes:   positions searched, None for no limit.
    memory:  megabytes. Less memory costs time, never correctness.
    workers: threads. The answer does not depend on their number unless `seconds` stops the search.
    narrow:  whether an endgame search that the limits stop spends their last part (half of them, but at most
             50,000 nodes or three seconds) on narrowing its bounds; False to spend all on the proof.

    >>> SearchLimits(nodes=100_000, workers=2)
    SearchLimits(nodes=100000, workers=2)
    """

    seconds: float | None = None
    nodes: int | None = None
    memory: int = DEFAULT_MEMORY
    workers: int = 1
    narrow: bool = True

    __repr__ = short_repr

    @classmethod
    def of_time_or_nodes(
        cls, seconds: float | None, nodes: int, *, memory: int = DEFAULT_MEMORY, workers: int = 1
    ) -> "SearchLimits":
        """Limit a search by time if a time is given, else by nodes."""
        return cls(seconds=seconds, nodes=nodes if seconds is None else None, memory=memory, workers=workers)

    def check(self) -> None:
        """Raise PositionError when a limit is out of range."""
        check_whole("a memory limit of {} MB", self.memory, most=MAX_MEMORY)
        if self.seconds is not None:
            check_seconds("a time limit of {} seconds", self.seconds)
        if self.nodes is not None:
            check_whole("{} nodes", self.nodes)
        check_workers(self.workers)


@dataclass(frozen=True, kw_only=True)
class SearchControl(Generic[Report]):
    """Callbacks of a running search.

    Attributes
    ----------
    progress:    called with the result so far, from the thread that started the search; None for silence.
    should_stop: asked now and then; the search ends with the result so far once this returns True.

    >>> SearchControl(progress=print).report("depth 4")
    depth 4
    >>> SearchControl(should_stop=lambda: True).is_stopped
    True
    """

    progress: Callable[[Report], None] | None = None
    should_stop: Callable[[], bool] | None = None

    __repr__ = short_repr

    def report(self, known: Report) -> None:
        """Pass on the result so far."""
        if self.progress is not None:
            self.progress(known)

    @property
    def silent(self) -> "SearchControl[Any]":
        """The same without progress, for a search that is a part of another one."""
        return SearchControl(should_stop=self.should_stop)

    @property
    def is_stopped(self) -> bool:
        """True once the search has been asked to stop."""
        return self.should_stop is not None and self.should_stop()


DEFAULT_LIMITS = SearchLimits()
"""No limit of time or nodes, the default memory, one worker."""
NO_CONTROL: SearchControl[Any] = SearchControl()
"""No callbacks: the search runs to its end in silence."""
