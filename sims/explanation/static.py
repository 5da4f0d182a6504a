"""Facts about two moves by score and leave: the parts of their static equities."""

from collections.abc import Iterator

from movegen.board import Move
from sims.explanation.choice import choose_facts
from sims.explanation.facts import Fact, FactKind, Figure, Quantity, Unit
from strategy.analysis import PositionAnalysis
from strategy.players import Candidate


def static_facts(analysis: PositionAnalysis, better: Move, worse: Move) -> list[Fact]:
    """Return why `better` has the higher static equity; nothing if either is not a candidate."""
    first, second = analysis.candidate(better), analysis.candidate(worse)
    if first is None or second is None:
        return []
    equity = Figure(Quantity.EQUITY, Unit.POINTS, first.equity, second.equity)
    kind = FactKind.MARGIN if equity.difference else FactKind.EVEN
    return [Fact(kind, better, worse, (equity,)), *choose_facts(_parts(first, second))]


def _parts(first: Candidate, second: Candidate) -> Iterator[Fact]:
    """Yield the score, the leave and the rest, each with its gain for the first move."""
    score = Figure(Quantity.SCORE, Unit.POINTS, first.score, second.score)
    leave = Figure(Quantity.LEAVE_VALUE, Unit.POINTS, first.leave_value, second.leave_value)
    rest = Figure(Quantity.ADJUSTMENT, Unit.POINTS, _adjustment(first), _adjustment(second))
    kinds = (FactKind.SCORE, FactKind.LEAVE, FactKind.ADJUSTMENT)
    for kind, figure in zip(kinds, (score, leave, rest), strict=True):
        yield Fact(kind, first.move, second.move, (figure,), figure.difference)


def _adjustment(candidate: Candidate) -> float:
    return round(candidate.equity - candidate.score - candidate.leave_value, 3)
