"""Board layouts: the size of a board, its premium squares and its start square."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from movegen.arrays import freeze
from movegen.configs import check_range, load_config
from movegen.errors import ConfigError, NotationError, quote
from movegen.variant.squares import MAX_SIDE, parse_square, square_name

MIN_SIDE = 3
"""The smallest number of rows or columns of a board."""

_PREMIUMS = {"'": "DL", '"': "TL", "^": "QL", "-": "DW", "=": "TW", "~": "QW", " ": ""}
_MULTIPLIERS = {"D": 2, "T": 3, "Q": 4}
_BLOCKED = "#"


class LayoutConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A layout as in `configs/boards/*.toml`; its name is that of the file."""

    name: str
    start: str
    rows: list[str]

    def __post_init__(self) -> None:
        self.layout()  # report errors with the name of the file

    def layout(self) -> "BoardLayout":
        """Return the layout, checked."""
        return BoardLayout.from_rows(self.name, self.rows, self.start)


@dataclass(frozen=True, repr=False)
class BoardLayout:
    """An empty board.

    `symbols` holds a string per row and a character per square: `=` triple word, `-` double word, `"` triple
    letter, `'` double letter, `~` quadruple word, `^` quadruple letter, `#` a blocked square, a space for a
    plain one. No tile may lie on a blocked square; words end before it as at the edge.
    `start` is the (row, column), from 0, that the first play must cover.

    Raises ConfigError when rows differ in length, a side is not 3 to 26 squares, or the start square is
    blocked or not on the board.

    >>> layout = BoardLayout.load("standard15")
    >>> layout.premium(0, 0), layout.premium(7, 7), layout.start
    ('TW', 'DW', (7, 7))
    """

    name: str
    symbols: tuple[str, ...]
    start: tuple[int, int]

    @classmethod
    def load(cls, name_or_path: str | Path) -> "BoardLayout":
        """Load the layout `configs/boards/<name>.toml`, or that of a path ending in `.toml`."""
        return load_config("boards", name_or_path, LayoutConfig).layout()

    @classmethod
    def from_rows(cls, name: str, rows: Sequence[str], start: str) -> "BoardLayout":
        """A layout of rows of symbols, with a start such as `8H`."""
        try:
            row, column, _ = parse_square(start)
        except NotationError as error:
            raise ConfigError(error.problem, key="start", cure="expected one like 8H") from None
        return cls(name, tuple(rows), (row, column))

    @classmethod
    def plain(cls, name: str, rows: int, columns: int) -> "BoardLayout":
        """A board with no premium squares that starts in its middle."""
        return cls(name, (" " * columns,) * rows, (rows // 2, columns // 2))

    def __repr__(self) -> str:
        return f"<BoardLayout {self.name}: {self.rows} x {self.columns}>"

    def __reduce__(self) -> tuple[type["BoardLayout"], tuple[object, ...]]:
        return BoardLayout, (self.name, self.symbols, self.start)  # without the cached properties

    def __post_init__(self) -> None:
        check_range("rows", self.rows, MIN_SIDE, MAX_SIDE)
        for index, row in enumerate(self.symbols):
            key = f"rows[{index}]"
            if len(row) != self.columns:
                problem = f"{len(row)} squares, but rows[0] has {self.columns}"
                raise ConfigError(problem, key=key, cure="make all rows equally long")
            for symbol in row:
                if symbol not in _PREMIUMS and symbol != _BLOCKED:
                    raise ConfigError(
                        f"unknown square {quote(symbol)}",
                        key=key,
                        cure="expected one of = - \" ' ~ ^ # or a space",
                    )
        check_range("rows[0]", self.columns, MIN_SIDE, MAX_SIDE)
        row_index, column_index = self.start
        if not (0 <= row_index < self.rows and 0 <= column_index < self.columns):
            problem = f"{square_name(*self.start)} is not on the board"
            raise ConfigError(
                problem, key="start", cure=f"expected 1A to {square_name(self.rows - 1, self.columns - 1)}"
            )
        if self.is_blocked(*self.start):
            problem = f"{square_name(*self.start)} is blocked, so a game could not begin"
            raise ConfigError(problem, key="start", cure="name another square, or make it a plain one")

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.symbols)

    @property
    def columns(self) -> int:
        """The number of columns."""
        return len(self.symbols[0])

    @cached_property
    def letter_multipliers(self) -> npt.NDArray[np.uint8]:
        """The letter multiplier of each square: read-only uint8, (rows, columns); 0 if blocked."""
        return self._multipliers("L")

    @cached_property
    def word_multipliers(self) -> npt.NDArray[np.uint8]:
        """The word multiplier of each square, in the form of `letter_multipliers`."""
        return self._multipliers("W")

    @cached_property
    def is_symmetric(self) -> bool:
        """True if rows and columns can be swapped: a play is worth as much across as down."""
        if self.rows != self.columns or self.start[0] != self.start[1]:
            return False
        return list(self.symbols) == ["".join(column) for column in zip(*self.symbols, strict=True)]

    def premium(self, row: int, column: int) -> str:
        """Return the premium of a square: `DL`, `TL`, `QL`, `DW`, `TW`, `QW` or an empty string."""
        return _PREMIUMS.get(self.symbols[row][column], "")

    def is_blocked(self, row: int, column: int) -> bool:
        """Return True if no tile may lie on a square."""
        return self.symbols[row][column] == _BLOCKED

    def holds(self, row: int, column: int) -> bool:
        """Return True if the square is on the board."""
        return 0 <= row < self.rows and 0 <= column < self.columns

    def _multipliers(self, kind: str) -> npt.NDArray[np.uint8]:
        def multiplier(symbol: str) -> int:
            if symbol == _BLOCKED:
                return 0  # the mark of a blocked square in the core
            premium = _PREMIUMS[symbol]
            return _MULTIPLIERS[premium[0]] if premium.endswith(kind) else 1

        array = np.array([[multiplier(symbol) for symbol in row] for row in self.symbols], dtype=np.uint8)
        return freeze(array)
