"""The moves of strategies of kind "simulation"."""

from dataclasses import replace
from typing import Any

from movegen.board import Move
from movegen.position import MoveGenerator, Position
from sims.seeds import derive_seed
from sims.simulation import SimulationPlan, Stop, simulate_screened
from strategy.inference import LastMove
from strategy.leaves import MILLI
from strategy.players import SimulationStrategy
from strategy.search_control import NO_CONTROL, SearchControl

LEAST_ITERATIONS = 20
"""The iterations before which a simulation that was cut short says less than static evaluation."""


def simulated_move(
    strategy: SimulationStrategy,
    generator: MoveGenerator,
    position: Position,
    seed: int,
    last: LastMove | None = None,
    seconds: float | None = None,
    control: SearchControl[Any] = NO_CONTROL,
) -> tuple[Move, int]:
    """Return the strategy's move in a position, with its value in milli-points.

    `generator` has the position's board and the lexicon. The opponent's rack is unknown, or inferred from the
    last move if the strategy infers. `seconds` is a limit in addition to the strategy's own. With an empty
    bag the best static move is made. `control` can stop the simulation, which gives the best move so far; cut
    short before 20 iterations, by that or by the clock, it gives the best static move. The result is
    reproducible unless that happens or there is a time limit.

    Raises what `simulate` and `infer_racks` raise.
    """
    evaluator = strategy.evaluator
    config = strategy.config.with_bag(position.bag_count, position.rules.rack_size)
    candidates = evaluator.best(
        generator,
        position.rack,
        position.bag_count,
        position.unseen,
        count=config.screened or config.candidates,
    )
    if position.bag_count == 0 or len(candidates) == 1 or control.is_stopped:
        return candidates[0].move, int(candidates.equities[0])
    plan = SimulationPlan.of(config, seed)
    if seconds is not None:
        plan = replace(plan, seconds=min(seconds, plan.seconds or seconds))
    plan = plan.with_opponent_rack(position, last, generator.lexicon, evaluator)
    found = simulate_screened(
        position, candidates.moves, generator.lexicon, plan, strategy=evaluator, control=control.silent
    )
    was_cut_short = control.is_stopped or found.stopped is Stop.TIME
    if was_cut_short and found.iterations < LEAST_ITERATIONS:
        return candidates[0].move, int(candidates.equities[0])
    best = found.best
    return best.move, round(best.equity * MILLI)


def move_seed(seed: int, number: int, turn: int) -> int:
    """Return the 64-bit seed for simulating a turn, from 1, of a game; it is unrelated to the order of tiles.

    `seed` and `number` are those of the game's `sims.bag.Bag`.
    """
    return derive_seed("move", seed, number, turn)
