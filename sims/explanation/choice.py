"""The choice of the facts that account for most of the difference between two moves."""

from collections.abc import Iterable, Sequence

from sims.explanation.facts import Fact

MAX_FACTS = 3
_ENOUGH = 0.8
"""Facts are added until they account for this share of what speaks for the better move."""
_WORTH_NAMING = 0.15
"""What contributes less than this share of it is left out."""
_WORTH_OBJECTING = 0.25
"""What speaks against the better move is left out if it is less than this share of it."""
_LEAST = 0.5
"""Contributions of fewer points are left out."""


def choose_facts(facts: Iterable[Fact], limit: int = MAX_FACTS) -> list[Fact]:
    """Return the facts to give: first what the better move gives up, then what it gains.

    Only facts whose own figure is certain count. Of those that speak for the better move, the largest are
    taken until they account for most of the sum. Of those that speak against it, the largest is taken if it
    is worth naming.
    """
    sure = [fact for fact in facts if fact.gain and abs(fact.gain) >= _LEAST and fact.figures[0].is_certain]
    sure.sort(key=_size, reverse=True)
    against = [fact for fact in sure if fact.speaks_against][:1]
    gains = [fact for fact in sure if not fact.speaks_against]
    total = sum(map(_size, gains))
    against = [fact for fact in against if _size(fact) >= _WORTH_OBJECTING * total]
    return [*against, *_largest(gains, total, limit - len(against))]


def _largest(gains: Sequence[Fact], total: float, limit: int) -> list[Fact]:
    chosen: list[Fact] = []
    for fact in gains[:limit]:
        if _size(fact) < _WORTH_NAMING * total or sum(map(_size, chosen)) >= _ENOUGH * total:
            break
        chosen.append(fact)
    return chosen


def _size(fact: Fact) -> float:
    return abs(fact.gain or 0.0)
