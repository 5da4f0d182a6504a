"""What `jackdaw leaves show` and `jackdaw leaves convert` print."""

from pathlib import Path

import click

from jackdaw.layout import Column, Line, styled, table
from movegen.errors import ConfigError
from movegen.sub_racks import SubRacks
from movegen.tiles import Rack, TileSet
from strategy.leave_files import INSIDE, check_suffix, load_leaves, name_inside, write_table
from strategy.leave_table import LeaveTable
from strategy.leaves import MILLI
from strategy.packed_leaves import SUFFIX, read_header

_MOST_SHOWN = 7
_COLUMNS = (Column("Leave", "left"), Column("Value", "right"))


def leave_lines(text: str, source: str, tiles: str) -> list[Line]:
    """The value of a leave and of each smaller one in it: fewer tiles first, then the most valuable."""
    tile_set = TileSet.load(tiles)
    leave = tile_set.parse_rack(text)
    if not 1 <= len(leave) <= _MOST_SHOWN:
        raise ConfigError(f"a leave of {len(leave)} tiles", cure=f"expected 1 to {_MOST_SHOWN}")
    if not Rack(tile_set, tile_set.counts).contains(leave):
        raise ConfigError(f"there are not so many tiles as in {leave}", cure="expected tiles of one game")
    sub_racks = SubRacks(leave)
    source = name_inside(tile_set) if source == INSIDE else source
    leaves = load_leaves(source, tile_set)
    found = leaves.rack_values(sub_racks) if isinstance(leaves, LeaveTable) else leaves.values(sub_racks)
    values = found.tolist()
    parts = sorted((len(sub_racks[number]), -values[number], number) for number in range(1, len(sub_racks)))
    rows = [
        ((str(sub_racks[number]), f"{-negative / MILLI:+.2f}"), "bold" if sub_racks[number] == leave else "")
        for _, negative, number in parts
    ]
    return [*table(_COLUMNS, rows), styled(""), styled(f"leaves {source}")]


def convert_leaves(source: str, output: str, tiles: str) -> None:
    """Write leaves in another form."""
    check_suffix(output)
    leaves = load_leaves(source, TileSet.load(tiles))
    values = leaves if isinstance(leaves, LeaveTable) else LeaveTable.tabulated(leaves)
    made = read_header(source).made if source.lower().endswith(SUFFIX) else f"from {Path(source).name}"
    write_table(values, output, made)
    click.echo(f"{len(values):,} leaves in {output}")
