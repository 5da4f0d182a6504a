"""Weighted lists of leaves."""

import pickle
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from movegen import PositionError, TileSet
from strategy import InferredRacks
from strategy.inference.inferred_racks import TOTAL

ENGLISH = TileSet.load("english")
LISTS = st.lists(st.tuples(st.text("AEQ?", max_size=3), st.floats(0.01, 1000)), min_size=1, max_size=30)


def make_racks(listed: list[tuple[str, float]]) -> InferredRacks:
    leaves = np.array([ENGLISH.parse_rack(text).array for text, _ in listed])
    return InferredRacks.from_weights(ENGLISH, leaves, np.array([weight for _, weight in listed]))


@given(LISTS, st.randoms())
def test_weights_add_up_in_any_order(listed: list[tuple[str, float]], chance: object) -> None:
    racks = make_racks(listed)
    assert racks.upto[-1] == TOTAL
    assert racks.weights.sum() == pytest.approx(1)
    expected: dict[str, float] = {}
    for text, weight in listed:
        name = str(ENGLISH.parse_rack(text))
        expected[name] = expected.get(name, 0) + weight / sum(weight for _, weight in listed)
    likely = racks.most_likely(len(racks))
    assert {str(leave): weight for leave, weight in likely} == pytest.approx(expected, abs=1e-8)
    weights = [weight for _, weight in likely]
    rounding = 2 / TOTAL
    assert all(after <= before + rounding for before, after in pairwise(weights))
    shuffled = sorted(listed, key=lambda _: chance.random())  # type: ignore[attr-defined]
    assert {str(leave): weight for leave, weight in make_racks(shuffled).most_likely(99)} == pytest.approx(
        {str(leave): weight for leave, weight in likely}, abs=1e-8
    )


def test_most_likely_racks() -> None:
    racks = make_racks([("E", 1), ("QQ", 0), ("EA", 1), ("E", 1), ("", 1)])
    assert [(str(leave), round(weight, 6)) for leave, weight in racks.most_likely(1)] == [("E", 0.5)]
    assert len(racks) == 3
    assert racks.effective_size == pytest.approx(1 / (0.25 + 2 * 0.0625))
    assert racks.examined == 5
    chances = racks.tile_chances()
    assert chances[ENGLISH.parse_rack("E").array > 0] == pytest.approx(0.75)
    assert chances[ENGLISH.parse_rack("A").array > 0] == pytest.approx(0.25)
    again = pickle.loads(pickle.dumps(racks))
    assert again.leaves.tolist() == racks.leaves.tolist()
    assert again.upto.tolist() == racks.upto.tolist()


def test_equal_samples_count_separately() -> None:
    leaves = np.array([ENGLISH.parse_rack("E").array] * 4)
    assert InferredRacks.from_weights(ENGLISH, leaves, np.ones(4), is_exact=False).effective_size == 4
    assert InferredRacks.from_weights(ENGLISH, leaves, np.ones(4)).effective_size == 1


@pytest.mark.parametrize("weights", [[0, 0], [1, -1], [1, np.nan], [1, np.inf], [1], []])
def test_invalid_weights(weights: list[float]) -> None:
    leaves = np.array([ENGLISH.parse_rack(text).array for text in "EA"])[: max(2, len(weights))]
    with pytest.raises(PositionError):
        InferredRacks.from_weights(ENGLISH, leaves, np.array(weights, dtype=np.float64))
