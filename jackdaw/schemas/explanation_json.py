"""Explanations as JSON; docs/json.md explains every field.

Each class is an object of the JSON, its attributes the fields in their order.
"""

from collections.abc import Iterator

import msgspec

from jackdaw.text import explanation_sentences
from movegen.variant import square_name
from sims.explanation import Explanation, Figure

_DIGITS = 6


class FigureJson(msgspec.Struct):
    """A figure of two moves."""

    quantity: str
    unit: str
    value: float
    than: float
    error: float | None
    than_error: float | None
    difference: float
    difference_error: float | None
    arrangements: int | None
    square: str | None


class FactJson(msgspec.Struct):
    """A fact about two moves, with its sentence."""

    kind: str
    move: str
    than: str
    gain: float | None
    figures: list[FigureJson]
    sentence: str


def why_json(explanation: Explanation | None) -> list[FactJson]:
    """Convert an explanation; no facts if there is none."""
    return [] if explanation is None else list(_facts(explanation))


def _facts(explanation: Explanation) -> Iterator[FactJson]:
    sentences = explanation_sentences(explanation)
    for fact, sentence in zip(explanation.facts, sentences, strict=True):
        yield FactJson(
            fact.kind.value,
            str(fact.move),
            str(fact.than),
            _rounded(fact.gain),
            [_figure(figure) for figure in fact.figures],
            sentence,
        )


def _figure(figure: Figure) -> FigureJson:
    return FigureJson(
        figure.quantity.value,
        figure.unit.value,
        round(figure.value, _DIGITS),
        round(figure.than, _DIGITS),
        _rounded(figure.error),
        _rounded(figure.than_error),
        round(figure.difference, _DIGITS),
        round(figure.difference_error, _DIGITS),
        figure.of,
        None if figure.square is None else square_name(*figure.square),
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
