"""The played move: its rank among the candidates, its equity, and its invalid words."""

from dataclasses import dataclass

import numpy as np

from movegen.board import Board, Move, MoveKind, MoveList, normalize_play, words_formed
from movegen.lexicon import Lexicon
from movegen.position import MAX_ANY_ORDER_PLAYS, Position
from movegen.showing import short_repr
from movegen.variant import BLANK_FLAG, WordOrder
from strategy.leaves import MILLI
from strategy.players import CandidateList, StaticStrategy


@dataclass(frozen=True)
class PlayedMove:
    """The move played in a position, compared with the candidates.

    Attributes
    ----------
    move:          the move as it was played.
    index:         its index in the list of candidates. None if it is not listed, because it is a phony, was
                   taken back, or for the reason in `remark`.
    rank:          its rank, from 1; moves of equal equity share the best one. None if it has no rank.
    equity:        the points it is worth; None if that depends on unknown tiles. A play taken back is worth
                   as much as a pass.
    equity_lost:   the points it is worth less than the best candidate; 0 if it is worth as much or more (as a
                   phony may be). None if `equity` is.
    invalid_words: the words it forms that are not in the lexicon, the main word first.
    is_withdrawn:  whether it was taken back after a challenge.
    remark:        the reason why it is not listed, if no other attribute gives it.
    is_certain:    whether the lexicon is that of the game. If it stands in for another one, a play with words
                   that it lacks may be valid.

    >>> from strategy import analyze_game
    >>> (turn,) = analyze_game(read_gcg("jackdaw/samples/ann_v_ben.gcg"), turn=7).positions
    >>> turn.played.move, turn.played.rank, turn.played.is_phony
    (<Move 6H (P)ING 9>, 26, False)
    """

    move: Move
    index: int | None = None
    rank: int | None = None
    equity: float | None = None
    equity_lost: float | None = None
    invalid_words: tuple[str, ...] = ()
    is_withdrawn: bool = False
    remark: str | None = None
    is_certain: bool = True

    __repr__ = short_repr

    @property
    def is_phony(self) -> bool:
        """Whether it certainly forms a word that is not in the lexicon of the game."""
        return bool(self.invalid_words) and (self.is_certain or self.is_withdrawn)

    @property
    def may_be_phony(self) -> bool:
        """Whether it forms a word that only a lexicon lacks which stands in for that of the game."""
        return bool(self.invalid_words) and not self.is_phony


class Judge:
    """A judge that compares moves with the candidates of a position."""

    def __init__(
        self, position: Position, lexicon: Lexicon, strategy: StaticStrategy, candidates: CandidateList
    ) -> None:
        self.position = position
        self.lexicon = lexicon
        self.strategy = strategy
        self.candidates = candidates

    def judge(self, move: Move, is_withdrawn: bool) -> PlayedMove:
        """Return the move with its rank and equity, as far as they are known."""
        words = invalid_words(self.position.board, move, self.lexicon, self.position.rules.word_order)
        index = None if is_withdrawn else find_move(self.candidates, move)
        remark = None if index is not None or is_withdrawn else self._obstacle(move, is_phony=bool(words))
        equity = self._equity(move, index, is_withdrawn)
        best = int(self.candidates.equities[0]) if len(self.candidates) else 0
        return PlayedMove(
            move,
            index=index,
            rank=None if index is None else rank_candidate(self.candidates, index),
            equity=None if equity is None else equity / MILLI,
            equity_lost=None if equity is None else max(0, best - equity) / MILLI,
            invalid_words=words,
            is_withdrawn=is_withdrawn,
            remark=remark,
            is_certain=not self.lexicon.is_substitute,
        )

    def _equity(self, move: Move, index: int | None, is_withdrawn: bool) -> int | None:
        """Return the equity of a move in milli-points, whether it is among the candidates or not."""
        if not len(self.candidates):
            return None
        if is_withdrawn:
            index = find_move(self.candidates, Move.pass_turn(move.tile_set))
        if index is not None:
            return int(self.candidates.equities[index])
        if _has_unknown_tiles(move) or not self.position.rack.contains(move.tiles_used):
            return None
        alone = MoveList.from_moves([move], self.candidates.moves.board, self.candidates.moves.rack)
        counts = self.position.rules.count_tiles_left
        ranked = self.strategy.rank(
            alone, self.position.bag_count, self.position.unseen, count_tiles_left=counts
        )
        return int(ranked.equities[0])

    def _obstacle(self, move: Move, *, is_phony: bool) -> str | None:
        """Return the reason why a move is not a candidate; None if it is a phony."""
        if not len(self.candidates):
            return "the rack is not known"
        if _has_unknown_tiles(move):
            return "it is not known which tiles were exchanged"
        if not self.position.rack.contains(move.tiles_used):
            return "its tiles are not among the known ones of the rack"
        if is_phony:
            return None
        is_complete = len(self.candidates) < MAX_ANY_ORDER_PLAYS
        return "the rules do not allow it here" if is_complete else "it scores too little to be listed"


def find_move(candidates: CandidateList, move: Move) -> int | None:
    """Return the index of a move among all candidates, or None.

    They list each play in one form only: one of a single tile in one direction, and on an empty board that
    looks the same with rows and columns swapped those across.
    """
    if not len(candidates):
        return None
    moves = candidates.moves
    if move.kind is not MoveKind.PLAY:
        return moves.find(move)
    index = moves.find(normalize_play(moves.board, move))
    if index is None and moves.board.is_empty and moves.board.layout.is_symmetric:
        index = moves.find(_mirror(move))
    return index


def rank_candidate(candidates: CandidateList, index: int) -> int:
    """Return the rank, from 1, of the candidate at an index; candidates of equal equity share the best."""
    return int(np.searchsorted(-candidates.equities, -candidates.equities[index], side="left")) + 1


def invalid_words(board: Board, move: Move, lexicon: Lexicon, order: WordOrder) -> tuple[str, ...]:
    """Return the words formed by a play that are not in the lexicon, in upper case, the main word first."""
    if move.kind is not MoveKind.PLAY:
        return ()
    words = [tuple(byte & ~BLANK_FLAG for byte in word) for word in words_formed(board, move)]
    unknown = (word for word in words if not lexicon.has(word, order))
    return tuple(dict.fromkeys(board.tile_set.spell(word) for word in unknown))


def _has_unknown_tiles(move: Move) -> bool:
    return len(move.exchanged) != move.exchange_count


def _mirror(move: Move) -> Move:
    """Return the same play with rows and columns swapped."""
    return Move.play(
        move.tile_set, move.column, move.row, move.direction.other, move.word, move.placed, move.score
    )
