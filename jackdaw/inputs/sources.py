"""Read game records and positions from files, standard input or addresses, and find the lexica for them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from jackdaw.inputs.address_text import is_address
from jackdaw.inputs.cgp_text import is_cgp_text
from movegen import JackdawError, Lexicon, LexiconError, Position, Variant
from movegen.errors import MAX_NAME, CgpError, one_line
from movegen.files import MIB, STANDARD_INPUT, InputKind, read_bytes
from movegen.game import Game
from movegen.gcg import parse_gcg
from movegen.lexicon import (
    EMBEDDED,
    is_known_lexicon,
    is_same_lexicon,
    nearest_lexicon,
    rules_of_lexicon,
    rules_of_tiles,
)
from movegen.position import read_cgp
from movegen.variant import TileSet
from sims.lexicon_source import lexicon_file
from strategy.analysis import lexicon_for_game
from strategy.players import StaticStrategy

if TYPE_CHECKING:
    from jackdaw.inputs.addresses import Address
    from jackdaw.inputs.fetched_records import FetchedRecord

_POSITION = "POSITION"
_EXPECTED = "a game record (GCG) or positions (CGP), one a line"


class _SourceKind(InputKind):
    def unreadable(self, path: str | Path, fault: Exception | str) -> NoReturn:
        """Raise the error, with a cure for the commonest faults."""
        if isinstance(fault, FileNotFoundError):
            self.report(path, "no such file", "check its name and folder")
        if isinstance(fault, IsADirectoryError):
            self.report(path, "is a directory", "name one file, a .gcg or a .cgp")
        super().unreadable(path, fault)


_KIND = _SourceKind(16 * MIB, expected=_EXPECTED)


class Source(NamedTuple):
    """An input.

    Attributes
    ----------
    name:        name for messages.
    content:     its bytes.
    is_argument: whether it is a position on the command line.
    is_fetched:  whether it has an address and comes from its host, now or earlier.
    cached:      when it was fetched, if it is from the cache.
    """

    name: str
    content: bytes
    is_argument: bool = False
    is_fetched: bool = False
    cached: datetime | None = None


def read_source(file: str, *, refresh: bool = False) -> Source:
    """Read a file, standard input for `-`, an address of a game, or an argument that is a position itself.

    Addresses may make it ask hosts, so `file` must come from the person who runs the program. With `refresh`
    this is done even if there is a copy in the cache. Raises JackdawError if it cannot be read.
    """
    if not file:  # which as a path is the current folder
        raise JackdawError("the name of a file is empty", cure=f"expected {_EXPECTED}")
    if is_address(file):
        return _fetch(file, refresh)
    if is_cgp_text(file):
        return Source(_POSITION, file.encode("utf-8", "surrogateescape"), is_argument=True)
    name = "standard input" if file == STANDARD_INPUT else file
    content = read_bytes(file, _KIND)
    if not content.strip():
        raise JackdawError("is empty", where=name, cure=f"expected {_EXPECTED}")
    return Source(name, content)


def fetch_sources(files: Iterable[str], *, refresh: bool = False) -> dict[str, Source]:
    """Fetch the inputs that are addresses, in the form of `clean_address`. Raises JackdawError."""
    return {file: _fetch(file, refresh) for file in files if is_address(file)}


def copy_notes(sources: Iterable[Source]) -> list[str]:
    """Return a note about the inputs that are from the cache, if there are any."""
    copies = [(source.name, source.cached) for source in sources if source.cached is not None]
    if not copies:
        return []
    if len(copies) == 1:
        ((name, cached),) = copies
        return [f"{name} is a copy of {cached:%Y-%m-%d}; --refresh fetches it again"]
    oldest = min(cached for _, cached in copies)
    dated = f"copies, the oldest of {oldest:%Y-%m-%d}; --refresh fetches them again"
    return [f"{len(copies):,} games from addresses are {dated}"]


def clean_address(argument: str) -> str:
    """Return an address, for which `is_address` is true, as it is shown. Raises JackdawError."""
    address: Address = import_module("jackdaw.inputs.addresses").parse_address(argument)
    return address.name


def _fetch(address: str, refresh: bool) -> Source:
    fetched_records = import_module("jackdaw.inputs.fetched_records")  # slow, and few inputs are addresses
    found: FetchedRecord = fetched_records.read_address(address, refresh=refresh)
    if not found.content.strip():
        raise JackdawError("is empty", where=found.address, cure=f"expected {_EXPECTED}")
    return Source(found.address, found.content, is_fetched=True, cached=found.cached)


@dataclass(frozen=True)
class ReadingRules:
    """The rules by which inputs are read.

    Attributes
    ----------
    variant: the rules of a game, whatever its record says, and of positions that name no others.
    default: the rules of games and positions that name none. By default, those of the lexicon they name.
    options: the options of the command line that chose them, the lexicon first.
    """

    variant: Variant | None = None
    default: Variant | None = None
    options: tuple[str, ...] = ()

    @classmethod
    def of(cls, rules: str | None, lexicon: Lexicon | str | Path | None) -> "ReadingRules":
        """Return the rules asked for, else those of the lexicon asked for as a default.

        Raises JackdawError for unknown rules.
        """
        place = None if isinstance(lexicon, Lexicon) else lexicon
        given = {"--lexicon": place, "--rules": rules}
        options = tuple(text for name, value in given.items() if value for text in (name, str(value)))
        if rules:
            return cls(Variant.load(rules), options=options)
        if isinstance(lexicon, Lexicon):
            usual = rules_of_tiles(lexicon.tile_set.name)
        else:
            usual = None if lexicon is None else rules_of_lexicon(lexicon)
        return cls(default=Variant.load(usual) if usual else None, options=options)


OWN_RULES = ReadingRules()
"""Inputs say by which rules they are read."""


def parse_source(
    source: Source, *, strict: bool = False, rules: ReadingRules = OWN_RULES, until: int | None = None
) -> Game | list[Position]:
    """Parse a game or positions, by the file's suffix or else by the look of the text.

    A game is read up to the turn `until`. Raises GcgError or CgpError with file, line and column.
    """
    suffix: str | None = Path(source.name).suffix.lower()
    if source.is_argument or source.is_fetched:
        suffix = ".cgp" if source.is_argument else ".gcg"
    if suffix not in (".gcg", ".cgp"):
        suffix = _guess_suffix(source.content)
    if suffix == ".cgp":
        if until is not None:
            raise JackdawError("is not a game record", where=source.name, cure="leave out --until")
        return _parse_positions(source, rules.variant or rules.default)
    if suffix == ".gcg":
        return parse_gcg(
            source.content,
            file=source.name,
            strict=strict,
            variant=rules.variant,
            default=rules.default,
            until=until,
        )
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
        read_cgp(line, variant=variant, file=source.name, line=None if source.is_argument else number)
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


class LexiconChoice(NamedTuple):
    """The name or file of a lexicon, None for the built-in one, and whether it stands in for another one."""

    place: str | None
    is_substitute: bool = False


@dataclass
class LexiconFinder:
    """Finds the lexicon for a position or a game.

    This is the requested one, else the one that the input names, else the nearest installed edition of it,
    else the built-in one. `requested` is a name, a file or None, `given` a lexicon that was loaded already.
    `notes` are about lexica that stand in for others.
    """

    requested: str | None
    given: Lexicon | None = None
    notes: list[str] = field(default_factory=list)
    _cache: dict[tuple[str | None, TileSet, int], Lexicon] = field(default_factory=dict)

    @classmethod
    def of(cls, lexicon: Lexicon | str | Path | None) -> "LexiconFinder":
        """Return the finder for a lexicon, or its name or file."""
        if isinstance(lexicon, Lexicon):
            return cls(None, lexicon)
        return cls(None if lexicon is None else str(lexicon))

    def find(self, position: Position) -> Lexicon:
        """Return the lexicon for a position. Raises what `Lexicon.load` does."""
        if self.given is not None:
            self.given.check_tiles(position.variant.tiles)
            return self.given
        choice = self.choose(position)
        found = self._load_cached(choice, position)
        return found.as_substitute() if choice.is_substitute else found

    def find_for_game(self, game: Game) -> Lexicon:
        """Return the lexicon for a game. Raises what `Lexicon.load` does."""
        if self.given is not None:
            return self.find(game.position(1))
        choice = self.choose_for_game(game)
        found = self._load_cached(choice, game.position(1))
        return found.as_substitute() if choice.is_substitute else found

    def choose(self, position: Position) -> LexiconChoice:
        """Return the lexicon for a position, without loading it. Raises LexiconError if it has no file."""
        if self.given is not None:
            return LexiconChoice(str(lexicon_file(self.given)))
        own = position.lexicon_name
        if self.requested is not None or own is None or is_known_lexicon(own):
            return LexiconChoice(own if self.requested is None else self.requested)
        nearest, shown = nearest_lexicon(own), one_line(own, MAX_NAME)
        if nearest is not None and is_same_lexicon(nearest, own):
            return LexiconChoice(nearest)
        self._note(
            f"the lexicon {shown} is not installed, so {nearest or EMBEDDED} is used, and words that it lacks"
            f" are not called phonies; install it (jackdaw lexicon build FILE --name {shown}) or give a file"
            " with --lexicon"
        )
        return LexiconChoice(nearest, is_substitute=True)

    def choose_for_game(self, game: Game) -> LexiconChoice:
        """Return the lexicon for a game, whose plays may show that it is another one than the built-in."""
        position = game.position(1)
        choice = self.choose(position)
        if self.requested is not None or position.lexicon_name is not None:
            return choice
        if not lexicon_for_game(game, self._load_cached(choice, position)).is_substitute:
            return choice
        self._note(
            f"the record names no lexicon and has words that {EMBEDDED} lacks, so these are not called"
            " phonies; name its lexicon with --lexicon"
        )
        return LexiconChoice(choice.place, is_substitute=True)

    def _note(self, text: str) -> None:
        note = one_line(text)
        if note not in self.notes:
            self.notes.append(note)

    def _load_cached(self, choice: LexiconChoice, position: Position) -> Lexicon:
        variant = position.variant
        longest = max(variant.layout.rows, variant.layout.columns)
        key = choice.place, variant.tiles, longest
        if key not in self._cache:
            self._cache[key] = self._load(*key, position.lexicon_name)
        return self._cache[key]

    def _load(self, name: str | None, tiles: TileSet, longest: int, own: str | None) -> Lexicon:
        try:
            return Lexicon.load(name, tiles, longest=longest)
        except LexiconError:
            if name is not None:
                raise
        problem = f"{EMBEDDED} is not in the letters of {tiles.name}"
        cure = "give another lexicon with --lexicon"
        if own is not None:
            own = one_line(own, MAX_NAME)
            problem = f"the lexicon {own} is not installed, and {problem}"
            cure = f"install it (jackdaw lexicon build FILE --name {own} --tiles {tiles.name}), or {cure}"
        raise JackdawError(problem, cure=cure)
