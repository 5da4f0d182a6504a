"""Simulations that go on where they stopped."""

from dataclasses import replace
from typing import Any, get_args

import pytest

from movegen import Lexicon, read_cgp
from movegen.board import Move
from movegen.errors import PositionError
from sims import SimulationPlan, simulate
from sims.simulation import Continuation, NormalWinModel, Simulation
from strategy import StaticStrategy
from strategy.players import RankBy
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


@pytest.mark.parametrize("rank_by", get_args(RankBy))
def test_all_rankings_are_those_of_simulations_by_them(rank_by: RankBy) -> None:
    plan = SimulationPlan(iterations=300, confidence=None)
    found = run(replace(plan, all_rankings=True))
    assert len(found.others) == 2 and found.ranked_by("utility") is found
    assert found.ranked_by(rank_by) == replace(run(replace(plan, rank_by=rank_by)), seconds=found.seconds)
    assert run(plan).ranked_by("utility") is not None and run(plan).ranked_by("win") is None


def test_moves_given_up_stand_last_in_every_ranking() -> None:
    plan = SimulationPlan(iterations=2000, rank_by="equity", margin=0, all_rankings=True)
    moves = [*MOVES, Move.pass_turn(POSITION.variant.tiles)]
    found = simulate(POSITION, moves, LEXICON, plan, strategy=STRATEGY)
    given_up = {move.move for move in found.moves if move.is_eliminated}
    assert given_up
    for other in found.others:
        assert {move.move for move in other.moves[-len(given_up) :]} == given_up
        assert other.margin > found.margin == 0


def test_the_ranking_may_change_until_a_move_is_given_up() -> None:
    kept = Continuation()
    plan = SimulationPlan(iterations=200, confidence=None, continuation=kept)
    run(plan)
    assert kept.suits("equity")
    found = run(replace(plan, iterations=300, rank_by="equity"))
    assert found.moves == run(SimulationPlan(iterations=300, confidence=None, rank_by="equity")).moves


def test_the_ranking_stays_once_a_move_is_given_up() -> None:
    kept = Continuation()
    plan = SimulationPlan(iterations=600, confidence=0.99, continuation=kept)
    moves = [*MOVES, Move.pass_turn(POSITION.variant.tiles)]
    simulate(POSITION, moves, LEXICON, plan, strategy=STRATEGY)
    assert kept.suits("utility") and not kept.suits("win")
    with pytest.raises(PositionError, match="same settings"):
        simulate(POSITION, moves, LEXICON, replace(plan, rank_by="win"), strategy=STRATEGY)


@pytest.mark.parametrize(
    "change",
    [
        {"plies": 3},
        {"seed": 1},
        {"opponent_rack": POSITION.variant.tiles.parse_rack("QVW")},
        {"endgame_nodes": 30},
        {"compared_moves": 12},
        {"win_model": NormalWinModel()},
        {"always": (MOVES[3],)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_only_limits_may_change(change: dict[str, Any]) -> None:
    plan = SimulationPlan(iterations=16, continuation=Continuation())
    run(plan)
    with pytest.raises(PositionError, match="same settings"):
        run(replace(plan, iterations=32, **change))


def test_moves_players_and_words_may_not_change() -> None:
    plan = SimulationPlan(iterations=16, continuation=Continuation())
    run(plan)
    greedy, fewer = (
        StaticStrategy.load("greedy"),
        Lexicon.from_words(["HIVE"], LEXICON.tile_set, LEXICON.name),
    )
    for moves, lexicon, strategy in (
        (MOVES[:5], LEXICON, STRATEGY),
        (MOVES, fewer, STRATEGY),
        (MOVES, LEXICON, greedy),
    ):
        with pytest.raises(PositionError, match="same settings"):
            simulate(POSITION, moves, lexicon, replace(plan, iterations=32), strategy=strategy)
    again = StaticStrategy.default(POSITION.variant.tiles)
    found = simulate(POSITION, MOVES, Lexicon.load(), replace(plan, iterations=32), strategy=again)
    assert found.iterations == 32
