"""Pre-endgames: a search, and rollouts for the moves that it reaches last.

>>> from movegen import Lexicon, read_cgp
>>> from strategy import StaticStrategy, analyze_position
>>> position = read_cgp(
...     "11B1HI/1VOLT6OPEN/4A6MUM1/4N6ALE1/4G7T2/4I5G1U2/4E1V3N1R2/4RAIA2AGE2/6N3WE3/5KY2WESTS1/2ESCALADERS3/"
...     "3O1I1BOD1O3/2HOOF9/1JUT5ZED1QI/2PYCNIDIA1EXIT ??AENRU/ 427/436 0")
>>> lexicon, strategy = Lexicon.load(), StaticStrategy.load("static")
>>> analysis = analyze_position(position, lexicon, strategy)
>>> ends = simulate_ends(analysis, [position.parse_move("J2 cENtAUR")], lexicon, strategy)
>>> [(str(move), end.win, end.rollouts) for move, end in ends.items()]
[('J2 cENtAUR', 1.0, 500)]
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from math import inf, isnan
from typing import Any, NamedTuple

from movegen.board import Move
from movegen.lexicon import Lexicon
from sims import simulation  # its names are loaded once something is simulated
from strategy.analysis import (
    NODES_PER_POSITION,
    PositionAnalysis,
    PreendgameEvaluation,
    PreendgamePlan,
    evaluate_preendgame,
)
from strategy.endgame import (
    PreendgameMove,
    PreendgameOptions,
    PreendgameProgress,
    PreendgameResult,
    SimulatedEnd,
    check_search,
    solve_preendgame,
)
from strategy.players import StaticStrategy
from strategy.search_control import DEFAULT_LIMITS, NO_CONTROL, SearchControl, SearchLimits

CANDIDATES = 40
"""The number of possibly best moves that are compared by rollouts."""
_COMPARED = 10
"""The number of moves that are compared by spread where all of them win, and of those shown with rollouts."""
_DEFAULT_OPTIONS = PreendgameOptions()
_ROLLOUTS = 500
"""Rollouts of a move: forty moves take about a second."""
_ROLLOUT_SHARE = 0.1
"""The share of a time limit that each simulation may take."""
LEAST_ROLLOUT_SECONDS = 1.0
"""Each simulation may take this long even so: without it little would be known of any move."""
_LEAST_GROUP_SECONDS = 0.001
_LEAST_SEARCH_SECONDS = 0.001
_FIRST_ROLLOUTS = 100
"""Rollouts of each move that leaves tiles in the bag, before the search."""


class RolloutBudget(NamedTuple):
    """The number of rollouts of each move, and a time limit for all moves together; None for none."""

    rollouts: int = _ROLLOUTS
    seconds: float | None = None


_DEFAULT_BUDGET = RolloutBudget()


def simulate_ends(
    analysis: PositionAnalysis,
    moves: Sequence[Move],
    lexicon: Lexicon,
    strategy: StaticStrategy,
    *,
    executor: Executor | None = None,
    control: SearchControl[Any] = NO_CONTROL,
    budget: RolloutBudget = _DEFAULT_BUDGET,
) -> dict[Move, SimulatedEnd]:
    """Play each move to the end of the game several times, the same way at each call, unless it is stopped.

    Both players move by the strategy. Known tiles of the opponent are not used, as in the search. Moves that
    a time limit leaves out, the last ones, are not in the answer. Empty if the position cannot be simulated,
    or if the simulation was stopped at once.
    """
    if simulation.simulation_obstacle(analysis, strategy):
        return {}
    silent = SearchControl[Any](should_stop=control.should_stop)
    plan = simulation.SimulationPlan(plies="end", iterations=budget.rollouts, confidence=None, rank_by="win")
    end = None if budget.seconds is None else time.monotonic() + budget.seconds
    ends: dict[Move, SimulatedEnd] = {}
    for begin in range(0, len(moves), CANDIDATES):
        if control.is_stopped or (end is not None and time.monotonic() > end):
            break
        if end is not None:  # the same time for each of the groups that are left
            groups = -(-(len(moves) - begin) // CANDIDATES)
            plan = replace(plan, seconds=max(_LEAST_GROUP_SECONDS, (end - time.monotonic()) / groups))
        found = simulation.simulate(
            analysis.position,
            moves[begin : begin + CANDIDATES],  # a simulation compares each two of its moves
            lexicon,
            plan,
            strategy=strategy,
            executor=executor,
            control=silent,
        )
        if found.iterations >= 2:
            ends |= {each.move: _end_of(each, analysis.position.spread) for each in found.moves}
    return ends


def _end_of(move: simulation.SimulatedMove, spread: int) -> SimulatedEnd:
    return SimulatedEnd(
        move.win,
        max(move.win_se, 1 / (move.iterations + 2)),  # of 500 games won all may not be sure
        spread + move.equity,
        move.equity_se,
        move.iterations,
    )


@dataclass(frozen=True)
class PreendgameReport:
    """The state of a pre-endgame search: what rollouts show, and what is proven so far."""

    simulated: dict[Move, SimulatedEnd]
    progress: PreendgameProgress

    def best(self) -> int:
        """Return the index of the best move so far: by the search, by rollouts, or by proven wins."""
        known = self.progress
        return max(range(len(known.moves)), key=lambda index: (self.win(index), known.least_win[index]))

    def is_estimated(self, index: int) -> bool:
        """Return True if the search or rollouts have an estimate of a move's wins."""
        return not isnan(self.progress.win[index]) or self.progress.moves[index] in self.simulated

    def win(self, index: int) -> float:
        """Return the estimate of a move's wins, as far as the search or rollouts know it."""
        known = self.progress
        searched, least = float(known.win[index]), float(known.least_win[index])
        if not isnan(searched):
            return searched
        end = self.simulated.get(known.moves[index])
        return least if end is None else min(max(end.win, least), float(known.most_win[index]))


