"""A table of openings as a file: CSV, compressed CSV or Parquet, written from the rows of the chunks."""

import gzip
from collections.abc import Iterable
from pathlib import Path

from movegen.errors import JackdawError
from movegen.files import atomic_file
from sims.openings import COLUMNS
from sims.parquet import check_parquet, write_parquet

CSV, PACKED, PARQUET = ".csv", ".csv.gz", ".parquet"
SUFFIXES = (CSV, PACKED, PARQUET)
"""The suffixes of tables."""

_CHUNKS_A_GROUP = 16  # about 130,000 rows in a row group of Parquet
_TYPES: dict[str, type] = {
    name: {"equity": float, "ways": int, "score": int, "highest_score": int}.get(name, str)
    for name in COLUMNS
}


def check_output(path: Path) -> None:
    """Raise JackdawError unless a table can be written to a file of this name."""
    if not path.name.lower().endswith(SUFFIXES):
        cure = f"expected {', '.join(SUFFIXES)}"
        raise JackdawError("unknown format of a table", where=str(path), cure=cure)
    if path.suffix.lower() == PARQUET:
        check_parquet()


def write_table(path: Path, rows: Iterable[bytes]) -> None:
    """Write a table from the compressed rows of its chunks. Raises JackdawError if it cannot be written."""
    header = f"{','.join(COLUMNS)}\n".encode()
    with atomic_file(path) as file:
        if path.suffix.lower() == PARQUET:
            write_parquet(file, _TYPES, map(gzip.decompress, rows), _CHUNKS_A_GROUP)
        elif path.suffix.lower() == CSV:
            file.write(header)
            file.writelines(map(gzip.decompress, rows))
        else:  # a file of gzip may have several members
            file.write(gzip.compress(header, mtime=0))
            file.writelines(rows)
