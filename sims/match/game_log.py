"""The log of a run: one row per turn, as CSV or Parquet.

A file is written from the journal once the run is over. A folder has parts, a Parquet file for each batch,
which workers write themselves: rows pass through no other process.
"""

from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from movegen.errors import JackdawError
from movegen.files import atomic_file
from sims.match.turn_rows import COLUMNS
from sims.parquet import check_parquet, write_parquet

CSV, PARQUET = ".csv", ".parquet"
_TYPES: dict[str, type] = {"player": str, "rack": str, "move": str, "leave": str, "equity": float}
"""The types of columns that are not whole numbers."""
_GAMES_A_GROUP = 4096  # about 100,000 rows in a row group of Parquet, whatever the batches were


class LogError(JackdawError):
    """A log that cannot be written."""


def check_log_name(path: Path) -> None:
    """Raise LogError when a log of this name cannot be written: unknown suffix, or PyArrow is missing."""
    suffix = path.suffix.lower()
    if suffix not in (CSV, PARQUET, ""):
        cure = f"expected {CSV} or {PARQUET}, or none for a folder of parts"
        raise LogError("unknown suffix of a log", where=str(path), cure=cure)
    if suffix != CSV:
        check_parquet(LogError)


def is_log_folder(path: Path) -> bool:
    """Return True for the name of a log that is a folder of parts: it has no suffix.

    >>> is_log_folder(Path("games")), is_log_folder(Path("games.parquet"))
    (True, False)
    """
    return not path.suffix


def make_log_folder(path: Path, *, resume: bool) -> None:
    """Create the folder of a log, in a folder that exists.

    Raises LogError if it cannot be created or, without `resume`, is not empty.
    """
    try:
        path.mkdir(exist_ok=True)
        is_empty = not any(path.iterdir())
    except FileExistsError:
        cure = f"give it a name that ends in {CSV} or {PARQUET}, or one of a new folder"
        raise LogError(
            "is a file, but a log without a suffix is a folder", where=str(path), cure=cure
        ) from None
    except (OSError, ValueError) as fault:
        what = f"cannot be created ({getattr(fault, 'strerror', None) or fault})"
        raise LogError(what, where=str(path)) from None
    if not resume and not is_empty:
        raise LogError(
            "the folder of the log is not empty", where=str(path), cure="name another, or empty it"
        )


def part_path(folder: Path, first: int) -> Path:
    """Return the path of the part whose first game has this number."""
    return folder / f"{first:012}{PARQUET}"


def write_part(folder: Path, first: int, games: Iterable[bytes]) -> None:
    """Write the part of a log with these games, whole or not at all. Raises LogError."""
    write_log(part_path(folder, first), games)


def remove_other_parts(folder: Path, parts: Iterable[int]) -> None:
    """Delete all parts but those with these first games, since a run may play too many. Raises LogError."""
    wanted = {part_path(folder, first) for first in parts}
    try:
        for path in folder.glob(f"*{PARQUET}"):
            if path not in wanted:
                path.unlink()
    except OSError as fault:
        raise LogError(f"cannot be deleted ({fault.strerror or fault})", where=str(folder)) from None


def write_log(path: Path, games: Iterable[bytes]) -> None:
    """Write a log from the rows of games, as `sims.match.turn_rows` makes them, in the order of the games.

    The same games give the same bytes. Raises LogError when the file cannot be written.
    """
    check_log_name(path)
    with atomic_file(path, error=LogError) as file:
        if path.suffix.lower() == PARQUET:
            columns = {name: _TYPES.get(name, int) for name in COLUMNS}
            write_parquet(file, columns, games, _GAMES_A_GROUP, error=LogError)
        else:
            file.writelines(chain([_header()], games))


def _header() -> bytes:
    return f"{','.join(COLUMNS)}\n".encode()
