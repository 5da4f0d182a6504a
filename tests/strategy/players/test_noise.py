"""Noise: moves are drawn by softmax, reproducibly."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow_bag import SlowStream

from sims.native import core
from strategy.players.handicap import TABLE_SIZE, draw_index, noise_table

pytestmark = pytest.mark.core


def test_the_table_holds_quantiles() -> None:
    """The table has the quantiles of the Gumbel distribution, exp(-exp(-x)), in milli-points."""
    table = noise_table(2.0)
    assert (np.diff(table) >= 0).all() and len(table) == TABLE_SIZE
    for index in (0, 1, 1000, TABLE_SIZE // 2, TABLE_SIZE - 1):
        chance = (index + 0.5) / TABLE_SIZE
        assert table[index] == pytest.approx(-2000 * math.log(-math.log(chance)), abs=0.5)
    assert len(noise_table(0.0)) == 0


@pytest.mark.parametrize("noise", [0.5, 3.0, 20.0])
def test_moves_are_drawn_by_softmax(noise: float) -> None:
    """Pearson's statistic stays below its 99.99 % quantile for five degrees of freedom."""
    equities = np.array([31_000, 30_500, 29_000, 29_000, 24_000, -3_000])
    draws = 40_000
    counts = np.zeros(len(equities))
    for turn in range(draws):
        counts[draw_index(equities, noise, core.noise_numbers(1, turn, 1, len(equities)))] += 1
    weights = np.exp((equities - equities[0]) / (1000 * noise))
    expected = draws * weights / weights.sum()
    common = expected >= 5
    seen, wanted = counts[common], expected[common]
    assert counts[~common].sum() <= 20
    assert ((seen - wanted) ** 2 / wanted).sum() < 25.7


def test_much_noise_and_little() -> None:
    numbers = core.noise_numbers(3, 1, 1, 50)
    equities = np.arange(50)[::-1] * 1000
    assert draw_index(equities, 1e-6, numbers) == 0
    assert draw_index(equities, 1000.0, numbers) == int(np.argmax(numbers >> 16))


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**63 - 1), st.integers(1, 500))
def test_the_numbers_of_a_turn(seed: int, game: int, turn: int) -> None:
    """They equal those of NumPy's Philox at the counter (1, game, 2, turn)."""
    slow = SlowStream(seed, game, use=2, index=turn)
    assert core.noise_numbers(seed, game, turn, 20).tolist() == [
        slow.draw_up_to(2**32 - 1) for _ in range(20)
    ]
