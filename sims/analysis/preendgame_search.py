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
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf, isnan
from typing import Any, NamedTuple

from movegen.board import Move, MoveKind
from movegen.lexicon import Lexicon
from movegen.position import Position
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
    rank_moves,
    solve_preendgame,
)
from strategy.players import StaticStrategy
from strategy.search_control import DEFAULT_LIMITS, NO_CONTROL, SearchControl, SearchLimits
from strategy.winprob import UTILITY

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


class RolloutBudget(NamedTuple):
    """What rollouts may cost.

    rollouts:      their number for each move.
    seconds:       a time limit for all moves together; None for none.
    endgame_nodes: nodes of the search that values a rollout once the bag is empty; None to play on by static
                   moves, which misjudges final spreads by ten points and more.
    """

    rollouts: int = _ROLLOUTS
    seconds: float | None = None
    endgame_nodes: int | None = 30


_DEFAULT_BUDGET = RolloutBudget()
_FIRST_LOOK = RolloutBudget(100, endgame_nodes=None)
"""For each of the many moves that leave tiles in the bag, before the search."""
_SECOND_LOOK = RolloutBudget(200)
"""For each of those moves that may be searched on."""
_ROUNDS = 3
"""Simulations of the moves that rank first after one."""
_HARDLY_EVER = 0.001
"""An estimated share of wins that is as good as none."""


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

    Both players move by the strategy until the bag is empty; the budget says how the endgame is valued. Known
    tiles of the opponent are not used, as in the search. Moves that a time limit leaves out, the last ones,
    are not in the answer. Empty if the position cannot be simulated, or if it was stopped at once.
    """
    if simulation.simulation_obstacle(analysis, strategy):
        return {}
    silent = SearchControl[Any](should_stop=control.should_stop)
    plan = simulation.SimulationPlan(
        plies="end",
        iterations=budget.rollouts,
        confidence=None,
        rank_by="win",
        endgame_nodes=budget.endgame_nodes,
    )
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
    return {
        move: _passed_back(end, analysis.position) if move.kind is MoveKind.PASS else end
        for move, end in ends.items()
    }


def _end_of(move: simulation.SimulatedMove, spread: int) -> SimulatedEnd:
    return SimulatedEnd(
        move.win,
        max(move.win_se, 1 / (move.iterations + 2)),  # of 500 games won all may not be sure
        spread + move.equity,
        move.equity_se,
        move.iterations,
    )


def _passed_back(end: SimulatedEnd, position: Position) -> SimulatedEnd:
    """Return the end after a pass if the opponent may pass as well, which ends the game.

    Rollouts do not pass where there is a play. An opponent who leads often should.
    """
    points = [position.variant.tiles.points[tile] for tile in position.unseen]
    left = sum(points) - position.rack.points
    ends = [position.spread + left - sum(bag) for bag in combinations(points, position.bag_count)]
    win = sum((spread > 0) + 0.5 * (spread == 0) for spread in ends) / len(ends)
    spread = sum(ends) / len(ends)
    if UTILITY.value(win, spread) >= UTILITY.value(end.win, end.spread):
        return end
    return replace(end, win=win, spread=spread)


@dataclass(frozen=True)
class PreendgameReport:
    """The state of a pre-endgame search: what rollouts show, and what is proven so far."""

    simulated: Mapping[Move, SimulatedEnd]
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
    move always wins, the ten that seem to win by most are searched for the best spread. In the end the best
    moves whose spread is not settled are simulated, and those that then rank among the first ten.
    See `strategy.endgame.solve_preendgame` for the other arguments and the errors.
    """
    check_search(analysis.position, lexicon, options, limits)  # before seconds of rollouts
    start = time.monotonic()

    def simulate(moves: Sequence[Move], budget: RolloutBudget = _DEFAULT_BUDGET) -> dict[Move, SimulatedEnd]:
        budget = budget._replace(seconds=_rollout_seconds(limits))
        return simulate_ends(analysis, moves, lexicon, strategy, control=control, budget=budget)

    simulated = simulate(_leaving_tiles(analysis, moves), _FIRST_LOOK)
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
    winners = _possible_winners(analysis, result)
    if options.spreads != "none" and result.is_settled and len(winners) > 1:
        simulated |= simulate(winners)
        best = sorted(winners, key=lambda move: _spread(simulated, move), reverse=True)[:_COMPARED]
        result = result.with_settled(search(best, replace(options, all_wins=True)))
    compared: set[Move] = set()
    best = _best_unsettled(analysis, result.with_simulated(simulated))
    for _ in range(_ROUNDS):  # until the first ones have been looked at in the same way
        if control.is_stopped or not best:
            break
        simulated |= simulate(best)
        compared.update(best)
        first = result.with_simulated(simulated).moves[:_COMPARED]
        best = [each.move for each in first if not each.spread_is_settled and each.move not in compared]
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
    search = _BestMovesSearch(
        analysis, plan, lexicon, strategy, executor, control, _Times(plan.limits, is_strict)
    )
    found = search.all_moves() if _can_estimate_all(analysis, plan.limits) else search.best_static_moves()
    return found if plan.all_wins else search.settle_rivals(found)


