"""The signature of the move generator: how many moves it finds in the positions of fixed games."""

import pytest

from movegen import Lexicon
from movegen.generation import Algorithm
from sims.measure import measure_generation, self_play_positions

pytestmark = pytest.mark.core

LEXICON = Lexicon.load()


def test_the_signature() -> None:
    # What the generator found when this was written; the DAWG generator agrees (below). It changes only
    # when the generator, the strategy, the lexicon or the drawing of tiles does; tell it in the changelog.
    told: list[tuple[str, int, int]] = []
    speed = measure_generation(LEXICON, 2, lambda what, done, all_: told.append((what, done, all_)))
    assert (speed.lexicon_name, speed.games, speed.positions, speed.moves) == ("SCOWL80", 2, 44, 43_137)
    assert speed.seconds > 0
    assert told == [("self-play", 0, 2), ("self-play", 1, 2), ("self-play", 2, 2)]


def test_another_algorithm_has_the_same_signature() -> None:
    moves = sum(
        len(generator.find_moves(rack, bag_count, algorithm=Algorithm.DAWG))
        for seed in range(2)
        for generator, rack, bag_count in self_play_positions(LEXICON, seed)
    )
    assert moves == 43_137
