"""The moves of a pre-endgame search: how often each wins, how that is known, and their ranking."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from math import exp, hypot, inf, sqrt
from statistics import median

from movegen.board import Move
from movegen.showing import short_repr
from strategy.endgame.preendgame_outcomes import PreendgameOutcomes
from strategy.winprob import UTILITY

HARDLY_EVER = 0.001
"""An estimated share of wins that is as good as none."""
_DOUBT = 0.5
"""How many of its standard errors count against an estimate where moves are ranked.

The best of many estimates is too high on average, the more so the less is known of it: the optimizer's curse
(J. E. Smith and R. L. Winkler, Management Science 52, 2006). Measured there, too.
"""
_SPREAD_VARIETY = 10.0
"""The standard deviation, in points, of the final spreads of a position's good moves: measured."""


class Source(StrEnum):
    """How a figure of a move is known."""

    PROVEN = "proven"
    """Exact, over all arrangements."""
    SAMPLED = "sampled"
    """Exact for each of the arrangements drawn at random."""
    SEARCHED = "searched"
    """By a search that has not settled all arrangements: an estimate within bounds."""
    SIMULATED = "simulated"
    """By rollouts to the end of the game: an estimate."""


@dataclass(frozen=True)
class SimulatedEnd:
    """The end of the game after a move as rollouts show it: estimates with their standard errors.

    win:      share of games won, draws counting half: that of the rollouts, lowered for the replies that are
              better than theirs. The error counts how well that is known.
    spread:   final spread in points, the mean of the rollouts.
    rollouts: their number.
    """

    win: float
    win_error: float
    spread: float
    spread_error: float
    rollouts: int


@dataclass(frozen=True)
class PreendgameMove:
    """A move with its outcomes over the arrangements of the unseen tiles that were searched.

    Attributes
    ----------
    outcomes:     those that differ for the move.
    samples:      number of arrangements drawn at random; None if all that differ for the move were searched.
    arrangements: number of equally likely ones.
    is_estimated: True if each arrangement has an estimate at least.
    simulated:    what rollouts show, which stands for what the search has not found; None without rollouts.

    >>> from strategy import SearchLimits, solve_preendgame
    >>> position = read_gcg("jackdaw/samples/ann_v_ben.gcg").position(21)
    >>> moves, limits = position.moves(Lexicon.load())[:2], SearchLimits(nodes=100)
    >>> result = solve_preendgame(position, Lexicon.load(), moves=moves, limits=limits)
    >>> result.best.move, result.best.win_source.value, result.best.is_proven
    (<Move 5I SOApIER 72>, 'searched', False)
    """

    move: Move
    outcomes: PreendgameOutcomes = field(repr=False)
    samples: int | None
    arrangements: int
    is_estimated: bool
    simulated: SimulatedEnd | None = None

    __repr__ = short_repr

    def with_simulated(self, simulated: SimulatedEnd | None) -> "PreendgameMove":
        """Return the move with these rollouts."""
        return self if simulated == self.simulated else replace(self, simulated=simulated)

    @property
    def win(self) -> float:
        """The share of games won, draws counting half; `win_source` says how it is known.

        Without a source it is the best guess of the search within its bounds, which may be far off.
        """
        if self.win_source is Source.SIMULATED and self.simulated is not None:
            return min(max(self.simulated.win, self.least_win), self.most_win)
        return self.outcomes.figures.win

    @cached_property
    def win_source(self) -> Source | None:
        """How `win` is known; None if next to nothing is known of it."""
        if self.is_settled:
            return self._settled_source
        if self.is_estimated:
            return Source.SEARCHED
        return None if self.simulated is None else Source.SIMULATED

    @property
    def least_win(self) -> float:
        """The proven lower bound of `win`, over the arrangements searched."""
        return self.outcomes.figures.least

    @property
    def most_win(self) -> float:
        """The proven upper bound of `win`, over the arrangements searched."""
        return self.outcomes.figures.most

    @property
    def possible_win(self) -> float:
        """The proven upper bound of `win` over all arrangements: 1 if they were sampled."""
        return self.most_win if self.samples is None else 1.0

    @property
    def is_settled(self) -> bool:
        """True if the outcome is proven for each arrangement searched."""
        return self.least_win == self.most_win

    def count_settled(self) -> int:
        """Return the number of arrangements whose outcome is proven."""
        return self.outcomes.figures.settled

    @property
    def is_proven(self) -> bool:
        """True if `win` is exact: the outcome is proven for all arrangements."""
        return self.is_settled and self.samples is None

    @property
    def is_known(self) -> bool:
        """True if anything is known of the wins: a figure, or bounds that exclude something."""
        return self.win_source is not None or self.least_win > 0 or self.most_win < 1

    @property
    def win_error(self) -> float | None:
        """The standard error of `win` where it is estimated, sampled or simulated; None where it is exact."""
        least = 0.0 if self.samples is None else 1 / (self.samples + 2)  # of 32 wins not all may be sure
        return self._win_error(least)

    def _win_error(self, least: float) -> float | None:
        """The standard error of `win`; at least this is that of a sample."""
        if self.win_source is Source.SIMULATED and self.simulated is not None:
            return self.simulated.win_error
        figures = self.outcomes.figures
        sampled = self._sampling_error(figures.win_variance, least)
        return sampled if self.is_settled else hypot(figures.estimate_error, sampled or 0.0)

    @property
    def cautious_win(self) -> float:
        """The share of games won by which moves are ranked: an estimate less half its standard error.

        The error is taken on the logarithmic scale, so that a small chance stays one. An error as good
        as none is left out, so that the spread decides among moves that win all of many rollouts, and so
        is that of a sample all of which is won.
        """
        if self.win_source is None:
            return self.win
        return discount_win(self.win, self._win_error(0.0) or 0.0, self.least_win)

    @property
    def spread(self) -> float:
        """The mean of the final spread: points; `spread_source` says how it is known."""
        if self.spread_source is Source.SIMULATED and self.simulated is not None:
            return self.simulated.spread
        return self.outcomes.figures.spread

    @property
    def spread_source(self) -> Source | None:
        """How `spread` is known; None if next to nothing is known of it."""
        if self.spread_is_settled:
            return self._settled_source
        return None if self.simulated is None else Source.SIMULATED

    @property
    def spread_is_settled(self) -> bool:
        """True if the final spread is exact for each arrangement searched."""
        return self.outcomes.figures.is_exact

    @property
    def spread_error(self) -> float | None:
        """The standard error of `spread`, as `win_error`: points."""
        if self.spread_source is Source.SIMULATED and self.simulated is not None:
            return self.simulated.spread_error
        return self._sampling_error(self.outcomes.figures.spread_variance)

    @property
    def _settled_source(self) -> Source:
        return Source.PROVEN if self.samples is None else Source.SAMPLED

    def _sampling_error(self, variance: float, least: float = 0.0) -> float | None:
        """The standard error of a mean over samples that vary so much around it; None without samples.

        Arrangements are drawn without replacement: an error that shrinks to nothing with all of them. Of a
        small share of them it is at least `least`.
        """
        if self.samples is None:
            return None
        return sqrt(max(variance / (self.samples - 1), least**2) * (1 - self.samples / self.arrangements))


