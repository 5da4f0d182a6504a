"""The log of a run: one row per turn, as CSV or Parquet, written from the journal once the run is over."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO, Any

from movegen.distribution import install_command
from movegen.errors import JackdawError
from movegen.files import atomic_file
from sims.match.turn_rows import COLUMNS

CSV, PARQUET = ".csv", ".parquet"
_TEXTS = {"player", "rack", "move", "leave"}
_NUMBERS_WITH_DECIMALS = {"equity"}
_GAMES_A_GROUP = 4096  # about 100,000 rows in a row group of Parquet, whatever the batches were


class LogError(JackdawError):
    """A log that cannot be written."""


def check_log_name(path: Path) -> None:
    """Raise LogError when a log of this name cannot be written: unknown suffix, or PyArrow is missing."""
    suffix = path.suffix.lower()
    if suffix not in (CSV, PARQUET):
        raise LogError("unknown suffix of a log", where=str(path), cure=f"expected {CSV} or {PARQUET}")
    if suffix == PARQUET:
        _arrow()


def write_log(path: Path, games: Iterable[bytes]) -> None:
    """Write a log from the rows of games, as `sims.match.turn_rows` makes them, in the order of the games.

    The same games give the same bytes. Raises LogError when the file cannot be written.
    """
    check_log_name(path)
    with atomic_file(path, error=LogError) as file:
        if path.suffix.lower() == PARQUET:
            _write_parquet(file, games)
        else:
            file.writelines(chain([_header()], games))


def _header() -> bytes:
    return f"{','.join(COLUMNS)}\n".encode()


def _write_parquet(file: IO[bytes], games: Iterable[bytes]) -> None:
    arrow, read_csv, parquet = _arrow()
    schema = arrow.schema([(name, _type(arrow, name)) for name in COLUMNS])
    types = read_csv.ConvertOptions(column_types=schema)
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for group in _groups(games):
            rows = arrow.BufferReader(_header() + b"".join(group))
            writer.write_table(read_csv.read_csv(rows, convert_options=types))


def _groups(games: Iterable[bytes]) -> Iterator[list[bytes]]:
    group: list[bytes] = []
    for rows in games:
        group.append(rows)
        if len(group) == _GAMES_A_GROUP:
            yield group
            group = []
    if group:
        yield group


def _type(arrow: Any, column: str) -> Any:
    if column in _TEXTS:
        return arrow.string()
    return arrow.float64() if column in _NUMBERS_WITH_DECIMALS else arrow.int64()


def _arrow() -> tuple[Any, Any, Any]:
    """Import PyArrow's modules. Raises LogError when it is not installed."""
    try:
        import pyarrow.csv  # optional and slow
        import pyarrow.parquet
    except ImportError:
        cure = f"{install_command('parquet')}, or log to {CSV}"
        raise LogError("Parquet needs PyArrow, which is not installed", cure=cure) from None
    return pyarrow, pyarrow.csv, pyarrow.parquet
