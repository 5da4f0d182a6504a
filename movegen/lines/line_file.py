"""The file of a game's lines: JSON beside the record, described in docs/lines.md."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from movegen.encoding import encode_json
from movegen.errors import JackdawError, UnknownNameError, one_line, quote
from movegen.files import MIB, InputKind, read_bytes, write_atomic
from movegen.game import Game
from movegen.lines.line import MAX_MOVES, Line, LineError, check_name

SCHEMA = "jackdaw.lines/1"
MAX_LINES = 200
"""The limit of lines of a game."""
_SUFFIX = ".lines.json"
_KIND = InputKind(4 * MIB, error=LineError, expected="the lines of a game")


class MoveRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move of a line in the file: in GCG notation, with the known tiles of the rack, null for none."""

    move: str
    rack: str | None = None


class LineRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line in the file, which may not fit the game.

    >>> game = read_gcg("jackdaw/samples/ann_v_ben.gcg")
    >>> record = LineRecord.of(Line.begin(game, 7, "fish").play("M9 (EA)TING"))
    >>> record.moves[0].move, record.replay(game).scores
    ('M9 ..TING', (135, 50))
    """

    name: str
    turn: int
    moves: tuple[MoveRecord, ...]

    @classmethod
    def of(cls, line: Line) -> "LineRecord":
        """Return the record of a line. Raises LineError if it has no name or no moves."""
        if not line.moves:
            raise LineError("a line without moves is not saved", cure="play one")
        moves = (
            MoveRecord(each.move.gcg, None if each.rack is None else str(each.rack)) for each in line.moves
        )
        return cls(check_name(line.name), line.turn, tuple(moves))

    def replay(self, game: Game) -> Line:
        """Return the line of a game. Raises LineError, which names the move, if it does not fit the game."""
        number = self.turn
        try:
            line = Line.begin(game, self.turn, self.name)
            for each in self.moves:
                line = line.play(each.move, each.rack or "")
                number += 1
        except JackdawError as error:
            where = f"line {quote(self.name)}, turn {number}"
            raise LineError(f"does not fit the game: {error}", where=where, cure="remove the line") from None
        return line


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: str
    lines: tuple[LineRecord, ...]


def lines_file(record: str | Path) -> Path:
    """Return the file of the lines of a game record: beside it, with the suffix `.lines.json`.

    >>> print(lines_file("game.gcg"))
    game.gcg.lines.json
    """
    return Path(f"{record}{_SUFFIX}")


def read_lines(file: str | Path, game: Game) -> tuple[Line, ...]:
    """Read the lines of a game. Raises LineError for a file that is faulty, or a line that does not fit.

    >>> from tempfile import TemporaryDirectory
    >>> game = read_gcg("jackdaw/samples/ann_v_ben.gcg")
    >>> with TemporaryDirectory() as folder:
    ...     file = f"{folder}/game.gcg.lines.json"
    ...     write_lines(file, [Line.begin(game, 7, "fish").play("M9 (EA)TING")])
    ...     read_lines(file, game)
    (<Line fish, instead of turn 7: M9 (EA)TING; 135 - 50>,)
    """
    found = []
    for record in read_line_records(file):
        try:
            found.append(record.replay(game))
        except LineError as error:
            raise LineError(f"{error.where}: {error.problem}", where=str(file), cure=error.cure) from None
    return tuple(found)


def read_line_records(file: str | Path) -> tuple[LineRecord, ...]:
    """Read the lines of a file without their game. Raises LineError for a faulty file."""
    try:
        found = msgspec.json.decode(read_bytes(file, _KIND), type=_File)
        if found.schema != SCHEMA:
            raise msgspec.ValidationError(f"its schema is {one_line(found.schema, 40)}, not {SCHEMA}")
        _check(found.lines)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        problem = f"is not a file of lines ({one_line(str(fault), 80)})"
        raise LineError(problem, where=str(file), cure="delete it, or make it with jackdaw line") from None
    return found.lines


def _check(lines: Sequence[LineRecord]) -> None:
    """Raise ValidationError for names that are impossible or occur twice, and for too many lines or moves."""
    names = [line.name for line in lines]
    for line in lines:
        try:
            check_name(line.name)
        except LineError as error:
            raise msgspec.ValidationError(error.problem) from None
        if not line.moves:
            raise msgspec.ValidationError(f"{quote(line.name)} has no moves")
        if len(line.moves) > MAX_MOVES:
            raise msgspec.ValidationError(f"{quote(line.name)} has more than {MAX_MOVES} moves")
        if names.count(line.name) > 1:
            raise msgspec.ValidationError(f"two lines are called {quote(line.name)}")
    if len(lines) > MAX_LINES:
        raise msgspec.ValidationError(f"more than {MAX_LINES} lines")


def encode_lines(records: Iterable[LineRecord]) -> bytes:
    """Return the content of a file of lines, in the order of their turns."""
    ordered = tuple(sorted(records, key=lambda each: each.turn))
    return msgspec.json.format(encode_json(_File(SCHEMA, ordered)), indent=2) + b"\n"


def write_lines(file: str | Path, lines: Iterable[Line | LineRecord]) -> None:
    """Write lines to a file, whole or not at all, in the order of their turns.

    Raises LineError for lines that cannot be saved, JackdawError if the file cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> line = Line.begin(read_gcg("jackdaw/samples/ann_v_ben.gcg"), 7, "swap").play("exch GT")
    >>> with TemporaryDirectory() as folder:
    ...     write_lines(f"{folder}/game.gcg.lines.json", [line])
    """
    records = [LineRecord.of(each) if isinstance(each, Line) else each for each in lines]
    try:
        _check(records)
    except msgspec.ValidationError as error:
        raise LineError(str(error), where=str(file)) from None
    write_atomic(Path(file), encode_lines(records))


def add_line(records: Iterable[LineRecord], line: Line, *, replace: bool = False) -> tuple[LineRecord, ...]:
    """Return records with one more line. Raises LineError if there is one of its name, unless `replace`."""
    record, others = LineRecord.of(line), tuple(records)
    if any(each.name == record.name for each in others) and not replace:
        raise LineError(
            f"there is a line {quote(record.name)} already", cure="choose another name, or replace it"
        )
    return (*(each for each in others if each.name != record.name), record)


def remove_line(records: Iterable[LineRecord], name: str) -> tuple[LineRecord, ...]:
    """Return records without the line of a name. Raises UnknownNameError if there is none."""
    lines = tuple(records)
    names = [each.name for each in lines]
    if name not in names:
        raise UnknownNameError("line", name, names)
    return tuple(each for each in lines if each.name != name)