@dataclass(frozen=True)
class _BestMovesSearch:
    """The parts of `evaluate_best_moves`, whose arguments these are."""

    analysis: PositionAnalysis
    plan: PreendgamePlan
    lexicon: Lexicon
    strategy: StaticStrategy
    executor: Executor | None
    control: SearchControl[PreendgameReport]
    times: "_Times"

    def best_static_moves(self) -> PreendgameEvaluation:
        """Search the best static moves and the played one."""
        moves = self.analysis.best_and_played(self.plan.moves)
        ends = self._simulate(moves)
        limits = replace(self.plan.limits, seconds=self.times.search(1))
        return self._evaluate(moves, limits, ends, None)

    def all_moves(self) -> PreendgameEvaluation:
        """Search all moves with half of the limits, then the best ones and the played one.

        If only the best move is asked for and a first look at all moves shows a game that is won or lost
        whatever is played, nothing is left to prove: the spread decides.
        """
        half = _half(self.plan.limits)
        if half.nodes is None and half.seconds is None:
            half = replace(half, nodes=NODES_PER_POSITION)
        ends = self._simulate(_leaving_tiles(self.analysis, None), _FIRST_LOOK)
        if not self.plan.all_wins and self._seems_decided():
            seconds = self.times.search(2)
            look = self._search_all(ends, replace(half, nodes=_least_nodes(self.analysis), seconds=seconds))
            moves, ends = self._best_moves(look, ends)
            if _is_decided(look.with_simulated(ends), moves):
                return self._evaluate(moves, replace(half, nodes=1), ends, look)
        first = self._search_all(ends, replace(half, seconds=self.times.search(2)))
        moves, ends = self._best_moves(first, ends)
        limits = replace(half, seconds=self.times.search(1) if self.times.is_strict else half.seconds)
        return self._evaluate(moves, limits, ends, first)

    def _seems_decided(self) -> bool:
        """Return True if rollouts of the best static moves all end alike, before a look at all moves."""
        ends = self._simulate(self.analysis.best_and_played(self.plan.moves), _SECOND_LOOK).values()
        return {end.win for end in ends} in ({0.0}, {1.0})

    def settle_rivals(self, found: PreendgameEvaluation) -> PreendgameEvaluation:
        """Search the moves on that seem to win by more than one that always wins.

        The search stopped at the proof that this one does, so whether they always win as well is open.
        """
        result = found.result
        sure = next((each for each in result.moves if each.is_settled and each.win == 1), None)
        if sure is None:
            return found
        rivals = [
            each.move
            for each in result.moves
            if not each.is_settled and each.most_win == 1 and each.spread_source and each.spread > sure.spread
        ]
        if not rivals:
            return found
        searched = solve_preendgame(
            self.analysis.position,
            self.lexicon,
            moves=rivals,
            options=PreendgameOptions(all_wins=True, spreads="none"),
            limits=replace(_half(self.plan.limits), seconds=self.times.search(2)),
            control=SearchControl(should_stop=self.control.should_stop),
        )
        return replace(found, result=replace(result.with_settled(searched), is_settled=result.is_settled))

    def _search_all(self, ends: Mapping[Move, SimulatedEnd], limits: SearchLimits) -> PreendgameResult:
        return solve_preendgame(
            self.analysis.position,
            self.lexicon,
            options=PreendgameOptions(spreads="none"),
            priors={move: end.win for move, end in ends.items()},
            limits=limits,
            control=_with_simulated(self.control, ends),
        )

    def _best_moves(
        self, first: PreendgameResult, ends: Mapping[Move, SimulatedEnd]
    ) -> tuple[list[Move], dict[Move, SimulatedEnd]]:
        """Return the best moves and the played one, and the ends with theirs."""
        ranked = _by_equity(self.analysis, first.with_simulated(ends).moves)[:CANDIDATES]
        played = self.analysis.best_and_played(0)
        compared = list(dict.fromkeys([each.move for each in ranked] + played))
        ends = {**ends, **self._simulate(compared, _SECOND_LOOK)}
        ranked = rank_moves(replace(first, moves=tuple(ranked)).with_simulated(ends).moves)
        best = _to_search_on(ranked, self.analysis.position.bag_count, self.plan.moves)
        moves = list(dict.fromkeys(best + played))
        return moves, ends | self._simulate(moves)

    def _evaluate(
        self,
        moves: Sequence[Move],
        limits: SearchLimits,
        ends: Mapping[Move, SimulatedEnd],
        first: PreendgameResult | None,
    ) -> PreendgameEvaluation:
        """Search moves of which rollouts and perhaps a first search are known."""
        found = evaluate_preendgame(
            self.analysis,
            replace(self.plan, limits=limits),
            self.lexicon,
            _with_simulated(self.control, ends, first),
            moves=moves,
            priors={move: end.win for move, end in ends.items()},
        )
        if first is not None:
            found = replace(found, result=_together(first, found.result))
        return found.with_simulated(ends)

    def _simulate(
        self, moves: Sequence[Move], budget: RolloutBudget = _DEFAULT_BUDGET
    ) -> dict[Move, SimulatedEnd]:
        return simulate_ends(
            self.analysis,
            moves,
            self.lexicon,
            self.strategy,
            executor=self.executor,
            control=SearchControl[Any](should_stop=self.control.should_stop),
            budget=budget._replace(seconds=self.times.simulation()),
        )


