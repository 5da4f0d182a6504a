"""A batch as a table of one row per position, written as CSV or Parquet from the lines of JSON."""

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Annotated, Any

import msgspec

from jackdaw.schemas import csv_cell
from movegen.distribution import install_command
from movegen.encoding import show_hidden
from movegen.errors import JackdawError
from movegen.files import atomic_file
from sims.place import Place
from sims.workers import JournalError

LINES, CSV, PARQUET = ".jsonl", ".csv", ".parquet"
SUFFIXES = (LINES, CSV, PARQUET)
"""The suffixes of output files."""

_ROWS_PER_GROUP = 10_000
_Int = Annotated[int, msgspec.Meta(ge=-(1 << 63), le=(1 << 63) - 1)]  # as tables have them


class _Candidate(msgspec.Struct):
    move: str
    score: _Int
    leave: str
    static_equity: float
    equity: float
    equity_se: float | None
    win: float | None
    win_se: float | None
    utility: float | None
    utility_se: float | None
    spread: float | None
    p_best: float | None
    proven: bool | None


class _Played(msgspec.Struct):
    move: str
    rank: _Int | None
    equity_lost: float | None
    win_lost: float | None
    phony: bool | None
    proven: bool | None


class _Analysis(msgspec.Struct):
    cgp: str
    player: _Int
    rack: str | None
    bag: _Int
    lexicon: str
    method: str
    why_static: str | None
    iterations: _Int | None
    stopped: str | None
    seconds: float | None
    played: _Played | None
    candidates: Annotated[list[_Candidate], msgspec.Meta(min_length=1)]


class BatchLine(msgspec.Struct):
    """The part of a line of JSON that tables show (`jackdaw.batch.positions.LineJson`)."""

    number: _Int
    source: str
    line: _Int | None
    turn: _Int | None
    id: str | None
    error: str | None
    analysis: _Analysis | None

    @property
    def place(self) -> str:
        """The place of the position in the input."""
        return str(Place(self.source, self.line, self.turn))


_OWN = {"number": int, "source": str, "line": int, "turn": int, "id": str, "error": str}
_ANALYSIS = {
    "cgp": str, "player": int, "rack": str, "bag": int, "lexicon": str, "method": str, "why_static": str,
    "iterations": int, "stopped": str, "seconds": float,
}  # fmt: skip
_BEST = {
    "move": str, "score": int, "leave": str, "static_equity": float, "equity": float, "equity_se": float,
    "win": float, "win_se": float, "utility": float, "utility_se": float, "spread": float,
    "p_best": float, "proven": bool,
}  # fmt: skip
_PLAYED = {
    "move": str, "rank": int, "equity_lost": float, "win_lost": float, "phony": bool, "proven": bool,
}  # fmt: skip
COLUMNS: dict[str, type] = {
    **_OWN,
    **_ANALYSIS,
    **{f"best_{name}": kind for name, kind in _BEST.items()},
    **{f"played_{name}": kind for name, kind in _PLAYED.items()},
}
"""The columns of a table with their types. Any may be empty."""


def read_lines(lines: Iterable[bytes]) -> Iterator[BatchLine]:
    """Decode lines of JSON. Raises JournalError for one that a batch does not write."""
    decoder = msgspec.json.Decoder(BatchLine)
    for number, line in enumerate(lines):
        try:
            yield decoder.decode(line)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            cure = "begin the batch again without its journal"
            raise JournalError(f"position {number} is not of this program", cure=cure) from None


def check_output(path: Path) -> None:
    """Raise JackdawError unless a batch can be written to a file of this name."""
    if path.suffix.lower() not in SUFFIXES:
        raise JackdawError(
            "unknown format of output", where=str(path), cure=f"expected {', '.join(SUFFIXES)}"
        )
    if path.suffix.lower() == PARQUET:
        _arrow()


def write_output(path: Path, lines: Iterable[bytes]) -> None:
    """Write a batch in the format of the suffix. Raises JackdawError if it cannot be written."""
    with atomic_file(path) as file:
        if path.suffix.lower() == LINES:
            file.writelines(lines)
        elif path.suffix.lower() == CSV:
            _write_csv(file, read_lines(lines))
        else:
            _write_parquet(file, read_lines(lines))


def _values(line: BatchLine) -> list[Any]:
    """Return the row of a position."""
    analysis = line.analysis
    best = analysis.candidates[0] if analysis else None
    played = analysis.played if analysis else None
    parts = ((line, _OWN), (analysis, _ANALYSIS), (best, _BEST), (played, _PLAYED))
    values = (None if part is None else getattr(part, name) for part, names in parts for name in names)
    return [show_hidden(value) if isinstance(value, str) else value for value in values]


def _write_csv(file: IO[bytes], rows: Iterable[BatchLine]) -> None:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(map(csv_cell, _values(row)) for row in rows)
    text.flush()
    text.detach()  # the file stays open


def _write_parquet(file: IO[bytes], rows: Iterator[BatchLine]) -> None:
    arrow, parquet = _arrow()
    types = {int: arrow.int64(), str: arrow.string(), float: arrow.float64(), bool: arrow.bool_()}
    schema = arrow.schema([(name, types[kind]) for name, kind in COLUMNS.items()])
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while group := [_values(row) for row in islice(rows, _ROWS_PER_GROUP)]:
            columns = [
                arrow.array(column, type=field.type)
                for column, field in zip(zip(*group, strict=True), schema, strict=True)
            ]
            writer.write_table(arrow.table(columns, schema=schema))


def _arrow() -> tuple[Any, Any]:
    """Import the modules of PyArrow. Raises JackdawError if it is not installed."""
    try:
        import pyarrow.parquet  # optional, and slow to import
    except ImportError:
        cure = f"{install_command('parquet')}, or write {CSV}"
        raise JackdawError("Parquet needs PyArrow, which is not installed", cure=cure) from None
    return pyarrow, pyarrow.parquet
