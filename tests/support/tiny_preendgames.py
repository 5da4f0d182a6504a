"""Pre-endgames of the tiny game, small enough for brute force in Python."""

from dataclasses import replace
from functools import cache, lru_cache
from itertools import product

import msgspec
from tiny_game import tiny_lexicon, tiny_variant

from movegen import Lexicon, Move, Position, Variant
from sims import play_static_games
from strategy import StaticStrategy, load_strategy

TINY, WORDS = tiny_variant(), tiny_lexicon()


@lru_cache
def played_turns(rack_size: int) -> list[Position]:
    """Return all turns of some games with small racks."""
    rules = msgspec.structs.replace(TINY.rules, rack_size=rack_size, bingo_tiles=rack_size, exchange_limit=7)
    variant = Variant(TINY.tiles, TINY.layout, rules)
    greedy = load_strategy("greedy")
    assert isinstance(greedy, StaticStrategy)
    batch = play_static_games([greedy] * 2, WORDS, variant=variant, games=200, seed=5, turns=True)
    games = map(batch.game, range(200))
    return [game.position(turn) for game in games for turn in range(1, len(game.turns) + 1)]


@lru_cache
def preendgames(rack_size: int, bag: int, most: int = 40) -> list[Position]:
    """Positions of games with small racks and fewer than `most` moves; only the rack on turn is known."""
    turns = (position for position in played_turns(rack_size) if position.bag_count == bag)
    return [known_to_one(position) for position in turns if len(position.moves(WORDS)) < most]


def known_to_one(position: Position) -> Position:
    return replace(position.without_other_racks(), scoreless_turns=0)


def some(rack_size: int, bag: int, count: int, most: int = 40) -> list[Position]:
    positions = preendgames(rack_size, bag, most)
    return positions[:: max(1, len(positions) // count)][:count]


@cache
def _any_words() -> Lexicon:
    """Every word of two to four letters."""
    words = ["".join(letters) for length in (2, 3, 4) for letters in product("ABERST", repeat=length)]
    return Lexicon.from_words(words, TINY.tiles, longest=9)


def phonies(position: Position, tiles: int) -> list[Move]:
    """Plays of so many tiles with a word that the lexicon lacks."""
    legal = set(position.moves(WORDS))
    return [
        move for move in position.moves(_any_words()) if len(move.tiles_used) == tiles and move not in legal
    ]
