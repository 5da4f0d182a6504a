"""The moves of players that search pre-endgames; their settings are a `PreendgameConfig`."""

import time
from typing import Any

from movegen.board import Move
from movegen.lexicon import Lexicon
from movegen.position import Position
from sims.analysis import evaluate_best_moves, evaluate_candidates
from sims.games.simulation_player import LEAST_ITERATIONS
from sims.simulation import SimulationPlan
from strategy.analysis import (
    MAX_SEARCHED_BAG,
    PreendgameEvaluation,
    PreendgamePlan,
    StopReason,
    analyze_position,
)
from strategy.endgame import Source
from strategy.leaves import MILLI
from strategy.players import PreendgameConfig, StaticStrategy
from strategy.search_control import NO_CONTROL, SearchControl, SearchLimits

_LEAST_SECONDS = 0.1
"""The time below which searches and rollouts say less than static evaluation."""


def preendgame_move(
    config: PreendgameConfig,
    position: Position,
    lexicon: Lexicon,
    evaluator: StaticStrategy,
    seconds: float | None = None,
    control: SearchControl[Any] = NO_CONTROL,
    *,
    simulation_plan: SimulationPlan | None = None,
) -> tuple[Move, int]:
    """Return the move that wins most often, draws counting half, and its gain in milli-points.

    With three or four tiles in the bag a player that simulates does so first, by `simulation_plan`, and
    then searches the candidates that empty the bag; see `evaluate_candidates`.
    Among moves that win equally often it is the one with the highest final spread in rollouts by `evaluator`.
    The gain is that on the opponent until the end of the game, a mean of these rollouts unless it is exact.
    `seconds` is a limit in addition to that of the configuration. All parts together keep to the shorter one;
    with less than a tenth of a second the best static move is made. Without either the same arguments give
    the same move. `control` can stop the search, which gives the best move so far; while nothing is known of
    the best static move, that one. Raises the errors of `solve_preendgame`.
    """
    limits = [limit for limit in (config.seconds, seconds) if limit is not None]
    end = time.monotonic() + min(limits) if limits else None
    analysis = analyze_position(position, lexicon, evaluator)
    left = None if end is None else end - time.monotonic()
    if left is not None and left < _LEAST_SECONDS:
        return analysis.candidates[0].move, int(analysis.candidates.equities[0])
    plan = PreendgamePlan(
        moves=config.moves,
        limits=SearchLimits(memory=config.memory, seconds=left, nodes=config.nodes),
        max_bag=config.bag,
        all_wins=False,
    )
    if simulation_plan is None or position.bag_count <= MAX_SEARCHED_BAG:
        evaluation = evaluate_best_moves(analysis, plan, lexicon, evaluator, control=control, is_strict=True)
    else:
        evaluation = evaluate_candidates(analysis, plan, simulation_plan, lexicon, evaluator, control=control)
    best, expected = evaluation.moves[0], analysis.candidates[0].move
    is_unknown = control.is_stopped and evaluation.win_chance(expected) is None
    if is_unknown or _has_hardly_begun(evaluation):
        best = expected
    return best, round((evaluation.equity(best) or 0.0) * MILLI)


def _has_hardly_begun(evaluation: PreendgameEvaluation) -> bool:
    """Return True if a limit of time left so few rollouts that static evaluation says more."""
    end = evaluation.result.best.simulated
    is_simulated = evaluation.result.best.win_source is Source.SIMULATED
    was_cut_short = evaluation.stopped in (StopReason.TIME, StopReason.INTERRUPTED)
    return was_cut_short and is_simulated and end is not None and end.rollouts < LEAST_ITERATIONS
