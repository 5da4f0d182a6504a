"""Results without luck: least squares as SciPy has them, honest intervals, and tests that seldom err."""

import math
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from runs import LEXICON, STANDARD

from sims.match import AdjustedSprtState, EloEstimate, Match, MatchPlan, Sprt
from sims.match.adjusted_statistics import LuckSums, PairedMoments, win_units
from sims.match.game_batches import RESULT_TYPE
from sims.match.score_frequencies import score_from_elo
from sims.match.sprt import MIN_ADJUSTED, Decision
from sims.workers import this_process
from sims.workers.executors import local_processes
from strategy import load_strategy
from strategy.winprob import MILLION

PLAYERS = load_strategy("rackh3"), load_strategy("greedy")


def made_up(number: int, random: np.random.Generator, edge: float = 0.0) -> npt.NDArray[Any]:
    """Games of which luck explains most: a spread of `edge` points, luck, and the rest."""
    games = np.zeros(number, dtype=RESULT_TYPE)
    games["game"] = np.arange(number)
    luck = random.normal(0, 90, number)
    games["scores"][:, 0] = 400 + np.rint(edge + luck + random.normal(0, 40, number))
    games["scores"][:, 1] = 400
    games["luck_points"] = np.rint(1000 * luck)
    games["luck_wins"] = np.rint(MILLION * 0.8 * (scipy.stats.norm.cdf(luck / 60) - 0.5))
    return games


@given(st.integers(3, 60), st.booleans(), st.integers(0, 99))
def test_it_is_the_intercept_of_least_squares(number: int, paired: bool, seed: int) -> None:
    games = made_up(2 * number, np.random.default_rng(seed), 20)
    found = LuckSums(paired).add(games).statistics().spread
    spreads = (games["scores"][:, 0] - games["scores"][:, 1]).astype(float)
    lucks = games["luck_points"] / 1000
    if paired:
        spreads, lucks = spreads.reshape(-1, 2).mean(axis=1), lucks.reshape(-1, 2).mean(axis=1)
    fitted = scipy.stats.linregress(lucks, spreads)
    assert found.estimate.mean == pytest.approx(fitted.intercept)
    assert found.estimate.standard_error == pytest.approx(fitted.intercept_stderr)
    reach = scipy.stats.t.ppf(0.975, len(spreads) - 2) * fitted.intercept_stderr
    assert found.estimate.ci95 == pytest.approx((fitted.intercept - reach, fitted.intercept + reach))
    assert found.luck == pytest.approx(lucks.mean())
    assert found.estimate.deviation == pytest.approx(fitted.intercept_stderr * math.sqrt(len(spreads)))
    raw = spreads.std(ddof=1) / math.sqrt(len(spreads))
    assert found.gain == pytest.approx((raw / fitted.intercept_stderr) ** 2)


def test_p_value_of_few_games() -> None:
    """Student's t of two degrees of freedom has the two-sided tail 1 - t / sqrt(t^2 + 2)."""
    found = LuckSums(paired=False).add(made_up(4, np.random.default_rng(4), 60)).statistics()
    t = abs(found.score.estimate.mean - 0.5) / found.score.estimate.standard_error
    assert 0.5 < t < 5
    assert found.p_value == pytest.approx(1 - t / math.sqrt(t**2 + 2))


@given(st.lists(st.integers(0, 7), max_size=12), st.booleans(), st.integers(0, 99))
def test_parts_add_up(sizes: list[int], paired: bool, seed: int) -> None:
    games = made_up(2 * sum(sizes), np.random.default_rng(seed))
    sums, at = LuckSums(paired), 0
    for size in sizes:
        sums = sums.add(games[at : at + 2 * size])
        at += 2 * size
    assert sums == LuckSums(paired).add(games)


def test_nothing_is_known_of_few_games() -> None:
    random = np.random.default_rng(1)
    for number in range(3):
        found = LuckSums(paired=False).add(made_up(number, random)).statistics()
        assert math.isnan(found.spread.estimate.standard_error) and math.isnan(found.p_value)
        assert math.isnan(found.score.gain) and math.isnan(found.elo_estimate.ci95[0])
        assert math.isnan(found.elo_estimate.elo) == (number == 0)


