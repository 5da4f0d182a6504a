"""Types of options that are numbers, each with a limit: no number is left to what runs the command."""

from math import isfinite
from typing import Any

import click

MAX_COUNT = 10**9
"""The largest number that an option without a smaller limit takes."""
MAX_SEED = 2**64 - 1
"""The largest seed."""
MAX_SECONDS = 10**9
"""The longest time limit, that of `movegen.numbers`, whose import would load NumPy for every `--help`."""


class Whole(click.IntRange):
    """A whole number within a range, called so in errors."""

    name = "whole number"


class Count(Whole):
    """A whole number of at least `minimum`; help does not show its limit, `MAX_COUNT`, but the error does."""

    def __init__(self, minimum: int = 1) -> None:
        super().__init__(min=minimum)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert the text; see the class."""
        number = super().convert(value, param, ctx)
        if number > MAX_COUNT:
            self.fail(f"{value} is too large; give at most {MAX_COUNT}.", param, ctx)
        return number


class Finite(click.FloatRange):
    """A number within a range; unlike `nan`, which is in any range for click."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert the text; see the class."""
        number = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value} is not a number.", param, ctx)
        return number


class Seconds(Finite):
    """A time in seconds, more than 0; help does not show its limit, `MAX_SECONDS`, but the error does."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert the text; see the class."""
        seconds = super().convert(value, param, ctx)
        if seconds > MAX_SECONDS:
            self.fail(f"{value} is too long; give at most {MAX_SECONDS} seconds.", param, ctx)
        return seconds


SECONDS = Seconds()
SEED = Whole(0, MAX_SEED)
WORKERS = Whole(1, 1024)
