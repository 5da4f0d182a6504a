"""Pre-endgames: the search with rollouts for what it has not found."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from analyzed_preendgames import GREEDY, analyses, close_analyses, with_spread
from tiny_preendgames import TINY, WORDS

from movegen import Move, PositionError
from sims import play_static_games
from sims.analysis import (
    PreendgameReport,
    preendgame_search,
    search_preendgame,
    simulate_ends,
    simulated_ends,
)
from sims.analysis.simulated_ends import RolloutBudget
from strategy import (
    PositionAnalysis,
    PreendgameOptions,
    SearchControl,
    SearchLimits,
    analyze_position,
    solve_preendgame,
)
from strategy.endgame import (
    PreendgameMove,
    PreendgameOutcome,
    PreendgameOutcomes,
    PreendgameProgress,
    PreendgameResult,
    SimulatedEnd,
    Source,
)

pytestmark = pytest.mark.core


def test_nothing_is_simulated_of_a_position_that_is_refused() -> None:
    def refuse() -> bool:
        raise AssertionError("it was simulated or searched")

    position = play_static_games([GREEDY] * 2, WORDS, variant=TINY, games=1, seed=3, turns=True).game(0)
    analysis = analyze_position(position.position(2), WORDS, GREEDY)
    assert analysis.position.bag_count > 4
    with pytest.raises(PositionError, match="tiles in the bag"):
        search_preendgame(analysis, WORDS, GREEDY, control=SearchControl(should_stop=refuse))


@pytest.mark.medium
@pytest.mark.parametrize("nodes", [1, 200, None])
def test_what_is_settled_is_the_search_and_the_rest_is_marked(nodes: int | None) -> None:
    sources = set()
    for analysis in analyses():
        limits = SearchLimits(nodes=nodes, memory=1)
        options = PreendgameOptions(all_wins=True, spreads="none")
        found = search_preendgame(analysis, WORDS, GREEDY, options=options, limits=limits)
        plain = solve_preendgame(analysis.position, WORDS, options=options)
        exact = {each.move: each.win for each in plain.moves}
        for each in found.moves:
            sources.add(each.win_source)
            assert each.least_win <= exact[each.move] <= each.most_win
            assert each.least_win <= each.win <= each.most_win
            assert (each.win_source is Source.PROVEN) == (each.least_win == each.most_win)
            if each.win_source is Source.SIMULATED:
                assert each.simulated is not None and each.win_error == each.simulated.win_error
        known = [each.win_source is not None for each in found.moves]
        assert known == sorted(known, reverse=True)
        wins = [each.win for each in found.moves if each.is_settled]
        assert wins == sorted(wins, reverse=True)
    assert (Source.SIMULATED if nodes == 1 else Source.PROVEN) in sources


@pytest.mark.parametrize("spread", [-300, 300])
def test_spread_ranks_where_the_game_is_decided(spread: int) -> None:
    """The best final spread of all moves comes first, proven.

    Four positions have one tile in the bag; of those with two, this one is searched in a tenth of the time.
    """
    two_in_bag = analyses()[9]
    assert two_in_bag.position.bag_count == 2
    for analysis in (*analyses()[1:5], two_in_bag):
        decided = analyze_position(with_spread(analysis.position, spread), WORDS, GREEDY)
        found = search_preendgame(decided, WORDS, GREEDY, limits=SearchLimits(memory=1))
        exact = solve_preendgame(
            decided.position,
            WORDS,
            options=PreendgameOptions(all_wins=True, spreads="all"),
            limits=SearchLimits(memory=1),
        )
        assert found.is_proven and found.best.win == (spread > 0)
        assert found.best.spread_source is Source.PROVEN
        best = max(each.spread for each in exact.moves)
        compared = {each.move for each in found.moves if each.spread_is_settled}
        assert found.best.spread == max(each.spread for each in exact.moves if each.move in compared)
        assert found.best.spread >= best - 3  # of a win only ten moves are compared


def test_reports_follow_the_search() -> None:
    """Bounds narrow, and the last report has what the result has."""
    reports: list[PreendgameReport] = []
    analysis = max(analyses(), key=lambda each: len(each.candidates))
    control = SearchControl(progress=reports.append)
    for workers in (1, 2):
        reports.clear()
        search_preendgame(
            analysis, WORDS, GREEDY, limits=SearchLimits(memory=1, workers=workers), control=control
        )
        for before, after in pairwise(reports):
            if before.progress.moves is after.progress.moves:
                assert (before.progress.least_win <= after.progress.least_win).all()
                assert (before.progress.most_win >= after.progress.most_win).all()
        for report in reports:
            index, known = report.best(), report.progress
            assert 0 <= known.settled[index] <= known.arrangements
            assert (known.least_win <= known.most_win).all()


def test_reports_rank_with_caution() -> None:
    """A rough estimate stands below what is settled, as in the result; simulated spreads decide equals."""
    moves = max(analyses(), key=lambda each: len(each.candidates)).candidates.moves[:4]
    bounds = np.array([0.0, 0.5, 0.5, 0.0]), np.array([1.0, 0.5, 0.5, 1.0])
    wins = np.array([0.52, 0.5, 0.5, np.nan])
    progress = PreendgameProgress(moves, 8, np.array([0, 8, 8, 0], np.int32), *bounds, wins)
    spreads = {moves[1]: 3.0, moves[2]: 9.0}
    ends = {move: SimulatedEnd(0.5, 0.02, spread, 1.0, 500) for move, spread in spreads.items()}
    report = PreendgameReport(ends, progress)
    assert report.ranked() == [2, 1, 0, 3] and report.best() == 2


def test_reports_rank_what_was_searched_above_rollouts() -> None:
    """As the result does where only rollouts put a move first."""
    moves = max(analyses(), key=lambda each: len(each.candidates)).candidates.moves[:4]
    bounds = np.zeros(4), np.ones(4)
    wins = np.array([np.nan, 0.3, np.nan, 0.6])
    progress = PreendgameProgress(moves, 8, np.zeros(4, np.int32), *bounds, wins)
    report = PreendgameReport({moves[0]: SimulatedEnd(0.9, 0.02, 30.0, 1.0, 500)}, progress)
    assert report.ranked() == [3, 1, 0, 2] and report.best() == 3
    unsearched = replace(progress, win=np.full(4, np.nan))
    assert replace(report, progress=unsearched).best() == 0
    behind = PreendgameReport({moves[0]: SimulatedEnd(0.4, 0.02, -9.0, 1.0, 500)}, progress)
    assert behind.ranked() == [3, 0, 1, 2] and behind.best() == 3


def test_the_error_of_a_report_is_that_of_the_result() -> None:
    """Where the open arrangements have the same estimate."""
    analysis = max(analyses(), key=lambda each: len(each.candidates))
    move = analysis.candidates.moves[0]
    lost, open_one = (
        PreendgameOutcome(analysis.position.rack, "", 1, None, upper, 12) for upper in (-1, None)
    )
    outcomes = PreendgameOutcomes.of((lost, open_one, open_one, open_one))
    found = PreendgameMove(move, outcomes, None, 4, is_estimated=True)
    result = PreendgameResult((found,), "rational", 1, 4, None, is_settled=False, nodes=100, seconds=1.0)
    nothing = PreendgameProgress([], 4, np.empty(0, np.int32), *np.empty((3, 0)))
    (error,) = nothing.after(result).win_error
    assert found.win_error is not None and error == pytest.approx(found.win_error) and error > 0.05


def test_an_exception_in_progress_ends_the_search() -> None:
    def fail(_report: PreendgameReport) -> None:
        raise KeyError("progress")

    analysis = max(analyses(), key=lambda each: len(each.candidates))
    options = PreendgameOptions(all_wins=True, spreads="all")
    with pytest.raises(KeyError, match="progress"):
        search_preendgame(analysis, WORDS, GREEDY, options=options, control=SearchControl(progress=fail))


def test_moves_without_figures_come_last() -> None:
    analysis = analyses()[0]
    result = solve_preendgame(analysis.position, WORDS, limits=SearchLimits(nodes=1, memory=1))
    last = result.moves[-1].move
    ends: dict[Move, SimulatedEnd] = {last: SimulatedEnd(0.01, 0.01, -50.0, 1.0, 500)}
    ranked = result.with_simulated(ends)
    unsettled = [each.move for each in ranked.moves if not each.is_settled]
    if last in unsettled:
        assert unsettled[0] == last


def test_a_search_that_is_cut_short_takes_nothing_from_what_is_proven() -> None:
    for analysis in analyses():
        options = PreendgameOptions(all_wins=True, spreads="none")
        proven = solve_preendgame(analysis.position, WORDS, options=options, limits=SearchLimits(memory=1))
        short = solve_preendgame(analysis.position, WORDS, limits=SearchLimits(nodes=1, memory=1))
        both = proven.with_searched(short)
        assert {each.move: each.win for each in both.moves} == {each.move: each.win for each in proven.moves}
        assert all(each.is_settled for each in both.moves) and both.nodes == proven.nodes + short.nodes
        assert set(short.with_searched(proven).moves) == set(both.moves)  # equal ones in another order


def test_a_move_that_only_rollouts_put_first_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    alone: list[Move] = []

    def search(*given: Any, moves: list[Move] | None, **more: Any) -> PreendgameResult:
        alone.extend(moves or ())
        return solve_preendgame(*given, moves=moves, **more)

    monkeypatch.setattr(preendgame_search, "solve_preendgame", search)
    estimated = 0
    for analysis in close_analyses():
        alone.clear()
        found = search_preendgame(analysis, WORDS, GREEDY, limits=SearchLimits(nodes=1, memory=1))
        estimated += found.best.move in alone and found.best.is_estimated
        assert found.best.win_source is not Source.SIMULATED or alone
    assert estimated


def test_without_time_no_move_is_best_that_only_rollouts_look_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rollouts overrate such moves. Once the time is over nothing more is looked at."""
    parts = list[str]()

    def simulate(
        analysis: PositionAnalysis, moves: Sequence[Move], *_: object, **__: object
    ) -> dict[Move, SimulatedEnd]:
        parts.append("simulated")
        return {
            move: SimulatedEnd(1.0, 0.01, 50.0, 1.0, 100)
            for move in moves
            if len(move.tiles_used) < analysis.position.bag_count
        }

    def search(*given: Any, **more: Any) -> PreendgameResult:
        parts.append("searched")
        return solve_preendgame(*given, **more | {"limits": SearchLimits(nodes=300, memory=1)})

    monkeypatch.setattr(preendgame_search, "simulate_ends", simulate)
    monkeypatch.setattr(preendgame_search, "solve_preendgame", search)
    for analysis in close_analyses():
        parts.clear()
        options, limits = PreendgameOptions(spreads="none"), SearchLimits(seconds=1e-4, memory=1)
        found = search_preendgame(analysis, WORDS, GREEDY, options=options, limits=limits)
        assert parts == ["simulated", "searched"]
        assert found.best.win_source in (Source.SEARCHED, Source.PROVEN)


