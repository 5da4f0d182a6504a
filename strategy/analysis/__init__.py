"""Analysis of positions and games: candidates, their evaluation, the played move, luck, and mistakes.

Static evaluation, pre-endgame search and endgame search are here; `sims.simulation` adds simulation.
"""

from strategy.analysis.draw_values import Draw, DrawValues, split_rack, value_draws
from strategy.analysis.endgame_evaluation import (
    NODES_PER_TURN,
    EndgameEvaluation,
    EndgamePlan,
    evaluate_endgame,
)
from strategy.analysis.evaluation import Evaluation, Method, StaticEvaluation, StopReason, static_win_chance
from strategy.analysis.game_analysis import (
    GameAnalysis,
    PlayerTotals,
    analyze_game,
    lexicon_for_game,
    played_moves,
)
from strategy.analysis.grading import DEFAULT_GRADES, GradingScheme
from strategy.analysis.luck import measure_luck
from strategy.analysis.mistakes import Grade, GradedBy, Mistake
from strategy.analysis.played_move import PlayedMove, find_move, invalid_words
from strategy.analysis.position_analysis import PositionAnalysis, RackKnowledge, analyze_position
from strategy.analysis.preendgame_evaluation import (
    MAX_SEARCHED_BAG,
    NODES_PER_POSITION,
    PreendgameEvaluation,
    PreendgamePlan,
    evaluate_preendgame,
)

__all__ = [
    "DEFAULT_GRADES",
    "MAX_SEARCHED_BAG",
    "NODES_PER_POSITION",
    "NODES_PER_TURN",
    "Draw",
    "DrawValues",
    "EndgameEvaluation",
    "EndgamePlan",
    "Evaluation",
    "GameAnalysis",
    "Grade",
    "GradedBy",
    "GradingScheme",
    "Method",
    "Mistake",
    "PlayedMove",
    "PlayerTotals",
    "PositionAnalysis",
    "PreendgameEvaluation",
    "PreendgamePlan",
    "RackKnowledge",
    "StaticEvaluation",
    "StopReason",
    "analyze_game",
    "analyze_position",
    "evaluate_endgame",
    "evaluate_preendgame",
    "find_move",
    "invalid_words",
    "lexicon_for_game",
    "measure_luck",
    "played_moves",
    "split_rack",
    "static_win_chance",
    "value_draws",
]
