"""Games: players, events and pragmas, the state between events, the checks of the rules, and racks."""

from movegen.game.events import LATIN_1, UTF_8, Event, EventKind, GcgWarning, Player, Pragma, note_text
from movegen.game.game import Game
from movegen.game.rule_checks import breaches, missing_tiles
from movegen.game.state import Ending, GameState

__all__ = [
    "LATIN_1",
    "UTF_8",
    "Ending",
    "Event",
    "EventKind",
    "Game",
    "GameState",
    "GcgWarning",
    "Player",
    "Pragma",
    "breaches",
    "missing_tiles",
    "note_text",
]
