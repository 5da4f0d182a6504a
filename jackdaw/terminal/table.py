"""A game at one terminal: whose turn it is to sit there, how long they think, what they may ask."""

from pathlib import Path
from time import monotonic

from jackdaw.terminal.telling import Happenings
from movegen.errors import JackdawError
from movegen.files import write_whole
from movegen.tiles import Rack
from sims.play import (
    Accept,
    Action,
    Answer,
    Challenge,
    EndRound,
    Lay,
    Mode,
    PlayError,
    SavedGame,
    SavedGameError,
    Tentative,
    Turn,
)
from sims.play.setting import MOST_SECONDS
from strategy.candidates import CandidateList


class Table:
    """What a terminal knows of a game beside the game itself.

    Attributes
    ----------
    session:    the game.
    may_ask:    whether hints and the best moves are told.
    gcg_file:   where the game is written as GCG at its end, if it is.
    hint_step:  how much has been told of the best move to come.
    """

    def __init__(self, saved: SavedGame, *, helps: bool = False, gcg_file: Path | None = None) -> None:
        self.saved = saved
        self.session = saved.session
        self.may_ask = helps or self.session.mode is Mode.TRAINING
        self.gcg_file = gcg_file
        self.hint_step = 0
        self.has_unsaved = False
        self._begun: float | None = monotonic()

    @property
    def seat(self) -> int | None:
        """The person who has to act; None while only engines do, or when the game is over."""
        return self.session.person

    @property
    def engine(self) -> int | None:
        """The engine that has to act. In a round of a duplicate game they do after the people."""
        return self.session.engine

    @property
    def rack(self) -> Rack:
        """The tiles of the person who has to act. Raises PlayError when nobody does."""
        return self.session.rack(self._person())

    @property
    def seconds(self) -> float:
        """How long whoever has to act has been thinking, as it is saved: in whole milliseconds."""
        return 0.0 if self._begun is None else min(round(monotonic() - self._begun, 3), MOST_SECONDS)

    def start_clock(self) -> None:
        """Let whoever has to act begin to think now."""
        self._begun = monotonic()

    def hold_clock(self) -> None:
        """Let no time pass until `start_clock`: the next player is not there yet."""
        self._begun = None

    def seconds_left(self, seat: int) -> float | None:
        """What a player's clock shows now; None where there is none."""
        left = self.session.seconds_left(seat)
        thinks = seat == (self.engine if self.seat is None else self.seat)
        return left - self.seconds if left is not None and thinks else left

    def tentative(self, text: str) -> Tentative:
        """What a move that is being typed would be. Raises PlayError when nobody has to act."""
        return self.session.tentative(self._person(), text)

    def move(self, text: str) -> list[str]:
        """Make a move, and tell what happened. Raises what `Session.do` does."""
        seat, mode = self._person(), self.session.mode
        if mode is Mode.TRAINING:
            return self.do(Lay(text))
        return self.do(Turn(text, self.seconds) if mode is Mode.FREE else Answer(seat, text, self.seconds))

    def no_answer(self) -> list[str]:
        """The time for a round is over and the person has no move."""
        return self.do(Answer(self._person(), None, self.seconds))

    def end_round(self) -> list[str]:
        """The people who have not answered in this round have no move; engines answer all the same."""
        return self.do(EndRound())

    def challenge(self) -> list[str]:
        """Challenge the play just made."""
        return self.do(Challenge(self.seconds))

    def accept(self) -> list[str]:
        """Accept the play that ended the game."""
        return self.do(Accept(self.seconds))

    def do(self, action: Action) -> list[str]:
        """Do something, and tell what happened. Raises what `Session.do` does, but goes on unsaved."""
        happenings = Happenings(self.session, action)
        warning = []
        try:
            self.session.do(action)
            self.has_unsaved = False
        except SavedGameError as error:
            self.has_unsaved = True
            warning = [f"Warning: {error}"]
        self.hint_step = 0
        self.start_clock()
        return [*happenings.told(), *warning]

    def hint(self) -> str:
        """A hint, which tells more each time. Raises PlayError where none are given."""
        self._check_help()
        hint = self.session.hint(self._person(), self.hint_step + 1)
        self.hint_step += 1
        return hint

    def kibitz(self, count: int) -> CandidateList:
        """The best moves. Raises PlayError where they are not told."""
        self._check_help()
        return self.session.kibitz(self._person(), count)

    def write_gcg(self, file: Path) -> None:
        """Write the game so far as GCG. Raises PlayError where there is none, JackdawError if it fails."""
        write_whole(file, self.session.gcg().encode())

    def close(self) -> list[str]:
        """Save what could not be saved, write the GCG, let go of the file; tells what went wrong."""
        faults = []
        try:
            if self.has_unsaved:
                self.saved.write(b"")
        except SavedGameError as error:
            faults.append(f"{error.where}: the last moves are not saved")
        self.saved.close()
        try:
            if self.gcg_file is not None:
                self.write_gcg(self.gcg_file)
        except JackdawError as error:
            faults.append(str(error))
        return faults

    def _person(self) -> int:
        if self.seat is None:
            raise PlayError("the game is over" if self.session.is_over else "it is not your turn")
        return self.seat

    def _check_help(self) -> None:
        if not self.may_ask:
            raise PlayError("help is not part of this game", cure="begin or resume it with --kibitz")
