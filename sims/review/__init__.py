"""The review of games: mistakes, chances to win, luck, and the turning point."""

from sims.review.game_review import GameReview, PlayerReview, TurnReview, review_game
from sims.review.turn_chances import TurnChances

__all__ = ["GameReview", "PlayerReview", "TurnChances", "TurnReview", "review_game"]
