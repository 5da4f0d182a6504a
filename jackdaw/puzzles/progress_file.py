"""What a person has practised: a JSON file with the state of each puzzle, for spaced repetition.

Puzzles are repeated as in Leitner's card box: one that was solved at the first try moves up a box and comes
back after a longer time, one that was missed goes back to the first box (Sebastian Leitner, "So lernt man
lernen", 1972). `docs/puzzles.md` describes the file.
"""

from datetime import date, timedelta
from pathlib import Path

import msgspec
import platformdirs

from movegen.encoding import encode_json
from movegen.errors import JackdawError, one_line
from movegen.files import MIB, InputKind, make_folder, read_bytes, write_atomic

SCHEMA = "jackdaw.practice/1"
DAYS = (0, 1, 3, 7, 16, 35, 90)
"""Days until a puzzle comes back, by its box."""
_KIND = InputKind(256 * MIB, expected="the progress of puzzles")


class ProgressError(JackdawError):
    """A file of progress that cannot be read or written."""


class PuzzleProgress(msgspec.Struct, frozen=True):
    """The state of a puzzle.

    Attributes
    ----------
    box:    the box, from 0; see `DAYS`.
    due:    the day from which on it comes back.
    tries:  how often it was practised.
    solved: how often it was solved at the first try without a hint.
    last:   the day of the last try.
    """

    box: int
    due: date
    tries: int
    solved: int
    last: date

    def __post_init__(self) -> None:
        if not 0 <= self.box < len(DAYS) or not 0 <= self.solved <= self.tries:
            raise ValueError("box, tries or solved are out of range")


class _File(msgspec.Struct, forbid_unknown_fields=True):
    schema: str
    puzzles: dict[str, PuzzleProgress]


def default_progress_file() -> Path:
    """Return the file that is used unless another one is named."""
    return Path(platformdirs.user_data_dir("jackdaw", appauthor=False)) / "puzzles.json"


class Progress:
    """The progress in all puzzles; each answer is saved at once.

    Attributes
    ----------
    path:    the file.
    puzzles: the state by the identity of the puzzle.
    """

    def __init__(self, path: Path) -> None:
        """Read the file if it exists. Raises ProgressError if it is no such file."""
        self.path = path
        self.puzzles: dict[str, PuzzleProgress] = {}
        if path.exists():
            self.puzzles = _read(path)

    def note(self, puzzle_id: str, *, is_solved: bool, had_help: bool, today: date) -> PuzzleProgress:
        """Note the result of a first try and save it; return the new state.

        A puzzle solved with a hint stays in its box. Raises ProgressError if the file cannot be written; the
        state is then known until the program ends.
        """
        if self.path.exists():  # another program may have noted results meanwhile
            self.puzzles |= _read(self.path)
        before = self.puzzles.get(puzzle_id)
        box = 0 if before is None else before.box
        if not is_solved:
            box = 0
        elif not had_help:
            box = min(box + 1, len(DAYS) - 1)
        tries, solved = (0, 0) if before is None else (before.tries, before.solved)
        after = PuzzleProgress(
            box,
            today + timedelta(days=max(DAYS[box], int(is_solved))),
            tries + 1,
            solved + (is_solved and not had_help),
            today,
        )
        self.puzzles[puzzle_id] = after
        self._save()
        return after

    def is_due(self, puzzle_id: str, today: date) -> bool:
        """Return whether a puzzle was practised before and should come back."""
        state = self.puzzles.get(puzzle_id)
        return state is not None and state.due <= today

    def _save(self) -> None:
        make_folder(self.path.parent, error=ProgressError)
        write_atomic(self.path, encode_json(_File(SCHEMA, self.puzzles)), error=ProgressError)


def _read(path: Path) -> dict[str, PuzzleProgress]:
    try:
        found = msgspec.json.decode(read_bytes(path, _KIND), type=_File)
    except (msgspec.MsgspecError, UnicodeError) as fault:
        problem = f"is not the progress of puzzles ({one_line(str(fault), 80)})"
        raise ProgressError(problem, where=str(path), cure="move it away, or name another file") from None
    if found.schema != SCHEMA:
        problem = f"is of another version, {one_line(found.schema, 40)}"
        raise ProgressError(problem, where=str(path), cure=f"expected {SCHEMA}; name another file")
    return found.puzzles
