"""A game at one terminal: its moves and messages, hints, and what is saved at its end."""

from pathlib import Path

from jackdaw.terminal.deep_kibitz import DeepKibitz
from jackdaw.terminal.messages import ActionReport
from movegen.encoding import encode_text
from movegen.errors import JackdawError
from movegen.files import write_atomic
from movegen.variant import Rack
from sims.play import (
    Accept,
    Action,
    Challenge,
    EndRound,
    LiveGame,
    Mode,
    PlayError,
    SavedGame,
    SavedGameError,
    Tentative,
)
from strategy.players import CandidateList


class TerminalGame(LiveGame):
    """A game that people play at one terminal.

    Attributes
    ----------
    may_ask:     whether hints and the best moves are available.
    gcg_file:    the file to write the game to as GCG at its end, if any.
    hint_step:   how much has been given away of the best move.
    has_unsaved: whether the last actions could not be saved.
    """

    def __init__(self, saved: SavedGame, *, helps: bool = False, gcg_file: Path | None = None) -> None:
        super().__init__(saved)
        self.may_ask = helps or self.session.mode is Mode.TRAINING
        self.gcg_file = gcg_file
        self.hint_step = 0
        self.has_unsaved = False

    @property
    def rack(self) -> Rack:
        """The tiles of the person to act. Raises PlayError if there is none."""
        return self.session.rack(self.person())

    def seconds_left(self, seat: int) -> float | None:
        """Return the time left on a player's clock now; None if there is no clock."""
        left = self.session.seconds_left(seat)
        is_thinking = seat == (self.engine if self.seat is None else self.seat)
        return left - self.seconds if left is not None and is_thinking else left

    def tentative(self, text: str) -> Tentative:
        """Check a move while it is typed. Raises PlayError if no person is to act."""
        return self.session.tentative(self.person(), text)

    def move(self, text: str) -> list[str]:
        """Make a move and report it. Raises what `Session.do` raises."""
        return self.do(self.move_action(text, is_typed=True))

    def end_time(self, text: str) -> list[str]:
        """Make the play that is being typed when the time for the round is up; no move if it is not legal."""
        return self.do(self.time_up_action(text, is_typed=True))

    def end_round(self) -> list[str]:
        """End the round without moves of the people who have not made one; engines still make theirs."""
        return self.do(EndRound())

    def challenge(self) -> list[str]:
        """Challenge the last play."""
        return self.do(Challenge(self.seconds))

    def accept(self) -> list[str]:
        """Accept the play that ended the game."""
        return self.do(Accept(self.seconds))

    def do(self, action: Action) -> list[str]:
        """Do an action and report it. Raises what `Session.do` raises, but goes on if saving fails."""
        report = ActionReport(self.session, action)
        warning = []
        try:
            self.session.do(action)
            self.has_unsaved = False
        except SavedGameError as error:
            self.has_unsaved = True
            warning = [f"Warning: {error}"]
        self.hint_step = 0
        self.start_clock()
        return [*report.lines(), *warning]

    def hint(self) -> str:
        """Return a hint, which gives away more each time. Raises PlayError if help is not allowed."""
        self._check_help()
        hint = self.session.hint(self.person(), self.hint_step + 1)
        self.hint_step += 1
        return hint

    def kibitz(self, count: int) -> CandidateList:
        """Return the best moves. Raises PlayError if help is not allowed."""
        self._check_help()
        return self.session.kibitz(self.person(), count)

    def deep_kibitz(self, count: int) -> DeepKibitz:
        """Prepare the best moves for a simulation. Raises PlayError if help is not allowed or possible."""
        self._check_help()
        return DeepKibitz.begin(self.session, self.person(), count)

    def write_gcg(self, file: Path) -> None:
        """Write the game so far as GCG. Raises PlayError if its mode has none, JackdawError if it fails."""
        write_atomic(file, encode_text(self.session.gcg()))

    def close(self) -> list[str]:
        """Save what could not be saved, write the GCG, close the file; return what went wrong."""
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

    def _check_help(self) -> None:
        if not self.may_ask:
            raise PlayError("hints are off", cure="begin or resume it with --kibitz")
