"""Tables of leaves as small files: a header and the values, compressed.

All of it is one XZ stream, which carries a checksum. Unpacked: a line of JSON (`Header`), then a value
for each leave in the order of `all_keys`, hundredths of a point as signed 16-bit numbers, first all lower
bytes, then all upper ones (which compress better apart). Which leaves there are, the tiles tell.
"""

import lzma
from pathlib import Path

import msgspec
import numpy as np

from movegen.errors import ConfigError
from movegen.files import write_whole
from movegen.tiles import TileSet
from strategy.leave_keys import MOST_LEAVES, MOST_TILES, all_keys
from strategy.leave_table import LeaveTable
from strategy.leaves import MILLI

SUFFIX = ".leaves"

_FORMAT = "jackdaw leaves 1"
_UNIT = 10  # milli-points
_MOST = 32767
_LARGEST_HEADER = 1 << 16
_CURE = "copy the file again, or train leaves for these tiles (jackdaw leaves train)"


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file tells besides the values.

    tiles:  the label of each tile, the blank first.
    counts: how many of each there are.
    most:   tiles of the longest leave.
    made:   where the values come from, in words.
    """

    format: str
    tiles: tuple[str, ...]
    counts: tuple[int, ...]
    most: int
    made: str


def read_packed_leaves(path: str | Path, tile_set: TileSet) -> LeaveTable:
    """Read a file that `write_packed_leaves` wrote.

    Raises
    ------
    ConfigError: the file cannot be read, is damaged, or holds the leaves of other tiles.
    """
    path = Path(path)
    header, values = _unpacked(path)
    if (header.tiles, header.counts) != _tiles(tile_set):
        raise ConfigError(
            f"holds the leaves of other tiles than {tile_set.name}",
            file=path,
            cure="train leaves for these tiles (jackdaw leaves train), or name another strategy",
        )
    keys = all_keys(tile_set, header.most)
    if len(values) != 2 * len(keys):
        raise _damaged(path, f"{len(values):,} bytes for {len(keys):,} leaves")
    low, high = np.frombuffer(values, dtype=np.uint8).reshape(2, -1)
    points = np.stack([low, high], axis=1).view("<i2")[:, 0].astype(np.int64) * _UNIT
    return LeaveTable(tile_set, path.stem, keys, points)


def write_packed_leaves(table: LeaveTable, path: str | Path, made: str = "") -> None:
    """Write the values of all leaves that the tile set has, rounded to hundredths of a point.

    `made` tells where they come from. Raises ConfigError when the table lacks leaves of a size that it
    has, or a value is beyond 327 points; JackdawError when the file cannot be written.
    """
    most = table.longest
    keys = all_keys(table.tile_set, most) if most else table.keys
    if not np.array_equal(keys, table.keys):
        raise ConfigError(
            f"{table.name} has {len(table):,} of the {len(keys):,} leaves of up to {most} tiles",
            file=path,
            cure="write a .csv or .klv2 file, which may lack some",
        )
    steps = np.rint(table.points / _UNIT)
    if np.abs(steps).max(initial=0) > _MOST:
        raise ConfigError(f"{table.name} has values beyond {_MOST * _UNIT // MILLI} points", file=path)
    header = msgspec.json.encode(Header(_FORMAT, *_tiles(table.tile_set), most, made))
    planes = np.ascontiguousarray(steps.astype("<i2").view(np.uint8).reshape(-1, 2).T)
    content = header + b"\n" + planes.tobytes()
    write_whole(Path(path), lzma.compress(content, preset=9 | lzma.PRESET_EXTREME, check=lzma.CHECK_CRC64))


def read_header(path: str | Path) -> Header:
    """What a file tells besides the values. Raises ConfigError as `read_packed_leaves` does."""
    return _unpacked(Path(path))[0]


def _unpacked(path: Path) -> tuple[Header, bytes]:
    try:
        with lzma.open(path, "rb") as file:
            content = file.read(_LARGEST_HEADER + 2 * MOST_LEAVES)
        line, _, values = content.partition(b"\n")
        header = msgspec.json.decode(line, type=Header)
    except OSError as error:
        raise ConfigError(f"the leaves cannot be read ({error.strerror or error})", file=path) from None
    except (EOFError, lzma.LZMAError, ValueError, msgspec.MsgspecError) as error:
        raise _damaged(path, str(error)) from None
    if header.format != _FORMAT or not 1 <= header.most <= MOST_TILES:
        raise _damaged(path, "its header is of another format")
    return header, values


def _tiles(tile_set: TileSet) -> tuple[tuple[str, ...], tuple[int, ...]]:
    return tuple(tile.label for tile in tile_set.tiles), tile_set.counts


def _damaged(path: Path, reason: str) -> ConfigError:
    return ConfigError(f"is no file of leaves: {reason}", file=path, cure=_CURE)
