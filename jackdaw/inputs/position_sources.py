"""Read the positions of files, folders, patterns and addresses, one by one: GCG, CGP, CSV and JSON Lines.

Files of positions are read line by line, so a million positions need no more memory than one.
"""

import csv
import glob
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from jackdaw.inputs.address_text import is_address
from jackdaw.inputs.sources import (
    OWN_RULES,
    ReadingRules,
    Source,
    clean_address,
    fetch_sources,
    parse_source,
    read_source,
)
from movegen.board import Move
from movegen.errors import MAX_PLACE, JackdawError, one_line
from movegen.files import MIB, InputKind, canonical_path, open_input, open_lines
from movegen.game import EventKind, Game
from movegen.position import Position, read_cgp
from sims.identity import describe_settings
from strategy.analysis import played_moves
from strategy.inference import LastMove

GAMES, LINES, TABLE, OBJECTS = (".gcg",), (".cgp", ".txt"), (".csv",), (".jsonl", ".ndjson")
SUFFIXES = (*GAMES, ".cgp", *TABLE, *OBJECTS)
"""Suffixes of the files that are read in a folder."""
COLUMN, NAME = "cgp", "id"
"""Names of the columns of a CSV file and the fields of a JSON object."""

_KIND = InputKind(4096 * MIB, max_line=1_000_000, read_again=True)
_BLOCK = 1 << 20


@dataclass(frozen=True)
class Item:
    """A position of an input, or the error in its place.

    Attributes
    ----------
    source:   file.
    line:     line of the file, from 1; None in a game.
    turn:     turn of the game, from 1; None for a position outside a game.
    name:     name of the position in the file, if it has one.
    position: None if it cannot be read; `error` says why.
    played:   move that was made, if known; `is_withdrawn` if it was taken back.
    last:     the opponent's last move, if requested and known.
    player:   nickname of the player on turn; None outside a game.
    before:   the position before the opponent's last play, which is `last_play`, if requested; None if the
              last move was no play, was taken back, or withstood a challenge.
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
    player: str | None = None
    before: Position | None = None
    last_play: Move | None = None


@dataclass(frozen=True)
class Sources:
    """Files of games or positions, and addresses of games, which have been `fetched`.

    `with_last_moves` asks for `Item.last`, `with_last_plays` for `Item.before` and `Item.last_play`.
    """

    files: tuple[str, ...]
    rules: ReadingRules = OWN_RULES
    with_last_moves: bool = False
    with_last_plays: bool = False
    fetched: Mapping[str, Source] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        arguments: Sequence[str],
        *,
        rules: ReadingRules = OWN_RULES,
        without: Collection[Path] = (),
        with_last_moves: bool = False,
        with_last_plays: bool = False,
        refresh: bool = False,
    ) -> "Sources":
        """Find the files that arguments name: files, folders (recursively), patterns such as `games/*.gcg`.

        Games that arguments are addresses of are fetched, with `refresh` even if they are in the cache. A
        file named twice is read once; those of `without`, such as outputs, are left out. Raises JackdawError
        for an argument that names nothing.
        """
        hidden = {canonical_path(path) for path in without}
        files = find_files(arguments, SUFFIXES, "positions")
        shown = tuple(file for file in files if canonical_path(file) not in hidden)
        fetched = fetch_sources(shown, refresh=refresh)
        return cls(shown, rules, with_last_moves, with_last_plays, fetched)

    def items(self) -> Iterator[Item]:
        """Return all positions in order. One that cannot be read has an error instead."""
        for file in self.files:
            yield from self._items(file, self._read)

    def survey(self) -> tuple[int, int]:
        """Return the number of items and a checksum of all files."""
        items = checksum = 0
        for file in self.files:
            items += sum(1 for _ in self._items(file, lambda item, _: item))
            checksum = zlib.crc32(file.encode(errors="replace"), checksum)
            for block in [self.fetched[file].content] if file in self.fetched else _blocks(file):
                checksum = zlib.crc32(block, checksum)
        return items, checksum

    def describe(self, items: int, checksum: int) -> dict[str, object]:
        """Describe the surveyed positions for a journal, with the rules by which they are read."""
        return {
            "positions": items,
            "files": f"{len(self.files)} ({checksum:08x})",
            **describe_settings(self.rules, "rules"),
        }

    def _items(self, file: str, read: Callable[[Item, str], Item]) -> Iterator[Item]:
        """Return the items of a file; `read` turns the text of an item into its position."""
        suffix = "" if file in self.fetched else Path(file).suffix.lower()
        try:
            if suffix in (*LINES, *TABLE, *OBJECTS):
                lines = _TEXTS[suffix](file)
                yield from (read(item, text) if item.error is None else item for item, text in lines)
            else:
                yield from self._turns(file)
        except JackdawError as error:
            yield Item(file, error=describe_error(error, file))

    def _turns(self, file: str) -> Iterator[Item]:
        """Return each turn of a game and the one to be played, or positions, one per line."""
        parsed = parse_source(self.fetched.get(file) or _read_again(file), rules=self.rules)
        if not isinstance(parsed, Game):
            yield from (Item(file, position=position) for position in parsed)
            return
        turns = played_moves(parsed)
        for number, (played, is_withdrawn) in enumerate(turns, start=1):
            position = parsed.position(number)
            last = self._last(parsed, number)
            item = Item(file, None, number, None, position, played, is_withdrawn, last=last)
            yield self._with_context(item, parsed, number)
        if not parsed.is_finished:
            turn = len(turns) + 1
            item = Item(file, turn=turn, position=parsed.position(turn), last=self._last(parsed, turn))
            yield self._with_context(item, parsed, turn)

    def _with_context(self, item: Item, game: Game, turn: int) -> Item:
        """Return the item with its player and, if requested, the opponent's last play."""
        assert item.position is not None
        found = replace(item, player=game.players[item.position.on_turn].nickname)
        if not self.with_last_plays or len(game.players) != 2 or turn == 1:
            return found
        play = standing_play(game, turn - 1)
        return found if play is None else replace(found, before=game.position(turn - 1), last_play=play)

    def _last(self, game: Game, turn: int) -> LastMove | None:
        return LastMove.before_turn(game, turn) if self.with_last_moves and len(game.players) == 2 else None

    def _read(self, item: Item, text: str) -> Item:
        try:
            return replace(item, position=read_cgp(text, variant=self.rules.variant or self.rules.default))
        except JackdawError as error:
            return replace(item, error=describe_error(error, item.source))


