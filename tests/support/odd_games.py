"""Rules and strategies for small games that provoke ties, short bags and racks of any size."""

from dataclasses import replace
from pathlib import Path

import numpy as np
from msgspec.structs import replace as with_fields
from small_games import SmallGame

from movegen import Lexicon, TileSet, Variant
from movegen.variant import WordOrder
from strategy import StaticStrategy
from strategy.players import StrategyConfig
from strategy.players.strategy_files import EmptyBagConfig, HandicapConfig, PreEndgameConfig


def make_odd_strategy(game: SmallGame, folder: Path, chance: np.random.Generator) -> StaticStrategy:
    """Make a strategy for any alphabet; its values are small, so that many moves tie."""
    tiles = game.variant.tiles.tiles
    lines = [f'"{tile.label}" = {chance.integers(-2, 3)}' for tile in tiles]
    path = folder / f"{chance.integers(2**62)}.toml"
    path.write_text("\n".join(["[first]", *lines, "[duplicate]", *lines[1:]]), encoding="utf-8")
    factors = EmptyBagConfig(out_factor=2.0, kept_factor=float(chance.integers(3)), kept_penalty=10.0)
    penalty = float(chance.choice([0.7, 0, 2, 5]))
    leaves = str(path) if chance.random() < 0.8 else None
    vocabulary = folder / f"{chance.integers(2**62)}.txt"
    known = [word for word in game.lexicon if chance.random() < 0.9] or list(game.lexicon)
    vocabulary.write_text("\n".join(known), encoding="utf-8")
    handicap = HandicapConfig(
        noise=float(chance.choice([0, 0, 0.5, 3])),
        vocabulary=str(vocabulary) if chance.random() < 0.3 else None,
    )
    bag_left = tuple(chance.integers(-4, 5, chance.integers(9)).astype(float).tolist())
    return StaticStrategy(
        StrategyConfig(
            name="odd",
            kind="static",
            leaves=leaves,
            opening_vowel_penalty=penalty,
            pre_endgame=PreEndgameConfig(bag_left=bag_left),
            empty_bag=factors,
            handicap=handicap,
        )
    )


def change_rules(game: SmallGame, chance: np.random.Generator) -> SmallGame:
    """Limit a game to few tiles of the letters in use, half of them vowels, with a random rack size."""
    tile_set = game.variant.tiles
    used = {0, *game.pool}
    tiles = tuple(
        replace(tile, count=int(chance.integers(1, 9)) if index in used else 0, vowel=index % 2 == 1)
        for index, tile in enumerate(tile_set.tiles)
    )
    few = TileSet(tile_set.name, tiles)
    largest = min(8, few.total // 2)
    rack_size = int(chance.integers(1, largest + 1))
    bonuses = ((rack_size, 75),) if rack_size > 1 else ()
    rules = with_fields(
        game.variant.rules,
        rack_size=rack_size,
        bingo_tiles=1,
        bonuses=bonuses,
        scoreless_turns=5,
        word_order=WordOrder.ANY if chance.random() < 0.25 else WordOrder.FIXED,
    )
    variant = Variant(few, game.variant.layout, rules)
    words = ("".join(few.tiles[letter].label for letter in word) for word in game.words)
    return replace(game, variant=variant, lexicon=Lexicon.from_words(words, few))
