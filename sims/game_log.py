"""The log of a run: a row a turn, as CSV or Parquet. Written whole once the run is over, from its journal."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO, Any

from movegen.errors import JackdawError
from movegen.files import whole_file
from sims.turn_rows import COLUMNS

CSV, PARQUET = ".csv", ".parquet"
_TEXTS = {"player", "rack", "move", "leave"}
_NUMBERS_WITH_DECIMALS = {"equity"}
_GAMES_A_GROUP = 4096  # some 100,000 rows: a row group of Parquet, whatever the batches were


class LogError(JackdawError):
    """A log that cannot be written."""


def check_log_name(path: Path) -> None:
    """Raise LogError unless a log of this name can be written: by its suffix, and with what is installed."""
    suffix = path.suffix.lower()
    if suffix not in (CSV, PARQUET):
        raise LogError("its suffix is that of no log", where=str(path), cure=f"expected {CSV} or {PARQUET}")
    if suffix == PARQUET:
        _arrow()


def write_log(path: Path, games: Iterable[bytes]) -> None:
    """Write a log of the rows of games, lines of `sims.turn_rows`, in the order of the games.

    The same games give the same bytes. Raises LogError when the file cannot be written.
    """
    check_log_name(path)
    with whole_file(path, error=LogError) as file:
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
    waiting: list[bytes] = []
    for rows in games:
        waiting.append(rows)
        if len(waiting) == _GAMES_A_GROUP:
            yield waiting
            waiting = []
    if waiting:
        yield waiting


def _type(arrow: Any, column: str) -> Any:
    if column in _TEXTS:
        return arrow.string()
    return arrow.float64() if column in _NUMBERS_WITH_DECIMALS else arrow.int64()


def _arrow() -> tuple[Any, Any, Any]:
    """PyArrow's modules; slow to import. LogError if it is not installed."""
    try:
        import pyarrow
        import pyarrow.csv
        import pyarrow.parquet
    except ImportError:
        cure = f"pip install 'jackdaw[parquet]', or log to {CSV}"
        raise LogError("Parquet needs PyArrow, which is not installed", cure=cure) from None
    return pyarrow, pyarrow.csv, pyarrow.parquet
