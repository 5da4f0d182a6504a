"""The saved games that pages may open: those in one folder, by the names that they have there."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from jackdaw.saved_games import new_file, saved_files
from movegen.errors import JackdawError, UnknownNameError, one_line
from sims.play import Mode, read_heading

MOST_LISTED = 100


class KeptGameView(msgspec.Struct):
    """A saved game: what it is called, when it was played last, its mode and players, or what is wrong."""

    name: str
    when: str
    mode: str
    players: list[str]
    problem: str = ""


class KeptGames:
    """The saved games of a folder; None for the one that `jackdaw play` keeps its own in, too."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def find(self, name: str) -> Path:
        """The file of a game. The name is looked for among the files there are, and never made a path of.

        Raises UnknownNameError when there is none.
        """
        files = {file.stem: file for file, _ in saved_files(self._folder)}
        if name not in files:
            raise UnknownNameError("saved game", name, ())
        return files[name]

    def new(self, mode: Mode) -> Path:
        """A file for a game that begins now. Raises SavedGameError when there can be no folder."""
        return new_file(mode, self._folder)

    def listed(self) -> Iterator[KeptGameView]:
        """The games that there are, those played last first, at most a hundred."""
        for file, played in saved_files(self._folder)[:MOST_LISTED]:
            when = f"{played:%Y-%m-%d %H:%M}"
            try:
                setting = read_heading(file).setting
                yield KeptGameView(file.stem, when, setting.mode, [seat.name for seat in setting.seats])
            except JackdawError as error:
                yield KeptGameView(file.stem, when, "", [], one_line(error.what))
