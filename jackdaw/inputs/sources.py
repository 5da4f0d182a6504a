"""Read game records and positions from files or standard input, and find the lexica for them."""

import sys
from dataclasses import dataclass, field
from pathlib import Path

from movegen import JackdawError, Lexicon, LexiconError, Position, Variant
from movegen.errors import CgpError, one_line
from movegen.game import Game
from movegen.gcg import parse_gcg
from movegen.lexicon import EMBEDDED, is_known_lexicon
from movegen.position import read_cgp
from movegen.variant import TileSet
from strategy.players import StaticStrategy

STANDARD_INPUT = "-"
MAX_BYTES = 1 << 24
"""The maximum size of an input."""

_EXPECTED = "a game record (GCG) or positions (CGP), one a line"


@dataclass(frozen=True)
class Source:
    """An input: its name for messages, and its bytes."""

    name: str
    content: bytes


def read_source(file: str) -> Source:
    """Read a file, or standard input for `-`. Raises JackdawError if it cannot be read."""
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
        raise JackdawError(f"is larger than {MAX_BYTES >> 20} MiB", where=name, cure=f"expected {_EXPECTED}")
    if not content.strip():
        raise JackdawError("is empty", where=name, cure=f"expected {_EXPECTED}")
    return Source(name, content)


def parse_source(
    source: Source, *, strict: bool = False, variant: Variant | None = None
) -> Game | list[Position]:
    """Parse a game or positions, by the file's suffix or else by the look of the text.

    Raises GcgError or CgpError with file, line and column.
    """
    suffix: str | None = Path(source.name).suffix.lower()
    if suffix not in (".gcg", ".cgp"):
        suffix = _guess_suffix(source.content)
    if suffix == ".cgp":
        return _parse_positions(source, variant)
    if suffix == ".gcg":
        return parse_gcg(source.content, file=source.name, strict=strict, variant=variant)
    raise JackdawError("is neither a game nor a position", where=source.name, cure=f"expected {_EXPECTED}")


def _guess_suffix(content: bytes) -> str | None:
    """Guess the kind of a file. `#` begins a pragma in a record, but a comment among positions."""
    lines = [line.strip() for line in content.removeprefix(b"\xef\xbb\xbf").splitlines()]
    text = next((line for line in lines if line and not line.startswith(b"#")), b">")
    if not text.startswith(b">") and text.count(b"/") >= 2:
        return ".cgp"
    first = next(filter(None, lines), b"")
    return ".gcg" if first.startswith((b"#", b">")) else None


def _parse_positions(source: Source, variant: Variant | None) -> list[Position]:
    """Parse a position per line; skip empty lines and those that begin with `#`."""
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
        raise CgpError("contains no positions", file=source.name, expected="positions (CGP), one a line")
    return positions


def strategy_notes(strategy: StaticStrategy | None) -> list[str]:
    """Return notes about a strategy that ranks moves."""
    if strategy is None or not strategy.is_handicapped:
        return []
    return [f"the handicap of {strategy.name} applies only to games; moves are ranked without it"]


@dataclass
class LexiconFinder:
    """Finds the lexicon for a position: the requested one, else the one it names, else the built-in one.

    `requested` is a name, a file or None. `notes` are about lexica that are named but not installed.
    """

    requested: str | None
    notes: list[str] = field(default_factory=list)
    _cache: dict[tuple[str | None, TileSet, int], Lexicon] = field(default_factory=dict)

    def find(self, position: Position) -> Lexicon:
        """Return the lexicon for a position. Raises what `Lexicon.load` does."""
        variant = position.variant
        longest = max(variant.layout.rows, variant.layout.columns)
        key = self.locate(position), variant.tiles, longest
        if key not in self._cache:
            self._cache[key] = self._load(*key, position.lexicon_name)
        return self._cache[key]

    def locate(self, position: Position) -> str | None:
        """Return the name or file of the lexicon for a position; None for the built-in one."""
        own = position.lexicon_name
        if self.requested is not None or own is None:
            return self.requested
        if is_known_lexicon(own):
            return own
        cure = f"install it (jackdaw lexicon build FILE --name {own}) or give a file with --lexicon"
        note = one_line(f"the lexicon {own} is not installed, so {EMBEDDED} is used; {cure}")
        if note not in self.notes:
            self.notes.append(note)
        return None

    def _load(self, name: str | None, tiles: TileSet, longest: int, own: str | None) -> Lexicon:
        try:
            return Lexicon.load(name, tiles, longest=longest)
        except LexiconError:
            if name is not None:
                raise
        problem = f"{EMBEDDED} is not in the letters of {tiles.name}"
        cure = "give another lexicon with --lexicon"
        if own is not None:
            problem = f"the lexicon {own} is not installed, and {problem}"
            cure = f"install it (jackdaw lexicon build FILE --name {own} --tiles {tiles.name}), or {cure}"
        raise JackdawError(problem, cure=cure)
