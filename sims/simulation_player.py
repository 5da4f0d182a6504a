"""A player that simulates: one move of a strategy of kind "simulation"."""

import struct
from dataclasses import replace
from hashlib import blake2b

from movegen.generation import MoveGenerator
from movegen.moves import Move
from movegen.position import Position
from sims.simulation_plan import SimulationPlan
from strategy.last_move import LastMove
from strategy.leaves import MILLI
from strategy.simulation_strategy import SimulationStrategy


def simulated_move(
    strategy: SimulationStrategy,
    generator: MoveGenerator,
    position: Position,
    seed: int,
    last: LastMove | None = None,
    seconds: float | None = None,
) -> tuple[Move, int]:
    """The move that the strategy makes in a position, and what it takes it to be worth: milli-points.

    The generator has the position's board and the lexicon. The opponent's rack is taken for unknown, or
    inferred from the last move if the strategy says so and there is one. `seconds` is a limit besides the
    strategy's own. With an empty bag the best static move is made. Same arguments, same move, unless there is
    a time limit.

    Raises what `SimulationPlan.simulate` does.
    """
    config, evaluator = strategy.config, strategy.evaluator
    candidates = evaluator.best(
        generator, position.rack, position.bag_count, position.unseen, count=config.candidates
    )
    if position.bag_count == 0 or len(candidates) == 1:
        return candidates[0].move, int(candidates.equities[0])
    plan = SimulationPlan.of(config, seed)
    if seconds is not None:
        plan = replace(plan, seconds=min(seconds, plan.seconds or seconds))
    best = plan.simulate(position, candidates.moves, generator.lexicon, evaluator, last=last).best
    return best.move, round(best.equity * MILLI)


def move_seed(seed: int, number: int, turn: int) -> int:
    """The seed of the simulation of a turn, from 1, of a game: 64 bits, unrelated to its tiles.

    `seed` and `number` are those of the game's `sims.selfplay.Bag`.
    """
    key = struct.pack("<QQQ", seed, number, turn)
    return int.from_bytes(blake2b(key, digest_size=8, person=b"jackdaw.move").digest(), "little")
