"""Pre-endgames: the search with rollouts for what it has not found."""

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_preendgames import TINY, WORDS, some

from movegen import Lexicon, Move, Position, PositionError, read_cgp
from sims import play_static_games
from sims.analysis import (
    PreendgameReport,
    best_moves,
    evaluate_best_moves,
    preendgame_search,
    search_preendgame,
    search_times,
    simulate_ends,
    simulated_ends,
)
from sims.analysis.simulated_ends import RolloutBudget, merge_ends
from strategy import (
    PreendgameOptions,
    SearchControl,
    SearchLimits,
    StaticStrategy,
    analyze_position,
    solve_preendgame,
)
from strategy.analysis import PositionAnalysis, PreendgamePlan
from strategy.endgame import (
    PreendgameMove,
    PreendgameOutcome,
    PreendgameProgress,
    PreendgameResult,
    SimulatedEnd,
    Source,
    can_solve_preendgame,
)

pytestmark = pytest.mark.core

GREEDY = StaticStrategy.load("greedy")


@lru_cache(maxsize=1)
def analyses() -> list[PositionAnalysis]:
    """Positions of tiny games with one or two tiles in the bag; the opponent's racks are not used."""
    batch = play_static_games([GREEDY] * 2, WORDS, variant=TINY, games=60, seed=3, turns=True)
    games = [batch.game(number) for number in range(60)]
    turns = [game.position(turn) for game in games for turn in range(1, len(game.turns) + 1)]
    found = [each for each in turns if each.bag_count in (1, 2) and can_solve_preendgame(each)]
    return [analyze_position(each, WORDS, GREEDY) for each in found[:10]]


def with_spread(position: Position, spread: int) -> Position:
    scores = (500 + spread, 500) if position.on_turn == 0 else (500, 500 + spread)
    return replace(position, scores=scores)


def test_nothing_is_simulated_of_a_position_that_is_refused() -> None:
    def refuse() -> bool:
        raise AssertionError("it was simulated or searched")

    position = play_static_games([GREEDY] * 2, WORDS, variant=TINY, games=1, seed=3, turns=True).game(0)
    analysis = analyze_position(position.position(2), WORDS, GREEDY)
    assert analysis.position.bag_count > 4
    with pytest.raises(PositionError, match="tiles in the bag"):
        search_preendgame(analysis, WORDS, GREEDY, control=SearchControl(should_stop=refuse))


def test_rollouts_are_the_same_each_time_and_say_how_far_to_trust_them() -> None:
    analysis = analyses()[0]
    moves = list(analysis.candidates.moves[:5])
    ends = simulate_ends(analysis, moves, WORDS, GREEDY)
    assert ends == simulate_ends(analysis, moves, WORDS, GREEDY) and list(ends) != []
    for end in ends.values():
        assert end.rollouts == 500 and 0 <= end.win <= 1 and end.win_error >= 1 / 502
    ahead = replace(analysis, position=with_spread(analysis.position, 300))
    sure = simulate_ends(ahead, moves, WORDS, GREEDY)
    assert {end.win for end in sure.values()} == {1.0}
    for move in moves:
        gain = ends[move].spread - analysis.position.spread
        assert sure[move].spread - 300 == pytest.approx(gain, abs=2)  # leaders play for points
    assert simulate_ends(analysis, [], WORDS, GREEDY) == {}
    stopped = SearchControl[None](should_stop=lambda: True)
    few = simulate_ends(analysis, moves, WORDS, GREEDY, control=stopped)
    assert all(end.rollouts < 500 for end in few.values())


