"""`jackdaw moves`: list the legal moves of a position."""

import click

from jackdaw.application import NOTHING_FOUND, Command
from jackdaw.console import notify, notify_written, show, write_bytes
from jackdaw.inputs import LexiconFinder, strategy_notes
from jackdaw.options import Count, apply, json_option, lexicon_option, rules_option, strategy_option
from jackdaw.schemas import moves_json
from jackdaw.text import moves_view
from movegen.position import read_cgp
from movegen.variant import Variant
from strategy.analysis import analyze_position
from strategy.players import StaticStrategy

_SHOWN = 10

_EPILOG = """\b
Examples:
  jackdaw moves --cgp "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
  jackdaw moves --cgp "..." --all --sort score
  jackdaw moves --cgp "..." --json -

\b
Exit codes: 0 success, 1 nothing to list (the rack is not known), 2 wrong
usage or input.
"""


@click.command("moves", cls=Command, epilog=_EPILOG)
@click.option("--cgp", required=True, metavar="POSITION", help="Position as one line of CGP.")
@click.option(
    "-n", "limit", type=Count(), metavar="N",
    help="Number of moves to list.  [default: 10 as text, all in JSON]",
)  # fmt: skip
@click.option("--all", "all_moves", is_flag=True, help="List every move.")
@click.option(
    "--sort", type=click.Choice(["equity", "score"]), default="equity", show_default=True,
    help="Order of the moves.",
)  # fmt: skip
@apply(lexicon_option, strategy_option, rules_option, json_option)
@click.pass_context
def moves(
    context: click.Context,
    cgp: str,
    limit: int | None,
    all_moves: bool,
    sort: str,
    lexicon: str | None,
    strategy: str | None,
    rules: str | None,
    json_file: str | None,
) -> None:
    """List the legal moves of a position, best first.

    These are the plays, the exchanges if the bag has enough tiles, and the pass.
    """
    if all_moves and limit is not None:
        raise click.UsageError("-n and --all exclude each other; give only one.")
    player = None if strategy is None else StaticStrategy.load(strategy)
    position = read_cgp(cgp, variant=Variant.load(rules) if rules else None, file="--cgp")
    lexica = LexiconFinder(lexicon)
    analysis = analyze_position(position, lexica.find(position), player)
    for note in [*lexica.notes, *strategy_notes(player)]:
        notify("Note", note)
    candidates = analysis.candidates.by_score() if sort == "score" else analysis.candidates
    if json_file is not None:
        write_bytes(moves_json(position, analysis, candidates[:limit]), json_file)
    if json_file != "-":
        shown = len(candidates) if all_moves else limit or _SHOWN
        show(moves_view(analysis, candidates[:shown], ranked_by=sort))
    notify_written(json_file)
    if not len(candidates):
        notify("Nothing to list", "the rack is not known; give it first in the second field of the position")
        context.exit(NOTHING_FOUND)
