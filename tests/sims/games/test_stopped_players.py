"""Players that are told to move at once: they make the best move that they have found."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from endgames import HARD
from msgspec.structs import replace as with_fields
from runs import LEXICON

from movegen import read_cgp
from sims.games import MoveChooser
from strategy import SearchControl, SimulationStrategy, StaticStrategy, load_strategy
from strategy.leaves import MILLI
from strategy.players import PreendgameConfig, Strategy
from strategy.players.endgame_player import EndgameConfig

pytestmark = pytest.mark.core
WORDS = LEXICON.load()
GREEDY = StaticStrategy.load("greedy")
LAST_TILE = read_cgp(
    "11B1HI/1VOLT6OPEN/4A6MUM1/4N6ALE1/4G7T2/4I5G1U2/4E1V3N1R2/4RAIA2AGE2/6N3WE3/5KY2WESTS1/2ESCALADERS3/"
    "3O1I1BOD1O3/2HOOF9/1JUT5ZED1QI/2PYCNIDIA1EXIT AENRURI/ 427/436 0"
)
OPEN = read_cgp("15/15/15/15/15/15/15/7CIGAR3/15/15/15/15/15/15/15 AEINRST/ 0/20 0")


def after(questions: int) -> tuple[SearchControl[Any], Callable[[], int]]:
    """A control that stops at a question, and the number of questions so far."""
    asked = 0

    def should_stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > questions

    return SearchControl(should_stop=should_stop), lambda: asked


def endless(**tables: Any) -> Strategy:
    """A player that thinks for hours unless it is stopped."""
    if tables:
        return StaticStrategy(with_fields(GREEDY.config, name="endless", **tables))
    simulating = load_strategy("sim_2ply")
    assert isinstance(simulating, SimulationStrategy)
    config = with_fields(simulating.config, iterations=10**9, confidence=None)
    return replace(simulating, config=config)


@pytest.mark.parametrize("questions", [0, 1, 12])
def test_a_simulation_is_stopped(questions: int) -> None:
    control, asked = after(questions)
    move, _ = MoveChooser(WORDS).choose_in(endless(), OPEN, control=control)
    assert len(move.tiles_used) == 7 and asked() > questions  # a bingo: nothing else comes near
    best = load_strategy("static").candidates(OPEN, WORDS)[0].move  # type: ignore[union-attr]
    assert questions or move == best


def test_a_simulation_without_time_makes_the_best_static_move() -> None:
    """A dozen rollouts of a hundred moves would say less."""
    endless_one = endless()
    assert isinstance(endless_one, SimulationStrategy)
    many = replace(endless_one, config=with_fields(endless_one.config, candidates=100))
    best = endless_one.evaluator.candidates(OPEN, WORDS)[0]
    found = MoveChooser(WORDS).choose_in(many, OPEN, seconds=1e-9)
    assert found == (best.move, round(best.equity * MILLI))


@pytest.mark.parametrize("questions", [0, 3])
def test_a_preendgame_search_is_stopped(questions: int) -> None:
    player = endless(preendgame=PreendgameConfig(nodes=10**12))
    control, asked = after(questions)
    move, _ = MoveChooser(WORDS).choose_in(player, LAST_TILE, control=control)
    best = GREEDY.candidates(LAST_TILE, WORDS)
    assert move in list(best.moves) and asked() > questions
    assert questions or move == best[0].move


def test_an_endgame_search_is_stopped() -> None:
    position = read_cgp(HARD)
    control, asked = after(3)
    player = endless(endgame=EndgameConfig(nodes=10**12))
    move, _ = MoveChooser(WORDS).choose_in(player, position, control=control)
    assert move in list(GREEDY.candidates(position, WORDS).moves) and asked() > 3
