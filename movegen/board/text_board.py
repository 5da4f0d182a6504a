"""A board as text with coordinates; premium squares have the symbols of the layout's configuration."""

import unicodedata
from typing import TYPE_CHECKING

from movegen.variant import column_name

if TYPE_CHECKING:
    from movegen.board.board import Board


def board_picture(board: "Board") -> str:
    """Return the board as lines of text, with column letters above and row numbers at the left.

    Tiles are written as on a rack, blanks in lower case. Empty squares show their premium
    (`=` triple word, `-` double word, `"` triple letter, `'` double letter, `~`, `^` quadruple), `#` if they
    are blocked, or a dot.
    """
    layout = board.layout
    cells = [
        [
            board.tile_set.board_text(byte) if byte else symbol.replace(" ", ".")
            for byte, symbol in zip(bytes_, symbols, strict=True)
        ]
        for bytes_, symbols in zip(board.squares.tolist(), layout.symbols, strict=True)
    ]
    headings = [column_name(column) for column in range(layout.columns)]
    widths = [max(map(_width, column)) for column in zip(headings, *cells, strict=True)]
    lines = ["   " + _line(headings, widths)]
    lines += [f"{number:2} {_line(row, widths)}" for number, row in enumerate(cells, start=1)]
    return "\n".join(lines)


def _line(cells: list[str], widths: list[int]) -> str:
    padded = (cell + " " * (width - _width(cell)) for cell, width in zip(cells, widths, strict=True))
    return " ".join(padded).rstrip()


def _width(text: str) -> int:
    """Return the terminal columns of a text: none for a combining mark, two for a wide character."""
    return sum(
        0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )
