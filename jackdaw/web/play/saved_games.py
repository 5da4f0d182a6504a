"""The saved games that pages can open: those of one folder, by name."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from jackdaw.terminal import new_file, saved_files
from movegen.errors import JackdawError, UnknownNameError, one_line
from sims.play import Mode, read_heading

MAX_LISTED_GAMES = 100


class SavedGameView(msgspec.Struct):
    """A saved game: its name, when it was last played, its mode and players, or the problem with its file."""

    name: str
    when: str
    mode: str
    players: list[str]
    problem: str = ""


class SavedGames:
    """The saved games of a folder; None for the default one, which `jackdaw play` uses as well."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def find(self, name: str) -> Path:
        """Return the file of a game. The name is looked up among the existing files, never made into a path.

        Raises UnknownNameError if there is none.
        """
        files = {file.stem: file for file, _ in saved_files(self._folder)}
        if name not in files:
            raise UnknownNameError("saved game", name, ())
        return files[name]

    def new(self, mode: Mode) -> Path:
        """Return a file for a new game. Raises SavedGameError if the folder cannot be created."""
        return new_file(mode, self._folder)

    def count(self) -> int:
        """Return how many saved games there are."""
        return len(saved_files(self._folder))

    def views(self) -> Iterator[SavedGameView]:
        """The most recently played games, newest first, at most a hundred."""
        for file, played in saved_files(self._folder)[:MAX_LISTED_GAMES]:
            when = f"{played:%Y-%m-%d %H:%M}"
            try:
                setup = read_heading(file).setting
                yield SavedGameView(file.stem, when, setup.mode, [seat.name for seat in setup.seats])
            except JackdawError as error:
                yield SavedGameView(file.stem, when, "", [], one_line(error.problem))