def _together(first: PreendgameResult, second: PreendgameResult) -> PreendgameResult:
    """Return the result of the second search with what the first knows better of its moves."""
    known = {each.move: each for each in first.moves}
    return replace(
        second,
        moves=tuple(_better_known(each, known[each.move]) for each in second.moves),
        nodes=first.nodes + second.nodes,
        seconds=first.seconds + second.seconds,
    )


class _Times:
    """The time limits of the parts of an evaluation: a simulation, searches, a simulation.

    A strict limit is one of all parts together: a tenth for each simulation, and for a search an equal share
    of what the parts before it have left. Otherwise the limit is that of the searches.
    """

    def __init__(self, limits: SearchLimits, is_strict: bool) -> None:
        self._limits = limits
        self.is_strict = is_strict
        self._start = time.monotonic()

    def simulation(self) -> float | None:
        """Return the time limit of a simulation; None for none."""
        if self._limits.seconds is None or not self.is_strict:
            return _rollout_seconds(self._limits)
        return _ROLLOUT_SHARE * self._limits.seconds

    def search(self, searches: int) -> float | None:
        """Return the time limit of the next one of so many searches that are to come; None for none."""
        seconds = self._limits.seconds
        if seconds is None or not self.is_strict:
            return None if seconds is None else seconds / searches
        left = self._start + (1 - _ROLLOUT_SHARE) * seconds - time.monotonic()
        return max(_LEAST_SEARCH_SECONDS, left / searches)