def discount_win(win: float, error: float, least_win: float) -> float:
    """Return the share of wins by which a move is ranked whose estimate has a standard error."""
    doubt = _DOUBT * error
    if not win or doubt <= HARDLY_EVER:
        return win
    return max(least_win, win * exp(-doubt / win))


def better_known(new: PreendgameMove, old: PreendgameMove) -> PreendgameMove:
    """Return the results of a move by the search that knows more: the new one unless it was cut short."""
    keys = [(each.is_estimated, each.least_win - each.most_win) for each in (new, old)]
    return new if keys[0] >= keys[1] else old


def rank_moves(
    moves: Iterable[PreendgameMove], spread: Callable[[PreendgameMove], float] | None = None
) -> list[PreendgameMove]:
    """Return the moves best first.

    Settled wins come first, then spread. A move whose wins are estimated stands where utility places it among
    the settled ones: a tenth of a percent of an estimate is no reason to give points away. Half of its
    standard error counts against an estimate. Moves whose wins are unknown stand last. `spread` says what a
    final spread is taken for, in points. By default one with an error is shrunk by it towards the median of
    those that are known, and an unknown one is that median; among moves that surely win as often it stands
    below them.
    """
    moves = list(moves)
    known = [move.spread for move in moves if move.spread_source]
    usual = median(known) if known else 0.0
    lowest = min((_shrunk_spread(move, usual) for move in moves if move.spread_source), default=0.0)

    def final(move: PreendgameMove, otherwise: float) -> float:
        if spread is not None:
            return spread(move)
        return _shrunk_spread(move, usual) if move.spread_source else otherwise

    settled = [move for move in moves if move.is_settled]
    estimated = [move for move in moves if move.win_source and not move.is_settled]
    unknown = [move for move in moves if not move.win_source]
    settled.sort(
        key=lambda move: (move.win, final(move, lowest), move.spread_source is not None, move.spread),
        reverse=True,
    )
    unknown.sort(key=lambda move: (move.win, move.least_win, final(move, lowest)), reverse=True)
    utilities, lowest_yet = [], inf
    for move in settled:  # however high its spread, none stands before one that wins more often
        lowest_yet = min(lowest_yet, UTILITY.value(move.win, final(move, usual)))
        utilities.append((lowest_yet, move))
    utilities += [(UTILITY.value(move.cautious_win, final(move, usual)), move) for move in estimated]
    utilities.sort(key=lambda pair: pair[0], reverse=True)
    return [move for _, move in utilities] + unknown


def _shrunk_spread(move: PreendgameMove, usual: float) -> float:
    """Return the posterior mean of a move's final spread, with a normal prior around the usual one.

    The highest of forty means of three rollouts is mostly the luckiest.
    """
    error = move.spread_error or 0.0
    return usual + (move.spread - usual) * _SPREAD_VARIETY**2 / (_SPREAD_VARIETY**2 + error**2)