def search_preendgame(
    analysis: PositionAnalysis,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    *,
    moves: Sequence[Move] | None = None,
    options: PreendgameOptions = _DEFAULT_OPTIONS,
    limits: SearchLimits = DEFAULT_LIMITS,
    control: SearchControl[PreendgameReport] = NO_CONTROL,
) -> PreendgameResult:
    """Search a pre-endgame, and fill with rollouts what the search does not find.

    moves:   the moves to search; None for all.
    control: `progress` gets the state of the search some twenty times a second.

    Moves that leave tiles in the bag are simulated first, since the search reaches them last. Where the best
    move always wins, the ten that seem to win by most are searched for the best spread. In the end the ten
    best moves whose spread is not settled are simulated.
    See `strategy.endgame.solve_preendgame` for the other arguments and the errors.
    """
    check_search(analysis.position, lexicon, options, limits)  # before seconds of rollouts
    start = time.monotonic()

    def simulate(moves: Sequence[Move], rollouts: int = _ROLLOUTS) -> dict[Move, SimulatedEnd]:
        return simulate_ends(
            analysis,
            moves,
            lexicon,
            strategy,
            control=control,
            budget=RolloutBudget(rollouts, _rollout_seconds(limits)),
        )

    simulated = simulate(_leaving_tiles(analysis, moves), _FIRST_ROLLOUTS)
    priors = {move: end.win for move, end in simulated.items()}

    def search(moves: Sequence[Move] | None, options: PreendgameOptions) -> PreendgameResult:
        return solve_preendgame(
            analysis.position,
            lexicon,
            moves=moves,
            options=options,
            priors=priors,
            limits=_rest(limits, start),
            control=_with_simulated(control, simulated),
        )

    result = search(moves, options)
    winners = _possible_winners(result)
    if options.spreads != "none" and result.is_settled and len(winners) > 1:
        simulated |= simulate(winners)
        best = sorted(winners, key=lambda move: _spread(simulated, move), reverse=True)[:_COMPARED]
        result = result.with_settled(search(best, replace(options, all_wins=True)))
    if not control.is_stopped:
        simulated |= simulate(_best_unsettled(analysis, result.with_simulated(simulated)))
    return result.with_simulated(simulated)


