"""Players with an empty bag: the table `[endgame]` of a strategy's file, and the move."""

from typing import Any

import msgspec

from movegen.board import Move
from movegen.configs import check_range
from movegen.errors import ConfigError
from movegen.lexicon import Lexicon
from movegen.position import Position
from strategy.endgame import solve_endgame
from strategy.leaves import MILLI
from strategy.search_control import MAX_MEMORY, NO_CONTROL, SearchControl, SearchLimits

MAX_NODES = 1_000_000_000_000


class EndgameConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player's search with an empty bag in games of two, to the end of the game.

    Attributes
    ----------
    nodes:   limit per move; without a proof the player makes the move of the best estimate. Games are
             reproducible.
    seconds: limit per move; None for no limit. With it games are not reproducible.
    memory:  limit in megabytes.

    Raises ConfigError when a value is out of range.
    """

    nodes: int = 200_000
    seconds: float | None = None
    memory: int = 64

    def __post_init__(self) -> None:
        check_range("endgame.nodes", self.nodes, 1, MAX_NODES)
        check_range("endgame.memory", self.memory, 1, MAX_MEMORY)
        check_seconds("endgame.seconds", self.seconds)


def check_seconds(key: str, seconds: float | None) -> None:
    """Raise ConfigError unless a time limit is None or positive and finite."""
    if seconds is not None and not 0 < seconds < float("inf"):
        raise ConfigError(f"{seconds} seconds", key=key, cure="give more than 0")


def endgame_move(
    config: EndgameConfig,
    position: Position,
    lexicon: Lexicon,
    seconds: float | None = None,
    control: SearchControl[Any] = NO_CONTROL,
) -> tuple[Move, int]:
    """Return the move that gains most until the end of the game by its rules, and the gain in milli-points.

    `seconds` is a limit in addition to that of the configuration. Without either the same arguments give the
    same move. `control` can stop the search, which gives the best move so far.
    Raises the errors of `solve_endgame`.
    """
    limits = [limit for limit in (config.seconds, seconds) if limit is not None]
    best = solve_endgame(
        position,
        lexicon,
        scoreless_turns=position.rules.scoreless_turns,
        limits=SearchLimits(
            memory=config.memory, seconds=min(limits, default=None), nodes=config.nodes, narrow=False
        ),
        control=control,
    ).moves[0]
    return best.move, best.value * MILLI
