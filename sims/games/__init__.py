"""Games between strategies: static ones in the core, others turn by turn, and the moves they make."""

from sims.games.forfeits import FORFEIT_SPREAD, Forfeit
from sims.games.games import play_game, play_games
from sims.games.move_chooser import MoveChooser, check_players, even_seconds
from sims.games.static_games import StaticGames, play_static_games

__all__ = [
    "FORFEIT_SPREAD",
    "Forfeit",
    "MoveChooser",
    "StaticGames",
    "check_players",
    "even_seconds",
    "play_game",
    "play_games",
    "play_static_games",
]
