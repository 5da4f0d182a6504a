"""Strategies that simulate moves, and strategies of any kind by name.

How moves are simulated is known to `sims.simulation_player`; here is what such a player goes by.
"""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from movegen.configs import load_config
from movegen.errors import ConfigError
from strategy.leave_files import TABLE_SUFFIXES
from strategy.simulation_config import SimulationConfig, is_simulation
from strategy.static import StaticStrategy


@dataclass(frozen=True)
class SimulationStrategy:
    """Makes the move that does best in rollouts of the best static ones; see `SimulationConfig`."""

    config: SimulationConfig
    evaluator: StaticStrategy

    @classmethod
    def load(cls, name_or_path: str | Path) -> "SimulationStrategy":
        """The strategy `configs/strategies/<name>.toml`, or that of a path ending in `.toml`.

        The path of an evaluator is relative to the strategy's file.

        Raises
        ------
        UnknownNameError: no strategy goes by the name, or by that of the evaluator.
        ConfigError: a file is malformed, or the evaluator simulates too.
        """
        config = load_config("strategies", name_or_path, SimulationConfig)
        place = config.evaluator
        if place.lower().endswith((".toml", *TABLE_SUFFIXES)):
            place = str(Path(name_or_path).parent / place)
            config = msgspec.structs.replace(config, evaluator=place)
        try:
            return cls(config, StaticStrategy.load(place))
        except ConfigError as error:
            if error.file is None:
                raise ConfigError(error.what, file=name_or_path, key="evaluator", cure=error.cure) from None
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
    if not str(name_or_path).lower().endswith(TABLE_SUFFIXES) and is_simulation(name_or_path):
        return SimulationStrategy.load(name_or_path)
    return StaticStrategy.load(name_or_path)


def is_timed(strategy: Strategy) -> bool:
    """Whether the clock has a part in its moves, so that its games are others when they are played again."""
    return isinstance(strategy, SimulationStrategy) and strategy.config.seconds is not None
