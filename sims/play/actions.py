"""What can be done in a game that people play.

A game is its setting and these, in order: nothing else is kept of it.
"""

from typing import TypeAlias

import msgspec


class _Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="action"):
    """Something done. The names of these classes, in lower case, are what a saved game calls them."""


class Turn(_Action, frozen=True, tag="turn"):
    """A move in a free game.

    Attributes
    ----------
    move:    in any notation of `parse_move`.
    seconds: what it took of the player's clock.
    """

    move: str
    seconds: float = 0.0


class Challenge(_Action, frozen=True, tag="challenge"):
    """The player on turn, or the next one once somebody went out, challenges the play just made."""

    seconds: float = 0.0


class Accept(_Action, frozen=True, tag="accept"):
    """The play with which somebody went out is not challenged."""

    seconds: float = 0.0


class Answer(_Action, frozen=True, tag="answer"):
    """A player's move in a round of a duplicate game; None for no move."""

    seat: int
    move: str | None = None
    seconds: float = 0.0


class EndRound(_Action, frozen=True, tag="end_round"):
    """The time for a round of a duplicate game is over: people who have not answered have no move.

    Engines still answer.
    """


class SetPosition(_Action, frozen=True, tag="position"):
    """Training: begin with a position, given as CGP."""

    cgp: str


class SetRack(_Action, frozen=True, tag="rack"):
    """Training: take these tiles on the rack instead of those that are there."""

    rack: str


class Draw(_Action, frozen=True, tag="draw"):
    """Training: fill the rack from the tiles left; `anew` lays what is there back before."""

    anew: bool = False


class Lay(_Action, frozen=True, tag="lay"):
    """Training: make this play, be its words in the lexicon or not."""

    move: str


class TakeBack(_Action, frozen=True, tag="take_back"):
    """Training: back to where the game was before the last step."""


class GoForward(_Action, frozen=True, tag="go_forward"):
    """Training: make the step again that was taken back."""


Action: TypeAlias = (
    Turn | Challenge | Accept | Answer | EndRound | SetPosition | SetRack | Draw | Lay | TakeBack | GoForward
)
