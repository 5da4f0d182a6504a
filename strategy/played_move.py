"""The move that was made in a position: its rank among the candidates, its equity, its phonies."""

from dataclasses import dataclass

import numpy as np

from movegen.board import Board
from movegen.generation import MOST_IN_ANY_ORDER
from movegen.lexicon import Lexicon
from movegen.move_list import MoveList
from movegen.moves import Move, MoveKind
from movegen.placement import canonical, words_formed
from movegen.position import Position
from movegen.rules import WordOrder
from movegen.tiles import BLANK_FLAG
from strategy.candidates import CandidateList
from strategy.leaves import MILLI
from strategy.static import StaticStrategy


@dataclass(frozen=True)
class PlayedMove:
    """The move that was made in a position, and how it compares with the candidates.

    Attributes
    ----------
    move:          the move as it was made.
    place:         its place in the list of candidates, from 0. None when it is not there: a phony, a play
                   taken back, or what `remark` tells.
    rank:          its rank, from 1; moves of equal equity share the best one. None when `place` is.
    equity:        what it is worth, in points; None when that depends on tiles that are not known. A play
                   taken back is worth what a pass is.
    equity_lost:   how much less than the best candidate, in points; 0 for one worth as much or more (as a
                   phony may be). None when `equity` is.
    invalid_words: the words it forms that are not in the lexicon, the main word first.
    is_withdrawn:  whether it was taken back after a challenge.
    remark:        why it is not in the list, when no other attribute tells.
    """

    move: Move
    place: int | None = None
    rank: int | None = None
    equity: float | None = None
    equity_lost: float | None = None
    invalid_words: tuple[str, ...] = ()
    is_withdrawn: bool = False
    remark: str | None = None

    @property
    def is_phony(self) -> bool:
        """Whether it forms a word that is not in the lexicon."""
        return bool(self.invalid_words)


class Judge:
    """Compares moves with the candidates of a position."""

    def __init__(
        self, position: Position, lexicon: Lexicon, strategy: StaticStrategy, candidates: CandidateList
    ) -> None:
        self.position = position
        self.lexicon = lexicon
        self.strategy = strategy
        self.candidates = candidates

    def judged(self, move: Move, is_withdrawn: bool) -> PlayedMove:
        """The move with its rank and equity, as far as they are known."""
        words = invalid_words(self.position.board, move, self.lexicon, self.position.rules.word_order)
        place = None if is_withdrawn else self.find(move)
        remark = None if place is not None or is_withdrawn else self.obstacle(move, is_phony=bool(words))
        equity = self.equity(move, place, is_withdrawn)
        best = int(self.candidates.equities[0]) if len(self.candidates) else 0
        return PlayedMove(
            move,
            place=place,
            rank=None if place is None else rank_of(self.candidates, place),
            equity=None if equity is None else equity / MILLI,
            equity_lost=None if equity is None else max(0, best - equity) / MILLI,
            invalid_words=words,
            is_withdrawn=is_withdrawn,
            remark=remark,
        )

    def find(self, move: Move) -> int | None:
        """The place of a move among the candidates, where each play is listed in one way only."""
        if not len(self.candidates):
            return None
        if move.kind is not MoveKind.PLAY:
            return self.candidates.moves.find(move)
        board = self.position.board
        place = self.candidates.moves.find(canonical(board, move))
        if place is None and board.is_empty and board.layout.is_symmetric:
            place = self.candidates.moves.find(_mirrored(move))
        return place

    def equity(self, move: Move, place: int | None, is_withdrawn: bool) -> int | None:
        """What a move is worth, in milli-points, whether it is among the candidates or not."""
        if not len(self.candidates):
            return None
        if is_withdrawn:
            place = self.find(Move.pass_turn(move.tile_set))
        if place is not None:
            return int(self.candidates.equities[place])
        if _has_unknown_tiles(move) or not self.position.rack.contains(move.tiles_used):
            return None
        alone = MoveList.of([move], self.candidates.moves.board, self.candidates.moves.rack)
        return int(self.strategy.rank(alone, self.position.bag_count, self.position.unseen).equities[0])

    def obstacle(self, move: Move, *, is_phony: bool) -> str | None:
        """Why a move is not among the candidates, unless it is a phony."""
        if not len(self.candidates):
            return "the rack is not known"
        if _has_unknown_tiles(move):
            return "it is not known which tiles were exchanged"
        if not self.position.rack.contains(move.tiles_used):
            return "its tiles are not among the known ones of the rack"
        if is_phony:
            return None
        listed = len(self.candidates) < MOST_IN_ANY_ORDER
        return "the rules do not allow it here" if listed else "it scores too little to be listed"


def rank_of(candidates: CandidateList, place: int) -> int:
    """The rank, from 1, of the candidate at a place, from 0: those of equal equity share the best."""
    return int(np.searchsorted(-candidates.equities, -candidates.equities[place], side="left")) + 1


def invalid_words(board: Board, move: Move, lexicon: Lexicon, order: WordOrder) -> tuple[str, ...]:
    """The words that a play forms which are not in the lexicon, in upper case, the main word first."""
    if move.kind is not MoveKind.PLAY:
        return ()
    words = [tuple(byte & ~BLANK_FLAG for byte in word) for word in words_formed(board, move)]
    unknown = (word for word in words if not lexicon.has(word, order))
    return tuple(dict.fromkeys(board.tile_set.spelled(word) for word in unknown))


def _has_unknown_tiles(move: Move) -> bool:
    return len(move.exchanged) != move.exchange_count


def _mirrored(move: Move) -> Move:
    """The same play with rows and columns swapped."""
    return Move.play(
        move.tile_set, move.column, move.row, move.direction.other, move.word, move.placed, move.score
    )
