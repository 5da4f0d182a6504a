"""Pre-endgames: the best moves of a first search, which a second one searches on."""

from typing import Any

import numpy as np
import pytest
from analyzed_preendgames import GREEDY, analyses, close_analyses, with_spread
from tiny_preendgames import WORDS, some

from sims.analysis import PreendgameReport, best_moves, evaluate_best_moves
from strategy import (
    PreendgameOptions,
    SearchControl,
    SearchLimits,
    analyze_position,
    solve_preendgame,
)
from strategy.analysis import PreendgamePlan
from strategy.endgame import PreendgameProgress, Source

pytestmark = pytest.mark.core


@pytest.mark.medium
def test_the_moves_to_evaluate_are_the_best_of_all() -> None:
    """Not those with the best scores: in some positions the best move is no static candidate."""
    surprises = 0
    for analysis in close_analyses():
        exact = {
            each.move: each.win
            for each in solve_preendgame(
                analysis.position, WORDS, options=PreendgameOptions(all_wins=True, spreads="none")
            ).moves
        }
        plan = PreendgamePlan(moves=1, limits=SearchLimits(nodes=2_000_000, memory=1))
        found = evaluate_best_moves(analysis, plan, WORDS, GREEDY)
        assert found.result.best.win == max(exact.values())
        assert len(found.moves) == 1
        surprises += exact[analysis.candidates.moves[0]] < max(exact.values())
    assert surprises > 0


def test_a_search_that_is_stopped_keeps_what_the_first_one_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = close_analyses()[0]
    plan = PreendgamePlan(moves=3, limits=SearchLimits(nodes=2_000, memory=1))
    stopped = SearchControl[PreendgameReport](should_stop=lambda: True)
    evaluate = best_moves.evaluate_preendgame

    def evaluate_stopped(*given: Any, **options: Any) -> Any:
        return evaluate(*given[:3], stopped, **options)

    monkeypatch.setattr(best_moves, "evaluate_preendgame", evaluate_stopped)
    found = evaluate_best_moves(analysis, plan, WORDS, GREEDY)
    first = solve_preendgame(
        analysis.position,
        WORDS,
        options=PreendgameOptions(spreads="none"),
        limits=SearchLimits(nodes=1_000, memory=1),
    )
    known = {each.move: each for each in first.moves}
    assert found.stopped is not None and found.result.best.is_estimated
    for each in found.result.moves:
        assert each.is_estimated and each.outcomes == known[each.move].outcomes


def test_reports_join_what_both_searches_know() -> None:
    analysis = close_analyses()[0]
    limits = SearchLimits(nodes=1_000, memory=1)
    first = solve_preendgame(
        analysis.position, WORDS, options=PreendgameOptions(spreads="none"), limits=limits
    )
    moves = [each.move for each in first.moves[:2]]
    later = PreendgameProgress(
        moves,
        8,
        np.array([8, 0], np.int32),
        np.array([1.0, 0.0]),
        np.array([1.0, 1.0]),
        np.array([1.0, np.nan]),
    )
    joined = later.after(first)
    assert list(joined.moves) == [each.move for each in first.moves]
    assert (joined.settled[0], joined.least_win[0], joined.win[0]) == (8, 1, 1)
    for index, each in enumerate(first.moves[1:], start=1):
        assert joined.settled[index] == each.count_settled()
        assert (joined.least_win[index], joined.most_win[index]) == (each.least_win, each.most_win)
        assert joined.win[index] == each.win


def test_reports_of_an_evaluation_have_all_moves() -> None:
    analysis = max(close_analyses(), key=lambda each: len(each.candidates))
    seen: list[PreendgameReport] = []
    plan = PreendgamePlan(moves=3, limits=SearchLimits(nodes=20_000, memory=1))
    evaluate_best_moves(analysis, plan, WORDS, GREEDY, control=SearchControl(progress=seen.append))
    assert seen
    for report in seen:
        assert set(report.progress.moves) == set(analysis.candidates.moves)
        assert (report.progress.least_win <= report.progress.most_win).all()


def test_few_nodes_are_spent_on_the_best_static_moves() -> None:
    analysis = max(close_analyses(), key=lambda each: len(each.candidates))
    plan = PreendgamePlan(moves=3, limits=SearchLimits(nodes=50, memory=1))
    found = evaluate_best_moves(analysis, plan, WORDS, GREEDY)
    assert set(found.moves) == set(analysis.best_and_played(3))


