"""The errors that Jackdaw raises on purpose.

Each says in one line what is wrong, where, and what to do about it: `where: what; cure`.
Catch `JackdawError` to catch them all.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any


class JackdawError(Exception):
    """Something a user can put right. `str(error)` is one line.

    Attributes
    ----------
    what:  what is wrong.
    where: the file, key or column it is wrong in, or None.
    cure:  what to do about it, or None.
    """

    def __init__(self, what: str, *, where: str | None = None, cure: str | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.cure = cure

    def __str__(self) -> str:
        line = f"{self.where}: {self.what}" if self.where else self.what
        advice = self.advice()
        return one_line(f"{line}; {advice}" if advice else line)

    def advice(self) -> str | None:
        """The last part of the message: the cure."""
        return self.cure

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors travel between worker processes, whatever arguments their constructors ask for.
        return _rebuild, (type(self), self.args, self.__dict__)


class ConfigError(JackdawError):
    """A configuration that is missing, malformed or contradicts itself.

    `file` and `key` tell where: the TOML file and the path of the key in it, such as `letters[3].count`.
    """

    def __init__(
        self, what: str, *, file: str | Path | None = None, key: str | None = None, cure: str | None = None
    ) -> None:
        places = [str(file)] if file is not None else []
        if key:
            places.append(key)
        super().__init__(what, where=", ".join(places) or None, cure=cure)
        self.file = file
        self.key = key


class UnknownNameError(ConfigError):
    """A name that nothing goes by. `known` holds the names that exist; the nearest is suggested."""

    def __init__(self, kind: str, name: str, known: Iterable[str], *, file: str | Path | None = None) -> None:
        self.name = name
        self.known = tuple(sorted(known))
        super().__init__(f"unknown {kind} {shown(name)}", file=file, cure=self._suggestion())

    def _suggestion(self) -> str:
        from difflib import get_close_matches  # only wanted once something went wrong

        by_key = {known.lower(): known for known in self.known}
        near = get_close_matches(self.name[:100].lower(), by_key, n=1)
        if near:
            return f"did you mean {by_key[near[0]]}?"
        return f"known: {', '.join(self.known)}" if self.known else "none is installed"


class LexiconError(JackdawError):
    """A lexicon that cannot be read, built or used with these tiles."""


class NotationError(JackdawError):
    """Text that does not follow its notation.

    `line` and `column` count from 1, `expected` tells what should have stood there; each may be None.
    """

    def __init__(
        self,
        what: str,
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
        places = [str(file)] if file is not None else []
        places += [f"line {line}"] if line is not None else []
        places += [f"column {column}"] if column is not None else []
        super().__init__(what, where=", ".join(places) or None, cure=cure)

    def advice(self) -> str | None:
        """The last part of the message: what was expected, and the cure."""
        parts = [f"expected {self.expected}"] if self.expected else []
        parts += [self.cure] if self.cure else []
        return "; ".join(parts) or None


class GcgError(NotationError):
    """A game record (GCG) that cannot be read."""


class CgpError(NotationError):
    """A position (CGP) that cannot be read or written. The message begins with the field's name."""


class MoveSyntaxError(NotationError):
    """Text that is not a move in any of the notations that Jackdaw reads."""


class IllegalMoveError(JackdawError):
    """A move that the rules or the board do not allow."""


class PositionError(JackdawError):
    """A board, rack or position that cannot arise from its tiles."""


class BuildError(JackdawError):
    """The compiled core is missing or was built from another version."""


def one_line(text: str) -> str:
    """`text` with line breaks, control characters and the like written as escapes."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def shown(text: str, limit: int = 40) -> str:
    """`text` in quotes, cut to at most `limit` characters, fit for an error message."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


def _rebuild(kind: type[JackdawError], args: tuple[Any, ...], state: dict[str, Any]) -> JackdawError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error
