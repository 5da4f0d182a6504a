"""Options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

lexicon_option = click.option(
    "--lexicon",
    metavar="NAME|FILE",
    help="Lexicon: SCOWL80, one that was installed, or a file (word list, KWG, compiled).  "
    "[default: the one named by the input, else SCOWL80]",
)
strategy_option = click.option(
    "--strategy",
    metavar="NAME|FILE",
    help="What ranks the moves: static, rackh1, rackh2, rackh3, greedy, another strategy, a file (.toml),"
    " or a table of leaves (.leaves, .klv2, .csv).  [default: static]",
)
rules_option = click.option(
    "--rules",
    metavar="NAME|FILE",
    help="Rules with their tiles and board: standard, super, blocked, rack8, wordsmog, a"
    " language (spanish, ...) or a file (.toml).  "
    "[default: those named by the input, else standard]",
)
json_option = click.option(
    "--json",
    "json_file",
    metavar="FILE|-",
    help="Write JSON to a file, besides the text; with -, to standard output, instead of the text.",
)

tiles_option = click.option(
    "--tiles",
    "--distribution",
    metavar="NAME|FILE",
    default="english",
    show_default=True,
    help="Whose letters the words are written in: a tile set (swedish, ...), or a file (.toml).",
)
own_lexicon_option = click.option(
    "--lexicon",
    metavar="NAME|FILE",
    help="Lexicon: one that was installed, or a file (word list, KWG, compiled).  [default: SCOWL80]",
)
"""For commands without an input that could name a lexicon."""
question_options = (own_lexicon_option, tiles_option)
own_rules_option = click.option(
    "--rules",
    metavar="NAME|FILE",
    default="standard",
    show_default=True,
    help="Rules with their tiles and board: standard, super, blocked, rack8, wordsmog, a"
    " language (spanish, ...) or a file (.toml).",
)
"""For commands without an input that could name rules."""
seed_option = click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, metavar="S",
    help="Of the tiles' order: the same seed gives the same result, whatever the workers.",
)  # fmt: skip
plot_option = click.option(
    "--plot", metavar="FILE", help="Draw it as a picture (.png, .svg, .pdf); needs matplotlib."
)


def apply(*options: Callable[[F], F]) -> Callable[[F], F]:
    """All these options as one decorator, listed in this order."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate
