"""Squares and directions and their notation: `8D` is row 8, column D, across; `D8` is down."""

import re
from enum import IntEnum

from movegen.errors import NotationError, quote

MAX_SIDE = 26
"""The largest number of rows or columns of a board: columns are named by the letters A to Z."""

_ACROSS = re.compile(r"([1-9][0-9]?)([A-Za-z])")
_DOWN = re.compile(r"([A-Za-z])([1-9][0-9]?)")


class Direction(IntEnum):
    """The direction of a word.

    >>> Direction.ACROSS.other.name, Direction.DOWN.step
    ('DOWN', (1, 0))
    """

    ACROSS = 0
    DOWN = 1

    @property
    def other(self) -> "Direction":
        """The direction that crosses this one."""
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS

    @property
    def step(self) -> tuple[int, int]:
        """The step from a square of a word to the next, as (rows, columns)."""
        return (0, 1) if self is Direction.ACROSS else (1, 0)


def column_name(column: int) -> str:
    """Return the letter of a column: `A` for column 0."""
    return chr(ord("A") + column)


def square_name(row: int, column: int, direction: Direction = Direction.ACROSS) -> str:
    """Return the notation of a square and a direction.

    >>> square_name(7, 3), square_name(7, 3, Direction.DOWN)
    ('8D', 'D8')
    """
    if direction is Direction.ACROSS:
        return f"{row + 1}{column_name(column)}"
    return f"{column_name(column)}{row + 1}"


def parse_square(text: str) -> tuple[int, int, Direction]:
    """Read a square, its column in either case, as (row, column, direction), row and column from 0.

    Raises NotationError. The square may be off the board.
    """
    if match := _ACROSS.fullmatch(text):
        number, letter, direction = match[1], match[2], Direction.ACROSS
    elif match := _DOWN.fullmatch(text):
        letter, number, direction = match[1], match[2], Direction.DOWN
    else:
        raise NotationError(f"{quote(text)} is not a square", expected="one like 8D (across) or D8 (down)")
    return int(number) - 1, ord(letter.upper()) - ord("A"), direction
