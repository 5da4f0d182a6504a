"""The outputs of `jackdaw leaves show` and `jackdaw leaves convert`."""

from collections.abc import Iterator
from pathlib import Path

from jackdaw.console import Column, Line, echo, styled, table
from movegen.board import SubRacks
from movegen.counts import counted
from movegen.errors import ConfigError
from movegen.variant import Rack, TileSet
from strategy.leaves import (
    DEFAULT_LEAVES,
    LEAVES_SUFFIX,
    MILLI,
    LeaveTable,
    check_suffix,
    default_leaves_name,
    load_leaves,
    read_header,
    write_table,
)

_MAX_TILES = 7
_COLUMNS = (Column("Leave", "left"), Column("Value", "right"))


def leave_values_view(text: str, source: str, tiles: str) -> list[Line]:
    """Show the values of a leave and its sub-leaves: fewer tiles first, then the most valuable."""
    tile_set = TileSet.load(tiles)
    leave = tile_set.parse_rack(text)
    if not 1 <= len(leave) <= _MAX_TILES:
        raise ConfigError(f"a leave of {len(leave)} tiles", cure=f"expected 1 to {_MAX_TILES}")
    if not Rack(tile_set, tile_set.counts).contains(leave):
        raise ConfigError(f"the game does not have the tiles {leave}", cure="expected tiles of one game")
    sub_racks = SubRacks(leave)
    source = default_leaves_name(tile_set) if source == DEFAULT_LEAVES else source
    leaves = load_leaves(source, tile_set)
    array = leaves.rack_values(sub_racks) if isinstance(leaves, LeaveTable) else leaves.values(sub_racks)
    values = array.tolist()
    parts = sorted((len(sub_racks[number]), -values[number], number) for number in range(1, len(sub_racks)))
    rows = [
        ((str(sub_racks[number]), f"{-negative / MILLI:+.2f}"), "bold" if sub_racks[number] == leave else "")
        for _, negative, number in parts
    ]
    notes = _about_missing(leaves, sub_racks) if isinstance(leaves, LeaveTable) else ()
    return [*table(_COLUMNS, rows), styled(""), *map(styled, notes), styled(f"leaves {source}")]


def _about_missing(leaves: LeaveTable, sub_racks: SubRacks) -> Iterator[str]:
    """Say which values are not in the table."""
    missing = [sub_racks[number] for number in range(1, len(sub_racks)) if sub_racks[number] not in leaves]
    if sub_racks.rack in missing and len(sub_racks.rack) == leaves.longest + 1:
        missing.remove(sub_racks.rack)
        yield f"{sub_racks.rack}: extrapolated; the table has leaves of up to {leaves.longest} tiles"
    if missing:
        count = "1 of these leaves is" if len(missing) == 1 else f"{len(missing)} of these leaves are"
        yield f"{count} not in the table and count{'s' * (len(missing) == 1)} 0"


def convert_leaves(source: str, output: str, tiles: str) -> None:
    """Convert a file of leaves to another format."""
    check_suffix(output)
    leaves = load_leaves(source, TileSet.load(tiles))
    values = leaves if isinstance(leaves, LeaveTable) else LeaveTable.from_heuristic(leaves)
    made = read_header(source).made if source.lower().endswith(LEAVES_SUFFIX) else f"from {Path(source).name}"
    write_table(values, output, made)
    echo(f"{counted(len(values), 'leave')} in {output}")
