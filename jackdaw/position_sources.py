"""The positions of files, folders and patterns, one after another: GCG, CGP, CSV and JSON Lines.

Files of positions are read line by line: of a million positions only the one at hand is kept.
"""

import csv
import glob
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from jackdaw.inputs import parse_source, read_source
from movegen.cgp import read_cgp
from movegen.errors import JackdawError, one_line
from movegen.game import Game
from movegen.moves import Move
from movegen.position import Position
from movegen.rules import Variant
from strategy.analysis import turns_of
from strategy.last_move import LastMove

GAMES, LINES, TABLE, OBJECTS = (".gcg",), (".cgp", ".txt"), (".csv",), (".jsonl", ".ndjson")
SUFFIXES = (*GAMES, ".cgp", *TABLE, *OBJECTS)
"""Of the files that are read in a folder."""
COLUMN, NAME = "cgp", "id"
"""What the columns of a CSV and the fields of a JSON object are called: the position, and its name."""

_LONGEST_LINE = 1 << 20
_BLOCK = 1 << 20


@dataclass(frozen=True)
class Item:
    """A place where a position should be.

    Attributes
    ----------
    source:   the file.
    line:     of the file, from 1; None for a game.
    turn:     of the game, from 1; None for a position that is not part of one.
    name:     what the file calls it, if it does.
    position: None where there is none; `error` tells why.
    played:   the move that was made in it, if that is known; `is_withdrawn` whether it was taken back.
    last:     the opponent's last move, if that was asked for and is known.
    """

    source: str
    line: int | None = None
    turn: int | None = None
    name: str | None = None
    position: Position | None = None
    played: Move | None = None
    is_withdrawn: bool = False
    error: str | None = None
    last: LastMove | None = None


@dataclass(frozen=True)
class Sources:
    """Files to read, each of a game or of positions.

    `variant` is the rules to read them by; None for their own. `with_last_moves`: see `Item.last`.
    """

    files: tuple[str, ...]
    variant: Variant | None = None
    with_last_moves: bool = False

    @classmethod
    def of(
        cls,
        arguments: Sequence[str],
        *,
        variant: Variant | None = None,
        without: Collection[Path] = (),
        with_last_moves: bool = False,
    ) -> "Sources":
        """What these arguments name: files, folders with all below them, patterns such as `games/*.gcg`.

        A file named twice is read once; those of `without`, such as outputs, are left out. Raises
        JackdawError for an argument that names nothing.
        """
        hidden = {path.resolve() for path in without}
        files = files_of(arguments, SUFFIXES, "positions")
        shown = tuple(file for file in files if Path(file).resolve() not in hidden)
        return cls(shown, variant, with_last_moves)

    def items(self) -> Iterator[Item]:
        """Every place where a position should be, in order. What cannot be read has an error instead."""
        for file in self.files:
            yield from self._items(file, self._read)

    def survey(self) -> tuple[int, int]:
        """How many items there are, and a checksum of all files."""
        items = checksum = 0
        for file in self.files:
            items += sum(1 for _ in self._items(file, lambda item, _: item))
            checksum = zlib.crc32(file.encode(errors="replace"), checksum)
            for block in _blocks(file):
                checksum = zlib.crc32(block, checksum)
        return items, checksum

    def _items(self, file: str, read: Callable[[Item, str], Item]) -> Iterator[Item]:
        """The items of a file; `read` makes one that has a position of one with the text of it."""
        suffix = Path(file).suffix.lower()
        try:
            if suffix in (*LINES, *TABLE, *OBJECTS):
                lines = _TEXTS[suffix](file)
                yield from (read(item, text) if item.error is None else item for item, text in lines)
            else:
                yield from self._turns(file)
        except (JackdawError, OSError) as error:
            yield Item(file, error=reason(error, file))

    def _turns(self, file: str) -> Iterator[Item]:
        """Each turn of a game, and what is to be played of an unfinished one; or positions, one a line."""
        parsed = parse_source(read_source(file), variant=self.variant)
        if not isinstance(parsed, Game):
            yield from (Item(file, position=position) for position in parsed)
            return
        turns = turns_of(parsed)
        for number, (played, is_withdrawn) in enumerate(turns, start=1):
            position = parsed.position(number)
            last = self._last(parsed, number)
            yield Item(file, None, number, None, position, played, is_withdrawn, last=last)
        if not parsed.is_finished:
            turn = len(turns) + 1
            yield Item(file, turn=turn, position=parsed.position(turn), last=self._last(parsed, turn))

    def _last(self, game: Game, turn: int) -> LastMove | None:
        return LastMove.of(game, turn) if self.with_last_moves and len(game.players) == 2 else None

    def _read(self, item: Item, text: str) -> Item:
        try:
            return replace(item, position=read_cgp(text, variant=self.variant))
        except JackdawError as error:
            return replace(item, error=reason(error, item.source))


