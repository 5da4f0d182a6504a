"""The likeliest frequencies with a given expected score, and what rests on them."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import binomtest

from sims.match import ResultsError
from sims.match.score_frequencies import (
    elo_from_score,
    frequencies,
    likeliest_probabilities,
    log_likelihood_ratio,
    mean_score,
    outcomes,
    score_from_elo,
    score_interval,
    unit_scores,
)

COUNTS = st.sampled_from([3, 5]).flatmap(
    lambda kinds: st.lists(st.integers(0, 60), min_size=kinds, max_size=kinds).filter(any)
)
MEANS = st.floats(0.02, 0.98)


@given(st.floats(-900, 900))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_from_score(score_from_elo(elo)) == pytest.approx(elo, abs=1e-6)


def test_elo_at_the_ends() -> None:
    assert (elo_from_score(0), elo_from_score(0.5), elo_from_score(1)) == (-math.inf, 0, math.inf)
    assert score_from_elo(400) == pytest.approx(10 / 11)  # ten to one, the definition


def test_outcomes_of_games_and_pairs() -> None:
    spreads = [5, -5, 0, 1, 9, 8, 0, 0, -1, -2]
    assert outcomes(spreads, paired=False).tolist() == [2, 0, 1, 2, 2, 2, 1, 1, 0, 0]
    assert outcomes(spreads, paired=True).tolist() == [2, 3, 4, 2, 0]
    assert frequencies(outcomes(spreads, paired=True), paired=True).tolist() == [1, 0, 2, 1, 1]
    with pytest.raises(ResultsError, match="3 games are not pairs; leave out"):
        outcomes([1, 2, 3], paired=True)


@given(COUNTS, MEANS)
def test_the_probabilities_are_some_and_have_the_mean(counts: list[int], mean: float) -> None:
    probabilities = likeliest_probabilities(counts, mean)
    assert probabilities.min() >= 0
    assert probabilities.sum() == pytest.approx(1, abs=1e-9)
    assert probabilities @ unit_scores(len(counts)) == pytest.approx(mean, abs=1e-9)


@given(COUNTS, MEANS, st.lists(st.floats(0.01, 1), min_size=5, max_size=5), st.floats(0.001, 0.2))
def test_no_other_probabilities_are_likelier(
    counts: list[int], mean: float, weights: list[float], step: float
) -> None:
    # The likelihood is concave, so it is enough that no step towards other such probabilities helps.
    scores = unit_scores(len(counts))
    best = likeliest_probabilities(counts, mean)
    other = np.array(weights[: len(counts)]) / sum(weights[: len(counts)])
    end = 1.0 if other @ scores < mean else 0.0
    share = (mean - other @ scores) / (end - other @ scores)
    other = other * (1 - share) + share * (scores == end)
    assume(abs(other @ scores - mean) < 1e-12)
    moved = best * (1 - step) + other * step

    def likelihood(probabilities: np.ndarray) -> float:
        seen = np.array(counts) > 0
        return float((np.array(counts)[seen] * np.log(probabilities[seen])).sum())

    assert likelihood(best) >= likelihood(moved) - 1e-9 * sum(counts)


@pytest.mark.parametrize("counts", [[2, 3, 5, 5, 0], [5, 4, 6, 3, 4], [10, 1, 7]])
def test_the_probabilities_are_those_of_a_general_optimizer(counts: list[int]) -> None:
    scores = unit_scores(len(counts))
    found = minimize(
        lambda p: -(np.array(counts) * np.log(p)).sum(),
        np.full(len(counts), 1 / len(counts)),
        bounds=[(1e-9, 1)] * len(counts),
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": lambda p: p @ scores - 0.37},
        ],
        options={"ftol": 1e-12},
    )
    assert likeliest_probabilities(counts, 0.37) == pytest.approx(found.x, abs=1e-4)


@given(st.integers(0, 500), st.integers(0, 500))
def test_without_draws_it_is_the_binomial(losses: int, wins: int) -> None:
    assume(losses + wins)
    ratio = log_likelihood_ratio([losses, 0, wins], 0.5, 0.6)
    assert ratio == pytest.approx(wins * math.log(0.6 / 0.5) + losses * math.log(0.4 / 0.5))
    wilson = binomtest(wins, losses + wins).proportion_ci(method="wilson")
    low, high = score_interval([losses, 0, wins], 1.959963984540054)
    assert (low, high) == pytest.approx((wilson.low, wilson.high), abs=1e-7)


@given(COUNTS)
def test_the_interval_holds_the_score_and_mirrors(counts: list[int]) -> None:
    low, high = score_interval(counts, 1.96)
    assert 0 <= low <= mean_score(counts) <= high <= 1
    assert high - low > 0.01
    mirrored = score_interval(counts[::-1], 1.96)
    assert (1 - mirrored[1], 1 - mirrored[0]) == pytest.approx((low, high), abs=1e-9)


def test_the_interval_of_draws_alone() -> None:
    # (1/2 - m)^2 N = z^2 m (1/2 - m), the variance of draws and losses with mean m, solved for m.
    low, high = score_interval([0, 10, 0], 2.0)
    assert (low, high) == pytest.approx((0.5 / 1.4, 1 - 0.5 / 1.4), abs=1e-8)
    assert score_interval([0, 0, 0], 2.0) == (0, 1)


@given(st.lists(COUNTS.filter(lambda counts: len(counts) == 5), min_size=1, max_size=30), MEANS)
def test_rows_do_not_depend_on_each_other(rows: list[list[int]], mean: float) -> None:
    together = log_likelihood_ratio(rows, 0.4, mean)
    assert together.tolist() == [float(log_likelihood_ratio(row, 0.4, mean)) for row in rows]
