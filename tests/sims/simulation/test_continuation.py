"""Simulations that go on where they stopped."""

from dataclasses import replace
from typing import Any

import pytest

from movegen import Lexicon, read_cgp
from movegen.errors import PositionError
from sims import SimulationPlan, simulate
from sims.simulation import Continuation, Simulation
from strategy import StaticStrategy
from strategy.search_control import SearchControl

pytestmark = pytest.mark.core
POSITION = read_cgp("15/15/15/15/15/15/15/7HIVE4/15/15/15/15/15/15/15 AEINRST/ 0/20 0")
LEXICON = Lexicon.load()
STRATEGY = StaticStrategy.default(POSITION.variant.tiles)
MOVES = STRATEGY.candidates(POSITION, LEXICON)[:6].moves


def run(plan: SimulationPlan, **options: Any) -> Simulation:
    return simulate(POSITION, MOVES, LEXICON, plan, strategy=STRATEGY, **options)


def test_a_simulation_that_went_on_equals_one_in_one_go() -> None:
    kept = Continuation()
    plan = SimulationPlan(iterations=200, confidence=None, continuation=kept)
    assert run(plan).iterations == kept.iterations == 200
    asked = iter([False, True])
    stopped = run(replace(plan, iterations=700), control=SearchControl(should_stop=lambda: next(asked, True)))
    assert 200 < stopped.iterations < 700 and stopped.stopped == "interrupted"
    found = run(replace(plan, iterations=700))
    assert found.moves == run(SimulationPlan(iterations=700, confidence=None)).moves
    assert found.seconds >= stopped.seconds


def test_one_that_was_confident_goes_on_without_confidence() -> None:
    plan = SimulationPlan(iterations=5000, confidence=0.99, continuation=Continuation())
    first = run(plan)
    assert first.stopped == "confidence"
    further = run(replace(plan, iterations=first.iterations + 100, confidence=None))
    assert further.iterations == first.iterations + 100 and further.best.move == first.best.move


def test_no_iteration_is_left_to_do() -> None:
    plan = SimulationPlan(iterations=200, confidence=None, continuation=Continuation())
    first = run(plan)
    again = run(plan)
    assert again.moves == first.moves and again.stopped == "iterations"


@pytest.mark.parametrize("change", [{"plies": 3}, {"rank_by": "equity"}, {"seed": 1}])
def test_only_limits_may_change(change: dict[str, Any]) -> None:
    plan = SimulationPlan(iterations=16, continuation=Continuation())
    run(plan)
    with pytest.raises(PositionError, match="same settings"):
        run(replace(plan, iterations=32, **change))
