"""Mutations of files, for tests with damaged input: of bytes, 32-bit words, text, and trees of values."""

import copy
import json
import re
import struct
from random import Random
from typing import Any

Tree = Any
"""What JSON and MessagePack can hold: nested lists and dictionaries."""

_BYTES = (0x00, 0x01, 0x09, 0x0A, 0x20, 0x22, 0x2C, 0x2D, 0x7F, 0x80, 0xC0, 0xED, 0xFE, 0xFF)
_WORDS = (0, 1, 2, 0x3FFFFF, 0x400000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF)
_SNIPPETS = (
    b"-1", b"0", b"1", b"2147483648", b"-9223372036854775809", b"18446744073709551616", b"1" * 40,
    b"9" * 5000,
    b"1e999", b"-1e-999", b"nan", b"inf", b"-inf", b"1.5", b"0x10", b"1_000", "\u0661\u0662".encode(),
    b"true", b"null", b'""', b"''", b"[]", b"{}", b"[[[[", b"[" * 3000, b"]", b"}", b'"', b"'", b"\\",
    b"=", b"#",
    b",", b";", b"/", b"?", b"..", b"../../etc/passwd", b"/dev/zero", b"\0", b"\x1b[2J", b"\xff",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf", "\u202e".encode(), "\U0001f600".encode(), "e\u0301".encode(), "\u2028".encode(), b"\r",
    b"\n", b"\r\n\r\n", b"\x0c", b"\x1a", b"\x85", b"A" * 3000, b"?" * 40, b"1979-05-27", b"%s%n", b"{0}",
)  # fmt: skip
_LEAVES: tuple[Tree, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 255, 256, 2**31, -(2**31) - 1, 2**63 - 1, -(2**63), 2**63, 2**64 - 1,
    0.0, -0.5, 1e300, -1e300, 5e-324, "", "A", "?", "\0", "\x1b[2J", "\ud7ff", "\u202e", "x" * 3000,
    "8H", "-1",
    "..", "../../x.toml", "/dev/zero", "nan", [], {}, [[]], [0], {"": 0}, [None] * 100,
)  # fmt: skip


