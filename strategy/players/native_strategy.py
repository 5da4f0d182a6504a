"""Strategies and leave values for the core: 32-bit milli-points, and leaves indexed by arithmetic."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from movegen.arrays import freeze
from movegen.errors import ConfigError
from movegen.native import core as game_core
from movegen.variant import BLANK, Rack, Variant
from strategy.leaves import MILLI, Leaves, LeaveTable
from strategy.native import core
from strategy.players.handicap import noise_table
from strategy.players.static import StaticStrategy, check_static
from strategy.players.strategy_files import StrategyConfig

MAX_DENSE_LEAVES = 1 << 25
"""The largest array of all leaves, in 4-byte entries; English needs 1,107,568 for up to six tiles."""

_MAX_VALUE = (1 << 31) - 1 - 1_000_000  # less the most that `pre_endgame` adds


def core_strategy(strategy: StaticStrategy, variant: Variant) -> core.StaticStrategy:
    """Return the core's strategy for games of a variant.

    Raises ConfigError if it is not static, its leaves are for other tiles or racks, or its values exceed
    32-bit milli-points.
    """
    check_static(strategy)
    leaves = strategy.leaves(variant.tiles, variant.rules.rack_size)
    values = None if leaves is None else core_leaves(leaves, variant.rules.rack_size)
    return make_core_strategy(strategy.config, values, variant)


def make_core_strategy(
    config: StrategyConfig, leaves: core.Leaves | None, variant: Variant
) -> core.StaticStrategy:
    """Return the core's strategy of a configuration, with these leaves instead of the ones it names."""
    rules = config.empty_bag
    out_factor, kept_factor, kept_penalty = (
        round(points * MILLI) for points in (rules.out_factor, rules.kept_factor, rules.kept_penalty)
    )
    all_points = Rack(variant.tiles, variant.tiles.counts).points
    _check_fit(
        all_points * max(abs(out_factor), abs(kept_factor)) + abs(kept_penalty), f"{config.name}, empty_bag"
    )
    return core.StaticStrategy(
        leaves,
        round(config.opening_vowel_penalty * MILLI),
        out_factor,
        kept_factor,
        kept_penalty,
        np.array([round(points * MILLI) for points in config.pre_endgame.bag_left], dtype=np.int32),
        noise_table(config.handicap.for_tiles(variant.tiles).noise),
    )


def make_core_leaves(
    leaves: Leaves | LeaveTable, rack_size: int, max_dense: int = MAX_DENSE_LEAVES
) -> core.Leaves:
    """Return the core's leave values for racks of up to `rack_size` tiles, equal to `leaves.values`.

    A heuristic is computed for each leave when it is needed. A table becomes an array of all leaves up to its
    longest, or a sorted table to search if the array would have more than `max_dense` entries.

    Raises ConfigError if values exceed 32-bit milli-points, or racks are too large for the heuristic.
    """
    if isinstance(leaves, Leaves):
        return _heuristic(leaves, rack_size)
    _check_fit(_largest(leaves.points), f"leaves {leaves.name}")
    values = leaves.points.astype(np.int32)
    longest = leaves.longest
    if comb(leaves.tile_set.size + longest, longest) > max_dense:
        return core.SortedLeaves(longest, leaves.keys, freeze(values))
    return core.DenseLeaves(leaves.tile_set.size, longest, leaves.keys, values)


core_leaves = lru_cache(maxsize=16)(make_core_leaves)
"""`make_core_leaves` with a cache."""


def _heuristic(leaves: Leaves, rack_size: int) -> core.Leaves:
    leaves.check_reach(rack_size)
    size = rack_size + 1 if leaves.mix else 0
    mix = leaves.mix_table[:size, :size]
    first, duplicate = _largest(np.array(leaves.first)), _largest(np.array(leaves.duplicate))
    bound = rack_size * first + rack_size * (rack_size - 1) // 2 * duplicate + _largest(mix)
    _check_fit(bound, f"leaves {leaves.name}")
    steps = [
        0 if tile == BLANK else len(mix) if vowel else 1 for tile, vowel in enumerate(leaves.tile_set.vowels)
    ]
    return core.heuristic_leaves(
        _by_tile(leaves.first), _by_tile(leaves.duplicate), _by_tile(steps), mix.astype(np.int32).ravel()
    )


def _by_tile(values: Sequence[int]) -> npt.NDArray[np.int32]:
    """Return values by tile index, padded with zeros: int32, (MAX_LETTERS + 1,)."""
    array = np.zeros(game_core.MAX_LETTERS + 1, dtype=np.int32)
    array[: len(values)] = values
    return array


def _largest(values: npt.NDArray[np.int64]) -> int:
    """Return the largest absolute value."""
    return max(int(values.max(initial=0)), -int(values.min(initial=0)))


def _check_fit(largest: int, key: str) -> None:
    if largest > _MAX_VALUE:
        raise ConfigError(
            "values beyond 2,146,483 points", key=key, cure="use smaller ones: they are 32-bit milli-points"
        )
