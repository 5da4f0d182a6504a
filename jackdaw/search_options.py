"""What `jackdaw endgame` and `jackdaw preendgame` share: options, and a search that Ctrl-C ends."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from jackdaw.interruption import Interruption
    from jackdaw.position_argument import GivenPosition
    from movegen.lexicon import Lexicon

Result = TypeVar("Result")

turn_option = click.option(
    "--turn", type=click.IntRange(min=1), metavar="N", help="Of a game: the position before turn N."
)
memory_option = click.option(
    "--memory", type=click.IntRange(1, 1 << 20), default=256, show_default=True, metavar="MB",
    help="Megabytes that the search may take.",
)  # fmt: skip
threads_option = click.option(
    "--workers", type=click.IntRange(1, 1024), default=1, show_default=True, metavar="N",
    help="Threads that search. The values are the same for any number.",
)  # fmt: skip


def find_words(given: "GivenPosition", lexicon: str | None) -> "Lexicon":
    """The lexicon for a position, by its name if there is one; says what is doubtful of either."""
    from jackdaw.inputs import Lexica
    from jackdaw.output import tell

    lexica = Lexica(lexicon)
    words = lexica.find(given.position)
    for warning in given.warnings:
        tell("Warning", warning)
    for note in lexica.notes:
        tell("Note", note)
    return words


def searched(
    solve: Callable[..., Result],
    given: "GivenPosition",
    lexicon: "Lexicon",
    interruption: "Interruption",
    **options: Any,
) -> Result:
    """What a solver finds until Ctrl-C is heard, while a clock is shown.

    Its errors tell where the position was found.
    """
    from jackdaw.waiting import clock
    from movegen.errors import PositionError

    with interruption, clock("searching; Ctrl-C stops and shows what is known"):
        try:
            return solve(given.position, lexicon, is_interrupted=lambda: interruption.is_heard, **options)
        except PositionError as error:
            raise PositionError(error.what, where=given.place, cure=error.cure) from None