def damage_bytes(data: bytes, chance: Random) -> bytes:
    """Return the data after one to four small changes anywhere."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        chance.choice((_set_byte, _flip_bit, _set_word, _insert, _delete, _repeat, _cut, _swap))(
            changed, chance
        )
    return bytes(changed)


def damage_words(data: bytes, chance: Random) -> bytes:
    """Return the data after one to four changes of whole little-endian 32-bit words."""
    words = list(struct.unpack(f"<{len(data) // 4}I", data[: len(data) // 4 * 4]))
    for _ in range(chance.choice((1, 1, 1, 2, 4)) if words else 0):
        at = chance.randrange(len(words))
        near = max(0, min(len(words) - 1, at + chance.randrange(-3, 4)))
        words[at] = chance.choice(
            (
                words[at] ^ 1 << chance.randrange(32),
                words[at] + chance.choice((-1, 1)) & 0xFFFFFFFF,
                words[near],
                chance.choice(words),
                chance.choice(_WORDS),
                chance.getrandbits(32),
                (words[at] & 0xFFC00000) | chance.randrange(len(words)) & 0x3FFFFF,
            )
        )
    if not chance.randrange(20):
        del words[chance.randrange(len(words) + 1) :]
    return struct.pack(f"<{len(words)}I", *words)


def damage_text(data: bytes, chance: Random) -> bytes:
    """Return the data after one to four changes of words, fields and lines."""
    changes = (_replace_token, _exchange_token, _exchange_token, _insert_snippet, _change_lines, damage_bytes)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        data = chance.choice(changes)(data, chance)
    return data


def format_toml(table: dict[str, Tree]) -> bytes:
    """Write a table as TOML: a line for each key, with inline tables. None is left out."""
    return b"".join(
        f"{json.dumps(str(key))} = {_toml_value(value)}\n".encode(errors="replace")
        for key, value in table.items()
        if value is not None
    )


def _toml_value(value: Tree) -> str:
    if isinstance(value, dict):
        pairs = (f"{json.dumps(str(key))} = {_toml_value(each)}" for key, each in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml_value, value)) + "]"
    if isinstance(value, bool) or value is None:
        return "true" if value else "false"
    return json.dumps(value) if isinstance(value, str) else repr(value)


def damage_tree(tree: Tree, chance: Random) -> Tree:
    """Return a copy of the values after one to three changes of values, keys and lengths."""
    changed = [copy.deepcopy(tree)]
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        places = list(_places(changed))
        holder, key = chance.choice(places)
        value = holder[key]
        action = chance.randrange(14)
        if action == 0 and len(places) > 1 and holder is not changed:
            del holder[key]
        elif action == 1 and isinstance(holder, list) and holder is not changed:
            holder.insert(key, copy.deepcopy(value))
        elif action == 2 and isinstance(holder, dict):
            holder[chance.choice(("x", "", "name", "schema", str(key) + " "))] = holder.pop(key)
        elif action == 3 and isinstance(value, int | float):
            holder[key] = chance.choice(
                (value + 1, value - 1, -value, value * 1000, float(value), str(value))
            )
        elif action == 4 and isinstance(value, str | bytes) and value:
            raw = value if isinstance(value, bytes) else value.encode()
            holder[key] = damage_bytes(raw, chance)
            if isinstance(value, str):
                holder[key] = holder[key].decode(errors="replace")
        elif action == 5:
            holder[key] = copy.deepcopy(chance.choice(_LEAVES))
        else:  # another value of the same type, which a schema accepts
            values = [each[place] for each, place in places if each is not changed]
            alike = [each for each in (*_LEAVES, *values, *values) if type(each) is type(value)]
            holder[key] = copy.deepcopy(chance.choice(alike or values or [None]))
    return changed[0]


def _places(tree: Tree) -> "list[tuple[Any, Any]]":
    """Return all places of values: (container, key or index)."""
    found = []
    waiting = [tree]
    while waiting:
        holder = waiting.pop()
        for key in holder if isinstance(holder, dict) else range(len(holder)):
            found.append((holder, key))
            if isinstance(holder[key], dict | list):
                waiting.append(holder[key])
    return found


def _set_byte(data: bytearray, chance: Random) -> None:
    if data:
        data[chance.randrange(len(data))] = chance.choice((*_BYTES, chance.randrange(256)))


def _flip_bit(data: bytearray, chance: Random) -> None:
    if data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def _set_word(data: bytearray, chance: Random) -> None:
    at = chance.randrange(len(data) + 1)
    data[at : at + 4] = struct.pack("<I", chance.choice(_WORDS))


def _insert(data: bytearray, chance: Random) -> None:
    at = chance.randrange(len(data) + 1)
    data[at:at] = chance.choice((chance.choice(_SNIPPETS), chance.randbytes(chance.randrange(1, 9))))


def _delete(data: bytearray, chance: Random) -> None:
    at = chance.randrange(len(data) + 1)
    del data[at : at + chance.choice((1, 1, 2, 4, 16, 100))]


def _repeat(data: bytearray, chance: Random) -> None:
    at = chance.randrange(len(data) + 1)
    data[at:at] = data[at : at + chance.choice((1, 4, 40))] * chance.choice((1, 2, 50))


def _cut(data: bytearray, chance: Random) -> None:
    if not chance.randrange(4):
        del data[chance.randrange(len(data) + 1) :]


def _swap(data: bytearray, chance: Random) -> None:
    if len(data) > 8:
        size = chance.randrange(1, min(64, len(data) // 2))
        one, other = sorted(chance.randrange(len(data) - size) for _ in range(2))
        data[one : one + size], data[other : other + size] = (
            data[other : other + size],
            data[one : one + size],
        )


def _replace_token(data: bytes, chance: Random) -> bytes:
    tokens = _tokens(data)
    if not tokens:
        return data
    begin, end = chance.choice(tokens)
    first, last = chance.choice(tokens)
    return data[:begin] + chance.choice((chance.choice(_SNIPPETS), data[first:last], b"")) + data[end:]


def _exchange_token(data: bytes, chance: Random) -> bytes:
    """Replace a token by one of the same kind: a number by a number, a word by a word."""
    tokens = _tokens(data)
    if not tokens:
        return data
    begin, end = chance.choice(tokens)
    old = data[begin:end]
    is_number = _is_number(old)
    alike = [token for token in tokens if _is_number(data[slice(*token)]) == is_number]
    first, last = chance.choice(alike)
    new = data[first:last]
    if is_number and chance.randrange(2):
        number = int(re.sub(rb"[^0-9]", b"", old)[:30])
        new = str(number + chance.choice((-1, 1, 10, -10, 1000, -number, -2 * number, number * 100))).encode()
        new = b"+" * old.startswith(b"+") + new
    return data[:begin] + new + data[end:]


def _is_number(token: bytes) -> bool:
    return re.fullmatch(rb"[+-]?[0-9]+(\.[0-9]+)?", token) is not None


def _insert_snippet(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(_SNIPPETS) + data[at:]


def _change_lines(data: bytes, chance: Random) -> bytes:
    lines = data.split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    action = chance.randrange(5)
    if action == 0:
        lines[one], lines[other] = lines[other], lines[one]
    elif action == 1:
        lines.insert(other, lines[one])
    elif action == 2:
        del lines[one]
    elif action == 3:
        lines[one:one] = [lines[other]] * chance.choice((2, 30))
    else:
        lines[one] += b" " + lines[other]
    return b"\n".join(lines)


def _tokens(data: bytes) -> list[tuple[int, int]]:
    """Return the (begin, end) of each run of letters and digits, and of all that lies between separators."""
    found, begin = [], None
    for at, byte in enumerate(data + b" "):
        is_inside = chr(byte).isalnum() or byte in b".-+_?\"'" or byte >= 0x80
        if is_inside and begin is None:
            begin = at
        elif not is_inside and begin is not None:
            found.append((begin, at))
            begin = None
    return found
