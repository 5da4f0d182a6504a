"""Files of puzzles: JSON lines, one puzzle each (docs/puzzles.md)."""

from collections.abc import Iterable
from importlib.resources import files

import msgspec

from movegen.encoding import encode_json
from movegen.errors import JackdawError, one_line
from movegen.files import MIB, InputKind, open_lines
from sims.puzzles import CHALLENGE, SCHEMA, Puzzle

_KIND = InputKind(1024 * MIB, expected="a file of puzzles", max_line=1_000_000)
_CURE = "make one with jackdaw puzzles"


class PuzzleFileError(JackdawError):
    """A file of puzzles that cannot be read."""


def sample_puzzles() -> str:
    """Return the file of the puzzles that come with the program."""
    return str(files("jackdaw") / "samples" / "puzzles.jsonl")


def encode_puzzles(puzzles: Iterable[Puzzle]) -> bytes:
    """Return the content of a file of puzzles."""
    return b"".join(encode_json(puzzle) + b"\n" for puzzle in puzzles)


def read_puzzles(file: str) -> list[Puzzle]:
    """Read a file of puzzles, `-` for standard input. A puzzle that occurs twice is returned once.

    Raises PuzzleFileError for a line that is no puzzle, and JackdawError if the file cannot be read.
    """
    puzzles: dict[str, Puzzle] = {}
    try:
        with open_lines(file, _KIND) as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    puzzle = _parse(line, file, number)
                    puzzles.setdefault(puzzle.id, puzzle)
    except UnicodeDecodeError:
        raise PuzzleFileError("is not UTF-8", where=file, cure=_CURE) from None
    if not puzzles:
        raise PuzzleFileError("contains no puzzles", where=file, cure=_CURE)
    return list(puzzles.values())


def _parse(line: str, file: str, number: int) -> Puzzle:
    try:
        puzzle = msgspec.json.decode(line, type=Puzzle)
        if puzzle.schema != SCHEMA:
            raise PuzzleFileError(
                f"is a puzzle of another version, {one_line(puzzle.schema, 40)}",
                where=f"{file}, line {number}",
                cure=f"expected {SCHEMA}; make it again",
            )
        if not puzzle.others:
            raise msgspec.ValidationError("it has no other moves")
        position = puzzle.position
        for move in (puzzle.answer, puzzle.margin):
            if move.move != CHALLENGE:
                position.parse_move(move.move)
    except (msgspec.MsgspecError, UnicodeError) as fault:
        problem = f"is not a puzzle ({one_line(str(fault), 80)})"
        raise PuzzleFileError(problem, where=f"{file}, line {number}", cure=_CURE) from None
    except PuzzleFileError:
        raise
    except JackdawError as fault:
        problem = f"is not a puzzle: {fault}"
        raise PuzzleFileError(one_line(problem), where=f"{file}, line {number}", cure=_CURE) from None
    return puzzle
