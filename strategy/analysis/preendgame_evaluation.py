"""Evaluation of pre-endgames by search: the wins of the best static moves and of the played one.

>>> from movegen import Lexicon, read_cgp
>>> from strategy import analyze_position
>>> position = read_cgp(
...     "11B1HI/1VOLT6OPEN/4A6MUM1/4N6ALE1/4G7T2/4I5G1U2/4E1V3N1R2/4RAIA2AGE2/6N3WE3/5KY2WESTS1/2ESCALADERS3/"
...     "3O1I1BOD1O3/2HOOF9/1JUT5ZED1QI/2PYCNIDIA1EXIT ??AENRU/ 427/436 0")
>>> lexicon, played = Lexicon.load(), position.parse_move("4A EbURNeAN")
>>> static = analyze_position(position, lexicon, played=played)
>>> evaluation = evaluate_preendgame(static, PreendgamePlan(moves=2), lexicon)
>>> evaluation.result.best.win, evaluation.rank(played), evaluation.stopped
(1.0, 2, None)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Any, Literal, Self

from movegen.board import Move
from movegen.lexicon import Lexicon
from movegen.position import Position
from movegen.showing import short_repr
from strategy.analysis.evaluation import Method, StopReason, find_candidate
from strategy.analysis.position_analysis import PositionAnalysis
from strategy.endgame import (
    PreendgameMove,
    PreendgameOptions,
    PreendgameResult,
    SimulatedEnd,
    Source,
    can_solve_preendgame,
    rank_moves,
    solve_preendgame,
)
from strategy.players import CandidateList
from strategy.search_control import DEFAULT_LIMITS, NO_CONTROL, SearchControl, SearchLimits
from strategy.winprob import WinModel

MOVES = 10
"""The number of best static moves that are searched."""
NODES_PER_POSITION = 100_000
"""Limit for each position of a batch: about three seconds."""

_ALIKE = 0.6
"""The error of the difference of two moves that rollouts misjudge alike, as a share of that of others."""

MAX_SEARCHED_BAG = 2
"""Most tiles in the bag of positions that are searched unless a plan says otherwise."""


@dataclass(frozen=True)
class PreendgamePlan:
    """A plan for the evaluation of pre-endgames.

    Attributes
    ----------
    moves:    the number of best moves that are searched; the played move is always searched.
    limits:   the limits of the search. Without a time limit the number of workers does not change the result.
    max_bag:  the maximum number of tiles in the bag of a pre-endgame.
    spreads:  "all" to compute the final spread of all moves, too, which takes much longer.
    all_wins: False to stop at the proof that the best of the moves is best, with bounds for the others.

    >>> PreendgamePlan(moves=5, limits=SearchLimits(seconds=30))
    PreendgamePlan(moves=5, limits=SearchLimits(seconds=30))
    """

    moves: int = MOVES
    limits: SearchLimits = DEFAULT_LIMITS
    max_bag: int = MAX_SEARCHED_BAG
    spreads: Literal["none", "all"] = "none"
    all_wins: bool = True

    __repr__ = short_repr

    def suits(self, analysis: PositionAnalysis) -> bool:
        """Return whether a position can be searched, with no more tiles in the bag than the plan allows."""
        if analysis.obstacle or not 0 < analysis.position.bag_count <= self.max_bag:
            return False
        return can_solve_preendgame(analysis.position)


@dataclass(frozen=True)
class PreendgameEvaluation:
    """The result of searching a pre-endgame.

    The points of a move are its mean gain on the opponent until the end of the game if that is known for all
    moves searched (`is_by_spread`), exactly or from rollouts, else its static equity.

    Attributes
    ----------
    position, candidates: the position searched, and all of its moves.
    result:  the moves searched, best first: most wins, then most points; estimated wins by utility.
    stopped: the limit that ended the search before all wins were proven.
    phony:   a played move with a word that the lexicon lacks, as if it stayed on the board; None if no such
             move was played. It has figures, but no rank: no one is advised to play it.
    phony_equity: its static equity.

    >>> from strategy import analyze_position
    >>> position = read_gcg("jackdaw/samples/ann_v_ben.gcg").position(21)
    >>> plan = PreendgamePlan(moves=2, max_bag=3, limits=SearchLimits(nodes=100))
    >>> preendgame = evaluate_preendgame(analyze_position(position), plan, Lexicon.load())
    >>> preendgame.moves[0], preendgame.is_proven(preendgame.moves[0]), preendgame.stopped.value
    (<Move 15H (QUAYS)IdE 74>, False, 'nodes')
    """

    position: Position
    candidates: CandidateList
    result: PreendgameResult
    stopped: StopReason | None = None
    phony: PreendgameMove | None = None
    phony_equity: float = 0.0

    method = Method.PREENDGAME

    __repr__ = short_repr

    @property
    def moves(self) -> Sequence[Move]:
        """The moves searched."""
        return [searched.move for searched in self.result.moves]

    @property
    def seconds(self) -> float:
        """The time of the search."""
        return self.result.seconds

    @property
    def is_by_spread(self) -> bool:
        """Whether the final spread is known for all moves searched, so that it ranks those that win alike."""
        return all(searched.spread_source is not None for searched in self.result.moves)

    @property
    def result_with_phony(self) -> PreendgameResult:
        """The result with the phony, if there is one, after all other moves."""
        if self.phony is None:
            return self.result
        return replace(self.result, moves=(*self.result.moves, self.phony))

    def find(self, move: Move) -> PreendgameMove | None:
        """Return a move with its results; None if it was not searched."""
        return next((searched for searched in self.result_with_phony.moves if searched.move == move), None)

    def equity(self, move: Move) -> float | None:
        """Return the points of a move."""
        searched = self.find(move)
        return None if searched is None else self._points(searched)

    def equity_lost(self, move: Move) -> float | None:
        """Return the points lost; negative if the best move, which wins more often, has fewer."""
        equity = self.equity(move)
        return None if equity is None else self._points(self.result.best) - equity

    def static_equity(self, move: Move) -> float | None:
        """Return the equity by score and leave of a candidate or the phony; None for any other move."""
        if self.phony is not None and self.phony.move == move:
            return self.phony_equity
        found = find_candidate(self.candidates, move)
        return None if found is None else found.equity

    def rank(self, move: Move) -> int | None:
        """Return the rank of a move, None for a phony; equal wins and points share the best one."""
        searched = self.find(move)
        if searched is None or searched is self.phony:
            return None
        figures = [(each.win_source is None, each.win, self._points(each)) for each in self.result.moves]
        return 1 + figures.index((searched.win_source is None, searched.win, self._points(searched)))

    def win_chance(self, move: Move, model: WinModel | None = None) -> float | None:
        """Return the share of wins of a move; while unproven, an estimate within its bounds.

        None while next to nothing is known of it.
        """
        del model  # the search estimates chances itself
        searched = self.find(move)
        return None if searched is None or searched.win_source is None else searched.win

    def win_difference_error(self, one: Move, other: Move) -> float | None:
        """Return the standard error of the difference of two moves' wins.

        It is that of independent estimates, and less of two moves that leave tiles in the bag and are only
        simulated: rollouts misjudge them alike. None where both are proven, or next to nothing is known of
        one of them.
        """
        found = [each for each in (self.find(one), self.find(other)) if each is not None and each.win_source]
        errors = [each.win_error for each in found]
        if len(errors) < 2 or one == other or errors == [None, None]:
            return None
        are_alike = all(self._is_only_simulated(each) for each in found)
        return (_ALIKE if are_alike else 1.0) * hypot(*(error or 0.0 for error in errors))

    def is_proven(self, move: Move) -> bool | None:
        """Return whether the wins of a move are proven."""
        searched = self.find(move)
        return None if searched is None else searched.is_proven

    def with_simulated(self, simulated: Mapping[Move, SimulatedEnd]) -> Self:
        """Return the evaluation with rollouts for what the search has not found, ranked anew."""
        return replace(self, result=self.result.with_simulated(simulated))._ranked()

    def with_phony(self, phony: PreendgameMove, static_equity: float) -> Self:
        """Return the evaluation with a phony, unless less is known of it or nothing of the best move."""
        if None in (phony.win_source, self.result.best.win_source):
            return self
        if self.is_by_spread and phony.spread_source is None:
            return self
        return replace(self, phony=phony, phony_equity=static_equity)

    def _is_only_simulated(self, searched: PreendgameMove) -> bool:
        leaves_tiles = len(searched.move.tiles_used) < self.result.bag_count
        return leaves_tiles and searched.win_source is Source.SIMULATED

    def _ranked(self) -> Self:
        moves = rank_moves(self.result.moves, lambda each: self.position.spread + self._points(each))
        return replace(self, result=replace(self.result, moves=tuple(moves)))

    def _points(self, searched: PreendgameMove) -> float:
        if self.is_by_spread:
            return round(searched.spread - self.position.spread, 3)
        return self.static_equity(searched.move) or 0.0


def evaluate_preendgame(
    analysis: PositionAnalysis,
    plan: PreendgamePlan,
    lexicon: Lexicon,
    control: SearchControl[Any] = NO_CONTROL,
    *,
    moves: Sequence[Move] | None = None,
    priors: Mapping[Move, float] | None = None,
) -> PreendgameEvaluation:
    """Search some candidates of a pre-endgame, by default the best static ones and the played move.

    See `solve_preendgame` for `priors`. Raises PositionError where `solve_preendgame` does.

    >>> from strategy import analyze_position
    >>> position = read_gcg("jackdaw/samples/ann_v_ben.gcg").position(21)
    >>> plan = PreendgamePlan(moves=2, max_bag=3, limits=SearchLimits(nodes=100))
    >>> evaluate_preendgame(analyze_position(position), plan, Lexicon.load()).moves
    [<Move 15H (QUAYS)IdE 74>, <Move 5I SOApIER 72>]
    """
    result = solve_preendgame(
        analysis.position,
        lexicon,
        moves=analysis.best_and_played(plan.moves) if moves is None else moves,
        options=PreendgameOptions(all_wins=plan.all_wins, spreads=plan.spreads),
        priors=priors,
        limits=plan.limits,
        control=control,
    )
    stopped = None if result.is_settled else StopReason.of_search(plan.limits, control)
    return PreendgameEvaluation(analysis.position, analysis.candidates, result, stopped)._ranked()
