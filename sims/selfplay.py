"""Self-play: whole games between strategies."""

from collections.abc import Sequence

import numpy as np

from movegen.game import Game
from movegen.generation import MoveGenerator
from movegen.lexicon import Lexicon
from movegen.moves import MoveKind
from movegen.rules import Variant
from movegen.tiles import Rack, TileSet
from strategy.static import StaticStrategy


class Bag:
    """The tiles not drawn yet, in an order that depends on the seed alone."""

    def __init__(self, tile_set: TileSet, seed: int) -> None:
        self._tile_set = tile_set
        self._random = np.random.Generator(np.random.Philox(key=seed))
        self._tiles = [tile for tile, count in enumerate(tile_set.counts) for _ in range(count)]
        self._random.shuffle(self._tiles)

    def __len__(self) -> int:
        return len(self._tiles)

    def draw(self, count: int) -> Rack:
        """Take so many tiles, or all there are if they are fewer."""
        return Rack.from_tiles(self._tile_set, [self._tiles.pop() for _ in range(min(count, len(self)))])

    def put_back(self, tiles: Rack) -> None:
        """Return tiles and shuffle."""
        self._tiles.extend(tiles)
        self._random.shuffle(self._tiles)


def play_game(
    strategies: Sequence[StaticStrategy],
    lexicon: Lexicon,
    *,
    variant: Variant | None = None,
    seed: int = 0,
    names: Sequence[str] | None = None,
) -> Game:
    """A game between strategies, in the order of play, to its end.

    The seed decides the order of the tiles: the same strategies, lexicon, variant and seed give the same
    game. Players are called after their strategies unless `names` are given.

    >>> from movegen import Lexicon
    >>> from strategy import load_strategy
    >>> game = play_game([load_strategy("greedy"), load_strategy("rackh3")], Lexicon.load(), seed=1)
    >>> game.is_finished
    True
    """
    variant = variant or Variant.standard()
    game = Game.new(variant, names or _distinct([strategy.name for strategy in strategies]), lexicon.name)
    bag = Bag(variant.tiles, seed)
    racks = [bag.draw(variant.rules.rack_size) for _ in strategies]
    generator = MoveGenerator(variant, lexicon)
    everything = Rack(variant.tiles, variant.tiles.counts)
    on_board = Rack.empty(variant.tiles)
    while not game.is_finished:
        player = game.state.on_turn
        rack = racks[player]
        move = strategies[player].choose(generator, rack, len(bag), everything - on_board - rack)
        game.record_move(move, rack)
        generator.play(move)
        drawn = bag.draw(variant.rules.rack_size - len(rack) + len(move.tiles_used))
        racks[player] = rack - move.tiles_used + drawn
        if move.kind is MoveKind.EXCHANGE:
            bag.put_back(move.tiles_used)  # after the draw: a tile given back cannot come at once
        elif move.kind is MoveKind.PLAY:
            on_board += move.tiles_used
    game.finish(racks)
    return game


def _distinct(names: Sequence[str]) -> list[str]:
    """The names, numbered where they repeat."""
    return [
        name if names.count(name) == 1 else f"{name}-{1 + list(names[:place]).count(name)}"
        for place, name in enumerate(names)
    ]
