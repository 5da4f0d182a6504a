"""`analyze`: rank the moves of a position, or review a game.

This module loads no more than click, so help and errors of usage come at once.
"""

from typing import Any

import click

from jackdaw.application import HELP_SETTINGS, Command
from jackdaw.options import (
    Count,
    SimulationOptions,
    apply,
    cache_options,
    check_options_for_one,
    check_options_for_several,
    check_refresh,
    grades_option,
    has_several_files,
    json_option,
    lexicon_option,
    output_options,
    plot_option,
    refresh_option,
    rules_option,
    simulation_options,
    strategy_option,
    turns_option,
    until_option,
)
from jackdaw.version import version_option

_EPILOG = """\b
Examples:
  analyze game.gcg                     every turn of a game, and the next move
                                       of an unfinished one
  analyze game.gcg --effort quick      the same in a second, mostly by score and
                                       leave
  analyze game.gcg --turn 12           the position before turn 12
  analyze game.gcg --turn 5-9          five positions, one after the other
  analyze position.cgp -n 25           the 25 best moves
  analyze position.cgp --time 30 --plies 4 --rank-by win
  analyze game.gcg --open              a web page, shown in the browser
  analyze game.gcg --html game.html    a web page to save or share
  analyze game.gcg --gcg notes.gcg     the record with a note on each turn
  analyze games/ --html pages          all games of a folder: a page for each,
                                       and one for all players and games
  analyze game.gcg --until 9           a record with an error in turn 10
  analyze "15/15/... ADEEGIL/ 0/32 0"  a position as one line of CGP
  analyze woogles:ID                   a game of woogles.io; xt:ID one of
                                       cross-tables.com
  cat game.gcg | analyze - --json -    JSON only

\b
Exit codes: 0 success, 1 nothing to analyze (no rack is known), 2 wrong usage
or input, 3 some of several games have errors, 130 interrupted (results so far
are shown).
"""


@click.command("analyze", cls=Command, context_settings=HELP_SETTINGS, epilog=_EPILOG)
@click.argument("files", metavar="FILE...|-", nargs=-1, required=True)
@apply(turns_option, until_option)
@click.option(
    "-n", "limit", type=Count(), default=10, show_default=True, metavar="N",
    help="Number of candidates to show for a position.",
)  # fmt: skip
@click.option(
    "--details",
    is_flag=True,
    help="For simulated positions, also show the mean score and the bingos of the opponent's reply and of the"
    " next turn.",
)
@click.option("--plain", is_flag=True, help="Show plain text without colours, also on a terminal.")
@apply(lexicon_option, strategy_option, rules_option, grades_option, *simulation_options)
@click.option("--strict", is_flag=True, help="Reject game records whose scores or totals do not add up.")
@apply(json_option, *output_options, plot_option, *cache_options, refresh_option)
@version_option
@click.pass_context
def analyze(context: click.Context, /, files: tuple[str, ...], **_: Any) -> None:
    """Rank the moves of a position, or review a game.

    FILE is a game record (.gcg), a file of positions, one per line (.cgp), or a position itself, a line of
    CGP in quotes; - is standard input. Several files, a folder (searched recursively) or a quoted pattern
    make a collection of games; the report then shows how each player did overall, by opponent, by phase of
    the game, and over time.

    FILE may also be the address of a game, woogles:ID, xt:ID or the https URL of a record or of its page. The
    game is fetched from there once and kept in the user's cache; --refresh fetches it again. Nothing else is
    ever asked of the network.

    A game is shown as one line per turn: the move played, the chance to win after it, what it lost against
    the best move (in percentage points of wins, and in points), and the best move. Then follow why the best
    moves are better, and the totals of each player. A position, such as the one to be played in an
    unfinished game, is shown with its board, racks, scores, unseen tiles and best moves: score, leave, chance
    to win and spread.

    The best moves of each turn or position are simulated until the limit, or until it is clear which move is
    best; with at most two tiles in the bag they are searched to the end of the game, with three or four those
    that empty it. --effort quick, the default for several games, values most turns by score and leave only.
    Ctrl-C stops and shows the results so far.
    """
    check_refresh(files, context.params["refresh"])
    options = SimulationOptions.from_context(context)
    if has_several_files(files):
        check_options_for_several(context)
        from jackdaw.collection import analyze_collection  # slow: NumPy and the engine

        analyze_collection(context, options)
    else:
        check_options_for_one(context)
        from jackdaw.analysis import analyze_file  # slow: NumPy and the engine

        analyze_file(context, options)