def test_moves_that_the_search_has_dropped_get_rollouts_if_there_is_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def simulate(_: object, moves: Sequence[Move], *__: object, **___: object) -> dict[Move, SimulatedEnd]:
        return {move: SimulatedEnd(0.5, 0.1, 0.0, 10.0, 100) for move in moves}

    monkeypatch.setattr(preendgame_search, "simulate_ends", simulate)
    analysis = max(close_analyses(), key=lambda each: len(each.candidates))

    def unknown(seconds: float | None) -> int:
        limits = SearchLimits(nodes=1, memory=1, seconds=seconds)
        found = search_preendgame(
            analysis, WORDS, GREEDY, options=PreendgameOptions(spreads="none"), limits=limits
        )
        return sum(each.win_source is None for each in found.moves)

    assert unknown(60) == unknown(None) < unknown(4)


def test_with_a_time_limit_all_good_moves_get_static_rollouts_before_some_get_searched_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks: list[tuple[int, RolloutBudget]] = []

    def simulate(*given: Any, budget: RolloutBudget, **more: Any) -> dict[Move, SimulatedEnd]:
        looks.append((len(given[1]), budget))
        return simulate_ends(*given, budget=budget._replace(seconds=None), **more)

    monkeypatch.setattr(preendgame_search, "simulate_ends", simulate)
    monkeypatch.setattr(preendgame_search, "_COMPARED", 2)
    analysis = max(close_analyses(), key=lambda each: len(each.candidates))
    kinds = []
    for limits in (SearchLimits(nodes=1, memory=1), SearchLimits(nodes=1, memory=1, seconds=600)):
        looks.clear()
        found = search_preendgame(analysis, WORDS, GREEDY, limits=limits)
        kinds.append([(count, budget.endgame_nodes) for count, budget in looks if count])
        assert all(each.simulated for each in found.moves[:2] if not each.spread_is_settled)
    without, limited = kinds
    searched = next(count for count, nodes in without if nodes)
    assert searched > 2 and all(count <= 2 for count, nodes in limited if nodes)
    assert sum(count for count, nodes in limited if not nodes) > sum(
        count for count, nodes in without if not nodes
    )


