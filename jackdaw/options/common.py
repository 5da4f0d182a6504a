"""Options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from jackdaw.options.numbers import SEED

F = TypeVar("F", bound=Callable[..., Any])

_RULES = (
    "Rules with their tiles and board: standard, super, crossplay, blocked, rack8, wordsmog, a language"
    " (spanish, ...) or a file (.toml)."
)

lexicon_option = click.option(
    "--lexicon",
    metavar="NAME|FILE",
    help="Lexicon: SCOWL80, an installed one, or a file (word list, KWG, compiled)."
    "  [default: the one that the input names or its nearest edition, else SCOWL80]",
)
standalone_lexicon_option = click.option(
    "--lexicon",
    metavar="NAME|FILE",
    help="Lexicon: an installed one, or a file (word list, KWG, compiled).  [default: SCOWL80]",
)
"""The same for commands without an input that could name a lexicon."""
rules_option = click.option(
    "--rules",
    metavar="NAME|FILE",
    help=f"{_RULES}  [default: the ones that the input names, else those of the lexicon's language]",
)
standalone_rules_option = click.option(
    "--rules",
    metavar="NAME|FILE",
    help=f"{_RULES}  [default: those of the lexicon's language, else standard]",
)
"""The same for commands without an input that could name rules."""
strategy_option = click.option(
    "--strategy",
    metavar="NAME|FILE",
    help="Strategy that ranks the moves: static, rackh1, rackh2, rackh3, greedy, another strategy, a file"
    " (.toml), or a table of leaves (.leaves, .klv2, .csv).  [default: static]",
)
tiles_option = click.option(
    "--tiles",
    "--distribution",
    metavar="NAME|FILE",
    help="Tile set in whose letters words are written: a name (swedish, ...) or a file (.toml)."
    "  [default: that of the lexicon, else english]",
)
lookup_options = (standalone_lexicon_option, tiles_option)
json_option = click.option(
    "--json",
    "json_file",
    metavar="FILE|-",
    help="Write JSON to a file, besides the text; - writes it to standard output, instead of the text.",
)
csv_option = click.option(
    "--csv",
    "csv_file",
    metavar="FILE|-",
    help="Write a table to a file, besides the text; - writes it to standard output, instead of the text.",
)
seed_option = click.option(
    "--seed", type=SEED, default=0, show_default=True, metavar="S",
    help="Seed of the random numbers. The same seed gives the same result for any number of workers.",
)  # fmt: skip
refresh_option = click.option(
    "--refresh", is_flag=True,
    help="Fetch games from their addresses again, not from the cache.",
)  # fmt: skip
install_option = click.option(
    "--install", is_flag=True,
    help="Install the result with the lexicon, which must be an installed one: from then on it values all"
    " games with this lexicon.",
)  # fmt: skip
plot_option = click.option(
    "--plot", metavar="FILE", help="Draw the result as a picture (.png, .svg, .pdf). Needs matplotlib."
)


def apply(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Combine options into one decorator; help lists them in this order."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate
