r"""Encoding text and structures for files, also text that is not Unicode, such as names of files.

Python represents a byte of a name that is not UTF-8 by a surrogate, which no file in UTF-8 may hold. In JSON,
CSV and pages it is written as an escape, such as `\xff` for the byte 255.
"""

import re
from typing import Any

import msgspec

from movegen.errors import escape

_SURROGATE = re.compile("[\ud800-\udfff]")
_HIDDEN = re.compile("[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")
"""Control characters that JSON need not escape, but terminals may obey: C1, and those that reverse text."""


def encodable(text: str) -> str:
    r"""Return a text with an escape for each character that UTF-8 lacks.

    >>> encodable("game\udcff.gcg")
    'game\\xff.gcg'
    """
    return _SURROGATE.sub(lambda found: escape(found[0]), text)


def encode_json(value: Any) -> bytes:
    r"""Encode structures, mappings and sequences as JSON that is safe to print.

    >>> print(encode_json({"name\udcff": "\x1b[31m\x9b31m"}).decode())
    {"name\\xff":"\u001b[31m\u009b31m"}
    """
    try:
        encoded = msgspec.json.encode(value)
    except UnicodeEncodeError:
        encoded = msgspec.json.encode(_to_encodable(msgspec.to_builtins(value)))
    if encoded.isascii() and b"\x7f" not in encoded:
        return encoded
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", encoded.decode()).encode()


def _to_encodable(value: Any) -> Any:
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, dict):
        return {_to_encodable(key): _to_encodable(each) for key, each in value.items()}
    return [_to_encodable(each) for each in value] if isinstance(value, list | tuple) else value
