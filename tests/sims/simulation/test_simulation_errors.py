"""Reported errors of simulations are right: short versions of `bench/simulation_checks.py`, seeds fixed."""

from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from movegen import Lexicon, read_cgp
from sims import RolloutSetting, Stop, roll_out, simulate
from sims.simulation import SimulationPlan, win_model_for
from sims.simulation.paired_sums import PairedSums
from sims.simulation.win_model import win_chances
from strategy import StaticStrategy

pytestmark = [pytest.mark.core, pytest.mark.slow]

LEXICON = Lexicon.load()
PLAYER = StaticStrategy.load("rackh3")
POSITION = read_cgp(
    "15/15/15/15/15/15/12BOA/6VOX1ATONY/7FIVER3/11E3/8MOANED1/7QI2C3/8MU1H3/15/15 AAIRSSU/ 76/120 0"
)
MOVES = PLAYER.candidates(POSITION, LEXICON)[:4].moves
RUNS, ITERATIONS, LONG = 100, 200, 12_000


def values_of(seed: int, iterations: int) -> dict[str, npt.NDArray[np.int64]]:
    """Return each rollout's milli-points and millionths, of shape (iterations, candidates)."""
    setting = RolloutSetting.of(POSITION, MOVES, PLAYER, seed=seed)
    batches = [roll_out(setting, LEXICON, at, 2000) for at in range(0, iterations, 2000)]
    equities = np.concatenate([batch.equities for batch in batches])
    rollouts = np.concatenate([batch.rollouts for batch in batches])
    return {
        "equity": equities,
        "win": win_chances(win_model_for(POSITION.variant), rollouts, equities, 76 - 120),
    }


@pytest.fixture(scope="module")
def long_run() -> dict[str, npt.NDArray[np.float64]]:
    """The means of very many."""
    return {what: values.mean(axis=0) for what, values in values_of(1, LONG).items()}


def share(hits: list[Any]) -> float:
    return float(np.mean(hits))


@pytest.fixture(scope="module")
def runs() -> dict[str, npt.NDArray[np.int64]]:
    """Many of few iterations, (runs, iterations, candidates)."""
    found = values_of(2, RUNS * ITERATIONS)
    return {what: values.reshape(RUNS, ITERATIONS, len(MOVES)) for what, values in found.items()}


@pytest.mark.parametrize("what", ["equity", "win"])
def test_intervals_hold_as_often_as_they_say(
    what: str,
    long_run: dict[str, npt.NDArray[np.float64]],
    runs: dict[str, npt.NDArray[np.int64]],
) -> None:
    """19 times of 20: in 100 runs 93 to 97 are to be expected, for any one interval."""
    truth = long_run[what]
    means, differences = [], []
    for run in runs[what]:
        sums = PairedSums(len(MOVES))
        sums.add(run, range(len(MOVES)))
        for place in range(len(MOVES)):
            off = sums.mean(place) - truth[place]
            means.append(abs(off) <= 1.96 * sums.standard_error(place))
        for a, b in combinations(range(len(MOVES)), 2):
            off = sums.difference(a, b) - (truth[a] - truth[b])
            differences.append(abs(off) <= 1.96 * sums.difference_error(a, b))
    assert 0.92 <= share(means) <= 0.98
    assert 0.92 <= share(differences) <= 0.98


def test_it_stops_at_a_move_that_is_as_good_as_the_best(
    long_run: dict[str, npt.NDArray[np.float64]],
) -> None:
    """Within the margin, and the intervals to the leader hold, at a confidence of 99 %."""
    truth = {str(move): value / 1000 for move, value in zip(MOVES, long_run["equity"], strict=True)}
    for seed in range(10, 22):
        plan = SimulationPlan(seed=seed, iterations=None, rank_by="equity", margin=1.5)
        found = simulate(POSITION, MOVES, LEXICON, plan, strategy=PLAYER)
        assert found.stopped is Stop.CONFIDENCE
        leader = truth[str(found.best.move)]
        assert leader >= max(truth.values()) - 1.5
        for move in found.moves[1:]:
            assert move.interval[0] <= truth[str(move.move)] - leader <= move.interval[1]
