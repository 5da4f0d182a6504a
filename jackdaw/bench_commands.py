"""`jackdaw bench`: experiments and measurements on this machine."""

import click

from jackdaw.application import ShieldedGroup
from jackdaw.options import json_option, own_lexicon_option
from jackdaw.progress import ProgressLine

_EPILOG = """\b
Examples:
  jackdaw bench movegen
  jackdaw bench paper --games 100
  jackdaw bench paper --lexicon enable1.txt --max-length 15 --json paper.json
"""


@click.group("bench", cls=ShieldedGroup, epilog=_EPILOG)
def bench() -> None:
    """Measure on this machine."""


@bench.command("movegen")
@own_lexicon_option
@click.option(
    "--games", type=click.IntRange(min=1), default=20, show_default=True, metavar="N",
    help="Games of self-play whose positions are used.",
)  # fmt: skip
def movegen_speed(lexicon: str | None, games: int) -> None:
    """Measure how fast this machine finds every move of a position.

    The positions are those of self-play, always the same ones. The signature is the number of moves found:
    it tells whether two versions of the program find the same.
    """
    from movegen.lexicon import Lexicon
    from sims.measure import measure_generation

    speed = measure_generation(Lexicon.load(lexicon), games, ProgressLine("Measuring"))
    click.echo(f"lexicon    {speed.lexicon_name}")
    click.echo(f"games      {speed.games:,}, {speed.positions:,} positions")
    click.echo(f"signature  {speed.moves:,} moves found")
    click.echo(f"speed      {speed.positions / speed.seconds:,.0f} positions a second")
    click.echo(f"           {speed.moves / speed.seconds:,.0f} moves a second")


@bench.command("paper")
@own_lexicon_option
@click.option(
    "--max-length", type=click.IntRange(2, 15), default=8, show_default=True, metavar="N",
    help="Leave out words of more letters.",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N",
    help="Games of each of the four pairings.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(min=0, max=2**63), default=0, show_default=True, metavar="S",
    help="Of the first game; the others have those that follow.",
)  # fmt: skip
@json_option
def paper(lexicon: str | None, max_length: int, games: int, seed: int, json_file: str | None) -> None:
    """Reproduce tables II to VI of Gordon's GADDAG paper (1994), beside its figures.

    The sizes of DAWG and GADDAG, and the work of finding every move with each of them on the positions of
    self-play: greedy against itself, then three rack heuristics against greedy.
    """
    from jackdaw.output import show, write_json
    from movegen.errors import LexiconError
    from movegen.lexicon import Lexicon
    from sims.paper import run_paper

    words = Lexicon.load(lexicon).up_to(max_length)
    if not len(words):
        raise LexiconError(f"{words.name} has no words of up to {max_length} letters",
                           cure="raise --max-length")  # fmt: skip
    results = run_paper(words, games=games, seed=seed, progress=ProgressLine("Measuring"))
    if json_file is not None:
        from jackdaw.paper_json import paper_json

        write_json(paper_json(results), json_file)
    if json_file != "-":
        from jackdaw.paper_report import paper_view

        show(paper_view(results))