def test_luck_that_predicts_nothing_is_not_subtracted() -> None:
    """Every game won, whatever the luck."""
    games = made_up(40, np.random.default_rng(1), 2000)
    found = LuckSums(paired=True).add(games).statistics()
    assert found.score.estimate.mean == 1 and found.score.estimate.deviation == 0
    assert found.elo_estimate.elo == math.inf and math.isnan(found.score.gain)
    assert str(found.elo_estimate) == "every game won"


@pytest.mark.parametrize("share", [0, 0.5, 1])
def test_equal_results_say_nothing_of_others(share: float) -> None:
    """Where all pairs are split, or won, or lost, another may be none of these."""
    wins, lucks = np.full(3, round(2 * share * MILLION)), np.array([1000, -2000, 500])
    found = PairedMoments().add(wins, lucks).estimate(2 * MILLION).estimate
    assert (found.mean, found.deviation) == (share, 0)
    assert all(map(math.isnan, (found.standard_error, *found.ci95)))
    games = np.zeros(6, dtype=RESULT_TYPE)
    games["scores"][:, :2] = [[400, 300], [300, 400]] * 3
    games["luck_wins"] = [10, 20, -5, 1, 7, -9]
    split = LuckSums(paired=True).add(games).statistics()
    assert str(split.elo_estimate) == "+0" and math.isnan(split.p_value)


@pytest.mark.parametrize(
    ("interval", "text"),
    [
        ((-3.0, 27.0), "+12 (-3 to +27)"),
        ((-3.0, math.inf), "+12 (over -3)"),
        ((-math.inf, 27.0), "+12 (under +27)"),
        ((-math.inf, math.inf), "+12"),
    ],
)
def test_an_interval_may_be_open(interval: tuple[float, float], text: str) -> None:
    """A share of points that is 1 or more, or 0 or less, has no Elo difference."""
    assert str(EloEstimate(12, interval)) == text


def test_the_intervals_hold_the_true_means() -> None:
    """95 of 100, and far narrower ones than without."""
    random = np.random.default_rng(2)
    held, gains = [], []
    for _ in range(400):
        spread = LuckSums(paired=True).add(made_up(60, random, 12)).statistics().spread
        held.append(spread.estimate.ci95[0] <= 12 <= spread.estimate.ci95[1])
        gains.append(spread.gain)
    assert 0.92 < np.mean(held) < 0.98
    assert np.median(gains) > 4


SHARE = 0.5286
"""A's share of points in `resulted`: 20 Elo points."""


