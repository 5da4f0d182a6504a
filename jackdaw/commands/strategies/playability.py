"""`jackdaw lexicon playability`: how often words are played in self-play, and what they are worth."""

import click

from jackdaw.application import Command
from jackdaw.options import (
    Count,
    Whole,
    apply,
    csv_option,
    executor_option,
    json_option,
    seed_option,
    standalone_lexicon_option,
    standalone_rules_option,
    workers_option,
)
from jackdaw.playability import (
    PlayabilityRun,
    RankBy,
    WordFilter,
    conclude_playability,
    play_games,
    playability_csv,
    playability_json,
    playability_view,
    report_playability,
)
from jackdaw.runs import Results, journaled_output
from movegen.lexicon import choose_rules
from movegen.variant import Variant
from sims.lexicon_source import LexiconSource
from sims.playability import PlayabilitySetup
from sims.workers import choose_pool
from strategy.players import load_strategy

_EPILOG = """\b
Examples:
  jackdaw lexicon playability --games 2000
  jackdaw lexicon playability --length 2 --length 3 -n 100
  jackdaw lexicon playability --bingos --csv b.csv --games 100000
  jackdaw lexicon playability --bingos --csv b.csv --games 100000 --resume
  jackdaw lexicon playability --lexicon CLUB --strategy club.leaves

\b
Exit codes: 0 success, 2 wrong usage or input, 130 interrupted (with --csv or
--json finished games are saved; continue with --resume).
"""


@click.command("playability", cls=Command, epilog=_EPILOG)
@click.option(
    "--games", type=Count(), default=10_000, show_default=True, metavar="N", help="Number of games to play."
)
@click.option(
    "--strategy", metavar="NAME|FILE", default="static", show_default=True,
    help="Strategy that plays against itself: a name, a file (.toml), or a table of leaves.",
)  # fmt: skip
@click.option(
    "--rank-by", type=click.Choice(["lost", "played", "points"]), default="lost", show_default=True,
    help="Rank words by what is lost without them, by the number of plays, or by the points of all plays.",
)  # fmt: skip
@click.option(
    "--length", "lengths", type=Whole(2, 63), multiple=True, metavar="N",
    help="Report only words of N letters. Can be repeated.  [default: all]",
)  # fmt: skip
@click.option("--bingos", is_flag=True, help="Report only words that were played as bingos.")
@click.option(
    "-n", "limit", type=Count(), default=20, show_default=True, metavar="N",
    help="Number of words to list as text; files have all.",
)  # fmt: skip
@apply(standalone_lexicon_option, standalone_rules_option, seed_option, workers_option, executor_option)
@apply(csv_option, json_option)
@click.option(
    "--resume", is_flag=True,
    help="Continue an interrupted run from the journal beside the file of --csv, else of --json.",
)  # fmt: skip
@click.pass_context
def playability(
    context: click.Context,
    games: int,
    strategy: str,
    rank_by: RankBy,
    lengths: tuple[int, ...],
    bingos: bool,
    limit: int,
    lexicon: str | None,
    rules: str | None,
    seed: int,
    workers: int | None,
    executor: str,
    csv_file: str | None,
    json_file: str | None,
    resume: bool,
) -> None:
    """Show how often each word is played in self-play, for how many points, and what is lost without it.

    The loss is the sum over the turns whose best move by score and leave forms the word: the equity of this
    move less that of the best one that does not form it. All figures have standard errors.

    The same seed gives the same answer for any number of workers, unless the strategy has a time limit.
    """
    pool = choose_pool(executor, workers)
    output = journaled_output(csv_file, json_file, resume)
    variant = Variant.load(choose_rules(rules, lexicon))
    source = LexiconSource.of(lexicon, variant)
    setup = PlayabilitySetup(source, variant, load_strategy(strategy), seed)
    with PlayabilityRun(setup, games, output, resume=resume) as run:
        stop = play_games(run, pool)
        if run.done:
            report = report_playability(setup, run.words, games, rank_by, WordFilter(lengths, bingos))
            files = (
                (csv_file, lambda: playability_csv(report)),
                (json_file, lambda: playability_json(report)),
            )
            Results(playability_view(report, limit), files).write()
        conclude_playability(context, run, stop)
