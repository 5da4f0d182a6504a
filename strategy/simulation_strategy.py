"""Strategies that simulate moves, and strategies of any kind by name.

How moves are simulated is known to `sims.simulation_player`; here is what such a player goes by.
"""

from dataclasses import dataclass
from pathlib import Path

from movegen.errors import ConfigError, shown
from strategy.leave_files import TABLE_SUFFIXES
from strategy.simulation_config import SimulationConfig
from strategy.static import StaticStrategy
from strategy.strategy_files import load_strategy_config


@dataclass(frozen=True)
class SimulationStrategy:
    """Makes the move that does best in rollouts of the best static ones; see `SimulationConfig`."""

    config: SimulationConfig
    evaluator: StaticStrategy

    @classmethod
    def load(cls, name_or_path: str | Path) -> "SimulationStrategy":
        """The strategy `configs/strategies/<name>.toml`, or that of a path ending in `.toml`.

        Raises
        ------
        UnknownNameError: no strategy goes by the name, or by that of the evaluator.
        ConfigError: a file is malformed, the strategy does not simulate, or its evaluator does.
        """
        config = load_strategy_config(name_or_path)
        if not isinstance(config, SimulationConfig):
            raise ConfigError(f"the strategy {shown(str(name_or_path))} does not simulate")
        return cls._of(config, name_or_path)

    @classmethod
    def _of(cls, config: SimulationConfig, file: str | Path) -> "SimulationStrategy":
        try:
            return cls(config, StaticStrategy.load(config.evaluator))
        except ConfigError as error:
            if error.file is None:
                raise ConfigError(error.what, file=file, key="evaluator", cure=error.cure) from None
            raise

    @property
    def name(self) -> str:
        """The name of its configuration."""
        return self.config.name


Strategy = StaticStrategy | SimulationStrategy
"""A player."""


def load_strategy(name_or_path: str | Path) -> Strategy:
    """The strategy of this name or path, of the kind that its file says.

    See `StaticStrategy.load` and `SimulationStrategy.load`, also for what they raise.
    """
    if str(name_or_path).lower().endswith(TABLE_SUFFIXES):
        return StaticStrategy.load(name_or_path)
    config = load_strategy_config(name_or_path)
    if isinstance(config, SimulationConfig):
        return SimulationStrategy._of(config, name_or_path)
    return StaticStrategy(config)


def is_timed(strategy: Strategy) -> bool:
    """Whether the clock has a part in its moves, so that its games are others when they are played again."""
    config = strategy.config
    searches = (config.endgame, config.preendgame)
    limits = [search.seconds for search in searches if search is not None]
    if isinstance(config, SimulationConfig):
        limits += [config.seconds, config.game_seconds]
    return any(limit is not None for limit in limits)


def plays_turn_by_turn(strategy: Strategy, players: int) -> bool:
    """Whether more than the core's static play goes into its moves, in a game of so many."""
    config = strategy.config
    searches = config.endgame is not None or config.preendgame is not None
    return isinstance(strategy, SimulationStrategy) or (searches and players == 2)
