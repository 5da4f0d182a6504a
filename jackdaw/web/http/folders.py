"""Folders that pages fill: a limit of their files."""

from pathlib import Path

from movegen.errors import JackdawError

MAX_FILES = 10_000
"""The limit of the files that pages make in a folder."""


def check_space(folder: Path, file: Path) -> None:
    """Raise JackdawError if a file is new and its folder is full."""
    if not file.exists() and sum(1 for _ in folder.iterdir()) >= MAX_FILES:
        raise JackdawError(f"there are {MAX_FILES:,} files already", cure="delete some in the data folder")
