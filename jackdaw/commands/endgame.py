"""`jackdaw endgame`: solve a position with an empty bag."""

import click

from jackdaw.application import INTERRUPTED, Command
from jackdaw.console import Interruption, notify
from jackdaw.inputs import PositionRequest, ReadingRules, read_endgame
from jackdaw.options import (
    SECONDS,
    Count,
    Whole,
    apply,
    csv_option,
    json_option,
    lexicon_option,
    memory_option,
    rules_option,
    threads_option,
    turn_option,
    until_option,
)
from jackdaw.runs import Results, check_files, find_lexicon, run_search
from jackdaw.schemas import endgame_csv, endgame_json
from jackdaw.text import SolvedEndgame, endgame_view
from movegen.system import count_cores
from strategy import SearchLimits
from strategy.analysis import StopReason
from strategy.endgame import solve_endgame

_EPILOG = """\b
Examples:
  jackdaw endgame game.gcg             the first position of the game with an
                                       empty bag
  jackdaw endgame game.gcg --turn 21   the position before turn 21
  jackdaw endgame position.cgp --all   the exact value of every move
  jackdaw endgame position.cgp --first-win --time 60
  jackdaw endgame "..." --json -       a position as one line of CGP; JSON

\b
Exit codes: 0 success, proven or not, 2 wrong usage or input, 130 interrupted
(results so far are shown).
"""


@click.command("endgame", cls=Command, old_names={"--moves": "-n"}, epilog=_EPILOG)
@click.argument("position", metavar="POSITION")
@apply(turn_option, until_option)
@click.option("--all", "all_moves", is_flag=True, help="Find the exact value of every move.")
@click.option(
    "-n", "limit", type=Count(), metavar="N",
    help="Find the exact values of the N best moves.  [default: 1]",
)  # fmt: skip
@click.option(
    "--first-win", is_flag=True,
    help="Stop once it is proven whether the game is won, drawn or lost. One thread searches.",
)  # fmt: skip
@click.option(
    "--time", "seconds", type=SECONDS, metavar="SECONDS",
    help="Time limit in seconds; the best result so far is shown.  [default: no limit]",
)  # fmt: skip
@apply(memory_option, threads_option)
@click.option(
    "--scoreless", "scoreless_turns", type=Whole(1, 100), metavar="N",
    help="Number of scoreless turns in a row that end the game.  [default: two passes end it]",
)  # fmt: skip
@apply(lexicon_option, rules_option, csv_option, json_option)
@click.pass_context
def endgame(
    context: click.Context,
    position: str,
    turn: int | None,
    until: int | None,
    all_moves: bool,
    limit: int | None,
    first_win: bool,
    seconds: float | None,
    memory: int,
    workers: int | None,
    scoreless_turns: int | None,
    lexicon: str | None,
    rules: str | None,
    csv_file: str | None,
    json_file: str | None,
) -> None:
    """Solve a position with an empty bag.

    The result is the value of the position with best play by both sides, the best line, and whether this is
    proven. The value is the number of points that the player on turn gains on the opponent until the end of
    the game. Most positions are proven within a second; the hardest take minutes. Ctrl-C stops and shows the
    best result so far.

    POSITION is a line of CGP in quotes, a file with one (.cgp), or a game record (.gcg) or its address, as
    for analyze; - is standard input.
    In a game without --turn it is the position to be played or, if the game is finished, the first one with
    an empty bag. The unseen tiles are the opponent's rack.
    """
    if all_moves and limit is not None:
        raise click.UsageError("-n and --all exclude each other; give only one.")
    if first_win and (all_moves or limit is not None):
        other = "--all" if all_moves else "-n"
        raise click.UsageError(f"--first-win and {other} exclude each other; give only one.")
    check_files((("--csv", csv_file), ("--json", json_file)))
    given = read_endgame(PositionRequest(position, turn, until, ReadingRules.of(rules, lexicon)))
    words = find_lexicon(given, lexicon)
    interruption = Interruption()
    result = run_search(
        solve_endgame,
        given,
        words,
        interruption,
        moves=None if all_moves else limit or 1,
        first_win=first_win,
        scoreless_turns=scoreless_turns,
        limits=SearchLimits(seconds=seconds, memory=memory, workers=workers or count_cores()),
    )
    found = SolvedEndgame(given, words.name, result, scoreless_turns, first_win, interruption.is_requested)
    files = (csv_file, lambda: endgame_csv(found)), (json_file, lambda: endgame_json(found))
    Results(endgame_view(found, with_moves=all_moves or limit is not None), files).write()
    if found.stopped is StopReason.INTERRUPTED:
        notify("Interrupted", "the best result so far is shown")
        context.exit(INTERRUPTED)
