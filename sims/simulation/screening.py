"""Rounds of a simulation: quick rollouts reduce many candidates to those worth thorough ones.

With few tiles in the bag the best move may be far down the static list, and thorough rollouts cost many times
as much as those by static moves: first those whose endgames are searched, then those whose players compare
moves by searches before the bag is empty. So the cheaper ones choose which moves the costlier ones compare,
as in successive halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML
2013).
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
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
_FINALISTS = 4
_FINAL_ITERATIONS = 400
"""Rollouts whose players compare moves: of so many candidates, and so many of each."""
_FINAL_TIME_SHARE = 0.5
_LEAST_SECONDS = 0.001


@dataclass(frozen=True)
class _Field:
    """What all rounds have in common: the arguments of `simulate` but for moves and plan."""

    position: Position
    lexicon: Lexicon
    strategy: StaticStrategy
    executor: Executor | None
    control: SearchControl[Simulation]

    def simulate(self, moves: Sequence[Move], plan: SimulationPlan) -> Simulation:
        return simulate(
            self.position,
            moves,
            self.lexicon,
            plan,
            strategy=self.strategy,
            executor=self.executor,
            control=self.control,
        )

    def best_of(self, moves: Sequence[Move], plan: SimulationPlan, count: int) -> list[Move]:
        """Return so many best moves of a simulation that reports no progress, and those in `plan.always`."""
        if len(moves) <= count:
            return list(moves)
        silent = replace(self, control=SearchControl(should_stop=self.control.should_stop))
        found = silent.simulate(moves, replace(plan, all_rankings=False, continuation=None))
        best = [each.move for each in found.moves[:count]]
        return best + [move for move in plan.always if move in moves and move not in best]


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
    """Simulate the moves in the rounds that the plan asks for.

    With `screened` quick rollouts find the candidates. With `compared_moves` the best four of them go on to a
    last round of at most 400 iterations, in which players compare moves. A time limit is one of all rounds. A
    simulation that goes on keeps its moves. See `simulate` for the other arguments and the errors.
    """
    field = _Field(position, lexicon, strategy, executor, control)
    if plan.screened is None and plan.compared_moves is None:
        return field.simulate(moves, plan)
    began = monotonic()
    begun = None if plan.continuation is None else plan.continuation.moves
    if begun is not None:
        moves = begun
    else:
        if plan.screened is not None:
            moves = field.best_of(moves, _quick(plan), plan.candidates)
        if plan.compared_moves is not None:
            moves = field.best_of(moves, _without_comparisons(_after(plan, began)), _FINALISTS)
    if plan.compared_moves is not None:
        plan = replace(plan, iterations=min(plan.iterations or _FINAL_ITERATIONS, _FINAL_ITERATIONS))
    return field.simulate(moves, _after(plan, began))


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
    field = _Field(position, lexicon, strategy, executor, control)
    return field.best_of(moves, _quick(plan), plan.candidates)


def _quick(plan: SimulationPlan) -> SimulationPlan:
    """Return the plan of the rollouts that find the candidates."""
    return replace(
        plan,
        iterations=_ITERATIONS if plan.iterations is None else min(_ITERATIONS, plan.iterations),
        confidence=_CONFIDENCE,
        seconds=None if plan.seconds is None else _TIME_SHARE * plan.seconds,
        endgame_nodes=None,
        compared_moves=None,
        seed=plan.seed ^ 1,
    )


def _without_comparisons(plan: SimulationPlan) -> SimulationPlan:
    """Return the plan of the round before the last."""
    seconds = None if plan.seconds is None else (1 - _FINAL_TIME_SHARE) * plan.seconds
    return replace(plan, compared_moves=None, seconds=seconds, seed=plan.seed ^ 2)


def _after(plan: SimulationPlan, began: float) -> SimulationPlan:
    """Return the plan with what is left of its time limit."""
    if plan.seconds is None:
        return plan
    return replace(plan, seconds=max(_LEAST_SECONDS, plan.seconds - (monotonic() - began)))
