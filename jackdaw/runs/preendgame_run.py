"""The search of `jackdaw preendgame`: a warning of its length, and the best move so far while it runs."""

import time
from collections.abc import Callable

from jackdaw.console import Interruption, clock, notify
from jackdaw.inputs import GivenPosition
from movegen.board import Move
from movegen.counts import counted
from movegen.errors import PositionError
from movegen.lexicon import Lexicon
from sims.analysis import PreendgameReport, search_preendgame
from strategy import SearchControl, SearchLimits, analyze_position
from strategy.endgame import PreendgameOptions, PreendgameResult, can_solve_preendgame
from strategy.players import static_strategy_for

_SECONDS_BETWEEN_REPORTS = 0.5


def run_preendgame(
    given: GivenPosition,
    lexicon: Lexicon,
    interruption: Interruption,
    *,
    moves: list[Move] | None,
    options: PreendgameOptions,
    limits: SearchLimits,
) -> PreendgameResult:
    """Simulate and search until Ctrl-C, with the state in a line. Errors name the place of the position."""
    _warn_of_length(given, options, limits)
    with interruption, clock("simulating; Ctrl-C stops and shows what is known") as show:
        control = SearchControl(progress=_reporter(show), should_stop=lambda: interruption.is_requested)
        strategy = static_strategy_for(lexicon, given.position.variant)
        try:
            return search_preendgame(
                analyze_position(given.position, lexicon, strategy),
                lexicon,
                strategy,
                moves=moves,
                options=options,
                limits=limits,
                control=control,
            )
        except PositionError as error:
            raise PositionError(error.problem, where=given.place, cure=error.cure) from None


def _warn_of_length(given: GivenPosition, options: PreendgameOptions, limits: SearchLimits) -> None:
    bag = given.position.bag_count
    if bag < 2 or not can_solve_preendgame(given.position):
        return
    limit = "" if limits.seconds is None else f"; it ends after {limits.seconds:g} seconds (--time)"
    notify(
        "Note",
        f"{bag} tiles in the bag, {options.count_searched(given.position):,} arrangements for each move: "
        f"a search can take many minutes{limit}",
    )


def _reporter(show: Callable[[str], None] | None) -> Callable[[PreendgameReport], None] | None:
    if show is None:
        return None
    last = 0.0

    def report(known: PreendgameReport) -> None:
        nonlocal last
        if time.monotonic() >= last + _SECONDS_BETWEEN_REPORTS:
            last = time.monotonic()
            show(describe_progress(known))

    return report


def describe_progress(known: PreendgameReport) -> str:
    """Describe the best move so far and how many of its arrangements are settled, in a line of a terminal."""
    index, progress = known.best(), known.progress
    move, count, settled = progress.moves[index], progress.arrangements, int(progress.settled[index])
    least, win = float(progress.least_win[index]), 100 * known.win(index)
    if settled == count:
        rivals = int((progress.most_win > least).sum())
        others = f"{counted(rivals, 'move')} may win" if rivals else "no move wins"
        state = f"{win:.1f} %, settled; {others} more often"
    else:
        how = "about" if known.is_estimated(index) else "at least"
        state = f"{how} {win:.1f} %, {settled:,} of {count:,} arrangements settled"
    return f"best so far: {move} {state}; Ctrl-C stops"
