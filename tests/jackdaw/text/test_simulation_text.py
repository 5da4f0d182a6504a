"""Reports of simulations in words."""

from dataclasses import replace

import pytest

from jackdaw.console import plain_text
from jackdaw.text.report import evaluation_view
from movegen import Lexicon, read_gcg
from sims import SimulationPlan, evaluate_by_simulation
from sims.simulation import Stop
from strategy import StaticStrategy, analyze_position

pytestmark = pytest.mark.core


@pytest.mark.parametrize(
    ("stopped", "reason"),
    [
        (Stop.ITERATIONS, "Stopped after all iterations, without 99 % confidence in the best move."),
        (Stop.INTERRUPTED, "Interrupted, so another run will differ."),
        (Stop.TIME, "so another run will differ."),
    ],
)
def test_the_report_says_what_stopped_it(stopped: Stop, reason: str) -> None:
    lexicon, strategy = Lexicon.load(), StaticStrategy.load("static")
    analysis = analyze_position(read_gcg("jackdaw/samples/ann_v_ben.gcg").position(7), lexicon, strategy)
    plan = SimulationPlan(candidates=2, iterations=10, plies=1)
    found = evaluate_by_simulation(analysis, plan, lexicon, strategy)
    found = replace(found, simulation=replace(found.simulation, stopped=stopped))
    text = "\n".join(map(plain_text, evaluation_view(found, analysis, ("Ann", "Ben"), 2)))
    assert reason in text
