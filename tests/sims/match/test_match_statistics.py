"""The figures of a match, against closed forms, scipy and simulation."""

import itertools
import math
from dataclasses import astuple
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, binomtest, ttest_1samp

from sims.match import Estimate, ResultsError
from sims.match.match_statistics import EloEstimate, equality_test, match_statistics
from sims.match.score_frequencies import elo_from_score, unit_scores

SCORES = st.lists(st.tuples(st.integers(200, 600), st.integers(200, 600)), max_size=40)


def test_a_plain_match() -> None:
    match = match_statistics([400, 380, 410, 350], [390, 400, 320, 350], paired=False)
    assert (match.games, match.wins, match.draws, match.losses) == (4, 2, 1, 1)
    assert match.counts == (1, 1, 2)
    assert (match.mean_score_a, match.mean_score_b, match.mean_spread) == (385, 365, 20)
    # Spreads 10, -20, 90, 0: variance ((-10)^2 + (-40)^2 + 70^2 + (-20)^2) / 3.
    assert match.spread_se == pytest.approx(math.sqrt(7000 / 3) / 2)
    assert match.elo == pytest.approx(400 * math.log10(0.625 / 0.375))


def test_a_paired_match_takes_pairs_as_observations() -> None:
    match = match_statistics([400, 380, 410, 350], [390, 400, 320, 350], paired=True)
    assert (match.wins, match.draws, match.losses, match.counts) == (2, 1, 1, (0, 0, 1, 1, 0))
    assert match.mean_spread == 20
    assert match.spread_se == pytest.approx(25)  # pair means -5 and 45: deviation 50 / sqrt 2, over sqrt 2


