"""`jackdaw leaves`: train, fit, show and convert the values of leaves."""

import click

from jackdaw.application import Group
from jackdaw.console import show as show_lines
from jackdaw.options import (
    Count,
    Whole,
    apply,
    executor_option,
    install_option,
    plot_option,
    seed_option,
    standalone_lexicon_option,
    standalone_rules_option,
    tiles_option,
    workers_option,
)
from jackdaw.runs import fit_leaves, run_leaves_training
from jackdaw.text import convert_leaves, leave_values_view
from movegen.lexicon import ENGLISH, choose_rules
from sims.training import LeaveTraining
from sims.workers import choose_pool

_EPILOG = """\b
Examples:
  jackdaw leaves show "AEINST?"
  jackdaw leaves train club.leaves --lexicon CLUB --workers 2
  analyze game.gcg --lexicon CLUB --strategy club.leaves
  jackdaw leaves train club.leaves --lexicon CLUB --install
  jackdaw leaves train club.leaves --lexicon CLUB --generations 8 --resume
  jackdaw leaves fit h3 club.leaves.state club.toml
  jackdaw leaves convert scowl80 scowl80.klv2
"""


@click.group("leaves", cls=Group, epilog=_EPILOG)
def leaves() -> None:
    """Train, fit, show and convert the values of leaves.

    A leave is the tiles that stay on the rack after a move; its value is learned from self-play.
    """


@leaves.command("train")
@click.argument("output", metavar="OUT")
@apply(standalone_lexicon_option, standalone_rules_option)
@click.option(
    "--generations", type=Whole(1, 30), default=6, show_default=True, metavar="N",
    help="Number of generations; each plays with the values learned by the one before.",
)  # fmt: skip
@click.option(
    "--games", type=Count(), default=3000, show_default=True, metavar="N",
    help="Number of games in the first generation; each generation doubles it.",
)  # fmt: skip
@click.option(
    "--longest", type=Count(), metavar="N",
    help="Maximum number of tiles of a leave.  [default: one less than a rack]",
)  # fmt: skip
@apply(seed_option, workers_option, executor_option)
@click.option("--resume", is_flag=True, help="Continue from the state saved in OUT.state.")
@install_option
@plot_option
def train(
    output: str,
    lexicon: str | None,
    rules: str | None,
    generations: int,
    games: int,
    longest: int | None,
    seed: int,
    workers: int | None,
    executor: str,
    resume: bool,
    install: bool,
    plot: str | None,
) -> None:
    """Learn the values of all leaves from self-play and write them to OUT (.leaves, .klv2 or .csv).

    After each generation the values are written, and the state needed to continue is saved in OUT.state. To
    play with the values, use OUT as the strategy; with --install they value the moves of all games with the
    lexicon.
    """
    training = LeaveTraining(lexicon, choose_rules(rules, lexicon), seed, games, longest)
    pool = choose_pool(executor, workers)
    run_leaves_training(training, generations, output, pool=pool, resume=resume, install=install, plot=plot)


@leaves.command("fit")
@click.argument("heuristic", type=click.Choice(["h1", "h2", "h3"]))
@click.argument("state", metavar="STATE")
@click.argument("output", metavar="OUT")
def fit(heuristic: str, state: str, output: str) -> None:
    """Fit the parameters of RackH1, RackH2 or RackH3 to self-play and write them to OUT (.toml).

    STATE is the file that `jackdaw leaves train` saves beside its output. OUT is like the files in
    configs/leaves, and a strategy file may name it.
    """
    fit_leaves(heuristic, state, output)


@leaves.command("show")
@click.argument("leave")
@click.option(
    "--leaves", "source", metavar="NAME|FILE", default="inside",
    help="Table of leaves: scowl80, rackh1, rackh2, rackh3, another heuristic (general, spanish, ...), or a"
    " file (.leaves, .klv2, .csv, .toml).  [default: the best built-in one for the tiles]",
)  # fmt: skip
@tiles_option
def show(leave: str, source: str, tiles: str | None) -> None:
    """Show the value of LEAVE and of each smaller leave in it."""
    show_lines(leave_values_view(leave, source, tiles or ENGLISH))


@leaves.command("convert")
@click.argument("source", metavar="IN")
@click.argument("output", metavar="OUT")
@tiles_option
def convert(source: str, output: str, tiles: str | None) -> None:
    """Write the values of IN to OUT, in the format of its suffix.

    IN is the name of a table or a file (.leaves, .klv2, .csv; .toml for a heuristic). OUT ends in .leaves
    (compact, all leaves, in hundredths of a point), .klv2 (for other programs) or .csv.
    """
    convert_leaves(source, output, tiles or ENGLISH)
