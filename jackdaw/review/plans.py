"""Plans for the simulation and search of positions and turns, from the options of a command."""

from dataclasses import dataclass, replace
from functools import partial

from jackdaw.options import EffortName, RolloutOptions, SimulationOptions
from jackdaw.review.effort import POSITION_EFFORTS, TURN_EFFORTS, Effort
from movegen.errors import JackdawError, NotationError
from movegen.variant import Rack, TileSet
from sims.analysis import AnalysisPlan
from sims.simulation import SimulationPlan
from strategy.analysis import EndgamePlan
from strategy.players import Plies
from strategy.search_control import SearchLimits

MAX_CANDIDATES = 60
"""Maximum number of candidates simulated because they are shown; options may request more."""


def plan_simulation(
    options: RolloutOptions,
    *,
    candidates: int,
    iterations: int,
    plies: Plies = 2,
    opponent_rack: Rack | None = None,
) -> SimulationPlan:
    """Plan a simulation; `candidates`, `iterations` and `plies` are the defaults of the options."""
    return SimulationPlan(
        candidates=options.candidates or candidates,
        plies=plies if options.plies is None else options.plies,
        iterations=iterations if options.iterations is None and options.time is None else options.iterations,
        seconds=options.time,
        confidence=None if options.confidence is None else options.confidence / 100,
        rank_by=options.rank_by,
        seed=options.seed,
        opponent_rack=opponent_rack,
        infer=options.infer,
    )


def plan_few_tiles(
    options: RolloutOptions, simulation: SimulationPlan, endgame_nodes: int | None
) -> SimulationPlan | None:
    """Plan the simulation of positions with few tiles in the bag, as far as the options leave that open.

    `endgame_nodes` is for the endgames of the rollouts. None, as well as a number of plies among the options,
    gives no plan of their own.
    """
    if endgame_nodes is None or options.plies is not None:
        return None
    plan = simulation.with_few_tiles(endgame_nodes)
    return plan if options.iterations is None else replace(plan, iterations=options.iterations)


@dataclass(frozen=True)
class Planner:
    """A planner for `analyze`, by its options.

    `shown` is the number of candidates shown per position, `default` the effort for the turns of games.
    """

    options: SimulationOptions
    shown: int
    default: EffortName = "normal"

    @property
    def turn_effort(self) -> Effort | None:
        """The effort for each turn of a game; None for static evaluation."""
        options = self.options
        if options.method == "static":
            return None
        simulates = options.method == "simulation" or options.time_per_turn is not None
        return TURN_EFFORTS[options.effort or ("normal" if simulates else self.default)]

    @property
    def position_effort(self) -> Effort | None:
        """The effort for a position that is shown in full; None for static evaluation."""
        return None if self.options.method == "static" else POSITION_EFFORTS[self.options.effort or "normal"]

    def turn_plan(self, effort: Effort) -> AnalysisPlan:
        """Plan the analysis of each turn of a game.

        Unless turns are simulated, --time limits only the position that is shown.
        """
        planner = self if effort.simulates else replace(self, options=replace(self.options, time=None))
        return planner._plan(effort)

    def position_plan(self, effort: Effort, tiles: TileSet | None) -> AnalysisPlan:
        """Plan the analysis of a position that is shown in full.

        `tiles` parses --opp-rack; None for a position that cannot be simulated. Raises JackdawError if there
        is no such rack.
        """
        rack = None
        if tiles is not None and self.options.opp_rack is not None:
            rack = _parse_rack(tiles, self.options.opp_rack)
        return self._plan(effort, opponent_rack=rack, endgame_workers=self.options.workers or 1)

    def _plan(
        self, effort: Effort, *, opponent_rack: Rack | None = None, endgame_workers: int = 1
    ) -> AnalysisPlan:
        """Return the plan of an effort, with the limits that the options give."""
        simulation = plan_simulation(
            self.options,
            candidates=max(effort.candidates, min(self.shown, MAX_CANDIDATES)),
            iterations=effort.iterations,
            plies=effort.plies,
            opponent_rack=opponent_rack,
        )
        limit = partial(SearchLimits.of_time_or_nodes, self.options.time, memory=effort.memory)
        return AnalysisPlan(
            simulation,
            EndgamePlan(self.shown, limit(effort.nodes, workers=endgame_workers)),
            effort.plan_preendgame(limit(effort.preendgame_nodes)),
            effort.max_bag,
            plan_few_tiles(self.options, simulation, effort.ending_nodes),
        )


def _parse_rack(tiles: TileSet, text: str) -> Rack:
    try:
        return tiles.parse_rack(text)
    except NotationError as error:
        raise JackdawError(error.problem, where="--opp-rack", cure=error.cure) from None
