"""The place of a position: where reports and errors say that it comes from."""

import msgspec


class Place(msgspec.Struct, frozen=True):
    """The place of a position: a file or game, and a line of it, a turn, or the name of the position.

    >>> str(Place("games.csv", line=3, turn=7))
    'games.csv, line 3, turn 7'
    """

    source: str
    line: int | None = None
    turn: int | None = None
    name: str | None = None

    def __str__(self) -> str:
        parts = [self.source]
        parts += [f"line {self.line}"] if self.line is not None else []
        parts += [f"turn {self.turn}"] if self.turn is not None else []
        return ", ".join(parts)
