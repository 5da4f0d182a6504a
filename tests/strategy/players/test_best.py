"""`StaticStrategy.best` against ranking all moves, on positions of self-play."""

import pytest

from movegen import Lexicon, MoveGenerator, PositionError, Rack, Variant, read_cgp
from sims import play_game
from strategy import load_strategy

pytestmark = pytest.mark.core

NAMES = ["greedy", "rackh1", "rackh2", "rackh3", "static"]
LEXICON = Lexicon.load()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("count", "margin"), [(1, None), (15, None), (None, 5.0), (20, 12.5)])
def test_the_first_of_all_candidates(name: str, count: int | None, margin: float | None) -> None:
    strategy = load_strategy(name)
    game = play_game([strategy, load_strategy("rackh3")], LEXICON, seed=NAMES.index(name))
    generator = MoveGenerator(game.variant, LEXICON)
    for turn, event in enumerate(game.turns, start=1):
        position = game.position(turn)
        every = strategy.rank(
            generator.moves(position.rack, position.bag_count), position.bag_count, position.unseen
        )
        wanted = every[:count]
        if margin is not None:
            wanted = wanted[: sum(wanted.equities >= wanted.equities[0] - margin * 1000)]
        found = strategy.best(
            generator, position.rack, position.bag_count, position.unseen, count=count, margin=margin
        )
        assert list(found) == list(wanted)
        assert strategy.choose(generator, position.rack, position.bag_count, position.unseen) == every[0]
        generator.play(event.move)


def test_exchanges_are_among_the_best() -> None:
    """With a rack of vowels an exchange is best; exchanges and the pass have their ranks."""
    position = read_cgp(f"{'/'.join(['15'] * 15)} UUUIIIV/ 0/0 0")
    generator = MoveGenerator(position.variant, LEXICON)
    strategy = load_strategy("rackh3")
    every = strategy.candidates(position, LEXICON)
    found = strategy.best(generator, position.rack, position.bag_count, position.unseen, count=40)
    assert list(found) == list(every[:40])
    assert any(not candidate.move.word for candidate in found)


def test_only_a_pass_is_left() -> None:
    variant = Variant.standard()
    generator = MoveGenerator(variant, LEXICON)
    rack = variant.tiles.parse_rack("QZ")
    found = load_strategy("rackh1").best(generator, rack, 0, Rack.empty(variant.tiles), count=None)
    assert [str(candidate.move) for candidate in found] == ["PASS"] or len(found) == 1


def test_invalid_counts_and_margins_are_refused() -> None:
    variant = Variant.standard()
    generator = MoveGenerator(variant, LEXICON)
    rack = variant.tiles.parse_rack("RETAINS")
    for wrong in ({"count": 0}, {"margin": -1.0}, {"margin": float("nan")}):
        with pytest.raises(PositionError, match="asked for"):
            load_strategy("rackh1").best(generator, rack, 50, Rack.empty(variant.tiles), **wrong)
