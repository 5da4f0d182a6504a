"""Weighted lists of leaves."""

import pickle
from itertools import pairwise
from typing import Any

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


def test_racks_and_lists_as_leaves_and_weights() -> None:
    listed = [("ER", 3), ("ES", 1), ("E", 0)]
    racks = InferredRacks.from_weights(
        ENGLISH, [ENGLISH.parse_rack(text) for text, _ in listed], [weight for _, weight in listed]
    )
    assert racks.most_likely() == make_racks(listed).most_likely()
    assert [round(racks.chance_of(tiles), 6) for tiles in ("E", "R", "SE", "EE", "")] == [1, 0.75, 0.25, 0, 1]
    assert racks.chance_of(ENGLISH.parse_rack("S")) == racks.chance_of("S")
    assert str(racks).splitlines()[1:3] == ["#  Leave  Chance %", "1  ER        75.00"]
    assert repr(racks) == "<InferredRacks: 2 leaves, effective size 1.6>"
    assert [row["leave"] for row in racks.to_rows()] == ["ER", "ES"]


SPANISH = TileSet.load("spanish")


@pytest.mark.parametrize(
    ("leaves", "weights", "message"),
    [
        (["ER"], [1], "'ER' is not a rack of english; give racks"),
        ([SPANISH.parse_rack("E")], [1], "<Rack E> is not a rack of english"),
        ([], [], "give one weight per leave"),
        ([ENGLISH.parse_rack("E")], [1, 2], "give one weight per leave"),
        ([ENGLISH.parse_rack("E")], [float("nan")], "give 0 or more, not all 0"),
        (np.full((1, 27), -1), [1], "numbers of tiles are out of range; give whole numbers, 0 to 255"),
        (np.full((1, 27), 256), [1], "numbers of tiles are out of range"),
        (np.full((1, 27), 0.5), [1], "numbers of tiles are out of range"),
    ],
)
def test_what_cannot_be_a_distribution(leaves: Any, weights: Any, message: str) -> None:
    with pytest.raises(PositionError) as caught:
        InferredRacks.from_weights(ENGLISH, leaves, weights)
    assert message in str(caught.value)


def test_counts_of_likely_racks() -> None:
    racks = make_racks([("E", 1), ("A", 1)])
    assert racks.most_likely(0) == [] and len(racks.most_likely(99)) == 2
    for wrong in (-1, 1.5):
        with pytest.raises(PositionError, match="most likely leaves; give"):
            racks.most_likely(wrong)  # type: ignore[arg-type]
    with pytest.raises(PositionError, match="not a rack of english"):
        racks.chance_of(SPANISH.parse_rack("E"))
