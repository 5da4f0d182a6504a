"""The saved games that pages may open: those in one folder, by the names that they have there."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import msgspec
import platformdirs

from movegen.errors import JackdawError, UnknownNameError, one_line
from movegen.files import make_folder
from sims.play import Mode, SavedGameError, read_heading

SUFFIX = ".play"
MOST_LISTED = 100


class KeptGameView(msgspec.Struct):
    """A saved game: what it is called, when it was played last, its mode and players, or what is wrong."""

    name: str
    when: str
    mode: str
    players: list[str]
    problem: str = ""


def games_folder() -> Path:
    """Where saved games lie; `jackdaw play` keeps its own there, too."""
    return Path(platformdirs.user_data_dir("jackdaw", appauthor=False)) / "games"


class KeptGames:
    """The saved games of a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    @property
    def folder(self) -> Path:
        """Where they lie."""
        return self._folder or games_folder()

    def find(self, name: str) -> Path:
        """The file of a game. The name is looked for among the files there are, and never made a path of.

        Raises UnknownNameError when there is none.
        """
        files = {file.stem: file for file in self._files()}
        if name not in files:
            raise UnknownNameError("saved game", name, ())
        return files[name]

    def new(self, mode: Mode) -> Path:
        """A file for a game that begins now. Raises SavedGameError when there can be no folder."""
        folder = make_folder(self.folder, error=SavedGameError)
        name = f"{mode}-{datetime.now():%Y%m%d-%H%M%S}"
        files = (folder / f"{name}{f'-{number}' if number else ''}{SUFFIX}" for number in range(1000))
        return next(file for file in files if not file.exists())

    def listed(self) -> Iterator[KeptGameView]:
        """The games that there are, those played last first, at most a hundred."""
        times = {file: file.stat().st_mtime for file in self._files()}
        for file in sorted(times, key=lambda file: -times[file])[:MOST_LISTED]:
            when = f"{datetime.fromtimestamp(times[file]):%Y-%m-%d %H:%M}"
            try:
                setting = read_heading(file).setting
                yield KeptGameView(file.stem, when, setting.mode, [seat.name for seat in setting.seats])
            except JackdawError as error:
                yield KeptGameView(file.stem, when, "", [], one_line(error.what))

    def _files(self) -> Iterator[Path]:
        return (file for file in self.folder.glob(f"*{SUFFIX}") if file.is_file() and not file.is_symlink())
