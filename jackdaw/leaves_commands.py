"""`jackdaw leaves`: learn, fit, show and convert leave values."""

import click

from jackdaw.application import ShieldedGroup
from jackdaw.options import (
    apply,
    own_lexicon_option,
    own_rules_option,
    plot_option,
    seed_option,
    tiles_option,
)
from jackdaw.run_options import executor_option, workers_option

_EPILOG = """\b
Examples:
  jackdaw leaves show "AEINST?"
  jackdaw leaves train club.leaves --lexicon CLUB --workers 2
  analyze game.gcg --lexicon CLUB --strategy club.leaves
  jackdaw leaves train club.leaves --lexicon CLUB --generations 8 --resume
  jackdaw leaves fit h3 club.leaves.state club.toml
  jackdaw leaves convert scowl80 scowl80.klv2
"""


@click.group("leaves", cls=ShieldedGroup, epilog=_EPILOG)
def leaves() -> None:
    """Learn what tiles are worth that are kept, from self-play; show and convert such values."""


@leaves.command("train")
@click.argument("output", metavar="OUT")
@apply(own_lexicon_option, own_rules_option)
@click.option(
    "--generations", type=click.IntRange(1, 30), default=6, show_default=True, metavar="N",
    help="How many times to learn from games that are played with what was learned before.",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(min=1), default=3000, show_default=True, metavar="N",
    help="Of the first generation; each has twice as many as the one before.",
)  # fmt: skip
@click.option(
    "--longest", type=click.IntRange(min=1), metavar="N",
    help="Tiles of the longest leave.  [default: one less than a rack]",
)  # fmt: skip
@apply(seed_option, workers_option, executor_option)
@click.option("--resume", is_flag=True, help="Go on from what is kept in OUT.state.")
@plot_option
def train(
    output: str,
    lexicon: str | None,
    rules: str,
    generations: int,
    games: int,
    longest: int | None,
    seed: int,
    workers: int | None,
    executor: str,
    resume: bool,
    plot: str | None,
) -> None:
    """Learn the values of all leaves from self-play, and write them to OUT (.leaves, .klv2 or .csv).

    After each generation values are written, and all that is needed to go on is kept in OUT.state. To
    play by them, give OUT as the strategy.
    """
    from jackdaw.leaves_training import run_training
    from sims.crews import choose_crew
    from sims.leave_training import Training

    training = Training(lexicon, rules, seed, games, longest)
    crew = choose_crew(executor, workers)
    run_training(training, generations, output, crew=crew, resume=resume, plot=plot)


@leaves.command("fit")
@click.argument("heuristic", type=click.Choice(["h1", "h2", "h3"]))
@click.argument("state", metavar="STATE")
@click.argument("output", metavar="OUT")
def fit(heuristic: str, state: str, output: str) -> None:
    """Fit the figures of RackH1, RackH2 or RackH3 to self-play, and write them to OUT (.toml).

    STATE is what `jackdaw leaves train` keeps beside its output. The file is one like those in
    configs/leaves, which a strategy's file may name.
    """
    from jackdaw.leaves_training import run_fit

    run_fit(heuristic, state, output)


@leaves.command("show")
@click.argument("leave")
@click.option(
    "--leaves", "source", metavar="NAME|FILE", default="inside",
    help="Whose values: scowl80, rackh1, rackh2, rackh3, another heuristic (general, spanish, ...), or a file"
    " (.leaves, .klv2, .csv, .toml).  [default: the best inside for the tiles]",
)  # fmt: skip
@tiles_option
def show(leave: str, source: str, tiles: str) -> None:
    """Show what LEAVE is worth, and each smaller leave in it."""
    from jackdaw.leaves_views import leave_lines
    from jackdaw.output import show as show_lines

    show_lines(leave_lines(leave, source, tiles))


@leaves.command("convert")
@click.argument("source", metavar="IN")
@click.argument("output", metavar="OUT")
@tiles_option
def convert(source: str, output: str, tiles: str) -> None:
    """Write the values of IN to OUT, in the form that its suffix asks for.

    IN is the name of leaves or a file (.leaves, .klv2, .csv; .toml for a heuristic); OUT ends in .leaves
    (compact, all leaves of the tiles, to hundredths of a point), .klv2 (other programs) or .csv.
    """
    from jackdaw.leaves_views import convert_leaves

    convert_leaves(source, output, tiles)