def files_of(arguments: Sequence[str], suffixes: Sequence[str], what: str) -> list[str]:
    """The files that arguments name: themselves, all of these suffixes in folders and below, patterns.

    One that is named twice is there once. Raises JackdawError for an argument that names nothing; `what` is
    what files of these suffixes hold, in the plural.
    """
    return list(dict.fromkeys(file for argument in arguments for file in _files(argument, suffixes, what)))


def _files(argument: str, suffixes: Sequence[str], held: str) -> list[str]:
    """The files that an argument names."""
    path = Path(argument)
    if path.is_dir():
        files = sorted(str(each) for each in path.rglob("*") if each.suffix.lower() in suffixes)
        cure = f"expected files that end in {', '.join(suffixes)}"
        what = f"no {held} in the folder"
    else:
        found = glob.glob(argument, recursive=True)  # noqa: PTH207  # Path's takes no absolute pattern
        files = [argument] if path.exists() else sorted(found)
        what, cure = "no such file", "check its name and folder"
    if not files:
        raise JackdawError(what, where=argument, cure=cure)
    return files


def _positions(file: str) -> Iterator[tuple[Item, str]]:
    """A position a line; empty lines and those that begin with `#` say nothing."""
    for item, text in _lines(file):
        if item.error is not None or (text and not text.startswith("#")):
            yield item, text


def _objects(file: str) -> Iterator[tuple[Item, str]]:
    """JSON a line: a text, or an object with the field `cgp`, perhaps `id`."""
    for item, text in _lines(file):
        if item.error is not None or not text:
            if text or item.error is not None:
                yield item, text
            continue
        try:
            found = msgspec.json.decode(text, type=str | dict[str, object])
        except msgspec.MsgspecError as error:
            yield replace(item, error=f"is no JSON text or object ({error})"), ""
            continue
        if isinstance(found, str):
            yield item, found
            continue
        named = replace(item, name=None if found.get(NAME) is None else str(found[NAME]))
        position = found.get(COLUMN)
        yield (named, position) if isinstance(position, str) else (
            replace(named, error=f'has no text in the field "{COLUMN}"'), ""
        )  # fmt: skip


def _rows(file: str) -> Iterator[tuple[Item, str]]:
    """The rows of a table with a column `cgp`, perhaps `id`, named in its first line."""
    with Path(file).open(encoding="utf-8-sig", errors="replace", newline="") as stream:
        rows = csv.DictReader(stream)
        try:
            if COLUMN not in (rows.fieldnames or ()):
                cure = f"name the columns in the first line, that of the positions {COLUMN}"
                raise JackdawError(f"no column {COLUMN}", where=file, cure=cure)
            for row in rows:
                yield Item(file, rows.line_num, name=row.get(NAME) or None), row[COLUMN] or ""
        except csv.Error as error:
            raise JackdawError(f"is no table ({error})", where=file, cure="expected CSV") from None


_TEXTS: dict[str, Callable[[str], Iterator[tuple[Item, str]]]] = {
    **dict.fromkeys(LINES, _positions),
    **dict.fromkeys(TABLE, _rows),
    **dict.fromkeys(OBJECTS, _objects),
}


def _lines(file: str) -> Iterator[tuple[Item, str]]:
    """The lines of a file, without the space around; one that cannot be read has an error."""
    with Path(file).open("rb") as stream:
        number = 0
        while line := stream.readline(_LONGEST_LINE):
            number += 1
            item = Item(file, number)
            if len(line) == _LONGEST_LINE:
                raise JackdawError("a line of over a million bytes", where=file, cure="is it text?")
            try:
                yield item, line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
            except UnicodeDecodeError as error:
                yield replace(item, error=f"byte {error.start + 1} of the line is not UTF-8"), ""


def _blocks(file: str) -> Iterator[bytes]:
    try:
        with Path(file).open("rb") as stream:
            while block := stream.read(_BLOCK):
                yield block
    except OSError:
        return  # its item says so


def reason(error: JackdawError | OSError, file: str) -> str:
    """What is wrong, without the name of the file, which the item has."""
    if isinstance(error, OSError):
        return f"cannot be read ({error.strerror or error})"
    return one_line(str(error).removeprefix(file).lstrip(":, "))
