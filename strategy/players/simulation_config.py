"""Strategies of kind "simulation" in TOML files."""

from typing import Literal

import msgspec

from movegen.configs import check_range
from movegen.errors import ConfigError
from strategy.players.endgame_player import EndgameConfig, check_seconds
from strategy.players.preendgame_config import PreendgameConfig

SIMULATION = "simulation"

Plies = int | Literal["end"]
"""The plies of a rollout after the candidate; "end" for the end of the game."""
RankBy = Literal["utility", "win", "equity"]
"""The measure that ranks candidates: utility (`strategy.winprob.utility`), chance to win, or equity."""

_MAX_PLIES = 1000
_MAX_CANDIDATES = 1000
_MAX_ITERATIONS = 1_000_000_000
_MIN_NODES, _MAX_NODES = 2, 1_000_000_000
_MIN_COMPARED, _MAX_COMPARED = 2, 100
_SCREENING = ("screened", "candidates")
_RANGES = {
    "candidates": (1, _MAX_CANDIDATES),
    "preendgame_candidates": (1, _MAX_CANDIDATES),
    "screened": (1, _MAX_CANDIDATES),
    "preendgame_screened": (1, _MAX_CANDIDATES),
    "iterations": (1, _MAX_ITERATIONS),
    "preendgame_iterations": (1, _MAX_ITERATIONS),
    "endgame_nodes": (_MIN_NODES, _MAX_NODES),
    "compared_moves": (_MIN_COMPARED, _MAX_COMPARED),
    "preendgame_compared_moves": (_MIN_COMPARED, _MAX_COMPARED),
}


class SimulationConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A strategy that simulates, as in `configs/strategies/sim_2ply.toml`, which explains the keys.

    Attributes
    ----------
    evaluator:  the static strategy that finds candidates and plays in rollouts: a name, or a path of a
                strategy (`.toml`) or a table of leaves.
    plies:      plies of a rollout after the candidate; "end" for the end of the game.
    candidates: the number of best static moves that are rolled out.
    screened:   the number of best static moves, at least `candidates`, that quick rollouts reduce to them;
                None for none.
    endgame_nodes: nodes of the endgame search that values a rollout whose bag is empty; None to go on with
                static moves.
    compared_moves: the number of static moves that players in rollouts compare with one tile in the bag;
                None for the best static move.
    preendgame_plies, preendgame_candidates, preendgame_screened, preendgame_iterations,
                preendgame_compared_moves: the same with no more tiles in the bag than a rack holds, where
                leaves and static equity know least; None for no difference.
    iterations, seconds: limits per move; None for no limit.
    game_seconds: limit for all moves of a game; each move takes its share of the rest. One of the three
                limits is required.
    confidence: confidence at which candidates are eliminated and the simulation stops early; None for never.
    rank_by:    the measure that ranks candidates.
    endgame:    the search of endgames; None to make the best static move.
    preendgame: the search of positions with one tile in the bag; None to simulate them.
    infer:      True to infer the opponent's rack from the last move; otherwise it may be any.

    Raises ConfigError when a value is out of range or there is no limit.
    """

    name: str
    kind: Literal["simulation"]
    evaluator: str = "static"
    plies: Plies = 2
    candidates: int = 15
    preendgame_plies: Plies | None = None
    preendgame_candidates: int | None = None
    screened: int | None = None
    preendgame_screened: int | None = None
    preendgame_iterations: int | None = None
    endgame_nodes: int | None = None
    compared_moves: int | None = None
    preendgame_compared_moves: int | None = None
    iterations: int | None = None
    seconds: float | None = None
    game_seconds: float | None = None
    confidence: float | None = None
    rank_by: RankBy = "utility"
    infer: bool = False
    endgame: EndgameConfig | None = None
    preendgame: PreendgameConfig | None = None

    def __post_init__(self) -> None:
        for key, plies in (("plies", self.plies), ("preendgame_plies", self.preendgame_plies)):
            if isinstance(plies, int):
                check_range(key, plies, 0, _MAX_PLIES)
        for key, (least, most) in _RANGES.items():
            if (value := getattr(self, key)) is not None:
                check_range(key, value, least, most)
        check_seconds("seconds", self.seconds)
        check_seconds("game_seconds", self.game_seconds)
        if self.confidence is not None and not 0 < self.confidence < 1:
            raise ConfigError(
                f"a confidence of {self.confidence}",
                key="confidence",
                cure="give more than 0 and less than 1",
            )
        if self.iterations is None and self.seconds is None and self.game_seconds is None:
            raise ConfigError("no limit for a move", cure="give iterations, seconds or game_seconds")
        self._check_screened("", "")
        given = [None if getattr(self, f"preendgame_{key}") is None else "preendgame_" for key in _SCREENING]
        if any(given):
            self._check_screened(*(prefix or "" for prefix in given))

    def _check_screened(self, prefix: str, of_candidates: str) -> None:
        """Raise ConfigError if fewer moves are screened than are to be left; the keys have these prefixes."""
        key, limit = f"{prefix}screened", f"{of_candidates}candidates"
        screened, candidates = getattr(self, key), getattr(self, limit)
        if screened is not None and screened < candidates:
            raise ConfigError(
                f"{screened} moves to screen are fewer than the {candidates} candidates",
                key=key,
                cure=f"give at least {limit}, or none for no screening",
            )

    def with_bag(self, bag_count: int, rack_size: int) -> "SimulationConfig":
        """Return the configuration for a position with this many tiles in the bag.

        >>> config = SimulationConfig(
        ...     name="mine", kind="simulation", iterations=9, preendgame_candidates=60
        ... )
        >>> config.with_bag(8, 7).candidates, config.with_bag(7, 7).candidates
        (15, 60)
        """
        if bag_count > rack_size:
            return self
        keys = ("plies", "candidates", "screened", "iterations", "compared_moves")
        own = {key: getattr(self, f"preendgame_{key}") for key in keys}
        return msgspec.structs.replace(
            self, **{key: value for key, value in own.items() if value is not None}
        )
