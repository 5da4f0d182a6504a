"""Experiments: games between strategies."""

from sims.selfplay import play_game

__all__ = ["play_game"]
