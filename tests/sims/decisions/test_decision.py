"""Decisions of players: chosen as in a match, judged in a worker; and the positions of self-play."""

from dataclasses import replace

import pytest
from endgames import ENDGAME
from runs import LEXICON, STANDARD

from movegen import Position, read_cgp
from sims import MoveChooser, play_static_games
from sims.decisions import (
    Decision,
    DecisionPlan,
    DecisionTask,
    JudgePlan,
    Phase,
    Place,
    find_phase,
    judge_seed,
    judge_task,
    sample_turns,
)
from sims.decisions.phases import phase_of_bag
from sims.games.simulation_player import move_seed
from strategy import load_strategy
from strategy.inference import LastMove

pytestmark = pytest.mark.core

WORDS = LEXICON.load()
QUICK = JudgePlan(candidates=2, iterations=10)
OPENING = read_cgp("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/BCDFGHJ 0/0 0")


def judged(position: Position, *players: str, **fields: object) -> Decision:
    plan = DecisionPlan(tuple(map(load_strategy, players)), QUICK, seed=3)
    return judge_task(plan, DecisionTask(5, Place("here", line=1), position, LEXICON, **fields))  # type: ignore[arg-type]


def test_players_choose_as_in_a_match() -> None:
    names = ("greedy", "static", "sim_fast")
    found = judged(OPENING, *names)
    hidden = replace(OPENING, racks=(OPENING.rack, None))  # no player knows the opponent's rack
    chooser = MoveChooser(WORDS, seed=3, number=5)
    moves = [str(chooser.choose_in(load_strategy(name), hidden)[0]) for name in names]
    assert [found.chosen(player).move for player in range(3)] == moves
    assert all(0 < choice.seconds < 600 for choice in found.choices)
    assert (found.first, found.error, found.bag, found.phase) == (5, None, 86, "early")
    assert read_cgp(found.cgp) == hidden


def test_identical_players_choose_alike() -> None:
    found = judged(OPENING, "sim_fast", "sim_fast")
    assert found.choices[0].move == found.choices[1].move


def test_a_solver_loses_nothing_in_an_endgame() -> None:
    found = judged(read_cgp(ENDGAME), "static_endgame", "greedy")
    assert found.chosen(0).is_best and found.chosen(0).points_lost == 0 <= found.chosen(1).points_lost


def test_no_player_is_judged_by_its_own_rollouts() -> None:
    """The judge's own simulation uses the seed plus 1."""
    for seed in range(20):
        for number in range(20):
            own = judge_seed(seed, number)
            assert own % 2 == 0 and move_seed(seed, number, 1) not in (own, own + 1)


@pytest.mark.parametrize(
    ("cgp", "problem"),
    [
        ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0", "rack of the player on turn is not known"),
        ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST// 0/0/0 0", "games of two"),
        (
            "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEI/ 0/0 0",
            "the rack of the player on turn has 3 tiles; give the whole rack",
        ),
    ],
)
def test_positions_that_cannot_be_judged(cgp: str, problem: str) -> None:
    found = judged(read_cgp(cgp), "static")
    assert problem in str(found.error) and found.moves == found.choices == ()


def test_phases() -> None:
    bags = {86: "early", 58: "early", 57: "middle", 29: "middle", 28: "late", 8: "late", 7: "pre-endgame",
            1: "pre-endgame", 0: "endgame"}  # fmt: skip
    assert {bag: phase_of_bag(bag, 86, 7).value for bag in bags} == bags
    assert [find_phase(each) for each in (OPENING, read_cgp(ENDGAME))] == ["early", "endgame"]


def test_one_turn_of_each_game() -> None:
    found = list(sample_turns(WORDS, 12, seed=4))
    assert [each.game for each in found] == [*range(12)]
    assert found[:5] == list(sample_turns(WORDS, 5, seed=4))
    assert found != list(sample_turns(WORDS, 12, seed=5))
    static = load_strategy("static")
    played = play_static_games([static] * 2, WORDS, games=12, seed=4, turns=True)  # type: ignore[list-item]
    for each in found:
        game = played.game(each.game)
        assert each.position == game.position(each.turn) and each.last == LastMove.before_turn(
            game, each.turn
        )
        if each.turn < len(game.turns):
            rack = game.turns[each.turn].rack
            assert each.opponent_rack == rack and len(each.position.unseen - rack) == each.position.bag_count


def test_turns_of_some_phases() -> None:
    found = list(sample_turns(WORDS, 20, phases=[Phase.PRE_ENDGAME, Phase.ENDGAME]))
    assert len(found) == 20
    assert {find_phase(each.position) for each in found} == {Phase.PRE_ENDGAME, Phase.ENDGAME}
    assert all(
        0 < each.position.bag_count <= 7 for each in sample_turns(WORDS, 9, phases=[Phase.PRE_ENDGAME])
    )
    assert {each.position.variant for each in found} == {STANDARD}
