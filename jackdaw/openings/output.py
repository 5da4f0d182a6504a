"""A table of openings as a file: CSV, compressed CSV or Parquet, written from the rows of the chunks."""

import gzip
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

from movegen.distribution import install_command
from movegen.errors import JackdawError
from movegen.files import atomic_file
from sims.openings import COLUMNS

CSV, PACKED, PARQUET = ".csv", ".csv.gz", ".parquet"
SUFFIXES = (CSV, PACKED, PARQUET)
"""The suffixes of tables."""

_CHUNKS_A_GROUP = 16  # about 130,000 rows in a row group of Parquet
_NUMBERS = {"ways", "score", "highest_score"}
_NUMBERS_WITH_DECIMALS = {"equity"}


def check_output(path: Path) -> None:
    """Raise JackdawError unless a table can be written to a file of this name."""
    if not path.name.lower().endswith(SUFFIXES):
        cure = f"expected {', '.join(SUFFIXES)}"
        raise JackdawError("unknown format of a table", where=str(path), cure=cure)
    if path.suffix.lower() == PARQUET:
        _arrow()


def write_table(path: Path, rows: Iterable[bytes]) -> None:
    """Write a table from the compressed rows of its chunks. Raises JackdawError if it cannot be written."""
    header = f"{','.join(COLUMNS)}\n".encode()
    with atomic_file(path) as file:
        if path.suffix.lower() == PARQUET:
            _write_parquet(file, header, map(gzip.decompress, rows))
        elif path.suffix.lower() == CSV:
            file.write(header)
            file.writelines(map(gzip.decompress, rows))
        else:  # a file of gzip may have several members
            file.write(gzip.compress(header, mtime=0))
            file.writelines(rows)


def _write_parquet(file: IO[bytes], header: bytes, rows: Iterable[bytes]) -> None:
    arrow, read_csv, parquet = _arrow()
    schema = arrow.schema([(name, _type(arrow, name)) for name in COLUMNS])
    types = read_csv.ConvertOptions(column_types=schema)
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for group in _groups(rows):
            text = arrow.BufferReader(header + b"".join(group))
            writer.write_table(read_csv.read_csv(text, convert_options=types))


def _groups(rows: Iterable[bytes]) -> Iterable[list[bytes]]:
    group: list[bytes] = []
    for each in rows:
        group.append(each)
        if len(group) == _CHUNKS_A_GROUP:
            yield group
            group = []
    if group:
        yield group


def _type(arrow: Any, column: str) -> Any:
    if column in _NUMBERS:
        return arrow.int64()
    return arrow.float64() if column in _NUMBERS_WITH_DECIMALS else arrow.string()


def _arrow() -> tuple[Any, Any, Any]:
    """Import PyArrow's modules. Raises JackdawError when it is not installed."""
    try:
        import pyarrow.csv  # optional and slow
        import pyarrow.parquet
    except ImportError:
        cure = f"{install_command('parquet')}, or write {PACKED}"
        raise JackdawError("Parquet needs PyArrow, which is not installed", cure=cure) from None
    return pyarrow, pyarrow.csv, pyarrow.parquet
