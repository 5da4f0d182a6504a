"""The values of the draws that a player may make: of the one made, and of all others or a sample of them.

A rack is worth the equity of its best static move. Where there are too many draws, the tiles of the pool are
shuffled and dealt out in hands, several times. All tiles of the pool occur equally often in the hands of a
deal, so their mean varies less than that of independent draws.
"""

import math
from collections import Counter
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from movegen.board import Move
from movegen.lexicon import Lexicon
from movegen.position import Position
from movegen.variant import Rack, core_variant
from strategy.leaves import Counts, all_multisets, count_multisets, count_ways
from strategy.native import core
from strategy.players import StaticStrategy, core_strategy

_DEALT = 0.65  # so many hands of whole deals have the error of one independent draw (measured)


class Draw(NamedTuple):
    """A draw of tiles.

    rack:  with the tiles drawn.
    leave: without them.
    pool:  the tiles of which they were drawn.
    """

    rack: Rack
    leave: Rack
    pool: Rack


class DrawValues(NamedTuple):
    """The values of draws, in milli-points.

    drawn:    of the rack that was drawn.
    possible: of each possible draw, int64, (draws,).
    chances:  of each, float64, (draws,); their sum is 1.
    """

    drawn: int
    possible: npt.NDArray[np.int64]
    chances: npt.NDArray[np.float64]


def split_rack(rack: Rack, move: Move) -> tuple[Rack, Rack]:
    """Return the leave of a move, and the tiles that it exchanges, which the next draw cannot give back."""
    return rack - move.tiles_used, Rack.from_tiles(rack.tile_set, move.exchanged)


def value_draws(
    position: Position,
    draw: Draw,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    *,
    samples: int,
    random: Random,
) -> DrawValues:
    """Value a draw, and up to `samples` others that were possible, on the board of a position.

    Who is on turn there does not matter.
    """
    draws, chances = _draws(draw.pool.array, len(draw.rack) - len(draw.leave), samples, random)
    racks = np.concatenate([draw.leave.array + draws, draw.rack.array[np.newaxis]])
    variant = position.variant
    values = core.best_equities(
        lexicon.graph_for(variant.rules.word_order),
        lexicon.word_map,
        core_variant(variant),
        core_strategy(strategy, variant),
        np.ascontiguousarray(position.board.squares),
        position.bag_count,
        (position.unseen + position.rack).points,
        np.ascontiguousarray(racks),
    )
    return DrawValues(int(values[-1]), values[:-1], chances)


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
