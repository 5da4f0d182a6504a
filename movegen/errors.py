"""The errors that Jackdaw raises on purpose.

Each says in one line what is wrong, where, and what to do about it: `where: problem; cure`.
Catch `JackdawError` to catch them all.
"""

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Self

MAX_SHOWN = 1000
"""The limit of characters of a text from outside that is shown."""
MAX_NAME = 80
"""The limit of characters of the name of a person, a game, a strategy or a lexicon that is shown."""
MAX_PLACE = 300
"""The limit of characters of the place in a message, such as a file's name with its folders."""


_BYTE = re.compile(r"(?<!\\)\\udc([89a-f][0-9a-f])")
"""A byte of a name that is not UTF-8, as `repr` shows it."""


class JackdawError(Exception):
    """An error that the user can correct. `str(error)` is one line.

    Attributes
    ----------
    problem: what is wrong.
    where:   the file, key or column it is wrong in, or None.
    cure:    what to do about it, or None.

    >>> try:
    ...     Lexicon.load("nowhere.txt")
    ... except JackdawError as error:
    ...     print(error)
    ...     error.where
    nowhere.txt: the lexicon cannot be read (No such file or directory)
    'nowhere.txt'
    """

    def __init__(self, problem: str, *, where: str | None = None, cure: str | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.where = where
        self.cure = cure

    def __str__(self) -> str:
        problem, advice = one_line(self.problem), self.advice()
        line = f"{one_line(self.where, MAX_PLACE)}: {problem}" if self.where else problem
        return f"{line}; {one_line(advice)}" if advice else line

    def advice(self) -> str | None:
        """Return the last part of the message: the cure."""
        return self.cure

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors travel between worker processes, whatever arguments their constructors take.
        return _rebuild, (type(self), self.args, self.__dict__)


class ConfigError(JackdawError):
    """A configuration that is missing, malformed or contradicts itself.

    `file` is the TOML file and `key` the path of the key in it, such as `letters[3].count`.

    >>> Rules(rack_size=40)
    Traceback (most recent call last):
    movegen.errors.ConfigError: rack_size: '40' is out of range; expected 1 to 16
    """

    def __init__(
        self, problem: str, *, file: str | Path | None = None, key: str | None = None, cure: str | None = None
    ) -> None:
        parts = [str(file)] if file is not None else []
        if key:
            parts.append(key)
        super().__init__(problem, where=", ".join(parts) or None, cure=cure)
        self.file = file
        self.key = key


class UnknownNameError(ConfigError):
    """An unknown name. `known` holds the names that exist; the message suggests the nearest.

    If none is near, the message lists them, and adds the `cure` if there is one.

    >>> Variant.load("polsih")
    Traceback (most recent call last):
    movegen.errors.UnknownNameError: unknown rules 'polsih'; did you mean polish?
    """

    def __init__(
        self,
        kind: str,
        name: str,
        known: Iterable[str],
        *,
        file: str | Path | None = None,
        cure: str | None = None,
    ) -> None:
        self.name = name
        self.known = tuple(sorted(known))
        super().__init__(f"unknown {kind} {quote(name)}", file=file, cure=self._suggestion(cure))

    def _suggestion(self, cure: str | None) -> str:
        by_key = {known.lower(): known for known in self.known}
        near = get_close_matches(self.name[:100].lower(), by_key, n=1)
        if near:
            return f"did you mean {by_key[near[0]]}?"
        known = f"known: {', '.join(self.known)}" if self.known else None
        return "; ".join(filter(None, (known, cure))) or "there is none"


class LexiconError(JackdawError):
    """A lexicon that cannot be read, built or used with the given tiles.

    >>> Lexicon.load("nowhere.txt")
    Traceback (most recent call last):
    movegen.errors.LexiconError: nowhere.txt: the lexicon cannot be read (No such file or directory)
    """


class NotationError(JackdawError):
    """Text that does not follow its notation.

    `line` and `column` count from 1, `expected` describes the correct text; each may be None.

    >>> TileSet.load("english").parse_rack("AEI1")
    Traceback (most recent call last):
    movegen.errors.NotationError: column 4: '1' is not a tile of english; expected a letter or ?
    """

    def __init__(
        self,
        problem: str,
        *,
        file: str | Path | None = None,
        line: int | None = None,
        column: int | None = None,
        expected: str | None = None,
        cure: str | None = None,
    ) -> None:
        self.file = file
        self.line = line
        self.column = column
        self.expected = expected
        parts = [str(file)] if file is not None else []
        parts += [f"line {line}"] if line is not None else []
        parts += [f"column {column}"] if column is not None else []
        super().__init__(problem, where=", ".join(parts) or None, cure=cure)

    def with_cure(self, cure: str | None, *, file: str | Path | None = None, line: int | None = None) -> Self:
        """Return the same error with another cure, and in `file` and `line` where they are given."""
        return type(self)(
            self.problem,
            file=file or self.file,
            line=line or self.line,
            column=self.column,
            expected=self.expected,
            cure=cure,
        )

    def advice(self) -> str | None:
        """Return the last part of the message: the text that was expected, and the cure."""
        parts = [f"expected {self.expected}"] if self.expected else []
        parts += [self.cure] if self.cure else []
        return "; ".join(parts) or None


class GcgError(NotationError):
    r"""A game record (GCG) that cannot be read.

    >>> parse_gcg("#player1 A Ann\n#player2 B Ben\n>C: CAT 8H CAT +10 10\n")
    Traceback (most recent call last):
    movegen.errors.GcgError: line 3, column 2: unknown player 'C'; expected A or B
    """


class CgpError(NotationError):
    """A position (CGP) that cannot be read or written. The message begins with the name of the field.

    >>> read_cgp("15/15 CAT/ 0/0 0")
    Traceback (most recent call last):
    movegen.errors.CgpError: column 1: board: 2 rows, but standard15 has 15
    """


class MoveSyntaxError(NotationError):
    """Text that is not a move in any notation that Jackdaw reads.

    >>> parse_move("8D CA7", Board.empty(Variant.standard()))
    Traceback (most recent call last):
    movegen.errors.MoveSyntaxError: column 6: '7' is not a tile of english; expected a letter
    """


class IllegalMoveError(JackdawError):
    """A move that the rules or the board do not allow.

    >>> parse_move("1A CAT", Board.empty(Variant.standard()))
    Traceback (most recent call last):
    movegen.errors.IllegalMoveError: 1A CAT: the first play covers 8H
    """


class PositionError(JackdawError):
    """A board, rack or position that cannot arise from its tiles.

    >>> english = TileSet.load("english")
    >>> english.parse_rack("CAT") - english.parse_rack("DO")
    Traceback (most recent call last):
    movegen.errors.PositionError: DO is not all in ACT
    """


class TooManyPlaysError(PositionError):
    """A rack, nearly always one of two blanks, that makes words in any order in too many ways to search.

    >>> issubclass(TooManyPlaysError, PositionError)
    True
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem, cure="simulate instead")


class BuildError(JackdawError):
    """The compiled core is missing or belongs to another version."""


class ArgumentError(JackdawError, ValueError):
    """An argument that the compiled core refuses: an array too short, or a number in it out of range.

    The functions of movegen, strategy and sims check before; only objects that contradict themselves, such as
    a subclass whose methods lie, or a direct call of the core lead here.
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem, cure="give arguments that fit each other")


