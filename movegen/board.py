"""The board with the tiles on it."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from movegen.errors import IllegalMoveError, PositionError
from movegen.layouts import BoardLayout
from movegen.moves import Move
from movegen.rules import Variant
from movegen.squares import parse_square, square_name
from movegen.tiles import BLANK, BLANK_FLAG, TileSet


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """A layout and the tiles on it: a value, which `place` does not change but makes another of.

    `squares` holds the board bytes, uint8 of shape (rows, columns), read-only; the array given is copied.
    Raises PositionError when its shape is not the layout's, a byte is no tile of the set, or a tile lies on a
    blocked square.

    >>> board = Board.empty(Variant.standard())
    >>> board.is_empty, board["8H"]
    (True, 0)
    """

    layout: BoardLayout
    tile_set: TileSet
    squares: npt.NDArray[np.uint8]

    @classmethod
    def empty(cls, variant: Variant) -> "Board":
        """The board at the beginning of a game."""
        layout = variant.layout
        return cls(layout, variant.tiles, np.zeros((layout.rows, layout.columns), dtype=np.uint8))

    def __post_init__(self) -> None:
        squares = np.array(self.squares, dtype=np.uint8)
        if squares.shape != (self.layout.rows, self.layout.columns):
            shape = " x ".join(str(side) for side in squares.shape)
            raise PositionError(
                f"{shape} squares for the {self.layout.rows} x {self.layout.columns} of {self.layout.name}"
            )
        letters = squares & ~np.uint8(BLANK_FLAG)
        if letters.max() > self.tile_set.letters or np.any(squares == BLANK_FLAG):
            raise PositionError(f"a byte on the board is no tile of {self.tile_set.name}")
        taken = self.layout.letter_multipliers[squares > 0]
        if not taken.all():
            row, column = map(int, np.argwhere((squares > 0) & (self.layout.letter_multipliers == 0))[0])
            square = square_name(row, column)
            raise PositionError(f"a tile on {square}, which is blocked on {self.layout.name}")
        squares.flags.writeable = False
        object.__setattr__(self, "squares", squares)

    def __reduce__(self) -> tuple[type["Board"], tuple[object, ...]]:
        return Board, (self.layout, self.tile_set, self.squares)  # read-only again once it arrives

    def __getitem__(self, square: str | tuple[int, int]) -> int:
        """The board byte on a square, given as `8H` or `H8` or as (row, column) from 0.

        Raises PositionError when it is not on the board, NotationError when it is not a square at all.
        """
        row, column = parse_square(square)[:2] if isinstance(square, str) else square
        if not self.layout.holds(row, column):
            name = square if isinstance(square, str) else str((row, column))
            raise PositionError(f"{name} is not on a board of {self.layout.rows} x {self.layout.columns}")
        return int(self.squares[row, column])

    @property
    def is_empty(self) -> bool:
        """Whether no tile has been laid yet."""
        return not self.squares.any()

    @property
    def tile_counts(self) -> tuple[int, ...]:
        """How many of each tile lie on the board, by tile index, blanks as blanks."""
        tiles = self.squares[self.squares > 0]
        kinds = np.where(tiles & BLANK_FLAG, BLANK, tiles)
        return tuple(np.bincount(kinds, minlength=self.tile_set.size).tolist())

    def place(self, move: Move) -> "Board":
        """The board after a move; an exchange or a pass leaves it as it is.

        Whether the move obeys the rules is for `movegen.placement.check_placement` to tell; here it only
        has to fit. Raises IllegalMoveError when a square is off the board or blocked, or taken where a tile
        is laid, or holds another tile than the move plays through.
        """
        self.check_fit(move)
        squares = self.squares.copy()
        for row, column, byte in move.squares:
            squares[row, column] = byte
        return Board(self.layout, self.tile_set, squares)

    def remove(self, move: Move) -> "Board":
        """The board before a move, as when a phony is withdrawn.

        Raises PositionError when the move's tiles are not there.
        """
        squares = self.squares.copy()
        for row, column, byte in move.squares:
            if self[row, column] != byte:
                raise PositionError(f"{move} is not on the board")
            squares[row, column] = 0
        return Board(self.layout, self.tile_set, squares)

    def check_fit(self, move: Move) -> None:
        """Raise IllegalMoveError unless the squares of a move hold what it plays through and nothing else."""
        for (row, column, byte), placed in zip(move.path(), move.placed, strict=True):
            if not self.layout.holds(row, column):
                raise IllegalMoveError(
                    f"the word does not fit on a board of {self.layout.rows} x {self.layout.columns}",
                    where=str(move),
                )
            self.check_open(row, column, str(move))
            here = int(self.squares[row, column])
            if byte and here == (0 if placed else byte):
                continue
            square = square_name(row, column)
            if not here:
                raise IllegalMoveError(
                    f"{square} is empty, there is no tile to play through", where=str(move)
                )
            text = self.tile_set.board_text(here)
            if placed:
                raise IllegalMoveError(f"{square} is taken by {text}", where=str(move))
            raise IllegalMoveError(
                f"{square} holds {text}, not {self.tile_set.board_text(byte)}", where=str(move)
            )

    def check_open(self, row: int, column: int, where: str) -> None:
        """Raise IllegalMoveError, `where` being the move's text, when a square is blocked."""
        if self.layout.is_blocked(row, column):
            what = f"{square_name(row, column)} is blocked"
            raise IllegalMoveError(what, where=where, cure="words end before a blocked square")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (
            np.array_equal(self.squares, other.squares)
            and self.layout == other.layout
            and self.tile_set == other.tile_set
        )

    def __hash__(self) -> int:
        return hash((self.layout.name, self.squares.tobytes()))

    def __str__(self) -> str:
        from movegen.text_board import board_picture

        return board_picture(self)

    def __repr__(self) -> str:
        return f"<Board {self.layout.name}, {np.count_nonzero(self.squares)} tiles>"

    def _repr_svg_(self) -> str:
        from movegen.drawing import draw_board

        return draw_board(self)
