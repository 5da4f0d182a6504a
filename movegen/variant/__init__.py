"""Variants: tile sets, board layouts, squares and rules, and the same in the form that the core takes."""

from movegen.variant.labels import nfc
from movegen.variant.layouts import BoardLayout
from movegen.variant.native_variant import core_bonuses, core_counts, core_layout, core_points, core_variant
from movegen.variant.rules import (
    ChallengeRule,
    EndingRule,
    Rules,
    Variant,
    WordOrder,
    advise_rules,
    check_variant,
)
from movegen.variant.squares import Direction, column_name, parse_square, square_name
from movegen.variant.tiles import BLANK, BLANK_FLAG, MAX_COUNT, Rack, Tile, TileSet, check_tile_set

__all__ = [
    "BLANK",
    "BLANK_FLAG",
    "MAX_COUNT",
    "BoardLayout",
    "ChallengeRule",
    "Direction",
    "EndingRule",
    "Rack",
    "Rules",
    "Tile",
    "TileSet",
    "Variant",
    "WordOrder",
    "advise_rules",
    "check_tile_set",
    "check_variant",
    "column_name",
    "core_bonuses",
    "core_counts",
    "core_layout",
    "core_points",
    "core_variant",
    "nfc",
    "parse_square",
    "square_name",
]
