"""The saved games that pages can open: those of one folder, by name."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from jackdaw.terminal import begin_in_folder, saved_files
from movegen.errors import JackdawError, UnknownNameError, one_line
from movegen.lexicon import Lexicon
from movegen.system import lock_file
from sims.play import GameSetup, SavedGame, SavedGameError, read_heading, resume

MAX_LISTED_GAMES = 100
_MAX_STATES = 1000
MAX_REPLAYED_GAMES = 30
"""The newest games, which are listed with their scores; the file of a game holds its moves alone."""


class SavedGameView(msgspec.Struct):
    """A saved game: its name, when it was last played, its mode and players, or the problem with its file.

    `scores` is empty and `over` None where they are not known: of games before the newest ones.
    """

    name: str
    when: str
    mode: str
    players: list[str]
    scores: Sequence[int] = []
    over: bool | None = None
    problem: str = ""


class SavedGames:
    """The saved games of a folder; None for the default one, which `jackdaw play` uses as well."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._states: dict[tuple[str, datetime], tuple[Sequence[int], bool]] = {}
        self._lexica: dict[tuple[str, str | None], Lexicon] = {}

    def find(self, name: str) -> Path:
        """Return the file of a game. The name is looked up among the existing files, never made into a path.

        Raises UnknownNameError if there is none.
        """
        files = {file.stem: file for file, _ in saved_files(self._folder)}
        if name not in files:
            raise UnknownNameError("saved game", name, (), cure="it may have been deleted")
        return files[name]

    def begin(self, setup: GameSetup, lexicon: Lexicon) -> SavedGame:
        """Begin a game in a new file. Raises what `begin_in_folder` raises."""
        return begin_in_folder(setup, self._folder, lexicon)

    def count(self) -> int:
        """Return how many saved games there are."""
        return len(saved_files(self._folder))

    def delete(self, name: str) -> None:
        """Delete a game. Raises UnknownNameError; SavedGameError if it is open in another program."""
        path = self.find(name)
        try:
            with path.open("rb") as file:
                lock_file(file)
                path.unlink()
        except BlockingIOError:
            raise SavedGameError("the game is open in another program", cure="close it there") from None
        except OSError as error:
            raise SavedGameError(f"the game cannot be deleted ({error.strerror})") from None

    def list(self) -> Iterator[tuple[SavedGameView, Path | None, datetime]]:
        """The most recently played games, newest first, at most a hundred, with the files to replay."""
        for index, (file, played) in enumerate(saved_files(self._folder)[:MAX_LISTED_GAMES]):
            when = f"{played:%Y-%m-%d %H:%M}"
            try:
                setup = read_heading(file).setting
            except JackdawError as error:
                yield SavedGameView(file.stem, when, "", [], problem=one_line(error.problem)), None, played
                continue
            names = [seat.name for seat in setup.seats]
            view = SavedGameView(file.stem, when, setup.mode, names)
            yield view, file if index < MAX_REPLAYED_GAMES else None, played

    def state(self, file: Path | None, played: datetime) -> tuple[Sequence[int], bool | None]:
        """Return the scores of a game and whether it is over, as far as its file can be replayed."""
        if file is None:
            return [], None
        key = file.stem, played
        if key not in self._states:
            try:
                self._states[key] = self._replay(file)
            except JackdawError:
                return [], None  # another program has it open, or its lexicon is not installed
            while len(self._states) > _MAX_STATES:
                del self._states[next(iter(self._states))]
        return self._states[key]

    def _replay(self, file: Path) -> tuple[Sequence[int], bool]:
        setup = read_heading(file).setting
        key = setup.rules, setup.lexicon
        with resume(file, self._lexica.get(key)) as saved:
            self._lexica = {key: saved.session.lexicon}  # most games are played with one
            return list(saved.session.scores), saved.session.is_over
