"""`jackdaw moves`: list the legal moves of a position."""

import click

from jackdaw.application import NOTHING_FOUND, Command
from jackdaw.console import notify
from jackdaw.inputs import PositionRequest, ReadingRules, read_position, strategy_notes
from jackdaw.options import (
    Count,
    apply,
    csv_option,
    json_option,
    lexicon_option,
    rules_option,
    strategy_option,
    turn_option,
    until_option,
)
from jackdaw.runs import Results, check_files, find_lexicon
from jackdaw.schemas import moves_csv, moves_json
from jackdaw.text import moves_view
from strategy.analysis import analyze_position
from strategy.players import StaticStrategy

_SHOWN = 10

_EPILOG = """\b
Examples:
  jackdaw moves "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
  jackdaw moves position.cgp --all --rank-by score
  jackdaw moves game.gcg --turn 12
  jackdaw moves "..." --json -         a position as one line of CGP; JSON
  jackdaw moves game.gcg --turn 12 --csv moves.csv

\b
Exit codes: 0 success, 1 nothing to list (the rack is not known), 2 wrong
usage or input.
"""


@click.command("moves", cls=Command, old_names={"--cgp": None, "--sort": "--rank-by"}, epilog=_EPILOG)
@click.argument("position", metavar="POSITION")
@apply(turn_option, until_option)
@click.option(
    "-n", "limit", type=Count(), metavar="N",
    help="Number of moves to list.  [default: 10 as text, all in files]",
)  # fmt: skip
@click.option("--all", "all_moves", is_flag=True, help="List every move.")
@click.option(
    "--rank-by", type=click.Choice(["equity", "score"]), default="equity", show_default=True,
    help="Rank the moves by equity or by score.",
)  # fmt: skip
@apply(lexicon_option, strategy_option, rules_option, csv_option, json_option)
@click.pass_context
def moves(
    context: click.Context,
    position: str,
    turn: int | None,
    until: int | None,
    limit: int | None,
    all_moves: bool,
    rank_by: str,
    lexicon: str | None,
    strategy: str | None,
    rules: str | None,
    csv_file: str | None,
    json_file: str | None,
) -> None:
    """List the legal moves of a position, best first.

    These are the plays, the exchanges if the bag has enough tiles, and the pass.

    POSITION is a line of CGP in quotes, a file with one (.cgp), or a game record (.gcg) or its address, as
    for analyze; - is standard input.
    In a game without --turn it is the position to be played.
    """
    if all_moves and limit is not None:
        raise click.UsageError("-n and --all exclude each other; give only one.")
    check_files((("--csv", csv_file), ("--json", json_file)))
    player = None if strategy is None else StaticStrategy.load(strategy)
    given = read_position(PositionRequest(position, turn, until, ReadingRules.of(rules, lexicon)))
    analysis = analyze_position(given.position, find_lexicon(given, lexicon), player)
    for note in strategy_notes(player):
        notify("Note", note)
    candidates = analysis.candidates.by_score() if rank_by == "score" else analysis.candidates
    shown, listed = len(candidates) if all_moves else limit or _SHOWN, candidates[:limit]
    files = (
        (csv_file, lambda: moves_csv(listed)),
        (json_file, lambda: moves_json(given.position, analysis, listed)),
    )
    Results(moves_view(analysis, candidates[:shown], ranked_by=rank_by), files).write()
    if not len(candidates):
        notify("Nothing to list", given.rack_advice)
        context.exit(NOTHING_FOUND)
