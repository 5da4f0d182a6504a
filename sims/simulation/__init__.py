"""Monte-Carlo simulation: rollouts, successive elimination of candidates, win models, and analyses by it.

A name is imported from its module when it is first used, since an analysis that simulates nothing needs the
plan and the result of a simulation, but not what runs it.
"""

from typing import TYPE_CHECKING

from movegen.lazy_names import lazy_names
from strategy.winprob import MILLION, WinModel

if TYPE_CHECKING:
    from sims.simulation.distributions import BIN_WIDTH, BINS, FIRST_BIN, Distribution
    from sims.simulation.plan import (
        COMPARED_MOVES,
        MAX_ENDGAME_NODES,
        TO_THE_END,
        Continuation,
        SimulationPlan,
        check_endgame_nodes,
    )
    from sims.simulation.position_simulation import evaluate_by_simulation, simulation_obstacle
    from sims.simulation.rollout_batches import RolloutBatches, RolloutWorkers
    from sims.simulation.rollouts import RolloutBatch, RolloutSetting, roll_out
    from sims.simulation.screening import screen, simulate_screened
    from sims.simulation.simulation import simulate
    from sims.simulation.simulation_evaluation import SimulationEvaluation
    from sims.simulation.simulation_result import (
        RANK_FIGURES,
        MoveDifference,
        PlyMeans,
        SimulatedMove,
        Simulation,
        Stop,
        format_error,
        format_figure,
    )
    from sims.simulation.win_model import NormalWinModel, TableWinModel, win_chances, win_model_for

__all__ = [
    "BINS",
    "BIN_WIDTH",
    "COMPARED_MOVES",
    "FIRST_BIN",
    "MAX_ENDGAME_NODES",
    "MILLION",
    "RANK_FIGURES",
    "TO_THE_END",
    "Continuation",
    "Distribution",
    "MoveDifference",
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
    "check_endgame_nodes",
    "evaluate_by_simulation",
    "format_error",
    "format_figure",
    "roll_out",
    "screen",
    "simulate",
    "simulate_screened",
    "simulation_obstacle",
    "win_chances",
    "win_model_for",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "sims.simulation.distributions": "BIN_WIDTH BINS FIRST_BIN Distribution",
        "sims.simulation.plan": (
            "COMPARED_MOVES MAX_ENDGAME_NODES TO_THE_END Continuation SimulationPlan check_endgame_nodes"
        ),
        "sims.simulation.position_simulation": "evaluate_by_simulation simulation_obstacle",
        "sims.simulation.rollout_batches": "RolloutBatches RolloutWorkers",
        "sims.simulation.rollouts": "RolloutBatch RolloutSetting roll_out",
        "sims.simulation.screening": "screen simulate_screened",
        "sims.simulation.simulation": "simulate",
        "sims.simulation.simulation_evaluation": "SimulationEvaluation",
        "sims.simulation.simulation_result": (
            "RANK_FIGURES MoveDifference PlyMeans SimulatedMove Simulation Stop format_error format_figure"
        ),
        "sims.simulation.win_model": "NormalWinModel TableWinModel win_chances win_model_for",
    },
)
