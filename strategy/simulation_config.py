"""Strategies of kind "simulation" as TOML files tell them."""

from typing import Literal

import msgspec

from movegen.configs import check_range
from movegen.errors import ConfigError
from strategy.endgame_config import EndgameConfig, check_seconds
from strategy.preendgame_config import PreendgameConfig

SIMULATION = "simulation"

Plies = int | Literal["end"]
"""Of a rollout, after the candidate; "end" for to the end of the game."""
RankBy = Literal["equity", "win"]
"""What candidates are compared by: points, or the chance to win."""

_MOST_PLIES = 1000
_MOST_CANDIDATES = 1000
_MOST_ITERATIONS = 1_000_000_000


class SimulationConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A strategy that simulates, as `configs/strategies/sim_2ply.toml` gives it and explains.

    Attributes
    ----------
    evaluator:  the static strategy that finds candidates and plays in rollouts: a name, or a path of a
                strategy (`.toml`) or a table of leaves.
    plies:      of a rollout, after the candidate; "end" for to the end of the game.
    candidates: so many of the best static moves are rolled out.
    iterations, seconds: limits for a move; None for none.
    game_seconds: for all moves of a game; each takes its share of what is left. One of the three limits there
                must be.
    confidence: at which candidates are given up and the simulation stops before the limit; None: neither.
    rank_by:    what the candidates are compared by.
    endgame:    how the ends of games are solved; None: not at all, the best static move is made.
    preendgame: how positions with one tile in the bag are searched; None: they are simulated.
    infer:      whether the opponent's rack is inferred from the last move; else it may be any.

    Raises ConfigError when a value is out of range or there is no limit.
    """

    name: str
    kind: Literal["simulation"]
    evaluator: str = "static"
    plies: Plies = 2
    candidates: int = 15
    iterations: int | None = None
    seconds: float | None = None
    game_seconds: float | None = None
    confidence: float | None = None
    rank_by: RankBy = "equity"
    infer: bool = False
    endgame: EndgameConfig | None = None
    preendgame: PreendgameConfig | None = None

    def __post_init__(self) -> None:
        if self.plies != "end":
            check_range("plies", self.plies, 0, _MOST_PLIES)
        check_range("candidates", self.candidates, 1, _MOST_CANDIDATES)
        if self.iterations is not None:
            check_range("iterations", self.iterations, 1, _MOST_ITERATIONS)
        check_seconds("seconds", self.seconds)
        check_seconds("game_seconds", self.game_seconds)
        if self.confidence is not None and not 0 < self.confidence < 1:
            raise ConfigError(
                f"a confidence of {self.confidence}",
                key="confidence",
                cure="give more than 0 and less than 1",
            )
        if self.iterations is None and self.seconds is None and self.game_seconds is None:
            raise ConfigError("no limit for a move", cure="give iterations or seconds, or both")