def evaluate_best_moves(
    analysis: PositionAnalysis,
    plan: PreendgamePlan,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    *,
    executor: Executor | None = None,
    control: SearchControl[PreendgameReport] = NO_CONTROL,
    is_strict: bool = False,
) -> PreendgameEvaluation:
    """Search all moves of a pre-endgame with half of the limits, then the best ones and the played one.

    The ends of these are simulated, too. With too few nodes to estimate every move the best static ones are
    searched; without limits the first search has `NODES_PER_POSITION` nodes. `progress` gets what both
    searches know together, some twenty times a second; once `should_stop` says so, that is the result.
    The time limit is that of the searches, and simulations take their own, which a short one does not
    cut; with `is_strict` it is that of everything. See `solve_preendgame` for the errors.
    """
    silent = SearchControl[Any](should_stop=control.should_stop)
    times = _Times(plan.limits, is_strict)

    def simulate(moves: Sequence[Move], rollouts: int = _ROLLOUTS) -> dict[Move, SimulatedEnd]:
        return simulate_ends(
            analysis,
            moves,
            lexicon,
            strategy,
            executor=executor,
            control=silent,
            budget=RolloutBudget(rollouts, times.simulation()),
        )

    if not _can_estimate_all(analysis, plan.limits):
        moves = analysis.best_and_played(plan.moves)
        ends = simulate(moves)
        follow = _with_simulated(control, ends)
        plan = replace(plan, limits=replace(plan.limits, seconds=times.search(1)))
        return evaluate_preendgame(analysis, plan, lexicon, follow, moves=moves).with_simulated(ends)
    ends = simulate(_leaving_tiles(analysis, None), _FIRST_ROLLOUTS)
    priors = {move: end.win for move, end in ends.items()}
    half = replace(_half(plan.limits), seconds=times.search(2))
    has_limit = half.nodes is not None or half.seconds is not None
    first = solve_preendgame(
        analysis.position,
        lexicon,
        options=PreendgameOptions(spreads="none"),
        priors=priors,
        limits=half if has_limit else replace(half, nodes=NODES_PER_POSITION),
        control=_with_simulated(control, ends),
    )
    best = _to_search_on(first.with_simulated(ends), analysis.position.bag_count, plan.moves)
    moves = best + [move for move in analysis.best_and_played(0) if move not in best]
    found = evaluate_preendgame(
        analysis,
        replace(plan, limits=replace(half, seconds=times.search(1) if is_strict else half.seconds)),
        lexicon,
        _with_simulated(control, ends, first),
        moves=moves,
        priors=priors,
    )
    known = {each.move: each for each in first.moves}
    result = replace(
        found.result,
        moves=tuple(_better_known(each, known[each.move]) for each in found.result.moves),
        nodes=first.nodes + found.result.nodes,
        seconds=first.seconds + found.result.seconds,
    )
    return replace(found, result=result).with_simulated(ends | simulate(moves))


class _Times:
    """The time limits of the parts of an evaluation: a simulation, searches, a simulation.

    A strict limit is one of all parts together: a tenth for each simulation, and for a search an equal share
    of what the parts before it have left. Otherwise the limit is that of the searches.
    """

    def __init__(self, limits: SearchLimits, is_strict: bool) -> None:
        self._limits = limits
        self._is_strict = is_strict
        self._start = time.monotonic()

    def simulation(self) -> float | None:
        """Return the time limit of a simulation; None for none."""
        if self._limits.seconds is None or not self._is_strict:
            return _rollout_seconds(self._limits)
        return _ROLLOUT_SHARE * self._limits.seconds

    def search(self, searches: int) -> float | None:
        """Return the time limit of the next one of so many searches that are to come; None for none."""
        seconds = self._limits.seconds
        if seconds is None or not self._is_strict:
            return None if seconds is None else seconds / searches
        left = self._start + (1 - _ROLLOUT_SHARE) * seconds - time.monotonic()
        return max(_LEAST_SEARCH_SECONDS, left / searches)


