"""Pre-endgames with three and four tiles in the bag: a simulation, and a search of its candidates.

A search of all moves stays shallow there, and moves that leave tiles are out of its reach. One that empties
the bag needs only endgames: their search finds the replies that rollouts miss.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace

import numpy as np

from movegen.board import Move
from movegen.lexicon import Lexicon
from movegen.showing import short_repr
from sims import simulation  # its names are loaded once something is simulated
from sims.analysis.preendgame_search import PreendgameReport, leaving_tiles, with_simulated
from sims.analysis.search_times import SearchTimes
from sims.analysis.simulated_ends import ends_of
from strategy.analysis import (
    NODES_PER_POSITION,
    PositionAnalysis,
    PreendgameEvaluation,
    PreendgamePlan,
    StopReason,
)
from strategy.endgame import PreendgameOptions, PreendgameProgress, PreendgameResult, solve_preendgame
from strategy.players import StaticStrategy
from strategy.search_control import NO_CONTROL, SearchControl, SearchLimits

_SIMULATION_SHARE = 0.5
"""The share of a time limit that the simulation may take."""
_AT_ONCE = SearchControl[PreendgameProgress](should_stop=lambda: True)


@dataclass(frozen=True)
class CandidatesEvaluation(PreendgameEvaluation):
    """The result of a simulation, of whose candidates those that empty the bag were searched.

    `rollouts` is the simulation itself, whose shares of wins are not lowered for better replies.
    """

    rollouts: "simulation.SimulationEvaluation | None" = field(default=None, repr=False, compare=False)

    __repr__ = short_repr


def evaluate_candidates(
    analysis: PositionAnalysis,
    plan: PreendgamePlan,
    simulation_plan: simulation.SimulationPlan,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    *,
    executor: Executor | None = None,
    control: SearchControl[PreendgameReport] = NO_CONTROL,
) -> CandidatesEvaluation:
    """Simulate candidates to the end of the game, then search those of them that empty the bag.

    plan: the options and limits of the search. A time limit is that of both parts, half of it for the
          simulation; without limits the search has `NODES_PER_POSITION` nodes.
    simulation_plan: its rollouts must go to the end of the game. The played move is simulated, too.

    Moves that leave tiles keep the wins of their rollouts, lowered for better replies. `progress` gets what
    is known so far some twenty times a second. See `simulate` and `solve_preendgame` for the errors.
    """
    times = SearchTimes(plan.limits, _SIMULATION_SHARE, last_share=0)
    seconds = [limit for limit in (simulation_plan.seconds, times.simulation()) if limit is not None]
    simulation_plan = replace(simulation_plan, seconds=min(seconds, default=None))
    # A phony is simulated and searched by itself: see `add_standing_phony`.
    without_phony = analysis if analysis.standing_phony is None else replace(analysis, played=None)
    evaluated = simulation.evaluate_by_simulation(
        without_phony,
        simulation_plan,
        lexicon,
        strategy,
        executor=executor,
        control=_with_ends(control, analysis),
    )
    found = evaluated.simulation
    ends = ends_of(found, analysis.position)
    moves = list(evaluated.moves) if ends else analysis.best_and_played(simulation_plan.candidates)
    leaving = leaving_tiles(analysis, moves)
    emptying = [move for move in moves if move not in leaving]
    # Stopped before it begins, a search lists the moves, of which nothing is known.
    result = _search(analysis, plan, lexicon, moves, SearchLimits(memory=plan.limits.memory), _AT_ONCE)
    stopped = StopReason.TIME if found.stopped is simulation.Stop.TIME else None
    if emptying and not control.is_stopped:
        limits = times.search()
        if limits.seconds is None and limits.nodes is None:
            limits = replace(limits, nodes=NODES_PER_POSITION)
        more = _search(analysis, plan, lexicon, emptying, limits, with_simulated(control, ends, result))
        result = result.with_searched(more)
        stopped = stopped if more.is_settled else StopReason.of_search(plan.limits, control)
    stopped = StopReason.INTERRUPTED if control.is_stopped else stopped
    known = CandidatesEvaluation(analysis.position, analysis.candidates, result, stopped, rollouts=evaluated)
    if ends or any(each.is_estimated for each in result.moves):
        return known.with_simulated(ends)
    return replace(known, result=_in_static_order(result, moves))


def _search(
    analysis: PositionAnalysis,
    plan: PreendgamePlan,
    lexicon: Lexicon,
    moves: Sequence[Move],
    limits: SearchLimits,
    control: SearchControl[PreendgameProgress],
) -> PreendgameResult:
    options = PreendgameOptions(all_wins=plan.all_wins, spreads=plan.spreads)
    return solve_preendgame(
        analysis.position, lexicon, moves=moves, options=options, limits=limits, control=control
    )


def _in_static_order(result: PreendgameResult, moves: Sequence[Move]) -> PreendgameResult:
    return replace(result, moves=tuple(sorted(result.moves, key=lambda each: moves.index(each.move))))


def _with_ends(
    control: SearchControl[PreendgameReport], analysis: PositionAnalysis
) -> SearchControl[simulation.Simulation]:
    """Return the control of a simulation whose reports are those of a search that has not begun."""
    progress: Callable[[simulation.Simulation], None] | None = None
    if control.progress is not None:

        def progress(found: simulation.Simulation) -> None:
            moves = [each.move for each in found.moves]
            control.report(PreendgameReport(ends_of(found, analysis.position), _unsearched(analysis, moves)))

    return SearchControl(progress=progress, should_stop=control.should_stop)


def _unsearched(analysis: PositionAnalysis, moves: Sequence[Move]) -> PreendgameProgress:
    count = len(moves)
    return PreendgameProgress(
        moves,
        PreendgameOptions().count_searched(analysis.position),
        np.zeros(count, np.int32),
        np.zeros(count),
        np.ones(count),
        np.full(count, np.nan),
    )
