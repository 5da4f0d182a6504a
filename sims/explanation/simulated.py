"""Facts about two simulated moves.

The equity of a simulated move is the sum of its score, the turns after it and the leaves at the horizon, so
the difference of two moves is divided among these without a rest, except for the points of tiles left when
games end. Where a search values the endgames of the rollouts, turns that it takes over have no scores: then
such turns count among the later ones, which are the rest of the equity.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile
from math import hypot, inf, sqrt

import numpy as np
import numpy.typing as npt

from sims.explanation.choice import MAX_FACTS, choose_facts
from sims.explanation.facts import Fact, FactKind, Figure, Quantity, Unit
from sims.explanation.searched import bag_figure
from sims.simulation import PlyMeans, SimulatedMove, SimulationEvaluation
from strategy.analysis import PositionAnalysis

_SQUARE_CERTAIN = 4.0
"""Standard errors by which the most different square must differ: there are hundreds to choose from."""
_LEAST_WIN = 0.001
"""Chances to win that differ by less count as equal, as where all moves win, or none."""
_LEAST_SHARE = 0.1
"""Share of the replies by which a square must differ."""
_SMALL_BAG = 7
_SEEN = 0.98
"""Share of the rollouts in which a turn must have been played to be compared, where endgames are searched."""
_NO_PLY = PlyMeans(0, 0.0, 0.0, 0.0)


def simulated_facts(analysis: PositionAnalysis, better: SimulatedMove, worse: SimulatedMove) -> list[Fact]:
    """Return why `better` is preferred to `worse`: the margin, then the reasons."""
    pair = _Pair(analysis, better, worse)
    points, wins = pair.equity, pair.win
    parts, end = list(pair.parts()), pair.end()
    certain = [figure for figure in (points, wins) if _is_material(figure)]
    if not any(figure.difference > 0 for figure in certain):
        even = pair.fact(FactKind.EVEN, points, wins)
        return [even, *(end or choose_facts(parts, MAX_FACTS - 1))]
    margin = pair.fact(FactKind.MARGIN, *certain)
    if points in certain and points.difference <= 0:
        margin = pair.fact(FactKind.WINS_DESPITE_POINTS, wins, points)
    if end:
        return [margin, *end]
    if points in certain and points.difference > 0:
        reasons = choose_facts(parts)
        chances = list(pair.chances()) if wins in certain else []
        return [margin, *reasons, *chances[: MAX_FACTS - len(reasons)]]
    chances = [*pair.chances(), *pair.volatility()][: MAX_FACTS - 1]
    return [margin, *chances, *choose_facts(parts, MAX_FACTS - len(chances))]


def without_wins(facts: Iterable[Fact]) -> list[Fact]:
    """Return facts without shares of wins, where better ones than those of rollouts are known."""
    return [
        replace(fact, figures=figures)
        for fact in facts
        if fact.kind is not FactKind.WINS_DESPITE_POINTS
        and ((figures := _without_wins(fact.figures)) or not fact.figures)
    ]


def _without_wins(figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    return tuple(figure for figure in figures if figure.quantity is not Quantity.WIN)


def _is_material(figure: Figure) -> bool:
    """Whether a difference is certain and, if it is one of chances to win, large enough to matter."""
    return figure.is_certain and (figure.unit is not Unit.SHARE or abs(figure.difference) >= _LEAST_WIN)


def equity_parts(analysis: PositionAnalysis, better: SimulatedMove, worse: SimulatedMove) -> list[Fact]:
    """Return the parts of the difference in equity, each with its gain for `better`.

    They add up to the difference, except for the points of tiles left in rollouts that ended the game, unless
    their endgames were searched, and for plies without figures.
    """
    return list(_Pair(analysis, better, worse).parts())


class _Pair:
    """Two simulated moves, and their figures side by side."""

    def __init__(self, analysis: PositionAnalysis, better: SimulatedMove, worse: SimulatedMove) -> None:
        self.analysis, self.position = analysis, analysis.position
        self.better, self.worse = better, worse
        assert isinstance(analysis.evaluation, SimulationEvaluation)
        evaluation = analysis.evaluation
        self.difference = evaluation.difference(better.move, worse.move)
        self.has_searched_endgames = evaluation.simulation.setting.endgame_nodes is not None

    def fact(self, kind: FactKind, *figures: Figure, gain: float | None = None) -> Fact:
        return Fact(kind, self.better.move, self.worse.move, figures, gain)

    @property
    def equity(self) -> Figure:
        values = ((move.equity, move.equity_se) for move in self.both)
        figure = _means(Quantity.EQUITY, Unit.POINTS, *values)
        paired = self.difference
        return replace(figure, paired_difference=paired.equity, paired_error=paired.equity_se)

    @property
    def win(self) -> Figure:
        figure = _means(Quantity.WIN, Unit.SHARE, *((move.win, move.win_se) for move in self.both))
        paired = self.difference
        return replace(figure, paired_difference=paired.win, paired_error=paired.win_se)

    @property
    def both(self) -> tuple[SimulatedMove, SimulatedMove]:
        return self.better, self.worse

    def end(self) -> list[Fact]:
        """Return the fact that a move, or both, end the game without a score; none if neither does.

        It is the reason for all the figures then, since nothing follows such a move.
        """
        ends = self.position.may_end_without_score and not all(move.score for move in self.both)
        return [self.fact(FactKind.ENDS_GAME)] if ends else []

    def parts(self) -> Iterator[Fact]:
        """Yield the parts of the equity, each with its gain for the better move."""
        score = Figure(Quantity.SCORE, Unit.POINTS, self.better.score, self.worse.score)
        yield self.fact(FactKind.SCORE, score, gain=score.difference)
        seen, depth = self._count_seen_turns(), len(self.better.plies)
        if seen >= 1:
            yield self._reply()
        if seen >= 2:
            yield self._next_turn()
        if depth >= 3 or seen < min(depth, 2):
            after_reply = seen < 2 <= depth  # a search plays the next turn, so it has no score of its own
            quantity = Quantity.AFTER_REPLY if after_reply else Quantity.LATER_TURNS
            kind = FactKind.AFTER_REPLY if after_reply else FactKind.LATER_TURNS
            later = _means(quantity, Unit.POINTS, *(self._later(move, seen) for move in self.both))
            yield self.fact(kind, later, gain=later.difference)
        leaves = _means(Quantity.LEAVES, Unit.POINTS, *map(_leaves, self.both))
        leave = self._leave(leaves.difference)
        yield self.fact(FactKind.LEAVES, *filter(None, (leaves, leave)), gain=leaves.difference)

    def _count_seen_turns(self) -> int:
        """Return how many of the reply and the next turn have scores that can be compared.

        A turn that was not played scores 0 if the game was over, but an unknown score if a search valued the
        endgame.
        """
        depth = min(2, len(self.better.plies))
        if not self.has_searched_endgames:
            return depth
        is_seen = (
            all(_ply(move, index).count >= _SEEN * move.iterations for move in self.both)
            for index in range(depth)
        )
        return sum(1 for _ in takewhile(bool, is_seen))

    def _later(self, move: SimulatedMove, seen: int) -> tuple[float, float]:
        """Return the mean gain of the turns after the first `seen` ones, with its standard error."""
        if not self.has_searched_endgames:
            return _scored_later(move)
        reply, turn = (_ply_score(move, index) if index < seen else (0.0, 0.0) for index in (0, 1))
        leaves = _leaves(move)
        gain = move.equity - move.move.score + reply[0] - turn[0] - leaves[0]
        # As if the parts were independent: too large rather than too small, since they are in the equity.
        return gain, hypot(move.equity_se, reply[1], turn[1], leaves[1])

    def _reply(self) -> Fact:
        reply = _means(Quantity.REPLY, Unit.POINTS, *(_ply_score(move, 0) for move in self.both))
        figures = [reply]
        bingo = _shares(Quantity.REPLY_BINGO, *(_bingos(move, 0) for move in self.both))
        if _agree(bingo, reply):
            figures.append(bingo)
        square = self._square(1 if reply.difference > 0 else -1)
        if square is not None:
            figures.append(square)
        return self.fact(FactKind.REPLY, *figures, gain=-reply.difference)

    def _next_turn(self) -> Fact:
        turn = _means(Quantity.NEXT_TURN, Unit.POINTS, *(_ply_score(move, 1) for move in self.both))
        figures = [turn]
        bingo = _shares(Quantity.NEXT_BINGO, *(_bingos(move, 1) for move in self.both))
        if _agree(bingo, turn):
            figures.append(bingo)
        if leave := self._leave(turn.difference):
            figures.append(leave)
        elif turnover := self._turnover(turn.difference):
            figures.append(turnover)
        return self.fact(FactKind.NEXT_TURN, *figures, gain=turn.difference)

    def _leave(self, direction: float) -> Figure | None:
        """Return the static values of the leaves if they differ in this direction."""
        first, second = (self.analysis.candidate(move.move) for move in self.both)
        if not self.position.bag_count or first is None or second is None:
            return None
        figure = Figure(Quantity.LEAVE_VALUE, Unit.POINTS, first.leave_value, second.leave_value)
        return figure if figure.difference * direction > 0 and abs(figure.difference) >= 1 else None

    def _turnover(self, direction: float) -> Figure | None:
        """Return the tiles that the moves use if more of them go with the better next turn."""
        first, second = (len(move.move.tiles_used) for move in self.both)
        figure = Figure(Quantity.TILES_PLAYED, Unit.TILES, first, second)
        return figure if figure.difference * direction > 0 and abs(figure.difference) >= 2 else None

    def _square(self, direction: int) -> Figure | None:
        """Return the square that the replies to one move use much more often than those to the other.

        `direction` is 1 for squares used more often after the better move, -1 for the others. Of those that
        differ at least half as much as the most different one, the one with the highest premium is taken.
        """
        counts = [np.array(move.distribution.covered, dtype=float) for move in self.both]
        numbers = [max(1, _ply(move, 0).count) for move in self.both]
        shares = [count / number for count, number in zip(counts, numbers, strict=True)]
        errors = [_share_errors(share, number) for share, number in zip(shares, numbers, strict=True)]
        differences = direction * (shares[0] - shares[1])
        is_sure = differences > np.maximum(_LEAST_SHARE, _SQUARE_CERTAIN * np.hypot(*errors))
        if not is_sure.any():
            return None
        layout = self.position.board.layout
        premium = layout.word_multipliers.astype(int) * 10 + layout.letter_multipliers
        is_large = is_sure & (differences >= differences[is_sure].max() / 2)
        squares = zip(*np.nonzero(is_large), strict=True)
        row, column = max(squares, key=lambda at: (premium[at], differences[at]))
        figure = _shares(Quantity.SQUARE, *((float(shares[i][row, column]), numbers[i]) for i in (0, 1)))
        return replace(figure, square=(int(row), int(column)))

    def chances(self) -> Iterator[Fact]:
        """Yield what matters for the end of the game beyond the points: going out, the last of the bag."""
        out = _shares(Quantity.GOES_OUT, *(_went_out(move, 0) for move in self.both))
        if out.is_certain and out.difference > 0:
            yield self.fact(FactKind.GOING_OUT, out)
        other = _shares(Quantity.OPPONENT_GOES_OUT, *(_went_out(move, 1) for move in self.both))
        if other.is_certain and other.difference < 0 and out.difference <= 0:
            yield self.fact(FactKind.OPPONENT_GOING_OUT, other)
        bag = bag_figure(self.analysis, self.better.move, self.worse.move)
        if bag.difference and min(bag.value, bag.than) <= _SMALL_BAG:
            yield self.fact(FactKind.BAG, bag)

    def volatility(self) -> Iterator[Fact]:
        """Yield how much the results vary, if more by the better move that is behind, or less ahead."""
        deviation = _means(Quantity.DEVIATION, Unit.POINTS, *map(_deviation, self.both))
        is_behind = self.position.spread + self.better.equity < 0
        if deviation.is_certain and (deviation.difference > 0) == is_behind:
            yield self.fact(FactKind.VOLATILITY, deviation)


def _means(quantity: Quantity, unit: Unit, first: tuple[float, float], second: tuple[float, float]) -> Figure:
    """Return the figure of two means, given with their standard errors."""
    return Figure(quantity, unit, first[0], second[0], first[1], second[1])


def _shares(quantity: Quantity, first: tuple[float, int], second: tuple[float, int]) -> Figure:
    """Return the figure of two shares, given with the number of observations."""
    return _means(
        quantity, Unit.SHARE, *((share, float(_share_errors(share, n))) for share, n in (first, second))
    )


def _share_errors(shares: npt.ArrayLike, count: int) -> npt.NDArray[np.float64]:
    """Return the standard errors of shares, by Laplace's rule: not 0 even if all or none were seen."""
    estimates = (np.asarray(shares, dtype=np.float64) * count + 1) / (count + 2)
    return np.asarray(np.sqrt(estimates * (1 - estimates) / max(1, count)))


