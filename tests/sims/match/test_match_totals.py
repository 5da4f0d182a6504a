"""The running totals of a match equal those of all its games, however they come, in the same memory."""

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sims.match import PlayedBatch
from sims.match.game_batches import RESULT_TYPE, ForfeitedGame
from sims.match.match_statistics import match_statistics
from sims.match.match_totals import FIGURES, MatchTotals


def batch_of(numbers: list[int], random: np.random.Generator) -> PlayedBatch:
    """Make up the results of games."""
    results = np.zeros(len(numbers), dtype=RESULT_TYPE)
    results["game"] = numbers
    for name in ("scores", *FIGURES):
        results[name][:, :2] = random.integers(0, 600, (len(numbers), 2))
    forfeits = tuple(ForfeitedGame(number, number % 2, "it ended") for number in numbers if number % 5 == 0)
    return PlayedBatch(
        numbers[0], results.tobytes(), (0.5 * len(numbers), 0.25 * len(numbers)), (), (), forfeits
    )


@given(st.lists(st.tuples(st.integers(1, 4), st.booleans()), max_size=12), st.booleans(), st.integers(0, 99))
def test_batches_add_up(sizes: list[tuple[int, bool]], paired: bool, seed: int) -> None:
    """Of paired matches games count in pairs, also if batches are missing and pairs are cut in two."""
    random = np.random.default_rng(seed)
    totals, first = MatchTotals.start(paired=paired), 0
    games: dict[int, Any] = {}
    for size, is_there in sizes:
        if is_there:
            batch = batch_of(list(range(first, first + size)), random)
            totals = totals.add(batch)
            games |= {int(game["game"]): game for game in batch.results}
        first += size
    assert totals.taken == len(games)
    counted = [number for number in games if not paired or number ^ 1 in games]
    scores = [[int(games[number]["scores"][player]) for number in counted] for player in (0, 1)]
    assert repr(totals.scores.statistics()) == repr(match_statistics(*scores, paired=paired))
    for name, found in zip(FIGURES, totals.figures.tolist(), strict=True):
        assert found == [sum(int(games[number][name][player]) for number in counted) for player in (0, 1)]
    assert totals.seconds == pytest.approx([0.5 * len(counted), 0.25 * len(counted)])
    assert [each.game for each in totals.forfeits] == [number for number in counted if number % 5 == 0]


def test_memory_does_not_grow() -> None:
    random = np.random.default_rng(1)
    totals, sizes = MatchTotals.start(paired=True), []
    for first in range(1, 40_001, 200):  # odd, so that a pair is always pending
        totals = totals.add(replace(batch_of([*range(first, first + 200)], random), forfeits=()))
        sizes.append(len(pickle.dumps(totals)))
    assert max(sizes[-20:]) < sizes[1] + 100
