"""Decoding GCG files into logical lines: encodings, line ends, notes of several lines."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from movegen import files
from movegen.errors import GcgError, quote
from movegen.game import LATIN_1, UTF_8, GcgWarning, note_text

MAX_BYTES = 1024 * 1024
"""The limit of the size of a record; real ones have a few kilobytes."""
_KIND = files.InputKind(MAX_BYTES, GcgError, expected="a game record (GCG)")

_UTF_8_NAMES = {"utf-8", "utf8"}
_LATIN_1_NAMES = {"iso-8859-1", "iso8859-1", "iso_8859-1", "latin-1", "latin1", "us-ascii", "ascii"}
_WINDOWS_NAMES = {"windows-1252", "cp1252", "windows1252", "ansi"}
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_ENCODING_PRAGMA = re.compile(rb"(?:\A|[\r\n])[ \t]*#character-encoding[ \t]+([^\r\n]*)", re.IGNORECASE)
_BINARY = re.compile("[\x00-\x08\x0b\x0e-\x19\x1b-\x1f]")
"""Characters that no text file has; a form feed and the end-of-file mark of DOS are allowed."""
_BEYOND_LATIN_1 = re.compile("[^\x00-\x7f\xa0-\xff]")
"""Characters that ISO-8859-1 lacks, and its control characters, in whose place Windows-1252 has letters."""
_PRAGMA = re.compile(r"#([^ \t]*)[ \t]*(.*)", re.DOTALL)


class Decoded(NamedTuple):
    """The text of a file, with line feeds as line ends, and its encoding."""

    text: str
    encoding: str
    warnings: tuple[GcgWarning, ...] = ()


@dataclass(slots=True)
class LogicalLine:
    """A pragma or an event, and the lines that continue it.

    `number` counts from 1. For a pragma, `parts` are its lines without the name, and `column` is the start of
    the first of them. For an event, `parts` are whole lines.
    """

    number: int
    name: str
    parts: list[str]
    column: int = 1
    is_event: bool = False
    blank_lines: int = field(default=0, repr=False)

    @property
    def value(self) -> str:
        """The line of an event, or the value of a pragma, which may have several lines."""
        return " ".join(self.parts) if self.is_event else note_text("\n".join(self.parts))

    @property
    def key(self) -> str:
        """The name of the pragma in lower case."""
        return self.name.lower()

    def continue_with(self, text: str) -> None:
        """Append a line."""
        if not self.is_event:
            self.parts += [""] * self.blank_lines
        self.parts.append(text)
        self.blank_lines = 0


def read_bytes(source: str | Path) -> bytes:
    """Read a file, or standard input for "-". Raises GcgError when this is impossible."""
    return files.read_bytes(source, _KIND)


def decode(data: bytes, file: str | Path | None = None) -> Decoded:
    """Decode a record: UTF-8 if declared, or if undeclared and valid, otherwise ISO-8859-1 or Windows-1252.

    Of other encodings UTF-16 with its mark is read. Raises GcgError when it is empty or not a text.
    """
    if data.startswith(_UTF_16_MARKS):
        with suppress(UnicodeDecodeError):
            return _check(data.decode("utf-16"), UTF_8, (), file)
    marked = data.startswith(_BYTE_ORDER_MARK)
    data = data.removeprefix(_BYTE_ORDER_MARK)
    declared = _ENCODING_PRAGMA.search(data)
    name = declared[1].decode("latin-1").strip() if declared else None
    warnings: tuple[GcgWarning, ...] = ()
    if name is not None and name.lower() not in _UTF_8_NAMES | _LATIN_1_NAMES | _WINDOWS_NAMES:
        warnings += (GcgWarning(1, f"unknown encoding {quote(name)}; {LATIN_1} is used"),)
    named_utf_8 = name is not None and name.lower() in _UTF_8_NAMES
    if marked or named_utf_8 or (name is None and not data.isascii()):
        try:
            return _check(data.decode("utf-8"), UTF_8, warnings, file)
        except UnicodeDecodeError:
            if marked or named_utf_8:
                warnings += (GcgWarning(1, f"the text is not {UTF_8}; {LATIN_1} is used"),)
    text = data.decode("latin-1")
    if not fits_latin_1(text):
        with suppress(UnicodeDecodeError):
            return _check(data.decode("cp1252"), UTF_8, warnings, file)
    return _check(text, LATIN_1, warnings, file)


def fits_latin_1(text: str) -> bool:
    """Return True if a text can be stored in ISO-8859-1. With control characters it would be Windows-1252."""
    return not _BEYOND_LATIN_1.search(text)


def decode_text(text: str, file: str | Path | None = None) -> Decoded:
    """Return a record that is text already, with the encoding that a file of it would need."""
    text = text.removeprefix("\ufeff")
    declared = _ENCODING_PRAGMA.search(text.encode("utf-8", "replace"))
    named_utf_8 = declared is not None and declared[1].decode("latin-1").strip().lower() in _UTF_8_NAMES
    encoding = LATIN_1 if fits_latin_1(text) and not named_utf_8 else UTF_8
    return _check(text, encoding, (), file)


def logical_lines(text: str, file: str | Path | None = None) -> Iterator[LogicalLine]:
    """Yield the pragmas and events of a record, in order.

    `#-` continues the line before it. Lines after `#note` that begin with neither `#` nor `>` belong to the
    note. Raises GcgError on any other line.
    """
    pending: LogicalLine | None = None
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.rstrip(" \t")
        trimmed = line.lstrip(" \t")
        if not trimmed:
            if pending is not None:
                pending.blank_lines += 1
        elif trimmed.startswith("#-"):
            if pending is None:
                problem = "#- has no line to continue"
                raise GcgError(problem, file=file, line=number, column=1, expected="a pragma or an event")
            pending.continue_with(trimmed[2:].removeprefix(" "))
        elif trimmed[0] in "#>":
            if pending is not None:
                yield pending
            pending = _new_line(number, line, trimmed)
        elif pending is not None and pending.key == "note":
            pending.continue_with(line)
        else:
            yield from filter(None, [pending])
            column = len(line) - len(trimmed) + 1
            problem, expected = (
                f"{quote(trimmed)} is not part of a record",
                "a pragma (#...) or an event (>...)",
            )
            raise GcgError(problem, file=file, line=number, column=column, expected=expected)
    yield from filter(None, [pending])


def _new_line(number: int, line: str, trimmed: str) -> LogicalLine:
    if trimmed[0] == ">":
        return LogicalLine(number, "", [line], is_event=True)
    match = _PRAGMA.match(trimmed)
    assert match is not None
    column = len(line) - len(trimmed) + match.start(2) + 1
    return LogicalLine(number, match[1], [match[2]], column)


def _check(text: str, encoding: str, warnings: tuple[GcgWarning, ...], file: str | Path | None) -> Decoded:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip(" \t\n\x0c\x1a"):
        raise GcgError("the record is empty", file=file, expected="a game record (GCG)")
    if binary := _BINARY.search(text):
        begin = text.rfind("\n", 0, binary.start()) + 1
        line, column = text.count("\n", 0, begin) + 1, binary.start() - begin + 1
        problem, expected = f"{quote(binary[0])} is not text", "a game record (GCG)"
        raise GcgError(problem, file=file, line=line, column=column, expected=expected)
    return Decoded(text.replace("\x0c", " ").replace("\x1a", " "), encoding, warnings)
