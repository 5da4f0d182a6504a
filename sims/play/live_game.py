"""A saved game while it is being played: the turn, the clock, and the action that a move amounts to."""

from time import monotonic
from typing import ClassVar

from movegen.board import MoveKind
from movegen.errors import IllegalMoveError, NotationError
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

    max_delay: ClassVar[float] = 1.0
    """Seconds after the time for a round within which a play still counts, as screens learn of it late."""

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
            return SubmitMove(seat, text, self.seconds if text is None else self._answer_seconds())
        if mode is Mode.FREE:
            return TakeTurn(text or "", self.seconds)
        return Lay(text or "")

    def time_up_action(self, text: str, *, is_typed: bool = False) -> SubmitMove:
        """Return the action of the end of the time for a round: the play being entered, if it is legal.

        Otherwise the player has no move. Raises PlayError unless it is a person's time in a duplicate game.
        """
        seat, clock = self.person(), self.session.setting.clock
        if self.session.mode is not Mode.DUPLICATE or clock is None:
            raise PlayError("only the rounds of a duplicate game with a clock end by time")
        try:
            move = self.session.read_move(seat, text, is_typed=is_typed) if text else None
        except (IllegalMoveError, NotationError):
            move = None
        if move is None or move.kind is not MoveKind.PLAY:
            return SubmitMove(seat, None, self.seconds)
        return SubmitMove(seat, move.gcg, self._answer_seconds())

    def _answer_seconds(self) -> float:
        """Return the thinking time of a play in a round, which ends with the round in spite of delays."""
        clock, taken = self.session.setting.clock, self.seconds
        if clock is None or taken > clock.seconds + self.max_delay:
            return taken
        return min(taken, clock.seconds)
