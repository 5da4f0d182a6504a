"""Explanations for a terminal: below a position, and for each mistake of a game."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from jackdaw.console import EMPTY, Line, page_width, styled
from jackdaw.text.remarks import phony_text
from jackdaw.text.sentences import explanation_sentences
from sims.explanation import explain
from sims.review import GameReview, TurnReview
from strategy.analysis import Method, Mistake, PositionAnalysis


def position_why(analysis: PositionAnalysis) -> Iterator[Line]:
    """Explain why the best move is better than the played one or, if that is the best, than the next one."""
    explanation = explain(analysis)
    if explanation is None:
        return
    # The tables of the other methods are followed by what the played move lost.
    with_margin = explanation.is_of_best or analysis.method is Method.STATIC
    sentences = explanation_sentences(explanation, with_margin=with_margin)
    if sentences:
        yield EMPTY
        yield styled(f"Why {explanation.better}", "bold")
        yield from _wrapped(sentences)


def mistakes_why(review: GameReview, names: Sequence[str]) -> Iterator[Line]:
    """Explain each mistake of a game that can be explained, with an empty line after each."""
    explained = [(turn, turn_why(turn)) for turn in review.turns]
    for turn, sentences in explained:
        if sentences:
            assert turn.analysis.played is not None and turn.analysis.best is not None
            played, best = phony_text(turn.analysis.played), turn.analysis.best.move
            yield styled(f"Turn {turn.turn}, {names[turn.player]}: why {best}, not {played}", "bold")
            yield from _wrapped(sentences)
            yield EMPTY


def turn_why(turn: TurnReview) -> list[str]:
    """Return the sentences on a reviewed turn; none unless it was a mistake."""
    if turn.mistake is None or turn.mistake is Mistake.NONE:
        return []
    return explanation_sentences(explain(turn.analysis), with_margin=False)


def _wrapped(sentences: Sequence[str]) -> Iterator[Line]:
    for sentence in sentences:
        for line in wrap(sentence, page_width(), subsequent_indent="  ", break_on_hyphens=False):
            yield styled(line)
