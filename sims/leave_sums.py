"""What self-play tells of leaves: by how much racks that hold one exceed the others of their position.

See `sims/core/leave_sums.hpp` for what is counted and why.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from movegen.core_variant import core_variant
from movegen.errors import ConfigError
from movegen.lexicon import Lexicon
from movegen.rules import Variant
from movegen.tiles import TileSet
from sims.native import core
from strategy.core_strategy import MOST_DENSE, core_strategy_with, make_core_leaves
from strategy.leave_keys import MOST_TILES, Keys, all_keys
from strategy.leave_table import LeaveTable
from strategy.native import core as strategy_core
from strategy.strategy_files import StrategyConfig

RACKS = 8
"""How many racks are dealt in a position."""
FIRST_TURN = 3
"""The first turn that counts: no leave was kept before one's second."""
LEAST_BAG = 1
"""Tiles in the bag of positions that count: with none, leaves are not worth anything."""

_DEVIATION = 1000 * (RACKS - 1)  # of a point
_SQUARE = 100 * 100


@dataclass(frozen=True, eq=False)
class LeaveSums:
    """Sums over racks dealt in positions of self-play. All whole numbers: parts add up in any order.

    Attributes
    ----------
    most:       tiles of the longest leave.
    deviations: int64, by leave in the order of `all_keys`: what the best moves of the racks that hold it
                exceed the mean of the position's other racks by, in milli-points times `RACKS` - 1. A rack
                counts once for each way to choose the leave from its tiles.
    counts:     int64, by leave: how often racks were counted.
    racks:      all racks.
    equities:   of their best moves, milli-points in all.
    squares:    of their deviations, in square hundredths of a point.
    """

    most: int
    deviations: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    racks: int
    equities: int
    squares: int

    def __add__(self, other: "LeaveSums") -> "LeaveSums":
        return LeaveSums(
            self.most,
            self.deviations + other.deviations,
            self.counts + other.counts,
            self.racks + other.racks,
            self.equities + other.equities,
            self.squares + other.squares,
        )

    @property
    def means(self) -> npt.NDArray[np.float64]:
        """The mean deviation of each leave in points; 0 where there was none."""
        return self.deviations / np.maximum(self.counts, 1) / _DEVIATION

    @property
    def mean_equity(self) -> float:
        """Of the best moves of all racks, in points."""
        return self.equities / max(1, self.racks) / 1000

    @property
    def variance(self) -> float:
        """Of the deviations of racks, in square points."""
        return self.squares / max(1, self.racks) / _SQUARE


def sum_leaves(
    lexicon: Lexicon,
    variant: Variant,
    config: StrategyConfig,
    table: LeaveTable,
    *,
    most: int,
    seed: int,
    first: int,
    games: int,
) -> LeaveSums:
    """Play games of a strategy with these leaves against itself, and deal racks in their positions.

    The games are those of `play_static_games` with the same seed and numbers; the sums depend on nothing
    else, and those of a series are those of its parts added up.
    """
    places = _places(variant.tiles, most)
    leaves = make_core_leaves(table, variant.rules.rack_size)  # not kept: the next table will be another one
    strategy = core_strategy_with(config, leaves, variant)
    deviations, counts, racks, equities, squares = core.sum_leaves(
        lexicon.graph_for(variant.rules.word_order),
        lexicon.word_map,
        core_variant(variant),
        strategy,
        seed,
        first,
        games,
        variant.tiles.size,
        most,
        RACKS,
        FIRST_TURN,
        LEAST_BAG,
    )
    return LeaveSums(most, deviations[places], counts[places], racks, equities, squares)


def most_tiles(variant: Variant, longest: int | None = None) -> int:
    """How many tiles the longest leave of a table has: one less than a rack, unless asked for less.

    Raises ConfigError when it is out of range, or such leaves are too many.
    """
    most = min(MOST_TILES, variant.rules.rack_size - 1)
    if longest is not None and not 1 <= longest <= most:
        raise ConfigError(f"leaves of up to {longest} tiles", cure=f"expected 1 to {most}")
    longest = max(1, most) if longest is None else longest
    if comb(variant.tiles.size + longest, longest) > MOST_DENSE:
        raise ConfigError(
            f"{variant.tiles.name} has too many leaves of up to {longest} tiles", cure="take fewer tiles"
        )
    all_keys(variant.tiles, longest)  # refuses too many
    return longest


@lru_cache(maxsize=2)
def _places(tile_set: TileSet, most: int) -> npt.NDArray[np.uint64]:
    keys: Keys = all_keys(tile_set, most)
    return strategy_core.leave_places(tile_set.size, most, keys)[:-1]
