"""Grades of moves: no mistake, or a small, medium or large one, by the wins or the spread that they lost."""

from dataclasses import dataclass
from enum import StrEnum


class Mistake(StrEnum):
    """The class of a move, by its cost."""

    NONE = "none"
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


class GradedBy(StrEnum):
    """The loss that decided the grade of a move."""

    WINS = "wins"
    SPREAD = "spread"
    """Points, since the result of the game hardly depends on the move."""
    POINTS = "points"
    """Points, since chances to win are not known."""


@dataclass(frozen=True)
class Grade:
    """The grade of a move: its class and the loss that decided it."""

    mistake: Mistake
    graded_by: GradedBy

    @property
    def is_mistake(self) -> bool:
        """Whether the move is a mistake of any class."""
        return self.mistake is not Mistake.NONE

    @property
    def costs_spread(self) -> bool:
        """Whether the move is a mistake that costs only spread."""
        return self.is_mistake and self.graded_by is GradedBy.SPREAD
