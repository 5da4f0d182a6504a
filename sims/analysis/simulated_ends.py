"""The ends of games after moves of a pre-endgame, in rollouts.

>>> from movegen import Lexicon, read_cgp
>>> from strategy import StaticStrategy, analyze_position
>>> position = read_cgp(
...     "11B1HI/1VOLT6OPEN/4A6MUM1/4N6ALE1/4G7T2/4I5G1U2/4E1V3N1R2/4RAIA2AGE2/6N3WE3/5KY2WESTS1/2ESCALADERS3/"
...     "3O1I1BOD1O3/2HOOF9/1JUT5ZED1QI/2PYCNIDIA1EXIT ??AENRU/ 427/436 0")
>>> lexicon, strategy = Lexicon.load(), StaticStrategy.load("static")
>>> analysis = analyze_position(position, lexicon, strategy)
>>> ends = simulate_ends(analysis, [position.parse_move("J2 cENtAUR")], lexicon, strategy)
>>> [(str(move), end.win, end.rollouts) for move, end in ends.items()]
[('J2 cENtAUR', 1.0, 500)]
"""

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import combinations
from math import hypot, sqrt
from typing import Any, NamedTuple

from movegen.board import Move, MoveKind
from movegen.lexicon import Lexicon
from movegen.position import Position
from sims import simulation  # its names are loaded once something is simulated
from strategy.analysis import PositionAnalysis
from strategy.endgame import SimulatedEnd
from strategy.players import StaticStrategy
from strategy.search_control import NO_CONTROL, SearchControl
from strategy.winprob import UTILITY

CANDIDATES = 40
"""The number of possibly best moves that are compared by rollouts."""
_ROLLOUTS = 500
"""Rollouts of a move: forty moves take about a second."""
_LEAST_GROUP_SECONDS = 0.001


class _BetterReplies(NamedTuple):
    """What better replies than those of rollouts do to the share won: see docs/internals/preendgame.md.

    exponent: the power that the share is raised to.
    error:    the standard error of a share p after that, divided by the square root of p (1 - p).
    """

    exponent: float
    error: float


_AFTER_STATIC = _BetterReplies(1.5, 0.35)
_AFTER_SEARCHED = _BetterReplies(1.3, 0.25)
"""With endgames that are searched."""


class RolloutBudget(NamedTuple):
    """What rollouts may cost.

    rollouts:      their number for each move.
    seconds:       a time limit for all moves together; None for none.
    endgame_nodes: nodes of the search that values a rollout once the bag is empty, in which players have
                   compared moves with one tile in the bag; None for static moves to the end, which
                   misjudge final spreads by ten points and more.
    """

    rollouts: int = _ROLLOUTS
    seconds: float | None = None
    endgame_nodes: int | None = 30


DEFAULT_BUDGET = RolloutBudget()
FIRST_LOOK = RolloutBudget(100, endgame_nodes=None)
"""For each of the many moves that leave tiles in the bag, before the search."""


def simulate_ends(
    analysis: PositionAnalysis,
    moves: Sequence[Move],
    lexicon: Lexicon,
    strategy: StaticStrategy,
    *,
    executor: Executor | None = None,
    control: SearchControl[Any] = NO_CONTROL,
    budget: RolloutBudget = DEFAULT_BUDGET,
) -> dict[Move, SimulatedEnd]:
    """Play each move to the end of the game several times, the same way at each call, unless it is stopped.

    Both players move by the strategy while two tiles or more are in the bag; the budget says what follows.
    Known tiles of the opponent are not used, as in the search. Moves that a time limit leaves out, the last
    ones, are not in the answer. Empty if the position cannot be simulated, or if it was stopped at once.
    """
    if simulation.simulation_obstacle(analysis, strategy):
        return {}
    plan = simulation.SimulationPlan(
        plies="end",
        iterations=budget.rollouts,
        confidence=None,
        rank_by="win",
        endgame_nodes=budget.endgame_nodes,
        compared_moves=None if budget.endgame_nodes is None else simulation.COMPARED_MOVES,
    )
    end = None if budget.seconds is None else time.monotonic() + budget.seconds
    ends: dict[Move, SimulatedEnd] = {}
    for begin in range(0, len(moves), CANDIDATES):
        if control.is_stopped or (end is not None and time.monotonic() > end):
            break
        if end is not None:  # the same time for each of the groups that are left
            groups = -(-(len(moves) - begin) // CANDIDATES)
            plan = replace(plan, seconds=max(_LEAST_GROUP_SECONDS, (end - time.monotonic()) / groups))
        found = simulation.simulate(
            analysis.position,
            moves[begin : begin + CANDIDATES],  # a simulation compares each two of its moves
            lexicon,
            plan,
            strategy=strategy,
            executor=executor,
            control=control.silent,
        )
        ends |= ends_of(found, analysis.position)
    return ends


def ends_of(found: simulation.Simulation, position: Position) -> dict[Move, SimulatedEnd]:
    """Return the ends that a simulation to the end of the game has found; empty if it has hardly begun."""
    if found.iterations < 2:
        return {}
    replies = _AFTER_STATIC if found.setting.endgame_nodes is None else _AFTER_SEARCHED
    ends = {each.move: _end_of(each, position.spread, replies) for each in found.moves}
    return {
        move: _passed_back(end, position) if move.kind is MoveKind.PASS else end for move, end in ends.items()
    }


def merge_ends(
    old: Mapping[Move, SimulatedEnd], new: Mapping[Move, SimulatedEnd]
) -> dict[Move, SimulatedEnd]:
    """Return the ends of two simulations: the newer ones, except where a time limit left fewer rollouts."""
    return {**old, **{move: end for move, end in new.items() if end.rollouts >= rollouts_of(old.get(move))}}


def prior_wins(ends: Mapping[Move, SimulatedEnd]) -> dict[Move, float]:
    """Return the chances to win that a search begins with, of moves that leave tiles in the bag."""
    return {move: end.win for move, end in ends.items()}


def rollouts_of(end: SimulatedEnd | None) -> int:
    """Return the number of rollouts behind an end; 0 without one."""
    return 0 if end is None else end.rollouts


def _end_of(move: simulation.SimulatedMove, spread: int, replies: _BetterReplies) -> SimulatedEnd:
    win = move.win**replies.exponent
    slope = replies.exponent * move.win ** (replies.exponent - 1)
    sampled = max(slope * move.win_se, 1 / (move.iterations + 2))  # of 500 games won all may not be sure
    likely = ((move.win * move.iterations + 1) / (move.iterations + 2)) ** replies.exponent  # neither 0 nor 1
    return SimulatedEnd(
        win,
        hypot(sampled, replies.error * sqrt(likely * (1 - likely))),
        spread + move.equity,
        move.equity_se,
        move.iterations,
    )


def _passed_back(end: SimulatedEnd, position: Position) -> SimulatedEnd:
    """Return the end after a pass if the opponent may pass as well, which ends the game.

    Rollouts do not pass where there is a play. An opponent who leads often should.
    """
    points = [position.variant.tiles.points[tile] for tile in position.unseen]
    left = sum(points) - position.rack.points
    ends = [position.spread + left - sum(bag) for bag in combinations(points, position.bag_count)]
    win = sum((spread > 0) + 0.5 * (spread == 0) for spread in ends) / len(ends)
    spread = sum(ends) / len(ends)
    if UTILITY.value(win, spread) >= UTILITY.value(end.win, end.spread):
        return end
    return replace(end, win=win, spread=spread)
