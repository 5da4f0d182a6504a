"""Values lean on what is known: their own racks where there are many, else shorter leaves."""

import itertools

import numpy as np
import pytest
from tiny_game import tiny_variant

from sims.training.leave_smoothing import smooth_leaves
from sims.training.leave_sums import RACKS, LeaveSums
from strategy.leaves import LeaveTable, all_keys, count_tiles, decode_counts, remove_each

TILES = tiny_variant().tiles
KEYS = all_keys(TILES, 3)
SIZES = count_tiles(KEYS)
SCALE = 1000 * (RACKS - 1)


def true_values(chance: np.random.Generator, own: float) -> np.ndarray:
    """Tiles and pairs of tiles, and something of its own for each leave: points."""
    pairs = chance.normal(0, 2, (TILES.size, TILES.size))
    values = []
    for leave, _ in LeaveTable(TILES, "any", KEYS, np.zeros(len(KEYS), dtype=np.int64)).items():
        tiles = list(leave)
        values.append(
            sum(5.0 - tile for tile in tiles) + sum(pairs[pair] for pair in itertools.combinations(tiles, 2))
        )
    return np.array(values) + chance.normal(0, own, len(KEYS)) * (SIZES > 1)


def sums_of(values: np.ndarray, counts: np.ndarray, chance: np.random.Generator, sd: float) -> LeaveSums:
    """Racks whose deviations scatter around the values of the leaves that they hold."""
    means = values + chance.normal(0, 1, len(values)) * sd / np.sqrt(np.maximum(counts, 1))
    deviations = np.rint(means * counts * SCALE).astype(np.int64)
    variance = sd**2 + float(values @ (values * counts) / counts.sum())
    return LeaveSums(3, deviations, counts, 1000, 0, round(variance * 1000 * 100**2))


def test_many_racks_are_believed() -> None:
    chance = np.random.default_rng(1)
    values = true_values(chance, own=3.0)
    sums = sums_of(values, np.full(len(KEYS), 10**8), chance, sd=20.0)
    table, reports = smooth_leaves(sums, TILES)
    assert np.abs(table.points / 1000 - values).max() < 0.05
    assert [report.size for report in reports] == [2, 3]
    assert all(report.trust > 0.99 for report in reports)


def test_leaves_that_were_never_seen_follow_from_their_parts() -> None:
    """If only tiles and pairs of tiles matter, shorter leaves determine all values."""
    chance = np.random.default_rng(2)
    values = true_values(chance, own=0.0)
    counts = np.full(len(KEYS), 10**8)
    unseen = (SIZES == 3) & (np.arange(len(KEYS)) % 5 == 0)
    counts[unseen] = 0
    table, _ = smooth_leaves(sums_of(values, counts, chance, sd=20.0), TILES)
    two = table.points[np.searchsorted(KEYS, remove_each(KEYS[unseen], 3))]
    one = np.array([[table[_single(tile)] for tile in _tiles(key)] for key in KEYS[unseen]])
    expected = 3 * two.mean(axis=1) - 3 * one.mean(axis=1)  # each pair once, each tile twice
    assert np.abs(expected / 1000 - values[unseen]).max() < 0.05
    assert np.abs(table.points[unseen] / 1000 - values[unseen]).max() < 1.5


def _tiles(key: np.uint64) -> list[int]:
    counts = decode_counts(np.array([key], dtype=np.uint64), TILES)[0]
    return [tile for tile, count in enumerate(counts.tolist()) for _ in range(count)]


def _single(tile: int):  # type: ignore[no-untyped-def]
    from movegen import Rack

    return Rack.from_tiles(TILES, [tile])


def test_few_racks_are_outweighed() -> None:
    """Smoothed values are nearer to the true ones than means, all the more so if there are few racks."""
    chance = np.random.default_rng(3)
    values = true_values(chance, own=0.7)
    for racks in (30, 300, 3000):
        counts = racks * np.array([0, 100, 10, 1])[SIZES]  # as it is: most racks hold the short ones
        sums = sums_of(values, counts, chance, sd=20.0)
        table, reports = smooth_leaves(sums, TILES)
        longer = SIZES > 1
        missed = np.sqrt(((table.points / 1000 - values)[longer] ** 2).mean())
        raw = np.sqrt(((sums.means - values)[longer] ** 2).mean())
        assert missed < raw
        if racks == 30:
            assert missed < 0.7 * raw
        assert all(0 <= report.trust <= 1 for report in reports)


def test_without_any_rack() -> None:
    nothing = np.zeros(len(KEYS), dtype=np.int64)
    table, _ = smooth_leaves(LeaveSums(3, nothing, nothing, 0, 0, 0), TILES)
    assert not table.points.any()


@pytest.mark.parametrize("size", [1, 2, 3])
def test_keys_without_a_tile(size: int) -> None:
    """Each tile of a leave is left out in turn."""
    for key, shorter in zip(KEYS[size == SIZES], remove_each(KEYS[size == SIZES], size), strict=True):
        tiles = _tiles(key)
        expected = [tiles[:place] + tiles[place + 1 :] for place in range(size)]
        assert [_tiles(part) for part in shorter] == expected
