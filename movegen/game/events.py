"""The parts of a game record: players, events and pragmas."""

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from movegen.board import Move
from movegen.errors import one_line
from movegen.showing import short_repr
from movegen.variant import Rack

UTF_8 = "UTF-8"
LATIN_1 = "ISO-8859-1"
ENCODINGS = (UTF_8, LATIN_1)
"""The encodings of a record's file."""

_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
"""Control characters and lone surrogates: neither belongs in a line of text, but a tab does."""
_SPACE = re.compile(r"[ \t\n]+")


class EventKind(StrEnum):
    """The kinds of event.

    >>> [event.kind.value for event in read_gcg("jackdaw/samples/ann_v_ben.gcg").events[-2:]]
    ['play', 'end_rack_bonus']
    """

    PLAY = "play"
    EXCHANGE = "exchange"
    PASS = "pass"
    WITHDRAWN = "withdrawn"
    """A phony is withdrawn after a challenge, and the turn is lost."""
    CHALLENGE_BONUS = "challenge_bonus"
    """Points for a valid play that was challenged."""
    END_RACK_BONUS = "end_rack_bonus"
    """Points for the tiles left on the opponents' racks."""
    END_RACK_PENALTY = "end_rack_penalty"
    """Points deducted for the tiles left on the player's own rack."""
    TIME_PENALTY = "time_penalty"
    """Points deducted for exceeding the time limit."""

    @property
    def is_turn(self) -> bool:
        """True for a move: a play, an exchange or a pass."""
        return self in _TURNS

    @property
    def is_challenge(self) -> bool:
        """True for the result of a challenge: a phony that is withdrawn, or points for a valid play."""
        return self in _CHALLENGES


_TURNS = frozenset((EventKind.PLAY, EventKind.EXCHANGE, EventKind.PASS))
_CHALLENGES = frozenset((EventKind.WITHDRAWN, EventKind.CHALLENGE_BONUS))


@dataclass(frozen=True, slots=True)
class Player:
    """A player: a nickname without spaces, which events refer to, and a full name or an empty string.

    >>> read_gcg("jackdaw/samples/ann_v_ben.gcg").players[0]
    Player(nickname='Ann_Archer', name='Ann Archer')
    """

    nickname: str
    name: str = ""

    def __post_init__(self) -> None:
        nickname = _SPACE.sub("_", plain_text(self.nickname).strip(" \t\n")) or "_"
        object.__setattr__(self, "nickname", nickname)
        object.__setattr__(self, "name", one_line_text(self.name))


@dataclass(frozen=True, slots=True)
class Pragma:
    """A line `#name value` of a record. `event_index` is the number of events before it.

    A value may have several lines. A note before the first event is a pragma; notes on events are not (see
    `Event.notes`).

    >>> read_gcg("jackdaw/samples/ann_v_ben.gcg").pragmas[0]
    Pragma(name='player1', value='Ann_Archer Ann Archer', event_index=0)
    """

    name: str
    value: str = ""
    event_index: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", _SPACE.sub("-", plain_text(self.name)).lstrip("-"))
        object.__setattr__(self, "value", note_text(self.value))


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a game and the score after it.

    Attributes
    ----------
    kind:    the kind of event.
    player:  the player, from 0 in the order of play.
    rack:    the rack as recorded before the event; may have only the known tiles, None when none are known.
    move:    the play, exchange or pass; None for all other kinds.
    score:   points that the event adds; negative for deductions.
    total:   the player's score after it.
    tiles:   the tiles counted at the end of the game (END_RACK_BONUS, END_RACK_PENALTY), else None.
    notes:   the notes on it; each may have several lines.
    comment: other text on the event's line, such as the words formed.
    line:    the line of the file that it was read from; not compared.

    >>> event = read_gcg("jackdaw/samples/ann_v_ben.gcg").events[0]
    >>> event.kind.value, event.player, event.move, event.total
    ('play', 0, <Move 8H PELON 16>, 16)
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

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if self.rack is not None and not len(self.rack):
            object.__setattr__(self, "rack", None)
        object.__setattr__(self, "notes", tuple(note_text(note) for note in self.notes))
        object.__setattr__(self, "comment", one_line_text(self.comment))

    def with_notes(self, *texts: str) -> "Event":
        """Return the event with more notes."""
        return replace(self, notes=(*self.notes, *texts))

    @property
    def tiles_used(self) -> Rack | None:
        """The tiles that a play lays or an exchange is known to put back; otherwise None."""
        if self.move is None or self.kind is EventKind.PASS:
            return None
        if self.kind is EventKind.EXCHANGE and len(self.move.exchanged) != self.move.exchange_count:
            return None
        return self.move.tiles_used


class GcgWarning(NamedTuple):
    r"""A doubtful part of a record that was read nevertheless. `line` and `column` count from 1.

    >>> game = parse_gcg("#player1 A Ann\n#player2 B Ben\n>A: AERWZ 8D WAREZ +40 40\n")
    >>> print(game.warnings[0])
    line 3: the score is +40 in the record, but 42 by the rules
    """

    line: int
    message: str
    column: int | None = None

    def __str__(self) -> str:
        return one_line(f"line {self.line}: {self.message}")


def plain_text(text: str) -> str:
    """Return `text` with line feeds as line ends and spaces for control characters."""
    if text.isprintable():
        return text
    return _UNPRINTABLE.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))


def one_line_text(text: str) -> str:
    """Return `text` on one line with single spaces."""
    return _SPACE.sub(" ", plain_text(text)).strip(" ")


def note_text(text: str) -> str:
    """Return `text` in the form of a note: no trailing spaces, no empty lines at the end."""
    lines = [line.rstrip(" \t") for line in plain_text(text).split("\n")]
    return "\n".join((lines[0].lstrip(" \t"), *lines[1:])).rstrip("\n")
