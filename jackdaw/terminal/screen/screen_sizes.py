"""The sizes of the parts of the screen: how the board and the panels beside it share a terminal."""

from dataclasses import dataclass

from jackdaw.terminal.screen.colours import board_width, cell_width
from movegen.board import Board

_MIN_SIDE = 26
"""Columns beside the board."""
_WIDE_CELL = 3
_MIN_SIDE_IF_WIDE = 46
"""Columns beside the board that are required for wide squares."""
_MIN_SIDES = 76
"""Columns beside the board from which answers stand in a column of their own."""
_MIN_SIDES_IF_WIDE = 84
_LINES_BELOW = 2
_LINES_OF_SIDE = 12
"""Lines beside the board that the list of best moves leaves to the rest."""
_MIN_KIBITZ, _MAX_KIBITZ = 5, 15


@dataclass(frozen=True)
class ScreenSizes:
    """The sizes for a board in a terminal of some columns and rows.

    Attributes
    ----------
    needed_width, needed_height: what the terminal must have at least.
    cell:        columns of a square.
    has_columns: answers stand in a column of their own.
    """

    board: Board
    width: int
    height: int
    needed_width: int
    needed_height: int
    cell: int
    has_columns: bool

    @classmethod
    def of(cls, board: Board, width: int, height: int) -> "ScreenSizes":
        """Divide a terminal."""
        min_cell = cell_width(board.tile_set)
        beside = width - board_width(board, min_cell) - 1
        has_columns = beside >= _MIN_SIDES
        required = _MIN_SIDES_IF_WIDE if has_columns else _MIN_SIDE_IF_WIDE
        is_wide = width >= board_width(board, _WIDE_CELL) + 1 + required
        return cls(
            board,
            width,
            height,
            board_width(board, min_cell) + 1 + _MIN_SIDE,
            board.layout.rows + 1 + _LINES_BELOW,
            max(min_cell, _WIDE_CELL) if is_wide else min_cell,
            has_columns,
        )

    @property
    def fits(self) -> bool:
        """True if the terminal is large enough."""
        return self.width >= self.needed_width and self.height >= self.needed_height

    @property
    def has_keys(self) -> bool:
        """True if there is a line for the keys."""
        return self.height > self.needed_height

    @property
    def advice(self) -> str:
        """What to do if the terminal is too small."""
        return (
            f"This board needs {self.needed_width} columns and {self.needed_height} rows; the terminal has "
            f"{self.width} and {self.height}. Enlarge the terminal; nothing is lost."
        )

    def answer_width(self, width: int) -> int:
        """Return the columns of an answer in a terminal that has so many now."""
        beside = width - board_width(self.board, self.cell)
        return max(_MIN_SIDE, beside // 2 if self.has_columns else beside) - 3

    def rack_width(self, width: int) -> int:
        """Return the columns of the rack in a terminal that has so many now."""
        return width - board_width(self.board, self.cell) - 2

    def count_kibitzed(self, height: int) -> int:
        """Return the number of best moves that fit so many lines beside the board."""
        return min(_MAX_KIBITZ, max(_MIN_KIBITZ, height - (4 if self.has_columns else _LINES_OF_SIDE)))
