"""`jackdaw batch`: analyze many positions."""

from dataclasses import replace
from typing import Any

import click

from jackdaw.application import INTERRUPTED, NOTHING_FOUND, ShieldedCommand
from jackdaw.options import apply, lexicon_option, rules_option, seed_option, strategy_option
from jackdaw.run_options import executor_option, workers_option
from jackdaw.simulation_options import (
    RolloutOptions,
    confidence_option,
    infer_option,
    plies_option,
    rank_by_option,
    time_option,
)

_CANDIDATES, _ITERATIONS = 15, 1000
_EPILOG = """\b
Examples:
  jackdaw batch games/ -o games.jsonl
  jackdaw batch "season/**/*.gcg" -o season.jsonl -o season.parquet
  jackdaw batch positions.csv -o out.csv --plies 5 --iterations 5000
  jackdaw batch positions.csv -o out.csv --plies 5 --iterations 5000 --resume

\b
Exit codes: 0 all is well, 1 no position could be analyzed, 2 bad usage or
input, 130 interrupted (what is done is kept: go on with --resume).
"""


@click.command("batch", cls=ShieldedCommand, epilog=_EPILOG)
@click.argument("positions", metavar="POSITIONS...", nargs=-1, required=True)
@click.option(
    "-o", "--output", "outputs", metavar="FILE", multiple=True, required=True,
    help="Where to write what was found: .jsonl, .csv or .parquet. May be given several times.",
)  # fmt: skip
@click.option(
    "--resume", is_flag=True, help="Go on with an interrupted batch, whose journal lies beside the output."
)
@click.option(
    "--method", type=click.Choice(["auto", "static"]), default="auto", show_default=True,
    help="How moves are valued. auto: by simulation if tiles are in the bag, by a search if there is one or"
    " none.",
)  # fmt: skip
@click.option(
    "--candidates", type=click.IntRange(min=1), default=_CANDIDATES, show_default=True, metavar="N",
    help="How many of the best static moves are simulated; the one that was played always is.",
)  # fmt: skip
@apply(plies_option)
@click.option(
    "--iterations", type=click.IntRange(min=1), metavar="N",
    help=f"Stop after so many, a position.  [default: {_ITERATIONS}; with --time no limit]",
)  # fmt: skip
@apply(time_option, confidence_option, rank_by_option, infer_option, seed_option)
@click.option(
    "-n", "most", type=click.IntRange(min=1), default=15, show_default=True, metavar="N",
    help="How many candidates of a position to write as JSON.",
)  # fmt: skip
@click.option("--details", is_flag=True, help="Write the distributions of rollouts, too; they are long.")
@apply(lexicon_option, strategy_option, rules_option, workers_option, executor_option)
@click.pass_context
def batch(
    context: click.Context,
    /,
    positions: tuple[str, ...],
    outputs: tuple[str, ...],
    resume: bool,
    lexicon: str | None,
    rules: str | None,
    method: str,
    most: int,
    details: bool,
    strategy: str | None,
    workers: int | None,
    executor: str,
    **_: Any,  # what RolloutOptions has
) -> None:
    """Analyze many positions, and write a line or a row for each.

    POSITIONS are files, folders (with all below them) or patterns: games (.gcg), whose every turn is
    analyzed; positions, one a line (.cgp); tables with a column cgp, perhaps id (.csv); JSON, a text or an
    object with such fields a line (.jsonl).

    A position that cannot be analyzed is told with the reason, and the others go on. Whoever does the work,
    the result is the same, times apart.
    """
    from jackdaw.batch_report import Summary
    from jackdaw.batch_run import BatchRun
    from jackdaw.batch_table import told
    from jackdaw.batch_work import Work
    from jackdaw.inputs import Lexica
    from jackdaw.output import show, tell
    from jackdaw.run_options import progress_bar
    from movegen.rules import Variant
    from sims.crews import choose_crew
    from strategy.endgame_analysis import NODES_A_TURN, EndgamePlan
    from strategy.preendgame_analysis import NODES_OF_MANY, PreendgamePlan
    from strategy.static import StaticStrategy

    crew, lexica = choose_crew(executor, workers), Lexica(lexicon)
    plan = RolloutOptions.of(context).plan(candidates=_CANDIDATES, iterations=_ITERATIONS)
    player = None if strategy is None else StaticStrategy.load(strategy)
    endgame = EndgamePlan.limited(plan.seconds, NODES_A_TURN, moves=most)
    preendgame = PreendgamePlan.limited(plan.seconds, NODES_OF_MANY)
    work = Work(plan, player, most, details, endgame, preendgame)
    if method == "static":
        work = replace(work, plan=None, endgame=None, preendgame=None)
    variant = Variant.load(rules) if rules else None
    with BatchRun(positions, outputs, work, lexica, variant=variant, resume=resume) as run:
        try:
            with progress_bar(run.positions, "positions") as progress:
                run.analyze(crew, progress)
        except KeyboardInterrupt:
            kept = f"kept in {run.journal.path}: go on with --resume"
            tell("Interrupted", f"{run.done:,} of {run.positions:,} positions are done and {kept}")
            context.exit(INTERRUPTED)
        run.write()
        summary = Summary(told(run.lines()))
        run.forget()
    for note in lexica.notes:
        tell("Note", note)
    show(summary.view())
    if summary.is_empty:
        context.exit(NOTHING_FOUND)
