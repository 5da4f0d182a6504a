"""Explanations: why one move is better than another, as facts with figures."""

from sims.explanation.explaining import explain
from sims.explanation.facts import Explanation, Fact, FactKind, Figure, Quantity, Unit

__all__ = ["Explanation", "Fact", "FactKind", "Figure", "Quantity", "Unit", "explain"]
