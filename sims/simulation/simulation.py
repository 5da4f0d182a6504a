"""Monte-Carlo simulation: find the best of several moves by rollouts, with known confidence.

>>> from movegen import Lexicon, read_cgp
>>> from strategy import load_strategy
>>> position = read_cgp("15/15/15/15/15/15/15/7CIGAR3/15/15/15/15/15/15/15 AEINRST/ 0/20 0")
>>> strategy, lexicon = load_strategy("rackh3"), Lexicon.load()
>>> moves = [candidate.move for candidate in strategy.candidates(position, lexicon)[:3]]
>>> plan = SimulationPlan(iterations=50, confidence=None)
>>> simulation = simulate(position, moves, lexicon, plan, strategy=strategy)
>>> simulation.iterations, simulation.stopped.value, len(simulation.moves)
(50, 'iterations', 3)
"""

from collections.abc import Iterable
from concurrent.futures import Executor
from contextlib import closing

from movegen.board import Move
from movegen.lexicon import Lexicon, check_lexicon
from movegen.position import Position
from sims.simulation.elimination import SequentialElimination, checkpoints
from sims.simulation.plan import SimulationPlan
from sims.simulation.rollout_batches import RolloutBatches, RolloutWorkers
from sims.simulation.rollouts import RolloutSetting
from sims.simulation.simulation_result import Simulation, Stop
from strategy.players import StaticStrategy
from strategy.search_control import NO_CONTROL, SearchControl


def simulate(
    position: Position,
    candidates: Iterable[Move],
    lexicon: Lexicon,
    plan: SimulationPlan,
    *,
    strategy: StaticStrategy,
    executor: Executor | RolloutWorkers | None = None,
    control: SearchControl[Simulation] = NO_CONTROL,
) -> Simulation:
    """Roll out candidates of the player on turn until the best is known or a limit of the plan is reached.

    All candidates meet the same racks and draws, iteration by iteration, and are compared by their paired
    differences. At each checkpoint, those worse than another one with confidence are eliminated. The
    simulation stops when no candidate can be better than the leader by more than the margin, so equivalent
    plays do not keep it running. The confidence is that of the whole simulation: the probability that neither
    decision is ever wrong.

    strategy: plays both sides of the rollouts.
    executor: runs the rollouts in its threads or processes; the answer is the same with any. Without it they
              run here. Its exceptions are passed on, since no batch is ever left out. Wrap it in
              `RolloutWorkers` if its processes cannot find the lexicon by name.
    control:  `progress` gets the state after each checkpoint and every half second between;
              `should_stop` is asked after each batch, about every 0.1 seconds.

    Raises
    ------
    PositionError: as `RolloutSetting.of`, or a limit is missing or out of range.
    IllegalMoveError: a candidate is not possible.
    LexiconError, ConfigError: lexicon or strategy are for other tiles, or workers find another lexicon.
    PoolError: a worker process died.

    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> strategy, plan = StaticStrategy.load("static"), SimulationPlan(iterations=50)
    >>> candidates = strategy.candidates(position)[:3].moves
    >>> simulate(position, candidates, Lexicon.load(), plan, strategy=strategy).best.move
    <Move D8 (W)EIGELA 22>
    """
    setting = RolloutSetting.of(
        position,
        candidates,
        strategy,
        plies=plan.plies,
        seed=plan.seed,
        opponent_rack=plan.opponent_rack,
        endgame_nodes=plan.endgame_nodes,
    ).comparing(plan.compared_moves)
    plan.check()
    check_lexicon(lexicon, position.variant.tiles)
    contest = _begin_or_continue(setting, plan, lexicon)
    stopped, is_interrupted = None, False
    with closing(RolloutBatches(setting, lexicon, executor)) as batches:
        for last, then in checkpoints(plan.iterations):
            if last <= contest.iterations:  # done before
                stopped = Stop.ITERATIONS
                continue
            for batch in batches.between(contest.iterations, last, tuple(contest.active), then):
                contest.add(batch)
                is_interrupted = control.is_stopped
                if is_interrupted or contest.is_over_time:
                    break
                if control.progress and contest.is_report_due and contest.iterations < last:
                    control.progress(contest.result())
            stopped = contest.stop(is_checkpoint=contest.iterations == last, is_interrupted=is_interrupted)
            if stopped:
                break
            contest.eliminate()
            if control.progress:
                control.progress(contest.result())
    return contest.result(stopped)


def _begin_or_continue(
    setting: RolloutSetting, plan: SimulationPlan, lexicon: Lexicon
) -> SequentialElimination:
    """Return a new contest, or the plan's continuation. Raises PositionError if that is of another one."""
    if plan.continuation is None:
        return SequentialElimination(setting, plan, lexicon)
    contest: SequentialElimination | None = plan.continuation.contest
    if contest is None:
        contest = plan.continuation.contest = SequentialElimination(setting, plan, lexicon)
    else:
        contest.go_on(setting, plan, lexicon)
    return contest
