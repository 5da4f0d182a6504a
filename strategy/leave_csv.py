"""Tables of leaves as text: a line a leave, its tiles and its value in points, such as `EINS,8.25`."""

import csv
import io
from pathlib import Path

from movegen.errors import ConfigError, NotationError, shown
from movegen.files import write_whole
from movegen.tiles import TileSet
from strategy.leave_keys import MOST_LEAVES, MOST_TILES
from strategy.leave_table import LeaveTable
from strategy.leaves import MILLI, milli_points

SUFFIX = ".csv"

_HEAD = ["leave", "points"]


def read_leave_csv(path: str | Path, tile_set: TileSet) -> LeaveTable:
    """Read leaves and their values; a first line `leave,points` may be missing.

    Raises ConfigError when the file cannot be read, or naming the line that is wrong.
    """
    path = Path(path)
    values = {}
    number = 0
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            for number, line in enumerate(csv.reader(file), start=1):
                if not line or (number == 1 and line == _HEAD):
                    continue
                if len(line) != 2 or number > MOST_LEAVES:
                    raise ConfigError("a line is a leave, a comma, and points")
                leave = tile_set.parse_rack(line[0])
                if not 1 <= len(leave) <= MOST_TILES:
                    raise ConfigError(
                        f"{shown(line[0])} is no leave", cure=f"expected 1 to {MOST_TILES} tiles"
                    )
                if leave in values:
                    raise ConfigError(f"{leave} stands there twice")
                values[leave] = milli_points(_number(line[1]), str(leave))
    except OSError as error:
        raise ConfigError(f"the leaves cannot be read ({error.strerror})", file=path) from None
    except (ConfigError, NotationError) as error:
        raise ConfigError(error.what, file=path, key=f"line {number}", cure=error.cure) from None
    except (ValueError, csv.Error) as error:  # such as bytes that are not UTF-8
        raise ConfigError(f"cannot be read as text ({error})", file=path, key=f"line {number + 1}") from None
    return LeaveTable.from_values(values, tile_set, path.stem)


def write_leave_csv(table: LeaveTable, path: str | Path) -> None:
    """Write a table, in milli-points if need be. Raises JackdawError when the file cannot be written."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEAD)
    writer.writerows((str(leave), f"{value / MILLI:.10g}") for leave, value in table.items())
    write_whole(Path(path), text.getvalue().encode())


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ConfigError(f"{shown(text)} is no number of points") from None
