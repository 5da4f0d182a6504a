"""The analysis pipeline: plans choose the method for each position, and the analyzer carries it out."""

from sims.analysis.analysis_plan import AnalysisPlan
from sims.analysis.analyzer import Analyzer, GameProgress

__all__ = ["AnalysisPlan", "Analyzer", "GameProgress"]
