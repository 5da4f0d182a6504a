"""`jackdaw moves`: list the legal moves of a position."""

import click

from jackdaw.application import NOTHING_FOUND, ShieldedCommand
from jackdaw.options import apply, json_option, lexicon_option, rules_option, strategy_option

_SHOWN = 10

_EPILOG = """\b
Examples:
  jackdaw moves --cgp "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
  jackdaw moves --cgp "..." --all --sort score
  jackdaw moves --cgp "..." --json -

\b
Exit codes: 0 all is well, 1 nothing to list (the rack is not known),
2 bad usage or input.
"""


@click.command("moves", cls=ShieldedCommand, epilog=_EPILOG)
@click.option("--cgp", required=True, metavar="POSITION", help="The position, as one line of CGP.")
@click.option(
    "-n", "most", type=click.IntRange(min=1), metavar="N",
    help="How many moves to list.  [default: 10 as text, all in JSON]",
)  # fmt: skip
@click.option("--all", "all_moves", is_flag=True, help="List every move.")
@click.option(
    "--sort", type=click.Choice(["equity", "score"]), default="equity", show_default=True,
    help="What comes first.",
)  # fmt: skip
@apply(lexicon_option, strategy_option, rules_option, json_option)
@click.pass_context
def moves(
    context: click.Context,
    cgp: str,
    most: int | None,
    all_moves: bool,
    sort: str,
    lexicon: str | None,
    strategy: str | None,
    rules: str | None,
    json_file: str | None,
) -> None:
    """List the legal moves of a position, best first.

    These are the plays, the exchanges if there are enough tiles in the bag, and the pass.
    """
    if all_moves and most is not None:
        raise click.UsageError("-n and --all do not go together.")
    from jackdaw.inputs import Lexica, strategy_notes
    from jackdaw.output import show, tell, write_json
    from movegen.cgp import read_cgp
    from movegen.rules import Variant
    from strategy.analysis import analyze_position
    from strategy.static import StaticStrategy

    player = None if strategy is None else StaticStrategy.load(strategy)
    position = read_cgp(cgp, variant=Variant.load(rules) if rules else None, file="--cgp")
    lexica = Lexica(lexicon)
    analysis = analyze_position(position, lexica.find(position), player)
    for note in [*lexica.notes, *strategy_notes(player)]:
        tell("Note", note)
    candidates = analysis.candidates.by_score() if sort == "score" else analysis.candidates
    if json_file is not None:
        from jackdaw.json_output import moves_json

        write_json(moves_json(position, analysis, candidates[:most]), json_file)
    if json_file != "-":
        from jackdaw.report import moves_view

        shown = len(candidates) if all_moves else most or _SHOWN
        show(moves_view(analysis, candidates[:shown]))
    if not len(candidates):
        tell("Nothing to list", "the rack is not known; it comes first in the second field of the position")
        context.exit(NOTHING_FOUND)
