r"""Encoding text and structures for files, also text that is not Unicode, such as names of files.

Python represents a byte of a name that is not UTF-8 by a surrogate, which no file in UTF-8 may hold. In JSON,
CSV and pages it is written as an escape, such as `\xff` for the byte 255.
"""

import re
from typing import Any

import msgspec

from movegen.errors import escape

_SURROGATE = re.compile("[\ud800-\udfff]")
_OBEYED = "\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
_HIDDEN = re.compile(f"[{_OBEYED}]")
"""Control characters that JSON need not escape, but terminals may obey: C1, and those that reverse text."""
_UNSHOWABLE = re.compile(f"[\x00-\x08\x0b-\x1f{_OBEYED}\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def encodable(text: str) -> str:
    r"""Return a text with an escape for each character that UTF-8 lacks.

    >>> encodable("game\udcff.gcg")
    'game\\xff.gcg'
    """
    return _SURROGATE.sub(lambda found: escape(found[0]), text)


def encode_text(text: str) -> bytes:
    """Encode a text for a file in UTF-8; see `encodable`."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return encodable(text).encode()


def show_hidden(text: str) -> str:
    r"""Return a text of any length with escapes for control characters, except tabs and ends of lines.

    This is for text from outside in pages and CSV. What reverses the direction of text is escaped as well.

    >>> show_hidden("a\tb\x1b[2J\u202ec")
    'a\tb\\x1b[2J\\u202ec'
    """
    return text if text.isprintable() else _UNSHOWABLE.sub(lambda found: escape(found[0]), text)


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
