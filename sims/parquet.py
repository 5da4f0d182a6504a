"""Tables as Parquet, converted from lines of CSV by PyArrow, which is optional."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import IO, Any

from movegen.distribution import install_command
from movegen.errors import JackdawError

Columns = Mapping[str, type]
"""The columns of a table, with the type of their values: str, int or float."""


def check_parquet(error: type[JackdawError] = JackdawError) -> None:
    """Raise `error` when Parquet cannot be written: PyArrow is not installed."""
    _arrow(error)


def write_parquet(
    file: IO[bytes],
    columns: Columns,
    parts: Iterable[bytes],
    per_group: int,
    *,
    error: type[JackdawError] = JackdawError,
) -> None:
    """Write parts of some lines of CSV each, so many of them in a row group.

    Raises `error` when PyArrow is not installed.
    """
    arrow, read_csv, parquet = _arrow(error)
    types = {str: arrow.string(), int: arrow.int64(), float: arrow.float64()}
    schema = arrow.schema([(name, types[kind]) for name, kind in columns.items()])
    convert = read_csv.ConvertOptions(column_types=schema)
    header = f"{','.join(columns)}\n".encode()
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        lines = iter(parts)
        while group := list(islice(lines, per_group)):
            content = arrow.BufferReader(header + b"".join(group))
            writer.write_table(read_csv.read_csv(content, convert_options=convert))


def _arrow(error: type[JackdawError]) -> tuple[Any, Any, Any]:
    """Import PyArrow's modules."""
    try:
        import pyarrow.csv  # optional and slow
        import pyarrow.parquet
    except ImportError:
        cure = f"{install_command('parquet')}, or write .csv"
        raise error("Parquet needs PyArrow, which is not installed", cure=cure) from None
    return pyarrow, pyarrow.csv, pyarrow.parquet
