"""By how much the best move of an analysis leads every other one, and whether that is certain.

The leads are those of the method: paired differences of rollouts with their standard errors, wins over all
arrangements of the unseen tiles, or exact final spreads.
"""

from dataclasses import dataclass, replace
from functools import singledispatch
from math import hypot

from movegen.board import Move
from sims.simulation import SimulatedMove, SimulationEvaluation
from strategy.analysis import EndgameEvaluation, Evaluation, PositionAnalysis, PreendgameEvaluation
from strategy.endgame import EndgameMove, PreendgameMove

CERTAIN = 4.0
"""A lead is certain from this number of its standard errors on: there are dozens of other moves."""


@dataclass(frozen=True)
class Lead:
    """The lead of the best move over another one.

    Attributes
    ----------
    move:         the other move.
    win:          its chance to win, from 0 to 1; None if unknown.
    win_lost:     chance to win that it loses; None if unknown.
    win_error:    standard error of `win_lost`; 0 if it is exact, None if unknown.
    points_lost:  points that it loses; None if unknown.
    points_error: standard error of `points_lost`; 0 if it is exact, None if unknown.
    is_certain:   whether the best move is certainly better, by what ranks the moves.
    is_proven:    whether that is proven.
    least_win_lost, least_points_lost: proven lower bounds of losses that are unknown; None if there are none.
    """

    move: Move
    win: float | None
    win_lost: float | None
    win_error: float | None
    points_lost: float | None
    points_error: float | None
    is_certain: bool
    is_proven: bool = False
    least_win_lost: float | None = None
    least_points_lost: float | None = None

    @property
    def is_known(self) -> bool:
        """True if it is known what the move loses, and not only that it does."""
        return self.win_lost is not None or self.points_lost is not None


def find_leads(analysis: PositionAnalysis) -> list[Lead]:
    """Return the lead over each other move that was evaluated, in their order.

    There are none in a static evaluation, which is certain of nothing.
    """
    return _leads(analysis.evaluation, analysis)


@singledispatch
def _leads(evaluation: Evaluation, analysis: PositionAnalysis) -> list[Lead]:
    del evaluation, analysis
    return []


@_leads.register
def _(evaluation: SimulationEvaluation, analysis: PositionAnalysis) -> list[Lead]:
    del analysis
    return [_simulated(each) for each in evaluation.simulation.moves[1:]]


def _simulated(other: SimulatedMove) -> Lead:
    return Lead(
        other.move,
        other.win,
        -other.win_difference,
        other.win_difference_se,
        -other.equity_difference,
        other.equity_difference_se,
        _is_clear(-other.difference, other.difference_se),
    )


@_leads.register
def _(evaluation: PreendgameEvaluation, analysis: PositionAnalysis) -> list[Lead]:
    del analysis
    best, *others = evaluation.result.moves
    return [_searched(evaluation, best, each) for each in others]


def _searched(evaluation: PreendgameEvaluation, best: PreendgameMove, other: PreendgameMove) -> Lead:
    is_proven = best.is_proven and best.least_win > other.most_win and other.samples is None
    if best.win_source is None or other.win_source is None:
        least = best.win - other.most_win if is_proven else None
        return Lead(other.move, None, None, None, None, None, is_proven, is_proven, least)
    lost, error = best.win - other.win, hypot(best.win_error or 0.0, other.win_error or 0.0)
    points = evaluation.equity_lost(other.move) if evaluation.is_by_spread else None
    spread_error = hypot(best.spread_error or 0.0, other.spread_error or 0.0)
    return Lead(
        other.move,
        other.win,
        lost,
        error,
        points,
        None if points is None else spread_error,
        is_proven or _is_clear(lost, error),
        is_proven,
    )


@_leads.register
def _(evaluation: EndgameEvaluation, analysis: PositionAnalysis) -> list[Lead]:
    best, *others = evaluation.result.moves
    played = evaluation.played
    is_legal = played is not None and analysis.candidates.moves.find(played.move) is not None
    if played is not None and is_legal and played.move not in evaluation.moves:  # a phony may be worth more
        others.append(_not_listed(played, evaluation.result.moves[-1]))
    return [_solved(evaluation, best, each) for each in others]


def _not_listed(played: EndgameMove, last: EndgameMove) -> EndgameMove:
    """Return a move that is not among the best ones: it is worth no more than the last of them."""
    return replace(played, upper=max(played.lower, min(played.upper, last.upper)))


def _solved(evaluation: EndgameEvaluation, best: EndgameMove, other: EndgameMove) -> Lead:
    is_proven = best.is_proven and best.lower > other.upper
    win, best_win = evaluation.win_chance(other.move), evaluation.win_chance(best.move)
    lost = None if win is None or best_win is None else best_win - win
    is_exact = best.is_proven and other.is_proven
    least = least_points = None
    if is_proven and not is_exact:
        least_points = float(best.lower - other.upper)
        if lost is None:
            spread = evaluation.position.spread
            least = _win(spread + best.lower) - _win(spread + other.upper)
    return Lead(
        other.move,
        win,
        lost,
        None if lost is None else 0.0,
        float(best.value - other.value) if is_exact else None,
        0.0 if is_exact else None,
        is_proven,
        is_proven,
        least,
        least_points,
    )


def _win(spread: int) -> float:
    return 0.5 + 0.5 * ((spread > 0) - (spread < 0))


def _is_clear(lead: float, error: float) -> bool:
    return lead > 0 and lead >= CERTAIN * error
