"""The result of a pre-endgame search: the moves, and the outcomes of each by the unseen tiles."""

from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from typing import Literal

from movegen.board import Move
from movegen.variant import Rack
from strategy.endgame.endgame import Outcome

Opponent = Literal["rational", "adversarial"]


@dataclass(frozen=True)
class PreendgameOutcome:
    """The end of the game after a move with one arrangement of the unseen tiles.

    Attributes
    ----------
    drawn:        the tiles that the move's player draws.
    bag:          the tiles left in the bag, in the order in which they are drawn: "ET" if E is next.
    weight:       number of equally likely arrangements that look like this.
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
        """The outcome, if it is proven."""
        if self.lower is not None and self.lower > 0:
            return "win"
        if self.upper is not None and self.upper < 0:
            return "loss"
        return "draw" if self.is_exact else None

    @property
    def is_exact(self) -> bool:
        """True if the final spread is exact."""
        return self.lower is not None and self.lower == self.upper

    @property
    def least_win(self) -> float:
        """1 for a proven win, 0.5 if at least a draw is proven, else 0."""
        return 0.0 if self.lower is None or self.lower < 0 else 0.5 if self.lower == 0 else 1.0

    @property
    def most_win(self) -> float:
        """0 for a proven loss, 0.5 if at most a draw is proven, else 1."""
        return 1.0 if self.upper is None or self.upper > 0 else 0.5 if self.upper == 0 else 0.0

    @property
    def likely_win(self) -> float:
        """1, 0.5 or 0 by the estimate, within the proven bounds."""
        guess = 1.0 if self.estimate > 0 else 0.0 if self.estimate < 0 else 0.5
        return min(max(guess, self.least_win), self.most_win)


@dataclass(frozen=True)
class PreendgameMove:
    """A move with its outcomes over the arrangements of the unseen tiles that were searched.

    outcomes: those that differ for the move. samples: number of arrangements drawn at random; None if all
    were searched. arrangements: number of equally likely ones.
    """

    move: Move
    outcomes: tuple[PreendgameOutcome, ...] = field(repr=False)
    samples: int | None
    arrangements: int

    @cached_property
    def win(self) -> float:
        """The share of games won, draws counting half; an estimate unless `is_settled`."""
        return self._mean([each.likely_win for each in self.outcomes])

    @cached_property
    def least_win(self) -> float:
        """The proven lower bound of `win`, over the arrangements searched."""
        return self._mean([each.least_win for each in self.outcomes])

    @cached_property
    def most_win(self) -> float:
        """The proven upper bound of `win`, over the arrangements searched."""
        return self._mean([each.most_win for each in self.outcomes])

    @property
    def is_settled(self) -> bool:
        """True if the outcome is proven for each arrangement searched."""
        return self.least_win == self.most_win

    @property
    def is_proven(self) -> bool:
        """True if `win` is exact: the outcome is proven for all arrangements."""
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
        """True if the final spread is exact for each arrangement searched."""
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
    """The result of a pre-endgame search.

    Attributes
    ----------
    moves:        best first: by wins, then by proven wins, then by spread.
    opponent:     "rational" or "adversarial"; see `solve_preendgame`.
    bag_count:    tiles in the bag.
    arrangements: number of equally likely arrangements of the unseen tiles.
    samples:      number of them drawn at random; None for all.
    is_settled:   True if everything asked for was settled before a limit.
    nodes:        positions searched.
    seconds:      wall-clock time.
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
        """True if it is proven that no searched move wins more often than the best, whose wins are exact."""
        return self.best.is_proven and all(each.most_win <= self.best.win for each in self.moves)
