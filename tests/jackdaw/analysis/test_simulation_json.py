"""A simulation as JSON holds what the simulation does."""

import json
from typing import Any

import msgspec
import pytest

from jackdaw.schemas.simulation_json import simulation_json
from movegen import Lexicon, read_cgp
from sims import Simulation, SimulationPlan, simulate
from strategy import SearchControl, load_strategy

pytestmark = pytest.mark.core

POSITION = read_cgp(
    "15/15/15/15/15/15/12BOA/6VOX1ATONY/7FIVER3/11E3/8MOANED1/7QI2C3/8MU1H3/15/15 AAIRSSU/ 76/120 0"
)


def run(**options: Any) -> Simulation:
    strategy, lexicon = load_strategy("static"), Lexicon.load()
    moves = [candidate.move for candidate in strategy.candidates(POSITION, lexicon)[:3]]
    return simulate(POSITION, moves, lexicon, SimulationPlan(iterations=20, **options), strategy=strategy)


def told(simulation: Simulation) -> Any:
    return json.loads(msgspec.json.encode(simulation_json(simulation)))


def test_all_figures() -> None:
    simulation = run(seed=7, rank_by="win", confidence=0.9)
    found = told(simulation)
    assert list(found) == ["method", "iterations", "stopped", "seconds", "simulation", "candidates"]
    assert found["seconds"] == pytest.approx(simulation.seconds, abs=1e-3)
    assert {**found, "seconds": 0, "candidates": []} == {
        "method": "simulation",
        "iterations": 20,
        "stopped": "iterations",
        "seconds": 0,
        "simulation": {
            "reproducible": True, "plies": 2, "endgame_nodes": None, "compared_moves": None, "seed": 7,
                "opponent_rack": "", "inference": None,
                "rank_by": "win",
            "confidence": 0.9, "margin": 0.002,
        },
        "candidates": [],
    }  # fmt: skip
    for candidate, move in zip(found["candidates"], simulation.moves, strict=True):
        rollouts, of = candidate["rollouts"], move.distribution
        for name in ("equity", "equity_se", "static_equity"):
            assert candidate[name] == pytest.approx(getattr(move, name), abs=5.1e-4)
        for name in ("win", "win_se", "p_best"):
            assert candidate[name] == pytest.approx(getattr(move, name), abs=5.1e-7)
        for name in ("difference", "difference_se", "interval"):
            assert rollouts[name] == pytest.approx(getattr(move, name), abs=5.1e-7)
        assert (rollouts["iterations"], rollouts["given_up"]) == (move.iterations, move.is_eliminated)
        assert rollouts["leaves"] == pytest.approx(of.leaves, abs=5.1e-4)
        assert rollouts["leaves_sd"] == pytest.approx(of.leaves_deviation, abs=5.1e-4)
        assert [ply["score"] for ply in rollouts["plies"]] == pytest.approx(
            [ply.score for ply in move.plies], abs=5.1e-4
        )
        counted = [rollouts["equity_counts"].get(str(begin), 0) for begin in range(-500, 500, 10)]
        assert counted == list(of.equity_counts)
        assert [tuple(map(int, row.split())) for row in rollouts["replies"]] == list(of.covered)


def test_to_the_end_of_the_game_and_on_the_way() -> None:
    assert told(run(plies="end"))["simulation"]["plies"] is None
    parts: list[Simulation] = []
    simulate(
        POSITION,
        [move.move for move in run().moves],
        Lexicon.load(),
        SimulationPlan(iterations=130, confidence=None),
        strategy=load_strategy("static"),
        control=SearchControl(progress=parts.append),
    )
    assert told(parts[0])["stopped"] is None
