"""`analyze`: rank the moves of a position, or judge those of a game."""

import click

from jackdaw.application import HELP_SETTINGS, NOTHING_FOUND, ShieldedCommand
from jackdaw.options import apply, json_option, lexicon_option, rules_option, strategy_option

_EPILOG = """\b
Examples:
  analyze game.gcg                     every turn of a finished game; of an
                                       unfinished one, the position to be played
  analyze game.gcg --turn 12           the position before turn 12
  analyze position.cgp -n 25           the 25 best moves
  analyze game.gcg --json game.json    the text, and JSON in a file
  cat game.gcg | analyze - --json -    JSON alone

\b
Exit codes: 0 all is well, 1 nothing to analyze (no rack is known),
2 bad usage or input.
"""


@click.command("analyze", cls=ShieldedCommand, context_settings=HELP_SETTINGS, epilog=_EPILOG)
@click.argument("file", metavar="FILE|-")
@click.option("--turn", type=click.IntRange(min=1), metavar="N", help="Show the position before turn N.")
@click.option(
    "-n", "most", type=click.IntRange(min=1), default=10, show_default=True, metavar="N",
    help="How many candidates to show of a position.",
)  # fmt: skip
@apply(lexicon_option, strategy_option, rules_option)
@click.option("--strict", is_flag=True, help="Refuse a record with scores or totals that do not add up.")
@json_option
@click.version_option(package_name="jackdaw", message="Jackdaw %(version)s")
@click.pass_context
def analyze(
    context: click.Context,
    file: str,
    turn: int | None,
    most: int,
    lexicon: str | None,
    strategy: str | None,
    rules: str | None,
    strict: bool,
    json_file: str | None,
) -> None:
    """Rank the moves of a position, or judge the moves of a game.

    FILE is a game record (.gcg) or holds positions, one a line (.cgp); - is standard input.

    A finished game is shown with a line for each turn: the move that was played, its rank among all moves,
    the equity it lost, and the best move. A position is shown with its board, racks, scores, unseen tiles,
    and the best moves: their scores, what they leave on the rack, the value of that, and their equity.
    """
    from jackdaw.findings import Findings
    from jackdaw.inputs import Lexica, parse_source, read_source
    from jackdaw.output import show, tell, write_json
    from movegen.rules import Variant
    from strategy.static import StaticStrategy

    player = None if strategy is None else StaticStrategy.load(strategy)
    variant = Variant.load(rules) if rules else None
    source = read_source(file)
    parsed = parse_source(source, strict=strict, variant=variant)
    if turn is not None and isinstance(parsed, list):
        raise click.UsageError("--turn is for the turns of a game; this is no game record.")
    findings = Findings.of(parsed, source.name, Lexica(lexicon), player, turn=turn)
    for kind, message in findings.messages:
        tell(kind, message)
    if json_file is not None:
        write_json(findings.json(most), json_file)
    if json_file != "-":
        show(findings.view(most))
    if findings.is_empty:
        tell("Nothing to analyze", findings.advice)
        context.exit(NOTHING_FOUND)
