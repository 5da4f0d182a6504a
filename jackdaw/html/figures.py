"""Figures on HTML pages; they are rounded here and nowhere else.

Each figure also has its value in the JSON: points with three decimals, chances with six.

>>> points(-3.25), percent(0.4567), points(2, signed=True).text
(Figure(text='−3.2', value=-3.25, error=''), Figure(text='45.7 %', value=45.67, error=''), '+2.0')
"""

import re
from dataclasses import dataclass, replace
from math import isinf

_MINUS = re.compile(r"(?<!\w)-(?=\d)")


@dataclass(frozen=True)
class Figure:
    """A number as text, its value (None if unknown), and its uncertainty as text."""

    text: str
    value: float | None = None
    error: str = ""


UNKNOWN = Figure("\N{EN DASH}")


def with_minus_signs(text: str) -> str:
    """Write the minus signs of a text's numbers as figures do.

    >>> with_minus_signs("-12 to +30 in a pre-endgame at 301-312")
    '−12 to +30 in a pre-endgame at 301-312'
    """
    return _MINUS.sub("−", text)


def whole(number: int | None) -> Figure:
    """Format turns, ranks, iterations, scores."""
    return UNKNOWN if number is None else Figure(f"{number:,}".replace("-", "−"), number)


def signed(number: int) -> Figure:
    """Format a spread: points with their sign."""
    return Figure(f"{number:+,}".replace("-", "−"), number)


def points(number: float | None, *, signed: bool = False) -> Figure:
    """Format points of equity, to a tenth."""
    if number is None:
        return UNKNOWN
    number = round(number, 3)
    rounded = round(number, 1) + 0.0  # no -0.0
    return Figure(
        f"{rounded:+.1f}".replace("-", "−") if signed else f"{rounded:.1f}".replace("-", "−"), number
    )


def percent(chance: float | None) -> Figure:
    """Format a chance from 0 to 1, or a difference of two, in percent."""
    if chance is None:
        return UNKNOWN
    value = round(100 * round(chance, 6), 6)
    return Figure(f"{round(value, 1) + 0.0:.1f} %".replace("-", "−"), value)


def signed_points(number: float | None) -> Figure:
    """Format points with their sign, to a tenth."""
    return points(number, signed=True)


def lost_points(number: float | None) -> Figure:
    """Format a loss of points, with a minus sign unless it is 0.0."""
    return points(None if number is None else -number)


def lost_wins(chance: float | None) -> Figure:
    """Format a loss of wins in percentage points, with a minus sign unless it is 0.0."""
    return percent(None if chance is None else -chance)


def absolute(figure: Figure) -> Figure:
    """Return a figure without its sign."""
    return replace(figure, text=figure.text.lstrip("+−"), value=figure.value and abs(figure.value))


def with_error(figure: Figure, error: Figure) -> Figure:
    """Return a figure with its standard error, in the same unit; without it if it is unknown: infinite."""
    if error.value is not None and isinf(error.value):
        return figure
    return replace(figure, error=f"±{error.text.removesuffix(' %')}")
