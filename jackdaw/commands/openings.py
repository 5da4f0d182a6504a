"""`jackdaw openings`: the best opening move with every rack, or with one."""

from pathlib import Path

import click

from jackdaw.application import INTERRUPTED, Command
from jackdaw.console import notify_written, progress_bar
from jackdaw.openings import OpeningRun, check_output, openings_json, openings_view, report_openings
from jackdaw.options import (
    Count,
    apply,
    executor_option,
    json_option,
    standalone_lexicon_option,
    standalone_rules_option,
    strategy_option,
    workers_option,
)
from jackdaw.resumable import notify_unfinished
from jackdaw.runs import Results, check_files
from jackdaw.schemas import moves_json
from jackdaw.text import moves_view
from movegen.counts import counted
from movegen.errors import NotationError
from movegen.lexicon import choose_rules
from movegen.variant import Variant
from sims.lexicon_source import LexiconSource
from sims.openings import MAX_EXAMPLES, OpeningSetup, opening_position
from sims.workers import JournalError, PoolError, choose_pool, journal_path
from strategy.analysis import analyze_position
from strategy.players import StaticStrategy, static_strategy_for

_MOVES, _EXAMPLES = 10, 3
_EPILOG = """\b
Examples:
  jackdaw openings AEINRST
  jackdaw openings "QUIZ?AB" -n 20              ? is a blank
  jackdaw openings                              all racks, in some minutes
  jackdaw openings -o openings.csv.gz
  jackdaw openings -o openings.parquet --lexicon CLUB
  jackdaw openings -o openings.parquet --lexicon CLUB --resume

\b
Exit codes: 0 success, 2 wrong usage or input, 130 interrupted (with -o,
finished racks are saved; continue with --resume).
"""


@click.command("openings", cls=Command, epilog=_EPILOG)
@click.argument("rack", metavar="[RACK]", required=False)
@click.option(
    "-o", "--output", metavar="FILE",
    help="Write the table of all racks to a file: .csv, .csv.gz or .parquet. Until it is complete, a journal"
    " beside it saves the finished racks.",
)  # fmt: skip
@click.option(
    "--resume", is_flag=True, help="Continue an interrupted run from the journal beside the output."
)
@click.option(
    "-n", "limit", type=Count(), metavar="N",
    help="Number of moves to list for RACK, or of racks of each surprise.  [default: 10 moves, 3 racks]",
)  # fmt: skip
@apply(
    standalone_lexicon_option, strategy_option, standalone_rules_option, workers_option, executor_option,
    json_option,
)  # fmt: skip
@click.pass_context
def openings(
    context: click.Context,
    rack: str | None,
    output: str | None,
    resume: bool,
    limit: int | None,
    lexicon: str | None,
    strategy: str | None,
    rules: str | None,
    workers: int | None,
    executor: str,
    json_file: str | None,
) -> None:
    """Find the best opening move with every rack, or with one.

    RACK is a full rack, with ? for a blank. Moves are valued by score and leave.

    Without RACK, show how good the racks are, what is played, and the racks whose best move surprises, those
    drawn most often first. The result does not depend on the number of workers.
    """
    _check_usage(rack, output, resume, limit)
    journal = None if output is None else str(journal_path(Path(output)))
    check_files((("--output", output), ("--json", json_file), ("the journal", journal)))
    if output is not None:
        check_output(Path(output))
    pool = choose_pool(executor, workers)
    variant = Variant.load(choose_rules(rules, lexicon))
    source = LexiconSource.of(lexicon, variant)
    given = None if strategy is None else StaticStrategy.load(strategy)
    player = static_strategy_for(source.load(), variant, given)
    setup = OpeningSetup(source, variant, player, rows=output is not None)
    if rack is not None:
        _show_moves(setup, rack, limit or _MOVES, json_file)
        return
    with OpeningRun(setup, None if output is None else Path(output), resume=resume) as run:
        try:
            with progress_bar(run.racks.count, "racks") as progress:
                run.find(pool, progress)
        except (KeyboardInterrupt, PoolError, JournalError) as stop:
            finished = f"{run.done:,} of {run.racks.count:,} racks are finished"
            notify_unfinished(finished, run.journal, "-o FILE")
            if isinstance(stop, KeyboardInterrupt):
                context.exit(INTERRUPTED)
            raise
        report = report_openings(setup, run.sums, _EXAMPLES if limit is None else limit)
        run.write()
        Results(openings_view(report), ((json_file, lambda: openings_json(report)),)).write()
        run.forget()
    notify_written(output, f"with {counted(run.done, 'rack')}")


def _check_usage(rack: str | None, output: str | None, resume: bool, limit: int | None) -> None:
    if rack is not None and (output is not None or resume):
        given = "-o" if output is not None else "--resume"
        raise click.UsageError(f"{given} is for the table of all racks; leave out {given}, or RACK.")
    if resume and output is None:
        raise click.UsageError("--resume needs the journal of a table; name the table with -o FILE.")
    if rack is None and limit is not None and limit > MAX_EXAMPLES:
        raise click.UsageError(f"-n {limit} is too large; give at most {MAX_EXAMPLES}.")


def _show_moves(setup: OpeningSetup, text: str, limit: int, json_file: str | None) -> None:
    rack, size = setup.variant.tiles.parse_rack(text), setup.variant.rules.rack_size
    if len(rack) < size:
        raise NotationError(f"the rack {rack} has {len(rack)} tiles", cure=f"an opening has {size}")
    position = opening_position(setup.variant, rack)
    analysis = analyze_position(position, setup.lexicon.load(), setup.strategy)
    listed = analysis.candidates[:limit]
    Results(
        moves_view(analysis, listed), ((json_file, lambda: moves_json(position, analysis, listed)),)
    ).write()