def _agree(figure: Figure, leading: Figure) -> bool:
    """Whether a figure differs for certain, in the same direction as another one."""
    return figure.is_certain and figure.difference * leading.difference > 0


def _ply(move: SimulatedMove, index: int) -> PlyMeans:
    return move.plies[index] if index < len(move.plies) else _NO_PLY


def _ply_score(move: SimulatedMove, index: int) -> tuple[float, float]:
    """Return the mean score of a ply over all rollouts and its standard error; 0 where not reached."""
    ply, count = _ply(move, index), max(1, move.iterations)
    reached = ply.count / count
    # Variance of a score that is 0 with probability 1 - reached: within the ply, and between both cases.
    within = ply.score_se**2 * ply.count if ply.count > 1 else 0.0  # unknown, but a small part if it is rare
    variance = reached * (within + ply.score**2 * (1 - reached)) if move.iterations > 1 else inf
    return reached * ply.score, sqrt(variance / count)


def _bingos(move: SimulatedMove, index: int) -> tuple[float, int]:
    ply = _ply(move, index)
    return ply.bingos * ply.count / max(1, move.iterations), move.iterations


def _scored_later(move: SimulatedMove) -> tuple[float, float]:
    """Return the mean gain of the plies after the next turn, with its standard error."""
    scores = [(1 if index % 2 else -1, *_ply_score(move, index)) for index in range(2, len(move.plies))]
    return sum(sign * mean for sign, mean, _ in scores), hypot(*(error for _, _, error in scores))


def _leaves(move: SimulatedMove) -> tuple[float, float]:
    return move.distribution.leaves, move.distribution.leaves_deviation / sqrt(max(1, move.iterations))


def _went_out(move: SimulatedMove, player: int) -> tuple[float, int]:
    counts = (move.distribution.went_out, move.distribution.opponent_went_out)
    return counts[player] / max(1, move.iterations), move.iterations


def _deviation(move: SimulatedMove) -> tuple[float, float]:
    """Return the standard deviation of the equity, with its standard error as of normal results."""
    deviation = move.equity_se * sqrt(move.iterations)
    return deviation, deviation / sqrt(2 * max(1, move.iterations))
