"""Simulations of one position, for tests of simulations."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any

from movegen import Lexicon, Move, read_cgp
from sims import Simulation, simulate
from sims.simulation import SimulationPlan
from strategy import SearchControl, load_strategy
from strategy.search_control import NO_CONTROL

LEXICON = Lexicon.load()
RACKH3 = load_strategy("rackh3")
POSITION = read_cgp(
    "15/15/15/15/15/15/12BOA/6VOX1ATONY/7FIVER3/11E3/8MOANED1/7QI2C3/8MU1H3/15/15 AAIRSSU/ 76/120 0"
)
MOVES = [candidate.move for candidate in RACKH3.candidates(POSITION, LEXICON)[:6]]


def run_simulation(
    moves: Sequence[Move] = MOVES,
    executor: Executor | None = None,
    control: SearchControl[Simulation] = NO_CONTROL,
    **options: Any,
) -> Simulation:
    """Simulate moves of `POSITION`; `options` are those of the plan, 10,000 iterations by default."""
    plan = SimulationPlan(**{"iterations": 10_000} | options)
    return simulate(POSITION, moves, LEXICON, plan, strategy=RACKH3, executor=executor, control=control)


def without_seconds(simulation: Simulation) -> Simulation:
    """Return a simulation without its time and its setting, to be compared with another."""
    return replace(simulation, setting=None, seconds=0)  # type: ignore[arg-type]
