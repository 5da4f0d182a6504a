"""How players solve endgames, as the files of strategies tell it: the table `[endgame]`."""

import msgspec

from movegen.configs import check_range
from movegen.errors import ConfigError

MOST_NODES = 1_000_000_000_000
MOST_MEMORY = 1 << 20


class EndgameConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a player does with an empty bag in games of two: search to the end of the game.

    Attributes
    ----------
    nodes:   at most, for a move; what is not proven by then is played by the best estimate. So games are the
             same whenever they are played again.
    seconds: at most, for a move; None for no such limit. With it they are not.
    memory:  megabytes.

    Raises ConfigError when a value is out of range.
    """

    nodes: int = 200_000
    seconds: float | None = None
    memory: int = 64

    def __post_init__(self) -> None:
        check_range("endgame.nodes", self.nodes, 1, MOST_NODES)
        check_range("endgame.memory", self.memory, 1, MOST_MEMORY)
        check_seconds("endgame.seconds", self.seconds)


def check_seconds(key: str, seconds: float | None) -> None:
    """Raise ConfigError for a limit that is no time."""
    if seconds is not None and not 0 < seconds < float("inf"):
        raise ConfigError(f"{seconds} seconds", key=key, cure="give more than 0")
