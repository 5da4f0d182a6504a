"""Pre-endgames with three tiles in the bag: a simulation, and a search of the candidates that empty it."""

from dataclasses import replace
from functools import cache
from math import hypot
from typing import Any

import numpy as np
import pytest
from analyzed_preendgames import GREEDY, with_spread
from tiny_preendgames import WORDS, some

from sims.analysis import AnalysisPlan, Analyzer, PreendgameReport, evaluate_candidates, simulated_candidates
from sims.simulation import SimulationEvaluation, SimulationPlan
from strategy import PreendgameOptions, SearchControl, SearchLimits, analyze_position, solve_preendgame
from strategy.analysis import Method, PositionAnalysis, PreendgameEvaluation, PreendgamePlan, StopReason
from strategy.endgame import Source

pytestmark = pytest.mark.core

SIMULATED = SimulationPlan(candidates=6, iterations=60).with_few_tiles()
PLAN = PreendgamePlan(limits=SearchLimits(nodes=20_000, memory=1))


@cache
def close(bag: int = 3, count: int = 6) -> list[PositionAnalysis]:
    """Positions in which moves may empty the bag, and the player on turn is a little behind."""
    positions = [with_spread(position, -20) for position in some(4, bag, count, 200)]
    return [analyze_position(position, WORDS, GREEDY) for position in positions]


def evaluate(
    analysis: PositionAnalysis,
    plan: PreendgamePlan = PLAN,
    control: SearchControl[PreendgameReport] | None = None,
    simulated: SimulationPlan = SIMULATED,
) -> PreendgameEvaluation:
    more = {} if control is None else {"control": control}
    return evaluate_candidates(analysis, plan, simulated, WORDS, GREEDY, **more)


def test_candidates_that_empty_the_bag_are_proven_and_the_others_simulated() -> None:
    proven = simulated = 0
    for analysis in close():
        for found in evaluate(analysis).result.moves:
            if len(found.move.tiles_used) < 3:
                assert found.possible_win == 1 and found.win_source is not Source.PROVEN
                simulated += found.win_source is Source.SIMULATED
                continue
            every = PreendgameOptions(all_wins=True, spreads="none", samples=10**6)
            exact = solve_preendgame(analysis.position, WORDS, moves=[found.move], options=every).best
            assert found.win_source is Source.PROVEN and found.win == pytest.approx(exact.win)
            proven += 1
    assert proven and simulated


def test_rollouts_tell_the_spreads() -> None:
    for analysis in close():
        for found in evaluate(analysis).result.moves:
            assert found.spread_is_settled or found.spread_source is Source.SIMULATED


def test_the_played_move_is_a_candidate() -> None:
    """However bad it is: its loss is to be known."""
    position = close()[0].position
    last = close()[0].candidates.moves[-1]
    analysis = analyze_position(position, WORDS, GREEDY, played=last)
    found = evaluate(analysis, simulated=replace(SIMULATED, candidates=1, screened=1))
    assert last in found.moves and found.win_chance(last) is not None


def test_an_evaluation_is_the_same_for_any_number_of_workers() -> None:
    plan = AnalysisPlan(SIMULATED, preendgame=PLAN, preendgame_simulation=SIMULATED)
    for analysis in close(count=3):
        one, two = (Analyzer(WORDS, GREEDY, plan, workers=workers).deepen(analysis) for workers in (1, 2))
        assert one.method is Method.PREENDGAME
        assert one.evaluation == two.evaluation


def test_few_nodes_leave_estimates_and_say_so() -> None:
    found = evaluate(close()[0], replace(PLAN, limits=SearchLimits(nodes=1, memory=1)))
    assert found.stopped is StopReason.NODES and not any(each.is_proven for each in found.result.moves)
    assert evaluate(close()[0]).stopped is None


def test_without_limits_the_search_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []
    solve = solve_preendgame
    monkeypatch.setattr(
        simulated_candidates,
        "solve_preendgame",
        lambda *given, **options: searched.append(options["limits"]) or solve(*given, **options),
    )
    evaluate(close()[0], PreendgamePlan(limits=SearchLimits(memory=1)))
    assert [limits.nodes for limits in searched] == [None, 100_000]


