"""The chance of winning: exact at the end of a game, from a table or a normal distribution before it."""

import numpy as np
import pytest
from scipy.stats import norm

from movegen import Variant
from sims.simulation import NormalWinModel, TableWinModel, win_model_for
from sims.simulation.rollouts import ROLLOUT_TYPE
from sims.simulation.win_model import win_chances
from strategy import WinTable

MODEL = NormalWinModel()


def test_the_normal_distribution() -> None:
    spreads = np.array([-50_000, 0, 12_000, 80_000])
    unseen = np.array([20, 93, 20, 7])
    deviations = np.sqrt(640 + 84 * unseen)
    expected = norm.cdf((spreads / 1000 + 18) / deviations)
    assert MODEL(spreads, unseen) / 1e6 == pytest.approx(expected, abs=2e-6)
    assert MODEL(spreads[::-1], unseen[::-1]).tolist() == MODEL(spreads, unseen)[::-1].tolist()
    assert MODEL(np.array([10**10, -(10**10)]), np.array([9, 9])).tolist() == [1_000_000, 0]


def test_who_is_on_turn_and_ends() -> None:
    rollouts = np.zeros(5, dtype=ROLLOUT_TYPE)
    rollouts["on_turn"] = [0, 1, 0, 1, 0]
    rollouts["unseen"] = 30
    rollouts["ended"] = [0, 0, 1, 1, 1]
    equities = np.array([4_000, 4_000, -6_000, -5_000, 1_000])
    found = win_chances(MODEL, rollouts, equities, 5)
    nine = np.array([9_000, -9_000])
    mine, theirs = MODEL(nine, np.array([30, 30])).tolist()
    assert found.tolist() == [mine, 1_000_000 - theirs, 0, 500_000, 1_000_000]
    assert mine > 1_000_000 - theirs


def test_the_table() -> None:
    """To a millionth what it says of the nearest points; its edge beyond them."""
    table = WinTable.load()
    model = TableWinModel(table)
    chance = np.random.default_rng(1)
    spreads, unseen = chance.integers(-500_000, 500_000, (40, 7)), chance.integers(0, 120, (40, 7))
    points = np.floor(spreads / 1000 + 0.5)
    assert model(spreads, unseen) / 1e6 == pytest.approx(table.win_probability(points, unseen), abs=6e-7)
    assert model(np.array([499, 500, -501]), np.array([30] * 3)).tolist() == [
        round(float(table.win_probability(points, 30)) * 1e6) for points in (0, 1, -1)
    ]
    assert model(np.array([10**9, -(10**9)]), np.array([0, 0])).tolist() == [1_000_000, 0]


def test_which_model() -> None:
    assert isinstance(win_model_for(Variant.standard()), TableWinModel)
    assert isinstance(win_model_for(Variant.load("super")), NormalWinModel)
