"""Text laid out in lines of styled pieces, which a terminal shows in colour and a file gets as they are."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line. `style` is what `rich` understands, such as `bold red`."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    title: str
    side: Literal["left", "right"]


Line = tuple[Span, ...]
EMPTY: Line = ()


def styled(text: str, style: str = "") -> Line:
    """A line all in one style."""
    return (Span(text, style),)


def plain_text(line: Line) -> str:
    """A line without its styles, and without the spaces at its end."""
    return "".join(span.text for span in line).rstrip()


def table(
    columns: Sequence[Column], rows: Sequence[tuple[Sequence[str], str]], *, gap: int = 2
) -> list[Line]:
    """A table below its titles. Each row is its cells and its style; cells missing at its end are empty."""
    titles = [column.title for column in columns]
    cells = [titles, *(row for row, _ in rows)]
    widths = [max(map(text_width, column)) for column in zip_longest(*cells, fillvalue="")]
    styles = ["dim", *(style for _, style in rows)]
    return [
        styled((" " * gap).join(map(_padded, row, widths, columns)).rstrip(), style)
        for row, style in zip(cells, styles, strict=True)
    ]


def beside(left: Sequence[Line], right: Sequence[Line], *, gap: int) -> list[Line]:
    """Two blocks of lines side by side."""
    width = block_width(left) + gap
    return [
        (*one, Span(" " * (width - _line_width(one))), *other)
        for one, other in zip_longest(left, right, fillvalue=EMPTY)
    ]


def block_width(lines: Iterable[Line]) -> int:
    """The columns that a block of lines takes."""
    return max(map(_line_width, lines), default=0)


def text_width(text: str) -> int:
    """The columns that a text takes in a terminal: none for a combining mark, two for a wide character."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )


def _line_width(line: Line) -> int:
    return sum(text_width(span.text) for span in line)


def _padded(text: str, width: int, column: Column) -> str:
    padding = " " * (width - text_width(text))
    return padding + text if column.side == "right" else text + padding
