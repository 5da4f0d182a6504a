"""The plans of puzzles: a quick look that rejects most positions, and a deep one that gives the figures."""

from dataclasses import replace

from jackdaw.review import TURN_EFFORTS
from sims.analysis import AnalysisPlan
from sims.simulation import SimulationPlan
from strategy.search_control import SearchLimits

_SCREENING = SimulationPlan(candidates=15, plies=2, iterations=300)
_CANDIDATES = 40
"""More than a deep analysis simulates: a puzzle must not have a better move further down."""
_CONFIDENCE = 0.999
_PREENDGAME_NODES = 200_000
"""Those of a normal effort: what ten times as many do not prove either is no puzzle, and takes minutes."""


def puzzle_plans(seed: int) -> tuple[AnalysisPlan, AnalysisPlan]:
    """Return the plan of the quick look and that of the deep one, which use unrelated random numbers."""
    deep = TURN_EFFORTS["deep"].plan(seed=seed)
    assert deep.preendgame is not None
    limits = SearchLimits(nodes=_PREENDGAME_NODES, memory=deep.preendgame.limits.memory)
    analysis = replace(deep, preendgame=replace(deep.preendgame, limits=limits)).map_simulations(
        lambda simulation: replace(simulation, candidates=_CANDIDATES, confidence=_CONFIDENCE)
    )
    return AnalysisPlan(replace(_SCREENING, seed=seed ^ 1)), analysis
