"""A simulation as JSON holds what the simulation does."""

import json
from typing import Any

import msgspec
import pytest

from jackdaw.schemas.simulation_json import simulation_json
from movegen import Lexicon, read_cgp, read_gcg
from sims import Simulation, SimulationPlan, simulate
from strategy import SearchControl, StaticStrategy, infer_from_game, load_strategy
from strategy.players import RankBy

pytestmark = pytest.mark.core

POSITION = read_cgp(
    "15/15/15/15/15/15/12BOA/6VOX1ATONY/7FIVER3/11E3/8MOANED1/7QI2C3/8MU1H3/15/15 AAIRSSU/ 76/120 0"
)


def run(**options: Any) -> Simulation:
    strategy, lexicon = load_strategy("static"), Lexicon.load()
    moves = [candidate.move for candidate in strategy.candidates(POSITION, lexicon)[:3]]
    plan = SimulationPlan(**{"iterations": 20} | options)
    return simulate(POSITION, moves, lexicon, plan, strategy=strategy)


def json_of(simulation: Simulation) -> Any:
    return json.loads(msgspec.json.encode(simulation_json(simulation)))


def test_all_figures() -> None:
    simulation = run(seed=7, rank_by="win", confidence=0.9)
    found = json_of(simulation)
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
        assert (candidate["move"], candidate["ucgi"]) == (str(move.move), move.move.ucgi)
        assert (candidate["score"], candidate["static_equity"]) == (move.score, move.static_equity)
        for name in ("equity", "equity_se", "spread"):
            assert candidate[name] == round(getattr(move, name), 3)
        for name in ("win", "win_se", "utility", "utility_se", "p_best"):
            assert candidate[name] == round(getattr(move, name), 6)
        for name in ("difference", "difference_se"):
            assert rollouts[name] == round(getattr(move, name), 6)
        assert rollouts["interval"] == [round(end, 6) for end in move.interval]
        assert (rollouts["iterations"], rollouts["given_up"]) == (move.iterations, move.is_eliminated)
        assert rollouts["leaves"] == pytest.approx(of.leaves, abs=5.1e-4)
        assert rollouts["leaves_sd"] == pytest.approx(of.leaves_deviation, abs=5.1e-4)
        assert [ply["score"] for ply in rollouts["plies"]] == pytest.approx(
            [ply.score for ply in move.plies], abs=5.1e-4
        )
        counted = [rollouts["equity_counts"].get(str(begin), 0) for begin in range(-500, 500, 10)]
        assert counted == list(of.equity_counts)
        assert [tuple(map(int, row.split())) for row in rollouts["replies"]] == list(of.covered)


def test_errors_of_a_single_iteration_are_null() -> None:
    best, other, _ = json_of(run(iterations=1))["candidates"]
    for candidate in (best, other):
        assert [candidate[name] for name in ("equity_se", "win_se", "utility_se")] == [None] * 3
        assert candidate["p_best"] == pytest.approx(1 / 3, abs=1e-6)
        assert candidate["rollouts"]["leaves_sd"] is None
        assert [ply["score_se"] for ply in candidate["rollouts"]["plies"]] == [None, None]
    assert best["rollouts"]["difference_se"] == 0 and other["rollouts"]["difference_se"] is None
    assert other["rollouts"]["interval"] == [None, None]


@pytest.mark.parametrize(("rank_by", "decimals"), [("utility", 6), ("win", 6), ("equity", 3)])
def test_differences_are_in_the_unit_of_the_ranking(rank_by: RankBy, decimals: int) -> None:
    simulation = run(rank_by=rank_by)
    for candidate, move in zip(json_of(simulation)["candidates"], simulation.moves, strict=True):
        rollouts = candidate["rollouts"]
        assert rollouts["difference"] == round(move.difference, decimals)
        assert rollouts["difference_se"] == round(move.difference_se, decimals)


def test_racks_that_were_inferred() -> None:
    """The ten likeliest leaves of the opponent, and how they were found."""
    game, lexicon, strategy = (
        read_gcg("jackdaw/samples/ann_v_ben.gcg"),
        Lexicon.load(),
        load_strategy("static"),
    )
    assert isinstance(strategy, StaticStrategy)
    racks = infer_from_game(game, 5, lexicon, strategy)
    assert racks is not None
    position = game.position(5)
    moves = strategy.candidates(position, lexicon)[:2].moves
    plan = SimulationPlan(iterations=10, opponent_rack=racks)
    found = json_of(simulate(position, moves, lexicon, plan, strategy=strategy))["simulation"]
    likeliest = [{"leave": str(leave), "chance": round(chance, 6)} for leave, chance in racks.most_likely(10)]
    assert len(likeliest) == 10 < len(racks)
    assert found["opponent_rack"] is None
    assert found["inference"] == {
        "examined": racks.examined,
        "exact": racks.is_exact,
        "effective_size": round(racks.effective_size, 1),
        "temperature": racks.temperature,
        "leaves": len(racks),
        "likeliest": likeliest,
    }


def test_to_the_end_of_the_game_and_on_the_way() -> None:
    assert json_of(run(plies="end"))["simulation"]["plies"] is None
    parts: list[Simulation] = []
    simulate(
        POSITION,
        [move.move for move in run().moves],
        Lexicon.load(),
        SimulationPlan(iterations=130, confidence=None),
        strategy=load_strategy("static"),
        control=SearchControl(progress=parts.append),
    )
    assert json_of(parts[0])["stopped"] is None
