"""The time limits of the parts of a pre-endgame's evaluation: simulations and searches share one limit."""

import time
from dataclasses import replace

from strategy.search_control import SearchLimits

_ROLLOUT_SHARE = 0.1
"""The share of a time limit that each simulation may take."""
_LAST_SHARE = 0.15
"""The share of a time limit that the parts which follow the searches may take together."""
_LEAST_ROLLOUT_SECONDS = 1.0
"""Seconds that a simulation may take at least where the limit is that of the searches alone."""
_LEAST_SECONDS = 0.001


class SearchTimes:
    """The time limits of a search of all moves, with simulations before and after it.

    A simulation may take a share of the limit. The parts that follow the searches, once these `begin_last`,
    get another one: each half of what is left of that. A search gets what the parts before it have left.
    """

    def __init__(
        self, limits: SearchLimits, simulation_share: float = _ROLLOUT_SHARE, last_share: float = _LAST_SHARE
    ) -> None:
        self.limits = limits
        self._simulation_share, self._last_share = simulation_share, last_share
        self._start = time.monotonic()
        self._end: float | None = None

    @property
    def elapsed(self) -> float:
        """Return the seconds since the beginning."""
        return time.monotonic() - self._start

    def simulation(self) -> float | None:
        """Return the time limit of a simulation before or between the searches; None for none."""
        seconds = self.limits.seconds
        return None if seconds is None else self._simulation_share * seconds

    def search(self) -> SearchLimits:
        """Return the limits of a search."""
        if self.limits.seconds is None:
            return self.limits
        left = (1 - self._last_share) * self.limits.seconds - self.elapsed
        return replace(self.limits, seconds=max(_LEAST_SECONDS, left))

    def begin_last(self) -> None:
        """Begin the parts that follow the searches."""
        seconds = self.limits.seconds
        if seconds is not None:
            self._end = min(time.monotonic() + self._last_share * seconds, self._start + seconds)

    @property
    def is_over(self) -> bool:
        """Return True if the parts that follow the searches have no time left."""
        return self._end is not None and time.monotonic() >= self._end

    def last(self) -> float | None:
        """Return the time limit of the next part that follows the searches; None for none."""
        return None if self._end is None else max(_LEAST_SECONDS, (self._end - time.monotonic()) / 2)


class BestMovesTimes:
    """The time limits of an evaluation of the best moves: simulations, and several searches.

    A strict limit is one of all parts together: a simulation gets a tenth, but no more than half of what the
    parts before it have left, and a search an equal share of what they have left. Otherwise the limit is that
    of the searches.
    """

    def __init__(self, limits: SearchLimits, is_strict: bool) -> None:
        self._limits = limits
        self.is_strict = is_strict
        self._start = time.monotonic()

    def simulation(self) -> float | None:
        """Return the time limit of a simulation; None for none."""
        seconds = self._limits.seconds
        if seconds is None:
            return None
        if not self.is_strict:
            return max(_LEAST_ROLLOUT_SECONDS, _ROLLOUT_SHARE * seconds)
        left = self._start + seconds - time.monotonic()
        return min(_ROLLOUT_SHARE * seconds, max(_LEAST_SECONDS, left / 2))

    def search(self, searches: int) -> float | None:
        """Return the time limit of the next one of so many searches that are to come; None for none."""
        seconds = self._limits.seconds
        if seconds is None or not self.is_strict:
            return None if seconds is None else seconds / searches
        left = self._start + (1 - _ROLLOUT_SHARE) * seconds - time.monotonic()
        return max(_LEAST_SECONDS, left / searches)
