"""Games that people play, against each other and against engines: training, duplicate and free games.

>>> from sims.play import Mode, Seat, Setting, Turn, begin
>>> people = (Seat(name="Ann"), Seat(name="Jack", strategy="casual"))
>>> game = begin(Setting(mode=Mode.FREE, seats=people, seed=4))
>>> game.kibitz(0)[0]
<Candidate 8G TAX 20 +35.4>
>>> game.do(Turn("8G TAX"))
>>> game.let_machines_act(), game.waiting_for
(1, (0,))
"""

from sims.play.actions import (
    Accept,
    Action,
    Answer,
    Challenge,
    Draw,
    EndRound,
    GoForward,
    Lay,
    SetPosition,
    SetRack,
    TakeBack,
    Turn,
)
from sims.play.duplicate import DuplicateGame, Round, RoundAnswer, Standing
from sims.play.free_game import FreeGame, Step
from sims.play.modes import begin
from sims.play.saved_game import SavedGame, SavedGameError, begin_saved, read_heading, resume
from sims.play.session import PlayError, Session, Tentative
from sims.play.setting import Clock, Mode, Redraw, Seat, Setting
from sims.play.training import TrainingGame, TrainingStep

__all__ = [
    "Accept",
    "Action",
    "Answer",
    "Challenge",
    "Clock",
    "Draw",
    "DuplicateGame",
    "EndRound",
    "FreeGame",
    "GoForward",
    "Lay",
    "Mode",
    "PlayError",
    "Redraw",
    "Round",
    "RoundAnswer",
    "SavedGame",
    "SavedGameError",
    "Seat",
    "Session",
    "SetPosition",
    "SetRack",
    "Setting",
    "Standing",
    "Step",
    "TakeBack",
    "Tentative",
    "TrainingGame",
    "TrainingStep",
    "Turn",
    "begin",
    "begin_saved",
    "read_heading",
    "resume",
]
