"""The review of games and their lines: mistakes, chances to win, luck, and the turning point."""

from sims.review.game_review import GameReview, review_game
from sims.review.line_review import LineReview, review_line
from sims.review.player_review import PlayerReview
from sims.review.turn_chances import TurnChances
from sims.review.turn_review import TurnReview, is_bingo

__all__ = [
    "GameReview",
    "LineReview",
    "PlayerReview",
    "TurnChances",
    "TurnReview",
    "is_bingo",
    "review_game",
    "review_line",
]
