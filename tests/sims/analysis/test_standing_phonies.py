"""Phonies that stood in pre-endgames: what they were worth on the board."""

from dataclasses import replace
from typing import Any

import pytest
from analyzed_preendgames import GREEDY, with_spread
from tiny_preendgames import WORDS, phonies, some

from movegen import Move
from sims.analysis import AnalysisPlan, Analyzer, CandidatesEvaluation, standing_phonies
from sims.analysis.standing_phonies import add_standing_phony
from sims.explanation import explain
from sims.simulation import SimulationPlan
from strategy import PreendgameOptions, SearchControl, SearchLimits, analyze_position
from strategy.analysis import PositionAnalysis, PreendgameEvaluation, PreendgamePlan, evaluate_preendgame
from strategy.endgame import Source, solve_preendgame_move

pytestmark = pytest.mark.core

PLAN = AnalysisPlan(preendgame=PreendgamePlan(limits=SearchLimits(nodes=20_000, memory=1)))
SIMULATED = SimulationPlan(candidates=6, iterations=60).with_few_tiles()
_LONG = PreendgamePlan(limits=SearchLimits(nodes=200_000, memory=1))
WITH_THREE = AnalysisPlan(SIMULATED, preendgame=_LONG, preendgame_simulation=SIMULATED)


