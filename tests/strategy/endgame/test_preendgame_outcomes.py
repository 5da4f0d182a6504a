"""The figures of a table of outcomes against those of its outcomes one by one."""

import pickle
from fractions import Fraction
from math import hypot, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_preendgames import TINY

from strategy.endgame import PreendgameOutcome, PreendgameOutcomes
from strategy.endgame.preendgame_outcomes import Draw, OutcomeTable
from strategy.native import core

RACK = TINY.tiles.parse_rack("")
ENDS = st.tuples(
    st.one_of(st.just(-core.UNBOUNDED), st.integers(-40, 40)),
    st.one_of(st.just(core.UNBOUNDED), st.integers(-40, 40)),
    st.integers(-9000, 9000),
).filter(lambda ends: ends[0] <= ends[1])


@st.composite
def tables(draw: st.DrawFn) -> OutcomeTable:
    columns = draw(st.lists(st.tuples(st.sampled_from(["", "E"]), st.integers(1, 6)), min_size=1, max_size=6))
    row = st.lists(ENDS, min_size=len(columns), max_size=len(columns))
    rows = draw(st.lists(row, min_size=1, max_size=4))
    draws = [Draw(RACK, bag, weight) for bag, weight in columns]
    return OutcomeTable(draws, np.array(rows, dtype=np.int32))


def mean(outcomes: PreendgameOutcomes, values: list[float]) -> float:
    weights = [each.weight for each in outcomes]
    return sum(weight * value for weight, value in zip(weights, values, strict=True)) / sum(weights)


def shifted_error(outcomes: PreendgameOutcomes) -> float:
    """How far a normally distributed error of all estimates moves the wins, in many small steps."""
    steps = np.linspace(-6, 6, 2_001)
    wins = np.zeros(len(steps))
    for each in outcomes:
        ends = each.estimate + 11 * steps
        wins += each.weight * np.clip(
            1 / (1 + np.exp(np.minimum(-ends / 9, 700))), each.least_win, each.most_win
        )
    usual = sum(each.weight * each.likely_win for each in outcomes)
    density = np.exp(-(steps**2) / 2)
    return float(np.sqrt((density * (wins - usual) ** 2).sum() / density.sum()))


def estimate_error(outcomes: PreendgameOutcomes) -> float:
    """Of each open outcome p (1 - p); a shift of all by 11 points, or 0.7 p (1 - p) with a bag."""
    open_ones = [each for each in outcomes if each.result is None]
    variances = [each.weight * each.likely_win * (1 - each.likely_win) for each in open_ones]
    common = shifted_error(outcomes)
    weight = sum(each.weight for each in open_ones)
    if any(each.bag for each in open_ones):
        share = sum(each.weight * each.likely_win for each in open_ones) / weight
        common = max(common, 0.7 * weight * share * (1 - share))
    alone = sqrt(sum(each.weight * variance for each, variance in zip(open_ones, variances, strict=True)))
    return hypot(alone, common) / sum(each.weight for each in outcomes)


@given(tables())
def test_figures_are_those_of_the_outcomes(table: OutcomeTable) -> None:
    for row in range(len(table.ends)):
        outcomes = PreendgameOutcomes(table, row)
        found, wins = outcomes.figures, [each.likely_win for each in outcomes]
        spreads = [float(each.estimate) for each in outcomes]
        for values, variance in ((wins, found.win_variance), (spreads, found.spread_variance)):
            middle = mean(outcomes, values)
            assert variance == pytest.approx(mean(outcomes, [(each - middle) ** 2 for each in values]))
        assert found.spread == pytest.approx(mean(outcomes, spreads))
        width = found.most - found.least
        share = (mean(outcomes, wins) - found.least) / width if width else 0
        expected = share**1.25 if any(each.bag for each in outcomes) else share
        assert found.win == pytest.approx(found.least + width * expected)
        weight = sum(each.weight for each in outcomes)
        for bound, bounds in (
            (found.least, [each.least_win for each in outcomes]),
            (found.most, [each.most_win for each in outcomes]),
        ):
            exact = sum(each.weight * Fraction(value) for each, value in zip(outcomes, bounds, strict=True))
            assert bound == float(exact / weight)  # so that proven shares are equal where they are
        settled = [each for each in outcomes if each.result is not None]
        assert found.settled == sum(each.weight for each in settled)
        assert found.is_exact == all(each.is_exact for each in outcomes)
        assert found.estimate_error == pytest.approx(estimate_error(outcomes), rel=0.03, abs=1e-4)
        assert found.win == found.least or len(settled) < len(outcomes)


@given(tables())
def test_outcomes_are_a_sequence_that_compares_and_travels_without_its_table(table: OutcomeTable) -> None:
    for row in range(len(table.ends)):
        outcomes = PreendgameOutcomes(table, row)
        copy = pickle.loads(pickle.dumps(outcomes))
        assert copy == outcomes == PreendgameOutcomes.of(list(outcomes)) and hash(copy) == hash(outcomes)
        assert copy.figures == outcomes.figures and len(outcomes) == len(table.draws)
        assert outcomes[-1] == outcomes[len(outcomes) - 1] and outcomes[1:] == tuple(outcomes)[1:]


def test_what_is_not_known_has_no_bounds() -> None:
    ends = np.array([[[-core.UNBOUNDED, core.UNBOUNDED, 7], [-3, 5, 9]]], dtype=np.int32)
    table = OutcomeTable([Draw(RACK, "", 1), Draw(RACK, "E", 2)], ends)
    assert list(PreendgameOutcomes(table, 0)) == [
        PreendgameOutcome(RACK, "", 1, None, None, 7),
        PreendgameOutcome(RACK, "E", 2, -3, 5, 5),
    ]
    other = OutcomeTable(table.draws, ends + np.array([[[0, 0, 0], [0, 0, -8]]], dtype=np.int32))
    assert PreendgameOutcomes(table, 0) != PreendgameOutcomes(other, 0)
