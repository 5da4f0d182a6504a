"""`jackdaw winprob`: train and show tables of win probabilities."""

import click

from jackdaw.application import Group
from jackdaw.console import notify
from jackdaw.options import (
    MAX_COUNT,
    Count,
    Whole,
    apply,
    executor_option,
    install_option,
    plot_option,
    seed_option,
    standalone_lexicon_option,
    standalone_rules_option,
    workers_option,
)
from jackdaw.runs import run_winprob_training
from movegen.lexicon import choose_rules
from sims.training import WinTraining
from sims.workers import choose_pool
from strategy.winprob import WinTable

_EPILOG = """\b
Examples:
  jackdaw winprob show 25 40
  jackdaw winprob train club.winprob --lexicon CLUB --install
  jackdaw winprob train club.winprob --lexicon CLUB --install --resume
"""


@click.group("winprob", cls=Group, epilog=_EPILOG)
def winprob() -> None:
    """Train and show tables of win probabilities.

    A table gives the chance of the player on turn to win, by spread and by number of unseen tiles.
    """


@winprob.command("train")
@click.argument("output", metavar="OUT")
@apply(standalone_lexicon_option, standalone_rules_option)
@click.option(
    "--strategy", metavar="NAME|FILE", default="static", show_default=True,
    help="Strategy that plays against itself: a name, a file (.toml), or a table of leaves.",
)  # fmt: skip
@click.option(
    "--games", type=Count(), default=100_000, show_default=True, metavar="N",
    help="Number of games to learn from.",
)  # fmt: skip
@click.option(
    "--check-games", type=Count(0), default=20_000, show_default=True, metavar="N",
    help="Number of other games to check the table with.",
)  # fmt: skip
@apply(seed_option, workers_option, executor_option)
@click.option("--resume", is_flag=True, help="Continue an interrupted training from OUT.journal.")
@apply(install_option, plot_option)
def train(
    output: str,
    lexicon: str | None,
    rules: str | None,
    strategy: str,
    games: int,
    check_games: int,
    seed: int,
    workers: int | None,
    executor: str,
    resume: bool,
    install: bool,
    plot: str | None,
) -> None:
    """Learn a table of win probabilities from self-play and write it to OUT (.winprob).

    The table is then checked on other games: predicted and actual wins by tenths of probability, and the
    Brier score next to that of the best table that could be fitted to those very games. With --install it
    converts spreads to chances to win in all games with the lexicon.
    """
    pool = choose_pool(executor, workers)
    training = WinTraining(lexicon, choose_rules(rules, lexicon), strategy, seed, games)
    run_winprob_training(training, check_games, output, pool=pool, resume=resume, install=install, plot=plot)


@winprob.command("show")
@click.argument("spread", type=Whole(-MAX_COUNT, MAX_COUNT))
@click.argument("unseen", type=Count(0))
@click.option(
    "--table", metavar="NAME|FILE", default="scowl80", show_default=True,
    help="Table of win probabilities: scowl80, or a file (.winprob).",
)  # fmt: skip
def show(spread: int, unseen: int, table: str) -> None:
    """Show the chance to win of the player on turn, ahead by SPREAD points with UNSEEN tiles unseen.

    SPREAD is negative for a player who is behind. Unseen tiles are those in the bag and on the opponent's
    rack. Beyond the table (that of SCOWL80 ends at 400 points and 93 tiles) its nearest entry is shown, and
    named.
    """
    loaded = WinTable.load(table)
    nearest = max(-loaded.max_spread, min(loaded.max_spread, spread)), min(loaded.max_unseen, unseen)
    click.echo(f"{100 * float(loaded.win_probability(*nearest)):.1f} %")
    if nearest != (spread, unseen):
        ends = f"a spread of {loaded.max_spread} and {loaded.max_unseen} unseen tiles"
        notify("Note", f"the table ends at {ends}; this is its entry for {nearest[0]} and {nearest[1]}")
