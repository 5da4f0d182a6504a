"""Lines: other moves than those of a game, tried from one of its turns, and the files they are saved in."""

from movegen.lines.line import MAX_MOVES, Line, LineError, LineMove, check_name
from movegen.lines.line_file import (
    MAX_LINES,
    SCHEMA,
    LineRecord,
    add_line,
    encode_lines,
    lines_file,
    read_line_records,
    read_lines,
    remove_line,
    write_lines,
)

__all__ = [
    "MAX_LINES",
    "MAX_MOVES",
    "SCHEMA",
    "Line",
    "LineError",
    "LineMove",
    "LineRecord",
    "add_line",
    "check_name",
    "encode_lines",
    "lines_file",
    "read_line_records",
    "read_lines",
    "remove_line",
    "write_lines",
]
