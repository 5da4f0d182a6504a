"""Matches, tournaments and tests of decisions as text, JSON and CSV: which strategy is stronger."""

from jackdaw.matches.judge_json import judge_csv, judge_json
from jackdaw.matches.judge_report import JudgeReport, judge_view
from jackdaw.matches.match_json import pit_json, tournament_csv, tournament_json
from jackdaw.matches.pit_report import pit_view
from jackdaw.matches.tournament_report import tournament_view

__all__ = [
    "JudgeReport",
    "judge_csv",
    "judge_json",
    "judge_view",
    "pit_json",
    "pit_view",
    "tournament_csv",
    "tournament_json",
    "tournament_view",
]
