"""Boards, tiles and rules in the form that the core takes; cached."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from movegen.arrays import freeze
from movegen.native import core
from movegen.variant.layouts import BoardLayout
from movegen.variant.rules import EndingRule, Rules, Variant
from movegen.variant.tiles import TileSet

_ENDINGS = tuple(EndingRule)  # in the order of the core's


@lru_cache(maxsize=16)
def core_variant(variant: Variant) -> core.Variant:
    """Return a variant for the core."""
    rules = variant.rules
    return core.make_variant(
        core_layout(variant.layout),
        core_points(variant.tiles),
        core_counts(variant.tiles.counts),
        sum(1 << tile for tile, is_vowel in enumerate(variant.tiles.vowels) if is_vowel),
        core_bonuses(rules),
        rules.rack_size,
        rules.bingo_tiles,
        rules.exchange_limit,
        rules.scoreless_turns,
        _ENDINGS.index(rules.ending),
        rules.count_tiles_left,
    )


@lru_cache(maxsize=16)
def core_layout(layout: BoardLayout) -> core.Layout:
    """Return a board layout for the core."""
    return core.make_layout(
        np.ascontiguousarray(layout.letter_multipliers),
        np.ascontiguousarray(layout.word_multipliers),
        layout.start,
        layout.is_symmetric,
    )


@lru_cache(maxsize=16)
def core_points(tile_set: TileSet) -> npt.NDArray[np.int32]:
    """Return the points of each tile: int32, (MAX_LETTERS + 1,)."""
    points = np.zeros(core.MAX_LETTERS + 1, dtype=np.int32)
    points[: tile_set.size] = tile_set.points
    return freeze(points)


@lru_cache(maxsize=16)
def core_bonuses(rules: Rules) -> npt.NDArray[np.int32]:
    """Return the bonus in points by the number of tiles placed: int32, (MAX_RACK + 1,)."""
    bonuses = [rules.bonus(placed) for placed in range(core.MAX_RACK + 1)]
    return freeze(np.array(bonuses, dtype=np.int32))


def core_counts(counts: Sequence[int]) -> npt.NDArray[np.uint8]:
    """Return the number of each tile, blanks at 0: uint8, (MAX_LETTERS + 1,)."""
    array = np.zeros(core.MAX_LETTERS + 1, dtype=np.uint8)
    array[: len(counts)] = counts
    return array
