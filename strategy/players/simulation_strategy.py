"""Strategies that simulate moves, and strategies of any kind by name.

This is only the description of such a player; `sims.games.simulation_player` simulates.
"""

from dataclasses import dataclass
from pathlib import Path

from movegen.configs import list_configs
from movegen.errors import MAX_NAME, ConfigError, one_line, quote
from strategy.leaves import TABLE_SUFFIXES
from strategy.players.program_strategy import ProgramStrategy, ProgramStrategyConfig
from strategy.players.simulation_config import SimulationConfig
from strategy.players.static import StaticStrategy, check_static
from strategy.players.strategy_files import load_strategy_config


@dataclass(frozen=True)
class SimulationStrategy:
    """A strategy that makes the best static move by rollouts; see `SimulationConfig`.

    >>> SimulationStrategy.load("champion").evaluator
    <StaticStrategy static>
    """

    config: SimulationConfig
    evaluator: StaticStrategy

    def __repr__(self) -> str:
        return f"<SimulationStrategy {one_line(self.name, MAX_NAME)}>"

    @classmethod
    def load(cls, name_or_path: str | Path) -> "SimulationStrategy":
        """Load the strategy `configs/strategies/<name>.toml`, or that of a path ending in `.toml`.

        Raises
        ------
        UnknownNameError: there is no strategy of this name, or of that of the evaluator.
        ConfigError: a file is malformed, the strategy does not simulate, or its evaluator does.
        """
        config = load_strategy_config(name_or_path)
        if not isinstance(config, SimulationConfig):
            raise ConfigError(f"the strategy {quote(str(name_or_path))} does not simulate")
        return cls._from_config(config, name_or_path)

    @classmethod
    def _from_config(cls, config: SimulationConfig, file: str | Path) -> "SimulationStrategy":
        try:
            return cls(config, StaticStrategy.load(config.evaluator))
        except ConfigError as error:
            if error.file is None:
                raise ConfigError(error.problem, file=file, key="evaluator", cure=error.cure) from None
            raise

    @property
    def name(self) -> str:
        """The name of the configuration."""
        return self.config.name


Strategy = StaticStrategy | SimulationStrategy | ProgramStrategy
"""A strategy of any kind."""


def list_strategies() -> list[str]:
    """Return the names that `load_strategy` accepts, sorted.

    >>> "static" in list_strategies()
    True
    """
    return list_configs("strategies")


def load_strategy(name_or_path: str | Path) -> Strategy:
    """Load the strategy of a name or path, of any kind.

    See `StaticStrategy.load` and `SimulationStrategy.load`, also for errors.

    >>> load_strategy("static").name
    'static'
    """
    if str(name_or_path).lower().endswith(TABLE_SUFFIXES):
        return StaticStrategy.load(name_or_path)
    config = load_strategy_config(name_or_path)
    if isinstance(config, SimulationConfig):
        return SimulationStrategy._from_config(config, name_or_path)
    if isinstance(config, ProgramStrategyConfig):
        return ProgramStrategy(config)
    return StaticStrategy(config)


def static_part(strategy: Strategy) -> StaticStrategy:
    """Return the static strategy that a strategy is or simulates with; for a program `greedy`, for any tiles.

    Rules that it cannot play, the strategy cannot play either. Raises ConfigError if it is no strategy.
    """
    if isinstance(strategy, ProgramStrategy):
        return StaticStrategy.load("greedy")
    if isinstance(strategy, SimulationStrategy):
        return strategy.evaluator
    check_static(strategy)
    return strategy


def is_timed(strategy: Strategy) -> bool:
    """Return True if moves depend on the clock, so that games are not reproducible; False for programs."""
    config = strategy.config
    if isinstance(config, ProgramStrategyConfig):
        return False
    searches = (config.endgame, config.preendgame)
    limits = [search.seconds for search in searches if search is not None]
    if isinstance(config, SimulationConfig):
        limits += [config.seconds, config.game_seconds]
    return any(limit is not None for limit in limits)


def plays_turn_by_turn(strategy: Strategy, players: int) -> bool:
    """Return True if moves in a game of `players` players need more than the core's static play."""
    config = strategy.config
    if isinstance(config, ProgramStrategyConfig):
        return True
    searches = config.endgame is not None or config.preendgame is not None
    return isinstance(strategy, SimulationStrategy) or (searches and players == 2)
