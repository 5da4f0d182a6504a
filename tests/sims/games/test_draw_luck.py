"""The luck of draws: against every draw from the bag that was really there, and 0 on average."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from slow_bag import SlowBag
from tiny_game import tiny_lexicon, tiny_variant

from movegen import Game, Lexicon, MoveKind, Position, PositionError, Rack, Variant
from sims import play_game
from sims.games import DrawLuck, measure_draw_luck
from sims.simulation import win_model_for
from strategy import StaticStrategy, load_strategy
from strategy.leaves import MILLI
from strategy.winprob import MILLION

pytestmark = pytest.mark.core

TINY, WORDS = tiny_variant(), tiny_lexicon()
GREEDY = StaticStrategy.load("greedy")
ALL = 10**6


def bags_before_draws(game: Game, seed: int) -> list[tuple[Rack, list[int]]]:
    """Follow the bag: for each turn the tiles kept before the draw, and those in the bag."""
    bag = SlowBag(game.variant.tiles, seed, 0)
    size = game.variant.rules.rack_size
    none = Rack.empty(game.variant.tiles)
    racks, before = [none, none], [(none, list(bag.tiles))]
    racks[0] = bag.draw(size)
    before.append((none, list(bag.tiles)))
    racks[1] = bag.draw(size)
    for turn in game.turns:
        assert turn.move is not None
        used = none if turn.move.kind is MoveKind.PASS else turn.move.tiles_used
        kept = racks[turn.player] - used
        before.append((kept, list(bag.tiles)))
        racks[turn.player] = kept + bag.draw(size - len(kept))
        if turn.move.kind is MoveKind.EXCHANGE:
            bag.put_back(used)
    return before


def slow_luck(game: Game, lexicon: Lexicon, seed: int) -> tuple[float, float]:
    """The luck of a game in points and wins, over every draw, with copies of a tile distinguished."""
    points = wins = 0.0
    model = win_model_for(game.variant)
    for turn, (kept, bag) in enumerate(bags_before_draws(game, seed)[: len(game.turns)], start=1):
        position = game.position(turn)
        drawn = len(position.rack) - len(kept)
        if not drawn:
            continue
        hands = Counter(Rack.from_tiles(game.variant.tiles, hand) for hand in combinations(bag, drawn))
        values = np.repeat([worth(position, kept + hand, lexicon) for hand in hands], list(hands.values()))
        mine = worth(position, position.rack, lexicon)
        unseen = np.full(len(values), max(0, len(position.unseen) - 4))
        chances = 1 - model(-np.rint((values + position.spread) * MILLI).astype(int), unseen) / MILLION
        chance = 1 - model(-np.array([round((mine + position.spread) * MILLI)]), unseen[:1])[0] / MILLION
        sign = 1 if position.on_turn == 0 else -1
        points += sign * (mine - values.mean())
        wins += sign * (chance - chances.mean())
    return points, wins


def worth(position: Position, rack: Rack, lexicon: Lexicon) -> float:
    racks = tuple(rack if player == position.on_turn else None for player in range(2))
    return GREEDY.candidates(replace(position, racks=racks), lexicon)[0].equity


def test_every_draw_from_the_bag() -> None:
    """Games of few tiles, exchanges among them: 1 milli-point and 1 millionth a draw come from rounding."""
    kinds = set()
    for seed in (0, 3, 14, 17, 24, 33):
        game = play_game([GREEDY, GREEDY], WORDS, variant=TINY, seed=seed)
        kinds |= {turn.move.kind for turn in game.turns if turn.move is not None}
        found = measure_draw_luck(game, WORDS, GREEDY, samples=ALL)
        points, wins = slow_luck(game, WORDS, seed)
        draws = len(game.turns)
        assert found.points == pytest.approx(points * MILLI, abs=draws)
        assert found.wins == pytest.approx(wins * MILLION, abs=2 * draws)
    assert MoveKind.EXCHANGE in kinds


def test_the_same_game_has_the_same_luck() -> None:
    lexicon, static = Lexicon.load(), StaticStrategy.load("static")
    game = play_game([static, GREEDY], lexicon, seed=2)
    found = measure_draw_luck(game, lexicon, static, samples=20)
    assert found == measure_draw_luck(game, lexicon, static, samples=20)
    assert found != measure_draw_luck(game, lexicon, static, samples=20, seed=1)
    assert found.for_opponent() == DrawLuck(-found.points, -found.wins)


def lucks(games: int, samples: int) -> npt.NDArray[np.float64]:
    """The luck of a player who keeps good tiles against one who does not, in points and wins: (games, 2)."""
    lexicon, static = Lexicon.load(), StaticStrategy.load("static")
    played = (play_game([static, GREEDY], lexicon, seed=4, number=number) for number in range(games))
    return np.array([measure_draw_luck(game, lexicon, static, samples=samples) for game in played], float)


@pytest.mark.slow
def test_luck_is_even_on_average() -> None:
    """Whoever is stronger: the opponent's rack is no part of the bag."""
    found = lucks(400, 20)
    means, errors = found.mean(axis=0), found.std(axis=0, ddof=1) / np.sqrt(len(found))
    assert (np.abs(means) < 3.5 * errors).all()


def test_luck_is_measured_for_two() -> None:
    game = play_game([load_strategy("greedy")] * 3, Lexicon.load(), seed=1)
    with pytest.raises(PositionError, match="luck in a game of 3 players"):
        measure_draw_luck(game, Lexicon.load(), GREEDY)


def test_a_game_that_ends_at_once() -> None:
    """Nobody has a turn, so no draw counts."""
    game = Game.new(Variant.standard(), ["Ann", "Ben"])
    assert measure_draw_luck(game, Lexicon.load(), GREEDY) == DrawLuck(0, 0)
