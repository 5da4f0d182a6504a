"""Screening: quick rollouts that reduce many candidates to those worth thorough ones.

With few tiles in the bag the best move may be far down the static list, and rollouts whose players search
endgames and compare moves cost many times as much as those by static moves. So the cheap ones choose which
moves the costly ones compare, like the first round of successive halving (Karnin, Koren and Somekh, "Almost
optimal exploration in multi-armed bandits", ICML 2013).
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from time import monotonic

from movegen.board import Move
from movegen.lexicon import Lexicon
from movegen.position import Position
from sims.simulation.plan import SimulationPlan
from sims.simulation.simulation import simulate
from sims.simulation.simulation_result import Simulation
from strategy.players import StaticStrategy
from strategy.search_control import NO_CONTROL, SearchControl

_ITERATIONS = 250
_CONFIDENCE = 0.95
_TIME_SHARE = 0.2
"""The share of a time limit that screening may take."""
_LEAST_SECONDS = 0.001
_SEED_MASK = 0x9E3779B97F4A7C15
"""The quick rollouts have the plan's seed with these bits flipped. Callers flip low bits for other seeds."""


def simulate_screened(
    position: Position,
    moves: Sequence[Move],
    lexicon: Lexicon,
    plan: SimulationPlan,
    *,
    strategy: StaticStrategy,
    executor: Executor | None = None,
    control: SearchControl[Simulation] = NO_CONTROL,
) -> Simulation:
    """Simulate the moves, or with `plan.screened` the best of them by quick rollouts.

    A time limit is one of both together. A simulation that goes on keeps its moves. See `simulate` for the
    other arguments and the errors.
    """
    if plan.screened is not None:
        began = monotonic()
        begun = None if plan.continuation is None else plan.continuation.moves
        moves = begun or screen(
            position, moves, lexicon, plan, strategy=strategy, executor=executor, control=control
        )
        if plan.seconds is not None:
            plan = replace(plan, seconds=max(_LEAST_SECONDS, plan.seconds - (monotonic() - began)))
    return simulate(position, moves, lexicon, plan, strategy=strategy, executor=executor, control=control)


def screen(
    position: Position,
    moves: Sequence[Move],
    lexicon: Lexicon,
    plan: SimulationPlan,
    *,
    strategy: StaticStrategy,
    executor: Executor | None = None,
    control: SearchControl[Simulation] = NO_CONTROL,
) -> list[Move]:
    """Return the best `plan.candidates` of the moves, and those in `plan.always`, by quick rollouts.

    These are as long as the plan's, with static moves to the end of the game. Raises what `simulate` raises.
    """
    if len(moves) <= plan.candidates:
        return list(moves)
    quick = replace(
        plan,
        iterations=_ITERATIONS if plan.iterations is None else min(_ITERATIONS, plan.iterations),
        confidence=_CONFIDENCE,
        seconds=None if plan.seconds is None else _TIME_SHARE * plan.seconds,
        endgame_nodes=None,
        compared_moves=None,
        seed=plan.seed ^ _SEED_MASK,
        all_rankings=False,
        continuation=None,
    )
    found = simulate(
        position, moves, lexicon, quick, strategy=strategy, executor=executor, control=control.silent
    )
    best = [each.move for each in found.moves[: plan.candidates]]
    return best + [move for move in plan.always if move in moves and move not in best]
