"""Evaluation: leaves, strategies, analyses, endgames, pre-endgames, inference and win probabilities.

>>> from movegen import read_cgp
>>> from strategy import load_strategy
>>> position = read_cgp("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0")
>>> load_strategy("rackh3").candidates(position)[0].score
66

A name is imported from its folder when it is first used, so that programs load no more than they use.
"""

from typing import TYPE_CHECKING

from movegen.lazy_names import lazy_names

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

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "strategy.analysis": (
            "EndgameEvaluation EndgamePlan Evaluation GameAnalysis Method PlayedMove PlayerTotals "
            "PositionAnalysis PreendgameEvaluation PreendgamePlan RackKnowledge StaticEvaluation "
            "analyze_game analyze_position evaluate_endgame evaluate_preendgame"
        ),
        "strategy.endgame": (
            "EndgameMove EndgameResult PreendgameMove PreendgameOptions PreendgameOutcome "
            "PreendgameResult solve_endgame solve_preendgame"
        ),
        "strategy.inference": "InferredRacks LastMove infer_from_game infer_racks",
        "strategy.leaves": "Leaves LeaveTable list_leaves load_leaves read_klv2 write_klv2",
        "strategy.players": (
            "Candidate CandidateList ProgramStrategy SimulationStrategy StaticStrategy Strategy "
            "list_strategies load_strategy"
        ),
        "strategy.search_control": "SearchControl SearchLimits",
        "strategy.winprob": "WinTable",
    },
)
