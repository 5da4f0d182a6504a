"""Analysis by simulation: the best static moves of a position, rolled out, and the move that was played.

>>> from movegen import Lexicon, read_cgp
>>> from strategy import StaticStrategy, analyze_position
>>> position = read_cgp("15/15/15/15/15/15/15/7CIGAR3/15/15/15/15/15/15/15 AEINRST/ 0/20 0")
>>> strategy, lexicon = StaticStrategy.load("static"), Lexicon.load()
>>> plan = SimulationPlan(candidates=4, iterations=200)
>>> analysis = simulate_analysis(analyze_position(position, lexicon, strategy), plan, lexicon, strategy)
>>> analysis.method.value, len(analysis.simulation.moves), str(analysis.best.move)
('simulation', 4, 'H8 (C)ERATINS')
"""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, fields, replace

from movegen.errors import ConfigError, PositionError
from movegen.lexicon import Lexicon
from movegen.moves import Move
from sims.rollout_batches import LexiconPlace
from sims.rollouts import RolloutSetting
from sims.simulation import SimulatedMove, Simulation
from sims.simulation_plan import SimulationPlan
from strategy.analysis import Method, PositionAnalysis
from strategy.candidates import Candidate
from strategy.core_strategy import core_strategy
from strategy.last_move import LastMove
from strategy.static import StaticStrategy


@dataclass(frozen=True, kw_only=True)
class SimulatedAnalysis(PositionAnalysis):
    """A static analysis whose best candidates were simulated.

    `candidates` are all of them, by static equity; `simulation` has those that were rolled out, best first;
    `best` and `played` are worth what it says, where it says so.
    """

    simulation: Simulation

    @property
    def best(self) -> Candidate:
        """The leader of the simulation, worth its simulated equity."""
        return self.simulated_candidate(self.simulation.best)

    def simulated_candidate(self, simulated: SimulatedMove) -> Candidate:
        """A move that was rolled out, worth its simulated equity."""
        place = self.candidates.moves.find(simulated.move)
        assert place is not None
        return replace(self.candidates[place], equity=simulated.equity)

    def simulated_rank(self, place: int) -> int:
        """The rank, from 1, of a move by its place in the simulation, from 0; equal ones share the best."""
        moves = self.simulation.moves
        while place > 0 and moves[place - 1].difference == moves[place].difference:
            place -= 1
        return place + 1

    @property
    def played_place(self) -> int | None:
        """The place in the simulation of what was played; a play taken back came to a pass."""
        wanted = self.played_candidate
        moves = (simulated.move for simulated in self.simulation.moves)
        return None if wanted is None else next((i for i, move in enumerate(moves) if move == wanted), None)


def obstacle(analysis: PositionAnalysis, strategy: StaticStrategy) -> str | None:
    """Why a position cannot be simulated, in a few words; None if it can."""
    if analysis.obstacle:
        return analysis.obstacle
    if analysis.is_endgame:
        return "the bag is empty"
    position = analysis.position
    try:
        RolloutSetting.of(position, [Move.pass_turn(position.variant.tiles)], strategy)
        core_strategy(strategy, position.variant)
    except (PositionError, ConfigError) as error:
        return error.what
    return None


def simulate_analysis(
    analysis: PositionAnalysis,
    plan: SimulationPlan,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    *,
    last: LastMove | None = None,
    executor: Executor | None = None,
    lexicon_place: LexiconPlace | None = None,
    progress: Callable[[Simulation], None] | None = None,
    is_interrupted: Callable[[], bool] | None = None,
) -> SimulatedAnalysis:
    """Simulate the best candidates of a static analysis, and what was played.

    `last` is the opponent's last move, if it is known.

    Raises what `SimulationPlan.simulate` does; PositionError where `obstacle` tells why not.
    """
    if why := obstacle(analysis, strategy):
        raise PositionError(f"the position cannot be simulated: {why}")
    simulation = plan.simulate(
        analysis.position,
        analysis.best_and_played(plan.candidates),
        lexicon,
        strategy,
        last=last,
        executor=executor,
        lexicon_place=lexicon_place,
        progress=progress,
        is_interrupted=is_interrupted,
    )
    return with_simulation(analysis, simulation)


def with_simulation(analysis: PositionAnalysis, simulation: Simulation) -> SimulatedAnalysis:
    """A static analysis with a simulation of some of its candidates, one that goes on included."""
    given = {field.name: getattr(analysis, field.name) for field in fields(PositionAnalysis)}
    found = SimulatedAnalysis(**{**given, "method": Method.SIMULATION}, simulation=simulation)
    place = found.played_place
    if analysis.played is None or place is None:
        return found
    equity, best = simulation.moves[place].equity, simulation.best.equity
    by_difference = simulation.rank_by == "equity"
    lost = -simulation.moves[place].difference if by_difference else best - equity
    rank = None if analysis.played.is_withdrawn else found.simulated_rank(place)
    judged = replace(
        analysis.played, rank=rank, equity=round(equity, 3), equity_lost=round(max(0.0, lost), 3)
    )
    return replace(found, played=judged)
