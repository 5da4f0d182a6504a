"""The folder where saved games are kept: what they are called, and which there are."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import platformdirs

from jackdaw.layout import Column, Line, styled, table
from movegen.errors import JackdawError, UnknownNameError, one_line
from movegen.files import make_folder
from movegen.lexicon import Lexicon
from sims.play import Mode, SavedGameError, Setting, read_heading, resume

SUFFIX = ".jackdaw"
_COLUMNS = (
    Column("Name", "left"), Column("Last played", "left"), Column("", "left"), Column("Players", "left"),
)  # fmt: skip


def games_folder() -> Path:
    """Where saved games lie that were given no file."""
    return Path(platformdirs.user_data_dir("jackdaw", appauthor=False)) / "games"


def new_file(mode: Mode) -> Path:
    """A file in the folder for a game that begins now. Raises SavedGameError when there can be no folder."""
    folder = make_folder(games_folder(), error=SavedGameError)
    name = f"{mode}-{datetime.now():%Y%m%d-%H%M%S}"
    files = (folder / f"{name}{f'-{number}' if number else ''}{SUFFIX}" for number in range(1000))
    return next(file for file in files if not file.exists())


def find_file(name: str) -> Path:
    """The saved game of a name in the folder, or a file of that name. Raises UnknownNameError."""
    kept = games_folder() / f"{name}{SUFFIX}"
    if Path(name).name == name and kept.exists():
        return kept
    if Path(name).exists() or Path(name).name != name or name.endswith(SUFFIX):
        return Path(name)
    raise UnknownNameError("saved game", name, (file.stem for file in _files()))


def resuming(file: Path) -> str:
    """The command that goes on with a saved game."""
    is_kept = file.parent == games_folder() and file.suffix == SUFFIX
    return f"jackdaw play --resume {file.stem if is_kept else shlex.quote(str(file))}"


def list_games() -> Iterator[Line]:
    """A table of the games in the folder, those played last first; one line when there are none."""
    rows = [(row.cells(), "") for row in _rows()]
    if rows:
        yield from table(_COLUMNS, rows)
    else:
        yield styled(f"No saved games in {games_folder()}.")


@dataclass(frozen=True)
class _Row:
    file: Path
    state: str
    players: str

    def cells(self) -> tuple[str, ...]:
        when = datetime.fromtimestamp(self.file.stat().st_mtime)
        return self.file.stem, f"{when:%Y-%m-%d %H:%M}", self.state, self.players


def _rows() -> Iterator[_Row]:
    lexica: dict[tuple[str, str | None], Lexicon] = {}
    for file in sorted(_files(), key=lambda file: -file.stat().st_mtime):
        try:
            setting = read_heading(file).setting
            yield _played(file, setting, lexica)
        except JackdawError as error:
            yield _Row(file, "", one_line(error.what))


def _played(file: Path, setting: Setting, lexica: dict[tuple[str, str | None], Lexicon]) -> _Row:
    """A game's row: scores come of doing its actions again. Raises JackdawError."""
    names = ", ".join(seat.name for seat in setting.seats)
    key = setting.rules, setting.lexicon
    try:
        with resume(file, lexica.get(key)) as saved:
            game = saved.session
            lexica[key] = game.lexicon
            scores = ", ".join(f"{name} {score}" for name, score in zip(game.names, game.scores, strict=True))
            return _Row(file, "over" if game.is_over else "", scores)
    except JackdawError as error:
        return _Row(file, "", f"{names}: {one_line(error.what)}")


def _files() -> Iterator[Path]:
    return (file for file in games_folder().glob(f"*{SUFFIX}") if file.is_file())
