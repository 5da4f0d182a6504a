"""The utility that ranks moves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategy.winprob import MILLION, UTILITY, Utility

CHANCES, SPREADS = st.floats(0, 1), st.floats(-600, 600)


@given(CHANCES, SPREADS, st.floats(0.001, 1), st.floats(1, 100))
def test_more_wins_and_more_points_are_better(win: float, spread: float, wins: float, points: float) -> None:
    value = UTILITY.value(win, spread)
    assert 0 <= value <= 1
    assert UTILITY.value(win, spread + points) > value
    assert UTILITY.value(min(1, win + wins), spread) > value or win > 1 - 1e-9


@given(SPREADS, st.floats(0, 100))
def test_a_game_won_is_better_than_any_game_lost(lead: float, deficit: float) -> None:
    assert UTILITY.value(1, abs(lead)) > UTILITY.value(0.5, 0) > UTILITY.value(0, -deficit)


@given(
    st.lists(st.tuples(st.integers(0, MILLION), st.integers(-3_000_000, 3_000_000)), min_size=1, max_size=9)
)
def test_rollouts_have_the_same_utility(rollouts: list[tuple[int, int]]) -> None:
    chances, spreads = (np.array(column) for column in zip(*rollouts, strict=True))
    for blend in (UTILITY, Utility(0.0), Utility(0.5, 30.0)):
        found = blend.of_rollouts(chances, spreads)
        for (chance, spread), utility in zip(rollouts, found.tolist(), strict=True):
            points = np.clip((spread + 500) // 1000, -2000, 2000)
            assert utility / MILLION == pytest.approx(blend.value(chance / MILLION, points), abs=2e-6)
