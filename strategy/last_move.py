"""The opponent's last move, as far as it is public: what racks can be inferred from."""

from dataclasses import dataclass

from movegen.board import Board
from movegen.errors import PositionError
from movegen.events import Event, EventKind
from movegen.game import Game
from movegen.moves import Move, MoveKind
from movegen.rules import ChallengeRule


@dataclass(frozen=True)
class LastMove:
    """A move that the opponent made just before the position.

    Attributes
    ----------
    board:        before the move.
    move:         of an exchange only the number of tiles counts.
    is_withdrawn: whether it was taken back, as a phony: then its tiles are known, and nothing was drawn.
    """

    board: Board
    move: Move
    is_withdrawn: bool = False

    @classmethod
    def of(cls, game: Game, turn: int) -> "LastMove | None":
        """The move before a turn of a game of two.

        Turns count from 1; in an unfinished game the one to come is the last.
        None on the first turn, and where the turn before was a pass that may be a challenge lost, which tells
        nothing. Raises PositionError when there is no such turn or there are more than two players.
        """
        if len(game.players) != 2:
            raise PositionError(f"{len(game.players)} players", cure="racks are inferred in games of two")
        position = game.position(turn)
        if turn == 1:
            return None
        place = [place for place, event in enumerate(game.events) if event.kind.is_turn][turn - 2]
        event, following = game.events[place], game.events[place + 1 : place + 2]
        if event.move is None or event.player == position.on_turn or may_be_forfeit(game, event):
            return None
        is_withdrawn = bool(following) and following[0].kind is EventKind.WITHDRAWN
        return cls(game.position(turn - 1).board, event.move, is_withdrawn)


def may_be_forfeit(game: Game, event: Event) -> bool:
    """Whether an event is a pass that may stand for a turn lost to a wrong challenge."""
    is_pass = event.move is not None and event.move.kind is MoveKind.PASS
    return is_pass and game.variant.rules.challenge is ChallengeRule.DOUBLE
