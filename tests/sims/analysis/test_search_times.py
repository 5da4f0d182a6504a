"""Pre-endgames: how a time limit is divided among searches and simulations."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sims.analysis import search_times
from strategy import SearchLimits

pytestmark = pytest.mark.core


@contextmanager
def clock_by_hand() -> Iterator[SimpleNamespace]:
    """Replace the clock of time limits by one whose seconds, `now`, the test sets; it begins at 5."""
    clock = SimpleNamespace(now=5.0)
    clock.monotonic = lambda: clock.now
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_times, "time", clock)
        yield clock


@given(st.floats(0.1, 1000), st.lists(st.floats(0, 1), min_size=10, max_size=10))
def test_the_parts_of_an_evaluation_keep_a_strict_limit(seconds: float, used: list[float]) -> None:
    """All parts that there can be; each takes any share of its time."""
    with clock_by_hand() as clock:
        times = search_times.BestMovesTimes(SearchLimits(seconds=seconds), is_strict=True)
        simulate, halves = times.simulation, lambda: times.search(2)
        parts = [simulate, simulate, halves, simulate, simulate, halves, simulate, simulate]
        limits = []
        for part, share in zip([*parts, lambda: times.search(1), halves], used, strict=True):
            limit = part()
            assert limit is not None
            limits.append(limit)
            clock.now += share * limit
        assert clock.now - 5 <= seconds * (1 + 1e-9) + 0.005  # each may take a millisecond
        assert limits[0] == limits[1] == pytest.approx(seconds / 10)
        assert limits[2] > 0.34 * seconds


def test_the_times_of_an_evaluation_for_people() -> None:
    """The limit is that of the searches, and simulations have a second at least."""
    for seconds, simulation in ((None, None), (2.0, 1.0), (20.0, 2.0)):
        times = search_times.BestMovesTimes(SearchLimits(seconds=seconds), is_strict=False)
        assert times.simulation() == simulation
        halves = None if seconds is None else seconds / 2
        assert (times.search(2), times.search(1)) == (halves, seconds)


@given(st.floats(0.1, 1000), st.lists(st.floats(0, 1), min_size=8, max_size=8))
def test_a_search_and_its_simulations_keep_the_limit(seconds: float, used: list[float]) -> None:
    """Short limits, too, of which simulations would take a second each."""
    with clock_by_hand() as clock:
        times = search_times.SearchTimes(SearchLimits(seconds=seconds))
        parts = [times.simulation, lambda: times.search().seconds] * 2
        for number, share in enumerate(used):
            if number == len(parts):
                times.begin_last()
            limit = (parts[number] if number < len(parts) else times.last)()
            assert limit is not None
            clock.now += share * limit
        assert times.elapsed <= seconds * (1 + 1e-9) + 0.005  # each may take a millisecond


def test_the_times_of_a_search_between_simulations() -> None:
    """A simulation has a tenth. What follows the searches has 15 %, half by half; they have the rest."""
    with clock_by_hand() as clock:
        times = search_times.SearchTimes(SearchLimits(seconds=20))
        assert times.simulation() == pytest.approx(2)
        clock.now += 3
        assert times.search().seconds == pytest.approx(20 * 0.85 - 3)
        times.begin_last()
        assert times.last() == pytest.approx(1.5)
        clock.now += 2
        assert times.last() == pytest.approx(0.5)
    unlimited = search_times.SearchTimes(SearchLimits(nodes=5))
    unlimited.begin_last()
    assert (unlimited.simulation(), unlimited.search(), unlimited.last()) == (
        None,
        SearchLimits(nodes=5),
        None,
    )
