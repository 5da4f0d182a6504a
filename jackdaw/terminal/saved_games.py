"""The folder where saved games are kept: what they are called, and which there are."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from jackdaw.layout import Column, Line, styled, table
from jackdaw.saved_games import SUFFIX, games_folder, saved_files
from movegen.errors import JackdawError, UnknownNameError, one_line
from movegen.lexicon import Lexicon
from sims.play import Setting, read_heading, resume

_COLUMNS = (
    Column("Name", "left"), Column("Last played", "left"), Column("", "left"), Column("Players", "left"),
)  # fmt: skip


def find_file(name: str) -> Path:
    """The saved game of a name in the folder, or a file of that name. Raises UnknownNameError."""
    kept = games_folder() / f"{name}{SUFFIX}"
    if Path(name).name == name and kept.exists():
        return kept
    if Path(name).exists() or Path(name).name != name or name.endswith(SUFFIX):
        return Path(name)
    raise UnknownNameError("saved game", name, (file.stem for file, _ in saved_files()))


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


_Lexica = dict[tuple[str, str | None], Lexicon]


@dataclass(frozen=True)
class _Row:
    file: Path
    when: datetime
    state: str
    players: str

    def cells(self) -> tuple[str, ...]:
        return self.file.stem, f"{self.when:%Y-%m-%d %H:%M}", self.state, self.players


def _rows() -> Iterator[_Row]:
    lexica: _Lexica = {}
    for file, when in saved_files():
        try:
            setting = read_heading(file).setting
            yield _played(file, when, setting, lexica)
        except JackdawError as error:
            yield _Row(file, when, "", one_line(error.what))


def _played(file: Path, when: datetime, setting: Setting, lexica: _Lexica) -> _Row:
    """A game's row: scores come of doing its actions again. Raises JackdawError."""
    names = ", ".join(seat.name for seat in setting.seats)
    key = setting.rules, setting.lexicon
    try:
        with resume(file, lexica.get(key)) as saved:
            game = saved.session
            lexica[key] = game.lexicon
            scores = ", ".join(f"{name} {score}" for name, score in zip(game.names, game.scores, strict=True))
            return _Row(file, when, "over" if game.is_over else "", scores)
    except JackdawError as error:
        return _Row(file, when, "", f"{names}: {one_line(error.what)}")
