"""Why a move is better where candidates are simulated and those that empty the bag searched."""

from dataclasses import replace
from functools import cache

import pytest
from analyzed_preendgames import GREEDY, with_spread
from tiny_preendgames import WORDS, some

from movegen import Move
from movegen.board import MoveKind
from sims import Explanation, explain
from sims.analysis import evaluate_candidates
from sims.explanation import FactKind, Quantity
from sims.simulation import SimulationPlan
from strategy import SearchLimits, analyze_position
from strategy.analysis import PositionAnalysis, PreendgameEvaluation, PreendgamePlan
from strategy.endgame import Source

pytestmark = pytest.mark.core


@cache
def analysis() -> PositionAnalysis:
    """A turn with three tiles in the bag, in which two plays empty it."""
    static = analyze_position(with_spread(some(4, 3, 6, 200)[0], -20), WORDS, GREEDY)
    plan = PreendgamePlan(limits=SearchLimits(nodes=20_000, memory=1))
    few = SimulationPlan(candidates=6, iterations=100, confidence=None).with_few_tiles()
    return static.with_evaluation(evaluate_candidates(static, plan, few, WORDS, GREEDY))


def moves(*sources: Source) -> list[Move]:
    evaluation = analysis().evaluation
    assert isinstance(evaluation, PreendgameEvaluation)
    found = [each.move for each in evaluation.result.moves if each.win_source in sources]
    return [move for move in found if move.kind is MoveKind.PLAY]  # players in rollouts do not answer a pass


def explained(better: Move, worse: Move) -> Explanation:
    found = explain(replace(analysis(), reference=better), worse)
    assert found is not None
    return found


def test_settled_moves_are_explained_by_their_wins() -> None:
    found = explained(*moves(Source.PROVEN))
    assert found.facts[0].kind is FactKind.MARGIN
    assert [figure.quantity for figure in found.facts[0].figures] == [Quantity.WIN]


def test_rollouts_explain_what_was_not_searched() -> None:
    """Without their shares of wins, since the evaluation has better ones."""
    best, _ = moves(Source.PROVEN)
    pairs = [(best, other) for other in moves(Source.SIMULATED)] + [moves(Source.SIMULATED)[::2]]
    for better, worse in pairs:
        quantities = {figure.quantity for fact in explained(better, worse).facts for figure in fact.figures}
        assert Quantity.EQUITY in quantities and Quantity.WIN not in quantities


def test_rollouts_that_prefer_the_other_move_explain_nothing() -> None:
    first, *_, last = moves(Source.SIMULATED)
    assert explained(first, last).facts and not explained(last, first).facts


def test_what_rollouts_take_for_even_may_be_proven_to_differ() -> None:
    _, proven = moves(Source.PROVEN)
    simulated, *_ = moves(Source.SIMULATED)
    assert not explained(proven, simulated).facts
