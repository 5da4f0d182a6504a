"""Players: static, simulating and outside strategies, their files, handicaps, and moves by search."""

from strategy.players.best_moves import best_moves
from strategy.players.candidates import Candidate, CandidateList
from strategy.players.endgame_player import endgame_move
from strategy.players.installed_values import (
    VALUE_SUFFIXES,
    all_installed_checksum,
    describe_installed,
    fit_strategy,
    install_leaves,
    install_win_table,
    installation_file,
    installed_checksum,
    installed_leaves,
    installed_win_table,
    static_strategy_for,
)
from strategy.players.native_strategy import (
    MAX_DENSE_LEAVES,
    core_strategy,
    make_core_leaves,
    make_core_strategy,
)
from strategy.players.preendgame_config import PreendgameConfig
from strategy.players.program_strategy import ProgramStrategy
from strategy.players.simulation_config import Plies, RankBy, SimulationConfig
from strategy.players.simulation_strategy import (
    SimulationStrategy,
    Strategy,
    is_timed,
    list_strategies,
    load_strategy,
    plays_turn_by_turn,
    static_part,
)
from strategy.players.static import RandomSource, StaticStrategy, check_static
from strategy.players.strategy_files import StrategyConfig

__all__ = [
    "MAX_DENSE_LEAVES",
    "VALUE_SUFFIXES",
    "Candidate",
    "CandidateList",
    "Plies",
    "PreendgameConfig",
    "ProgramStrategy",
    "RandomSource",
    "RankBy",
    "SimulationConfig",
    "SimulationStrategy",
    "StaticStrategy",
    "Strategy",
    "StrategyConfig",
    "all_installed_checksum",
    "best_moves",
    "check_static",
    "core_strategy",
    "describe_installed",
    "endgame_move",
    "fit_strategy",
    "install_leaves",
    "install_win_table",
    "installation_file",
    "installed_checksum",
    "installed_leaves",
    "installed_win_table",
    "is_timed",
    "list_strategies",
    "load_strategy",
    "make_core_leaves",
    "make_core_strategy",
    "plays_turn_by_turn",
    "static_part",
    "static_strategy_for",
]
