"""Matches and tournaments as text, JSON and CSV: the results, ratings and speed of strategies."""

from jackdaw.matches.match_json import pit_json, tournament_csv, tournament_json
from jackdaw.matches.pit_report import pit_view
from jackdaw.matches.tournament_report import tournament_view

__all__ = ["pit_json", "pit_view", "tournament_csv", "tournament_json", "tournament_view"]
