"""The analysis pipeline: plans choose the method for each position, and the analyzer carries it out."""

from sims.analysis.analysis_plan import AnalysisPlan, can_search_candidates, has_few_tiles
from sims.analysis.analyzer import Analyzer, GameProgress
from sims.analysis.best_moves import evaluate_best_moves
from sims.analysis.preendgame_search import PreendgameReport, search_preendgame
from sims.analysis.simulated_candidates import CandidatesEvaluation, evaluate_candidates
from sims.analysis.simulated_ends import simulate_ends

__all__ = [
    "AnalysisPlan",
    "Analyzer",
    "CandidatesEvaluation",
    "GameProgress",
    "PreendgameReport",
    "can_search_candidates",
    "evaluate_best_moves",
    "evaluate_candidates",
    "has_few_tiles",
    "search_preendgame",
    "simulate_ends",
]