def _better_known(new: PreendgameMove, old: PreendgameMove) -> PreendgameMove:
    """Return the results of a move by the search that knows more: the new one unless it was cut short."""
    keys = [(each.is_estimated, each.least_win - each.most_win) for each in (new, old)]
    return new if keys[0] >= keys[1] else old


def _to_search_on(result: PreendgameResult, bag: int, count: int) -> list[Move]:
    """Return the best moves, as many of which empty the bag as leave tiles, as far as there are so many.

    Moves that leave tiles take longest to settle. Where they fill the first places, one that empties the bag
    may be proven to be better within the same nodes.
    """
    ranked = [each.move for each in result.moves]
    emptying = [move for move in ranked if len(move.tiles_used) >= bag][: count // 2]
    others = [move for move in ranked if move not in emptying][: count - len(emptying)]
    return [move for move in ranked if move in emptying or move in others]


def _can_estimate_all(analysis: PositionAnalysis, limits: SearchLimits) -> bool:
    """Return True if half of the limits suffice for shallow searches of all moves: a node for each."""
    arrangements = _DEFAULT_OPTIONS.count_searched(analysis.position)
    return limits.nodes is None or limits.nodes >= 2 * arrangements * len(analysis.candidates)


def _half(limits: SearchLimits) -> SearchLimits:
    nodes, seconds = limits.nodes, limits.seconds
    return replace(
        limits,
        nodes=None if nodes is None else nodes // 2,
        seconds=None if seconds is None else seconds / 2,
    )


def _leaving_tiles(analysis: PositionAnalysis, moves: Sequence[Move] | None) -> list[Move]:
    """Return the moves that leave tiles in the bag: they take the search longest, so rollouts rank them."""
    bag = analysis.position.bag_count
    return [move for move in moves or analysis.candidates.moves if len(move.tiles_used) < bag]


def _rollout_seconds(limits: SearchLimits) -> float | None:
    """Return the time limit of each simulation beside a search."""
    return None if limits.seconds is None else max(LEAST_ROLLOUT_SECONDS, limits.seconds * _ROLLOUT_SHARE)


def _possible_winners(result: PreendgameResult) -> list[Move]:
    """Return the moves with the best spreads among those that may always win; none if no move surely does."""
    if not any(each.least_win == 1 for each in result.moves):
        return []
    possible = [each for each in result.moves if each.most_win == 1]
    return [each.move for each in sorted(possible, key=lambda each: each.spread, reverse=True)[:CANDIDATES]]


def _spread(simulated: dict[Move, SimulatedEnd], move: Move) -> float:
    return simulated[move].spread if move in simulated else -inf


def _best_unsettled(analysis: PositionAnalysis, result: PreendgameResult) -> list[Move]:
    """Return the best moves whose spread is open, and the best static ones of which nothing is known."""
    known = {each.move for each in result.moves if each.win_source is not None}
    searched = {each.move for each in result.moves}
    unknown = [move for move in analysis.candidates.moves if move in searched - known][:CANDIDATES]
    possible = [each for each in result.moves if each.move in known and not each.spread_is_settled]
    best = sorted(possible, key=lambda each: each.win, reverse=True)[:_COMPARED]
    return unknown + [each.move for each in best]


def _rest(limits: SearchLimits, start: float) -> SearchLimits:
    """Return the limits with the time that is left for searches; the two last simulations have theirs."""
    if limits.seconds is None:
        return limits
    left = limits.seconds * (1 - 2 * _ROLLOUT_SHARE) - (time.monotonic() - start)
    return replace(limits, seconds=max(_LEAST_SEARCH_SECONDS, left))


def _with_simulated(
    control: SearchControl[PreendgameReport],
    simulated: dict[Move, SimulatedEnd],
    before: PreendgameResult | None = None,
) -> SearchControl[PreendgameProgress]:
    """Return the control of a search whose reports have rollouts, and what a search before it knows."""
    progress: Callable[[PreendgameProgress], None] | None = None
    if control.progress is not None:

        def progress(known: PreendgameProgress) -> None:
            control.report(PreendgameReport(simulated, known if before is None else known.after(before)))

    return SearchControl(progress=progress, should_stop=control.should_stop)
