"""Tournaments of strategies: configuration, pairings, Swiss rounds, standings, and playing them."""

from sims.tournament.standings import BYE_SPREAD
from sims.tournament.tournament import TournamentConfig, load_tournament
from sims.tournament.tournament_games import Tournament, TournamentReport

__all__ = ["BYE_SPREAD", "Tournament", "TournamentConfig", "TournamentReport", "load_tournament"]
