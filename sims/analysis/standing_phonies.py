"""A phony that stood in a pre-endgame: what it was worth on the board."""

from concurrent.futures import Executor
from dataclasses import replace
from math import ceil
from typing import Any

from movegen.lexicon import Lexicon
from sims.analysis.simulated_ends import DEFAULT_BUDGET, simulate_ends
from strategy.analysis import NODES_PER_POSITION, PositionAnalysis, PreendgameEvaluation
from strategy.endgame import PreendgameOptions, solve_preendgame_move
from strategy.players import StaticStrategy
from strategy.search_control import DEFAULT_LIMITS, NO_CONTROL, SearchControl, SearchLimits

_SHARE = 0.1
"""The share of the limits of a search that its phony gets besides."""


def add_standing_phony(
    evaluation: PreendgameEvaluation,
    analysis: PositionAnalysis,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    *,
    limits: SearchLimits = DEFAULT_LIMITS,
    executor: Executor | None = None,
    control: SearchControl[Any] = NO_CONTROL,
) -> PreendgameEvaluation:
    """Search and simulate the played move if it is a phony that was not taken back, as if it stayed.

    analysis: static, with the played move.
    limits:   those of the evaluation, of which the search gets a tenth and the simulation another.

    Returns the evaluation as it is if there is no such move, or nothing is found out before a stop. See
    `solve_preendgame` for the errors.
    """
    played, phony = analysis.played, analysis.standing_phony
    if phony is None or played is None or played.equity is None or control.is_stopped:
        return evaluation
    limits = _share(limits)
    ends = simulate_ends(
        analysis,
        [phony],
        lexicon,
        strategy,
        executor=executor,
        control=control.silent,
        budget=DEFAULT_BUDGET._replace(seconds=limits.seconds),
    )
    searched = solve_preendgame_move(
        analysis.position,
        phony,
        lexicon,
        options=PreendgameOptions(spreads="none"),
        limits=limits,
        control=control.silent,
    )
    return evaluation.with_phony(searched.with_simulated(ends.get(phony)), played.equity)


def _share(limits: SearchLimits) -> SearchLimits:
    nodes, seconds = limits.nodes, limits.seconds
    if nodes is None and seconds is None:
        nodes = NODES_PER_POSITION
    return replace(
        limits,
        nodes=None if nodes is None else ceil(_SHARE * nodes),
        seconds=None if seconds is None else _SHARE * seconds,
    )
