"""A player's move with an empty bag."""

from movegen.lexicon import Lexicon
from movegen.moves import Move
from movegen.position import Position
from strategy.endgame import solve_endgame
from strategy.endgame_config import EndgameConfig
from strategy.leaves import MILLI


def endgame_move(
    config: EndgameConfig, position: Position, lexicon: Lexicon, seconds: float | None = None
) -> tuple[Move, int]:
    """The move that gains most until the end of the game, and how much that is: milli-points.

    The game ends as its rules say. `seconds` is a limit besides that of the configuration. Without either the
    same arguments give the same move. Raises what `solve_endgame` does.
    """
    limits = [limit for limit in (config.seconds, seconds) if limit is not None]
    best = solve_endgame(
        position,
        lexicon,
        scoreless_turns=position.rules.scoreless_turns,
        memory=config.memory,
        seconds=min(limits, default=None),
        nodes=config.nodes,
    ).moves[0]
    return best.move, best.value * MILLI
