"""Lines on standard error, broken at spaces where a terminal is too narrow for them.

This module imports no more than the standard library, since errors must come at once, and without a core.
"""

import os
import sys
import textwrap

_MIN_COLUMNS = 20


def break_lines(text: str) -> str:
    """Break the lines of a text at spaces if standard error is a terminal; else errors stay one line each."""
    columns = _error_columns()
    if columns is None:
        return text
    return "\n".join(_fill(line, columns) if len(line) > columns else line for line in text.split("\n"))


def _fill(line: str, columns: int) -> str:
    return textwrap.fill(
        line, columns, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


def _error_columns() -> int | None:
    """The columns of the terminal that shows standard error; None if it goes elsewhere."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    given = os.environ.get("COLUMNS", "")
    try:
        columns = int(given) if given.isdecimal() else os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):  # a terminal that does not say, or none of the system
        return None
    return max(_MIN_COLUMNS, columns) if columns else None
