"""Evaluations: the figures that one method gives the candidates of a position, behind one protocol.

`StaticEvaluation` is here, the searches are in `endgame_evaluation` and `preendgame_evaluation`, simulation
is in `sims.simulation`. Callers use the protocol. Only code that shows the details of one method depends on
the type, by `functools.singledispatch`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

import numpy as np

from movegen.board import Move, MoveKind
from movegen.position import Position
from movegen.showing import short_repr
from movegen.variant import EndingRule
from strategy.analysis.played_move import PlayedMove, rank_candidate
from strategy.leaves import MILLI
from strategy.players import Candidate, CandidateList
from strategy.search_control import SearchControl, SearchLimits
from strategy.winprob import MILLION, WinModel


class StopReason(StrEnum):
    """The limit that ended a search before everything was proven."""

    NODES = "nodes"
    TIME = "time"
    INTERRUPTED = "interrupted"
    """The caller asked it to stop."""

    @classmethod
    def of_search(cls, limits: SearchLimits, control: SearchControl[Any]) -> "StopReason":
        """Return the reason why a search with these limits and this control has not proven everything."""
        if control.is_stopped:
            return cls.INTERRUPTED
        return cls.NODES if limits.seconds is None else cls.TIME


class Method(StrEnum):
    """The method by which the candidates of a position are evaluated.

    >>> [method.value for method in Method if method.is_exact]
    ['endgame']
    """

    STATIC = "static"
    """By score and leave alone."""
    SIMULATION = "simulation"
    """By rollouts of the best static candidates."""
    PREENDGAME = "preendgame"
    """By the wins of the best static candidates over all arrangements of the unseen tiles."""
    ENDGAME = "endgame"
    """By search to the end of the game."""

    @property
    def is_exact(self) -> bool:
        """Whether equities are final results, so that any loss of points is certain."""
        return self is Method.ENDGAME


class Evaluation(Protocol):
    """The result of one method for the candidates of a position. All figures are for the player on turn.

    A method need not evaluate all candidates. For the others every figure is None.

    >>> from strategy import analyze_position
    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> evaluation = analyze_position(position).evaluation
    >>> move = evaluation.moves[2]
    >>> move, evaluation.rank(move), round(evaluation.equity_lost(move), 1)
    (<Move 7C GALEE 22>, 3, 1.6)
    """

    @property
    def method(self) -> Method:
        """The method."""
        ...

    @property
    def moves(self) -> Sequence[Move]:
        """The moves evaluated, best first."""
        ...

    @property
    def stopped(self) -> str | None:
        """The reason why the evaluation was stopped; None if it was finished."""
        ...

    @property
    def seconds(self) -> float | None:
        """The time it took; None if that was not measured."""
        ...

    def equity(self, move: Move) -> float | None:
        """Return the points that a move is worth."""
        ...

    def equity_lost(self, move: Move) -> float | None:
        """Return the points that a move is worth less than the best one; negative if it is worth more."""
        ...

    def rank(self, move: Move) -> int | None:
        """Return the rank of a move, from 1; equal moves share the best one. None if it is unknown."""
        ...

    def win_chance(self, move: Move, model: WinModel | None = None) -> float | None:
        """Return the chance to win after a move, from 0 to 1, half a draw included.

        Methods that do not estimate it themselves use `model`.
        """
        ...

    def win_difference_error(self, one: Move, other: Move) -> float | None:
        """Return the standard error of the difference of two moves' chances to win.

        None where both are exact, or no error is known.
        """
        ...

    def is_proven(self, move: Move) -> bool | None:
        """Return whether the value of a move is proven; None for methods that prove nothing."""
        ...


def find_candidate(candidates: CandidateList, move: Move) -> Candidate | None:
    """Return the candidate that is this move, if there is one."""
    index = candidates.moves.find(move) if len(candidates) else None
    return None if index is None else candidates[index]


@dataclass(frozen=True)
class StaticEvaluation:
    """Candidates valued by score and leave, and the played move even if it is not among them.

    >>> from strategy import analyze_position
    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> evaluation = analyze_position(position).evaluation
    >>> evaluation.moves[0], evaluation.equity(evaluation.moves[0])
    (<Move D8 (W)EDGIE 22>, 23.24)
    """

    position: Position
    candidates: CandidateList
    played: PlayedMove | None = None

    method = Method.STATIC
    stopped = None
    seconds = None

    __repr__ = short_repr

    @property
    def moves(self) -> Sequence[Move]:
        """All candidates, by equity."""
        return self.candidates.moves

    def equity(self, move: Move) -> float | None:
        """Return the score plus the value of the leave."""
        candidate = find_candidate(self.candidates, move)
        if candidate is not None:
            return candidate.equity
        return self.played.equity if self.played is not None and self.played.move == move else None

    def equity_lost(self, move: Move) -> float | None:
        """Return the points that a move is worth less than the best candidate."""
        equity = self.equity(move)
        return None if equity is None or not len(self.candidates) else self.candidates[0].equity - equity

    def rank(self, move: Move) -> int | None:
        """Return the rank of a candidate."""
        index = self.candidates.moves.find(move) if len(self.candidates) else None
        return None if index is None else rank_candidate(self.candidates, index)

    def win_chance(self, move: Move, model: WinModel | None = None) -> float | None:
        """Return the chance that the model gives the position after the move."""
        equity = self.equity(move)
        if model is None or equity is None:
            return None
        return static_win_chance(self.position, move, equity, model)

    def win_difference_error(self, one: Move, other: Move) -> float | None:
        """Return None: the errors of the model are not known."""
        del one, other
        return None

    def is_proven(self, move: Move) -> bool | None:
        """Return None: nothing is proven."""
        del move
        return None


def static_win_chance(position: Position, move: Move, equity: float, model: WinModel) -> float:
    """Return the chance to win after a move worth `equity` points, from the spread and the unseen tiles.

    It is the result where the move ends the game, or the opponent has gone out before.
    It ignores that a turn without a score may end the game.
    """
    spread = position.spread
    laid = len(move.tiles_used) if move.kind is MoveKind.PLAY else 0
    drawn = min(laid, position.bag_count)
    off_board = position.variant.tiles.total - sum(position.board.tile_counts)
    left = min(position.rules.rack_size, off_board - len(position.unseen)) - laid + drawn
    is_out = position.rules.ending is EndingRule.OUT and (left == 0 or not len(position.unseen))
    if is_out or position.turns_left in (0, 1):  # the game is over, or the move ends it
        final = spread + move.score + _points_for_tiles_left(position, move, left)
        return 1.0 if final > 0 else 0.5 if final == 0 else 0.0
    ahead = spread * MILLI + round(equity * MILLI)
    chances = model(np.array([-ahead]), np.array([position.bag_count - drawn + left]))
    return 1 - int(chances[0]) / MILLION


def _points_for_tiles_left(position: Position, move: Move, left: int) -> int:
    """Return the points for the tiles left after a move that ends a game of two."""
    if not position.rules.count_tiles_left:
        return 0
    theirs = position.unseen.points
    if left == 0:
        return 2 * theirs
    mine = position.rack.points - move.tiles_used.points
    return theirs - mine if len(position.unseen) else -2 * mine
