"""`jackdaw engine`: serve as an engine to other programs."""

import sys
from io import FileIO

import click

from jackdaw.application import Command
from jackdaw.inputs import LexiconFinder, ReadingRules
from jackdaw.options import SEED, apply, lexicon_option, rules_option
from movegen.distribution import version
from movegen.errors import JackdawError
from movegen.lexicon import Lexicon
from movegen.position import Position
from movegen.variant import Variant
from sims.games import EngineServer, read_requests
from strategy.players import load_strategy

_EPILOG = """\b
Examples:
  jackdaw engine
  jackdaw engine --strategy champion --lexicon mine.txt

\b
Exit codes: 0 success, 2 wrong usage or input, 130 interrupted.
"""


@click.command("engine", cls=Command, epilog=_EPILOG)
@click.option(
    "--strategy", metavar="NAME|FILE", default="static", show_default=True,
    help="Strategy that makes the moves, static or simulating: a name, a file (.toml), or a table of leaves"
    " (.leaves, .klv2, .csv).",
)  # fmt: skip
@apply(lexicon_option, rules_option)
@click.option(
    "--seed", type=SEED, default=0, show_default=True, metavar="S", help="Seed of noise and simulations."
)
def engine(strategy: str, lexicon: str | None, rules: str | None, seed: int) -> None:
    """Serve as an engine to other programs.

    Reads questions from standard input, a line each, and answers on standard output: `position cgp ...` and
    `go movetime 5000` are answered with `bestmove 8D.WAREZ`. docs/engines.md describes the lines. The answer
    depends on the position, the strategy and the seed alone, unless it takes all the time allowed.
    """
    lexica = LexiconFinder(lexicon)
    reading = ReadingRules.of(rules, lexicon)
    variant = reading.variant or reading.default  # else the lexicon of a position says its tiles
    if lexicon is not None:  # a wrong one is known now, not at the first question
        lexica.find(Position.initial(variant or Variant.standard()))

    def find(position: Position) -> tuple[Lexicon, list[str]]:
        lexica.notes.clear()
        return lexica.find(position), list(lexica.notes)

    player = load_strategy(strategy)
    title = f"Jackdaw {version()} {player.name}"
    server = EngineServer(player, find, variant=variant, title=title, seed=seed)
    if sys.stdin is None:
        raise JackdawError("standard input is closed", cure="connect it to the program that asks")
    for request in read_requests(FileIO(sys.stdin.fileno(), closefd=False)):
        click.echo("".join(f"{answer}\n" for answer in server.answer(*request)), nl=False)
        if server.is_over:
            return
