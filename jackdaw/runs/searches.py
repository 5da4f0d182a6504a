"""Searches from the command line: choose the lexicon, and search until Ctrl-C."""

from collections.abc import Callable
from typing import Any, TypeVar

from jackdaw.console import Interruption, clock, notify
from jackdaw.inputs import GivenPosition, LexiconFinder
from movegen.errors import PositionError
from movegen.lexicon import Lexicon
from strategy import SearchControl

Result = TypeVar("Result")


def find_lexicon(given: GivenPosition, lexicon: str | None) -> Lexicon:
    """Return the lexicon for a position, by its name if one is given; print warnings about either."""
    finder = LexiconFinder(lexicon)
    found = finder.find(given.position)
    for warning in given.warnings:
        notify("Warning", warning)
    for note in finder.notes:
        notify("Note", note)
    return found


def run_search(
    solve: Callable[..., Result],
    given: GivenPosition,
    lexicon: Lexicon,
    interruption: Interruption,
    **options: Any,
) -> Result:
    """Search until Ctrl-C, with a clock. Errors name the place of the position."""
    with interruption, clock("searching; Ctrl-C stops and shows the best result so far"):
        try:
            control = SearchControl[Any](should_stop=lambda: interruption.is_requested)
            return solve(given.position, lexicon, control=control, **options)
        except PositionError as error:
            raise PositionError(error.problem, where=given.place, cure=error.cure) from None
