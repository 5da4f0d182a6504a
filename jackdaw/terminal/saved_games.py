"""The folder of saved games: new files, finding one by name, and the table of all."""

import shlex
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

import platformdirs

from jackdaw.console import Column, Line, styled, table
from movegen.errors import JackdawError, UnknownNameError, one_line
from movegen.files import make_folder
from movegen.lexicon import Lexicon
from sims.play import (
    GameExistsError,
    GameSetup,
    SavedGame,
    SavedGameError,
    begin_saved,
    read_heading,
    resume,
)

_SUFFIX = ".jackdaw"

_COLUMNS = (
    Column("Name", "left"), Column("Last played", "left"), Column("Players", "left"), Column("State", "left"),
)  # fmt: skip


def games_folder() -> Path:
    """Return the default folder of saved games."""
    return Path(platformdirs.user_data_dir("jackdaw", appauthor=False)) / "games"


def begin_in_folder(
    setting: GameSetup, folder: Path | None = None, lexicon: Lexicon | None = None, cure: str | None = None
) -> SavedGame:
    """Begin a game in a new file, named by mode and time, of `folder` or the default one.

    Raises SavedGameError, with `cure`, if the folder cannot be created, and what `begin_saved` raises.
    """
    folder = make_folder(folder or games_folder(), error=SavedGameError, cure=cure)
    name = f"{setting.mode}-{datetime.now():%Y%m%d-%H%M%S}"
    numbers = count(1)
    file = folder / f"{name}{_SUFFIX}"
    while True:
        if not file.exists():
            with suppress(GameExistsError):  # another process has begun a game of that name meanwhile
                return begin_saved(file, setting, lexicon)
        file = folder / f"{name}-{next(numbers)}{_SUFFIX}"


def saved_files(folder: Path | None = None) -> list[tuple[Path, datetime]]:
    """List the saved games of `folder` or the default one with the time of their last move, newest first."""
    found = []
    for file in (folder or games_folder()).glob(f"*{_SUFFIX}"):
        if file.is_file() and not file.is_symlink():
            found.append((file, datetime.fromtimestamp(file.stat().st_mtime)))
    return sorted(found, key=lambda each: each[1], reverse=True)


def find_file(name: str) -> Path:
    """Return the saved game of a name, or the file of that name. Raises UnknownNameError."""
    saved_file = games_folder() / f"{name}{_SUFFIX}"
    if Path(name).name == name and saved_file.exists():
        return saved_file
    if Path(name).exists() or Path(name).name != name or name.endswith(_SUFFIX):
        return Path(name)
    raise UnknownNameError("saved game", name, (file.stem for file, _ in saved_files()))


def resume_command(file: Path) -> str:
    """Return the command that resumes a saved game."""
    is_kept = file.parent == games_folder() and file.suffix == _SUFFIX
    return f"jackdaw play --resume {file.stem if is_kept else shlex.quote(str(file))}"


def saved_games_table() -> Iterator[Line]:
    """List the games in the folder, most recently played first; one line if there are none."""
    rows = [(row.cells(), "") for row in _rows()]
    if rows:
        yield from table(_COLUMNS, rows)
    else:
        yield styled(f"No saved games in {games_folder()}.")


_Lexica = dict[tuple[str, str | None], Lexicon]


@dataclass(frozen=True)
class _Row:
    file: Path
    when: datetime
    players: str
    state: str

    def cells(self) -> tuple[str, ...]:
        return self.file.stem, f"{self.when:%Y-%m-%d %H:%M}", self.players, self.state


def _rows() -> Iterator[_Row]:
    lexica: _Lexica = {}
    for file, when in saved_files():
        try:
            setting = read_heading(file).setting
            yield _played(file, when, setting, lexica)
        except JackdawError as error:
            yield _Row(file, when, "", one_line(error.problem))


def _played(file: Path, when: datetime, setting: GameSetup, lexica: _Lexica) -> _Row:
    """Make the row of a game. Its scores come from replaying its actions. Raises JackdawError."""
    names = ", ".join(seat.name for seat in setting.seats)
    key = setting.rules, setting.lexicon
    try:
        with resume(file, lexica.get(key)) as saved:
            game = saved.session
            lexica[key] = game.lexicon
            scores = ", ".join(f"{name} {score}" for name, score in zip(game.names, game.scores, strict=True))
            return _Row(file, when, scores, "finished" if game.is_over else "in progress")
    except JackdawError as error:
        return _Row(file, when, names, one_line(error.problem))
