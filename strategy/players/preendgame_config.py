"""Players with a few tiles in the bag: the table `[preendgame]` of a strategy's file."""

import msgspec

from movegen.configs import check_range
from movegen.position import Position
from strategy.endgame import MAX_IN_BAG, can_solve_preendgame
from strategy.players.endgame_player import MAX_NODES, check_seconds
from strategy.search_control import MAX_MEMORY

_MAX_MOVES = 1000


class PreendgameConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player's search with a few tiles in the bag in games of two, for the move that wins most often.

    Attributes
    ----------
    bag:     most tiles in the bag of positions that are searched.
    moves:   all moves share half of the search; this many, the best of them, share the other half. With too
             few nodes for that they are the best static moves.
    nodes:   limit per move; estimates decide what the search has not proven. Games are reproducible.
    seconds: limit per move; None for no limit. With it games are not reproducible.
    memory:  limit in megabytes.

    Raises ConfigError when a value is out of range.
    """

    bag: int = 1
    moves: int = 10
    nodes: int = 60_000
    seconds: float | None = None
    memory: int = 64

    def __post_init__(self) -> None:
        check_range("preendgame.bag", self.bag, 1, MAX_IN_BAG)
        check_range("preendgame.moves", self.moves, 1, _MAX_MOVES)
        check_range("preendgame.nodes", self.nodes, 1, MAX_NODES)
        check_range("preendgame.memory", self.memory, 1, MAX_MEMORY)
        check_seconds("preendgame.seconds", self.seconds)

    def suits(self, position: Position) -> bool:
        """Return True if the player searches this position of two players."""
        return position.bag_count <= self.bag and can_solve_preendgame(position)