class OutOfMemoryError(JackdawError, MemoryError):
    """A calculation that the system has not enough memory for."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem, cure="give a lower memory limit, or ask for less at once")


class ThreadError(JackdawError, RuntimeError):
    """Threads that the system does not start."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem, cure="ask for fewer workers")


def one_line(text: str, limit: int = MAX_SHOWN) -> str:
    r"""Return a text from outside, such as the name of a file or a player, as it may be shown.

    Line breaks, control characters, those that reverse the direction of text, and the like are escaped; other
    spaces become ordinary ones. Of more than `limit` characters those in the middle are left out, since the
    end of a file's name tells more.

    >>> print(one_line("a\x1b[2Jb\u202ec\udcff"), one_line("x" * 50 + ".gcg", 13))
    a\x1b[2Jb\u202ec\xff xxxxxx…xx.gcg
    """
    if len(text) > limit:
        text = f"{text[: limit // 2]}…{text[len(text) - (limit - 1) // 2 :]}"
    return text if text.isprintable() else "".join(map(escape, text))


def escape(character: str) -> str:
    r"""Return a character as it may be shown: itself, a space or an escape, `\xff` for a byte of a name."""
    if character.isprintable():
        return character
    if unicodedata.category(character) == "Zs":
        return " "
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) & 0xFF:02x}"
    return character.encode("unicode_escape").decode("ascii")


def quote(text: str, limit: int = 40) -> str:
    r"""Return a text from outside in quotes, cut to at most `limit` characters, with escapes.

    >>> print(quote("st\udcff"))
    'st\xff'
    """
    quoted = repr(text if len(text) <= limit else text[: limit - 1] + "…")
    return _BYTE.sub(r"\\x\1", quoted)


def _rebuild(kind: type[JackdawError], args: tuple[Any, ...], state: dict[str, Any]) -> JackdawError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error
