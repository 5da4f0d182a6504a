"""`analyze` for one file: a game, or positions."""

from dataclasses import replace

import click

from jackdaw.analysis.deep_analysis import DeepAnalysis
from jackdaw.analysis.output_files import OutputFiles
from jackdaw.analysis.report import AnalysisReport
from jackdaw.application import INTERRUPTED, NOTHING_FOUND
from jackdaw.console import notify, notify_written, show
from jackdaw.inputs import (
    LexiconFinder,
    ReadingRules,
    copy_notes,
    find_lines_file,
    parse_source,
    read_saved_lines,
    read_source,
)
from jackdaw.options import SimulationOptions
from jackdaw.plots import check_plot
from jackdaw.review import Planner
from movegen.game import Game
from strategy.analysis import GradingScheme
from strategy.players import StaticStrategy


def analyze_file(context: click.Context, options: SimulationOptions) -> None:
    """Analyze a game or positions, write and show the results. Exit with a code if there are none."""
    params = context.params
    (file,), turns, limit, plot = params["files"], params["turns"], params["limit"], params["plot"]
    strategy = None if params["strategy"] is None else StaticStrategy.load(params["strategy"])
    grading = None if params["grades"] is None else GradingScheme.load(params["grades"])
    rules = ReadingRules.of(params["rules"], params["lexicon"])
    source = read_source(file, refresh=params["refresh"])
    parsed = parse_source(source, strict=params["strict"], rules=rules, until=params["until"])
    if turns is not None and isinstance(parsed, list):
        raise click.UsageError("--turn is for the turns of a game, but this is not a game record.")
    outputs = OutputFiles.of(context, source.name)
    outputs.check(source.name, is_game=not isinstance(parsed, list))
    lines = (
        read_saved_lines(file, parsed, until=params["until"])
        if isinstance(parsed, Game) and turns is None
        else ()
    )
    lexica = LexiconFinder(params["lexicon"])
    report = AnalysisReport.analyze(parsed, source.name, lexica, strategy, turns=turns, lines=lines)
    report = replace(
        report,
        address=source.name if source.is_fetched else "",
        record=file if find_lines_file(file) else "",
        choices=rules.options,
    )
    _check(report, options, context, plot)
    for note in copy_notes([source]):
        notify("Note", note)
    for kind, message in report.messages:
        notify(kind, message)
    with DeepAnalysis(Planner(options, limit), grading=grading, draws=plot is not None) as deep:
        report = report.deepen(deep)
    if report.is_summary or outputs.need_review:
        report = report.add_review(grading)
    outputs.write(report, limit)
    if not outputs.take_standard_output:
        show(report.view(limit, with_details=context.params["details"]))
    if report.is_empty:
        notify("Nothing to analyze", report.advice)
        context.exit(NOTHING_FOUND)
    if plot is not None:
        report.draw(plot)
        notify_written(plot)
    outputs.announce()
    if deep.is_interrupted:
        notify("Interrupted", f"the results so far are {outputs.verb}")
        context.exit(INTERRUPTED)


def _check(
    report: AnalysisReport, options: SimulationOptions, context: click.Context, plot: str | None
) -> None:
    """Raise UsageError for options that do not apply to the input."""
    if plot and options.method == "static":
        raise click.UsageError("--plot draws simulations; leave it out, or --method static.")
    check_plot(plot)
    given = options.first_given(context) or ("--plot" if plot else None)
    if given and options.effort == "quick":
        raise click.UsageError(f"{given} needs simulations, but --effort quick does not simulate.")
    for option, value in {"--opp-rack": options.opp_rack, "--plot": plot}.items():
        if value is not None and len(report.shown) != 1:
            raise click.UsageError(f"{option} is for a single position, but there are several.")
    if plot and not report.can_be_simulated:
        raise click.UsageError("--plot draws simulations, but no position can be simulated.")
