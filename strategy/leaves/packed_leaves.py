"""Tables of leaves as small files: a header and the values, compressed.

A file is gzip, which has a checksum; XZ is read, too: 7 % smaller, but four times as long to unpack.
The content is a line of JSON (`Header`) and the value of each leave in the order of `all_keys`: hundredths of
a point as signed 16-bit numbers, first all lower bytes, then all upper ones, because they compress better
apart. The tiles in the header determine the leaves.
"""

import gzip
from pathlib import Path

import msgspec
import numpy as np

from movegen.encoding import encode_json
from movegen.errors import ConfigError
from movegen.files import InputKind, file_label, read_packed, write_atomic
from movegen.variant import TileSet
from strategy.leaves.leave_keys import MAX_LEAVE_TILES, MAX_LEAVES, all_keys
from strategy.leaves.leave_table import LeaveTable
from strategy.leaves.leaves import MILLI
from strategy.trained_for import TrainedFor

LEAVES_SUFFIX = ".leaves"

_FORMAT = "jackdaw leaves 1"
_UNIT = 10  # milli-points
_MAX = 32767
_KIND = InputKind((1 << 16) + 2 * MAX_LEAVES, ConfigError, "the table of leaves")
_CURE = "copy the file again, or train leaves for these tiles (jackdaw leaves train)"


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The header of a file.

    Attributes
    ----------
    tiles:   the label of each tile, the blank first.
    counts:  the number of each tile.
    longest: the number of tiles of the longest leave.
    made:    the origin of the values, in words.
    trained: the lexicon and game they were trained for; None if the file does not say it.
    rack_size: the number of tiles of the racks that the values are for, likewise.
    """

    format: str
    tiles: tuple[str, ...]
    counts: tuple[int, ...]
    longest: int = msgspec.field(name="most")
    made: str
    trained: TrainedFor | None = None
    rack_size: int | None = None


def read_packed_leaves(path: str | Path, tile_set: TileSet) -> LeaveTable:
    """Read a file that `write_packed_leaves` wrote.

    Raises
    ------
    ConfigError: the file cannot be read, is damaged, or has leaves for other tiles.
    """
    path = Path(path)
    header, values = _unpack(path)
    if (header.tiles, header.counts) != _labels_and_counts(tile_set):
        raise ConfigError(
            f"has leaves for other tiles than {tile_set.name}",
            file=path,
            cure="train leaves for these tiles (jackdaw leaves train), or name another strategy",
        )
    keys = all_keys(tile_set, header.longest)
    if len(values) != 2 * len(keys):
        raise _damaged(path, f"{len(values):,} bytes for {len(keys):,} leaves")
    low, high = np.frombuffer(values, dtype=np.uint8).reshape(2, -1)
    points = np.stack([low, high], axis=1).view("<i2")[:, 0].astype(np.int64) * _UNIT
    rack_size = header.trained.rack_size if header.trained is not None else header.rack_size
    return LeaveTable(tile_set, file_label(path), keys, points, rack_size)


def write_packed_leaves(
    table: LeaveTable, path: str | Path, made: str = "", trained: TrainedFor | None = None
) -> None:
    """Write the values of all leaves of the tile set, rounded to hundredths of a point.

    `made` describes the origin of the values, `trained` the lexicon they are for. Raises ConfigError if the
    table lacks leaves up to the size of its longest, or a value exceeds 327 points; JackdawError if the file
    cannot be written.
    """
    longest = table.longest
    keys = all_keys(table.tile_set, longest) if longest else table.keys
    if not np.array_equal(keys, table.keys):
        raise ConfigError(
            f"{table.name} has {len(table):,} of the {len(keys):,} leaves of up to {longest} tiles",
            file=path,
            cure="write a .csv or .klv2 file, which need not have all of them",
        )
    steps = np.rint(table.points / _UNIT)
    if np.abs(steps).max(initial=0) > _MAX:
        raise ConfigError(f"{table.name} has values beyond {_MAX * _UNIT // MILLI} points", file=path)
    tiles = _labels_and_counts(table.tile_set)
    header = encode_json(Header(_FORMAT, *tiles, longest, made, trained, table.rack_size))
    planes = np.ascontiguousarray(steps.astype("<i2").view(np.uint8).reshape(-1, 2).T)
    content = header + b"\n" + planes.tobytes()
    write_atomic(Path(path), gzip.compress(content, mtime=0))


def read_header(path: str | Path) -> Header:
    """Read the header of a file. Raises ConfigError if the file cannot be read or is damaged."""
    return _unpack(Path(path))[0]


def _unpack(path: Path) -> tuple[Header, bytes]:
    content = read_packed(path, _KIND)
    line, _, values = content.partition(b"\n")
    try:
        header = msgspec.json.decode(line, type=Header)
    except (ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise _damaged(path, str(error)) from None
    if header.format != _FORMAT or not 1 <= header.longest <= MAX_LEAVE_TILES:
        raise _damaged(path, "its header has another format")
    return header, values


def _labels_and_counts(tile_set: TileSet) -> tuple[tuple[str, ...], tuple[int, ...]]:
    return tuple(tile.label for tile in tile_set.tiles), tile_set.counts


def _damaged(path: Path, reason: str) -> ConfigError:
    return ConfigError(f"is not a file of leaves: {reason}", file=path, cure=_CURE)
