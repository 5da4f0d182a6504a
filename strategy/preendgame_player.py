"""A player's move with one tile in the bag."""

from collections.abc import Iterable

from movegen.lexicon import Lexicon
from movegen.moves import Move
from movegen.position import Position
from strategy.leaves import MILLI
from strategy.preendgame import can_solve_preendgame, solve_preendgame
from strategy.preendgame_config import PreendgameConfig

MOST_IN_BAG = 1
"""Tiles: with more of them players go on as before."""


def suits_preendgame(position: Position) -> bool:
    """Whether players search a position of two: one tile is in the bag, and the solver can solve it."""
    return position.bag_count <= MOST_IN_BAG and can_solve_preendgame(position)


def preendgame_move(
    config: PreendgameConfig,
    position: Position,
    moves: Iterable[Move],
    lexicon: Lexicon,
    seconds: float | None = None,
) -> tuple[Move, int]:
    """Of some moves the one that wins most often, draws counted half, and its points: milli-points.

    Of those that win as often it is the first in the order of `PreendgameResult`: that which does so most
    surely, then that with the most points. These are what it gains on the opponent until the end of the game,
    on average over what may be unseen: an estimate. `seconds` is a limit besides that of the configuration.
    Without either the same arguments give the same move. Raises what `solve_preendgame` does.
    """
    limits = [limit for limit in (config.seconds, seconds) if limit is not None]
    best = solve_preendgame(
        position,
        lexicon,
        moves=moves,
        memory=config.memory,
        seconds=min(limits, default=None),
        nodes=config.nodes,
    ).best
    spread = position.scores[position.on_turn] - position.scores[1 - position.on_turn]
    return best.move, round((best.spread - spread) * MILLI)
