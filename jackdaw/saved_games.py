"""The folder where games that people play are kept, by the terminal and the browser alike."""

from datetime import datetime
from pathlib import Path

import platformdirs

from movegen.files import make_folder
from sims.play import Mode, SavedGameError

SUFFIX = ".jackdaw"


def games_folder() -> Path:
    """Where saved games lie that were given no file."""
    return Path(platformdirs.user_data_dir("jackdaw", appauthor=False)) / "games"


def new_file(mode: Mode, folder: Path | None = None) -> Path:
    """A file for a game that begins now, in this folder or the usual one.

    Raises SavedGameError when there can be no folder.
    """
    folder = make_folder(folder or games_folder(), error=SavedGameError)
    name = f"{mode}-{datetime.now():%Y%m%d-%H%M%S}"
    files = (folder / f"{name}{f'-{number}' if number else ''}{SUFFIX}" for number in range(1000))
    return next(file for file in files if not file.exists())


def saved_files(folder: Path | None = None) -> list[tuple[Path, datetime]]:
    """The saved games of this folder or the usual one and when they were played last, the newest first."""
    found = []
    for file in (folder or games_folder()).glob(f"*{SUFFIX}"):
        if file.is_file() and not file.is_symlink():
            found.append((file, datetime.fromtimestamp(file.stat().st_mtime)))
    return sorted(found, key=lambda each: each[1], reverse=True)