def test_rollouts_of_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are simulated a few at a time, which changes nothing, and no longer than the time limit."""
    analysis = max(analyses(), key=lambda each: len(each.candidates))
    moves = list(analysis.candidates.moves)
    together = simulate_ends(analysis, moves, WORDS, GREEDY)
    monkeypatch.setattr(simulated_ends, "CANDIDATES", 2)
    assert len(moves) > 4 and simulate_ends(analysis, moves, WORDS, GREEDY) == together
    hurried = RolloutBudget(seconds=1e-9)
    assert len(simulate_ends(analysis, moves, WORDS, GREEDY, budget=hurried)) <= 2


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


def test_the_error_of_a_report_is_that_of_the_result() -> None:
    """Where the open arrangements have the same estimate."""
    analysis = max(analyses(), key=lambda each: len(each.candidates))
    move = analysis.candidates.moves[0]
    lost, open_one = (
        PreendgameOutcome(analysis.position.rack, "", 1, None, upper, 12) for upper in (-1, None)
    )
    found = PreendgameMove(move, (lost, open_one, open_one, open_one), None, 4, is_estimated=True)
    result = PreendgameResult((found,), "rational", 1, 4, None, is_settled=False, nodes=100, seconds=1.0)
    nothing = PreendgameProgress([], 4, *(np.empty(0, kind) for kind in (np.int32, float, float, float)))
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
        assert short.with_searched(proven).moves == both.moves


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


def test_ends_of_fewer_rollouts_replace_no_others() -> None:
    first, second, third = analyses()[0].candidates.moves[:3]
    few, many = SimulatedEnd(1.0, 0.1, 10.0, 1.0, 5), SimulatedEnd(0.0, 0.1, 10.0, 1.0, 100)
    assert merge_ends({first: many, second: few}, {first: few, second: many, third: few}) == {
        first: many,
        second: many,
        third: few,
    }
    assert merge_ends({first: few}, {first: replace(few, win=0.5)})[first].win == 0.5


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


def close_analyses() -> list[PositionAnalysis]:
    """Positions with one and with two tiles in the bag, in which the player on turn is a little behind."""
    positions = [with_spread(position, -20) for position in some(3, 1, 12, 80) + some(3, 2, 6, 80)]
    return [analyze_position(position, WORDS, GREEDY) for position in positions]


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


@given(st.floats(0.1, 1000), st.lists(st.floats(0, 1), min_size=10, max_size=10))
def test_the_parts_of_an_evaluation_keep_a_strict_limit(seconds: float, used: list[float]) -> None:
    """All parts that there can be; each takes any share of its time."""
    clock = SimpleNamespace(now=5.0)
    clock.monotonic = lambda: clock.now
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_times, "time", clock)
        times = search_times.BestMovesTimes(SearchLimits(seconds=seconds), is_strict=True)
        simulate, halves = times.simulation, lambda: times.search(2)
        parts = [simulate, simulate, halves, simulate, simulate, halves, simulate, simulate]
        limits = []
        for part, share in zip([*parts, lambda: times.search(1), halves], used, strict=True):
            limit = part()
            assert limit is not None
            limits.append(limit)
            clock.now += share * limit
        assert clock.now - 5 <= seconds * (1 + 1e-9) + 0.005  # each may take a millisecond
        assert limits[0] == limits[1] == pytest.approx(seconds / 10)
        assert limits[2] > 0.34 * seconds


def test_the_times_of_an_evaluation_for_people() -> None:
    """The limit is that of the searches, and simulations have a second at least."""
    for seconds, simulation in ((None, None), (2.0, 1.0), (20.0, 2.0)):
        times = search_times.BestMovesTimes(SearchLimits(seconds=seconds), is_strict=False)
        assert times.simulation() == simulation
        halves = None if seconds is None else seconds / 2
        assert (times.search(2), times.search(1)) == (halves, seconds)


def test_the_times_of_a_search_between_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each simulation has a tenth, the searches the rest, and what follows them two tenths, half by half."""
    clock = SimpleNamespace(now=5.0)
    clock.monotonic = lambda: clock.now
    monkeypatch.setattr(search_times, "time", clock)
    times = search_times.SearchTimes(SearchLimits(seconds=20))
    assert times.simulation() == pytest.approx(2)
    clock.now += 3
    assert times.search().seconds == pytest.approx(20 * 0.8 - 3)
    times.begin_last()
    assert times.last() == pytest.approx(2)
    clock.now += 3
    assert times.last() == pytest.approx(0.5)
    unlimited = search_times.SearchTimes(SearchLimits(nodes=5))
    unlimited.begin_last()
    assert (unlimited.simulation(), unlimited.search(), unlimited.last()) == (
        None,
        SearchLimits(nodes=5),
        None,
    )


def test_sampled_arrangements_need_fewer_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """With three tiles in the bag 32 arrangements are searched, so two nodes for each are enough for all."""
    position = max(some(4, 3, 8, 16), key=lambda each: len(each.moves(WORDS)))
    analysis = analyze_position(position, WORDS, GREEDY)
    searched: list[object] = []

    def watched(*arguments: object, **options: object) -> object:
        searched.append(options.get("moves"))
        return solve_preendgame(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(best_moves, "solve_preendgame", watched)
    for more in (0, -1):
        nodes = 2 * 32 * len(analysis.candidates) + more
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
    for analysis in analyses()[1:5]:
        decided = analyze_position(with_spread(analysis.position, -300), WORDS, GREEDY)
        found = evaluate_best_moves(decided, plan, WORDS, GREEDY).result
        assert found.nodes < 6 * best_moves._least_nodes(decided)
        assert not all(each.is_settled for each in found.moves)
        assert all(each.spread_source is Source.SIMULATED for each in found.moves)


def test_a_pass_is_answered_by_a_pass_where_that_is_better() -> None:
    """Static players do not pass: behind by 152 points rollouts would say that the opponent plays on.

    The rack AEIINOT has 7 points, the unseen tiles DJLNORTTV 20: the opponent holds seven of these nine.
    """
    position = read_cgp(
        "14A/12PIX/9D2ODE/9I2NE1/9AR1DAB/5ZYGOTE1O1U/4EAU2OH1k1R/FIGHT2UNMEWS1K/10A4/5BANNERoL2/"
        "1PLEW5S4/4ORIFICES3/7E3UG2/7MAY1QIS1/3CERVELAT1OI1 AEIINOT/ 316/468 0"
    )
    analysis = analyze_position(position, Lexicon.load(), StaticStrategy.load("static"))
    passing = Move.pass_turn(position.variant.tiles)
    end = simulate_ends(analysis, [passing], Lexicon.load(), StaticStrategy.load("static"))[passing]
    assert end.win == 0 and end.spread == pytest.approx(-152 - 7 + 20 * 7 / 9)
