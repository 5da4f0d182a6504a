"""Games of people against each other and against engines: training, duplicate and free games.

>>> from sims.play import GameSetup, Mode, Seat, TakeTurn, begin
>>> people = (Seat(name="Ann"), Seat(name="Jack", strategy="casual"))
>>> game = begin(GameSetup(mode=Mode.FREE, seats=people, seed=4))
>>> game.kibitz(0)[0]
<Candidate 8G TAX 20 +35.4>
>>> game.do(TakeTurn("8G TAX"))
>>> game.let_engines_act(), game.waiting_for
(1, (0,))
"""

from sims.play.actions import (
    Accept,
    Action,
    Challenge,
    DrawTiles,
    EndRound,
    Forfeit,
    GoForward,
    Lay,
    SetPosition,
    SetRack,
    SubmitMove,
    TakeBack,
    TakeTurn,
)
from sims.play.duplicate import DuplicateGame, DuplicateRound, DuplicateStanding, RoundAnswer
from sims.play.free_game import FreeGame, Step
from sims.play.game_setup import Clock, GameSetup, Mode, Redraw, Seat
from sims.play.live_game import LiveGame
from sims.play.round_review import ReviewedAnswer, ReviewedRound, review_rounds
from sims.play.saved_game import (
    GameExistsError,
    SavedGame,
    SavedGameError,
    begin,
    begin_saved,
    read_heading,
    resume,
)
from sims.play.session import PlayError, Session, Tentative
from sims.play.training import TrainingGame, TrainingStep

__all__ = [
    "Accept",
    "Action",
    "Challenge",
    "Clock",
    "DrawTiles",
    "DuplicateGame",
    "DuplicateRound",
    "DuplicateStanding",
    "EndRound",
    "Forfeit",
    "FreeGame",
    "GameExistsError",
    "GameSetup",
    "GoForward",
    "Lay",
    "LiveGame",
    "Mode",
    "PlayError",
    "Redraw",
    "ReviewedAnswer",
    "ReviewedRound",
    "RoundAnswer",
    "SavedGame",
    "SavedGameError",
    "Seat",
    "Session",
    "SetPosition",
    "SetRack",
    "Step",
    "SubmitMove",
    "TakeBack",
    "TakeTurn",
    "Tentative",
    "TrainingGame",
    "TrainingStep",
    "begin",
    "begin_saved",
    "read_heading",
    "resume",
    "review_rounds",
]
