"""`jackdaw preendgame`: how often each move wins with one to four tiles in the bag."""

from typing import Any

import click

from jackdaw.application import INTERRUPTED, ShieldedCommand
from jackdaw.options import apply, json_option, lexicon_option, rules_option
from jackdaw.search_options import find_words, memory_option, searched, threads_option, turn_option

_EPILOG = """\b
Examples:
  jackdaw preendgame game.gcg          the first turn with one to four tiles
                                       in the bag
  jackdaw preendgame game.gcg --turn 21 --workers 2
  jackdaw preendgame position.cgp --opponent adversarial
  jackdaw preendgame position.cgp --move "8D WEDGIE" --move pass
  jackdaw preendgame "..." --json -    a position as one line of CGP; JSON

\b
Exit codes: 0 all is well, proven or not, 2 bad usage or input,
130 interrupted (what is known is shown).
"""


@click.command("preendgame", cls=ShieldedCommand, epilog=_EPILOG)
@click.argument("position", metavar="POSITION")
@apply(turn_option)
@click.option("--move", "texts", multiple=True, metavar="MOVE", help="Look at this move; may be repeated.")
@click.option(
    "--opponent", type=click.Choice(["rational", "adversarial"]), default="rational", show_default=True,
    help="Whether the opponent replies by what it can see, or as if it knew all tiles.",
)  # fmt: skip
@click.option(
    "--all", "all_wins", is_flag=True, help="Settle moves that cannot win more often than the best, too."
)
@click.option(
    "--spread", "spreads", type=click.Choice(["none", "best", "all"]), default="best", show_default=True,
    help="Whose final spread to work out: of the best among those that win as often, or of all.",
)  # fmt: skip
@click.option(
    "-n", "most", type=click.IntRange(min=1), default=10, show_default=True, metavar="N",
    help="How many moves to show.",
)  # fmt: skip
@click.option(
    "--samples", type=click.IntRange(min=2), metavar="N",
    help="Look at N arrangements of the unseen tiles.  [default: all with 1 or 2 in the bag, else 32]",
)  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Seed of the samples.")
@click.option(
    "--time", "seconds", type=click.FloatRange(min=0, min_open=True), default=60.0, show_default=True,
    metavar="SECONDS", help="Stop after so long and tell what is known.",
)  # fmt: skip
@apply(memory_option, threads_option)
@apply(lexicon_option, rules_option, json_option)
@click.pass_context
def preendgame(
    context: click.Context,
    /,
    position: str,
    turn: int | None,
    texts: tuple[str, ...],
    most: int,
    lexicon: str | None,
    rules: str | None,
    json_file: str | None,
    **options: Any,  # of solve_preendgame
) -> None:
    """Tell how often each move wins with one to four tiles in the bag.

    POSITION is a line of CGP in quotes, a file with one (.cgp), or a game record (.gcg); - is standard input.
    Of a game without --turn it is the position to be played, or, when it is finished, the first with one to
    four tiles in the bag.

    What is unseen lies on the opponent's rack or in the bag: for each way how, the game is played to its end
    by the solver of endgames. With one tile in the bag the best move is proven, given time. Ctrl-C stops and
    shows what is known.
    """
    from jackdaw.interruption import Interruption
    from jackdaw.output import show, tell, write_json
    from jackdaw.position_argument import read_preendgame
    from jackdaw.preendgame_report import preendgame_view
    from movegen.rules import Variant
    from strategy.preendgame import solve_preendgame

    given = read_preendgame(position, turn=turn, variant=Variant.load(rules) if rules else None)
    words = find_words(given, lexicon)
    interruption = Interruption()
    options["moves"] = [given.position.parse_move(text) for text in texts] or None
    result = searched(solve_preendgame, given, words, interruption, **options)
    stopped = None if result.is_settled else "interrupted" if interruption.is_heard else "time"
    if json_file is not None:
        from jackdaw.preendgame_json import preendgame_json

        write_json(preendgame_json(given.position, words.name, result, stopped), json_file)
    if json_file != "-":
        show(preendgame_view(given, words.name, result, stopped, most))
    if stopped == "interrupted":
        tell("Interrupted", "what was known by then is shown")
        context.exit(INTERRUPTED)
