"""Reviews of games: efforts, plans from options, settings, and the review of a game in one call."""

from jackdaw.review.effort import POSITION_EFFORTS, TURN_EFFORTS, Effort
from jackdaw.review.plans import MAX_CANDIDATES, Planner, plan_few_tiles, plan_simulation
from jackdaw.review.reviewing import SHOWN_CANDIDATES, ReviewSettings, analyze_line, review_record

__all__ = [
    "MAX_CANDIDATES",
    "POSITION_EFFORTS",
    "SHOWN_CANDIDATES",
    "TURN_EFFORTS",
    "Effort",
    "Planner",
    "ReviewSettings",
    "analyze_line",
    "plan_few_tiles",
    "plan_simulation",
    "review_record",
]
