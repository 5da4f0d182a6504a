"""Limits of numbers that come from outside: one check for all, so that none is left to the compiled core."""

from math import isfinite

import numpy as np

from movegen.errors import JackdawError, PositionError, one_line

MAX_NUMBER = (1 << 63) - 1
"""The largest number that counts something."""
MAX_SECONDS = 10**9
"""The longest time limit, 31 years: systems count further, but not all of them."""


def check_whole(
    problem: str,
    value: object,
    least: int = 1,
    most: int = MAX_NUMBER,
    *,
    error: type[JackdawError] = PositionError,
) -> None:
    """Raise an error unless a value is a whole number from `least` to `most`.

    `problem` says what the value is, with `{}` for the value.

    >>> check_whole("{} nodes", 2**64)
    Traceback (most recent call last):
    movegen.errors.PositionError: 18446744073709551616 nodes; give at most 9223372036854775807
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise error(problem.format(show_value(value)), cure="give a whole number")
    if value < least:
        raise error(problem.format(show_value(value)), cure=f"give {least} or more")
    if value > most:
        raise error(problem.format(show_value(value)), cure=f"give at most {most}")


def check_seconds(problem: str, value: object) -> None:
    """Raise PositionError unless a value is a time limit in seconds: more than 0, at most `MAX_SECONDS`."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise PositionError(problem.format(show_value(value)), cure="give a number of seconds")
    if value > MAX_SECONDS:
        raise PositionError(problem.format(show_value(value)), cure=f"give at most {MAX_SECONDS}")
    if not (isfinite(value) and value > 0):
        raise PositionError(problem.format(show_value(value)), cure="give more than 0")


def is_number(value: object) -> bool:
    """Return whether a value is a number, not NaN: of Python or NumPy, but not a truth value."""
    is_real = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    return is_real and value == value


def show_value(value: object) -> str:
    """Return a value for a message: short, and also where Python refuses to write a number out."""
    if isinstance(value, int) and value.bit_length() > 256:
        return f"a number of {value.bit_length()} bits"
    return one_line(str(value), 60)
