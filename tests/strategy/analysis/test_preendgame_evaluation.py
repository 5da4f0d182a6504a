"""Pre-endgames in analyses: which moves win most often, and what the move that was made has cost."""

from dataclasses import replace
from functools import lru_cache

import pytest
from tiny_game import tiny_lexicon, tiny_variant

from movegen import Move, Position
from sims import play_static_games
from sims.analysis import AnalysisPlan, Analyzer
from sims.review import TurnChances
from sims.simulation import SimulationPlan, win_model_for
from strategy import (
    Method,
    PreendgameOptions,
    SearchLimits,
    StaticStrategy,
    analyze_position,
    solve_preendgame,
)
from strategy.analysis import PositionAnalysis, PreendgameEvaluation, PreendgamePlan, evaluate_preendgame

pytestmark = pytest.mark.core

TINY, WORDS = tiny_variant(), tiny_lexicon()
GREEDY = StaticStrategy.load("greedy")
PLAN = PreendgamePlan(moves=4, limits=SearchLimits(memory=1))


@lru_cache(maxsize=1)
def positions() -> list[Position]:
    """Turns of tiny games with one tile in the bag, no two turns without a score behind them."""
    games = play_static_games([GREEDY] * 2, WORDS, variant=TINY, games=60, seed=3, turns=True)
    played = [games.game(number) for number in range(60)]
    turns = [game.position(turn) for game in played for turn in range(1, len(game.turns) + 1)]
    return [each for each in turns if each.bag_count == 1 and each.scoreless_turns < 2][:12]


def analyzed(
    position: Position, played: Move | None = None, plan: PreendgamePlan = PLAN
) -> tuple[PositionAnalysis, PreendgameEvaluation]:
    static = analyze_position(position, WORDS, GREEDY, played=played)
    evaluation = evaluate_preendgame(static, plan, WORDS)
    return static.with_evaluation(evaluation), evaluation


def test_the_best_and_the_played_move_are_those_of_the_solver() -> None:
    """The chance lost is the difference of their wins; the best wins most often of those looked at."""
    lost = 0.0
    for position in positions():
        moves = position.moves(WORDS)
        static = analyze_position(position, WORDS, GREEDY)
        played = static.candidates.moves[len(moves) - 1]
        found, evaluation = analyzed(position, played)
        looked_at = [*static.candidates.moves[: PLAN.moves], played]
        exact = solve_preendgame(
            position,
            WORDS,
            moves=looked_at,
            options=PreendgameOptions(all_wins=True, spreads="none"),
            limits=SearchLimits(memory=1),
        )
        wins = {each.move: each.win for each in exact.moves}
        assert {each.move: each.win for each in evaluation.result.moves} == wins
        assert found.method is Method.PREENDGAME and evaluation.stopped is None
        chances = TurnChances.of(found, win_model_for(TINY))
        assert (chances.best, chances.played) == (max(wins.values()), wins[played])
        assert found.best is not None and found.played is not None
        assert wins[found.best.move] == chances.best
        order = [(each.win, found.static_equity(each.move)) for each in evaluation.result.moves]
        assert order == sorted(order, reverse=True)
        better = sum(each > order[[m.move for m in evaluation.result.moves].index(played)] for each in order)
        assert found.played.rank == 1 + better
        static_best = found.static_equity(evaluation.result.best.move)
        assert found.played.equity_lost == max(0.0, round(static_best - found.played.equity, 3))
        lost += chances.lost or 0.0
    assert lost > 0


def test_points_are_by_spread_where_all_are_known() -> None:
    for position in positions()[:6]:
        found, evaluation = analyzed(position, plan=replace(PLAN, spreads="all"))
        spreads = {each.move: each.spread for each in evaluation.result.moves}
        assert evaluation.is_by_spread and found.best is not None
        assert found.best.equity == round(spreads[found.best.move] - position.spread, 3)
        most = evaluation.result.best.win
        assert spreads[found.best.move] == max(e.spread for e in evaluation.result.moves if e.win == most)


def test_threads_and_limits_change_nothing_but_the_time() -> None:
    """Results at a node limit are the same for 1 and 3 threads, and are reported as not proven."""
    stopped = 0
    for position in positions()[:6]:
        for nodes in (1, 40, None):
            limits = [SearchLimits(nodes=nodes, memory=1, workers=workers) for workers in (1, 3)]
            one, three = (analyzed(position, plan=replace(PLAN, limits=each))[1] for each in limits)
            assert one.result.moves == three.result.moves and one.stopped == three.stopped
            assert one.stopped == (None if one.result.is_settled else "nodes")
            stopped += one.stopped is not None
    assert stopped


def test_a_play_taken_back_is_a_pass() -> None:
    position = positions()[0]
    static = analyze_position(position, WORDS, GREEDY)
    static = analyze_position(position, WORDS, GREEDY, played=static.candidates[0].move, is_withdrawn=True)
    evaluation = evaluate_preendgame(static, PLAN, WORDS)
    found = static.with_evaluation(evaluation)
    assert found.counted_move == Move.pass_turn(TINY.tiles) and evaluation.find(found.counted_move)
    assert found.played is not None and found.played.rank is None


def test_what_a_move_lost_that_was_not_searched_is_unknown() -> None:
    """As of a phony: its static loss says nothing beside the values of a search."""
    position = positions()[0]
    moves = position.moves(WORDS)
    _, evaluation = analyzed(position, plan=replace(PLAN, moves=1))
    static = analyze_position(position, WORDS, GREEDY, played=moves[len(moves) - 1])
    assert evaluation.find(moves[len(moves) - 1]) is None and static.played is not None
    assert static.played.equity_lost is not None and static.played.rank is not None
    played = static.with_evaluation(evaluation).played
    assert played is not None and (played.rank, played.equity, played.equity_lost) == (None, None, None)


def test_positions_that_cannot_be_searched() -> None:
    """Such positions are simulated if there is a plan, else static; inference implies simulation."""
    simulation = SimulationPlan(candidates=2, iterations=5)
    position = positions()[0]

    def method(position: Position, *plans: object) -> Method:
        plan = AnalysisPlan(*plans)  # type: ignore[arg-type]
        return Analyzer(WORDS, GREEDY, plan).position(position).method

    assert method(position, simulation, None, PLAN) is Method.PREENDGAME
    assert method(position, None, None, PLAN) is Method.PREENDGAME
    assert method(position, simulation) is Method.SIMULATION
    assert method(position) is Method.STATIC
    assert method(position, replace(simulation, infer=True), None, PLAN) is Method.SIMULATION
    assert method(position, simulation, None, replace(PLAN, max_bag=0)) is Method.SIMULATION
    refused = replace(position, scoreless_turns=2)
    assert method(refused, simulation, None, PLAN) is Method.SIMULATION
    assert method(refused, None, None, PLAN) is Method.STATIC