@given(SCORES, st.booleans())
def test_seen_from_b_everything_is_reversed(scores: list[tuple[int, int]], paired: bool) -> None:
    scores = scores[: len(scores) // 2 * 2]
    a, b = ([score[side] for score in scores] for side in (0, 1))
    match, other = match_statistics(a, b, paired=paired), match_statistics(b, a, paired=paired)
    assert (match.wins, match.draws, match.losses) == (other.losses, other.draws, other.wins)
    assert repr(match.score_a) == repr(other.score_b)  # without games it is NaN, which equals nothing
    assert match.mean_spread == pytest.approx(-other.mean_spread, nan_ok=True)
    assert match.elo_ci95 == pytest.approx([-end for end in reversed(other.elo_ci95)], abs=1e-4)
    assert match.p_value == pytest.approx(other.p_value)
    assert match.superiority == pytest.approx(1 - other.superiority)


def test_the_spread_has_students_interval() -> None:
    spreads = np.random.default_rng(1).normal(10, 100, 30)
    interval = ttest_1samp(spreads, 0).confidence_interval(0.95)
    found = Estimate.of(spreads)
    assert found.ci95 == pytest.approx((interval.low, interval.high))
    assert found.standard_error == pytest.approx(spreads.std(ddof=1) / math.sqrt(30))


@given(SCORES, st.booleans())
def test_exact_sums_agree_with_numpy(scores: list[tuple[int, int]], paired: bool) -> None:
    scores = scores[: len(scores) // 2 * 2]
    a, b = (np.array([score[side] for score in scores], dtype=float) for side in (0, 1))
    match = match_statistics(a.astype(np.int16), b.astype(np.uint16), paired=paired)
    for points, found in ((a, match.score_a), (b, match.score_b), (a - b, match.spread)):
        expected = Estimate.of(points.reshape(-1, 2).mean(axis=1) if paired else points)
        assert astuple(found)[:3] == pytest.approx(astuple(expected)[:3], nan_ok=True)
        assert found.ci95 == pytest.approx(expected.ci95, nan_ok=True)


def test_fractions_of_points_are_kept() -> None:
    match = match_statistics([400.25, 300.5], [400.0, 301.25], paired=False)
    assert (match.wins, match.draws, match.losses) == (1, 0, 1)
    assert (match.mean_score_a, match.mean_score_b, match.mean_spread) == (350.375, 350.625, -0.25)


def test_what_is_not_known_is_null_in_json() -> None:
    def figures(match: object) -> list[object]:
        names = ("games", "mean_score_a", "mean_spread", "spread_se", "elo", "elo_ci95", "p_value")
        found: list[object] = msgspec.json.decode(
            msgspec.json.encode([getattr(match, name) for name in names])
        )
        return found

    nothing = [0, None, None, None, None, [None, None], 1]
    assert figures(match_statistics([], [], paired=False)) == nothing
    assert figures(match_statistics([], [], paired=True)) == nothing
    lowest = pytest.approx(elo_from_score(1 / (1 + 1.959964**2)), abs=1e-3)  # Wilson's end for one win of one
    assert figures(match_statistics([400], [300], paired=False)) == [
        1, 400, 100, None, None, [lowest, None], 1
    ]  # fmt: skip
    draws = figures(match_statistics([300] * 4, [300] * 4, paired=True))
    assert draws[:5] == [4, 300, 0, None, 0]
    assert draws[6] == 1


def test_the_elo_difference_in_words() -> None:
    texts = [str(EloEstimate.of(counts)) for counts in ([40, 0, 60], [0, 0, 20], [20, 0, 0], [0, 0, 0])]
    assert texts == [
        "+70 (+1 to +139)",
        "over +287 (every game won)",
        "under -287 (every game lost)",
        "unknown",
    ]


def test_wrong_scores_are_refused() -> None:
    with pytest.raises(ResultsError, match=r"differ in shape: \(2,\) and \(1,\)"):
        match_statistics([1, 2], [1], paired=False)
    with pytest.raises(ResultsError, match=r"^1 game is not a pair; leave out"):
        match_statistics([1], [1], paired=True)
    with pytest.raises(ResultsError, match="expected 3 or 5"):
        equality_test([1, 2])


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([10, 0, 5, 3], "counts of shape"), ([1], "counts of shape"), ([[1, 2, 3]], "counts of shape"),
        ([-1, 0, 3], "a count of -1; expected 0 or more"), ([1.5, 0, 3], "not whole numbers"),
        (["1", "2", "3"], "not whole numbers"), ([float("nan"), 0, 1], "not whole numbers"),
        ([None, 0, 1], "not whole numbers"), ([float("inf"), 0, 1], "not whole numbers"),
        ([1, [2], 3], "no array"),
    ],
)  # fmt: skip
def test_impossible_counts(counts: Any, message: str) -> None:
    for call in (EloEstimate.of, equality_test):
        with pytest.raises(ResultsError, match=message):
            call(counts)
    assert EloEstimate.of([40.0, 0.0, 60.0]) == EloEstimate.of([40, 0, 60])


@given(st.integers(0, 300), st.integers(0, 20), st.integers(0, 300))
def test_plain_games_are_tested_by_the_binomial(losses: int, draws: int, wins: int) -> None:
    p_value, superiority = equality_test([losses, draws, wins])
    decisive = losses + wins
    assert p_value == pytest.approx(binomtest(wins, decisive).pvalue if decisive else 1)
    assert superiority == pytest.approx(beta.sf(0.5, wins + 1, losses + 1), abs=1e-12)


@given(st.lists(st.integers(0, 4), max_size=9))
def test_pairs_are_tested_by_flipping_every_sign(pairs: list[int]) -> None:
    leans = np.array(pairs) - 2
    sums = [int((leans * signs).sum()) for signs in itertools.product((-1, 1), repeat=len(pairs))]
    extreme = np.mean([abs(total) >= abs(leans.sum()) for total in sums])
    less = np.mean([(total < leans.sum()) + (total == leans.sum()) / 2 for total in sums])
    found = equality_test(np.bincount(pairs, minlength=5))
    assert found == pytest.approx((extreme, less))