def test_a_time_limit_is_that_of_both_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[SimulationPlan] = []
    simulate = simulated_candidates.simulation.evaluate_by_simulation

    def simulate_noting(
        analysis: PositionAnalysis, plan: SimulationPlan, *given: Any, **options: Any
    ) -> SimulationEvaluation:
        plans.append(plan)
        return simulate(analysis, replace(plan, seconds=None), *given, **options)

    monkeypatch.setattr(simulated_candidates.simulation, "evaluate_by_simulation", simulate_noting)
    found = evaluate(close()[0], PreendgamePlan(limits=SearchLimits(seconds=60, memory=1)))
    assert plans[0].seconds == 30 and found.stopped is None
    hurried = replace(SIMULATED, seconds=10)
    evaluate(close()[0], PreendgamePlan(limits=SearchLimits(seconds=60, memory=1)), simulated=hurried)
    assert plans[1].seconds == 10


def test_a_time_limit_that_ends_the_simulation_is_told() -> None:
    short = replace(SIMULATED, confidence=None, iterations=100_000, seconds=0.01)
    assert evaluate(close()[0], simulated=short).stopped is StopReason.TIME


def test_reports_begin_with_rollouts_and_go_on_with_proofs() -> None:
    reports: list[PreendgameReport] = []
    control = SearchControl(progress=reports.append)
    whole = replace(SIMULATED, iterations=400, confidence=None)
    found = evaluate(close()[0], control=control, simulated=whole)
    assert np.isnan(reports[0].progress.win).all()
    first, last = (max(end.rollouts for end in each.simulated.values()) for each in (reports[0], reports[-1]))
    assert first < 400 == last
    assert set(reports[-1].progress.moves) == set(found.moves)


def test_moves_stand_in_static_order_while_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = max(close(), key=lambda each: len(each.candidates))
    monkeypatch.setattr(simulated_candidates, "ends_of", lambda found, position: {})
    found = evaluate(analysis, control=SearchControl(should_stop=lambda: True))
    static = list(analysis.candidates.moves[: SIMULATED.candidates])
    assert found.moves == static
    assert not any(found.win_chance(move) for move in static)


def test_nothing_is_searched_once_the_simulation_is_stopped() -> None:
    found = evaluate(close()[0], control=SearchControl(should_stop=lambda: True))
    assert found.stopped is StopReason.INTERRUPTED
    assert all(each.win_source is Source.SIMULATED for each in found.result.moves)


def test_what_is_known_of_the_opponents_rack_is_simulated() -> None:
    """A search would not use it."""
    plan = AnalysisPlan(SIMULATED, preendgame=PLAN, preendgame_simulation=SIMULATED)
    analysis = close()[0]
    assert plan.select_method(analysis) is Method.PREENDGAME
    position = analysis.position
    tile = position.variant.tiles.parse_rack(str(position.unseen)[:1])
    racks = [tile, tile]
    racks[position.on_turn] = position.rack
    known = analyze_position(replace(position, racks=tuple(racks)), WORDS, GREEDY)
    assert plan.select_method(known) is Method.SIMULATION


def test_rollouts_of_some_plies_are_no_part_of_a_search() -> None:
    """They do not tell how a game ends."""
    short = replace(SIMULATED, plies=2)
    plan = AnalysisPlan(short, preendgame=PLAN, preendgame_simulation=short)
    assert plan.select_method(close()[0]) is Method.SIMULATION
    two = close(2, 1)[0]
    assert plan.select_method(two) is Method.PREENDGAME
    assert isinstance(Analyzer(WORDS, GREEDY, plan).deepen(two).evaluation, PreendgameEvaluation)


def test_moves_that_rollouts_misjudge_alike_differ_by_less_than_independent_errors() -> None:
    found = evaluate(close()[0])
    proven, *_ = (each for each in found.result.moves if each.is_proven)
    first, second, *_ = (each for each in found.result.moves if each.win_source is Source.SIMULATED)
    assert first.win_error and second.win_error
    alike = found.win_difference_error(first.move, second.move)
    assert alike == pytest.approx(0.6 * hypot(first.win_error, second.win_error))
    assert found.win_difference_error(proven.move, second.move) == second.win_error
