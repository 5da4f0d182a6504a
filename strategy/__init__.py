"""Judgement: what a move is worth, and players by name.

>>> from movegen import read_cgp
>>> from strategy import load_strategy
>>> position = read_cgp("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0")
>>> load_strategy("rackh3").candidates(position)[0].score
66
"""

from movegen.configs import list_configs
from strategy.analysis import (
    GameAnalysis,
    Method,
    PlayerTotals,
    PositionAnalysis,
    RackKnowledge,
    analyze_game,
    analyze_position,
)
from strategy.candidates import Candidate, CandidateList
from strategy.endgame import EndgameMove, EndgameResult, solve_endgame
from strategy.endgame_analysis import EndgameAnalysis, EndgamePlan, solve_analysis
from strategy.inference import infer_from_game, infer_racks
from strategy.inferred_racks import InferredRacks
from strategy.klv2 import read_klv2, write_klv2
from strategy.last_move import LastMove
from strategy.leave_files import list_leaves, load_leaves
from strategy.leave_table import LeaveTable
from strategy.leaves import Leaves
from strategy.played_move import PlayedMove
from strategy.preendgame import solve_preendgame
from strategy.preendgame_analysis import PreendgameAnalysis, PreendgamePlan, preendgame_analysis
from strategy.preendgame_result import PreendgameMove, PreendgameOutcome, PreendgameResult
from strategy.simulation_strategy import SimulationStrategy, Strategy, load_strategy
from strategy.static import StaticStrategy
from strategy.win_table import WinTable

__all__ = [
    "Candidate",
    "CandidateList",
    "EndgameAnalysis",
    "EndgameMove",
    "EndgamePlan",
    "EndgameResult",
    "GameAnalysis",
    "InferredRacks",
    "LastMove",
    "LeaveTable",
    "Leaves",
    "Method",
    "PlayedMove",
    "PlayerTotals",
    "PositionAnalysis",
    "PreendgameAnalysis",
    "PreendgameMove",
    "PreendgameOutcome",
    "PreendgamePlan",
    "PreendgameResult",
    "RackKnowledge",
    "SimulationStrategy",
    "StaticStrategy",
    "Strategy",
    "WinTable",
    "analyze_game",
    "analyze_position",
    "infer_from_game",
    "infer_racks",
    "list_leaves",
    "list_strategies",
    "load_leaves",
    "load_strategy",
    "preendgame_analysis",
    "read_klv2",
    "solve_analysis",
    "solve_endgame",
    "solve_preendgame",
    "write_klv2",
]


def list_strategies() -> list[str]:
    """The names that `load_strategy` knows, sorted."""
    return list_configs("strategies")
