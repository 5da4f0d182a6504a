"""The encoding of results as JSON, for files and standard output."""

import msgspec

from movegen import encoding


def encode_json(result: msgspec.Struct) -> bytes:
    """Encode a result as JSON for files and standard output: indented, with a final line break."""
    return msgspec.json.format(encoding.encode_json(result), indent=2) + b"\n"
