"""Monte-Carlo simulation: rollouts, successive elimination of candidates, win models, and analyses by it.

A name is imported from its module when it is first used, since an analysis that simulates nothing needs the
plan and the result of a simulation, but not what runs it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from strategy.winprob import MILLION, WinModel

if TYPE_CHECKING:
    from sims.simulation.distributions import BIN_WIDTH, BINS, FIRST_BIN, Distribution
    from sims.simulation.plan import TO_THE_END, Continuation, SimulationPlan
    from sims.simulation.position_simulation import evaluate_by_simulation, simulation_obstacle
    from sims.simulation.rollout_batches import RolloutBatches, RolloutWorkers
    from sims.simulation.rollouts import RolloutBatch, RolloutSetting, roll_out
    from sims.simulation.simulation import simulate
    from sims.simulation.simulation_evaluation import SimulationEvaluation
    from sims.simulation.simulation_result import (
        RANK_FIGURES,
        PlyMeans,
        SimulatedMove,
        Simulation,
        Stop,
        format_figure,
    )
    from sims.simulation.win_model import NormalWinModel, TableWinModel, win_chances, win_model_for

__all__ = [
    "BINS",
    "BIN_WIDTH",
    "FIRST_BIN",
    "MILLION",
    "RANK_FIGURES",
    "TO_THE_END",
    "Continuation",
    "Distribution",
    "NormalWinModel",
    "PlyMeans",
    "RolloutBatch",
    "RolloutBatches",
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
    "format_figure",
    "roll_out",
    "simulate",
    "simulation_obstacle",
    "win_chances",
    "win_model_for",
]

_MODULES = {
    "BINS": "sims.simulation.distributions",
    "BIN_WIDTH": "sims.simulation.distributions",
    "FIRST_BIN": "sims.simulation.distributions",
    "TO_THE_END": "sims.simulation.plan",
    "Distribution": "sims.simulation.distributions",
    "NormalWinModel": "sims.simulation.win_model",
    "PlyMeans": "sims.simulation.simulation_result",
    "RolloutBatch": "sims.simulation.rollouts",
    "RolloutBatches": "sims.simulation.rollout_batches",
    "RolloutSetting": "sims.simulation.rollouts",
    "RolloutWorkers": "sims.simulation.rollout_batches",
    "RANK_FIGURES": "sims.simulation.simulation_result",
    "format_figure": "sims.simulation.simulation_result",
    "SimulatedMove": "sims.simulation.simulation_result",
    "Simulation": "sims.simulation.simulation_result",
    "SimulationEvaluation": "sims.simulation.simulation_evaluation",
    "SimulationPlan": "sims.simulation.plan",
    "Continuation": "sims.simulation.plan",
    "Stop": "sims.simulation.simulation_result",
    "TableWinModel": "sims.simulation.win_model",
    "evaluate_by_simulation": "sims.simulation.position_simulation",
    "roll_out": "sims.simulation.rollouts",
    "simulate": "sims.simulation.simulation",
    "simulation_obstacle": "sims.simulation.position_simulation",
    "win_chances": "sims.simulation.win_model",
    "win_model_for": "sims.simulation.win_model",
}


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
