"""Tables of leaves as CSV: a line for each leave, with its tiles and its points, such as `EINS,8.25`."""

import csv
import io
from pathlib import Path

from movegen.errors import ConfigError, NotationError, quote
from movegen.files import write_atomic
from movegen.variant import TileSet
from strategy.leaves.leave_keys import MAX_LEAVE_TILES, MAX_LEAVES
from strategy.leaves.leave_table import LeaveTable
from strategy.leaves.leaves import MILLI, milli_points

SUFFIX = ".csv"

_HEADER = ["leave", "points"]


def read_leave_csv(path: str | Path, tile_set: TileSet) -> LeaveTable:
    """Read leaves and their values; the header `leave,points` is optional.

    Raises ConfigError if the file cannot be read or a line is wrong; the error names the line.
    """
    path = Path(path)
    values = {}
    number = 0
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            for number, line in enumerate(csv.reader(file), start=1):
                if not line or (number == 1 and line == _HEADER):
                    continue
                if len(line) != 2 or number > MAX_LEAVES:
                    raise ConfigError("a line must have a leave, a comma, and points")
                leave = tile_set.parse_rack(line[0])
                if not 1 <= len(leave) <= MAX_LEAVE_TILES:
                    raise ConfigError(
                        f"{quote(line[0])} is not a leave", cure=f"expected 1 to {MAX_LEAVE_TILES} tiles"
                    )
                if leave in values:
                    raise ConfigError(f"{leave} occurs twice")
                values[leave] = milli_points(_parse_points(line[1]), str(leave))
    except OSError as error:
        raise ConfigError(f"the leaves cannot be read ({error.strerror})", file=path) from None
    except (ConfigError, NotationError) as error:
        raise ConfigError(error.problem, file=path, key=f"line {number}", cure=error.cure) from None
    except (ValueError, csv.Error) as error:  # such as invalid UTF-8
        raise ConfigError(f"cannot be read as text ({error})", file=path, key=f"line {number + 1}") from None
    return LeaveTable.from_values(values, tile_set, path.stem)


def write_leave_csv(table: LeaveTable, path: str | Path) -> None:
    """Write a table, exact to milli-points. Raises JackdawError if the file cannot be written."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEADER)
    writer.writerows((str(leave), f"{value / MILLI:.10g}") for leave, value in table.items())
    write_atomic(Path(path), text.getvalue().encode())


def _parse_points(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ConfigError(f"{quote(text)} is not a number of points") from None
