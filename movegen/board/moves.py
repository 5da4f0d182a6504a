"""Moves: plays, exchanges and passes, and their notations."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby

from movegen.errors import IllegalMoveError
from movegen.numbers import show_value
from movegen.variant import BLANK, BLANK_FLAG, Direction, Rack, TileSet, square_name


class MoveKind(StrEnum):
    """The three kinds of move.

    >>> [kind.value for kind in MoveKind]
    ['play', 'exchange', 'pass']
    """

    PLAY = "play"
    EXCHANGE = "exchange"
    PASS = "pass"


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """A play, an exchange or a pass, made with `play`, `exchange`, `exchange_unknown` or `pass_turn`.

    Attributes
    ----------
    kind:           play, exchange or pass.
    direction, row, column: the direction and the first square of the word of a play, from 0.
    word:           board bytes of the whole word, played-through squares included.
    placed:         for each square of the word, True if this move lays the tile.
    exchanged:      tile indices of the tiles exchanged, sorted; empty when only their number is known.
    exchange_count: the number of tiles exchanged.
    score:          points.

    >>> move = parse_move("8D WArEZ", Board.empty(Variant.standard()))
    >>> move, move.kind.value, move.tiles_used
    (<Move 8D WArEZ 40>, 'play', <Rack ?AEWZ>)
    >>> move.human, move.gcg, move.ucgi
    ('8D WArEZ', '8D WArEZ', '8D.WArEZ')
    """

    tile_set: TileSet = field(compare=False)
    kind: MoveKind
    direction: Direction = Direction.ACROSS
    row: int = 0
    column: int = 0
    word: tuple[int, ...] = ()
    placed: tuple[bool, ...] = ()
    exchanged: tuple[int, ...] = ()
    exchange_count: int = 0
    score: int = 0

    @classmethod
    def play(
        cls,
        tile_set: TileSet,
        row: int,
        column: int,
        direction: Direction,
        word: tuple[int, ...],
        placed: tuple[bool, ...],
        score: int = 0,
    ) -> "Move":
        """Return the play of a word; see the attributes."""
        return cls(tile_set, MoveKind.PLAY, direction, row, column, word, placed, score=score)

    @classmethod
    def exchange(cls, tiles: Rack) -> "Move":
        """Return the exchange of these tiles. Raises IllegalMoveError unless it is a rack with tiles."""
        if not isinstance(tiles, Rack):
            raise IllegalMoveError(
                f"{show_value(repr(tiles))} is not a rack", cure="parse it with TileSet.parse_rack"
            )
        _check_exchange(len(tiles))
        return cls(tiles.tile_set, MoveKind.EXCHANGE, exchanged=tuple(tiles), exchange_count=len(tiles))

    @classmethod
    def exchange_unknown(cls, tile_set: TileSet, count: int) -> "Move":
        """Return an exchange of unknown tiles. Raises IllegalMoveError when `count` is below 1."""
        _check_exchange(count)
        return cls(tile_set, MoveKind.EXCHANGE, exchange_count=count)

    @classmethod
    def pass_turn(cls, tile_set: TileSet) -> "Move":
        """Return a pass."""
        return cls(tile_set, MoveKind.PASS)

    @property
    def tiles_used(self) -> Rack:
        """The tiles that leave the rack, blanks as blanks. Empty for an exchange of unknown tiles."""
        laid = [
            BLANK if byte & BLANK_FLAG else byte
            for byte, placed in zip(self.word, self.placed, strict=True)
            if placed
        ]
        return Rack.from_tiles(self.tile_set, (*laid, *self.exchanged))

    @property
    def squares(self) -> list[tuple[int, int, int]]:
        """The tiles laid, as (row, column, board byte)."""
        down, right = self.direction.step
        return [
            (self.row + distance * down, self.column + distance * right, byte)
            for distance, (byte, placed) in enumerate(zip(self.word, self.placed, strict=True))
            if placed
        ]

    def path(self) -> Iterator[tuple[int, int, int]]:
        """Yield (row, column, board byte) for each square of the word, played-through ones included."""
        down, right = self.direction.step
        for distance, byte in enumerate(self.word):
            yield self.row + distance * down, self.column + distance * right, byte

    @property
    def coordinates(self) -> str:
        """The first square and the direction of the play: `8D` across, `D8` down."""
        return square_name(self.row, self.column, self.direction)

    @property
    def gcg(self) -> str:
        """The move as in a GCG file: `8D WAREZ`, `H3 WATER..OI`, `-WZ`, `-5`, a pass `-`."""
        if self.kind is MoveKind.PLAY:
            return f"{self.coordinates} {self._dotted()}"
        return f"-{self._exchange_text()}" if self.kind is MoveKind.EXCHANGE else "-"

    @property
    def ucgi(self) -> str:
        """The move as in UCGI, for engines: `8D.WAREZ`, `H3.WATER..OI`, `ex.WZ`, `ex.5`, `pass`."""
        if self.kind is MoveKind.PLAY:
            return f"{self.coordinates}.{self._dotted()}"
        return f"ex.{self._exchange_text()}" if self.kind is MoveKind.EXCHANGE else "pass"

    @property
    def human(self) -> str:
        """The move for people to read: `8D WAREZ`, `B10 BE(HE)AD`, `(exch WZ)`, `(exch 5)`, `(pass)`."""
        if self.kind is MoveKind.PLAY:
            parts = (text if placed else f"({text})" for placed, text, _ in self._runs())
            return f"{self.coordinates} {''.join(parts)}"
        return f"(exch {self._exchange_text()})" if self.kind is MoveKind.EXCHANGE else "(pass)"

    def __str__(self) -> str:
        return self.human

    def __repr__(self) -> str:
        return f"<Move {self.human} {self.score}>"

    def _dotted(self) -> str:
        return "".join(text if placed else "." * length for placed, text, length in self._runs())

    def _runs(self) -> Iterator[tuple[bool, str, int]]:
        """Yield the runs of laid or played-through tiles: True if laid, the text, the length."""
        for placed, run in groupby(zip(self.placed, self.word, strict=True), key=lambda pair: pair[0]):
            tiles = [byte for _, byte in run]
            yield placed, self.tile_set.text(tiles), len(tiles)

    def _exchange_text(self) -> str:
        return str(self.tiles_used) if self.exchanged else str(self.exchange_count)


def check_is_move(move: object) -> None:
    """Raise IllegalMoveError for anything but a move, such as its text or a candidate."""
    if not isinstance(move, Move):
        raise IllegalMoveError(
            f"{show_value(repr(move))} is not a move",
            cure="parse a text with Position.parse_move, or take the move of a candidate",
        )


def _check_exchange(count: int) -> None:
    if count < 1:
        raise IllegalMoveError("no tile is exchanged", cure="exchange one or more, or pass")
