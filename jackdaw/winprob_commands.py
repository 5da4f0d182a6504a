"""`jackdaw winprob`: learn and show win probabilities."""

import click

from jackdaw.application import ShieldedGroup
from jackdaw.options import (
    apply,
    own_lexicon_option,
    own_rules_option,
    plot_option,
    seed_option,
)
from jackdaw.progress import ProgressLine
from jackdaw.run_options import executor_option, workers_option

_EPILOG = """\b
Examples:
  jackdaw winprob show 25 40
  jackdaw winprob train club.winprob --lexicon CLUB --strategy club.leaves
"""


@click.group("winprob", cls=ShieldedGroup, epilog=_EPILOG)
def winprob() -> None:
    """Learn how often who is on turn wins, by spread and unseen tiles, from self-play."""


@winprob.command("train")
@click.argument("output", metavar="OUT")
@apply(own_lexicon_option, own_rules_option)
@click.option(
    "--strategy", metavar="NAME|FILE", default="static", show_default=True,
    help="Who plays against itself: a strategy, a file (.toml), or a table of leaves.",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(min=1), default=100_000, show_default=True, metavar="N",
    help="To learn from.",
)  # fmt: skip
@click.option(
    "--check-games", type=click.IntRange(min=0), default=20_000, show_default=True, metavar="N",
    help="Other games, to check the table with.",
)  # fmt: skip
@apply(seed_option, workers_option, executor_option, plot_option)
def train(
    output: str,
    lexicon: str | None,
    rules: str,
    strategy: str,
    games: int,
    check_games: int,
    seed: int,
    workers: int | None,
    executor: str,
    plot: str | None,
) -> None:
    """Learn a table of win probabilities from self-play and write it to OUT (.winprob).

    It is checked with games that it was not made of: what it foretold and what came true by tenths of
    probability, and its Brier score, beside that of the best table that could be fitted to those very
    games.
    """
    from jackdaw.winprob_training import run_training
    from sims.crews import choose_crew
    from sims.win_training import WinTraining

    crew = choose_crew(executor, workers)
    training = WinTraining(lexicon, rules, strategy, seed, games)
    run_training(training, check_games, output, crew=crew, plot=plot, progress=ProgressLine("Playing"))


@winprob.command("show")
@click.argument("spread", type=int)
@click.argument("unseen", type=click.IntRange(min=0))
@click.option(
    "--table", metavar="NAME|FILE", default="scowl80", show_default=True,
    help="Whose probabilities: scowl80, or a file (.winprob).",
)  # fmt: skip
def show(spread: int, unseen: int, table: str) -> None:
    """Show how often who is on turn wins, ahead by SPREAD points with UNSEEN tiles unseen.

    Unseen are the tiles in the bag and on the opponent's rack. A negative spread stands behind --.
    """
    from strategy.win_table import WinTable

    probability = float(WinTable.load(table).win_probability(spread, unseen))
    click.echo(f"{100 * probability:.1f} %")
