"""What a game record is made of: players, events and pragmas."""

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum

from movegen.errors import one_line
from movegen.moves import Move
from movegen.tiles import Rack

UTF_8 = "UTF-8"
LATIN_1 = "ISO-8859-1"
ENCODINGS = (UTF_8, LATIN_1)
"""The encodings that a record may be kept in."""

_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
"""Control characters and lone surrogates: neither belongs in a line of text. A tab does."""
_SPACE = re.compile(r"[ \t\n]+")


class EventKind(StrEnum):
    """What happened."""

    PLAY = "play"
    EXCHANGE = "exchange"
    PASS = "pass"
    WITHDRAWN = "withdrawn"
    """A phony is taken back after a challenge, and the turn is lost."""
    CHALLENGE_BONUS = "challenge_bonus"
    """Points for a play that was challenged and stands."""
    END_RACK_BONUS = "end_rack_bonus"
    """Points for the tiles that the opponents have left."""
    END_RACK_PENALTY = "end_rack_penalty"
    """Points taken off for the player's own tiles left."""
    TIME_PENALTY = "time_penalty"
    """Points taken off for playing over time."""

    @property
    def is_turn(self) -> bool:
        """Whether it is a player's move: a play, an exchange or a pass."""
        return self in _TURNS


_TURNS = frozenset((EventKind.PLAY, EventKind.EXCHANGE, EventKind.PASS))


@dataclass(frozen=True, slots=True)
class Player:
    """Someone who plays: a nickname without spaces that the events go by, and a full name or nothing."""

    nickname: str
    name: str = ""

    def __post_init__(self) -> None:
        nickname = _SPACE.sub("_", plain_text(self.nickname).strip(" \t\n")) or "_"
        object.__setattr__(self, "nickname", nickname)
        object.__setattr__(self, "name", one_line_text(self.name))


@dataclass(frozen=True, slots=True)
class Pragma:
    """A line `#name value` of a record. `place` is the number of events that stand before it.

    A value may have several lines. Notes on events are no pragmas (see `Event.notes`); a note that
    stands before the first event is.
    """

    name: str
    value: str = ""
    place: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", _SPACE.sub("-", plain_text(self.name)).lstrip("-"))
        object.__setattr__(self, "value", note_text(self.value))


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a game, and the score after it.

    Attributes
    ----------
    kind:    what happened.
    player:  whose event it is, from 0 in the order of play.
    rack:    the rack as recorded before the event; fewer tiles than held when only some are known, None
             when none are.
    move:    the play, exchange or pass; None for all other kinds.
    score:   points that the event adds (or takes off, below 0).
    total:   the player's score after it.
    tiles:   the tiles counted at the end of the game (END_RACK_BONUS, END_RACK_PENALTY), else None.
    notes:   the notes on it; each may have several lines.
    comment: other text on the event's line, such as the words formed.
    line:    where it stands in the file it was read from; not compared.
    """

    kind: EventKind
    player: int
    rack: Rack | None = None
    move: Move | None = None
    score: int = 0
    total: int = 0
    tiles: Rack | None = None
    notes: tuple[str, ...] = ()
    comment: str = ""
    line: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.rack is not None and not len(self.rack):
            object.__setattr__(self, "rack", None)
        object.__setattr__(self, "notes", tuple(note_text(note) for note in self.notes))
        object.__setattr__(self, "comment", one_line_text(self.comment))

    def with_notes(self, *texts: str) -> "Event":
        """The same event with more notes."""
        return replace(self, notes=(*self.notes, *texts))

    @property
    def tiles_used(self) -> Rack | None:
        """The tiles that a play puts on the board or an exchange is known to put back; else None."""
        if self.move is None or self.kind is EventKind.PASS:
            return None
        if self.kind is EventKind.EXCHANGE and len(self.move.exchanged) != self.move.exchange_count:
            return None
        return self.move.tiles_used


@dataclass(frozen=True, slots=True)
class GcgWarning:
    """Something doubtful in a record that was read all the same. `line` and `column` count from 1."""

    line: int
    message: str
    column: int | None = None

    def __str__(self) -> str:
        return one_line(f"line {self.line}: {self.message}")


def plain_text(text: str) -> str:
    """`text` with line feeds for its line ends and control characters as spaces."""
    if text.isprintable():
        return text
    return _UNPRINTABLE.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))


def one_line_text(text: str) -> str:
    """`text` on one line with single spaces."""
    return _SPACE.sub(" ", plain_text(text)).strip(" ")


def note_text(text: str) -> str:
    """`text` as a note keeps it: no space at the ends of its lines, no empty lines at its end."""
    lines = [line.rstrip(" \t") for line in plain_text(text).split("\n")]
    return "\n".join((lines[0].lstrip(" \t"), *lines[1:])).rstrip("\n")
