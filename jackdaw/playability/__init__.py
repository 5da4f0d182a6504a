"""Playability of words: the run over games of self-play, and its figures as text, JSON and CSV."""

from jackdaw.playability.playability_report import (
    PlayabilityReport,
    RankBy,
    WordFilter,
    playability_csv,
    playability_json,
    playability_view,
    report_playability,
)
from jackdaw.playability.run import PlayabilityRun, conclude_playability, play_games

__all__ = [
    "PlayabilityReport",
    "PlayabilityRun",
    "RankBy",
    "WordFilter",
    "conclude_playability",
    "play_games",
    "playability_csv",
    "playability_json",
    "playability_view",
    "report_playability",
]