def test_a_search_begins_with_what_rollouts_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Static replies overrate plays that leave tiles: a share of 30 % is worth 9 %."""
    priors = list[dict[Move, float]]()

    def search(*given: Any, **more: Any) -> PreendgameResult:
        priors.append(more["priors"])
        return solve_preendgame(*given, **more)

    monkeypatch.setattr(preendgame_search, "solve_preendgame", search)
    for analysis in close_analyses():
        priors.clear()
        search_preendgame(analysis, WORDS, GREEDY, limits=SearchLimits(nodes=1, memory=1))
        leaving = preendgame_search.leaving_tiles(analysis, None)
        ends = simulate_ends(analysis, leaving, WORDS, GREEDY, budget=simulated_ends.FIRST_LOOK)
        assert priors[0] == {move: end.win for move, end in ends.items()} != {}


@pytest.mark.parametrize("nodes", [1, 2000])
def test_the_same_for_any_number_of_workers(nodes: int) -> None:
    for analysis in close_analyses()[:2]:
        one, three = (
            search_preendgame(
                analysis, WORDS, GREEDY, limits=SearchLimits(nodes=nodes, memory=1, workers=workers)
            )
            for workers in (1, 3)
        )
        assert one.moves == three.moves


def test_rollouts_that_a_time_limit_cut_short_replace_no_longer_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_short(
        _analysis: object, moves: list[Move], *_: object, budget: RolloutBudget, **__: object
    ) -> dict[Move, SimulatedEnd]:
        few = budget.endgame_nodes is not None
        return {move: SimulatedEnd(float(few), 0.1, 10.0, 1.0, 5 if few else 100) for move in moves}

    monkeypatch.setattr(preendgame_search, "simulate_ends", cut_short)
    analysis = max(analyses(), key=lambda each: len(each.candidates))
    found = search_preendgame(analysis, WORDS, GREEDY, limits=SearchLimits(nodes=1, memory=1))
    rollouts = {each.simulated.rollouts for each in found.moves if each.win_source is Source.SIMULATED}
    assert rollouts == {100}
