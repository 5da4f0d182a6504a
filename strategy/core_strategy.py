"""Strategies and leave values as the core takes them: 32-bit milli-points, and leaves found by arithmetic."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from movegen.errors import ConfigError
from movegen.native import core as game_core
from movegen.rules import Variant
from movegen.tiles import BLANK, Rack
from strategy.leave_table import LeaveTable
from strategy.leaves import MILLI, Leaves
from strategy.native import core
from strategy.noise import noise_table
from strategy.static import StaticStrategy
from strategy.strategy_files import StrategyConfig

MOST_DENSE = 1 << 25
"""The most entries (of 4 bytes) of an array of all leaves; English needs 1,107,568 for up to six tiles."""

_LARGEST = (1 << 31) - 1 - 1_000_000  # room for what `pre_endgame` adds


def core_strategy(strategy: StaticStrategy, variant: Variant) -> core.StaticStrategy:
    """The strategy for games of a variant.

    Raises ConfigError when its leaves are for other tiles or racks, or its values beyond 32-bit milli-points.
    """
    leaves = strategy.leaves(variant.tiles)
    found = None if leaves is None else core_leaves(leaves, variant.rules.rack_size)
    return core_strategy_with(strategy.config, found, variant)


def core_strategy_with(
    config: StrategyConfig, leaves: core.Leaves | None, variant: Variant
) -> core.StaticStrategy:
    """The same with these leaves instead of those that the configuration names."""
    rules = config.empty_bag
    out, kept, penalty = (
        round(points * MILLI) for points in (rules.out_factor, rules.kept_factor, rules.kept_penalty)
    )
    all_points = Rack(variant.tiles, variant.tiles.counts).points
    _check_fit(all_points * max(abs(out), abs(kept)) + abs(penalty), f"{config.name}, empty_bag")
    return core.StaticStrategy(
        leaves,
        round(config.opening_vowel_penalty * MILLI),
        out,
        kept,
        penalty,
        np.array([round(points * MILLI) for points in config.pre_endgame.bag_left], dtype=np.int32),
        noise_table(config.handicap.noise),
    )


def make_core_leaves(
    leaves: Leaves | LeaveTable, rack_size: int, most_dense: int = MOST_DENSE
) -> core.Leaves:
    """Leave values for racks of up to so many tiles: the same ones as `leaves.values` gives.

    A heuristic is worked out leave by leave. A table becomes an array of all leaves of up to as many tiles as
    its longest; one that would have more than `most_dense` entries is searched instead.

    Raises ConfigError when values are beyond 32-bit milli-points, or a rack beyond the heuristic's reach.
    """
    if isinstance(leaves, Leaves):
        return _heuristic(leaves, rack_size)
    _check_fit(_largest(leaves.points), f"leaves {leaves.name}")
    values = leaves.points.astype(np.int32)
    most = leaves.longest
    if comb(leaves.tile_set.size + most, most) > most_dense:
        return core.SortedLeaves(most, leaves.keys, values)
    return core.DenseLeaves(leaves.tile_set.size, most, leaves.keys, values)


core_leaves = lru_cache(maxsize=16)(make_core_leaves)
"""The same, made once and kept."""


def _heuristic(leaves: Leaves, rack_size: int) -> core.Leaves:
    leaves.check_reach(rack_size)
    mix = leaves.mix_table if leaves.mix else np.zeros((0, 0), dtype=np.int64)
    first, duplicate = _largest(np.array(leaves.first)), _largest(np.array(leaves.duplicate))
    most = rack_size * first + rack_size * (rack_size - 1) // 2 * duplicate + _largest(mix)
    _check_fit(most, f"leaves {leaves.name}")
    steps = [
        0 if tile == BLANK else len(mix) if vowel else 1 for tile, vowel in enumerate(leaves.tile_set.vowels)
    ]
    return core.heuristic_leaves(
        _by_tile(leaves.first), _by_tile(leaves.duplicate), _by_tile(steps), mix.astype(np.int32).ravel()
    )


def _by_tile(values: Sequence[int]) -> npt.NDArray[np.int32]:
    """Values by tile index: int32, (MAX_LETTERS + 1,)."""
    array = np.zeros(game_core.MAX_LETTERS + 1, dtype=np.int32)
    array[: len(values)] = values
    return array


def _largest(values: npt.NDArray[np.int64]) -> int:
    """The largest of them, signs apart."""
    return max(int(values.max(initial=0)), -int(values.min(initial=0)))


def _check_fit(largest: int, what: str) -> None:
    if largest > _LARGEST:
        raise ConfigError(
            "values beyond 2,146,483 points", key=what, cure="give smaller ones: they are 32-bit milli-points"
        )
