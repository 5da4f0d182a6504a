"""What requests about games that are played may say."""

from typing import Annotated

import msgspec
from msgspec import Meta

from jackdaw.board.asked import Asked, Cgp, Laid, Name, Text
from movegen.rules import ChallengeRule
from sims.play import Mode

MOST_SEATS = 12
"""Of a duplicate game that is begun here."""


class AskedSeat(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A player: a person, or an engine of a strategy that is known by name."""

    name: Annotated[str, Meta(max_length=60)]
    strategy: Name | None = None


class OfBeginning(Asked):
    """A new game. `minutes` are for all turns of a free game, or for a round of a duplicate one."""

    mode: Mode
    seats: Annotated[list[AskedSeat], Meta(min_length=1, max_length=MOST_SEATS)]
    rules: Name = "standard"
    lexicon: Name = ""
    minutes: Annotated[float, Meta(gt=0, le=600)] | None = None
    challenge: ChallengeRule | None = None


class OfGame(Asked, kw_only=True):
    """A game. `seated` says that the person who has to act sits at the screen."""

    name: Name
    seated: bool = False


class OfGameNow(OfGame, kw_only=True):
    """The same as it was after so many actions."""

    revision: Annotated[int, Meta(ge=0)]


class OfMove(OfGameNow, kw_only=True):
    """A move: tiles on squares, or text in any notation; neither for no answer in a duplicate game."""

    tiles: Annotated[list[Laid], Meta(max_length=30)] = msgspec.field(default_factory=list)
    text: Text = ""


class OfStep(OfGameNow, kw_only=True):
    """Something else that is done: `challenge`, `accept`, `draw`, `anew`, `back`, `forward`."""

    what: Name


class OfTraining(OfGameNow, kw_only=True):
    """A rack to train with, or a position as CGP."""

    rack: Text = ""
    cgp: Cgp = ""


class OfHint(OfGame, kw_only=True):
    """A hint; each step tells more."""

    step: Annotated[int, Meta(ge=1, le=4)] = 1