def resulted(number: int, random: np.random.Generator) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Results of pairs and their luck, in millionths, with the deviations of real ones."""
    luck = random.normal(0, 0.25, number)
    results = SHARE + luck + random.normal(0, 0.17, number)
    return np.rint(2 * MILLION * results).astype(np.int64), np.rint(2 * MILLION * luck).astype(np.int64)


@pytest.mark.parametrize(("test", "wrong"), [(Sprt(20, 60), Decision.ELO1), (Sprt(-20, 20), Decision.ELO0)])
def test_a_test_seldom_errs(test: Sprt, wrong: Decision) -> None:
    """Between two Elo differences, one of which is the true one: at most 5 % of the time."""
    random = np.random.default_rng(3)
    ended = [test.start_adjusted(paired=True).update(*resulted(1500, random)) for _ in range(200)]
    assert all(state.decision is not None and state.units >= MIN_ADJUSTED for state in ended)
    assert np.mean([state.decision is wrong for state in ended]) < 0.08
    assert np.mean([state.units for state in ended]) < 120


@given(st.lists(st.integers(0, 60), max_size=5), st.integers(0, 99))
def test_batches_do_not_matter_to_a_test(cuts: list[int], seed: int) -> None:
    wins, lucks = resulted(200, np.random.default_rng(seed))
    start = Sprt(0, 60).start_adjusted(paired=True)
    state, at = start, 0
    for cut in [*cuts, 200]:
        state = state.update(wins[at : at + cut], lucks[at : at + cut])
        at += cut
    assert state == start.update(wins, lucks)


def test_the_ratio_of_adjusted_games_and_pairs() -> None:
    """It is that of normal results with the variance that is likeliest under each of the two means."""
    wins, lucks = resulted(MIN_ADJUSTED, np.random.default_rng(7))
    test = Sprt(0, 60)
    for paired in (True, False):
        start = test.start_adjusted(paired=paired)
        assert start.update(wins[:-1], lucks[:-1]).llr == 0  # too few to know their deviation
        found = start.update(wins, lucks)
        scale = (2 if paired else 1) * MILLION
        fitted = scipy.stats.linregress(lucks / scale, wins / scale)
        variance = fitted.intercept_stderr**2 * MIN_ADJUSTED
        null, other = (variance + (fitted.intercept - score_from_elo(elo)) ** 2 for elo in (0, 60))
        assert found.llr == pytest.approx(MIN_ADJUSTED / 2 * math.log(null / other))
        assert (found.units, found.paired) == (MIN_ADJUSTED, paired)


def test_a_test_of_equal_results_decides() -> None:
    """All pairs are won: there is no deviation."""
    wins, lucks = np.full(200, 2 * MILLION), np.zeros(200, dtype=np.int64)
    state = Sprt(0, 10).start_adjusted(paired=True).update(wins, lucks)
    assert state.decision is Decision.ELO1 and MIN_ADJUSTED <= state.units < 200


def plan(games: int, **options: Any) -> MatchPlan:
    return MatchPlan(PLAYERS, LEXICON, STANDARD, games, seed=3, adjust_luck=True, **options)


@pytest.mark.medium
def test_a_match_adjusted_for_luck() -> None:
    """The same for any number of workers, and with the signs of A."""
    reports = []
    for pool in (this_process, partial(local_processes, 2)):
        match = Match(plan(12), pool)
        with match.series:
            match.play()
        reports.append(match.report())
    first, second = reports
    assert first.adjusted == second.adjusted and first.adjusted is not None
    assert first.statistics == second.statistics
    other = Match(MatchPlan(PLAYERS[::-1], LEXICON, STANDARD, 12, seed=3, adjust_luck=True), this_process)
    with other.series:
        other.play()
    turned = other.report().adjusted
    assert turned is not None
    assert turned.spread.luck == pytest.approx(-first.adjusted.spread.luck)
    assert turned.spread.estimate.mean == pytest.approx(-first.adjusted.spread.estimate.mean)
    assert first.adjusted.spread.gain > 1.5


def test_the_test_of_a_match_follows_the_adjusted_results() -> None:
    match = Match(plan(120, sprt=Sprt(0, 60)), this_process)
    with match.series:
        match.play()
    report = match.report()
    assert isinstance(report.test, AdjustedSprtState) and report.test.decision is Decision.ELO1
    assert report.statistics.games == 2 * report.test.units < 120
    assert report.adjusted is not None and report.test.moments.count == report.test.units


def test_the_units_of_wins() -> None:
    games = np.zeros(4, dtype=RESULT_TYPE)
    games["scores"][:, :2] = [[400, 300], [400, 300], [300, 300], [200, 300]]
    games["luck_wins"] = [10, 20, -5, 1]
    wins, lucks = win_units(games, paired=True)
    assert (wins.tolist(), lucks.tolist()) == ([2_000_000, 500_000], [30, -4])
    wins, lucks = win_units(games, paired=False)
    assert (wins.tolist(), lucks.tolist()) == ([1_000_000, 1_000_000, 500_000, 0], [10, 20, -5, 1])


def test_sums_beyond_64_bits() -> None:
    """A hundred million pairs won by luck: exact in whole numbers."""
    many = PairedMoments(10**8, 2 * 10**14, 0, 4 * 10**20, 10**18, 0)
    more = many.add(np.array([0]), np.array([0]))
    assert more.squares == 4 * 10**20 and more.estimate(2 * MILLION).estimate.mean == pytest.approx(1)
