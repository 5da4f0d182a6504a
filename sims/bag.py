"""The bag of a game, and what every kind of game shares: playing by the rules, and limits."""

from collections.abc import Callable

from movegen.board import Move, MoveKind
from movegen.errors import PositionError
from movegen.game import Game
from movegen.numbers import MAX_NUMBER, check_whole
from movegen.variant import Rack, TileSet, Variant, core_counts
from sims.native import core

MAX_SEED = (1 << 64) - 1
"""The largest seed; the largest number of a game is `MAX_NUMBER`."""


class Bag:
    """The undrawn tiles, in an order that depends on the seed and the game's number alone.

    The order comes from a stream of the counter-based generator Philox4x64-10 (Salmon et al., "Parallel
    random numbers: as easy as 1, 2, 3", 2011) with key `seed` and stream `number`; see
    `sims/core/random/bag.hpp`.
    Raises PositionError when seed or number are out of range.
    """

    def __init__(self, tile_set: TileSet, seed: int, number: int = 0, *, tiles: Rack | None = None) -> None:
        """Create a bag of `tiles`, by default all of the tile set."""
        check_seed(seed, number)
        self._tile_set = tile_set
        counts = tile_set.counts if tiles is None else tiles.counts
        self._core = core.Bag(core_counts(counts), seed, number)

    def __len__(self) -> int:
        return len(self._core)

    def draw(self, count: int) -> Rack:
        """Take this many tiles, or all that are left."""
        return Rack.from_tiles(self._tile_set, self._core.draw(min(count, len(self))))

    def put_back(self, tiles: Rack) -> None:
        """Put tiles back and shuffle."""
        self._core.put_back(bytes(tiles))


def play_out(game: Game, bag: Bag, choose: Callable[[Game, Rack, int], Move]) -> None:
    """Play a new game to its end.

    `choose` returns each move, given the game so far, the mover's rack and the number of tiles in the bag.
    Raises PositionError when the rules might never end a game.
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
            bag.put_back(move.tiles_used)  # after the draw, so that exchanged tiles cannot come back at once
    game.finish(racks)


def check_seed(seed: int, number: int) -> None:
    """Raise PositionError when a seed or the number of a game is out of range."""
    for name, value, limit in (("seed", seed, MAX_SEED), ("game", number, MAX_NUMBER)):
        check_whole(f"{name} {{}} is out of range", value, 0, limit)


def check_end(variant: Variant) -> None:
    """Raise PositionError when the rules let players pass forever, as programs would."""
    if not variant.rules.scoreless_turns:
        raise PositionError(
            f"games of {variant.name} might never end", cure="set scoreless_turns in the rules to 1 or more"
        )
