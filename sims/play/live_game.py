"""A saved game while it is being played: the turn, the clock, and the action that a move amounts to."""

from time import monotonic

from sims.play.actions import Action, Lay, SubmitMove, TakeTurn
from sims.play.game_setup import MAX_SECONDS, Mode
from sims.play.saved_game import SavedGame
from sims.play.session import PlayError, Session


class LiveGame:
    """The base of the games that applications have open.

    Attributes
    ----------
    saved: the game and its file.
    """

    def __init__(self, saved: SavedGame) -> None:
        self.saved = saved
        self._started: float | None = monotonic()

    @property
    def session(self) -> Session:
        """The game."""
        return self.saved.session

    @property
    def seat(self) -> int | None:
        """The person to act; None while only engines act, and when the game is over."""
        return self.session.person

    @property
    def engine(self) -> int | None:
        """The engine to act. In a round of a duplicate game engines act after the people."""
        return self.session.engine

    @property
    def seconds(self) -> float:
        """The thinking time of the player to act so far, in whole milliseconds as it is saved."""
        return 0.0 if self._started is None else min(round(monotonic() - self._started, 3), MAX_SECONDS)

    def start_clock(self) -> None:
        """Start the thinking time of the player to act."""
        self._started = monotonic()

    def hold_clock(self) -> None:
        """Let no time pass until `start_clock`, because the player to act is not there yet."""
        self._started = None

    @property
    def is_clock_held(self) -> bool:
        """Return whether no time passes until `start_clock`."""
        return self._started is None

    def person(self) -> int:
        """Return the person to act. Raises PlayError if there is none."""
        if self.seat is None:
            raise PlayError("the game is over" if self.session.is_over else "it is not your turn")
        return self.seat

    def move_action(self, text: str | None, *, is_typed: bool = False) -> Action:
        """Return the action of a move made now; None for no move in a round of a duplicate game.

        `is_typed` reads lower case as people type it; see `parse_typed_move`.
        Raises PlayError if no person is to act, and what `Session.read_move` raises for typed moves.
        """
        seat, mode = self.person(), self.session.mode
        if text and is_typed:
            text = self.session.read_move(seat, text, is_typed=True).gcg
        if mode is Mode.DUPLICATE:
            return SubmitMove(seat, text, self.seconds)
        if mode is Mode.FREE:
            return TakeTurn(text or "", self.seconds)
        return Lay(text or "")