def standing_play(game: Game, turn: int) -> Move | None:
    """Return the play of a turn, from 1; None for other moves, and if it was taken back or challenged."""
    turns = [index for index, event in enumerate(game.events) if event.kind.is_turn]
    event, after = game.events[turns[turn - 1]], game.events[turns[turn - 1] + 1 :][:1]
    if event.kind is not EventKind.PLAY or any(each.kind.is_challenge for each in after):
        return None
    return event.move


def find_files(arguments: Sequence[str], suffixes: Sequence[str], contents: str) -> list[str]:
    """Find the files that arguments name: files, folders (all of these suffixes, recursively), patterns.

    Addresses of games are returned as `clean_address` shows them. A file named twice is returned once. Raises
    JackdawError for an argument that names nothing; `contents` is the plural of what the files hold.
    """
    return list(
        dict.fromkeys(file for argument in arguments for file in _files(argument, suffixes, contents))
    )


def _files(argument: str, suffixes: Sequence[str], contents: str) -> list[str]:
    """Find the files that one argument names."""
    if not argument:  # which as a path is the current folder
        raise JackdawError("the name of a file is empty", cure="give a file, a folder or a pattern")
    if is_address(argument):
        return [clean_address(argument)]
    path = Path(argument)
    try:
        if path.is_dir():
            files = sorted(str(each) for each in _walk(path) if each.suffix.lower() in suffixes)
            cure = f"expected files that end in {', '.join(suffixes)}"
            problem = f"the folder contains no {contents}"
        else:
            exists = path.is_symlink() or path.exists()
            files = [argument] if exists else sorted(glob.glob(argument, recursive=True))  # noqa: PTH207  # Path's takes no absolute pattern
            problem, cure = "no such file", "check its name and folder"
    except (OSError, ValueError, RecursionError) as fault:
        _KIND.unreadable(argument, fault)
    if not files:
        raise JackdawError(problem, where=argument, cure=cure)
    return files


