"""Sequential tests: their text, their decisions, and how often they err."""

import math
import pickle
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from movegen.errors import ConfigError
from sims.match import ResultsError, Sprt, SprtState
from sims.match.score_frequencies import likeliest_probabilities, log_likelihood_ratio, score_from_elo
from sims.match.sprt import Decision


def test_the_text_of_the_command_line() -> None:
    test = Sprt.parse("elo0=0 elo1=10 alpha=0.05 beta=0.05")
    assert test == Sprt(0, 10, 0.05, 0.05)
    assert Sprt.parse(" elo1=10,elo0=-2.5 ") == Sprt(-2.5, 10)
    assert Sprt.parse(str(test)) == test
    assert Sprt.parse("elo0=0 elo1=10") == test
    assert Sprt.parse("elo0=-1000 elo1=1000") == Sprt(-1000, 1000)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "sprt: unknown part ''; expected elo0=0 elo1=10 alpha=0.05 beta=0.05"),
        ("elo0=0 elo1", "sprt: unknown part 'elo1'; expected elo0=0"),
        ("elo0=0 elo2=5", "sprt: unknown part 'elo2=5'; expected elo0=0"),
        ("elo0=0", "elo1: is missing; expected elo0=0"),
        ("elo0=0 elo0=1 elo1=5", "elo0: given twice"),
        ("elo0=x elo1=5", "elo0: 'x' is not a number"),
        ("elo0=5 elo1=5", "elo1: 5 is out of range; expected more than elo0, 5"),
        ("elo0=nan elo1=5", "elo0: nan is out of range; expected -1000 to 1000"),
        ("elo0=0 elo1=inf", "elo1: inf is out of range"),
        ("elo0=-1001 elo1=0", "elo0: -1001 is out of range; expected -1000 to 1000"),
        ("elo0=0 elo1=1001", "elo1: 1001 is out of range; expected -1000 to 1000"),
        ("elo0=0 elo1=5 alpha=0", "alpha: 0 is out of range; expected a rate above 0 and below 0.5"),
        ("elo0=0 elo1=5 beta=0.5", "beta: 0.5 is out of range"),
    ],
)
def test_a_wrong_text_is_explained(text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Sprt.parse(text)
    assert str(caught.value).startswith(message)


def test_without_draws_it_is_walds_test() -> None:
    test = Sprt(0, 40, alpha=0.05, beta=0.1)
    better = math.log(score_from_elo(40) / 0.5)
    worse = math.log((1 - score_from_elo(40)) / 0.5)
    for results in (np.full(100, 2), np.full(100, 0)):
        state = test.start(paired=False).update(results)
        steps = [math.ceil(math.log(0.9 / 0.05) / better), math.ceil(math.log(0.1 / 0.95) / worse)]
        assert state.units == steps[0 if results[0] else 1]
        assert state.decision == (Decision.ELO1 if results[0] else Decision.ELO0)
        assert state.llr == pytest.approx(state.units * (better if results[0] else worse))


RESULTS = st.lists(st.integers(0, 4), max_size=120)


@given(RESULTS, st.lists(st.integers(0, 120), max_size=5))
def test_batches_do_not_matter(results: list[int], cuts: list[int]) -> None:
    test = Sprt(0, 100, 0.2, 0.2)
    whole = test.start(paired=True).update(results)
    state = test.start(paired=True)
    for begin, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(results)], strict=True):
        state = state.update(results[begin:end])
        state = pickle.loads(pickle.dumps(state))
        state = SprtState(test, state.counts, state.llr, state.decision)  # resumed
    assert state == whole


@given(RESULTS.filter(bool))
def test_it_stops_at_the_first_result_beyond_a_bound(results: list[int]) -> None:
    test = Sprt(0, 100, 0.2, 0.2)
    state = test.start(paired=True).update(results)
    counts = [np.bincount(results[:n], minlength=5) for n in range(1, len(results) + 1)]
    ratios = [float(log_likelihood_ratio(each, 0.5, score_from_elo(100))) for each in counts]
    outside = [n for n, ratio in enumerate(ratios) if not test.lower < ratio < test.upper]
    last = outside[0] if outside else len(results) - 1
    assert state.counts == tuple(counts[last])
    assert state.llr == pytest.approx(ratios[last])
    expected = (Decision.ELO1 if ratios[last] > 0 else Decision.ELO0) if outside else None
    assert state.decision == expected


def test_results_that_there_are_not_are_refused() -> None:
    for wrong in ([3], [-1]):
        with pytest.raises(ResultsError, match="expected categories 0 to 2"):
            Sprt(0, 10).start(paired=False).update(wrong)
    for what in ([0.5], ["1"], [None], [float("nan")], 1, [[0, 1]]):
        with pytest.raises(ResultsError, match=r"not whole numbers|in one list"):
            Sprt(0, 10).start(paired=False).update(what)  # type: ignore[arg-type]


def accepted(test: Sprt, probabilities: Sequence[float], runs: int, seed: int) -> float:
    """Return how often `elo1` is accepted if results have these probabilities."""
    random = np.random.default_rng(seed)
    decisions = []
    for _ in range(runs):
        state = test.start(paired=len(probabilities) == 5)
        while state.decision is None:
            state = state.update(random.choice(len(probabilities), size=250, p=probabilities))
        decisions.append(state.decision is Decision.ELO1)
    return float(np.mean(decisions))


# Games with a few draws, and pairs whose games agree more, or less, than independent ones would (24 %).
SHAPES = {
    "games": [49, 2, 49],
    "like pairs": [34, 1, 30, 1, 34],
    "unlike pairs": [15, 1, 68, 1, 15],
}


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
def test_the_error_rates_are_held(shape: list[int]) -> None:
    test = Sprt(0, 30, alpha=0.05, beta=0.1)
    wrong, right = (
        accepted(test, likeliest_probabilities(shape, score_from_elo(elo)).tolist(), 700, 5)
        for elo in (test.elo0, test.elo1)
    )
    # At most alpha and beta, and not far below. Three standard errors of 700 runs are 0.025 and 0.034.
    assert 0.025 <= wrong <= 0.05 + 0.025
    assert 0.06 <= 1 - right <= 0.1 + 0.034
