"""The actions of a game with people. Its setup and its actions, in order, are all that is saved of it."""

from typing import TypeAlias

import msgspec


class _Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="action"):
    """An action. The tag is its name in a saved game."""


class TakeTurn(_Action, frozen=True, tag="turn"):
    """A move in a free game.

    Attributes
    ----------
    move:    in any notation of `parse_move`.
    seconds: time taken on the player's clock.
    """

    move: str
    seconds: float = 0.0


class Challenge(_Action, frozen=True, tag="challenge"):
    """The player on turn, or the next one after a player went out, challenges the last play."""

    seconds: float = 0.0


class Accept(_Action, frozen=True, tag="accept"):
    """The play with which a player went out is accepted."""

    seconds: float = 0.0


class Forfeit(_Action, frozen=True, tag="forfeit"):
    """The engine on turn, an outside program that fails, loses the game; `reason` is its failure."""

    reason: str
    seconds: float = 0.0


class SubmitMove(_Action, frozen=True, tag="answer"):
    """A player's move in a round of a duplicate game; None for no move."""

    seat: int
    move: str | None = None
    seconds: float = 0.0


class EndRound(_Action, frozen=True, tag="end_round"):
    """The time for a round of a duplicate game is up: people without an answer have no move.

    Engines still answer.
    """


class SetPosition(_Action, frozen=True, tag="position"):
    """Training: set a position, given as CGP."""

    cgp: str


class SetRack(_Action, frozen=True, tag="rack"):
    """Training: replace the rack by these tiles."""

    rack: str


class DrawTiles(_Action, frozen=True, tag="draw"):
    """Training: fill the rack from the unseen tiles, after returning its own if `anew`."""

    anew: bool = False


class Lay(_Action, frozen=True, tag="lay"):
    """Training: make this play, whether or not its words are in the lexicon."""

    move: str


class TakeBack(_Action, frozen=True, tag="take_back"):
    """Training: take back the last step."""


class GoForward(_Action, frozen=True, tag="go_forward"):
    """Training: repeat the step that was taken back."""


Action: TypeAlias = (
    TakeTurn
    | Challenge
    | Accept
    | Forfeit
    | SubmitMove
    | EndRound
    | SetPosition
    | SetRack
    | DrawTiles
    | Lay
    | TakeBack
    | GoForward
)
