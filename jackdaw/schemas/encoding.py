"""The encoding of results: JSON for files and standard output, positions as CGP."""

from dataclasses import replace

import msgspec

from movegen import encoding
from movegen.errors import CgpError
from movegen.position import Position


def encode_json(result: msgspec.Struct) -> bytes:
    """Encode a result as JSON for files and standard output: indented, with a final line break."""
    return msgspec.json.format(encoding.encode_json(result), indent=2) + b"\n"


def encode_cgp(position: Position) -> str:
    """Format a position as a line of CGP, without a lexicon name that CGP cannot express."""
    try:
        return position.cgp()
    except CgpError:
        return replace(position, lexicon_name=None, operations=()).cgp()
