"""Rollouts whose endgames are searched, and the screening of their candidates."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from movegen import Lexicon, PositionError, Rack, Variant
from sims import RolloutSetting, SimulationPlan, play_static_games, roll_out
from sims.simulation import (
    Continuation,
    Simulation,
    evaluate_by_simulation,
    rollouts,
    screen,
    screening,
    simulate,
    simulate_screened,
)
from strategy import StaticStrategy, analyze_position, load_strategy, solve_endgame

pytestmark = pytest.mark.core

LEXICON = Lexicon.load()
STATIC = StaticStrategy.load("static")
GAMES = play_static_games([STATIC] * 2, LEXICON, games=12, seed=5, turns=True)
POSITIONS = [
    game.position(turn) for game in map(GAMES.game, range(12)) for turn in range(1, len(game.turns) + 1)
]
ONE_IN_THE_BAG = [position for position in POSITIONS if position.bag_count == 1]
FEW_IN_THE_BAG = [position for position in POSITIONS if 3 <= position.bag_count <= 7]


def test_there_are_positions() -> None:
    assert len(ONE_IN_THE_BAG) >= 3 and len(FEW_IN_THE_BAG) >= 6


@pytest.mark.medium
@pytest.mark.parametrize("index", range(3))
def test_a_searched_ending_is_the_value_of_the_endgame(index: int) -> None:
    """With a known rack and one tile in the bag all draws are certain, so a rollout has one end."""
    position = ONE_IN_THE_BAG[index]
    tiles = list(position.unseen)
    theirs = Rack.from_tiles(position.variant.tiles, tiles[:-1])
    moves = [each.move for each in STATIC.candidates(position, LEXICON)[:4] if each.move.tiles_used]
    setting = RolloutSetting.of(
        position, moves, STATIC, plies="end", opponent_rack=theirs, endgame_nodes=1_000_000
    )
    found = roll_out(setting, LEXICON, 0, 2).rollouts
    for column, move in enumerate(moves):
        after = position.after(move)
        mine = after.racks[position.on_turn] or Rack.empty(position.variant.tiles)
        drawn = Rack.from_tiles(position.variant.tiles, [*mine, tiles[-1]])
        racks = (drawn, theirs) if position.on_turn == 0 else (theirs, drawn)
        turns = position.rules.scoreless_turns
        end = solve_endgame(replace(after, racks=racks), LEXICON, scoreless_turns=turns)
        assert end.is_proven
        assert found["spread"][:, column].tolist() == [move.score - end.value] * 2
        assert found["ended"][:, column].all() and (found["plies"][:, column] == 1).all()


@pytest.mark.medium
def test_few_nodes_are_nearer_to_the_truth_than_static_moves() -> None:
    """The mean error of final spreads falls as nodes grow."""
    errors: dict[int | None, float] = dict.fromkeys((None, 30, 1_000), 0.0)
    for position in FEW_IN_THE_BAG[:6]:
        moves = STATIC.candidates(position, LEXICON)[:3].moves
        settings = {
            nodes: RolloutSetting.of(position, moves, STATIC, plies="end", endgame_nodes=nodes)
            for nodes in (*errors, 8_000)
        }
        spreads = {
            nodes: roll_out(setting, LEXICON, 0, 4).rollouts["spread"].astype(float)
            for nodes, setting in settings.items()
        }
        for nodes in errors:
            errors[nodes] += float(np.abs(spreads[nodes] - spreads[8_000]).mean())
    assert errors[1_000] < errors[30] < errors[None]


def test_the_result_does_not_depend_on_batches() -> None:
    position = ONE_IN_THE_BAG[0]
    moves = STATIC.candidates(position, LEXICON)[:3].moves
    setting = RolloutSetting.of(position, moves, STATIC, plies="end", seed=9, endgame_nodes=20)
    whole = roll_out(setting, LEXICON, 0, 6)
    parts = [roll_out(setting, LEXICON, first, 2).rollouts for first in (0, 2, 4)]
    assert np.array_equal(np.concatenate(parts), whole.rollouts)
    alone = roll_out(setting, LEXICON, 0, 6, candidates=[1])
    assert np.array_equal(alone.rollouts[:, 0], whole.rollouts[:, 1])


def test_endgames_are_searched_once() -> None:
    """With one tile in the bag 200 rollouts come to few endgames, of which later calls know all."""
    position = ONE_IN_THE_BAG[0]
    moves = STATIC.candidates(position, LEXICON)[:2].moves
    few, more = (
        RolloutSetting.of(position, moves, STATIC, plies="end", seed=9, endgame_nodes=nodes)
        for nodes in (2, 30)
    )
    other = Lexicon.from_words(list(LEXICON)[::2], LEXICON.tile_set, "other")
    expected = {}
    for name, setting, lexicon in (("few", few, LEXICON), ("more", more, LEXICON), ("other", more, other)):
        rollouts._estimates.cache_clear()
        expected[name] = roll_out(setting, lexicon, 0, 100).rollouts.tobytes()
    assert len(set(expected.values())) == 3

    rollouts._estimates.cache_clear()
    estimates = rollouts._estimates(LEXICON, position.variant)
    assert roll_out(more, LEXICON, 0, 100).rollouts.tobytes() == expected["more"]
    known = len(estimates)
    assert 0 < known < 40
    assert roll_out(more, LEXICON, 0, 100).rollouts.tobytes() == expected["more"] and len(estimates) == known
    assert roll_out(few, LEXICON, 0, 100).rollouts.tobytes() == expected["few"] and len(estimates) > known
    assert roll_out(more, other, 0, 100).rollouts.tobytes() == expected["other"]


def test_rollouts_that_do_not_reach_an_empty_bag_are_as_before() -> None:
    position = GAMES.game(0).position(6)
    moves = STATIC.candidates(position, LEXICON)[:3].moves
    searched, plain = (
        roll_out(RolloutSetting.of(position, moves, STATIC, plies=2, endgame_nodes=nodes), LEXICON, 0, 20)
        for nodes in (30, None)
    )
    assert np.array_equal(searched.rollouts, plain.rollouts) and np.array_equal(searched.plies, plain.plies)


@pytest.mark.parametrize("name", ["wordsmog", "crossplay"])
def test_rules_whose_endgames_cannot_be_searched(name: str) -> None:
    """Their games go on with static moves."""
    variant = Variant.load(name)
    strategy = load_strategy("greedy")
    games = play_static_games([strategy] * 2, LEXICON, games=1, seed=1, turns=True, variant=variant)
    position = games.game(0).position(4)
    moves = position.moves(LEXICON)[:2]
    setting = RolloutSetting.of(position, moves, strategy, plies="end", endgame_nodes=30)
    assert setting.endgame_nodes is None


@pytest.mark.medium
def test_screening_keeps_the_best_and_the_played_move() -> None:
    position = FEW_IN_THE_BAG[0]
    moves = list(STATIC.candidates(position, LEXICON)[:40].moves)
    plan = SimulationPlan(candidates=5, always=(moves[-1],)).with_few_tiles(10)
    kept = screen(position, moves, LEXICON, plan, strategy=STATIC)
    assert len(kept) in (5, 6) and moves[-1] in kept and set(kept) <= set(moves)
    quick = SimulationPlan(
        plies="end",
        iterations=250,
        confidence=0.95,
        seed=plan.seed ^ screening._SEED_MASK,
        always=plan.always,
    )
    best = simulate(position, moves, LEXICON, quick, strategy=STATIC).moves
    assert kept[:5] == [each.move for each in best[:5]]
    few = replace(plan, candidates=40)
    assert screen(position, moves, LEXICON, few, strategy=STATIC) == moves


def test_the_evaluation_screens_its_candidates() -> None:
    position = FEW_IN_THE_BAG[0]
    analysis = analyze_position(position, LEXICON, STATIC)
    plan = replace(SimulationPlan(candidates=4).with_few_tiles(4), iterations=16)
    found = evaluate_by_simulation(analysis, plan, LEXICON, STATIC).simulation
    assert len(found.moves) == 4 and found.setting.endgame_nodes == 4
    screened = analysis.best_and_played(100)
    assert {each.move for each in found.moves} <= set(screened)
    assert {each.move for each in found.moves} == set(
        screen(position, screened, LEXICON, plan, strategy=STATIC)
    )


def test_a_screened_simulation_goes_on_with_its_moves() -> None:
    """Whatever quick rollouts of other limits would choose, the figures are those of one longer run."""
    moves = STATIC.candidates(FEW_IN_THE_BAG[0], LEXICON)[:20].moves
    plan = replace(SimulationPlan(candidates=3, confidence=None).with_few_tiles(4), iterations=300)
    continuation = Continuation()
    for iterations in (4, 8):
        part = replace(plan, iterations=iterations, continuation=continuation)
        found = simulate_screened(FEW_IN_THE_BAG[0], moves, LEXICON, part, strategy=STATIC)
        chosen = continuation.moves
    assert found.iterations == 8 and chosen is not None and len(chosen) == 3
    whole = simulate(FEW_IN_THE_BAG[0], chosen, LEXICON, replace(plan, iterations=8), strategy=STATIC)
    assert found.to_rows() == whole.to_rows()


@pytest.mark.parametrize("nodes", [-1, 0, 1, 10**12])
def test_a_number_of_nodes_out_of_range(nodes: int) -> None:
    position = ONE_IN_THE_BAG[0]
    plan = SimulationPlan(iterations=2, endgame_nodes=nodes)
    with pytest.raises(PositionError, match=f"^{nodes} nodes of an endgame"):
        simulate(position, position.moves(LEXICON)[:1], LEXICON, plan, strategy=STATIC)


def test_screening_takes_its_time_from_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """One limit holds for both, of which screening may take a fifth."""
    limits = []

    def record(*arguments: Any, **options: Any) -> Simulation:
        limits.append(arguments[3].seconds)
        return simulate(*arguments, **options)

    monkeypatch.setattr(screening, "simulate", record)
    plan = replace(SimulationPlan(candidates=2, seconds=5.0).with_few_tiles(4), iterations=4)
    moves = STATIC.candidates(FEW_IN_THE_BAG[0], LEXICON)[:6].moves
    found = simulate_screened(FEW_IN_THE_BAG[0], moves, LEXICON, plan, strategy=STATIC)
    assert len(found.moves) == 2
    assert limits[0] == 1.0 and 0 < limits[1] < 5
