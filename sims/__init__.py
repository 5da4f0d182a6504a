"""Experiments: games between strategies, and moves simulated."""

from sims.chosen_move import MoveChooser
from sims.games import play_game, play_games
from sims.rollouts import RolloutBatch, RolloutSetting, roll_out
from sims.simulated_analysis import SimulatedAnalysis, simulate_analysis
from sims.simulation import SimulatedMove, Simulation, Stop, simulate
from sims.simulation_plan import SimulationPlan
from sims.static_games import StaticGames, play_static_games
from sims.winning import NormalWinModel, TableWinModel, WinModel, win_model_for

__all__ = [
    "MoveChooser",
    "NormalWinModel",
    "RolloutBatch",
    "RolloutSetting",
    "SimulatedAnalysis",
    "SimulatedMove",
    "Simulation",
    "SimulationPlan",
    "StaticGames",
    "Stop",
    "TableWinModel",
    "WinModel",
    "play_game",
    "play_games",
    "play_static_games",
    "roll_out",
    "simulate",
    "simulate_analysis",
    "win_model_for",
]
