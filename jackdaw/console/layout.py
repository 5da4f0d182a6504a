"""Text in lines of styled spans: a terminal shows the styles, a file gets the plain text."""

import re
import shutil
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Literal, NamedTuple

from movegen.errors import one_line


class Span(NamedTuple):
    """A part of a line. `style` is a style of Rich, such as `bold red`; a command is not wrapped."""

    text: str
    style: str = ""
    is_command: bool = False


class Column(NamedTuple):
    """The title, in one line or more, and the alignment of a table's column.

    `belongs_to` is the title of the column with which it is left out, if any.
    """

    title: str
    side: Literal["left", "right"]
    belongs_to: str = ""


_PAGE = 80
_LABEL = re.compile(r" *\S+(?: \S+)? {2,}(?=\S)")
_PIECES = re.compile(r"\S+ *| +")
_DROPPED = (
    "Leave value", "Static", "Best %", "Wins", "Rack", "Luck", "(?!)", "(?)", "(??)", "Best\nfound", "Index",
    "Spread", "Leave", "Lost\n(points)", "Gained\n(points)", "?!", "?", "??", "Lost\n(win %)", "Score",
    "Equity",
)  # fmt: skip
"""The titles of the columns that tables drop, in this order, where they have fewer than 80 columns."""

Line = tuple[Span, ...]
EMPTY: Line = ()


def styled(text: str, style: str = "") -> Line:
    """Return a line in one style."""
    return (Span(text, style),)


def command(text: str) -> Line:
    """Return a line with a command to copy, which is never wrapped."""
    return (Span(text, "dim", is_command=True),)


def plain_text(line: Line) -> str:
    """Return a line without styles and trailing spaces, as it may be shown."""
    return "".join(one_line(span.text) for span in line).rstrip()


def table(
    columns: Sequence[Column],
    rows: Sequence[tuple[Sequence[str], str]],
    *,
    gap: int = 2,
    width: int | None = None,
) -> list[Line]:
    """Lay out a table with titles. A row is its cells and its style; missing cells at its end are empty.

    Where it is wider than `width`, by default that of the page, it drops columns.
    """
    columns, rows = _fitting(columns, rows, gap, page_width() if width is None else width)
    split = [column.title.split("\n") for column in columns]
    height = max(map(len, split), default=1)
    titles = list(zip(*([""] * (height - len(lines)) + lines for lines in split), strict=True))
    cells = [*titles, *([one_line(cell) for cell in row] for row, _ in rows)]
    widths = [max(map(text_width, column)) for column in zip_longest(*cells, fillvalue="")]
    styles = ["dim"] * len(titles) + [style for _, style in rows]
    return [
        styled((" " * gap).join(map(_padded, row, widths, columns)).rstrip(), style)
        for row, style in zip(cells, styles, strict=True)
    ]


def page_width() -> int:
    """Return the columns that text may take: those of the terminal, at most 80."""
    return min(_PAGE, shutil.get_terminal_size().columns)


def terminal_width() -> int | None:
    """Return the columns of the terminal; None if output goes elsewhere and COLUMNS does not say them."""
    return shutil.get_terminal_size((0, 0)).columns or None


def _fitting(
    columns: Sequence[Column], rows: Sequence[tuple[Sequence[str], str]], gap: int, page: int
) -> tuple[Sequence[Column], Sequence[tuple[Sequence[str], str]]]:
    """Return the columns that fit a page of fewer than 80 columns, the most important ones."""
    if page >= _PAGE:
        return columns, rows
    widths = [
        max(
            [*map(text_width, column.title.split("\n"))]
            + [text_width(one_line(cells[index])) for cells, _ in rows if index < len(cells)]
        )
        for index, column in enumerate(columns)
    ]
    kept = list(range(len(columns)))
    for title in _DROPPED:
        if sum(widths[index] for index in kept) + gap * (len(kept) - 1) <= page:
            break
        kept = [index for index in kept if title not in (columns[index].title, columns[index].belongs_to)]
    return (
        [columns[index] for index in kept],
        [([cells[index] for index in kept if index < len(cells)], style) for cells, style in rows],
    )


def beside(left: Sequence[Line], right: Sequence[Line], *, gap: int) -> list[Line]:
    """Put two blocks of lines side by side."""
    width = block_width(left) + gap
    return [
        (*one, Span(" " * (width - _line_width(one))), *other)
        for one, other in zip_longest(left, right, fillvalue=EMPTY)
    ]


def wrap_line(line: Line, width: int) -> list[Line]:
    """Break a line at spaces so that it takes at most `width` columns, where words allow.

    What follows is indented: below the text after a label such as `pairs      `, else by two columns more
    than the line. Commands are left whole, so that they can be copied.

    >>> [plain_text(part) for part in wrap_line(styled("pairs      by points of the first"), 25)]
    ['pairs      by points of', '           the first']
    """
    if _line_width(line) <= width or any(span.is_command for span in line):
        return [line]
    label = _LABEL.match("".join(span.text for span in line))
    indent = 0 if label is None else text_width(label[0])
    if label is None or not 0 < indent <= width // 2:
        text = "".join(span.text for span in line)
        indent = len(text) - len(text.lstrip()) + 2
    parts: list[list[Span]] = [[]]
    for span in line:
        for piece in _PIECES.findall(span.text):
            is_full = _line_width(tuple(parts[-1])) + text_width(piece.rstrip()) > width
            if is_full and parts[-1] and parts[-1][-1].text.endswith(" ") and piece.strip():
                parts.append([Span(" " * indent, span.style)])
            if parts[-1] and parts[-1][-1].style == span.style:
                parts[-1][-1] = Span(parts[-1][-1].text + piece, span.style)
            else:
                parts[-1].append(Span(piece, span.style))
    ends = (Span(part[-1].text.rstrip(), part[-1].style) for part in parts)
    return [(*part[:-1], end) for part, end in zip(parts, ends, strict=True)]


def block_width(lines: Iterable[Line]) -> int:
    """Return the columns that a block of lines takes."""
    return max(map(_line_width, lines), default=0)


def text_width(text: str) -> int:
    """Return the columns that a text takes in a terminal: 0 for a combining mark, 2 for a wide character."""
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
