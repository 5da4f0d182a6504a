"""Evaluation by simulation: rollouts of the best static candidates and of the played move.

>>> from movegen import Lexicon, read_cgp
>>> from strategy import StaticStrategy, analyze_position
>>> position = read_cgp("15/15/15/15/15/15/15/7CIGAR3/15/15/15/15/15/15/15 AEINRST/ 0/20 0")
>>> strategy, lexicon = StaticStrategy.load("static"), Lexicon.load()
>>> plan = SimulationPlan(candidates=4, iterations=200)
>>> static = analyze_position(position, lexicon, strategy)
>>> analysis = static.with_evaluation(evaluate_by_simulation(static, plan, lexicon, strategy))
>>> analysis.method.value, len(analysis.evaluation.moves), str(analysis.best.move)
('simulation', 4, 'H8 (C)ERATINS')
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace

from movegen.board import Move
from movegen.errors import ConfigError, PositionError
from movegen.lexicon import Lexicon
from sims.simulation.plan import SimulationPlan
from sims.simulation.rollouts import RolloutSetting
from sims.simulation.simulation import simulate
from sims.simulation.simulation_result import SimulatedMove, Simulation
from strategy.analysis import Method, PositionAnalysis
from strategy.inference import LastMove
from strategy.players import StaticStrategy, core_strategy
from strategy.search_control import NO_CONTROL, SearchControl
from strategy.winprob import WinModel


@dataclass(frozen=True)
class SimulationEvaluation:
    """The result of a simulation, which may still be running."""

    simulation: Simulation

    method = Method.SIMULATION

    @property
    def moves(self) -> Sequence[Move]:
        """The moves simulated."""
        return [simulated.move for simulated in self.simulation.moves]

    @property
    def stopped(self) -> str | None:
        """The reason why the simulation ended; None while it is running."""
        return None if self.simulation.stopped is None else self.simulation.stopped.value

    @property
    def seconds(self) -> float:
        """The time of the simulation."""
        return self.simulation.seconds

    def find(self, move: Move) -> SimulatedMove | None:
        """Return the results of a move."""
        return next((simulated for simulated in self.simulation.moves if simulated.move == move), None)

    def equity(self, move: Move) -> float | None:
        """The mean equity of a move's rollouts."""
        simulated = self.find(move)
        return None if simulated is None else simulated.equity

    def equity_lost(self, move: Move) -> float | None:
        """Return the points lost to the best move, over their common iterations; negative for a gain."""
        simulated = self.find(move)
        return None if simulated is None else -simulated.equity_difference

    def rank(self, move: Move) -> int | None:
        """The rank of a move; neighbours with equal differences to the best move share the best rank."""
        moves = self.simulation.moves
        index = next((index for index, simulated in enumerate(moves) if simulated.move == move), None)
        if index is None:
            return None
        while index > 0 and moves[index - 1].difference == moves[index].difference:
            index -= 1
        return index + 1

    def win_chance(self, move: Move, model: WinModel | None = None) -> float | None:
        """Return the share of a move's rollouts that were won; the model is not needed."""
        del model
        simulated = self.find(move)
        return None if simulated is None else simulated.win

    def is_proven(self, move: Move) -> bool | None:
        """Return None: simulations prove nothing."""
        del move
        return None


def simulation_obstacle(analysis: PositionAnalysis, strategy: StaticStrategy) -> str | None:
    """Return why a position cannot be simulated, in a few words; None if it can."""
    if analysis.obstacle:
        return analysis.obstacle
    if analysis.is_endgame:
        return "the bag is empty"
    position = analysis.position
    try:
        RolloutSetting.of(position, [Move.pass_turn(position.variant.tiles)], strategy)
        core_strategy(strategy, position.variant)
    except (PositionError, ConfigError) as error:
        return error.problem
    return None


def evaluate_by_simulation(
    analysis: PositionAnalysis,
    plan: SimulationPlan,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    *,
    last: LastMove | None = None,
    executor: Executor | None = None,
    control: SearchControl[Simulation] = NO_CONTROL,
) -> SimulationEvaluation:
    """Simulate the best static candidates, and the played move if it is a candidate.

    The played move is never eliminated, so that its loss is known as well as the best moves allow.
    `last` is the opponent's last move, if it is known.

    Raises what `simulate` and `infer_racks` raise; PositionError if there is a `simulation_obstacle`.
    """
    if why := simulation_obstacle(analysis, strategy):
        raise PositionError(f"the position cannot be simulated: {why}")
    played = analysis.counted_move
    plan = replace(plan, always=() if played is None else (played,))
    simulation = simulate(
        analysis.position,
        analysis.best_and_played(plan.candidates),
        lexicon,
        plan.with_opponent_rack(analysis.position, last, lexicon, strategy),
        strategy=strategy,
        executor=executor,
        control=control,
    )
    return SimulationEvaluation(simulation)
