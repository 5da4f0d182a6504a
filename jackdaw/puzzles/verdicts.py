"""The verdict on a move that was tried in a puzzle: whether it is the answer, what it loses, and why."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from jackdaw.review import TURN_EFFORTS
from jackdaw.text import explanation_sentences
from movegen.board import Move, MoveKind, parse_typed_move
from movegen.lexicon import Lexicon
from sims.analysis import Analyzer
from sims.explanation import FactKind, explain
from sims.puzzles import CHALLENGE, Puzzle, PuzzleMove, find_leads
from strategy.analysis import PositionAnalysis, invalid_words

_SIMULATED = 60
"""Most moves that are simulated so that the answer is among them."""


@dataclass(frozen=True)
class Verdict:
    """The verdict on a move.

    Attributes
    ----------
    move:          the move tried; None for a challenge.
    is_answer:     whether it is the answer.
    losses:        what it loses to the answer; None for the answer and for phonies.
    invalid_words: the words that it forms and the lexicon lacks; nothing is known of what a phony loses.
    reasons:       sentences on why the answer is better. After a wrong move they do not name it.
    """

    move: Move | None
    is_answer: bool
    losses: PuzzleMove | None = None
    invalid_words: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


class PuzzleJudge:
    """Judges the moves tried in one puzzle. Figures of the puzzle's own analysis come first."""

    def __init__(self, puzzle: Puzzle, lexicon: Lexicon) -> None:
        """Take a puzzle and its lexicon. Raises what reading its position raises."""
        self.puzzle = puzzle
        self.lexicon = lexicon
        self.position = puzzle.position
        self.answer = puzzle.answer_move

    def parse(self, text: str) -> Move | None:
        """Parse a move as people type it, None for a challenge. Raises NotationError or IllegalMoveError."""
        if text.strip().casefold() == CHALLENGE:
            return None
        position = self.position
        return parse_typed_move(text, position.board, position.rack, rules=position.rules)

    def judge(self, move: Move | None) -> Verdict:
        """Judge a legal move, None for a challenge."""
        if move is None:
            return Verdict(None, is_answer=self.answer is None)
        order = self.position.rules.word_order
        words = invalid_words(self.position.board, move, self.lexicon, order)
        if words:
            return Verdict(move, is_answer=False, invalid_words=words)
        analysis = self._analyze(move)
        tried = analysis.counted_move or move  # on an empty board a mirrored play is the same one
        if tried == self.answer:
            next_best = self.position.parse_move(self.puzzle.margin.move)
            return Verdict(move, is_answer=True, reasons=self._reasons(analysis, next_best))
        reasons = tuple(hide_move(reason, self.answer) for reason in self._reasons(analysis, tried))
        return Verdict(move, False, self._losses(analysis, tried), reasons=reasons)

    def _losses(self, analysis: PositionAnalysis, move: Move) -> PuzzleMove:
        """Return what a move loses: by the puzzle, else by a normal analysis."""
        for known in self.puzzle.others:
            if known.move == str(move):
                return known
        evaluation = analysis.evaluation
        if evaluation.moves and evaluation.moves[0] == self.answer:
            for lead in find_leads(analysis):
                if lead.move == move:
                    return PuzzleMove.of(lead)
        win = evaluation.win_chance(move)
        if self.answer is None:
            lost = None if win is None or self.puzzle.answer.win is None else self.puzzle.answer.win - win
            return PuzzleMove(str(move), move.score, win, lost, None, None, None)
        wins = _lost(evaluation.win_chance, self.answer, move)
        points = _lost(evaluation.equity, self.answer, move)
        return PuzzleMove(str(move), move.score, win, wins, None, points, None)

    def _analyze(self, move: Move) -> PositionAnalysis:
        difficulty = self.puzzle.difficulty
        rank = 1 if difficulty is None else difficulty.static_rank
        count = min(rank, _SIMULATED)
        plan = (
            TURN_EFFORTS["normal"]
            .plan()
            .map_simulations(
                lambda simulation: replace(simulation, candidates=max(simulation.candidates, count))
            )
        )
        return Analyzer(self.lexicon, plan=plan).position(self.position, played=move)

    def _reasons(self, analysis: PositionAnalysis, move: Move) -> tuple[str, ...]:
        """Return why the answer is better than another move, as far as the analysis has both.

        If the analysis ranks the other move higher, its figures would explain the opposite of the verdict.
        """
        known = analysis.evaluation.moves
        if self.answer is None or self.answer not in known or move not in known:
            return ()
        if known.index(move) < known.index(self.answer):
            return (f"But a normal analysis ranks {move} higher: this puzzle is in doubt.",)
        explanation = explain(replace(analysis, reference=self.answer), move)
        if explanation is not None:  # the figures of the puzzle say how clearly the answer is better
            facts = tuple(fact for fact in explanation.facts if fact.kind is not FactKind.EVEN)
            explanation = replace(explanation, facts=facts)
        return tuple(explanation_sentences(explanation, with_margin=False))


def hide_move(sentence: str, move: Move | None) -> str:
    """Return a sentence with a move called "the best move", but no other whose name contains its name."""
    is_pass = move is not None and move.kind is MoveKind.PASS
    name = "the pass" if is_pass else str(move)
    own = rf"(?<!\w){re.escape(name)}(?![\w(\[])"
    hidden = re.sub(own, "the best move", sentence, flags=re.IGNORECASE if is_pass else re.NOFLAG)
    return hidden[0].upper() + hidden[1:]


def _lost(value: Callable[[Move], float | None], best: Move, other: Move) -> float | None:
    most, least = value(best), value(other)
    return None if most is None or least is None else most - least
