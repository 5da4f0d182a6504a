"""How players search pre-endgames, as the files of strategies tell it: the table `[preendgame]`."""

import msgspec

from movegen.configs import check_range
from strategy.endgame_config import MOST_MEMORY, MOST_NODES, check_seconds

_MOST_MOVES = 1000


class PreendgameConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a player does with one tile in the bag in games of two: search for the move that wins most often.

    Attributes
    ----------
    moves:   so many of the best static ones are looked at.
    nodes:   at most, for a move; what is not settled by then is judged by estimates. So games are the same
             whenever they are played again.
    seconds: at most, for a move; None for no such limit. With it they are not.
    memory:  megabytes.

    Raises ConfigError when a value is out of range.
    """

    moves: int = 10
    nodes: int = 20_000
    seconds: float | None = None
    memory: int = 64

    def __post_init__(self) -> None:
        check_range("preendgame.moves", self.moves, 1, _MOST_MOVES)
        check_range("preendgame.nodes", self.nodes, 1, MOST_NODES)
        check_range("preendgame.memory", self.memory, 1, MOST_MEMORY)
        check_seconds("preendgame.seconds", self.seconds)
