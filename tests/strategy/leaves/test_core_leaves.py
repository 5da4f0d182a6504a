"""Leave values of the core, in every form, equal those of the Python tables and heuristics."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import alphabet

from movegen import ConfigError, Rack, SubRacks, TileSet, Variant
from movegen.configs import list_configs
from movegen.variant import core_counts
from strategy import Leaves, LeaveTable, StaticStrategy, list_strategies, load_strategy
from strategy.native import core
from strategy.players import core_strategy
from strategy.players.native_strategy import core_leaves

pytestmark = pytest.mark.core

STATIC_STRATEGIES = [name for name in list_strategies() if isinstance(load_strategy(name), StaticStrategy)]
ENGLISH = TileSet.load("english")
TABLE = LeaveTable.from_heuristic(Leaves.load("rackh3", ENGLISH), 4)
FORMS = {"dense": 1 << 25, "sorted": 0}


def values(leaves: core.Leaves, rack: Rack) -> list[int]:
    found: list[int] = leaves.values(core_counts(rack.counts)).tolist()
    return found


LARGEST = 2**31 - 1 - 1_000_000
"""The largest value of a leave: 32-bit milli-points less the most that `pre_endgame` adds."""


def racks(tile_set: TileSet, max_tiles: int) -> st.SearchStrategy[Rack]:
    tiles = st.lists(st.integers(0, tile_set.size - 1), max_size=max_tiles)
    few = st.lists(st.integers(0, min(3, tile_set.letters)), max_size=max_tiles)  # many copies
    return st.one_of(tiles, few).map(lambda drawn: Rack.from_tiles(tile_set, drawn))


@given(st.data(), st.sampled_from(STATIC_STRATEGIES), st.sampled_from(list_configs("tiles")))
def test_the_shipped_strategies(data: st.DataObject, name: str, tiles: str) -> None:
    tile_set = TileSet.load(tiles)
    strategy = load_strategy(name)
    try:
        leaves = strategy.leaves(tile_set)
    except ConfigError:
        assert strategy.config.leaves != "inside"  # which are for any tiles
        return
    rack = data.draw(racks(tile_set, 7))
    if leaves is None:
        assert name in ("greedy", "beginner")
    else:
        assert values(core_leaves(leaves, 7), rack) == leaves.values(SubRacks(rack)).tolist()


@pytest.mark.parametrize("form", FORMS)
@given(st.data())
def test_a_table(form: str, data: st.DataObject) -> None:
    """The table has leaves of one to four tiles; racks are longer."""
    leaves = core_leaves(TABLE, 7, FORMS[form])
    rack = data.draw(racks(ENGLISH, 10))
    assert isinstance(leaves, {"dense": core.DenseLeaves, "sorted": core.SortedLeaves}[form])
    assert values(leaves, rack) == TABLE.values(SubRacks(rack)).tolist()


@given(st.data(), st.sampled_from([1, 3, 26, 31, 32, 62]), st.sampled_from([0, 1 << 22]))
def test_any_table(data: st.DataObject, letters: int, max_dense: int) -> None:
    """Leaves of up to ten tiles of any alphabet, in an array or, if that is too large, a sorted table."""
    tile_set = alphabet(letters)
    known = data.draw(st.lists(racks(tile_set, 10).filter(len), max_size=5))
    worth = st.integers(-LARGEST, LARGEST)
    table = LeaveTable.from_values({leave: data.draw(worth) for leave in known}, tile_set)
    leaves = core_leaves(table, 16, max_dense)
    for rack in [*known, data.draw(racks(tile_set, 16).filter(lambda rack: len(SubRacks(rack)) < 5000))]:
        assert values(leaves, rack) == table.values(SubRacks(rack)).tolist()


@given(st.data(), st.sampled_from([1, 3, 26, 62]))
def test_any_heuristic(data: st.DataObject, letters: int) -> None:
    tile_set = alphabet(letters)
    chance = np.random.default_rng(data.draw(st.integers(0, 1000)))
    first, duplicate = chance.integers(-(10**6), 10**6, (2, tile_set.size)).tolist()
    mix = (
        tuple(map(tuple, chance.integers(-5000, 5000, (17, 17)).tolist())) if data.draw(st.booleans()) else ()
    )
    leaves = Leaves(tile_set, "drawn", tuple(first), tuple(duplicate), mix)
    rack = data.draw(racks(tile_set, 12))
    assert values(core_leaves(leaves, 16), rack) == leaves.values(SubRacks(rack)).tolist()


def test_an_array_is_shared_between_strategies() -> None:
    again = core_leaves(TABLE, 7)
    assert core_leaves(TABLE, 7) is again


def test_values_that_do_not_fit() -> None:
    leave = ENGLISH.parse_rack("AB")
    with pytest.raises(ConfigError, match="leaves mine: values beyond 2,146,483 points"):
        core_leaves(LeaveTable.from_values({leave: -LARGEST - 1}, ENGLISH, "mine"), 7)
    largest = core_leaves(LeaveTable.from_values({leave: -LARGEST}, ENGLISH), 7)
    assert values(largest, leave)[-1] == -LARGEST
    steep = Leaves(ENGLISH, "steep", (10**9,) * 27, (0,) * 27)
    with pytest.raises(ConfigError, match="leaves steep: values beyond"):
        core_leaves(steep, 7)
    assert values(core_leaves(steep, 2), leave) == [0, 10**9, 10**9, 2 * 10**9]


@given(racks(ENGLISH, 10), st.sampled_from(["rackh3", "general"]))
def test_racks_of_more_than_seven_tiles(rack: Rack, name: str) -> None:
    leaves = Leaves.load(name, ENGLISH)
    assert values(core_leaves(leaves, 10), rack) == leaves.values(SubRacks(rack)).tolist()


def test_invalid_figures_of_a_strategy(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    for figure in ("nan", "inf", "-1e7"):
        for line in (f"opening_vowel_penalty = {figure}", f"[empty_bag]\nkept_factor = {figure}"):
            path.write_text(f'kind = "static"\n{line}\n', encoding="utf-8")
            with pytest.raises(ConfigError, match=r"odd.toml, \S*: .* is out of range"):
                StaticStrategy.load(path)
    path.write_text('kind = "static"\n[empty_bag]\nout_factor = 1e6\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="odd, empty_bag: values beyond"):
        core_strategy(StaticStrategy.load(path), Variant.standard())
