"""`analyze`: rank the moves of a position, or judge those of a game."""

from typing import TYPE_CHECKING, Any

import click

from jackdaw.analyze_outputs import Outputs, output_options
from jackdaw.application import HELP_SETTINGS, INTERRUPTED, NOTHING_FOUND, ShieldedCommand
from jackdaw.collection_command import analyze_several, cache_options, only_file
from jackdaw.options import apply, json_option, lexicon_option, plot_option, rules_option, strategy_option
from jackdaw.several import is_several
from jackdaw.simulation_options import SimulationOptions, simulation_options

if TYPE_CHECKING:
    from jackdaw.findings import Findings
    from jackdaw.inputs import Lexica
    from strategy.static import StaticStrategy

_EPILOG = """\b
Examples:
  analyze game.gcg                     every turn of a game, and the position to
                                       be played of an unfinished one
  analyze game.gcg --effort normal     every turn simulated
  analyze game.gcg --turn 12           the position before turn 12
  analyze position.cgp -n 25           the 25 best moves
  analyze position.cgp --time 30 --plies 4 --rank-by win
  analyze game.gcg --html game.html    a page to keep and to send
  analyze game.gcg --gcg notes.gcg     the record with notes on its turns
  analyze games/ --html pages          all games of a folder: a page for each,
                                       and one of all players and games
  cat game.gcg | analyze - --json -    JSON alone

\b
Exit codes: 0 all is well, 1 nothing to analyze (no rack is known),
2 bad usage or input, 130 interrupted (what is known is shown).
"""


@click.command("analyze", cls=ShieldedCommand, context_settings=HELP_SETTINGS, epilog=_EPILOG)
@click.argument("files", metavar="FILE...|-", nargs=-1, required=True)
@click.option("--turn", type=click.IntRange(min=1), metavar="N", help="Show the position before turn N.")
@click.option(
    "-n", "most", type=click.IntRange(min=1), default=10, show_default=True, metavar="N",
    help="How many candidates to show of a position.",
)  # fmt: skip
@apply(lexicon_option, strategy_option, rules_option, *simulation_options)
@click.option("--strict", is_flag=True, help="Refuse a record with scores or totals that do not add up.")
@apply(json_option, *output_options, plot_option, *cache_options)
@click.version_option(package_name="jackdaw", message="Jackdaw %(version)s")
@click.pass_context
def analyze(
    context: click.Context,
    /,
    files: tuple[str, ...],
    turn: int | None,
    most: int,
    lexicon: str | None,
    strategy: str | None,
    rules: str | None,
    strict: bool,
    plot: str | None,
    **_: Any,  # what simulation_options, output_options and cache_options add
) -> None:
    """Rank the moves of a position, or judge the moves of a game.

    FILE is a game record (.gcg) or holds positions, one a line (.cgp); - is standard input. Several files, a
    folder (with all below it) or a pattern in quotes are a collection of games: how each player did, against
    whom, in which phase, and over time.

    A game is shown with a line for each turn: the move that was played, its rank among all moves, the equity
    it lost, and the best move. A position, such as the one to be played of an unfinished game, is shown with
    its board, racks, scores, unseen tiles, and the best moves: their scores, what they leave on the rack, the
    value of that, and their equity.

    The turns of a game are judged by score and leave, those with one tile in the bag or none by a search to
    the end of the game: as fast as can be, unless --effort asks for more. The best moves of a position with
    more tiles in the bag are simulated: played on many times with other racks and draws, up to the limit or
    until it is known which is best. Ctrl-C stops that and shows what is known.
    """
    options = SimulationOptions.of(context)
    if is_several(files):
        analyze_several(context, options)
        return
    file = only_file(context)
    from jackdaw.findings import Findings, draw
    from jackdaw.inputs import Lexica, parse_source, read_source
    from jackdaw.output import show, tell
    from movegen.rules import Variant
    from strategy.static import StaticStrategy

    player = None if strategy is None else StaticStrategy.load(strategy)
    variant = Variant.load(rules) if rules else None
    source = read_source(file)
    parsed = parse_source(source, strict=strict, variant=variant)
    if turn is not None and isinstance(parsed, list):
        raise click.UsageError("--turn is for the turns of a game; this is no game record.")
    outputs = Outputs.of(context)
    outputs.check(source.name, is_game=not isinstance(parsed, list), turn=turn)
    lexica = Lexica(lexicon)
    findings = Findings.of(parsed, source.name, lexica, player, turn=turn)
    _check(findings, options, context, plot)
    for kind, message in findings.messages:
        tell(kind, message)
    findings, is_interrupted = _looked_ahead(findings, options, lexica, player, most, draws=plot is not None)
    if findings.is_summary:
        findings = findings.reviewed(lexica, player)
    outputs.write(findings, most)
    if not outputs.take_standard_output:
        show(findings.view(most))
    if findings.is_empty:
        tell("Nothing to analyze", findings.advice)
        context.exit(NOTHING_FOUND)
    if plot is not None:
        draw(findings, plot)
    if is_interrupted:
        tell("Interrupted", f"what was known by then is {outputs.told}")
        context.exit(INTERRUPTED)


def _check(
    findings: "Findings", options: SimulationOptions, context: click.Context, plot: str | None
) -> None:
    """Raise what is to be said of options that do not go with what was read."""
    from jackdaw.plots import check_plot

    if plot and options.method == "static":
        raise click.UsageError("--plot draws simulations; leave it out, or --method static.")
    check_plot(plot)
    given = options.given(context) or ("--plot" if plot else None)
    if given and options.effort == "quick":
        raise click.UsageError(f"{given} is for simulations, and --effort quick simulates nothing.")
    simulates = options.of_a_turn is not None and options.of_a_turn.simulates
    if given and not findings.shown and not simulates:
        cure = "add --turn N, or --effort normal to simulate every turn"
        raise click.UsageError(f"{given} is for simulations, and a finished game is not simulated: {cure}.")
    for option, value in {"--opp-rack": options.opp_rack, "--plot": plot}.items():
        if value is not None and len(findings.shown) != 1:
            raise click.UsageError(f"{option} is for a single position, and this is more than one.")
    if plot and not findings.can_be_simulated:
        raise click.UsageError("--plot draws simulations, and there is nothing that can be simulated.")


def _looked_ahead(
    findings: "Findings",
    options: SimulationOptions,
    lexica: "Lexica",
    player: "StaticStrategy | None",
    most: int,
    *,
    draws: bool,
) -> "tuple[Findings, bool]":
    """The findings with positions simulated and endgames solved, as far as asked for.

    And whether Ctrl-C has ended that.
    """
    if options.method == "static":
        return findings, False
    from jackdaw.looking_ahead import LookAhead

    with LookAhead(options, shown=most, draws=draws) as look_ahead:
        found = findings.looked_ahead(look_ahead, lexica, player)
    return found, look_ahead.is_interrupted