def test_sampled_arrangements_need_fewer_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """With three of seven tiles in the bag 35 arrangements are searched, so two nodes for each are enough."""
    position = max(some(4, 3, 8, 16), key=lambda each: len(each.moves(WORDS)))
    analysis = analyze_position(position, WORDS, GREEDY)
    assert PreendgameOptions().count_searched(position) == 35
    searched: list[object] = []

    def watched(*arguments: object, **options: object) -> object:
        searched.append(options.get("moves"))
        return solve_preendgame(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(best_moves, "solve_preendgame", watched)
    for more in (0, -1):
        nodes = 2 * 35 * len(analysis.candidates) + more
        plan = PreendgamePlan(moves=1, limits=SearchLimits(nodes=nodes, memory=1), max_bag=3)
        evaluate_best_moves(analysis, plan, WORDS, GREEDY)
    assert searched == [None]  # all moves, once


def test_the_played_move_is_always_evaluated() -> None:
    analysis = max(close_analyses(), key=lambda each: len(each.candidates))
    plan = PreendgamePlan(moves=2, limits=SearchLimits(nodes=100_000, memory=1))
    best = evaluate_best_moves(analysis, plan, WORDS, GREEDY).moves
    other = next(move for move in analysis.candidates.moves if move not in best)
    played = analyze_position(analysis.position, WORDS, GREEDY, played=other)
    found = evaluate_best_moves(played, plan, WORDS, GREEDY)
    assert set(found.moves) == {*best, other}


@pytest.mark.parametrize("count", [1, 4, 5])
def test_half_of_the_moves_searched_on_empty_the_bag(count: int) -> None:
    """As far as there are so many; the best ones of both kinds."""
    both = 0
    for position in some(4, 2, 8):
        result = solve_preendgame(
            position, WORDS, options=PreendgameOptions(spreads="none"), limits=SearchLimits(nodes=300)
        )
        ranked = [each.move for each in result.moves]
        emptying = [move for move in ranked if len(move.tiles_used) >= 2]
        leaving = [move for move in ranked if move not in emptying]
        chosen = best_moves._to_search_on(result.moves, 2, count)
        assert len(set(chosen)) == len(chosen) == min(count, len(ranked))
        assert chosen == [move for move in ranked if move in chosen]
        for kind in (emptying, leaving):
            here = [move for move in chosen if move in kind]
            assert set(here) == set(kind[: len(here)])
        assert sum(move in emptying for move in chosen) >= min(len(emptying), count // 2)
        both += bool(emptying) and len(leaving) > count
    assert both


def test_an_evaluation_is_the_same_for_any_number_of_workers() -> None:
    for analysis in close_analyses()[::5]:
        one, three = (
            evaluate_best_moves(
                analysis,
                PreendgamePlan(moves=3, limits=SearchLimits(nodes=20_000, memory=1, workers=workers)),
                WORDS,
                GREEDY,
            )
            for workers in (1, 3)
        )
        assert one.result == three.result


@pytest.mark.parametrize("all_wins", [False, True])
@pytest.mark.parametrize("spread", [-300, 300])
def test_good_moves_are_compared_where_the_game_is_decided(spread: int, all_wins: bool) -> None:
    """The search bounds spreads around a draw only; static equity says which moves may have the best ones."""
    plan = PreendgamePlan(moves=4, limits=SearchLimits(nodes=100_000, memory=1), all_wins=all_wins)
    for analysis in (*analyses()[1:5], analyses()[9]):
        decided = analyze_position(with_spread(analysis.position, spread), WORDS, GREEDY)
        found = evaluate_best_moves(decided, plan, WORDS, GREEDY)
        emptying = [
            each.move
            for each in decided.candidates
            if len(each.move.tiles_used) >= decided.position.bag_count
        ]
        assert emptying[0] in found.moves
        spreads = [each.spread for each in found.result.moves]
        assert spreads == sorted(spreads, reverse=True)


def test_a_game_that_is_decided_at_first_sight_is_not_proven_for_players() -> None:
    """They have the clock of a game; a first look at all moves suffices to choose by spread."""
    plan = PreendgamePlan(moves=4, limits=SearchLimits(nodes=100_000, memory=1), all_wins=False)
    are_settled = []
    for analysis in analyses()[1:5]:
        decided = analyze_position(with_spread(analysis.position, -300), WORDS, GREEDY)
        found = evaluate_best_moves(decided, plan, WORDS, GREEDY).result
        assert found.nodes < 6 * best_moves._least_nodes(decided)
        assert all(each.spread_source is Source.SIMULATED for each in found.moves)
        are_settled += [each.is_settled for each in found.moves]
    assert not all(are_settled)
