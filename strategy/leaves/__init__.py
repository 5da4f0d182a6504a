"""Leaves: heuristics and tables of values, keys of multisets of tiles, and files in four formats."""

from strategy.leaves.klv2 import read_klv2, write_klv2
from strategy.leaves.leave_files import (
    DEFAULT_LEAVES,
    TABLE_SUFFIXES,
    check_suffix,
    default_leaves_name,
    list_leaves,
    load_leaves,
    write_table,
)
from strategy.leaves.leave_keys import (
    MAX_LEAVE_TILES,
    Keys,
    all_keys,
    count_tiles,
    decode_counts,
    remove_each,
)
from strategy.leaves.leave_lists import Counts, all_multisets, count_multisets, count_ways, draw_tiles
from strategy.leaves.leave_table import TABLE_RACK, LeaveTable
from strategy.leaves.leaves import MILLI, Leaves, extrapolate_mix, milli_points
from strategy.leaves.packed_leaves import LEAVES_SUFFIX, read_header, write_packed_leaves

__all__ = [
    "DEFAULT_LEAVES",
    "LEAVES_SUFFIX",
    "MAX_LEAVE_TILES",
    "MILLI",
    "TABLE_RACK",
    "TABLE_SUFFIXES",
    "Counts",
    "Keys",
    "LeaveTable",
    "Leaves",
    "all_keys",
    "all_multisets",
    "check_suffix",
    "count_multisets",
    "count_tiles",
    "count_ways",
    "decode_counts",
    "default_leaves_name",
    "draw_tiles",
    "extrapolate_mix",
    "list_leaves",
    "load_leaves",
    "milli_points",
    "read_header",
    "read_klv2",
    "remove_each",
    "write_klv2",
    "write_packed_leaves",
    "write_table",
]
