"""Limits of a search, and callbacks to follow and to stop it: every search takes each as one object."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import Any, Generic, TypeVar

from movegen.errors import PositionError

Report = TypeVar("Report")

DEFAULT_MEMORY = 256
"""Default memory limit of a search, in megabytes; it is allocated lazily."""


@dataclass(frozen=True, kw_only=True)
class SearchLimits:
    """Limits of a search; it stops at the first one reached.

    Attributes
    ----------
    seconds: wall-clock time, None for no limit. A search stopped by time is not reproducible.
    nodes:   positions searched, None for no limit.
    memory:  megabytes. Less memory costs time, never correctness.
    workers: threads. The answer does not depend on their number unless `seconds` stops the search.
    """

    seconds: float | None = None
    nodes: int | None = None
    memory: int = DEFAULT_MEMORY
    workers: int = 1

    @classmethod
    def of_time_or_nodes(
        cls, seconds: float | None, nodes: int, *, memory: int = DEFAULT_MEMORY, workers: int = 1
    ) -> "SearchLimits":
        """Limit a search by time if a time is given, else by nodes."""
        return cls(seconds=seconds, nodes=nodes if seconds is None else None, memory=memory, workers=workers)

    def check(self) -> None:
        """Raise PositionError when a limit is out of range."""
        if self.memory < 1:
            raise PositionError(f"a memory limit of {self.memory} MB", cure="give 1 or more")
        if self.seconds is not None and not (isfinite(self.seconds) and self.seconds > 0):
            raise PositionError(f"a time limit of {self.seconds} seconds", cure="give more than 0")
        if self.nodes is not None and self.nodes < 1:
            raise PositionError(f"{self.nodes} nodes", cure="give 1 or more")
        if self.workers < 1:
            raise PositionError(f"{self.workers} workers", cure="give 1 or more")


@dataclass(frozen=True, kw_only=True)
class SearchControl(Generic[Report]):
    """Callbacks of a running search.

    Attributes
    ----------
    progress:    called with the result so far, from the thread that started the search; None for silence.
    should_stop: asked now and then; the search ends with the result so far once this returns True.
    """

    progress: Callable[[Report], None] | None = None
    should_stop: Callable[[], bool] | None = None

    def report(self, known: Report) -> None:
        """Pass on the result so far."""
        if self.progress is not None:
            self.progress(known)

    @property
    def is_stopped(self) -> bool:
        """True once the search has been asked to stop."""
        return self.should_stop is not None and self.should_stop()


DEFAULT_LIMITS = SearchLimits()
"""No limit of time or nodes, the default memory, one worker."""
NO_CONTROL: SearchControl[Any] = SearchControl()
"""No callbacks: the search runs to its end in silence."""


def count_cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0))
