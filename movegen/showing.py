"""How objects show themselves: short `repr`s, and tables as text, as HTML for notebooks, and as frames."""

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from movegen.distribution import install_command
from movegen.errors import JackdawError, one_line

if TYPE_CHECKING:
    from pandas import DataFrame

MAX_REPR = 200
"""The limit of characters of the `repr` of an object."""
_MAX_VALUE = 60
_MAX_ROWS = 20
_FIGURE = re.compile(r"(?:[+-]?[0-9][0-9,.]*(?: ±[0-9.]+| to [+-]?[0-9,]+)?|\?)?")


class Tabulation(NamedTuple):
    """A table as text: a heading, the titles of the columns, the first rows, and the number of all rows."""

    heading: str
    titles: Sequence[str]
    rows: Sequence[Sequence[str]]
    total: int


class Tabular:
    """An object that is a table: it prints as text, is a table in a notebook, and converts to a frame.

    Text and notebook show the first twenty rows, the frame has all.
    """

    @abstractmethod
    def tabulate(self, count: int | None = None) -> Tabulation:
        """Return the first `count` rows as text, all for None."""

    @abstractmethod
    def to_rows(self) -> list[dict[str, Any]]:
        """Return a mapping from column to value for each row, as numbers and short texts."""

    def to_frame(self) -> "DataFrame":
        """Convert to a pandas frame, a row for each of the records.

        Raises JackdawError if pandas is not installed.
        """
        frame: DataFrame = import_pandas().DataFrame(self.to_rows())
        return frame

    def __str__(self) -> str:
        heading, titles, rows, total = self.tabulate(_MAX_ROWS)
        widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
        right = _right_columns(rows, len(titles))
        lines = [
            "  ".join(
                cell.rjust(width) if is_right else cell.ljust(width)
                for cell, width, is_right in zip(row, widths, right, strict=True)
            ).rstrip()
            for row in (titles, *rows)
        ]
        return "\n".join([one_line(heading), *lines, *_more(total)])

    def _repr_html_(self) -> str:
        heading, titles, rows, total = self.tabulate(_MAX_ROWS)
        right = _right_columns(rows, len(titles))
        sides = ["right" if is_right else "left" for is_right in right]
        head = "".join(
            f'<th style="text-align:{side}">{escape(title)}</th>'
            for title, side in zip(titles, sides, strict=True)
        )
        body = "".join(
            "<tr>"
            + "".join(
                f'<td style="text-align:{side}">{escape(cell)}</td>'
                for cell, side in zip(row, sides, strict=True)
            )
            + "</tr>"
            for row in rows
        )
        more = "".join(f"<p>{line}</p>" for line in _more(total))
        return (
            f"<div><p>{escape(one_line(heading))}</p><table><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table>{more}</div>"
        )


def import_pandas() -> Any:
    """Import pandas. Raises JackdawError if it is not installed."""
    try:
        import pandas  # optional and slow to import
    except ImportError:
        raise JackdawError("pandas is not installed", cure=install_command("pandas")) from None
    return pandas


def short_repr(self: Any) -> str:
    """Return a `repr` of at most `MAX_REPR` characters: the fields that differ from their defaults, cut.

    Assign it to `__repr__` in a dataclass or a Struct.
    """
    shown = ", ".join(f"{name}={_short_value(value)}" for name, value in _changed_fields(self))
    name = type(self).__name__
    length_left = MAX_REPR - len(name) - 2
    return f"{name}({shown if len(shown) <= length_left else shown[: length_left - 1] + '…'})"


def list_repr(items: Iterable[object], count: int) -> str:
    """Return the `repr` of a list of `count` items: those that fit, and the number of the others."""
    shown: list[str] = []
    length_left = MAX_REPR - 30
    for item in items:
        text = repr(item)
        if len(text) + 2 > length_left:
            break
        shown.append(text)
        length_left -= len(text) + 2
    if count > len(shown):
        shown.append(f"... {count - len(shown):,} more")
    return f"[{', '.join(shown)}]"


def _changed_fields(self: Any) -> Iterable[tuple[str, object]]:
    if is_dataclass(self):
        for field in fields(self):
            value = getattr(self, field.name)
            if field.repr and not _is_default(value, field.default):
                yield field.name, value
        return
    defaults: Mapping[str, object] = dict(
        zip(self.__struct_fields__[::-1], getattr(self, "__struct_defaults__", ())[::-1], strict=False)
    )
    for name in self.__struct_fields__:
        value = getattr(self, name)
        if name not in defaults or value != defaults[name]:
            yield name, value


def _is_default(value: object, default: object) -> bool:
    """Return whether a field has its default: the same object, or an equal simple value.

    Others may have no truth value when compared, such as arrays.
    """
    is_simple = type(value) is type(default) and isinstance(default, int | float | str | tuple)
    return value is default or (is_simple and value == default)


def _short_value(value: object) -> str:
    if callable(value) and not isinstance(value, type):
        return getattr(value, "__name__", type(value).__name__)
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return f"<array {'x'.join(map(str, value.shape))}>"
    if isinstance(value, tuple | list | Mapping) and len(value) > 3:
        return f"<{len(value)} items>"
    text = repr(value)
    return text if len(text) <= _MAX_VALUE else f"{text[: _MAX_VALUE - 1]}…"


def _right_columns(rows: Sequence[Sequence[str]], count: int) -> list[bool]:
    """Return for each column whether it holds figures, which stand at the right."""
    return [all(_FIGURE.fullmatch(row[column]) for row in rows) for column in range(count)]


def _more(total: int) -> list[str]:
    hidden = total - _MAX_ROWS
    return [f"... {hidden:,} more"] if hidden > 0 else []
