"""Evaluation of endgames by search: exact values of the best moves and of the played one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from movegen.board import Move
from movegen.lexicon import Lexicon
from movegen.position import Position
from movegen.showing import short_repr
from movegen.variant import EndingRule
from strategy.analysis.evaluation import Method, StopReason
from strategy.analysis.position_analysis import PositionAnalysis
from strategy.endgame import PASSES, EndgameMove, EndgameResult, solve_endgame, solve_endgame_move
from strategy.search_control import DEFAULT_LIMITS, NO_CONTROL, SearchControl, SearchLimits
from strategy.winprob import WinModel

NODES = 2_000_000
"""Default limit of an interactive search without a time limit: about ten seconds."""
NODES_PER_TURN = 200_000
"""Limit for each turn of a finished game, and for each position of a batch."""


@dataclass(frozen=True)
class EndgamePlan:
    """A plan for the evaluation of endgames.

    Attributes
    ----------
    moves:  the number of best moves that get exact values; the played move always gets one.
    limits: the limits of each search. A played move that is not among the best takes a search of its own.

    >>> EndgamePlan(moves=3, limits=SearchLimits(nodes=50_000))
    EndgamePlan(moves=3, limits=SearchLimits(nodes=50000))
    """

    moves: int = 10
    limits: SearchLimits = DEFAULT_LIMITS

    __repr__ = short_repr


@dataclass(frozen=True)
class EndgameEvaluation:
    """The result of searching an endgame.

    Attributes
    ----------
    position:        the position searched.
    result:          the best moves with their values, exact or as far as known.
    played:          the value of the played move, as far as known; of the pass for a play taken back.
    scoreless_turns: the number of turns without a score that ends the game, as in `solve_endgame`.
    stopped:         the limit that ended a search before all of these values were proven.

    >>> from strategy import analyze_position
    >>> position = read_gcg("jackdaw/samples/ann_v_ben.gcg").position(22)
    >>> endgame = evaluate_endgame(analyze_position(position), EndgamePlan(moves=2), Lexicon.load())
    >>> [(move, endgame.equity_lost(move), endgame.is_proven(move)) for move in endgame.moves]
    [(<Move 2F OE 13>, 0.0, True), (<Move 4G TOTARA 16>, 7.0, True)]
    """

    position: Position
    result: EndgameResult
    played: EndgameMove | None = None
    scoreless_turns: int | None = None
    stopped: StopReason | None = None

    method = Method.ENDGAME

    __repr__ = short_repr

    @property
    def moves(self) -> Sequence[Move]:
        """The best moves of the result."""
        return [solved.move for solved in self.result.moves]

    @property
    def seconds(self) -> float:
        """The time of the search for the best moves."""
        return self.result.seconds

    def find(self, move: Move) -> EndgameMove | None:
        """Return a move with its value; None if it was not searched."""
        known = self.result.moves if self.played is None else (*self.result.moves, self.played)
        return next((solved for solved in known if solved.move == move), None)

    def equity(self, move: Move) -> float | None:
        """Return the value of a move: the points gained on the opponent until the end of the game."""
        solved = self.find(move)
        return None if solved is None else float(solved.value)

    def equity_lost(self, move: Move) -> float | None:
        """Return the points that a move is worth less than the best one."""
        solved = self.find(move)
        return None if solved is None else float(self.result.moves[0].value - solved.value)

    def rank(self, move: Move) -> int | None:
        """Return the rank of a move; None for one beside the best moves that is worth less than the last."""
        solved, moves = self.find(move), self.result.moves
        if solved is None or (solved not in moves and solved.value < moves[-1].value):
            return None
        return 1 + sum(other.value > solved.value for other in moves)

    def win_chance(self, move: Move, model: WinModel | None = None) -> float | None:
        """Return 1, 0.5 or 0 for a move that is proven to win, draw or lose; else None."""
        del model  # the search estimates chances itself
        solved = self.find(move)
        if solved is None:
            return None
        spread = self.position.spread
        if solved.is_proven and spread + solved.value == 0:
            return 0.5
        if spread + solved.lower > 0:
            return 1.0
        return 0.0 if spread + solved.upper < 0 else None

    def win_difference_error(self, one: Move, other: Move) -> float | None:
        """Return None: results that are not proven have no known error."""
        del one, other
        return None

    def is_proven(self, move: Move) -> bool | None:
        """Return whether the value of a move is exact."""
        solved = self.find(move)
        return None if solved is None else solved.is_proven


def evaluate_endgame(
    analysis: PositionAnalysis,
    plan: EndgamePlan,
    lexicon: Lexicon,
    control: SearchControl[Any] = NO_CONTROL,
) -> EndgameEvaluation:
    """Search an endgame, and the move that was played in it. `progress` gets the result of the former so far.

    Two passes in a row end the game. If two have been made already, or the rules limit the turns that are
    left, the number of turns without a score that the rules give ends it. Raises PositionError unless this is
    an endgame of two players with known racks.

    >>> from strategy import analyze_position
    >>> position = read_gcg("jackdaw/samples/ann_v_ben.gcg").position(22)
    >>> evaluate_endgame(analyze_position(position), EndgamePlan(moves=1), Lexicon.load()).moves
    [<Move 2F OE 13>]
    """
    position = analysis.position
    rules = position.rules
    is_limited = rules.ending is not EndingRule.OUT  # then the rules end the search soon enough
    rule = None if is_limited or position.scoreless_turns < PASSES else rules.scoreless_turns
    solved = solve_endgame(
        position, lexicon, moves=plan.moves, scoreless_turns=rule, limits=plan.limits, control=control
    )
    evaluation = EndgameEvaluation(position, solved, scoreless_turns=rule)
    move, played = analysis.counted_move, analysis.played
    if move is not None and played is not None and played.equity is not None:
        known = evaluation.find(move) or solve_endgame_move(
            position, move, lexicon, scoreless_turns=rule, limits=plan.limits, control=control.silent
        )
        evaluation = replace(evaluation, played=known)
    if all(solved.is_proven for solved in (*evaluation.result.moves, evaluation.played) if solved):
        return evaluation
    return replace(evaluation, stopped=StopReason.of_search(plan.limits, control))
