"""Efforts: the limits of quick, normal and deep analyses.

All limits are counts of iterations and nodes: the same seed gives the same report on any machine.
"""

from dataclasses import dataclass

from jackdaw.options import EffortName
from sims.analysis import AnalysisPlan
from sims.simulation import SimulationPlan
from strategy.analysis import MAX_SEARCHED_BAG, EndgamePlan, PreendgamePlan
from strategy.players import Plies
from strategy.search_control import SearchLimits

FEW_TILES = 7
"""Maximum number of tiles in the bag of positions that a quick analysis simulates: one move may empty it."""


@dataclass(frozen=True)
class Effort:
    """The limits of the analysis of a position.

    Attributes
    ----------
    max_bag:    maximum number of tiles in the bag of positions that are simulated, except where one more turn
                without a score ends the game; None for no limit. Score and leave mislead most where few tiles
                are left.
    candidates: the number of best static moves simulated; the played move is always simulated.
    plies, iterations: the limits of the simulation.
    nodes:      the limit of endgame searches: the one for the best moves and the one for the played move.
    memory:     the limit of a search in megabytes.
    preendgame_nodes: the limit of the search of pre-endgames.
    ending_nodes: the limit of the endgame search within a rollout, where few tiles are in the bag; None to
                simulate them like all others.
    """

    max_bag: int | None
    candidates: int
    plies: Plies
    iterations: int
    nodes: int
    memory: int
    preendgame_nodes: int
    ending_nodes: int | None = None

    @property
    def simulates(self) -> bool:
        """Whether all positions with tiles in the bag are simulated."""
        return self.max_bag is None

    def plan(self, *, seed: int = 0, moves: int = 10) -> AnalysisPlan:
        """Return the plan for a position; `moves` moves of an endgame get exact values."""
        simulation = SimulationPlan(self.candidates, self.plies, self.iterations, seed=seed)
        return AnalysisPlan(
            simulation,
            EndgamePlan(moves, SearchLimits(nodes=self.nodes, memory=self.memory)),
            self.plan_preendgame(SearchLimits(nodes=self.preendgame_nodes, memory=self.memory)),
            self.max_bag,
            self.plan_few_tiles(simulation),
        )

    def plan_few_tiles(self, simulation: SimulationPlan) -> SimulationPlan | None:
        """Return the plan for the simulation of positions with few tiles in the bag; None for the same."""
        return None if self.ending_nodes is None else simulation.with_few_tiles(self.ending_nodes)

    def plan_preendgame(self, limits: SearchLimits) -> PreendgamePlan:
        """Return the plan for pre-endgames: without simulations only those with one tile in the bag."""
        return PreendgamePlan(limits=limits, max_bag=MAX_SEARCHED_BAG if self.simulates else 1)


TURN_EFFORTS: dict[EffortName, Effort] = {
    "quick": Effort(FEW_TILES, 10, 2, 300, nodes=50_000, memory=64, preendgame_nodes=5_000),
    "normal": Effort(None, 15, 2, 5_000, nodes=200_000, memory=64, preendgame_nodes=200_000, ending_nodes=30),
    "deep": Effort(
        None, 25, 4, 10_000, nodes=2_000_000, memory=256, preendgame_nodes=2_000_000, ending_nodes=100
    ),
}
"""The efforts for each turn of a game; docs/game-report.md gives their times."""
POSITION_EFFORTS: dict[EffortName, Effort] = {
    "quick": Effort(FEW_TILES, 10, 2, 300, nodes=200_000, memory=256, preendgame_nodes=5_000),
    "normal": Effort(
        None, 15, 2, 5_000, nodes=2_000_000, memory=256, preendgame_nodes=400_000, ending_nodes=30
    ),
    "deep": Effort(
        None, 25, 4, 10_000, nodes=10_000_000, memory=256, preendgame_nodes=10_000_000, ending_nodes=100
    ),
}
"""The efforts for a single position that is shown in full."""
