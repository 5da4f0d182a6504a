"""How much work an analysis is given: quick, normal or deep, or so many seconds a turn.

All limits but seconds are counts of iterations and nodes: the same seed gives the same report on any machine.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from sims.looking_ahead import TurnMethods
    from strategy.preendgame_analysis import PreendgamePlan
    from strategy.simulation_config import Plies

EffortName = Literal["quick", "normal", "deep"]


@dataclass(frozen=True)
class Effort:
    """What a position is given.

    Attributes
    ----------
    simulates:  whether it is simulated while there are tiles in the bag.
    candidates: so many of the best static moves are, and the one that was played.
    plies, iterations: of the simulation.
    nodes:      of the search where the bag is empty, and of the one for what was played.
    memory:     of a search: megabytes.
    preendgame_nodes: of the search with one tile in the bag.
    """

    simulates: bool
    candidates: int
    plies: "Plies"
    iterations: int
    nodes: int
    memory: int
    preendgame_nodes: int

    @property
    def preendgame(self) -> "PreendgamePlan":
        """How positions with one tile in the bag are searched."""
        from strategy.preendgame_analysis import PreendgamePlan

        return PreendgamePlan(nodes=self.preendgame_nodes, memory=self.memory)

    def methods(self, *, seed: int = 0, moves: int = 10) -> "TurnMethods":
        """How a turn is looked ahead in; `moves` of an endgame get exact values."""
        from sims.looking_ahead import TurnMethods
        from sims.simulation_plan import SimulationPlan
        from strategy.endgame_analysis import EndgamePlan

        plan = SimulationPlan(self.candidates, self.plies, self.iterations, seed=seed)
        return TurnMethods(
            plan if self.simulates else None,
            EndgamePlan(moves, nodes=self.nodes, memory=self.memory),
            self.preendgame,
        )


OF_A_TURN: dict[EffortName, Effort] = {
    "quick": Effort(False, 15, 2, 5_000, nodes=50_000, memory=64, preendgame_nodes=5_000),
    "normal": Effort(True, 15, 2, 5_000, nodes=200_000, memory=64, preendgame_nodes=200_000),
    "deep": Effort(True, 25, 4, 10_000, nodes=2_000_000, memory=256, preendgame_nodes=2_000_000),
}
"""Of each turn of a game. Figures are measured in docs/game-report.md."""
OF_A_POSITION: dict[EffortName, Effort] = {
    "quick": Effort(False, 15, 2, 5_000, nodes=200_000, memory=256, preendgame_nodes=5_000),
    "normal": Effort(True, 15, 2, 5_000, nodes=2_000_000, memory=256, preendgame_nodes=1_000_000),
    "deep": Effort(True, 25, 4, 10_000, nodes=10_000_000, memory=256, preendgame_nodes=10_000_000),
}
"""Of a position that is shown in full, which somebody waits for."""
