"""The encoding of results: JSON for files and standard output, and the cells of CSV."""

import msgspec

from movegen import encoding
from movegen.encoding import show_hidden

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The characters with which spreadsheets begin a formula."""


def encode_json(result: msgspec.Struct) -> bytes:
    """Encode a result as JSON for files and standard output: indented, with a final line break."""
    return msgspec.json.format(encoding.encode_json(result), indent=2) + b"\n"


def csv_cell(value: object) -> str:
    """Format a value as JSON does; empty for null."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def escape_formula(text: str) -> str:
    """Put an apostrophe before what a spreadsheet would take for a formula; escape hidden characters."""
    return show_hidden(f"'{text}" if text.startswith(_FORMULA) else text)
