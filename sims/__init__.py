"""Experiments: games between strategies."""

from sims.selfplay import play_game
from sims.static_games import StaticGames, play_static_games

__all__ = ["StaticGames", "play_game", "play_static_games"]
