"""`jackdaw bench`: measurements on this machine."""

import click

from jackdaw.application import Group
from jackdaw.console import ProgressLine, notify_written, show, write_bytes
from jackdaw.gordon1994 import tables_json, tables_view
from jackdaw.options import Count, json_option, standalone_lexicon_option
from movegen.errors import LexiconError
from movegen.lexicon import Lexicon
from sims.benchmark import measure_generation
from sims.gordon1994 import measure_tables

_EPILOG = """\b
Examples:
  jackdaw bench movegen
  jackdaw bench paper --games 100
  jackdaw bench paper --lexicon enable1.txt --max-length 15 --json paper.json
"""


@click.group("bench", cls=Group, epilog=_EPILOG)
def bench() -> None:
    """Measure the speed of this machine."""


@bench.command("movegen")
@standalone_lexicon_option
@click.option(
    "--games", type=Count(), default=20, show_default=True, metavar="N",
    help="Number of self-play games whose positions are used.",
)  # fmt: skip
def movegen_speed(lexicon: str | None, games: int) -> None:
    """Measure how fast this machine generates all moves of a position.

    The positions are always those of the same self-play games. The signature is the number of moves found;
    two versions of the program that find the same moves have the same signature.
    """
    speed = measure_generation(Lexicon.load(lexicon), games, ProgressLine("Measuring"))
    click.echo(f"lexicon    {speed.lexicon_name}")
    click.echo(f"games      {speed.games:,}, {speed.positions:,} positions")
    click.echo(f"signature  {speed.moves:,} moves found")
    click.echo(f"speed      {speed.positions / speed.seconds:,.0f} positions a second")
    click.echo(f"           {speed.moves / speed.seconds:,.0f} moves a second")


@bench.command("paper")
@standalone_lexicon_option
@click.option(
    "--max-length", type=click.IntRange(2, 15), default=8, show_default=True, metavar="N",
    help="Leave out words with more letters.",
)  # fmt: skip
@click.option(
    "--games", type=Count(), default=1000, show_default=True, metavar="N",
    help="Number of games for each of the four pairings.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(min=0, max=2**63), default=0, show_default=True, metavar="S",
    help="Seed of the first game; the others use the seeds that follow.",
)  # fmt: skip
@json_option
def paper(lexicon: str | None, max_length: int, games: int, seed: int, json_file: str | None) -> None:
    """Reproduce tables II to VI of Gordon's GADDAG paper (1994), next to its figures.

    The tables compare the sizes of DAWG and GADDAG, and the work of finding every move with each of them in
    self-play positions: greedy against itself, then three rack heuristics against greedy.
    """
    words = Lexicon.load(lexicon).up_to(max_length)
    if not len(words):
        raise LexiconError(f"{words.name} has no words of at most {max_length} letters",
                           cure="raise --max-length")  # fmt: skip
    results = measure_tables(words, games=games, seed=seed, progress=ProgressLine("Measuring"))
    if json_file is not None:
        write_bytes(tables_json(results), json_file)
    if json_file != "-":
        show(tables_view(results))
    notify_written(json_file)
