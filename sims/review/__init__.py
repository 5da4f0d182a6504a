"""The review of games: mistakes, chances to win, luck, and the turning point."""

from sims.review.game_review import GameReview, review_game
from sims.review.player_review import PlayerReview
from sims.review.turn_chances import TurnChances
from sims.review.turn_review import TurnReview, is_bingo

__all__ = ["GameReview", "PlayerReview", "TurnChances", "TurnReview", "is_bingo", "review_game"]