def _better_known(new: PreendgameMove, old: PreendgameMove) -> PreendgameMove:
    """Return the results of a move by the search that knows more: the new one unless it was cut short."""
    keys = [(each.is_estimated, each.least_win - each.most_win) for each in (new, old)]
    return new if keys[0] >= keys[1] else old


def _to_search_on(moves: Sequence[PreendgameMove], bag: int, count: int) -> list[Move]:
    """Return the best moves, as many of which empty the bag as leave tiles, as far as there are so many.

    Moves that leave tiles take longest to settle. Where they fill the first places, one that empties the bag
    may be proven to be better within the same nodes.
    """
    ranked = [each.move for each in moves]
    emptying = [move for move in ranked if len(move.tiles_used) >= bag][: count // 2]
    others = [move for move in ranked if move not in emptying][: count - len(emptying)]
    return [move for move in ranked if move in emptying or move in others]


def _least_nodes(analysis: PositionAnalysis) -> int:
    """Return the nodes of shallow searches of all moves: one for each arrangement."""
    return _DEFAULT_OPTIONS.count_searched(analysis.position) * len(analysis.candidates)


def _can_estimate_all(analysis: PositionAnalysis, limits: SearchLimits) -> bool:
    """Return True if half of the limits suffice for shallow searches of all moves."""
    return limits.nodes is None or limits.nodes >= 2 * _least_nodes(analysis)


def _is_decided(result: PreendgameResult, best: Sequence[Move]) -> bool:
    """Return True if no move seems to win, or each of the best ones seems to win always."""
    wins = {each.move: each.win for each in result.moves}
    return max(wins.values()) < _HARDLY_EVER or min(wins[move] for move in best) > 1 - _HARDLY_EVER


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


def _possible_winners(analysis: PositionAnalysis, result: PreendgameResult) -> list[Move]:
    """Return the best static ones of the moves that may always win; none if no move surely does."""
    if not any(each.least_win == 1 for each in result.moves):
        return []
    possible = [each for each in result.moves if each.most_win == 1]
    return [each.move for each in _by_equity(analysis, possible)[:CANDIDATES]]


def _by_equity(analysis: PositionAnalysis, moves: Iterable[PreendgameMove]) -> list[PreendgameMove]:
    """Return the moves ranked by their wins, and by static equity where these say little.

    The search bounds final spreads around a draw: of games that are won or lost in any case it says nothing.
    """
    spread = analysis.position.spread
    return rank_moves(moves, lambda each: spread + (analysis.static_equity(each.move) or 0.0))


def _spread(simulated: dict[Move, SimulatedEnd], move: Move) -> float:
    return simulated[move].spread if move in simulated else -inf


def _best_unsettled(analysis: PositionAnalysis, result: PreendgameResult) -> list[Move]:
    """Return the best moves whose spread is open, and the best static ones of which nothing is known."""
    known = [each for each in result.moves if each.win_source is not None]
    unknown = {each.move for each in result.moves} - {each.move for each in known}
    ranked = _by_equity(analysis, [each for each in known if not each.spread_is_settled])
    best = [move for move in analysis.candidates.moves if move in unknown]
    return best[:CANDIDATES] + [each.move for each in ranked[:CANDIDATES]]


def _rest(limits: SearchLimits, start: float) -> SearchLimits:
    """Return the limits with the time that is left for searches; the two last simulations have theirs."""
    if limits.seconds is None:
        return limits
    left = limits.seconds * (1 - 2 * _ROLLOUT_SHARE) - (time.monotonic() - start)
    return replace(limits, seconds=max(_LEAST_SEARCH_SECONDS, left))


def _with_simulated(
    control: SearchControl[PreendgameReport],
    simulated: Mapping[Move, SimulatedEnd],
    before: PreendgameResult | None = None,
) -> SearchControl[PreendgameProgress]:
    """Return the control of a search whose reports have rollouts, and what a search before it knows."""
    progress: Callable[[PreendgameProgress], None] | None = None
    if control.progress is not None:

        def progress(known: PreendgameProgress) -> None:
            control.report(PreendgameReport(simulated, known if before is None else known.after(before)))

    return SearchControl(progress=progress, should_stop=control.should_stop)
