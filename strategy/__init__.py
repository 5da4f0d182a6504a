"""Evaluation: leaves, strategies, analyses, endgames, pre-endgames, inference and win probabilities.

>>> from movegen import read_cgp
>>> from strategy import load_strategy
>>> position = read_cgp("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0")
>>> load_strategy("rackh3").candidates(position)[0].score
66

A name is imported from its folder when it is first used, so that programs load no more than they use.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from strategy.analysis import (
        EndgameEvaluation,
        EndgamePlan,
        Evaluation,
        GameAnalysis,
        Method,
        PlayedMove,
        PlayerTotals,
        PositionAnalysis,
        PreendgameEvaluation,
        PreendgamePlan,
        RackKnowledge,
        StaticEvaluation,
        analyze_game,
        analyze_position,
        evaluate_endgame,
        evaluate_preendgame,
    )
    from strategy.endgame import (
        EndgameMove,
        EndgameResult,
        PreendgameMove,
        PreendgameOptions,
        PreendgameOutcome,
        PreendgameResult,
        solve_endgame,
        solve_preendgame,
    )
    from strategy.inference import InferredRacks, LastMove, infer_from_game, infer_racks
    from strategy.leaves import Leaves, LeaveTable, list_leaves, load_leaves, read_klv2, write_klv2
    from strategy.players import (
        Candidate,
        CandidateList,
        ProgramStrategy,
        SimulationStrategy,
        StaticStrategy,
        Strategy,
        list_strategies,
        load_strategy,
    )
    from strategy.search_control import SearchControl, SearchLimits
    from strategy.winprob import WinTable

__all__ = [
    "Candidate",
    "CandidateList",
    "EndgameEvaluation",
    "EndgameMove",
    "EndgamePlan",
    "EndgameResult",
    "Evaluation",
    "GameAnalysis",
    "InferredRacks",
    "LastMove",
    "LeaveTable",
    "Leaves",
    "Method",
    "PlayedMove",
    "PlayerTotals",
    "PositionAnalysis",
    "PreendgameEvaluation",
    "PreendgameMove",
    "PreendgameOptions",
    "PreendgameOutcome",
    "PreendgamePlan",
    "PreendgameResult",
    "ProgramStrategy",
    "RackKnowledge",
    "SearchControl",
    "SearchLimits",
    "SimulationStrategy",
    "StaticEvaluation",
    "StaticStrategy",
    "Strategy",
    "WinTable",
    "analyze_game",
    "analyze_position",
    "evaluate_endgame",
    "evaluate_preendgame",
    "infer_from_game",
    "infer_racks",
    "list_leaves",
    "list_strategies",
    "load_leaves",
    "load_strategy",
    "read_klv2",
    "solve_endgame",
    "solve_preendgame",
    "write_klv2",
]

_NAMES = {
    "strategy.analysis": (
        "EndgameEvaluation EndgamePlan Evaluation GameAnalysis Method PlayedMove PlayerTotals "
        "PositionAnalysis PreendgameEvaluation PreendgamePlan RackKnowledge StaticEvaluation "
        "analyze_game analyze_position evaluate_endgame evaluate_preendgame"
    ),
    "strategy.endgame": (
        "EndgameMove EndgameResult PreendgameMove PreendgameOptions PreendgameOutcome PreendgameResult "
        "solve_endgame solve_preendgame"
    ),
    "strategy.inference": "InferredRacks LastMove infer_from_game infer_racks",
    "strategy.leaves": "Leaves LeaveTable list_leaves load_leaves read_klv2 write_klv2",
    "strategy.players": (
        "Candidate CandidateList ProgramStrategy SimulationStrategy StaticStrategy Strategy "
        "list_strategies load_strategy"
    ),
    "strategy.search_control": "SearchControl SearchLimits",
    "strategy.winprob": "WinTable",
}
_FOLDERS = {name: folder for folder, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _FOLDERS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_FOLDERS[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
