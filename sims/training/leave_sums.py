"""Sums over self-play for each leave: how much racks that hold it exceed the others of their position.

`sims/core/training/leave_sums.hpp` explains the method.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from movegen.errors import ConfigError
from movegen.lexicon import Lexicon
from movegen.variant import TileSet, Variant, core_variant
from sims.native import core
from strategy.leaves import MAX_LEAVE_TILES, Keys, LeaveTable, all_keys
from strategy.native import core as strategy_core
from strategy.players import MAX_DENSE_LEAVES, StrategyConfig, make_core_leaves, make_core_strategy

RACKS = 8
"""The number of racks dealt in a position."""
FIRST_TURN = 3
"""The first turn that counts: before the second turn of a player no leave exists."""
MIN_BAG = 1
"""The minimum number of tiles in the bag of a position that counts: with none, leaves are worth nothing."""

_DEVIATION = 1000 * (RACKS - 1)  # of a point
_SQUARE = 100 * 100


@dataclass(frozen=True, eq=False)
class LeaveSums:
    """Sums over racks dealt in positions of self-play. All are integers, so parts add up in any order.

    Attributes
    ----------
    max_tiles:  tiles of the longest leave.
    deviations: int64, by leave in the order of `all_keys`: how much the best moves of racks that hold it
                exceed the mean of the position's other racks, in milli-points times `RACKS` - 1. A rack
                counts once for each way to choose the leave from its tiles.
    counts:     int64, by leave: the number of racks counted.
    racks:      the number of all racks.
    equities:   sum of the equities of their best moves, in milli-points.
    squares:    sum of the squares of their deviations, in square hundredths of a point.
    """

    max_tiles: int
    deviations: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    racks: int
    equities: int
    squares: int

    def __add__(self, other: "LeaveSums") -> "LeaveSums":
        return LeaveSums(
            self.max_tiles,
            self.deviations + other.deviations,
            self.counts + other.counts,
            self.racks + other.racks,
            self.equities + other.equities,
            self.squares + other.squares,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the sums packed: a task touches a part of the leaves, most of them a few times."""
        packed = _pack(self.deviations), _pack(self.counts)
        return _unpack_sums, (self.max_tiles, *packed, self.racks, self.equities, self.squares)

    @property
    def means(self) -> npt.NDArray[np.float64]:
        """The mean deviation of each leave in points; 0 without observations."""
        return self.deviations / np.maximum(self.counts, 1) / _DEVIATION

    @property
    def mean_equity(self) -> float:
        """The mean equity of the best moves of all racks, in points."""
        return self.equities / max(1, self.racks) / 1000

    @property
    def variance(self) -> float:
        """The variance of the deviations of racks, in square points."""
        return self.squares / max(1, self.racks) / _SQUARE


_Packed = tuple[int, bytes, bytes, bytes]


def _pack(values: npt.NDArray[np.int64]) -> _Packed:
    """Pack whole numbers, most of them 0 or small.

    The parts: their number; a bit for each, set unless it is 0; these as int32; those as int64 that do not
    fit, in whose place int32 has 0.
    """
    is_there = values != 0
    some = values[is_there]
    small = some.astype(np.int32)
    large = some[small != some]
    small[small != some] = 0
    return len(values), np.packbits(is_there).tobytes(), small.tobytes(), large.tobytes()


def _unpack(packed: _Packed) -> npt.NDArray[np.int64]:
    size, bits, small, large = packed
    some = np.frombuffer(small, dtype=np.int32).astype(np.int64)
    some[some == 0] = np.frombuffer(large, dtype=np.int64)
    values = np.zeros(size, dtype=np.int64)
    values[np.unpackbits(np.frombuffer(bits, dtype=np.uint8), count=size).view(np.bool_)] = some
    return values


def _unpack_sums(max_tiles: int, deviations: _Packed, counts: _Packed, *totals: int) -> LeaveSums:
    return LeaveSums(max_tiles, _unpack(deviations), _unpack(counts), *totals)


def sum_leaves(
    lexicon: Lexicon,
    variant: Variant,
    config: StrategyConfig,
    table: LeaveTable,
    *,
    max_tiles: int,
    seed: int,
    games: range,
) -> LeaveSums:
    """Play games of a strategy with these leaves against itself, and deal racks in their positions.

    The games are those of `play_static_games` with the same seed and numbers. The sums depend on nothing
    else, and the sums of a series are the sums of its parts added up.
    """
    indices = _indices(variant.tiles, max_tiles)
    leaves = make_core_leaves(table, variant.rules.rack_size)  # not cached: each call has another table
    strategy = make_core_strategy(config, leaves, variant)
    deviations, counts, racks, equities, squares = core.sum_leaves(
        lexicon.graph_for(variant.rules.word_order),
        lexicon.word_map,
        core_variant(variant),
        strategy,
        core.GameBatch(seed, games.start, 1, len(games)),
        core.LeaveSampling(variant.tiles.size, max_tiles, RACKS, FIRST_TURN, MIN_BAG),
    )
    return LeaveSums(max_tiles, deviations[indices], counts[indices], racks, equities, squares)


def max_leave_tiles(variant: Variant, longest: int | None = None) -> int:
    """Return the size of the longest leave of a table: one less than a rack, or `longest`.

    Raises ConfigError when it is out of range, or there would be too many leaves.
    """
    most = min(MAX_LEAVE_TILES, variant.rules.rack_size - 1)
    if longest is not None and not 1 <= longest <= most:
        raise ConfigError(f"leaves of up to {longest} tiles", cure=f"expected 1 to {most}")
    longest = max(1, most) if longest is None else longest
    if comb(variant.tiles.size + longest, longest) > MAX_DENSE_LEAVES:
        raise ConfigError(
            f"{variant.tiles.name} has too many leaves of up to {longest} tiles", cure="choose fewer tiles"
        )
    all_keys(variant.tiles, longest)  # refuses too many
    return longest


@lru_cache(maxsize=2)
def _indices(tile_set: TileSet, most: int) -> npt.NDArray[np.uint64]:
    keys: Keys = all_keys(tile_set, most)
    return strategy_core.leave_indices(tile_set.size, most, keys)[:-1]
