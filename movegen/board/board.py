"""The board: a layout with tiles on it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from movegen.arrays import freeze
from movegen.board.drawing import draw_board
from movegen.board.moves import Move, check_is_move
from movegen.board.text_board import board_picture
from movegen.errors import IllegalMoveError, PositionError
from movegen.variant import (
    BLANK,
    BLANK_FLAG,
    BoardLayout,
    TileSet,
    Variant,
    check_variant,
    parse_square,
    square_name,
)


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """A layout and the tiles on it. Immutable: `place` returns a new board.

    `squares` holds the board bytes, uint8 of shape (rows, columns), read-only and copied from the argument.
    Raises PositionError when the shape is not that of the layout, a byte is not a tile of the set, or a tile
    lies on a blocked square.

    >>> board = Board.empty(Variant.standard())
    >>> board.is_empty, board["8H"]
    (True, 0)
    """

    layout: BoardLayout
    tile_set: TileSet
    squares: npt.NDArray[np.uint8]

    @classmethod
    def empty(cls, variant: Variant) -> "Board":
        """Return the board at the beginning of a game."""
        check_variant(variant)
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
            raise PositionError(f"a byte on the board is not a tile of {self.tile_set.name}")
        taken = self.layout.letter_multipliers[squares > 0]
        if not taken.all():
            row, column = map(int, np.argwhere((squares > 0) & (self.layout.letter_multipliers == 0))[0])
            square = square_name(row, column)
            raise PositionError(f"a tile on {square}, which is blocked on {self.layout.name}")
        object.__setattr__(self, "squares", freeze(squares))

    def __reduce__(self) -> tuple[type["Board"], tuple[object, ...]]:
        return Board, (
            self.layout,
            self.tile_set,
            self.squares,
        )  # the constructor freezes the squares again

    def __getitem__(self, square: str | tuple[int, int]) -> int:
        """Return the board byte on a square, given as `8H` or `H8` or as (row, column) from 0.

        Raises PositionError when the square is not on the board, NotationError when the text is not a square.
        """
        row, column = parse_square(square)[:2] if isinstance(square, str) else square
        if not self.layout.holds(row, column):
            name = square if isinstance(square, str) else str((row, column))
            raise PositionError(f"{name} is not on a board of {self.layout.rows} x {self.layout.columns}")
        return int(self.squares[row, column])

    @property
    def is_empty(self) -> bool:
        """True when no tile lies on the board."""
        return not self.squares.any()

    @cached_property
    def tile_counts(self) -> tuple[int, ...]:
        """The number of each tile on the board, by tile index, blanks as blanks."""
        tiles = self.squares[self.squares > 0]
        kinds = np.where(tiles & BLANK_FLAG, BLANK, tiles)
        return tuple(np.bincount(kinds, minlength=self.tile_set.size).tolist())

    def place(self, move: Move) -> "Board":
        """Return the board after a move; an exchange or a pass leaves it as it is.

        The move only has to fit; `check_placement` checks it against the rules. Raises IllegalMoveError when
        a square is off the board or blocked, is taken where the move lays a tile, or holds another tile than
        the move plays through.
        """
        self.check_fit(move)
        laid = move.squares
        if not all(0 < byte & ~BLANK_FLAG <= self.tile_set.letters for _, _, byte in laid):
            raise PositionError(f"a byte on the board is not a tile of {self.tile_set.name}")
        squares = bytearray(self.squares)
        for row, column, byte in laid:
            squares[row * self.layout.columns + column] = byte
        board = object.__new__(Board)  # all else was checked when this board was made, and by `check_fit`
        object.__setattr__(board, "layout", self.layout)
        object.__setattr__(board, "tile_set", self.tile_set)
        object.__setattr__(board, "squares", np.ndarray(self.squares.shape, np.uint8, bytes(squares)))
        return board

    def remove(self, move: Move) -> "Board":
        """Return the board before a move, as when a phony is withdrawn.

        Raises PositionError when the tiles of the move are not there.
        """
        squares = self.squares.copy()
        for row, column, byte in move.squares:
            if self[row, column] != byte:
                raise PositionError(f"{move} is not on the board")
            squares[row, column] = 0
        return Board(self.layout, self.tile_set, squares)

    def check_fit(self, move: Move) -> None:
        """Raise IllegalMoveError unless played-through tiles are on the board and other squares are empty."""
        check_is_move(move)
        for (row, column, byte), placed in zip(move.path(), move.placed, strict=True):
            if not self.layout.holds(row, column):
                raise IllegalMoveError(
                    f"the word does not fit on a board of {self.layout.rows} x {self.layout.columns}",
                    where=str(move),
                )
            self.check_open(row, column, move)
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

    def check_open(self, row: int, column: int, where: Move | str) -> None:
        """Raise IllegalMoveError when a square is blocked; `where` is the move or its text."""
        if self.layout.is_blocked(row, column):
            problem = f"{square_name(row, column)} is blocked"
            raise IllegalMoveError(problem, where=str(where), cure="words end before a blocked square")

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
        return board_picture(self)

    def __repr__(self) -> str:
        return f"<Board {self.layout.name}, {np.count_nonzero(self.squares)} tiles>"

    def _repr_svg_(self) -> str:
        return draw_board(self)