def test_a_clear_result_has_a_tiny_p_value_either_way() -> None:
    assert equality_test([10, 0, 1000]) == (binomtest(10, 1010).pvalue, 1)
    assert equality_test([1000, 0, 10])[0] == pytest.approx(binomtest(10, 1010).pvalue, rel=1e-6, abs=0)
    assert equality_test([0, 0, 0, 0, 400])[0] == pytest.approx(2.0**-399, rel=1e-6, abs=0)


MATCHES = [
    # units, the probabilities of the categories
    (30, [0.4, 0.02, 0.58]),
    (200, [0.497, 0.006, 0.497]),
    (200, [0.29, 0.01, 0.7]),
    (30, [0.1, 0.01, 0.6, 0.01, 0.28]),
    (200, [0.2, 0.01, 0.58, 0.01, 0.2]),
    (200, [0.05, 0.005, 0.4, 0.005, 0.54]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("units", "probabilities"), MATCHES)
def test_the_elo_interval_covers_the_truth_nineteen_times_in_twenty(
    units: int, probabilities: list[float]
) -> None:
    truth = elo_from_score(float(np.array(probabilities) @ unit_scores(len(probabilities))))
    samples = np.random.default_rng(7).multinomial(units, probabilities, size=250)
    intervals = np.array([EloEstimate.of(counts).ci95 for counts in samples])
    covered = np.mean((intervals[:, 0] <= truth) & (truth <= intervals[:, 1]))
    assert 0.91 <= covered <= 0.99  # three standard errors of 250 samples are 0.04


@pytest.mark.medium
@pytest.mark.parametrize("paired", [False, True])
def test_pairs_are_not_taken_for_independent_games(paired: bool) -> None:
    # Pairs whose luck cancels out: an interval from single games would be nearly twice as wide as it need be.
    random = np.random.default_rng(3)
    covered, widths = 0, []
    for _ in range(200):
        luck = np.repeat(random.normal(0, 80, 60), 2) * np.tile([1, -1], 60)
        spreads = 20 + luck + random.normal(0, 40, 120)
        match = match_statistics(400 + spreads, np.full(120, 400), paired=paired)
        low, high = match.spread.ci95
        covered += low <= 20 <= high
        widths.append(high - low)
    assert (0.91 <= covered / 200 <= 0.99) == paired
    assert np.mean(widths) == pytest.approx(2 * 2.0 * 40 / math.sqrt(120) if paired else 32.5, rel=0.05)


@pytest.mark.parametrize("probabilities", [[0.49, 0.02, 0.49], [0.2, 0.02, 0.56, 0.02, 0.2]])
def test_equal_strength_is_rejected_no_more_often_than_said(probabilities: list[float]) -> None:
    samples = np.random.default_rng(11).multinomial(150, probabilities, size=2000)
    p_values = np.array([equality_test(counts)[0] for counts in samples])
    assert 0.025 <= np.mean(p_values <= 0.05) <= 0.06  # exact tests err below, by the steps of the sums
    assert np.mean(p_values <= 0.5) == pytest.approx(0.5, abs=0.09)


def test_equal_strength_need_not_be_symmetric() -> None:
    # Mean 1/2, but lopsided: A wins pairs narrowly and loses them by two.
    samples = np.random.default_rng(13).multinomial(300, [0.1, 0, 0.7, 0.2, 0], size=2000)
    p_values = np.array([equality_test(counts)[0] for counts in samples])
    assert 0.035 <= np.mean(p_values <= 0.05) <= 0.065


def test_observations_that_are_all_equal_have_no_error() -> None:
    """Two equal players split every pair; that says nothing of a pair of others."""
    match = match_statistics([400, 350] * 3, [350, 400] * 3, paired=True)
    assert match.mean_spread == 0 and match.spread.deviation == 0
    assert math.isnan(match.spread_se) and all(map(math.isnan, match.spread.ci95))
    low, high = match.elo_ci95
    assert low < -100 and high > 100
