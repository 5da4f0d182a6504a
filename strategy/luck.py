"""Luck: what the tiles that a player drew were worth, against what could be expected.

A rack is worth what its best static move is on the board where it is first used. What was drawn is compared
with all that could have been drawn to the tiles that were kept: their mean, by the chance of each draw.
"""

import numpy as np
import numpy.typing as npt

from movegen.core_variant import core_variant
from movegen.game import Game
from movegen.lexicon import Lexicon
from movegen.moves import MoveKind
from movegen.position import Position
from movegen.tiles import Rack
from strategy.analysis import turns_of
from strategy.core_strategy import core_strategy
from strategy.leave_lists import Counts, all_multisets, count_multisets, drawn_from, ways
from strategy.leaves import MILLI
from strategy.native import core
from strategy.static import StaticStrategy

SAMPLES = 500
"""Draws that are looked at; all of them if there are no more."""


def luck_of_draws(
    game: Game, lexicon: Lexicon, strategy: StaticStrategy, *, samples: int = SAMPLES, seed: int = 0
) -> list[float | None]:
    """What the tiles drawn before each turn were worth above their expectation: points.

    0 where nothing was drawn, None where it is not known what was kept or what was drawn. The error of a mean
    of 500 draws is some 0.6 points. Same arguments, same answer.

    Raises LexiconError when the lexicon is for other letters, ConfigError when the strategy is not for these
    tiles or racks.
    """
    lexicon.check_tiles(game.variant.tiles)
    return [_luck(game, turn, lexicon, strategy, samples, seed) for turn in range(1, len(game.turns) + 1)]


def _luck(
    game: Game, turn: int, lexicon: Lexicon, strategy: StaticStrategy, samples: int, seed: int
) -> float | None:
    position = game.position(turn)
    kept = _kept(game, turn)
    rack = position.rack
    full = min(position.rules.rack_size, len(rack) + len(position.unseen))
    if kept is None or not rack.contains(kept) or (position.bag_count and len(rack) < full):
        return None
    drawn = rack - kept
    if not drawn:
        return 0.0
    pool = position.unseen + drawn
    draws, chances = _draws(pool.array, len(drawn), samples, [seed, turn])
    worths = _worths(
        position, lexicon, strategy, np.concatenate([kept.array + draws, rack.array[np.newaxis]])
    )
    return round(float(worths[-1] - worths[:-1] @ chances) / MILLI, 3)


def _worths(
    position: Position, lexicon: Lexicon, strategy: StaticStrategy, racks: Counts
) -> npt.NDArray[np.int64]:
    """What the best move is worth with each rack: milli-points."""
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
    pool: npt.NDArray[np.uint8], size: int, samples: int, seed: list[int]
) -> tuple[Counts, npt.NDArray[np.float64]]:
    """Multisets of so many tiles and the chance of each: all of them, or as many as are sampled."""
    if count_multisets(pool, size) <= samples:
        multisets = all_multisets(pool, size)
        found = ways(pool, multisets)
        return multisets, found / found.sum()
    random = np.random.Philox(np.random.SeedSequence(seed))
    drawn = drawn_from(np.broadcast_to(pool, (samples, len(pool))), size, random)
    multisets, counts = np.unique(drawn, axis=0, return_counts=True)
    return multisets, counts / samples


def _kept(game: Game, turn: int) -> Rack | None:
    """What the player on turn kept at the turn before; nothing at the first one; None if it is not known."""
    turns = turns_of(game)
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