def _read_again(file: str) -> Source:
    """Read a file that is read more than once, which a pipe cannot be."""
    with open_input(file, _KIND):
        return read_source(file)


def _walk(folder: Path) -> Iterator[Path]:
    """Yield what is in a folder and those below; not through links, and no pipes, which may wait for ever."""
    folders = [folder]
    while folders:
        with suppress(OSError):  # one that may not be read
            for each in folders.pop().iterdir():
                if each.is_dir() and not each.is_symlink():
                    folders.append(each)
                elif not each.is_fifo():
                    yield each


def _positions(file: str) -> Iterator[tuple[Item, str]]:
    """Read a position per line; skip empty lines and those that begin with `#`."""
    for item, text in _lines(file):
        if item.error is not None or (text and not text.startswith("#")):
            yield item, text


def _objects(file: str) -> Iterator[tuple[Item, str]]:
    """Read JSON per line: a text, or an object with the field `cgp` and optionally `id`."""
    for item, text in _lines(file):
        if item.error is not None or not text:
            if text or item.error is not None:
                yield item, text
            continue
        try:
            found = msgspec.json.decode(text, type=str | dict[str, object])
        except msgspec.MsgspecError as error:
            yield replace(item, error=f"is not a JSON text or object ({error})"), ""
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
    """Read the rows of a table with a column `cgp` and optionally `id`, named in its first line."""
    with open_lines(file, _KIND, errors="replace") as lines:
        limited = _RowLines(lines, file)
        rows = csv.DictReader(limited)
        try:
            rows.fieldnames = [name.strip().lower() for name in rows.fieldnames or ()]
            if COLUMN not in rows.fieldnames:
                cure = (
                    f"name the columns in the first line, separated by commas; the positions are in {COLUMN}"
                )
                raise JackdawError(f"has no column {COLUMN}", where=file, cure=cure)
            for row in rows:
                limited.size = 0
                yield Item(file, rows.line_num, name=row.get(NAME) or None), row[COLUMN] or ""
        except csv.Error as error:
            raise JackdawError(f"is not a table ({error})", where=file, cure="expected CSV") from None


class _RowLines:
    """The lines of a table. A row may have several, but not for ever; `size` is that of the row so far."""

    def __init__(self, lines: Iterator[str], file: str) -> None:
        self._lines = lines
        self._file = file
        self.size = 0

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self.size += len(line)
            if self.size > _KIND.max_line:
                problem = f"has a row of more than {_KIND.max_line:,} characters, the limit"
                raise JackdawError(problem, where=self._file, cure="expected CSV")
            yield line


_TEXTS: dict[str, Callable[[str], Iterator[tuple[Item, str]]]] = {
    **dict.fromkeys(LINES, _positions),
    **dict.fromkeys(TABLE, _rows),
    **dict.fromkeys(OBJECTS, _objects),
}


def _lines(file: str) -> Iterator[tuple[Item, str]]:
    """Read the lines of a file without surrounding space; one that cannot be decoded has an error."""
    with open_input(file, _KIND) as stream:
        number = 0
        while line := stream.readline(_KIND.max_line + 1):
            number += 1
            item = Item(file, number)
            if len(line) > _KIND.max_line:
                problem = f"has a line of more than {_KIND.max_line:,} bytes, the limit"
                raise JackdawError(problem, where=file, cure="check that it is a text file")
            try:
                yield item, line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
            except UnicodeDecodeError as error:
                yield replace(item, error=f"byte {error.start + 1} of the line is not UTF-8"), ""


def _blocks(file: str) -> Iterator[bytes]:
    with suppress(JackdawError), open_input(file, _KIND) as stream:  # its item has the error
        while block := stream.read(_BLOCK):
            yield block


def describe_error(error: JackdawError, file: str) -> str:
    """Describe an error without the name of the file, which the item has."""
    return str(error).removeprefix(one_line(file, MAX_PLACE)).lstrip(":, ")
