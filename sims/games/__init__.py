"""Games between strategies, in the core or turn by turn; their moves, also in answer to other programs."""

from sims.games.draw_luck import DrawLuck, measure_draw_luck
from sims.games.engine_requests import EngineRequest, read_requests
from sims.games.engine_server import EngineServer
from sims.games.forfeits import FORFEIT_SPREAD, Forfeit, forfeit_scores, may_forfeit, reason_of
from sims.games.games import play_game, play_games
from sims.games.move_chooser import MoveChooser, check_players, even_seconds
from sims.games.static_games import StaticGames, play_static_games

__all__ = [
    "FORFEIT_SPREAD",
    "DrawLuck",
    "EngineRequest",
    "EngineServer",
    "Forfeit",
    "MoveChooser",
    "StaticGames",
    "check_players",
    "even_seconds",
    "forfeit_scores",
    "may_forfeit",
    "measure_draw_luck",
    "play_game",
    "play_games",
    "play_static_games",
    "read_requests",
    "reason_of",
]
