"""The verdict on a move in words, for the terminal and the browser."""

from jackdaw.puzzles.report import margin_text
from jackdaw.puzzles.verdicts import Verdict
from movegen.counts import counted
from movegen.errors import MAX_NAME, one_line
from sims.puzzles import Puzzle, PuzzleMove


def verdict_sentences(verdict: Verdict, puzzle: Puzzle, *, is_shown: bool = False) -> list[str]:
    """Return a headline and the sentences after it; `is_shown` for the answer that was asked for."""
    if verdict.is_answer:
        return [*_about_answer(verdict, puzzle, is_shown=is_shown), *verdict.reasons]
    if verdict.invalid_words:
        return [f"{', '.join(verdict.invalid_words)} is not in {one_line(puzzle.lexicon, MAX_NAME)}."]
    if verdict.move is None:
        return ["No: the words of the last play are valid."]
    return [f"No: {verdict.move} loses {_loss_text(verdict.losses)}.", *verdict.reasons]


def _loss_text(losses: PuzzleMove | None) -> str:
    """Return what a move loses; of moves proven to be worse it may be unknown how much."""
    text = "unknown" if losses is None else margin_text(losses)
    return "an unknown amount" if text == "unknown" else text


def _about_answer(verdict: Verdict, puzzle: Puzzle, *, is_shown: bool) -> list[str]:
    move = verdict.move
    answer = "a challenge" if move is None else f"{move}, {counted(move.score, 'point')}"
    sentences = [
        f"The best move is {answer}." if is_shown else f"Yes: {answer}.",
        f"The next best, {puzzle.margin.move}, loses {_loss_text(puzzle.margin)}.",
    ]
    if puzzle.played is not None:
        lost = _loss_text(puzzle.played)
        sentences.append(f"In the game {puzzle.played.move} was played, which loses {lost}.")
    return sentences
