"""Fitting finds the figures that values were made with."""

from pathlib import Path

import numpy as np
import pytest
from tiny_game import tiny_variant

from movegen import SubRacks, TileSet
from sims.training import fit_heuristic, heuristic_toml
from sims.training.leave_sums import RACKS, LeaveSums
from strategy import Leaves, LeaveTable
from strategy.leaves import all_keys

TILES = tiny_variant().tiles


def sums_of(points: np.ndarray, most: int, noise: float = 0.0) -> LeaveSums:
    """Racks that agree with values in milli-points, many or few."""
    chance = np.random.default_rng(1)
    counts = chance.integers(1, 1000, len(points)) * 7
    deviations = np.rint((points + chance.normal(0, noise, len(points)) * 1000) * (RACKS - 1) * counts)
    return LeaveSums(most, deviations.astype(np.int64), counts, 1, 0, 0)


@pytest.mark.parametrize("heuristic", ["h1", "h2", "h3"])
def test_a_heuristic_is_found_again(heuristic: str) -> None:
    chance = np.random.default_rng(2)
    size = TILES.size
    first = (chance.integers(-800, 800, size) * 10).tolist()
    duplicate = (chance.integers(-300, 300, size) * 10 * (heuristic != "h1")).tolist()
    for tile, count in enumerate(TILES.counts):
        if count < 2:
            duplicate[tile] = 0
    mix: tuple[tuple[int, ...], ...] = ()
    if heuristic == "h3":
        rows = chance.integers(-200, 200, (5, 5)) * 10
        rows[0, 0] = 0  # nothing is added to nothing
        mix = tuple(map(tuple, rows.tolist()))
    truth = Leaves(TILES, "truth", tuple(first), tuple(duplicate), mix)
    table = LeaveTable.from_heuristic(truth, 3)
    fit = fit_heuristic(heuristic, sums_of(table.points, 3), TILES)
    again = LeaveTable.from_heuristic(fit.leaves, 3)
    assert np.abs(again.points - table.points).max() <= 40  # hundredths of a point, several added up
    assert fit.error < 0.01 * fit.spread
    if heuristic != "h3":  # whose figures are not unique
        assert np.abs(np.array(fit.leaves.first) - first).max() <= 10
        assert np.abs(np.array(fit.leaves.duplicate) - duplicate).max() <= 10


def test_a_richer_heuristic_fits_better() -> None:
    points = np.random.default_rng(3).integers(-9000, 9000, len(all_keys(TILES, 3)))
    sums = sums_of(points, 3, noise=1.0)
    errors = [fit_heuristic(heuristic, sums, TILES).error for heuristic in ("h1", "h2", "h3")]
    assert errors == sorted(errors, reverse=True) and errors[2] < errors[0]


def test_the_file_can_be_loaded(tmp_path: Path) -> None:
    points = np.random.default_rng(4).integers(-9000, 9000, len(all_keys(TILES, 3)))
    for heuristic in ("h1", "h2", "h3"):
        leaves = fit_heuristic(heuristic, sums_of(points, 3), TILES).leaves
        path = tmp_path / f"rack{heuristic}.toml"
        path.write_text(heuristic_toml(leaves, "by chance"), encoding="utf-8")
        assert Leaves.load(str(path), TILES) == leaves
        leaves.check_reach(4)  # a leave may be a whole rack


def test_labels_of_any_kind(tmp_path: Path) -> None:
    """Keys of TOML stand in quotes where they must."""
    from movegen import Tile

    tile_set = TileSet.from_letters("odd", [Tile("Ñ", "ñ", 2, 1), Tile("L·L", "l·l", 2, 1, True)], blanks=1)
    points = np.arange(len(all_keys(tile_set, 2))) * 100
    leaves = fit_heuristic("h3", sums_of(points, 2), tile_set).leaves
    path = tmp_path / "rackh3.toml"
    path.write_text(heuristic_toml(leaves, "made"), encoding="utf-8")
    again = Leaves.load(str(path), tile_set)
    rack = SubRacks(tile_set.parse_rack("?ÑÑ"))
    assert again.values(rack).tolist() == leaves.values(rack).tolist()
