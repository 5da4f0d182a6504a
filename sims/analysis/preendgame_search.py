"""Pre-endgames: a search, and rollouts for the moves that it reaches last."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from math import ceil, inf, isnan

import numpy as np

from movegen.board import Move
from movegen.lexicon import Lexicon
from sims.analysis.search_times import SearchTimes
from sims.analysis.simulated_ends import (
    CANDIDATES,
    DEFAULT_BUDGET,
    FIRST_LOOK,
    RolloutBudget,
    merge_ends,
    prior_wins,
    rollouts_of,
    simulate_ends,
)
from strategy.analysis import PositionAnalysis
from strategy.endgame import (
    PreendgameMove,
    PreendgameOptions,
    PreendgameProgress,
    PreendgameResult,
    SimulatedEnd,
    Source,
    check_search,
    discount_win,
    rank_moves,
    solve_preendgame,
)
from strategy.players import StaticStrategy
from strategy.search_control import DEFAULT_LIMITS, NO_CONTROL, SearchControl, SearchLimits

_COMPARED = 10
"""The number of moves that are compared by spread where all of them win, and of those shown with rollouts."""
_ROUNDS = 3
"""Simulations in the end: of the best moves, then of those that rank first after it."""
_DEFAULT_OPTIONS = PreendgameOptions()
_LOOK_SECONDS = 0.5
"""Moves of which nothing is known are simulated if there are so many seconds for it."""
_SHORT_SHARE = 0.1
"""The share of the limit of nodes that a search of one move may take."""


@dataclass(frozen=True)
class PreendgameReport:
    """The state of a pre-endgame search: what rollouts show, and what is proven so far."""

    simulated: Mapping[Move, SimulatedEnd]
    progress: PreendgameProgress

    def best(self) -> int:
        """Return the index of the best move so far: of those that were searched, if any was."""
        searched: Sequence[int] = np.flatnonzero(~np.isnan(self.progress.win)).tolist()
        return max(searched or range(len(self.progress.moves)), key=self._key)

    def ranked(self) -> list[int]:
        """Return the indices of the moves, best first: with the caution of the result's ranking.

        Without an estimate proven wins count. Simulated spreads decide among moves that win alike. Where
        only rollouts put a move first, moves that were not searched stand below the others.
        """
        order = sorted(range(len(self.progress.moves)), key=self._key, reverse=True)
        return order if self._is_searched(order[0]) else sorted(order, key=self._is_searched, reverse=True)

    def _is_searched(self, index: int) -> bool:
        return not isnan(self.progress.win[index])

    def _key(self, index: int) -> tuple[bool, float, float, float]:
        known = self.progress
        end, least = self.simulated.get(known.moves[index]), float(known.least_win[index])
        error = float(known.win_error[index])
        if isnan(error):
            error = 0.0 if end is None else end.win_error
        cautious = discount_win(self.win(index), error, least)
        return self.is_estimated(index), cautious, least, -inf if end is None else end.spread

    def is_estimated(self, index: int) -> bool:
        """Return True if the search or rollouts have an estimate of a move's wins."""
        return self._is_searched(index) or self.progress.moves[index] in self.simulated

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
    moves whose spread is not settled are simulated, then further those that rank among the first ten. One
    that only rollouts put first is searched; if there is no time for that, moves that only rollouts have
    looked at stand below those that were searched.
    A time limit is one of all this. See `strategy.endgame.solve_preendgame` for the other arguments and the
    errors.
    """
    check_search(analysis.position, lexicon, options, limits)  # before seconds of rollouts
    times = SearchTimes(limits)
    with ThreadPoolExecutor(limits.workers) if limits.workers > 1 else nullcontext() as executor:
        search = _SimulatedSearch(analysis, lexicon, strategy, options, times, control, executor)
        return search.run(moves)


class _SimulatedSearch:
    """The parts of `search_preendgame`, whose arguments these are, and what rollouts show so far."""

    def __init__(
        self,
        analysis: PositionAnalysis,
        lexicon: Lexicon,
        strategy: StaticStrategy,
        options: PreendgameOptions,
        times: SearchTimes,
        control: SearchControl[PreendgameReport],
        executor: Executor | None,
    ) -> None:
        self.analysis, self.lexicon, self.strategy = analysis, lexicon, strategy
        self.options, self.times, self.control, self.executor = options, times, control, executor
        self.simulated: dict[Move, SimulatedEnd] = {}
        self.priors: dict[Move, float] = {}

    def run(self, moves: Sequence[Move] | None) -> PreendgameResult:
        """Simulate what the search reaches last, search, and simulate what it has left open."""
        self.simulated = self._simulate(
            leaving_tiles(self.analysis, moves), FIRST_LOOK, self.times.simulation()
        )
        self.priors = prior_wins(self.simulated)
        result = self._search(moves, self.options, self.times.search())
        settled = self._settle_best(self._compare_winners(result))
        return replace(settled, seconds=self.times.elapsed)

    def _compare_winners(self, result: PreendgameResult) -> PreendgameResult:
        """Search the spreads of the best of several moves that may always win, if they are asked for."""
        winners = _possible_winners(self.analysis, result)
        if self.options.spreads == "none" or not result.is_settled or len(winners) < 2:
            return result
        self._add(self._simulate(winners, DEFAULT_BUDGET, self.times.simulation()))
        best = sorted(winners, key=lambda move: _spread(self.simulated, move), reverse=True)[:_COMPARED]
        more = self._search(best, replace(self.options, all_wins=True), self.times.search())
        return result.with_searched(more)

    def _settle_best(self, result: PreendgameResult) -> PreendgameResult:
        """Simulate the best moves whose spread is open, and search one that only rollouts put first."""
        self.times.begin_last()
        self._look_at_unknown(result)
        best = self._first_to_simulate(result)
        for _ in range(_ROUNDS):
            if self.control.is_stopped or self.times.is_over or not best:
                break
            self._add(self._simulate(best, DEFAULT_BUDGET, self.times.last()))
            first = result.with_simulated(self.simulated).best
            if first.win_source is Source.SIMULATED:
                short = replace(_tenth(self.times.limits), seconds=self.times.last())
                options = replace(self.options, spreads="none")
                result = result.with_searched(self._search([first.move], options, short))
            best = _hardly_simulated(result.with_simulated(self.simulated))
        found = result.with_simulated(self.simulated)
        return found.searched_first() if found.best.win_source is Source.SIMULATED else found

    def _look_at_unknown(self, result: PreendgameResult) -> None:
        """Simulate moves of which nothing is known, if there is time: the search has dropped most of them."""
        seconds = self.times.last()
        if seconds is None or seconds >= _LOOK_SECONDS:
            unknown = _best_unknown(self.analysis, result.with_simulated(self.simulated))
            self.simulated |= self._simulate(unknown, FIRST_LOOK, seconds)

    def _first_to_simulate(self, result: PreendgameResult) -> list[Move]:
        """Return the best moves whose spread is open: those that rollouts with searched endgames begin with.

        A time limit may leave such rollouts a few of each, whose mean says next to nothing. So all get static
        ones before that, and fewer are searched.
        """
        best = _best_unsettled(self.analysis, result.with_simulated(self.simulated))
        if self.times.limits.seconds is None or self.times.is_over:
            return best
        new = [move for move in best if rollouts_of(self.simulated.get(move)) < FIRST_LOOK.rollouts]
        self._add(self._simulate(new, FIRST_LOOK, self.times.last()))
        return _hardly_simulated(result.with_simulated(self.simulated))

    def _simulate(
        self, moves: Sequence[Move], budget: RolloutBudget, seconds: float | None
    ) -> dict[Move, SimulatedEnd]:
        return simulate_ends(
            self.analysis,
            moves,
            self.lexicon,
            self.strategy,
            executor=self.executor,
            control=self.control,
            budget=budget._replace(seconds=seconds),
        )

    def _add(self, ends: Mapping[Move, SimulatedEnd]) -> None:
        self.simulated = merge_ends(self.simulated, ends)

    def _search(
        self, moves: Sequence[Move] | None, options: PreendgameOptions, limits: SearchLimits
    ) -> PreendgameResult:
        return solve_preendgame(
            self.analysis.position,
            self.lexicon,
            moves=moves,
            options=options,
            priors=self.priors,
            limits=limits,
            control=with_simulated(self.control, self.simulated),
        )


def _hardly_simulated(result: PreendgameResult) -> list[Move]:
    """Return those of the first moves whose spread is open, and that have had too few rollouts."""
    return [
        each.move
        for each in result.moves[:_COMPARED]
        if not each.spread_is_settled and rollouts_of(each.simulated) < DEFAULT_BUDGET.rollouts
    ]


def leaving_tiles(analysis: PositionAnalysis, moves: Sequence[Move] | None) -> list[Move]:
    """Return the moves that leave tiles in the bag: they take the search longest, so rollouts rank them."""
    bag = analysis.position.bag_count
    return [move for move in moves or analysis.candidates.moves if len(move.tiles_used) < bag]


def _possible_winners(analysis: PositionAnalysis, result: PreendgameResult) -> list[Move]:
    """Return the best static ones of the moves that may always win; none if no move surely does."""
    if not any(each.least_win == 1 for each in result.moves):
        return []
    possible = [each for each in result.moves if each.most_win == 1]
    return [each.move for each in rank_by_equity(analysis, possible)[:CANDIDATES]]


def rank_by_equity(analysis: PositionAnalysis, moves: Iterable[PreendgameMove]) -> list[PreendgameMove]:
    """Return the moves ranked by their wins, and by static equity where these say little.

    The search bounds final spreads around a draw: of games that are won or lost in any case it says nothing.
    """
    spread = analysis.position.spread
    return rank_moves(moves, lambda each: spread + (analysis.static_equity(each.move) or 0.0))


def _spread(simulated: dict[Move, SimulatedEnd], move: Move) -> float:
    return simulated[move].spread if move in simulated else -inf


def _best_unknown(analysis: PositionAnalysis, result: PreendgameResult) -> list[Move]:
    """Return the best static moves of which nothing is known."""
    unknown = {each.move for each in result.moves if each.win_source is None}
    return [move for move in analysis.candidates.moves if move in unknown][:CANDIDATES]


def _best_unsettled(analysis: PositionAnalysis, result: PreendgameResult) -> list[Move]:
    """Return the best moves whose spread is open."""
    known = [each for each in result.moves if each.win_source is not None and not each.spread_is_settled]
    return [each.move for each in rank_by_equity(analysis, known)[:CANDIDATES]]


def _tenth(limits: SearchLimits) -> SearchLimits:
    """Return the limits with the nodes of a search of a few moves."""
    return replace(limits, nodes=None if limits.nodes is None else ceil(_SHORT_SHARE * limits.nodes))


def with_simulated(
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
