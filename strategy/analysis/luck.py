"""Luck: the value of the tiles that a player drew, compared with the expected value.

A rack is worth the equity of its best static move on the board where it is first used. The expected value is
the mean over all draws to the same leave, weighted by the chance of each.

Where there are too many, the unseen tiles are shuffled and dealt out in hands, several times. All tiles of
the bag occur equally often in the hands of a deal, so their mean varies less than that of independent draws.
"""

import math
from collections import Counter
from random import Random

import numpy as np
import numpy.typing as npt

from movegen.board import MoveKind
from movegen.game import Game
from movegen.lexicon import Lexicon
from movegen.position import Position
from movegen.variant import Rack, core_variant
from strategy.analysis.position_analysis import played_moves
from strategy.leaves import MILLI, Counts, all_multisets, count_multisets, count_ways
from strategy.native import core
from strategy.players import StaticStrategy, core_strategy

SAMPLES = 500
"""Maximum number of draws examined; if there are no more, all of them."""

_DEALT = 0.65  # so many hands of whole deals have the error of one independent draw (measured)


def measure_luck(
    game: Game, lexicon: Lexicon, strategy: StaticStrategy, *, samples: int = SAMPLES, seed: int = 0
) -> list[float | None]:
    """Return the luck of the draw before each turn, in points: the value of the tiles less its expectation.

    It is 0 if nothing was drawn, and None if the leave or the draw is unknown. The standard error of a mean
    is about 0.9 points by default. The same arguments give the same result.

    Raises LexiconError if the lexicon is for other letters, ConfigError if the strategy is not for these
    tiles or racks.
    """
    lexicon.check_tiles(game.variant.tiles)
    return [_luck(game, turn, lexicon, strategy, samples, seed) for turn in range(1, len(game.turns) + 1)]


def _luck(
    game: Game, turn: int, lexicon: Lexicon, strategy: StaticStrategy, samples: int, seed: int
) -> float | None:
    position = game.position(turn)
    leave = _leave(game, turn)
    rack = position.rack
    full = min(position.rules.rack_size, len(rack) + len(position.unseen))
    if leave is None or not rack.contains(leave) or (position.bag_count and len(rack) < full):
        return None
    drawn = rack - leave
    if not drawn:
        return 0.0
    pool = position.unseen + drawn
    draws, chances = _draws(pool.array, len(drawn), samples, Random(f"{seed} {turn}"))
    values = _values(
        position, lexicon, strategy, np.concatenate([leave.array + draws, rack.array[np.newaxis]])
    )
    return round(float(values[-1] - values[:-1] @ chances) / MILLI, 3)


def _values(
    position: Position, lexicon: Lexicon, strategy: StaticStrategy, racks: Counts
) -> npt.NDArray[np.int64]:
    """Return the equity of the best move with each rack, in milli-points."""
    variant = position.variant
    return core.best_equities(
        lexicon.graph_for(variant.rules.word_order),
        lexicon.word_map,
        core_variant(variant),
        core_strategy(strategy, variant),
        np.ascontiguousarray(position.board.squares),
        position.bag_count,
        (position.unseen + position.rack).points,
        np.ascontiguousarray(racks),
    )


def _draws(
    pool: npt.NDArray[np.uint8], size: int, samples: int, random: Random
) -> tuple[Counts, npt.NDArray[np.float64]]:
    """Return multisets of `size` tiles and the chance of each: all, or dealt hands if they are too many."""
    if count_multisets(pool, size) <= samples:
        multisets = all_multisets(pool, size)
        found = count_ways(pool, multisets)
        return multisets, found / found.sum()
    hands = _deal(pool, size, math.ceil(samples * _DEALT), random)
    counts = sorted(Counter(row.tobytes() for row in hands).items())  # np.unique of rows is slow
    multisets = np.frombuffer(b"".join(row for row, _ in counts), dtype=np.uint8).reshape(-1, len(pool))
    return multisets, np.array([count for _, count in counts]) / len(hands)


def _deal(pool: npt.NDArray[np.uint8], size: int, count: int, random: Random) -> Counts:
    """Shuffle the tiles and deal them out in hands of `size`, again and again; return `count` hands or less.

    The deals are whole: at least one, and no more than give `count` hands.
    """
    tiles = np.repeat(np.arange(len(pool)), pool)
    hands = len(tiles) // size
    deals = max(1, count // hands)
    keys = np.frombuffer(random.randbytes(8 * deals * len(tiles)), dtype="<u8").reshape(deals, -1)
    shuffled = tiles[np.argsort(keys, axis=1)[:, : hands * size]].reshape(-1, size)[:count]
    dealt = np.zeros((len(shuffled), len(pool)), dtype=np.uint8)
    np.add.at(dealt, (np.arange(len(shuffled))[:, np.newaxis], shuffled), 1)
    return dealt


def _leave(game: Game, turn: int) -> Rack | None:
    """Return the leave of the player's previous turn; empty for the first turn, None if it is unknown."""
    turns = played_moves(game)
    player = game.turns[turn - 1].player
    before = next((at for at in range(turn - 1, 0, -1) if game.turns[at - 1].player == player), None)
    if before is None:
        return Rack.empty(game.variant.tiles)
    position = game.position(before)
    move, is_withdrawn = turns[before - 1]
    held = min(position.rules.rack_size, len(position.rack) + len(position.unseen))
    if move is None or (position.bag_count and len(position.rack) < held):
        return None
    if is_withdrawn or move.kind is MoveKind.PASS:
        return position.rack
    used = move.tiles_used
    if move.exchange_count > len(used) or not position.rack.contains(used):
        return None
    return position.rack - used
