"""Experiments: rollouts and simulations, games, matches, tournaments, training, and games with people.

A name is imported from its folder when it is first used, so that programs load no more than they use.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from movegen.distribution import hidden_package_error

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

_FOLDERS = {
    "AnalysisPlan": "sims.analysis",
    "Analyzer": "sims.analysis",
    "Explanation": "sims.explanation",
    "MoveChooser": "sims.games",
    "NormalWinModel": "sims.simulation",
    "RolloutBatch": "sims.simulation",
    "RolloutSetting": "sims.simulation",
    "SimulatedMove": "sims.simulation",
    "Simulation": "sims.simulation",
    "SimulationEvaluation": "sims.simulation",
    "SimulationPlan": "sims.simulation",
    "StaticGames": "sims.games",
    "Stop": "sims.simulation",
    "TableWinModel": "sims.simulation",
    "WinModel": "sims.simulation",
    "evaluate_by_simulation": "sims.simulation",
    "explain": "sims.explanation",
    "play_game": "sims.games",
    "play_games": "sims.games",
    "play_static_games": "sims.games",
    "roll_out": "sims.simulation",
    "simulate": "sims.simulation",
    "win_model_for": "sims.simulation",
}


def __getattr__(name: str) -> object:
    if name in _FOLDERS:
        try:
            return getattr(import_module(_FOLDERS[name]), name)
        except ImportError as error:
            raise hidden_package_error(error) or error from None
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
