"""Tables of leaves as CSV: a line for each leave, with its tiles and its points, such as `EINS,8.25`."""

import csv
import io
from pathlib import Path

from movegen.errors import ConfigError, JackdawError, NotationError, quote
from movegen.files import InputKind, file_label, open_lines, write_atomic
from movegen.variant import Rack, TileSet
from strategy.leaves.leave_keys import MAX_LEAVE_TILES, MAX_LEAVES
from strategy.leaves.leave_table import LeaveTable
from strategy.leaves.leaves import MILLI, milli_points

SUFFIX = ".csv"

_HEADER = ["leave", "points"]
_EXPECTED = "expected a line such as EINS,8.25 for each leave"
_KIND = InputKind(64 * MAX_LEAVES, ConfigError, "the table of leaves", max_line=1000)


def read_leave_csv(path: str | Path, tile_set: TileSet) -> LeaveTable:
    """Read leaves and their values; the header `leave,points` is optional.

    Raises ConfigError if the file cannot be read or a line is wrong; the error names the line.
    """
    path = Path(path)
    values: dict[Rack, int] = {}
    number = 0
    with open_lines(path, _KIND) as lines:
        try:
            for number, line in enumerate(csv.reader(map(_check_quotes, lines)), start=1):
                if line and (number > 1 or line != _HEADER):
                    _add_leave(values, line, tile_set, number)
        except _LineError as error:
            raise ConfigError(error.problem, file=path, key=f"line {number}", cure=error.cure) from None
        except UnicodeDecodeError as error:
            read = error.object  # the block of which no line is read yet
            number += read.count(b"\n", 0, error.start) + 1
            problem = f"byte {quote(read[error.start : error.start + 1].hex())} is not UTF-8"
            raise ConfigError(
                problem, file=path, key=f"line {number}", cure="save the leaves as UTF-8"
            ) from None
        except csv.Error as error:
            where = f"line {number + 1}"
            raise ConfigError(f"cannot be read as text ({error})", file=path, key=where) from None
    if not values:
        raise ConfigError("contains no leaves", file=path, cure=_EXPECTED)
    return LeaveTable.from_values(values, tile_set, file_label(path))


class _LineError(JackdawError):
    """The reason why a line is refused."""


def _add_leave(values: dict[Rack, int], line: list[str], tile_set: TileSet, number: int) -> None:
    if len(line) != 2 or number > MAX_LEAVES:
        raise _LineError("a line must have a leave, a comma, and points", cure=_EXPECTED)
    try:
        leave = tile_set.parse_rack(line[0])
        points = milli_points(_parse_points(line[1]), str(leave))
    except NotationError as error:
        raise _LineError(error.problem, cure=_EXPECTED) from None
    except ConfigError as error:
        raise _LineError(error.problem, cure=error.cure) from None
    if not 1 <= len(leave) <= MAX_LEAVE_TILES:
        raise _LineError(f"{quote(line[0])} is not a leave", cure=f"expected 1 to {MAX_LEAVE_TILES} tiles")
    if leave in values:
        raise _LineError(f"{leave} occurs twice")
    values[leave] = points


def _check_quotes(line: str) -> str:
    """Refuse a field that goes on in the next line, since a row may then have any size."""
    if line.count('"') % 2:
        raise csv.Error("a quotation mark is not closed")
    return line


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
        cure = f"{_EXPECTED}; the first one may be {','.join(_HEADER)}"
        raise ConfigError(f"{quote(text)} is not a number of points", cure=cure) from None
