"""What a search of the pre-endgame found: moves, and for each what the tiles that are unseen decide."""

from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from typing import Literal

from movegen.moves import Move
from movegen.tiles import Rack
from strategy.endgame import Outcome

Opponent = Literal["rational", "adversarial"]


@dataclass(frozen=True)
class PreendgameOutcome:
    """How the game ends after a move if the unseen tiles lie like this.

    Attributes
    ----------
    drawn:        the tiles that the move's player draws.
    bag:          the tiles left in the bag, in the order in which they are drawn: "ET" if E is next.
    weight:       how many of the equally likely arrangements look like this.
    lower, upper: the bounds of the final spread, for the move's player: points; None where nothing is known.
    estimate:     of the final spread: points. Exact where the bounds meet.
    """

    drawn: Rack
    bag: str
    weight: int
    lower: int | None
    upper: int | None
    estimate: int

    @property
    def result(self) -> Outcome | None:
        """Who wins, if that is proven."""
        if self.lower is not None and self.lower > 0:
            return "win"
        if self.upper is not None and self.upper < 0:
            return "loss"
        return "draw" if self.is_exact else None

    @property
    def is_exact(self) -> bool:
        """Whether the final spread is."""
        return self.lower is not None and self.lower == self.upper

    @property
    def least_win(self) -> float:
        """1 for what is surely a win, 0.5 for what is at least a draw, else 0."""
        return 0.0 if self.lower is None or self.lower < 0 else 0.5 if self.lower == 0 else 1.0

    @property
    def most_win(self) -> float:
        """0 for what is surely a loss, 0.5 for what is at most a draw, else 1."""
        return 1.0 if self.upper is None or self.upper > 0 else 0.5 if self.upper == 0 else 0.0

    @property
    def likely_win(self) -> float:
        """What the estimate says, within what is known."""
        guess = 1.0 if self.estimate > 0 else 0.0 if self.estimate < 0 else 0.5
        return min(max(guess, self.least_win), self.most_win)


@dataclass(frozen=True)
class PreendgameMove:
    """A move and what becomes of it, over the arrangements of the unseen tiles that were looked at.

    outcomes: those that differ for the move. samples: how many arrangements were drawn at random; None if all
    are there. arrangements: how many equally likely ones there are.
    """

    move: Move
    outcomes: tuple[PreendgameOutcome, ...] = field(repr=False)
    samples: int | None
    arrangements: int

    @cached_property
    def win(self) -> float:
        """The part of the games that are won, draws counted half; an estimate unless `is_settled`."""
        return self._mean([each.likely_win for each in self.outcomes])

    @cached_property
    def least_win(self) -> float:
        """`win` is surely no less, of the arrangements looked at."""
        return self._mean([each.least_win for each in self.outcomes])

    @cached_property
    def most_win(self) -> float:
        """`win` is surely no more, of the arrangements looked at."""
        return self._mean([each.most_win for each in self.outcomes])

    @property
    def is_settled(self) -> bool:
        """Whether it is known for each arrangement looked at who wins."""
        return self.least_win == self.most_win

    @property
    def is_proven(self) -> bool:
        """Whether `win` is exact: who wins is known for all arrangements."""
        return self.is_settled and self.samples is None

    @property
    def win_error(self) -> float | None:
        """The standard error of `win` where arrangements were drawn at random, else None."""
        return self._error([each.likely_win for each in self.outcomes])

    @cached_property
    def spread(self) -> float:
        """The mean of the final spread: points; an estimate unless `spread_is_settled`."""
        return self._mean([each.estimate for each in self.outcomes])

    @property
    def spread_is_settled(self) -> bool:
        """Whether the final spread is known exactly for each arrangement looked at."""
        return all(each.is_exact for each in self.outcomes)

    @property
    def spread_error(self) -> float | None:
        """The standard error of `spread` where arrangements were drawn at random, else None: points."""
        return self._error([each.estimate for each in self.outcomes])

    def _mean(self, values: list[float] | list[int]) -> float:
        weights = [each.weight for each in self.outcomes]
        return sum(map(lambda weight, value: weight * value, weights, values)) / sum(weights)

    def _error(self, values: list[float] | list[int]) -> float | None:
        """Arrangements are drawn without replacement: an error that shrinks to nothing with all of them."""
        if self.samples is None:
            return None
        mean = self._mean(values)
        variance = self._mean([(value - mean) ** 2 for value in values]) / (self.samples - 1)
        return sqrt(variance * (1 - self.samples / self.arrangements))


@dataclass(frozen=True)
class PreendgameResult:
    """What a search of the pre-endgame found.

    Attributes
    ----------
    moves:        best first: most wins, then those that are surest of them, then most spread.
    opponent:     "rational" or "adversarial"; see `solve_preendgame`.
    bag_count:    tiles in the bag.
    arrangements: how many equally likely ones there are of the unseen tiles.
    samples:      how many of them were drawn at random; None for all.
    is_settled:   whether everything asked for was found out before a limit.
    nodes:        positions searched.
    seconds:      of wall time.
    """

    moves: tuple[PreendgameMove, ...]
    opponent: Opponent
    bag_count: int
    arrangements: int
    samples: int | None
    is_settled: bool
    nodes: int
    seconds: float = field(compare=False)

    @property
    def best(self) -> PreendgameMove:
        """The first of the moves."""
        return self.moves[0]

    @property
    def is_proven(self) -> bool:
        """Whether no move that was asked for wins more often than the best: its wins are exact."""
        return self.best.is_proven and all(each.most_win <= self.best.win for each in self.moves)
