"""What the commands work on: game records and positions from files or standard input, and lexica for them."""

import sys
from dataclasses import dataclass, field
from pathlib import Path

from movegen import JackdawError, Lexicon, LexiconError, Position, Variant
from movegen.cgp import read_cgp
from movegen.errors import CgpError, one_line
from movegen.game import Game
from movegen.gcg import parse_gcg
from movegen.lexicon_sources import EMBEDDED, is_known
from movegen.tiles import TileSet
from strategy.static import StaticStrategy

STANDARD_INPUT = "-"
MAX_BYTES = 1 << 24
"""The largest input that is read."""

_EXPECTED = "a game record (GCG) or positions (CGP), one a line"


@dataclass(frozen=True)
class Source:
    """What was read: its name for messages, and its bytes."""

    name: str
    content: bytes


def read_source(file: str) -> Source:
    """Read a file, or standard input for `-`. Raises JackdawError when that cannot be done."""
    name = "standard input" if file == STANDARD_INPUT else file
    try:
        if file == STANDARD_INPUT:
            content = sys.stdin.buffer.read(MAX_BYTES + 1) if sys.stdin else b""
        else:
            with Path(file).open("rb") as stream:
                content = stream.read(MAX_BYTES + 1)
    except IsADirectoryError:
        cure = "name one file, a .gcg or a .cgp"
        raise JackdawError("is a directory", where=name, cure=cure) from None
    except FileNotFoundError:
        raise JackdawError("no such file", where=name, cure="check its name and folder") from None
    except OSError as error:
        raise JackdawError(f"cannot be read ({error.strerror})", where=name) from None
    if len(content) > MAX_BYTES:
        raise JackdawError(f"more than {MAX_BYTES >> 20} MiB", where=name, cure=f"expected {_EXPECTED}")
    if not content.strip():
        raise JackdawError("nothing in it", where=name, cure=f"expected {_EXPECTED}")
    return Source(name, content)


def parse_source(
    source: Source, *, strict: bool = False, variant: Variant | None = None
) -> Game | list[Position]:
    """Read a game or positions, told apart by the file's suffix, else by what the text looks like.

    Raises GcgError or CgpError, which name file, line and column.
    """
    suffix: str | None = Path(source.name).suffix.lower()
    if suffix not in (".gcg", ".cgp"):
        suffix = _guessed_suffix(source.content)
    if suffix == ".cgp":
        return _parse_positions(source, variant)
    if suffix == ".gcg":
        return parse_gcg(source.content, file=source.name, strict=strict, variant=variant)
    raise JackdawError("neither a game nor a position", where=source.name, cure=f"expected {_EXPECTED}")


def _guessed_suffix(content: bytes) -> str | None:
    """Which kind of file it looks like: `#` begins a pragma of a record, but also a comment on positions."""
    lines = [line.strip() for line in content.removeprefix(b"\xef\xbb\xbf").splitlines()]
    told = next((line for line in lines if line and not line.startswith(b"#")), b">")
    if not told.startswith(b">") and told.count(b"/") >= 2:
        return ".cgp"
    first = next(filter(None, lines), b"")
    return ".gcg" if first.startswith((b"#", b">")) else None


def _parse_positions(source: Source, variant: Variant | None) -> list[Position]:
    """A position a line; empty lines and those that begin with `#` say nothing."""
    try:
        text = source.content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = source.content.count(b"\n", 0, error.start) + 1
        what = f"byte {error.start + 1} is not UTF-8"
        raise CgpError(what, file=source.name, line=line, expected="positions (CGP), one a line") from None
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    positions = [
        read_cgp(line, variant=variant, file=source.name, line=number)
        for number, line in enumerate(lines, start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not positions:
        raise CgpError("no position in it", file=source.name, expected="positions (CGP), one a line")
    return positions


def strategy_notes(strategy: StaticStrategy | None) -> list[str]:
    """What needs saying of a strategy that ranks moves."""
    if strategy is None or not strategy.is_handicapped:
        return []
    return [f"the handicap of {strategy.name} is for games; moves are ranked without it"]


@dataclass
class Lexica:
    """Chooses the lexicon for a position: the one asked for, else the one it names, else the one inside.

    `wanted` is the name or file that was asked for, or None. `notes` tell of lexica that are named but not
    at hand.
    """

    wanted: str | None
    notes: list[str] = field(default_factory=list)
    _kept: dict[tuple[str | None, TileSet, int], Lexicon] = field(default_factory=dict)

    def find(self, position: Position) -> Lexicon:
        """The lexicon for a position; raises what `Lexicon.load` does."""
        variant = position.variant
        longest = max(variant.layout.rows, variant.layout.columns)
        key = self.place(position), variant.tiles, longest
        if key not in self._kept:
            self._kept[key] = self._load(*key, position.lexicon_name)
        return self._kept[key]

    def place(self, position: Position) -> str | None:
        """The name or file of the lexicon for a position; None for the one inside."""
        own = position.lexicon_name
        if self.wanted is not None or own is None:
            return self.wanted
        if is_known(own):
            return own
        cure = f"install it (jackdaw lexicon build FILE --name {own}) or give a file with --lexicon"
        note = one_line(f"the lexicon {own} is not at hand, so {EMBEDDED} is used; {cure}")
        if note not in self.notes:
            self.notes.append(note)
        return None

    def _load(self, name: str | None, tiles: TileSet, longest: int, own: str | None) -> Lexicon:
        try:
            return Lexicon.load(name, tiles, longest=longest)
        except LexiconError:
            if name is not None:
                raise
        what = f"{EMBEDDED} is not for the letters of {tiles.name}"
        cure = "give a lexicon that is with --lexicon"
        if own is not None:
            what = f"the lexicon {own} is not at hand, and {what}"
            cure = f"install it (jackdaw lexicon build FILE --name {own} --tiles {tiles.name}), or {cure}"
        raise JackdawError(what, cure=cure)
