"""`jackdaw preendgame`: find the move that wins most with one to four tiles in the bag."""

from typing import Any

import click

from jackdaw.application import INTERRUPTED, Command
from jackdaw.console import Interruption, notify
from jackdaw.inputs import PositionRequest, ReadingRules, read_preendgame
from jackdaw.options import (
    SECONDS,
    SEED,
    Count,
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
from jackdaw.runs import Results, check_files, find_lexicon
from jackdaw.runs.preendgame_run import run_preendgame
from jackdaw.schemas import preendgame_csv, preendgame_json
from jackdaw.text import PreendgameShown, preendgame_view
from movegen.system import count_cores
from strategy import SearchLimits
from strategy.analysis import StopReason
from strategy.endgame import PreendgameOptions

_EPILOG = """\b
Examples:
  jackdaw preendgame game.gcg          the first position of the game with one
                                       to four tiles in the bag
  jackdaw preendgame game.gcg --turn 21
  jackdaw preendgame position.cgp --outcomes
  jackdaw preendgame position.cgp --opponent adversarial
  jackdaw preendgame position.cgp --move "8D WEDGIE" --move pass
  jackdaw preendgame "..." --json -    a position as one line of CGP; JSON

\b
Exit codes: 0 success, proven or not, 2 wrong usage or input, 130 interrupted
(results so far are shown).
"""


@click.command("preendgame", cls=Command, epilog=_EPILOG)
@click.argument("position", metavar="POSITION")
@apply(turn_option, until_option)
@click.option(
    "--move", "texts", multiple=True, metavar="MOVE", help="Search only this move. Can be repeated."
)
@click.option(
    "--opponent", type=click.Choice(["rational", "adversarial"]), default="rational", show_default=True,
    help="Model of the opponent. rational: knows only what it can see; adversarial: knows all tiles.",
)  # fmt: skip
@click.option(
    "--all", "all_wins", is_flag=True,
    help="Find the exact number of wins of all moves, also of those that cannot be best.",
)  # fmt: skip
@click.option(
    "--spread", "spreads", type=click.Choice(["none", "best", "all"]), default="best", show_default=True,
    help="Final spreads to find: none, those that decide between moves with equally many wins, or all.",
)  # fmt: skip
@click.option(
    "-n", "limit", type=Count(), default=10, show_default=True, metavar="N",
    help="Number of moves to show.",
)  # fmt: skip
@click.option(
    "--outcomes", is_flag=True, help="List the tiles with which each move wins, where that is settled."
)
@click.option(
    "--samples", type=Count(2), metavar="N",
    help="Number of arrangements of the unseen tiles to search, drawn at random."
    "  [default: all with 1 or 2 tiles in the bag, else each set of tiles in the bag once: mostly 120 with 3"
    " and 330 with 4]",
)  # fmt: skip
@click.option("--seed", type=SEED, default=0, show_default=True, metavar="S", help="Seed of the samples.")
@click.option(
    "--time", "seconds", type=SECONDS, default=60, show_default=True,
    metavar="SECONDS", help="Time limit in seconds; the best result so far is shown.",
)  # fmt: skip
@apply(memory_option, threads_option)
@apply(lexicon_option, rules_option, csv_option, json_option)
@click.pass_context
def preendgame(
    context: click.Context,
    /,
    position: str,
    turn: int | None,
    until: int | None,
    texts: tuple[str, ...],
    limit: int,
    outcomes: bool,
    lexicon: str | None,
    rules: str | None,
    csv_file: str | None,
    json_file: str | None,
    seconds: float,
    memory: int,
    workers: int | None,
    **options: Any,  # of PreendgameOptions
) -> None:
    """Find the move that wins most with 1 to 4 tiles in the bag.

    For each way in which the unseen tiles can lie on the opponent's rack and in the bag, the game is played
    to its end by the endgame solver. With one tile in the bag the best move is proven, given enough time.
    Ctrl-C stops and shows the best result so far.

    All moves are looked at first. Then the best half of them is searched further, again and again, so the
    moves on top are known best whenever you stop. Spreads are simulated until they are settled.

    POSITION is a line of CGP in quotes, a file with one (.cgp), or a game record (.gcg) or its address, as
    for analyze; - is standard input.
    In a game without --turn it is the position to be played or, if the game is finished, the first one with
    one to four tiles in the bag.
    """
    check_files((("--csv", csv_file), ("--json", json_file)))
    given = read_preendgame(PositionRequest(position, turn, until, ReadingRules.of(rules, lexicon)))
    words = find_lexicon(given, lexicon)
    interruption = Interruption()
    result = run_preendgame(
        given,
        words,
        interruption,
        moves=[given.position.parse_move(text) for text in texts] or None,
        options=PreendgameOptions(**options),
        limits=SearchLimits(seconds=seconds, memory=memory, workers=workers or count_cores()),
    )
    stopped = None
    if not result.is_settled:
        stopped = StopReason.INTERRUPTED if interruption.is_requested else StopReason.TIME
    files = (
        (csv_file, lambda: preendgame_csv(result)),
        (json_file, lambda: preendgame_json(given.position, words.name, result, stopped)),
    )
    shown = PreendgameShown(limit, outcomes, stopped, all_wins=options["all_wins"], of_all=not texts)
    Results(preendgame_view(given, words.name, result, shown), files).write()
    if stopped is StopReason.INTERRUPTED:
        notify("Interrupted", "the best result so far is shown")
        context.exit(INTERRUPTED)
