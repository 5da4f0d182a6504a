"""The requests of the play page: each class is the JSON of one, with its bounds."""

from typing import Annotated

import msgspec
from msgspec import Meta

from jackdaw.web.http import ApiRequest, Cgp, LaidTile, Name, Text
from movegen.variant import ChallengeRule
from sims.play import Mode, Redraw

MAX_SEATS = 12
"""Players of a duplicate game."""


class SeatRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A player: a person, or an engine with the name of its strategy."""

    name: Annotated[str, Meta(max_length=60)]
    strategy: Name | None = None


class NewGameRequest(ApiRequest):
    """A new game. `minutes` is per player in a free game and per round in a duplicate one."""

    mode: Mode
    seats: Annotated[list[SeatRequest], Meta(max_length=MAX_SEATS)]
    rules: Name = "standard"
    lexicon: Name = ""
    minutes: Annotated[float, Meta(gt=0, le=600)] | None = None
    challenge: ChallengeRule | None = None
    redraw: Redraw | None = None


class GameRequest(ApiRequest, kw_only=True):
    """A game. `seated` says that the person to act is at the screen."""

    name: Name
    seated: bool = False


class RevisionRequest(GameRequest, kw_only=True):
    """A game as it was after so many actions; refused if it has gone on."""

    revision: Annotated[int, Meta(ge=0)]


class MoveRequest(RevisionRequest, kw_only=True):
    """A move: tiles on squares, or text in any notation; neither to make no move in a duplicate game.

    `time_up` says that the time for the round has ended it: a move that is not a legal play is none.
    """

    tiles: Annotated[list[LaidTile], Meta(max_length=30)] = msgspec.field(default_factory=list)
    text: Text = ""
    time_up: bool = False


class StepRequest(RevisionRequest, kw_only=True):
    """Another action: `challenge`, `accept`, `draw`, `anew`, `back` or `forward`."""

    what: Name


class TrainingRequest(RevisionRequest, kw_only=True):
    """A rack or a position (CGP) to train with."""

    rack: Text = ""
    cgp: Cgp = ""


class HintRequest(GameRequest, kw_only=True):
    """A hint; each step gives away more."""

    step: Annotated[int, Meta(ge=1, le=4)] = 1
