"""The opponent's last move as far as it is public: the evidence for an inference."""

from dataclasses import dataclass

from movegen.board import Board, Move, MoveKind, check_is_move
from movegen.errors import PositionError
from movegen.game import Event, EventKind, Game
from movegen.numbers import show_value
from movegen.showing import short_repr
from movegen.variant import ChallengeRule


@dataclass(frozen=True)
class LastMove:
    """The opponent's move before the position.

    Attributes
    ----------
    board:        the board before the move.
    move:         the move; of an exchange only the number of tiles counts.
    is_withdrawn: true for a withdrawn phony, whose tiles are known and after which nothing was drawn.

    >>> LastMove.before_turn(read_gcg("jackdaw/samples/ann_v_ben.gcg"), 2).move
    <Move 8H PELON 16>
    """

    board: Board
    move: Move
    is_withdrawn: bool = False

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if not isinstance(self.board, Board):
            raise PositionError(
                f"{show_value(repr(self.board))} is not a board", cure="give the board of the position before"
            )
        check_is_move(self.move)

    @classmethod
    def before_turn(cls, game: Game, turn: int) -> "LastMove | None":
        """Return the move before a turn of a game of two.

        Turns count from 1, up to the next one in an unfinished game. Returns None on the first turn, and
        after a pass that may be a lost challenge, which is no evidence. Raises PositionError when there is no
        such turn or there are more than two players.
        """
        if len(game.players) != 2:
            raise PositionError(f"{len(game.players)} players", cure="racks are inferred in games of two")
        position = game.position(turn)
        if turn == 1:
            return None
        index = [index for index, event in enumerate(game.events) if event.kind.is_turn][turn - 2]
        event, following = game.events[index], game.events[index + 1 : index + 2]
        if event.move is None or event.player == position.on_turn or may_be_forfeit(game, event):
            return None
        is_withdrawn = bool(following) and following[0].kind is EventKind.WITHDRAWN
        return cls(game.position(turn - 1).board, event.move, is_withdrawn)


def may_be_forfeit(game: Game, event: Event) -> bool:
    """Return True for a pass that may be a turn lost by a wrong challenge."""
    is_pass = event.move is not None and event.move.kind is MoveKind.PASS
    return is_pass and game.variant.rules.challenge is ChallengeRule.DOUBLE
