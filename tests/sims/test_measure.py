"""The signature of the move generator: how many moves it finds in the positions of fixed games."""

from itertools import chain, count, islice

import numpy as np
import pytest

from movegen import Algorithm, Lexicon, MoveList
from sims.benchmark import measure_generation, self_play_positions

pytestmark = pytest.mark.core

LEXICON = Lexicon.load()


def test_the_signature() -> None:
    # What the generator found when this was written; the DAWG generator agrees (below). It changes only
    # when the generator, the strategy, the lexicon or the drawing of tiles does; note it in the changelog.
    reported: list[tuple[str, int, int]] = []
    speed = measure_generation(LEXICON, 2, lambda what, done, all_: reported.append((what, done, all_)))
    assert (speed.lexicon_name, speed.games, speed.positions, speed.moves) == ("SCOWL80", 2, 44, 43_137)
    assert speed.seconds > 0
    assert reported == [("self-play", 0, 2), ("self-play", 1, 2), ("self-play", 2, 2)]


def test_another_algorithm_has_the_same_signature() -> None:
    moves = sum(
        len(generator.find_moves(rack, bag_count, algorithm=Algorithm.DAWG))
        for seed in range(2)
        for generator, rack, bag_count in self_play_positions(LEXICON, seed)
    )
    assert moves == 43_137


@pytest.mark.slow
def test_both_algorithms_find_the_same_moves_on_3_000_positions() -> None:
    games = (self_play_positions(LEXICON, seed) for seed in count())
    for place, (generator, rack, bag_count) in enumerate(islice(chain.from_iterable(games), 3_000)):
        gaddag, dawg = (
            MoveList.by_score(generator.find_moves(rack, bag_count, algorithm=way), generator.board, rack)
            for way in Algorithm
        )
        assert np.array_equal(gaddag.records, dawg.records), (place, generator.board.squares, rack)
