"""Games played in the browser: the API, the games that are open, and the saved ones."""

from jackdaw.web.play.game_api import ENGINE_SECONDS, GameApi
from jackdaw.web.play.game_requests import (
    GameRequest,
    HintRequest,
    MoveRequest,
    NewGameRequest,
    RevisionRequest,
    StepRequest,
    TrainingRequest,
)
from jackdaw.web.play.game_watchers import GameWatchers, watch_events
from jackdaw.web.play.offered_strategies import OfferedStrategies
from jackdaw.web.play.open_games import OpenGames
from jackdaw.web.play.saved_games import SavedGames

__all__ = [
    "ENGINE_SECONDS",
    "GameApi",
    "GameRequest",
    "GameWatchers",
    "HintRequest",
    "MoveRequest",
    "NewGameRequest",
    "OfferedStrategies",
    "OpenGames",
    "RevisionRequest",
    "SavedGames",
    "StepRequest",
    "TrainingRequest",
    "watch_events",
]
