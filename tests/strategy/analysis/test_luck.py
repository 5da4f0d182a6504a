"""Luck: what was drawn against every draw that was possible, and nothing where that is not known."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from movegen import Game, Lexicon, Move, Rack, Variant
from sims import play_game
from strategy import load_strategy
from strategy.analysis import measure_luck
from strategy.analysis.draw_values import _deal
from strategy.leaves import draw_tiles
from strategy.players import StaticStrategy

pytestmark = pytest.mark.core

LEXICON = Lexicon.load()
STATIC = StaticStrategy.load("rackh3")
VARIANT = Variant.standard()


def slow_luck(game: Game, turn: int, saved: str, exchanged: str = "") -> float:
    """Compute luck over every draw, with copies of a tile distinguished."""
    position = game.position(turn)
    held = VARIANT.tiles.parse_rack(saved)
    pool = position.unseen + (position.rack - held) - VARIANT.tiles.parse_rack(exchanged)
    worths: dict[Rack, float] = {}

    def worth(rack: Rack) -> float:
        if rack not in worths:
            racks = tuple(rack if player == position.on_turn else None for player in range(2))
            found = STATIC.candidates(replace(position, racks=racks), LEXICON)
            worths[rack] = found[0].equity
        return worths[rack]

    drawn = len(position.rack) - len(held)
    everything = [
        worth(held + Rack.from_tiles(VARIANT.tiles, draw)) for draw in combinations(list(pool), drawn)
    ]
    return worth(position.rack) - sum(everything) / len(everything)


def test_every_draw() -> None:
    """The last draws of a game, and a draw of one tile with many in the bag."""
    game = play_game([STATIC, STATIC], LEXICON, seed=3)
    found = measure_luck(game, LEXICON, STATIC, samples=1000)
    assert len(found) == len(game.turns)
    checked = 0
    for turn in range(3, len(game.turns) + 1):
        before = game.position(turn - 2)
        move = game.turns[turn - 3].move
        assert move is not None
        saved = before.rack - move.tiles_used
        drawn = len(game.position(turn).rack) - len(saved)
        if not drawn:
            assert found[turn - 1] == 0.0
        elif drawn == 1 or len(game.position(turn).unseen) + drawn <= 12:
            assert found[turn - 1] == pytest.approx(slow_luck(game, turn, str(saved)), abs=2e-3)
            checked += 1
    assert checked >= 3


def test_many_draws_are_sampled() -> None:
    game = play_game([STATIC, STATIC], LEXICON, seed=3)
    first = measure_luck(game, LEXICON, STATIC)
    assert first == measure_luck(game, LEXICON, STATIC)
    other = measure_luck(game, LEXICON, STATIC, seed=1, samples=1000)
    assert first != other
    known = [(a, b) for a, b in zip(first, other, strict=True) if a is not None and b is not None]
    assert len(known) == len(first)
    assert all(abs(a - b) < 8 for a, b in known)


@given(
    st.lists(st.integers(0, 9), min_size=2, max_size=8),
    st.integers(1, 7),
    st.integers(1, 200),
    st.integers(0, 9),
)
def test_deals_are_whole(pool: list[int], size: int, count: int, seed: int) -> None:
    """Each deal takes hands from the pool until fewer tiles are left than a hand has."""
    tiles = np.array(pool, dtype=np.uint8)
    assume(tiles.sum() >= size)
    hands = _deal(tiles, size, count, Random(seed))
    each = int(tiles.sum()) // size
    assert hands.shape[1] == len(pool) and (hands.sum(axis=1) == size).all()
    if count < each:
        assert len(hands) == count
        return
    assert len(hands) == count // each * each
    for deal in hands.reshape(-1, each, len(pool)):
        assert (deal.sum(axis=0) <= tiles).all()


def test_hands_are_drawn_at_random() -> None:
    """Two of AABCC: the chance of a hand is its number of ways out of ten, in both hands of a deal."""
    tiles = np.array([2, 1, 2], dtype=np.uint8)
    hands = _deal(tiles, 2, 8000, Random(1)).reshape(-1, 2, 3)
    ways = {(2, 0, 0): 1, (0, 0, 2): 1, (1, 1, 0): 2, (0, 1, 1): 2, (1, 0, 1): 4}
    for place in range(2):
        found = Counter(map(tuple, hands[:, place].tolist()))
        assert found.keys() == ways.keys()
        assert all(abs(found[hand] / 4000 - ways[hand] / 10) < 0.03 for hand in ways)


def test_dealt_hands_err_no_more_than_independent_draws() -> None:
    """325 hands of whole deals for 500 draws; the value of a hand here is the sum of its tiles and pairs."""
    pool, random = np.array([2, 9, 4, 12, 6, 3, 4], dtype=np.uint8), np.random.default_rng(1)
    worth, pairs = random.normal(0, 10, 7), random.normal(0, 1, (7, 7))

    def error(draw: Callable[[int], npt.NDArray[np.uint8]]) -> float:
        hands = (draw(seed).astype(float) for seed in range(200))
        return float(np.std([(each @ worth + (each @ pairs * each).sum(axis=1)).mean() for each in hands]))

    dealt = error(lambda seed: _deal(pool, 4, 325, Random(seed)))
    drawn = error(lambda seed: draw_tiles(np.broadcast_to(pool, (500, 7)), 4, np.random.Philox(seed)))
    assert dealt < 0.9 * drawn


@pytest.mark.parametrize(("exchanged", "leave"), [("Q", "AEINST"), ("UV", "EINST")])
def test_tiles_just_exchanged_cannot_be_drawn(exchanged: str, leave: str) -> None:
    """They go into the bag after the draw."""
    game = Game.new(VARIANT, ["Ann", "Ben"])
    game.record_move(f"-{exchanged}", exchanged + leave)
    game.record_move("8D CRANE", "ACENRTT")
    game.record_move("pass", leave + "OR"[: len(exchanged)])
    found = measure_luck(game, LEXICON, STATIC, samples=1000)[2]
    assert found == pytest.approx(slow_luck(game, 3, leave, exchanged), abs=2e-3)


def test_a_draw_of_tiles_just_exchanged_is_an_error_of_the_record() -> None:
    game = Game.new(VARIANT, ["Ann", "Ben"])
    game.record_move("-Q", "QAEINST")
    game.record_move("8D CRANE", "ACENRTT")
    game.record_move("pass", "QAEINST")
    assert measure_luck(game, LEXICON, STATIC, samples=20)[2] is None


def test_what_is_not_known() -> None:
    """Racks that are missing or partly known; exchanges of unknown tiles; phonies that come back."""
    game = Game.new(VARIANT, ["Ann", "Ben"])
    game.record_move("8D WAREZ", "AERWZ")
    game.record_move("7H HI", "HIAEEOU")
    game.record_move("6H IT", "IITNSTR")
    game.record_move(Move.exchange_unknown(VARIANT.tiles, 3), "AEEOUIN")
    game.record_move("5H NS", "INNSTRA")
    game.record_move("4H BIX", "ABEEIXU")
    game.withdraw_phony()
    game.record_move(Move.pass_turn(VARIANT.tiles), "AEINRTT")
    game.record_move(Move.pass_turn(VARIANT.tiles), "ABEEIUX")
    found = measure_luck(game, LEXICON, STATIC, samples=20)
    assert [luck is None for luck in found] == [True, False, True, False, False, True, False, False]
    assert found[-1] == 0.0


def test_phonies_and_lexica() -> None:
    """A strategy without leaves, too."""
    game = play_game([load_strategy("greedy")] * 2, LEXICON, seed=1)
    assert all(
        luck is not None for luck in measure_luck(game, LEXICON, StaticStrategy.load("greedy"), samples=5)
    )
