"""The lines that are saved beside a game record."""

from pathlib import Path

from jackdaw.inputs.address_text import is_address
from jackdaw.inputs.cgp_text import is_cgp_text
from movegen.files import STANDARD_INPUT
from movegen.game import Game
from movegen.lines import Line, LineError, lines_file, read_line_records


def find_lines_file(record: str) -> Path | None:
    """Return the file of the lines of a record, which need not exist; None unless the record is a file."""
    is_file = record != STANDARD_INPUT and not is_address(record) and not is_cgp_text(record)
    return lines_file(record) if is_file else None


def read_saved_lines(record: str, game: Game, *, until: int | None = None) -> tuple[Line, ...]:
    """Return the lines saved beside a record. With `until`, those of later turns are left out.

    Raises LineError if the file is faulty, or a line does not fit the game.
    """
    file = find_lines_file(record)
    if file is None or not file.exists():
        return ()
    found = []
    for saved in read_line_records(file):
        if until is not None and saved.turn > until:
            continue
        try:
            found.append(saved.replay(game))
        except LineError as error:
            cure = f"correct it, or remove it with jackdaw line remove {record}"
            raise LineError(f"{error.where}: {error.problem}", where=str(file), cure=cure) from None
    return tuple(found)
