"""`jackdaw batch`: analyze many positions."""

from typing import Any

import click

from jackdaw.application import INTERRUPTED, NOTHING_FOUND, WITH_ERRORS, Command
from jackdaw.batch import BatchPlan, BatchRun, BatchSummary, read_lines
from jackdaw.console import notify, progress_bar, show
from jackdaw.inputs import LexiconFinder, ReadingRules
from jackdaw.options import (
    Count,
    RolloutOptions,
    apply,
    check_refresh,
    confidence_option,
    executor_option,
    infer_option,
    lexicon_option,
    plies_option,
    rank_by_option,
    refresh_option,
    rules_option,
    seed_option,
    strategy_option,
    time_option,
    workers_option,
)
from jackdaw.review import TURN_EFFORTS, plan_few_tiles, plan_simulation
from movegen.counts import counted
from sims.analysis import AnalysisPlan
from sims.workers import choose_pool
from strategy.analysis import NODES_PER_POSITION, NODES_PER_TURN, EndgamePlan, PreendgamePlan
from strategy.players import StaticStrategy
from strategy.search_control import SearchLimits

_CANDIDATES, _ITERATIONS = 15, 1000
_EPILOG = """\b
Examples:
  jackdaw batch games/ -o games.jsonl
  jackdaw batch "season/**/*.gcg" -o season.jsonl -o season.parquet
  jackdaw batch positions.csv -o out.csv --plies 5 --iterations 5000
  jackdaw batch positions.csv -o out.csv --plies 5 --iterations 5000 --resume

\b
Exit codes: 0 success, 1 no position could be analyzed, 2 wrong usage or
input, 3 some positions have errors, 130 interrupted (finished positions are
saved; continue with --resume).
"""


@click.command("batch", cls=Command, epilog=_EPILOG)
@click.argument("positions", metavar="POSITIONS...", nargs=-1, required=True)
@click.option(
    "-o", "--output", "outputs", metavar="FILE", multiple=True, required=True,
    help="Output file: .jsonl, .csv or .parquet. Can be repeated.",
)  # fmt: skip
@click.option(
    "--resume", is_flag=True, help="Continue an interrupted batch from the journal beside the output."
)
@click.option(
    "--method", type=click.Choice(["auto", "static"]), default="auto", show_default=True,
    help="How moves are valued. auto: by search with at most two tiles in the bag, by simulation"
    " and search with three or four, else by simulation;"
    " static: by score and leave alone.",
)  # fmt: skip
@click.option(
    "--candidates", type=Count(), default=_CANDIDATES, show_default=True, metavar="N",
    help="Number of moves to simulate, the best by static evaluation; the played move is always added.",
)  # fmt: skip
@apply(plies_option)
@click.option(
    "--iterations", type=Count(), metavar="N",
    help="Maximum number of iterations per position."
    f"  [default: {_ITERATIONS}, with few tiles in the bag 400; with --time no limit]",
)  # fmt: skip
@apply(time_option, confidence_option, rank_by_option, infer_option, seed_option)
@click.option(
    "-n", "limit", type=Count(), default=15, show_default=True, metavar="N",
    help="Number of candidates per position to write as JSON.",
)  # fmt: skip
@click.option("--details", is_flag=True, help="Also write the distributions of the rollouts, which are long.")
@apply(lexicon_option, strategy_option, rules_option, refresh_option, workers_option, executor_option)
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
    limit: int,
    details: bool,
    strategy: str | None,
    workers: int | None,
    executor: str,
    refresh: bool,
    **_: Any,  # the fields of RolloutOptions
) -> None:
    """Analyze many positions and write a line or row for each.

    POSITIONS are files, folders (searched recursively) or patterns: games (.gcg), of which every turn is
    analyzed; positions, one per line (.cgp); tables with a column cgp and optionally id (.csv); JSON, one
    text or object with such fields per line (.jsonl); addresses of games (woogles:ID, xt:ID, an https URL),
    which are fetched once and kept in the user's cache.

    A position that cannot be analyzed is reported with the reason, and the batch goes on. Apart from times,
    the result does not depend on the workers.
    """
    check_refresh(positions, refresh)
    pool, lexica = choose_pool(executor, workers), LexiconFinder(lexicon)
    options = RolloutOptions.from_context(context)
    simulation = plan_simulation(options, candidates=_CANDIDATES, iterations=_ITERATIONS)
    player = None if strategy is None else StaticStrategy.load(strategy)
    analysis = AnalysisPlan(
        simulation,
        EndgamePlan(limit, SearchLimits.of_time_or_nodes(simulation.seconds, NODES_PER_TURN)),
        PreendgamePlan(limits=SearchLimits.of_time_or_nodes(simulation.seconds, NODES_PER_POSITION)),
        preendgame_simulation=plan_few_tiles(options, simulation, TURN_EFFORTS["normal"].ending_nodes),
    )
    plan = BatchPlan(AnalysisPlan() if method == "static" else analysis, player, limit, details)
    read_by = ReadingRules.of(rules, lexicon)
    with BatchRun(positions, outputs, plan, lexica, rules=read_by, resume=resume, refresh=refresh) as run:
        try:
            with progress_bar(run.positions, "positions") as progress:
                run.analyze(pool, progress)
        except KeyboardInterrupt:
            saved = f"saved in {run.journal.path}; continue with --resume"
            done = f"{run.done:,} of {counted(run.positions, 'position')} are done"
            notify("Interrupted", f"{done} and {saved}")
            context.exit(INTERRUPTED)
        run.write()
        summary = BatchSummary(read_lines(run.lines()))
        run.forget()
    for warning, count in run.warnings.items():
        notify("Warning", f"{warning} ({counted(count, 'position')})")
    for note in (*run.notes, *lexica.notes):
        notify("Note", note)
    show(summary.view())
    if summary.failures:
        unfinished = f"; workers died of {run.died:,}, try again with --resume" if run.died else ""
        failed = f"{summary.failures:,} of {counted(run.positions, 'position')} could not be analyzed"
        notify("Errors", f"{failed}{unfinished}")
        context.exit(NOTHING_FOUND if summary.is_empty else WITH_ERRORS)
