"""`jackdaw endgame`: solve a position with an empty bag."""

import click

from jackdaw.application import INTERRUPTED, ShieldedCommand
from jackdaw.options import apply, json_option, lexicon_option, rules_option
from jackdaw.search_options import find_words, memory_option, searched, threads_option, turn_option

_EPILOG = """\b
Examples:
  jackdaw endgame game.gcg             the end of a game, from when the bag
                                       was empty
  jackdaw endgame game.gcg --turn 21   the position before turn 21
  jackdaw endgame position.cgp --all   the exact value of every move
  jackdaw endgame position.cgp --first-win --time 60
  jackdaw endgame "..." --json -       a position as one line of CGP; JSON

\b
Exit codes: 0 all is well, proven or not, 2 bad usage or input,
130 interrupted (what is known is shown).
"""


@click.command("endgame", cls=ShieldedCommand, epilog=_EPILOG)
@click.argument("position", metavar="POSITION")
@apply(turn_option)
@click.option("--all", "all_moves", is_flag=True, help="Find the exact value of every move.")
@click.option(
    "--moves", "most", type=click.IntRange(min=1), metavar="K",
    help="Find the exact values of the K best moves.",
)  # fmt: skip
@click.option(
    "--first-win", is_flag=True, help="Stop as soon as it is proven whether the game is won, drawn or lost."
)
@click.option(
    "--time", "seconds", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS",
    help="Stop after so long and tell what is known.  [default: only when all is proven]",
)  # fmt: skip
@apply(memory_option, threads_option)
@click.option(
    "--scoreless", "scoreless_turns", type=click.IntRange(1, 100), metavar="N",
    help="So many turns in a row without a score end the game.  [default: two passes do]",
)  # fmt: skip
@apply(lexicon_option, rules_option, json_option)
@click.pass_context
def endgame(
    context: click.Context,
    position: str,
    turn: int | None,
    all_moves: bool,
    most: int | None,
    first_win: bool,
    seconds: float | None,
    memory: int,
    workers: int,
    scoreless_turns: int | None,
    lexicon: str | None,
    rules: str | None,
    json_file: str | None,
) -> None:
    """Solve a position with an empty bag: what best play of both comes to, and proof of it.

    POSITION is a line of CGP in quotes, a file with one (.cgp), or a game record (.gcg); - is standard input.
    Of a game without --turn it is the position to be played, or, when it is finished, the first with an
    empty bag. What is unseen is the opponent's rack.

    The value is what the player on turn gains on the opponent until the end of the game. Most positions are
    proven within a second; the hardest may take minutes. Ctrl-C stops and shows what is known.
    """
    if all_moves and most is not None:
        raise click.UsageError("--moves and --all do not go together.")
    if first_win and (all_moves or most is not None):
        raise click.UsageError(f"--first-win and {'--all' if all_moves else '--moves'} do not go together.")
    from jackdaw.endgame_report import endgame_view
    from jackdaw.interruption import Interruption
    from jackdaw.output import show, tell, write_json
    from jackdaw.position_argument import read_endgame
    from jackdaw.solved_endgame import SolvedEndgame
    from movegen.rules import Variant
    from strategy.endgame import solve_endgame

    given = read_endgame(position, turn=turn, variant=Variant.load(rules) if rules else None)
    words = find_words(given, lexicon)
    interruption = Interruption()
    result = searched(
        solve_endgame,
        given,
        words,
        interruption,
        scoreless_turns=scoreless_turns,
        memory=memory,
        seconds=seconds,
        moves=None if all_moves else most or 1,
        workers=workers,
        first_win=first_win,
    )
    found = SolvedEndgame(given, words.name, result, scoreless_turns, first_win, interruption.is_heard)
    if json_file is not None:
        from jackdaw.endgame_json import endgame_json

        write_json(endgame_json(found), json_file)
    if json_file != "-":
        show(endgame_view(found, with_moves=all_moves or most is not None))
    if found.stopped == "interrupted":
        tell("Interrupted", "what was known by then is shown")
        context.exit(INTERRUPTED)