def close(bag: int, tiles: int, count: int = 4) -> list[tuple[PositionAnalysis, Move]]:
    """Positions in which the player on turn is a little behind and plays a phony of so many tiles."""
    positions = [with_spread(position, -20) for position in some(4, bag, count, 200)]
    played = [
        (position, found[len(found) // 2]) for position in positions if (found := phonies(position, tiles))
    ]
    return [(analyze_position(position, WORDS, GREEDY, played=move), move) for position, move in played]


def analyzed(static: PositionAnalysis, plan: AnalysisPlan = PLAN, **options: Any) -> PositionAnalysis:
    return Analyzer(WORDS, GREEDY, plan, **options).deepen(static)


def evaluation_of(analysis: PositionAnalysis) -> PreendgameEvaluation:
    assert isinstance(analysis.evaluation, PreendgameEvaluation)
    return analysis.evaluation


@pytest.mark.parametrize(("bag", "plan"), [(1, PLAN), (2, PLAN), (3, WITH_THREE)])
def test_it_has_the_wins_of_the_search_and_no_rank(bag: int, plan: AnalysisPlan) -> None:
    lost = 0.0
    for static, move in close(bag, bag):
        found = analyzed(static, plan)
        evaluation = evaluation_of(found)
        every = PreendgameOptions(all_wins=True, spreads="none", samples=10**6)
        exact = solve_preendgame_move(static.position, move, WORDS, options=every)
        assert evaluation.phony is not None and evaluation.phony.win_source is Source.PROVEN
        assert evaluation.win_chance(move) == pytest.approx(exact.win)
        assert found.played is not None and found.best is not None
        assert (found.played.rank, evaluation.rank(move)) == (None, None)
        assert move not in evaluation.moves and found.best.move != move
        best = evaluation.win_chance(found.best.move)
        assert best is not None
        lost += max(0.0, best - exact.win)
    assert lost > 0


def test_its_points_are_those_of_the_other_moves() -> None:
    """Final spreads where all are known, else static equities."""
    for static, move in close(1, 1):
        evaluation = evaluation_of(analyzed(static))
        assert evaluation.is_by_spread and evaluation.phony is not None
        gained = evaluation.phony.spread - static.position.spread
        assert evaluation.equity(move) == pytest.approx(gained, abs=0.001)
        assert static.played is not None and static.played.equity is not None
        assert evaluation.static_equity(move) == static.played.equity
        by_wins = evaluate_preendgame(static, PreendgamePlan(limits=SearchLimits(memory=1)), WORDS)
        assert not by_wins.is_by_spread
        with_phony = by_wins.with_phony(evaluation.phony, static.played.equity)
        assert with_phony.equity(move) == static.played.equity
        best = with_phony.static_equity(by_wins.result.best.move)
        assert best is not None
        assert with_phony.equity_lost(move) == pytest.approx(best - static.played.equity)


def test_one_of_which_less_is_known_than_of_the_others_has_no_figures() -> None:
    (static, move), *_ = close(1, 1)
    evaluation = evaluation_of(analyzed(static))
    assert evaluation.phony is not None
    without_spread = evaluation.phony.with_simulated(None)
    assert without_spread.spread_source is None
    assert replace(evaluation, phony=None).with_phony(without_spread, 0.0).find(move) is None


def test_one_that_leaves_tiles_is_estimated() -> None:
    for static, move in close(2, 1):
        found = evaluation_of(
            analyzed(static, replace(PLAN, preendgame=PreendgamePlan(limits=SearchLimits(nodes=10))))
        )
        assert found.phony is not None and found.phony.spread_source is not None
        assert found.win_chance(move) is not None


def test_where_nothing_is_known_of_the_best_move_it_has_no_figures() -> None:
    (static, move), *_ = close(1, 1)
    phony = evaluation_of(analyzed(static)).phony
    assert phony is not None
    stopped: SearchControl[Any] = SearchControl(should_stop=lambda: True)
    unknown = evaluate_preendgame(static, PreendgamePlan(), WORDS, stopped)
    assert unknown.result.best.win_source is None
    assert unknown.with_phony(phony, 0.0).find(move) is None


def test_any_number_of_workers_finds_the_same() -> None:
    for static, move in close(2, 1)[:3]:
        found = [evaluation_of(analyzed(static, workers=workers)).find(move) for workers in (1, 3)]
        assert found[0] == found[1] is not None


def test_it_is_simulated_once() -> None:
    for static, move in close(3, 3)[:1]:
        found = evaluation_of(analyzed(static, WITH_THREE))
        assert isinstance(found, CandidatesEvaluation) and found.rollouts is not None
        assert found.find(move) is not None and found.rollouts.find(move) is None


def test_plays_taken_back_and_valid_ones_are_no_phonies() -> None:
    (static, move), *_ = close(1, 1)
    withdrawn = analyze_position(static.position, WORDS, GREEDY, played=move, is_withdrawn=True)
    assert evaluation_of(analyzed(withdrawn)).phony is None
    valid = analyze_position(static.position, WORDS, GREEDY, played=static.candidates[0].move)
    assert evaluation_of(analyzed(valid)).phony is None


def test_after_a_stop_it_has_no_figures() -> None:
    (static, move), *_ = close(1, 1)
    evaluation = evaluate_preendgame(static, PreendgamePlan(limits=SearchLimits(memory=1)), WORDS)
    stopped: SearchControl[Any] = SearchControl(should_stop=lambda: True)
    found = add_standing_phony(evaluation, static, WORDS, GREEDY, control=stopped)
    assert found == evaluation and found.find(move) is None
    played = static.with_evaluation(found).played
    assert played is not None and played.equity is None


@pytest.mark.parametrize(
    ("limits", "share"),
    [
        (SearchLimits(), SearchLimits(nodes=10_000)),
        (SearchLimits(nodes=25), SearchLimits(nodes=3)),
        (SearchLimits(seconds=20), SearchLimits(seconds=2)),
    ],
)
def test_it_gets_a_tenth_of_the_limits(
    limits: SearchLimits, share: SearchLimits, monkeypatch: pytest.MonkeyPatch
) -> None:
    (static, _), *_ = close(1, 1)
    seen = []

    def search(*arguments: Any, limits: SearchLimits, **options: Any) -> Any:
        seen.append(limits)
        return solve_preendgame_move(*arguments, limits=limits, **options)

    evaluation = evaluation_of(analyzed(static))
    monkeypatch.setattr(standing_phonies, "solve_preendgame_move", search)
    standing_phonies.add_standing_phony(evaluation, static, WORDS, GREEDY, limits=limits)
    assert seen == [share]


@pytest.mark.parametrize(("bag", "plan"), [(1, PLAN), (3, WITH_THREE)])
def test_only_one_that_lost_is_explained(bag: int, plan: AnalysisPlan) -> None:
    gained = lost = 0
    for static, move in close(bag, bag) + close(bag, 4):
        found = analyzed(static, plan)
        evaluation, explained = evaluation_of(found), explain(found, move)
        phony, best = evaluation.phony, evaluation.result.best
        assert explained is not None and phony is not None
        if phony.win > best.win:
            assert not explained.facts
            gained += 1
        elif phony.win < best.win and best.is_settled:
            assert explained.facts
            lost += 1
    assert gained and lost
