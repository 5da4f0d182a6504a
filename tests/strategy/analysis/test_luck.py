"""Luck: what was drawn against every draw that was possible, and nothing where that is not known."""

from dataclasses import replace
from itertools import combinations

import pytest

from movegen import Game, Lexicon, Move, Rack, Variant
from sims import play_game
from strategy import load_strategy
from strategy.analysis import measure_luck
from strategy.players import StaticStrategy

pytestmark = pytest.mark.core

LEXICON = Lexicon.load()
STATIC = StaticStrategy.load("rackh3")
VARIANT = Variant.standard()


def slow_luck(game: Game, turn: int, saved: str) -> float:
    """Compute luck over every draw, with copies of a tile distinguished."""
    position = game.position(turn)
    held = VARIANT.tiles.parse_rack(saved)
    pool = position.unseen + (position.rack - held)
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
