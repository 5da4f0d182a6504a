"""The best moves of a pre-endgame: a search of all, and a longer one of those that seem best.

Analyses show these moves, players make the first one.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace

from movegen.board import Move
from movegen.lexicon import Lexicon
from sims.analysis.preendgame_search import (
    PreendgameReport,
    leaving_tiles,
    rank_by_equity,
    with_simulated,
)
from sims.analysis.search_times import BestMovesTimes
from sims.analysis.simulated_ends import (
    CANDIDATES,
    DEFAULT_BUDGET,
    FIRST_LOOK,
    RolloutBudget,
    merge_ends,
    prior_wins,
    simulate_ends,
)
from strategy.analysis import (
    NODES_PER_POSITION,
    PositionAnalysis,
    PreendgameEvaluation,
    PreendgamePlan,
    evaluate_preendgame,
)
from strategy.endgame import (
    HARDLY_EVER,
    PreendgameMove,
    PreendgameOptions,
    PreendgameResult,
    SimulatedEnd,
    better_known,
    rank_moves,
    solve_preendgame,
)
from strategy.players import StaticStrategy
from strategy.search_control import NO_CONTROL, SearchControl, SearchLimits

_SECOND_LOOK = RolloutBudget(200)
"""For each of the moves that may be searched on."""
_DEFAULT_OPTIONS = PreendgameOptions()


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
        analysis, plan, lexicon, strategy, executor, control, BestMovesTimes(plan.limits, is_strict)
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
    times: BestMovesTimes

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
        ends = self._simulate(leaving_tiles(self.analysis, None), FIRST_LOOK)
        if not self.plan.all_wins and self._seems_decided():
            seconds = self.times.search(2)
            look = self._search_all(ends, replace(half, nodes=_least_nodes(self.analysis), seconds=seconds))
            moves, ends = self._best_moves(look, ends)
            if _is_decided(look.with_simulated(ends), moves):
                return self._evaluate(moves, replace(half, nodes=1), ends, look)  # the look knows it all
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
            control=self.control.silent,
        )
        return replace(found, result=replace(result.with_searched(searched), is_settled=result.is_settled))

    def _search_all(self, ends: Mapping[Move, SimulatedEnd], limits: SearchLimits) -> PreendgameResult:
        return solve_preendgame(
            self.analysis.position,
            self.lexicon,
            options=PreendgameOptions(spreads="none"),
            priors=prior_wins(ends),
            limits=limits,
            control=with_simulated(self.control, ends),
        )

    def _best_moves(
        self, first: PreendgameResult, ends: Mapping[Move, SimulatedEnd]
    ) -> tuple[list[Move], dict[Move, SimulatedEnd]]:
        """Return the best moves and the played one, and the ends with theirs."""
        ranked = rank_by_equity(self.analysis, first.with_simulated(ends).moves)[:CANDIDATES]
        played = self.analysis.best_and_played(0)
        compared = list(dict.fromkeys([each.move for each in ranked] + played))
        ends = merge_ends(ends, self._simulate(compared, _SECOND_LOOK))
        ranked = rank_moves(replace(first, moves=tuple(ranked)).with_simulated(ends).moves)
        best = _to_search_on(ranked, self.analysis.position.bag_count, self.plan.moves)
        moves = list(dict.fromkeys(best + played))
        return moves, merge_ends(ends, self._simulate(moves))

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
            with_simulated(self.control, ends, first),
            moves=moves,
            priors=prior_wins(ends),
        )
        if first is not None:
            found = replace(found, result=_together(first, found.result))
        return found.with_simulated(ends)

    def _simulate(
        self, moves: Sequence[Move], budget: RolloutBudget = DEFAULT_BUDGET
    ) -> dict[Move, SimulatedEnd]:
        return simulate_ends(
            self.analysis,
            moves,
            self.lexicon,
            self.strategy,
            executor=self.executor,
            control=self.control.silent,
            budget=budget._replace(seconds=self.times.simulation()),
        )


def _together(first: PreendgameResult, second: PreendgameResult) -> PreendgameResult:
    """Return the result of the second search with what the first knows better of its moves."""
    known = {each.move: each for each in first.moves}
    return replace(
        second,
        moves=tuple(better_known(each, known[each.move]) for each in second.moves),
        nodes=first.nodes + second.nodes,
        seconds=first.seconds + second.seconds,
    )


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
    return max(wins.values()) < HARDLY_EVER or min(wins[move] for move in best) > 1 - HARDLY_EVER


def _half(limits: SearchLimits) -> SearchLimits:
    nodes, seconds = limits.nodes, limits.seconds
    return replace(
        limits,
        nodes=None if nodes is None else nodes // 2,
        seconds=None if seconds is None else seconds / 2,
    )
