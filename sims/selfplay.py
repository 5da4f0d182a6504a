"""What whole games are played with: the bag, the turns by the rules, names for players."""

from collections.abc import Callable, Sequence

from movegen.core_variant import core_counts
from movegen.errors import PositionError
from movegen.game import Game
from movegen.moves import Move, MoveKind
from movegen.rules import Variant
from movegen.tiles import Rack, TileSet
from sims.native import core

MOST_SEED = (1 << 64) - 1
MOST_NUMBER = (1 << 63) - 1
"""The largest seed and the largest number of a game."""


class Bag:
    """The tiles not drawn yet, in an order that depends on the seed and the game's number alone.

    The order comes from Philox4x64-10 under the key `seed`, stream `number`: see `sims/core/bag.hpp`.
    Raises PositionError when seed or number are out of range.
    """

    def __init__(self, tile_set: TileSet, seed: int, number: int = 0, *, tiles: Rack | None = None) -> None:
        """With `tiles` there are just these in it; else all of the tile set."""
        check_seed(seed, number)
        self._tile_set = tile_set
        counts = tile_set.counts if tiles is None else tiles.counts
        self._core = core.Bag(core_counts(counts), seed, number)

    def __len__(self) -> int:
        return len(self._core)

    def draw(self, count: int) -> Rack:
        """Take so many tiles, or all there are if they are fewer."""
        return Rack.from_tiles(self._tile_set, self._core.draw(min(count, len(self))))

    def put_back(self, tiles: Rack) -> None:
        """Return tiles and shuffle."""
        self._core.put_back(bytes(tiles))


def play_out(game: Game, bag: Bag, choose: Callable[[Game, Rack, int], Move]) -> None:
    """Play a game that has just begun to its end.

    `choose` is asked for each move, given the game so far, the mover's rack and the bag's tile count.
    Raises PositionError when the rules let a game go on for ever.
    """
    rules = game.variant.rules
    check_end(game.variant)
    racks = [bag.draw(rules.rack_size) for _ in game.players]
    while not game.is_finished:
        player = game.state.on_turn
        rack = racks[player]
        move = choose(game, rack, len(bag))
        game.record_move(move, rack)
        drawn = bag.draw(rules.rack_size - len(rack) + len(move.tiles_used))
        racks[player] = rack - move.tiles_used + drawn
        if move.kind is MoveKind.EXCHANGE:
            bag.put_back(move.tiles_used)  # after the draw: a tile given back cannot come at once
    game.finish(racks)


def check_seed(seed: int, number: int) -> None:
    """Raise PositionError when a seed or the number of a game is out of range."""
    for what, value, most in (("seed", seed, MOST_SEED), ("game", number, MOST_NUMBER)):
        if not 0 <= value <= most:
            raise PositionError(f"{what} {value} is out of range", cure=f"expected 0 to {most}")


def check_end(variant: Variant) -> None:
    """Raise PositionError when the rules let players pass for ever: a program would."""
    if not variant.rules.scoreless_turns:
        raise PositionError(
            f"games of {variant.name} may never end", cure="set scoreless_turns in the rules to 1 or more"
        )


def player_names(names: Sequence[str]) -> list[str]:
    """Names for the players: those of their strategies, numbered where they repeat."""
    return [
        name if names.count(name) == 1 else f"{name}-{1 + list(names[:place]).count(name)}"
        for place, name in enumerate(names)
    ]
