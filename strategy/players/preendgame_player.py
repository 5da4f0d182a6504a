"""Players with one tile in the bag: the table `[preendgame]` of a strategy's file, and the move."""

from collections.abc import Iterable

import msgspec

from movegen.board import Move
from movegen.configs import check_range
from movegen.lexicon import Lexicon
from movegen.position import Position
from strategy.endgame import can_solve_preendgame, solve_preendgame
from strategy.leaves import MILLI
from strategy.players.endgame_player import MAX_MEMORY, MAX_NODES, check_seconds
from strategy.search_control import SearchLimits

_MAX_IN_BAG = 1
"""The limit of the tiles in the bag: with more of them players do not search."""

_MAX_MOVES = 1000


class PreendgameConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player's search with one tile in the bag in games of two, for the move that wins most often.

    Attributes
    ----------
    moves:   the number of best static moves that are searched.
    nodes:   limit per move; estimates decide what the search has not proven. Games are reproducible.
    seconds: limit per move; None for no limit. With it games are not reproducible.
    memory:  limit in megabytes.

    Raises ConfigError when a value is out of range.
    """

    moves: int = 10
    nodes: int = 20_000
    seconds: float | None = None
    memory: int = 64

    def __post_init__(self) -> None:
        check_range("preendgame.moves", self.moves, 1, _MAX_MOVES)
        check_range("preendgame.nodes", self.nodes, 1, MAX_NODES)
        check_range("preendgame.memory", self.memory, 1, MAX_MEMORY)
        check_seconds("preendgame.seconds", self.seconds)


def suits_preendgame(position: Position) -> bool:
    """Return True if players search a position of two: one tile in the bag, and the solver can solve it."""
    return position.bag_count <= _MAX_IN_BAG and can_solve_preendgame(position)


def preendgame_move(
    config: PreendgameConfig,
    position: Position,
    moves: Iterable[Move],
    lexicon: Lexicon,
    seconds: float | None = None,
) -> tuple[Move, int]:
    """Return the move that wins most often, draws counting half, and its gain in milli-points.

    Ties are broken as in `PreendgameResult`: by certainty, then by points. The gain, on the opponent until
    the end of the game, is an estimate: the mean over the possible unseen tiles. `seconds` is a limit in
    addition to that of the configuration. Without either the same arguments give the same move. Raises the
    errors of `solve_preendgame`.
    """
    limits = [limit for limit in (config.seconds, seconds) if limit is not None]
    best = solve_preendgame(
        position,
        lexicon,
        moves=moves,
        limits=SearchLimits(memory=config.memory, seconds=min(limits, default=None), nodes=config.nodes),
    ).best
    spread = position.spread
    return best.move, round((best.spread - spread) * MILLI)
