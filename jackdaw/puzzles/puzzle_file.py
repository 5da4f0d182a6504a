"""Files of puzzles: JSON lines, one puzzle each (docs/puzzles.md)."""

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

import msgspec

from movegen.encoding import encode_json
from movegen.errors import MAX_NAME, JackdawError, one_line
from movegen.files import MIB, InputKind, open_lines
from sims.puzzles import CHALLENGE, SCHEMA, Puzzle

_KIND = InputKind(1024 * MIB, expected="a file of puzzles", max_line=1_000_000)
_CURE = "make one with jackdaw puzzles"


class PuzzleFileError(JackdawError):
    """A file of puzzles that cannot be read."""


def sample_puzzles() -> str:
    """Return the file of the puzzles that come with the program."""
    return str(files("jackdaw") / "samples" / "puzzles.jsonl")


def encode_puzzles(puzzles: Iterable[Puzzle], folder: Path | None = None) -> bytes:
    """Return the content of a file of puzzles that is written to a folder, an absolute path.

    A file of rules in it, or below it, is named from there, so that they can move together.
    """

    def encode(puzzle: Puzzle) -> bytes:
        if folder is not None and Path(puzzle.rules).is_relative_to(folder):
            rules = Path(puzzle.rules).relative_to(folder).as_posix()
            puzzle = msgspec.structs.replace(puzzle, rules=rules)
        return encode_json(puzzle) + b"\n"

    return b"".join(map(encode, puzzles))


def read_puzzles(file: str, rules: str | None = None) -> list[Puzzle]:
    """Read a file of puzzles, `-` for standard input. A puzzle that occurs twice is returned once.

    `rules` is where the file of the rules is, if not where the puzzles name it.

    Raises PuzzleFileError for a line that is no puzzle, and JackdawError if the file cannot be read.
    """
    puzzles: dict[str, Puzzle] = {}
    try:
        with open_lines(file, _KIND) as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    puzzle = _parse(line, file, number, rules)
                    puzzles.setdefault(puzzle.id, puzzle)
    except UnicodeDecodeError:
        raise PuzzleFileError("is not UTF-8", where=file, cure=_CURE) from None
    if not puzzles:
        raise PuzzleFileError("contains no puzzles", where=file, cure=_CURE)
    return list(puzzles.values())


def _parse(line: str, file: str, number: int, rules: str | None) -> Puzzle:
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
        if puzzle.rules.lower().endswith(".toml"):
            found = _find_rules(puzzle.rules, rules, file, number)
            puzzle = msgspec.structs.replace(puzzle, rules=found)
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


def _find_rules(named: str, given: str | None, file: str, number: int) -> str:
    """Return the file of the rules of a puzzle: the one that is given, or as named from its folder."""
    path = Path(file).parent / named if given is None else Path(given)
    where = f"{file}, line {number}"
    if path.name != Path(named).name:  # positions name their rules
        problem = f"its rules are in {one_line(Path(named).name, MAX_NAME)}"
        raise PuzzleFileError(problem, where=where, cure="give a file of this name with --rules-file")
    if not path.is_file():
        problem = f"there is no file {one_line(str(path), MAX_NAME)} with its rules"
        raise PuzzleFileError(problem, where=where, cure="say where it is with --rules-file")
    return str(path)
