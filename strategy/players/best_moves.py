"""The best moves with many racks in one position, found in one call of the core."""

from typing import Any

import numpy as np
import numpy.typing as npt

from movegen.board import record_type
from movegen.lexicon import Lexicon, check_lexicon
from movegen.position import Position
from movegen.variant import Rack, core_variant
from strategy.leaves import Counts
from strategy.native import core
from strategy.players.native_strategy import core_strategy
from strategy.players.static import StaticStrategy


def best_moves(
    position: Position, lexicon: Lexicon, strategy: StaticStrategy, racks: Counts
) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]]:
    """Return the best move of the player on turn with each rack, and its equity in milli-points.

    The moves are records of `movegen.board.record_type`. They are those that `StaticStrategy.best` returns,
    ties included. `racks` are counts of tiles, (racks, kinds); the rack of the position does not matter.

    Raises LexiconError when the lexicon is for other letters, ConfigError if the leaves are for other tiles.
    """
    variant, board = position.variant, position.board
    check_lexicon(lexicon, variant.tiles)
    off_board = Rack(variant.tiles, variant.tiles.counts) - Rack(variant.tiles, board.tile_counts)
    records, equities = core.best_moves(
        lexicon.graph_for(variant.rules.word_order),
        lexicon.word_map,
        core_variant(variant),
        core_strategy(strategy, variant),
        np.ascontiguousarray(board.squares),
        position.bag_count,
        off_board.points,
        np.ascontiguousarray(racks),
    )
    return records.view(record_type(variant.layout)), equities
