"""Plans of analyses: the method for each position, and its limits."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from movegen.position import Position
from movegen.showing import short_repr
from sims.simulation import SimulationPlan
from strategy.analysis import EndgamePlan, Method, PositionAnalysis, PreendgamePlan
from strategy.endgame import can_solve_preendgame


def has_few_tiles(position: Position) -> bool:
    """Return True if a move may empty the bag."""
    return position.bag_count <= position.rules.rack_size


def can_search_candidates(position: Position) -> bool:
    """Return True if the moves of a position of two players can be simulated and then searched.

    That is a pre-endgame of which nothing is known of the opponent's rack: a search would not use it.
    """
    return not position.racks[1 - position.on_turn] and can_solve_preendgame(position)


@dataclass(frozen=True)
class AnalysisPlan:
    """A plan for each method; None for unused methods. Without any plan the analysis is static.

    `simulation_max_bag` is the maximum number of tiles in the bag of positions that are simulated; None for
    no limit. Where one more turn without a score ends the game it does not apply: score and leave cannot tell
    whether a pass wins. `preendgame_simulation` replaces the simulation of positions with no more tiles in
    the bag than a rack holds; None for no difference. Together with `preendgame` it serves those with
    three and four tiles, too: they are simulated, then the candidates that empty the bag are searched.

    >>> plan = AnalysisPlan(simulation=SimulationPlan(iterations=1000), endgame=EndgamePlan())
    >>> plan.infers, plan.simulation.iterations
    (False, 1000)
    """

    simulation: SimulationPlan | None = None
    endgame: EndgamePlan | None = None
    preendgame: PreendgamePlan | None = None
    simulation_max_bag: int | None = None
    preendgame_simulation: SimulationPlan | None = None

    __repr__ = short_repr

    def select_method(self, analysis: PositionAnalysis) -> Method:
        """Return the method for a position, which depends on the tiles in the bag and on the plans.

        A pre-endgame is simulated if it cannot be searched, or if the plan gives or infers tiles of the
        opponent's rack. Once the game is over there is nothing to look ahead to.
        """
        if analysis.is_over:
            return Method.STATIC
        if analysis.is_endgame:
            return Method.STATIC if self.endgame is None else Method.ENDGAME
        if self._searches_preendgame(analysis):
            return Method.PREENDGAME
        position, most = analysis.position, self.simulation_max_bag
        is_early = most is not None and position.bag_count > most and not position.may_end_without_score
        return Method.STATIC if self.simulation is None or is_early else Method.SIMULATION

    def simulation_before_search(self, position: Position) -> SimulationPlan | None:
        """Return the plan of a simulation whose candidates are searched then; None to search at once."""
        plan, few = self.preendgame, self.preendgame_simulation
        if plan is None or few is None or few.plies != "end":
            return None
        return few if position.bag_count > plan.max_bag else None

    def simulation_of(self, position: Position) -> SimulationPlan:
        """Return the plan for the simulation of a position. Raises ValueError if there is none.

        >>> plan = AnalysisPlan(SimulationPlan(), preendgame_simulation=SimulationPlan(plies="end"))
        >>> game = read_gcg("jackdaw/samples/ann_v_ben.gcg")
        >>> [plan.simulation_of(game.position(turn)).plies for turn in (12, 21)]
        [2, 'end']
        """
        if self.simulation is None:
            raise ValueError("the plan has no simulation")
        few = self.preendgame_simulation
        return self.simulation if few is None or not has_few_tiles(position) else few

    def map_simulations(self, change: Callable[[SimulationPlan], SimulationPlan]) -> "AnalysisPlan":
        """Return this plan with its simulations changed."""
        plans = (self.simulation, self.preendgame_simulation)
        first, few = (None if plan is None else change(plan) for plan in plans)
        return replace(self, simulation=first, preendgame_simulation=few)

    def with_preendgame_workers(self, workers: int) -> "AnalysisPlan":
        """Return the same plan with this number of threads for each pre-endgame."""
        if self.preendgame is None:
            return self
        limits = replace(self.preendgame.limits, workers=workers)
        return replace(self, preendgame=replace(self.preendgame, limits=limits))

    @property
    def infers(self) -> bool:
        """Whether the opponent's rack is inferred from the last move."""
        return self.simulation is not None and self.simulation.infer

    def _searches_preendgame(self, analysis: PositionAnalysis) -> bool:
        plan = self.preendgame
        if plan is None or self._assumes_rack:
            return False
        position = analysis.position
        if self.simulation_before_search(position) is not None:
            return not analysis.obstacle and can_search_candidates(position)
        return plan.suits(analysis)

    @property
    def _assumes_rack(self) -> bool:
        return self.infers or (self.simulation is not None and self.simulation.opponent_rack is not None)
