"""The ranking of pre-endgame moves: by settled wins, then spread; estimated wins by utility."""

from collections.abc import Sequence
from itertools import pairwise
from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_preendgames import TINY

from movegen import Move
from strategy.endgame import (
    PreendgameMove,
    PreendgameOutcome,
    PreendgameOutcomes,
    PreendgameResult,
    SimulatedEnd,
    discount_win,
    rank_moves,
)
from strategy.winprob import UTILITY

TILES = TINY.tiles.parse_rack("")


def settled(wins: int, spread: float | None, of: int = 72) -> PreendgameMove:
    """A move that surely wins so many arrangements; `spread` is simulated, None if it is not known."""
    outcomes = (
        PreendgameOutcome(TILES, "", wins, 1, 50, 9),
        PreendgameOutcome(TILES, "", of - wins, -50, -1, -9),
    )
    return move(tuple(each for each in outcomes if each.weight), wins / of, spread)


def estimated(win: float, spread: float | None, error: float = 0.01) -> PreendgameMove:
    """A move of which rollouts alone know something."""
    return move((PreendgameOutcome(TILES, "", 72, None, None, 0),), win, spread, error)


def move(
    outcomes: Sequence[PreendgameOutcome],
    win: float,
    spread: float | None,
    error: float = 0.01,
    spread_error: float = 0.0,
) -> PreendgameMove:
    end = None if spread is None else SimulatedEnd(win, error, spread, spread_error, 500)
    return PreendgameMove(Move.pass_turn(TINY.tiles), PreendgameOutcomes.of(outcomes), None, 72, False, end)


def test_settled_wins_decide_before_spread() -> None:
    more, less, best = settled(71, -80.0), settled(70, 300.0), settled(71, 20.0)
    assert rank_moves([less, more, best]) == [best, more, less]


def test_an_estimate_that_is_nearly_as_good_is_outweighed_by_spread() -> None:
    """Of 41 points more, half a percent of an estimate is worth less; five percent are worth more."""
    sure = settled(72, 40.0)
    nearly, hardly = estimated(0.995, 81.0), estimated(0.95, 81.0)
    assert rank_moves([hardly, sure, nearly]) == [nearly, sure, hardly]


def test_half_of_its_error_counts_against_an_estimate() -> None:
    rough, better_known, proven = estimated(0.54, 0.0, 0.17), estimated(0.49, 0.0, 0.05), settled(34, 0.0)
    assert rank_moves([rough, better_known, proven]) == [proven, better_known, rough]
    assert rank_moves([estimated(0.6, 0.0, 0.17), proven])[1] is proven
    sure = settled(72, 39.0)
    of_many, of_few = estimated(1.0, 40.0, 1 / 502), estimated(1.0, 40.0, 1 / 17)  # all of so many rollouts
    assert rank_moves([of_few, sure, of_many]) == [of_many, sure, of_few]


def test_the_spread_of_a_few_rollouts_outweighs_nothing() -> None:
    """The rougher it is, the nearer to the median it is taken to be: here that of the others, 0 points."""
    others = [settled(0, 0.0), settled(0, 0.0), settled(0, 0.0)]
    outcomes = (PreendgameOutcome(TILES, "", 72, None, None, 0),)
    better = move(outcomes, 0.52, 0.0, 0.001)
    rough = move(outcomes, 0.50, 60.0, 0.001, spread_error=30.0)
    sure = move(outcomes, 0.50, 60.0, 0.001, spread_error=3.0)
    assert rank_moves([rough, better, *others])[:2] == [better, rough]
    assert rank_moves([better, sure, *others])[:2] == [sure, better]
    luckiest, well_known = [
        move(settled(36, 0.0).outcomes, 0.5, spread, 0.0, error)
        for spread, error in ((40.0, 30.0), (10.0, 2.0))
    ]
    assert rank_moves([luckiest, well_known, *others])[0] is well_known


def test_spread_ranks_hopeless_estimates() -> None:
    lost, unlikely = settled(0, -90.0), estimated(0.0002, -115.0)
    assert rank_moves([unlikely, lost]) == [lost, unlikely]


def test_an_unknown_spread_is_below_those_that_are_known_where_wins_are_equal() -> None:
    known, unknown, lowest = settled(72, 30.0), settled(72, None), settled(72, 10.0)
    assert rank_moves([unknown, lowest, known]) == [known, lowest, unknown]


def test_a_move_whose_spread_is_unknown_loses_nothing_against_estimates() -> None:
    """Where there is no time for its rollouts its spread is taken for the median, not for the lowest."""
    sure, likely, unlikely, lost = (
        settled(72, None), estimated(0.97, 60.0), estimated(0.4, 10.0), estimated(0.05, -400.0)
    )  # fmt: skip
    assert rank_moves([likely, lost, unlikely, sure]) == [sure, likely, unlikely, lost]


def test_rollouts_that_are_known_already_change_nothing() -> None:
    """What a move has worked out of its outcomes takes seconds for ten thousand moves."""
    known = settled(72, 30.0)
    assert known.with_simulated(known.simulated) is known
    assert known.with_simulated(None) == settled(72, None)


def test_moves_that_were_searched_come_before_those_that_only_rollouts_look_at() -> None:
    nothing = move((PreendgameOutcome(TILES, "", 72, None, None, 100),), 1.0, None)
    better, worse, lost = estimated(0.9, 0.0), estimated(0.8, 0.0), settled(0, -300.0)
    found = PreendgameResult((better, worse, lost, nothing), "rational", 1, 72, None, False, 100, 1.0)
    assert found.searched_first().moves == (lost, better, worse, nothing)


def test_moves_of_which_nothing_is_known_come_last() -> None:
    nothing = move((PreendgameOutcome(TILES, "", 72, None, None, 100),), 1.0, None)
    assert nothing.win_source is None
    assert rank_moves([nothing, settled(0, -300.0)])[1] is nothing


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 6), st.integers(-200, 200)), max_size=8))
def test_order(facts: list[tuple[bool, int, int]]) -> None:
    """Settled moves are in the order of wins and spread, estimated ones in that of cautious utility."""
    moves = [
        settled(wins, spread, of=6) if is_settled else estimated(wins / 6, spread)
        for is_settled, wins, spread in facts
    ]
    ranked = rank_moves(moves)
    assert sorted(map(id, ranked)) == sorted(map(id, moves))
    sure = [(each.win, each.spread) for each in ranked if each.is_settled]
    assert sure == sorted(sure, reverse=True)
    values = [UTILITY.value(each.cautious_win, each.spread) for each in ranked if not each.is_settled]
    assert values == sorted(values, reverse=True)
    for better, worse in pairwise(ranked):
        if better.is_settled != worse.is_settled and not worse.is_settled:
            least = UTILITY.value(worse.cautious_win, worse.spread)
            assert UTILITY.value(better.win, better.spread) >= least


def test_half_of_an_error_counts_against_an_estimate() -> None:
    """Not below what is proven, and not where it hardly matters: a tenth of a percent."""
    assert discount_win(0.5, 0.1, 0.0) == pytest.approx(0.5 * exp(-0.05 / 0.5))
    assert discount_win(0.5, 0.1, 0.48) == 0.48
    assert discount_win(0.5, 0.002, 0.0) == 0.5
    assert discount_win(0.5, 0.0022, 0.0) < 0.5
    assert discount_win(0.0, 0.1, 0.0) == 0.0
