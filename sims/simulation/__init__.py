"""Monte-Carlo simulation: rollouts, successive elimination of candidates, win models, and analyses by it."""

from sims.simulation.distributions import BIN_WIDTH, BINS, FIRST_BIN, Distribution
from sims.simulation.plan import SimulationPlan
from sims.simulation.rollout_batches import RolloutWorkers
from sims.simulation.rollouts import TO_THE_END, RolloutBatch, RolloutSetting, roll_out
from sims.simulation.simulation import simulate
from sims.simulation.simulation_evaluation import (
    SimulationEvaluation,
    evaluate_by_simulation,
    simulation_obstacle,
)
from sims.simulation.simulation_result import PlyMeans, SimulatedMove, Simulation, Stop
from sims.simulation.win_model import NormalWinModel, TableWinModel, win_model_for
from strategy.winprob import MILLION, WinModel

__all__ = [
    "BINS",
    "BIN_WIDTH",
    "FIRST_BIN",
    "MILLION",
    "TO_THE_END",
    "Distribution",
    "NormalWinModel",
    "PlyMeans",
    "RolloutBatch",
    "RolloutSetting",
    "RolloutWorkers",
    "SimulatedMove",
    "Simulation",
    "SimulationEvaluation",
    "SimulationPlan",
    "Stop",
    "TableWinModel",
    "WinModel",
    "evaluate_by_simulation",
    "roll_out",
    "simulate",
    "simulation_obstacle",
    "win_model_for",
]
