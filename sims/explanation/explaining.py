"""Why a move is better than another one: facts chosen by rules from the figures of an analysis.

>>> from movegen import read_cgp
>>> from strategy import analyze_position
>>> position = read_cgp("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 HMOOPTU/ 0/0 0")
>>> analysis = analyze_position(position, played=position.parse_move("8G OHM"))
>>> for figure in explain(analysis).figures:
...     print(f"{figure.quantity}: {figure.value:.1f} against {figure.than:.1f} {figure.unit}")
equity: 27.5 against 11.3 points
score: 28.0 against 16.0 points
leave_value: 0.2 against -4.0 points
"""

from dataclasses import replace
from functools import singledispatch

from movegen.board import Move
from movegen.errors import PositionError
from movegen.numbers import show_value
from sims.analysis import CandidatesEvaluation
from sims.explanation.facts import Explanation, Fact, FactKind
from sims.explanation.searched import endgame_facts, preendgame_facts
from sims.explanation.simulated import simulated_facts, without_wins
from sims.explanation.static import static_facts
from sims.simulation import SimulationEvaluation
from strategy.analysis import (
    EndgameEvaluation,
    Evaluation,
    PositionAnalysis,
    PreendgameEvaluation,
    RackKnowledge,
    StaticEvaluation,
)
from strategy.endgame import PreendgameMove


def explain(analysis: PositionAnalysis, move: Move | str | None = None) -> Explanation | None:
    """Explain why a move is worse than the best one, or why the best one is better than the next.

    The default move is the played one, else the best one. A play that was taken back is explained as the pass
    that it became. An explanation is without facts if the evaluation does not cover the move. None if the
    rack is not fully known, since better moves may be among those that its other tiles allow.

    The facts account for most of the difference. A difference of less than two standard errors is never given
    as a reason, and what is not known is left out.

    Raises PositionError for anything but an analysis, and what `Position.parse_move` raises for a text.

    >>> from strategy import analyze_game
    >>> (turn,) = analyze_game(read_gcg("jackdaw/samples/ann_v_ben.gcg"), turn=7).positions
    >>> explanation = explain(turn)
    >>> explanation.better, [fact.kind.value for fact in explanation.facts]
    (<Move M9 (EA)TING 14>, ['margin', 'leave', 'score'])
    """
    if not isinstance(analysis, PositionAnalysis):
        raise PositionError(
            f"{show_value(repr(analysis))} is not an analysis",
            cure="call analyze_position first",
        )
    if isinstance(move, str):
        move = analysis.position.parse_move(move)
    moves = analysis.evaluation.moves
    if not len(moves) or analysis.rack_knowledge is not RackKnowledge.FULL:
        return None
    best = analysis.reference or moves[0]
    move = move or analysis.counted_move or best
    if move != best:
        better, worse = best, move
    elif len(moves) > 1:
        better, worse = best, moves[1] if best == moves[0] else moves[0]
    else:
        return Explanation(analysis.position, analysis.method, move)
    facts = tuple(_facts(analysis.evaluation, analysis, better, worse))
    line = _variation(analysis) if facts else ()
    return Explanation(analysis.position, analysis.method, move, better, worse, facts, line)


@singledispatch
def _facts(evaluation: Evaluation, analysis: PositionAnalysis, better: Move, worse: Move) -> list[Fact]:
    """Return the facts about two moves by one method; none if it does not cover both."""
    del analysis, better, worse
    raise NotImplementedError(f"no facts about {evaluation!r}")


@_facts.register
def _(evaluation: StaticEvaluation, analysis: PositionAnalysis, better: Move, worse: Move) -> list[Fact]:
    del evaluation  # the analysis has its figures
    return static_facts(analysis, better, worse)


@_facts.register
def _(evaluation: SimulationEvaluation, analysis: PositionAnalysis, better: Move, worse: Move) -> list[Fact]:
    first, second = evaluation.find(better), evaluation.find(worse)
    if first is None or second is None:
        return []
    gained = evaluation.rank(worse) is None and evaluation.difference(better, worse).equity < 0
    return [] if gained else simulated_facts(analysis, first, second)  # a phony may be worth more


@_facts.register
def _(evaluation: PreendgameEvaluation, analysis: PositionAnalysis, better: Move, worse: Move) -> list[Fact]:
    both = _both(evaluation, better, worse)
    return [] if both is None else preendgame_facts(analysis, *both)


@_facts.register
def _(evaluation: CandidatesEvaluation, analysis: PositionAnalysis, better: Move, worse: Move) -> list[Fact]:
    both, rollouts = _both(evaluation, better, worse), evaluation.rollouts
    if both is None:
        return []
    first, second = both
    if rollouts is None or (first.is_settled and second.is_settled):
        return preendgame_facts(analysis, first, second)
    ranks = [rollouts.rank(move) for move in (better, worse)]
    if None in ranks or ranks != sorted(filter(None, ranks)):
        return []  # rollouts do not know why a search thinks otherwise
    facts = without_wins(_facts(rollouts, replace(analysis, evaluation=rollouts), better, worse))
    is_even = any(fact.kind is FactKind.EVEN for fact in facts)
    return [] if is_even and (first.is_settled or second.is_settled) else facts


@_facts.register
def _(evaluation: EndgameEvaluation, analysis: PositionAnalysis, better: Move, worse: Move) -> list[Fact]:
    first, second = evaluation.find(better), evaluation.find(worse)
    return [] if first is None or second is None else endgame_facts(analysis, first, second)


def _both(
    evaluation: PreendgameEvaluation, better: Move, worse: Move
) -> tuple[PreendgameMove, PreendgameMove] | None:
    """Return two moves with their results; None if one has none, or the worse is a phony that wins more."""
    first, second = evaluation.find(better), evaluation.find(worse)
    if first is None or second is None or (second is evaluation.phony and second.win > first.win):
        return None
    return first, second


def _variation(analysis: PositionAnalysis) -> tuple[Move, ...]:
    """Return the line of best play, if a search has proved it."""
    evaluation = analysis.evaluation
    if isinstance(evaluation, EndgameEvaluation) and evaluation.result.is_proven:
        return evaluation.result.variation
    return ()
