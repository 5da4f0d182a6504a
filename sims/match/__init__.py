"""Matches between two strategies: games in batches, statistics, sequential tests (SPRT), ratings and logs."""

from sims.match.adjusted_statistics import AdjustedEstimate, AdjustedStatistics
from sims.match.game_batches import Batch, ForfeitedGame, PlayedBatch, RunSetup, cut_match
from sims.match.game_log import check_log_name, is_log_folder
from sims.match.match import Match, MatchPlan, MatchReport, PlayerFigures
from sims.match.match_statistics import EloEstimate, Estimate, equality_test
from sims.match.ratings import RatingTable, rate_players
from sims.match.results import MAX_PLAYERS, GameResult, ResultsError, player_index
from sims.match.score_frequencies import Floats, Integers
from sims.match.series import NO_FILES, Progress, Series, SeriesFiles, no_progress
from sims.match.sprt import AdjustedSprtState, Sprt, SprtState

__all__ = [
    "MAX_PLAYERS",
    "NO_FILES",
    "AdjustedEstimate",
    "AdjustedSprtState",
    "AdjustedStatistics",
    "Batch",
    "EloEstimate",
    "Estimate",
    "Floats",
    "ForfeitedGame",
    "GameResult",
    "Integers",
    "Match",
    "MatchPlan",
    "MatchReport",
    "PlayedBatch",
    "PlayerFigures",
    "Progress",
    "RatingTable",
    "ResultsError",
    "RunSetup",
    "Series",
    "SeriesFiles",
    "Sprt",
    "SprtState",
    "check_log_name",
    "cut_match",
    "equality_test",
    "is_log_folder",
    "no_progress",
    "player_index",
    "rate_players",
]
