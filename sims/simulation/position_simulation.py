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

from concurrent.futures import Executor
from dataclasses import replace

from movegen.board import Move
from movegen.errors import ConfigError, PositionError
from movegen.lexicon import Lexicon
from sims.simulation.plan import SimulationPlan
from sims.simulation.rollouts import RolloutSetting
from sims.simulation.screening import simulate_screened
from sims.simulation.simulation import simulate
from sims.simulation.simulation_evaluation import SimulationEvaluation
from sims.simulation.simulation_result import Simulation
from strategy.analysis import PositionAnalysis
from strategy.inference import LastMove
from strategy.players import StaticStrategy, core_strategy
from strategy.search_control import NO_CONTROL, SearchControl


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
    """Simulate the best static candidates and the played move.

    The played move is never eliminated, like those in `plan.always`, so that its loss is known as well as the
    best moves allow. A phony is simulated afterwards beside the best candidate, as if it stayed on the board.
    With `plan.screened` quick rollouts find the candidates among so many moves.
    `last` is the opponent's last move, if it is known.

    Raises what `simulate` and `infer_racks` raise; PositionError if there is a `simulation_obstacle`.

    >>> from strategy import analyze_position
    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> plan, strategy = SimulationPlan(candidates=3, iterations=50), StaticStrategy.load("static")
    >>> evaluate_by_simulation(analyze_position(position), plan, Lexicon.load(), strategy).moves
    [<Move D8 (W)EIGELA 22>, <Move 7C GALEE 22>, <Move D8 (W)EDGIE 22>]
    """
    if why := simulation_obstacle(analysis, strategy):
        raise PositionError(f"the position cannot be simulated: {why}")
    played = analysis.counted_move
    if played is not None:
        plan = replace(plan, always=(*plan.always, played))
    plan = plan.with_opponent_rack(analysis.position, last, lexicon, strategy)
    simulation = simulate_screened(
        analysis.position,
        analysis.best_and_played(plan.screened or plan.candidates),
        lexicon,
        plan,
        strategy=strategy,
        executor=executor,
        control=control,
    )
    phony = analysis.standing_phony
    if phony is None or control.is_stopped:
        return SimulationEvaluation(simulation)
    pair = replace(plan, iterations=simulation.iterations, seconds=None, confidence=None, continuation=None)
    moves = (simulation.best.move, phony)
    compared = simulate(
        analysis.position, moves, lexicon, pair, strategy=strategy, executor=executor, control=control.silent
    )
    return SimulationEvaluation(simulation, compared)
