"""The ends of games after moves of a pre-endgame, in rollouts."""

from dataclasses import replace
from pathlib import Path
from statistics import mean

import msgspec
import pytest
from analyzed_preendgames import GREEDY, analyses, with_spread
from runs import LEXICON
from tiny_preendgames import WORDS

from movegen import Lexicon, Move, read_cgp
from sims.analysis import simulate_ends, simulated_ends
from sims.analysis.simulated_ends import DEFAULT_BUDGET, FIRST_LOOK, RolloutBudget, merge_ends
from strategy import SearchControl, StaticStrategy, analyze_position
from strategy.endgame import SimulatedEnd

pytestmark = pytest.mark.core

PROVEN = Path(__file__).parents[2] / "data" / "preendgame_rollouts.jsonl"
"""Plays that leave one of two tiles in the bag, with the wins that `solve_preendgame` proves of each alone.

They are of self-play positions, drawn at random, one of each.
"""
NO_REPLIES = simulated_ends._BetterReplies(1.0, 0.0)


class ProvenMove(msgspec.Struct, frozen=True):
    """A move of a position with the share of games it wins."""

    cgp: str
    move: str
    win: float


def test_rollouts_are_the_same_each_time_and_say_how_far_to_trust_them() -> None:
    analysis = analyses()[0]
    moves = list(analysis.candidates.moves[:5])
    ends = simulate_ends(analysis, moves, WORDS, GREEDY)
    assert ends == simulate_ends(analysis, moves, WORDS, GREEDY) and list(ends) != []
    for end in ends.values():
        assert end.rollouts == 500 and 0 <= end.win <= 1 and end.win_error >= 1 / 502
    ahead = replace(analysis, position=with_spread(analysis.position, 300))
    sure = simulate_ends(ahead, moves, WORDS, GREEDY)
    assert {end.win for end in sure.values()} == {1.0}
    for move in moves:
        gain = ends[move].spread - analysis.position.spread
        assert sure[move].spread - 300 == pytest.approx(gain, abs=2)  # leaders play for points
    assert simulate_ends(analysis, [], WORDS, GREEDY) == {}
    stopped = SearchControl[None](should_stop=lambda: True)
    few = simulate_ends(analysis, moves, WORDS, GREEDY, control=stopped)
    assert all(end.rollouts < 500 for end in few.values())


def test_rollouts_of_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are simulated a few at a time, which changes nothing, and no longer than the time limit."""
    analysis = max(analyses(), key=lambda each: len(each.candidates))
    moves = list(analysis.candidates.moves)
    together = simulate_ends(analysis, moves, WORDS, GREEDY)
    monkeypatch.setattr(simulated_ends, "CANDIDATES", 2)
    assert len(moves) > 4 and simulate_ends(analysis, moves, WORDS, GREEDY) == together
    hurried = RolloutBudget(seconds=1e-9)
    assert len(simulate_ends(analysis, moves, WORDS, GREEDY, budget=hurried)) <= 2


def errors_of_rollouts(budget: RolloutBudget) -> list[tuple[float, bool]]:
    """Return for each proven move by how much its wins are wrong, and whether the 95 % interval holds."""
    lexicon, strategy = LEXICON.load(), StaticStrategy.load("static")
    errors = []
    for line in PROVEN.read_bytes().splitlines():
        proven = msgspec.json.decode(line, type=ProvenMove)
        position = read_cgp(proven.cgp)
        move = position.parse_move(proven.move)
        analysis = analyze_position(position, lexicon, strategy)
        end = simulate_ends(analysis, [move], lexicon, strategy, budget=budget)[move]
        errors.append((end.win - proven.win, abs(end.win - proven.win) <= 1.96 * end.win_error))
    return errors


@pytest.mark.parametrize("budget", [FIRST_LOOK, DEFAULT_BUDGET], ids=["static", "searched"])
def test_wins_are_as_far_from_proven_ones_as_they_say(
    budget: RolloutBudget, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the correction they are too high, and half of the intervals hold."""
    errors = errors_of_rollouts(budget)
    monkeypatch.setattr(simulated_ends, "_AFTER_STATIC", NO_REPLIES)
    monkeypatch.setattr(simulated_ends, "_AFTER_SEARCHED", NO_REPLIES)
    as_won = errors_of_rollouts(budget)
    assert len(errors) == 14 and mean(held for _, held in errors) > 0.8
    assert mean(held for _, held in as_won) < 0.6
    assert mean(error for error, _ in as_won) > 2 * abs(mean(error for error, _ in errors))


@pytest.mark.parametrize("nodes", [None, 30])
def test_all_or_none_stay_so(nodes: int | None) -> None:
    """A move that wins all rollouts or none is not certain to, though."""
    analysis = analyses()[0]
    for spread, win in ((300, 1.0), (-300, 0.0)):
        position = replace(analysis, position=with_spread(analysis.position, spread))
        moves = analysis.candidates.moves[:3]
        budget = RolloutBudget(100, endgame_nodes=nodes)
        for end in simulate_ends(position, moves, WORDS, GREEDY, budget=budget).values():
            assert end.win == win and 0.01 < end.win_error < 0.05


def test_ends_of_fewer_rollouts_replace_no_others() -> None:
    first, second, third = analyses()[0].candidates.moves[:3]
    few, many = SimulatedEnd(1.0, 0.1, 10.0, 1.0, 5), SimulatedEnd(0.0, 0.1, 10.0, 1.0, 100)
    assert merge_ends({first: many, second: few}, {first: few, second: many, third: few}) == {
        first: many,
        second: many,
        third: few,
    }
    assert merge_ends({first: few}, {first: replace(few, win=0.5)})[first].win == 0.5


def test_a_pass_is_answered_by_a_pass_where_that_is_better() -> None:
    """Static players do not pass: behind by 152 points rollouts would say that the opponent plays on.

    The rack AEIINOT has 7 points, the unseen tiles DJLNORTTV 20: the opponent holds seven of these nine.
    """
    position = read_cgp(
        "14A/12PIX/9D2ODE/9I2NE1/9AR1DAB/5ZYGOTE1O1U/4EAU2OH1k1R/FIGHT2UNMEWS1K/10A4/5BANNERoL2/"
        "1PLEW5S4/4ORIFICES3/7E3UG2/7MAY1QIS1/3CERVELAT1OI1 AEIINOT/ 316/468 0"
    )
    analysis = analyze_position(position, Lexicon.load(), StaticStrategy.load("static"))
    passing = Move.pass_turn(position.variant.tiles)
    end = simulate_ends(analysis, [passing], Lexicon.load(), StaticStrategy.load("static"))[passing]
    assert end.win == 0 and end.spread == pytest.approx(-152 - 7 + 20 * 7 / 9)
