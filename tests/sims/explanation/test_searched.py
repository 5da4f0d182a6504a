"""The final spreads of moves that were searched with tiles in the bag."""

from functools import cache

import pytest
from analyzed_preendgames import GREEDY, with_spread
from tiny_preendgames import WORDS, some

from jackdaw.text import explanation_sentences
from sims import Explanation
from sims.explanation import Quantity
from sims.explanation.searched import preendgame_facts
from strategy import PreendgameMove, PreendgameOptions, analyze_position, solve_preendgame
from strategy.analysis import Method, PositionAnalysis
from strategy.endgame import SimulatedEnd

pytestmark = pytest.mark.core


@cache
def analysis(spread: int) -> PositionAnalysis:
    return analyze_position(with_spread(some(3, 1, 4)[0], spread), WORDS, GREEDY)


@cache
def solved(spread: int) -> tuple[PreendgameMove, ...]:
    """All moves with their wins, and without final spreads."""
    options = PreendgameOptions(all_wins=True, spreads="none")
    return solve_preendgame(analysis(spread).position, WORDS, options=options).moves


def with_ends(spread: int, first: float, second: float, error: float = 2.0) -> list[PreendgameMove]:
    """The best move and the last one, with simulated final spreads."""
    found = (solved(spread)[0], solved(spread)[-1])
    ends = [
        SimulatedEnd(each.win, 0.0, mean, error, 100)
        for each, mean in zip(found, (first, second), strict=True)
    ]
    return [each.with_simulated(end) for each, end in zip(found, ends, strict=True)]


def quantities(spread: int, moves: list[PreendgameMove]) -> list[Quantity]:
    return [figure.quantity for fact in preendgame_facts(analysis(spread), *moves) for figure in fact.figures]


def test_where_both_win_alike_the_spread_of_rollouts_is_a_reason() -> None:
    moves = with_ends(200, 150.0, 130.5)
    assert {each.win for each in moves} == {1.0}
    facts = tuple(preendgame_facts(analysis(200), *moves))
    assert [fact.figures[0].quantity for fact in facts][:2] == [Quantity.WIN, Quantity.SIMULATED_SPREAD]
    found = Explanation(
        analysis(200).position, Method.PREENDGAME, moves[1].move, moves[0].move, moves[1].move, facts
    )
    names = [str(each.move).replace("(pass)", "the pass") for each in moves]
    assert explanation_sentences(found)[1] == (
        f"In rollouts the game ends at +150.0 on average after {names[0]}, +130.5 after {names[1]}: "
        "a difference of 19.5 ± 2.8 points."
    )


@pytest.mark.parametrize(("second", "error"), [(149.0, 2.0), (130.5, 8.0)])
def test_a_difference_within_its_error_is_none(second: float, error: float) -> None:
    assert Quantity.SIMULATED_SPREAD not in quantities(200, with_ends(200, 150.0, second, error))


def test_where_wins_decide_the_spread_of_rollouts_is_not_named() -> None:
    moves = with_ends(0, 50.0, -20.0)
    assert moves[0].win > moves[1].win
    assert Quantity.SIMULATED_SPREAD not in quantities(0, moves)


def test_proven_spreads_are_named_as_such() -> None:
    options = PreendgameOptions(all_wins=True, spreads="all")
    first, *_, last = solve_preendgame(analysis(200).position, WORDS, options=options).moves
    assert first.spread > last.spread
    assert quantities(200, [first, last])[:2] == [Quantity.WIN, Quantity.FINAL_SPREAD]


def test_an_unknown_spread_is_no_reason() -> None:
    first, last = solved(200)[0], solved(200)[-1]
    assert set(quantities(200, [first, last])) <= {Quantity.WIN, Quantity.SCORE, Quantity.BAG}
