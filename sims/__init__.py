"""Experiments: rollouts and simulations, games, matches, tournaments, training, and games with people.

A name is imported from its folder when it is first used, so that programs load no more than they use.
"""

from typing import TYPE_CHECKING

from movegen.lazy_names import lazy_names

if TYPE_CHECKING:
    from sims.analysis import AnalysisPlan, Analyzer
    from sims.explanation import Explanation, explain
    from sims.games import MoveChooser, StaticGames, play_game, play_games, play_static_games
    from sims.simulation import (
        NormalWinModel,
        RolloutBatch,
        RolloutSetting,
        SimulatedMove,
        Simulation,
        SimulationEvaluation,
        SimulationPlan,
        Stop,
        TableWinModel,
        WinModel,
        evaluate_by_simulation,
        roll_out,
        simulate,
        win_model_for,
    )

__all__ = [
    "AnalysisPlan",
    "Analyzer",
    "Explanation",
    "MoveChooser",
    "NormalWinModel",
    "RolloutBatch",
    "RolloutSetting",
    "SimulatedMove",
    "Simulation",
    "SimulationEvaluation",
    "SimulationPlan",
    "StaticGames",
    "Stop",
    "TableWinModel",
    "WinModel",
    "evaluate_by_simulation",
    "explain",
    "play_game",
    "play_games",
    "play_static_games",
    "roll_out",
    "simulate",
    "win_model_for",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "sims.analysis": "AnalysisPlan Analyzer",
        "sims.explanation": "Explanation explain",
        "sims.games": "MoveChooser StaticGames play_game play_games play_static_games",
        "sims.simulation": (
            "NormalWinModel RolloutBatch RolloutSetting SimulatedMove Simulation SimulationEvaluation "
            "SimulationPlan Stop TableWinModel WinModel evaluate_by_simulation roll_out simulate "
            "win_model_for"
        ),
    },
)
