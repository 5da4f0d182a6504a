"""The log of a run: one row per turn, as CSV or Parquet, written from the journal once the run is over."""

from collections.abc import Iterable, Iterator
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
    if suffix not in (CSV, PARQUET):
        raise LogError("unknown suffix of a log", where=str(path), cure=f"expected {CSV} or {PARQUET}")
    if suffix == PARQUET:
        check_parquet(LogError)


def write_log(path: Path, games: Iterable[bytes]) -> None:
    """Write a log from the rows of games, as `sims.match.turn_rows` makes them, in the order of the games.

    The same games give the same bytes. Raises LogError when the file cannot be written.
    """
    check_log_name(path)
    with atomic_file(path, error=LogError) as file:
        if path.suffix.lower() == PARQUET:
            columns = {name: _TYPES.get(name, int) for name in COLUMNS}
            write_parquet(file, columns, map(b"".join, _groups(games)), error=LogError)
        else:
            file.writelines(chain([_header()], games))


def _header() -> bytes:
    return f"{','.join(COLUMNS)}\n".encode()


def _groups(games: Iterable[bytes]) -> Iterator[list[bytes]]:
    group: list[bytes] = []
    for rows in games:
        group.append(rows)
        if len(group) == _GAMES_A_GROUP:
            yield group
            group = []
    if group:
        yield group
