"""The judge: what each of some moves of a position is worth at the end of the game.

With tiles in the bag, every move meets the same opponent racks and draws in rollouts to the end of the game
(common random numbers). With three to seven tiles an endgame search values each rollout once the bag is
empty: static moves miss that value by nine points on average. A pre-endgame with one tile in the bag, and an
endgame, are searched instead; where the search proves the values, they are exact. With two tiles the search
proves wins, and rollouts tell points. `judgement` compares the values.
"""

import math
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from movegen.board import Move
from movegen.errors import PositionError, TooManyPlaysError
from movegen.lexicon import Lexicon
from movegen.numbers import check_whole
from movegen.position import MoveGenerator, Position
from movegen.variant import Rack
from sims.bag import check_end
from sims.decisions.judgement import (
    Floats,
    JudgedBy,
    JudgedMove,
    Judgement,
    compare_exact,
    compare_proven_wins,
    compare_rollouts,
)
from sims.simulation import (
    COMPARED_MOVES,
    RolloutBatches,
    RolloutSetting,
    SimulationPlan,
    check_endgame_nodes,
    simulate_screened,
    win_chances,
    win_model_for,
)
from strategy.endgame import (
    PreendgameMove,
    PreendgameOptions,
    can_solve_endgame,
    can_solve_preendgame,
    solve_endgame,
    solve_endgame_move,
    solve_preendgame,
)
from strategy.leaves import MILLI
from strategy.players import StaticStrategy, static_strategy_for
from strategy.search_control import SearchLimits
from strategy.winprob import MILLION, UTILITY

MAX_ITERATIONS = 100_000
MAX_CANDIDATES = 50
"""With these the rollouts of a position take a third of a gigabyte."""
_ENDGAME_NODES = 2_000_000
_PREENDGAME_NODES = 1_000_000
_SEARCHED_BAG = 2
_STATIC_MOVES = 20  # of which a simulation finds the candidates
_STATIC_PREENDGAME_MOVES = 200
"""The same with no more tiles in the bag than a rack holds, where the best move may be far down the list."""
_SIMULATED_ITERATIONS = 400
_SIMULATED_CONFIDENCE = 0.95
_CANDIDATES_SEED_MASK = 1
"""The simulation that finds candidates has the judgement's seed, an even number, with this bit set."""
_SIMULATED_CANDIDATES = 15
"""Where quick rollouts screen the static moves, as many as these meet searched endgames."""


@dataclass(frozen=True)
class JudgePlan:
    """The settings of a judge.

    Attributes
    ----------
    candidates: number of moves of its own that it adds to those it is asked to compare. They are the best of
                a simulation, so that the loss against the best means something.
    iterations: rollouts of each move.
    endgame_nodes: nodes of the search that values a rollout's endgame, where there are more tiles in the bag
                than a pre-endgame search takes (two) and no more than a rack holds; players there compare
                moves with one tile in the bag. None for static moves.

    Raises PositionError when a number is out of range.
    """

    candidates: int = 5
    iterations: int = 1000
    endgame_nodes: int | None = 30

    def __post_init__(self) -> None:
        check_whole("{} candidates", self.candidates, 0, MAX_CANDIDATES)
        check_whole("{} iterations", self.iterations, 2, MAX_ITERATIONS)
        check_endgame_nodes(self.endgame_nodes)

    def endgame_nodes_in(self, bag: int, rack_size: int) -> int | None:
        """Return the nodes for the endgames of rollouts with so many tiles in the bag; None: static moves.

        >>> JudgePlan().endgame_nodes_in(5, 7), JudgePlan().endgame_nodes_in(2, 7)
        (30, None)
        """
        return self.endgame_nodes if _SEARCHED_BAG < bag <= rack_size else None


def judge_moves(
    position: Position,
    moves: Sequence[Move],
    lexicon: Lexicon,
    plan: JudgePlan,
    *,
    seed: int = 0,
    opponent_rack: Rack | None = None,
) -> Judgement:
    """Compare moves of the player on turn, which must be legal, and candidates of the judge's own.

    opponent_rack: the tiles that the opponent holds, for rollouts; by default any of the unseen ones.

    The answer depends on the arguments alone. Raises what `RolloutSetting.of` and `solve_endgame` raise.
    """
    if not position.bag_count and can_solve_endgame(position):
        with suppress(TooManyPlaysError):
            return _judge_endgame(position, moves, lexicon)
    strategy = static_strategy_for(lexicon, position.variant)
    more = _find_candidates(position, lexicon, strategy, plan, seed, opponent_rack)
    field = list(dict.fromkeys([*moves, *more]))
    if len(field) == 1:
        only = JudgedMove(str(field[0]), math.nan, math.nan, math.nan, 0.0, 0.0, 0.0, 0.0, is_best=True)
        return Judgement(JudgedBy.AGREEMENT, 0, True, (only,))
    proven = None
    if position.bag_count <= _SEARCHED_BAG and opponent_rack is None and can_solve_preendgame(position):
        proven = _prove_wins(position, field, lexicon)
    if proven is not None and all(each.spread_is_settled for each in proven):
        return _judge_proven(proven)
    nodes = plan.endgame_nodes_in(position.bag_count, position.rules.rack_size)
    setting = RolloutSetting.of(
        position,
        field,
        strategy,
        plies="end",
        seed=seed,
        opponent_rack=opponent_rack,
        endgame_nodes=nodes,
    ).comparing(None if nodes is None else COMPARED_MOVES)
    wins, spreads, utilities = _roll_out(setting, lexicon, plan.iterations)
    if proven is not None and position.bag_count > 1:
        known = {each.move: each.win for each in proven}
        exact = np.array([known[move] for move in field])
        return compare_proven_wins(list(map(str, field)), exact, spreads)
    return compare_rollouts(list(map(str, field)), wins, spreads, utilities)


def _find_candidates(
    position: Position,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    plan: JudgePlan,
    seed: int,
    opponent_rack: Rack | None,
) -> list[Move]:
    """Return the best moves of a simulation, whose random numbers are not those of the judgement."""
    if not plan.candidates:
        return []
    rack_size = position.rules.rack_size
    is_preendgame = position.bag_count <= rack_size
    count = max(_STATIC_PREENDGAME_MOVES if is_preendgame else _STATIC_MOVES, plan.candidates)
    generator = MoveGenerator(position.variant, lexicon, position.board)
    found = strategy.best(generator, position.rack, position.bag_count, position.unseen, count=count)
    if len(found) <= plan.candidates:
        return list(found.moves)
    simulation_plan = SimulationPlan(
        candidates=max(plan.candidates, _SIMULATED_CANDIDATES),
        iterations=_SIMULATED_ITERATIONS,
        confidence=_SIMULATED_CONFIDENCE,
        seed=seed ^ _CANDIDATES_SEED_MASK,
        opponent_rack=opponent_rack,
    )
    nodes = plan.endgame_nodes_in(position.bag_count, rack_size)
    if nodes is not None:
        simulation_plan = simulation_plan.with_few_tiles(nodes)
    simulation = simulate_screened(position, found.moves, lexicon, simulation_plan, strategy=strategy)
    return [each.move for each in simulation.moves[: plan.candidates]]


def _roll_out(setting: RolloutSetting, lexicon: Lexicon, iterations: int) -> tuple[Floats, Floats, Floats]:
    """Return wins, final spreads in points and utilities of each rollout: (iterations, moves)."""
    lead, model = setting.position.spread, win_model_for(setting.position.variant, setting.strategy)
    parts: list[tuple[npt.NDArray[np.int64], ...]] = []
    with closing(RolloutBatches(setting, lexicon)) as batches:
        for batch in batches.between(0, iterations, tuple(range(len(setting.records)))):
            chances = win_chances(model, batch.rollouts, batch.equities, lead)
            spreads = batch.equities + lead * MILLI
            parts.append((chances, spreads, UTILITY.of_rollouts(chances, spreads)))
    wins, spreads, utilities = (np.concatenate(each) for each in zip(*parts, strict=True))
    return wins / MILLION, spreads / MILLI, utilities / MILLION


def _prove_wins(
    position: Position, moves: Sequence[Move], lexicon: Lexicon
) -> tuple[PreendgameMove, ...] | None:
    """Return the moves with proven wins, and with one tile in the bag spreads; None if too many are open."""
    found = solve_preendgame(
        position,
        lexicon,
        moves=moves,
        options=PreendgameOptions(all_wins=True, spreads="all" if position.bag_count == 1 else "none"),
        limits=SearchLimits(nodes=_PREENDGAME_NODES),
    )
    return found.moves if all(each.is_proven for each in found.moves) else None


def _judge_proven(moves: Sequence[PreendgameMove]) -> Judgement:
    """Compare moves whose wins and spreads are proven."""
    values = [(str(each.move), each.win, each.spread, _utility(each)) for each in moves]
    return compare_exact(JudgedBy.PRE_ENDGAME, values)


def _utility(move: PreendgameMove) -> float:
    """Return the mean utility of a move whose outcomes are all exact."""
    weight = sum(each.weight for each in move.outcomes)
    total = sum(each.weight * UTILITY.value(each.likely_win, each.estimate) for each in move.outcomes)
    return total / weight


def _judge_endgame(position: Position, moves: Sequence[Move], lexicon: Lexicon) -> Judgement:
    """Search the best move, and the position after each other one."""
    check_end(position.variant)  # the value is that of play to the end of the game
    turns = position.rules.scoreless_turns
    limits = SearchLimits(nodes=_ENDGAME_NODES, narrow=False)
    result = solve_endgame(position, lexicon, scoreless_turns=turns, limits=limits)
    found = {result.moves[0].move: result.moves[0]}
    for move in moves:
        if move not in found:
            found[move] = solve_endgame_move(position, move, lexicon, scoreless_turns=turns, limits=limits)
    values = []
    for each in found.values():
        spread = position.spread + each.value
        win = (1 + int(np.sign(spread))) / 2
        values.append((str(each.move), win, float(spread), UTILITY.value(win, spread)))
    is_proven = all(each.is_proven for each in found.values())
    return compare_exact(JudgedBy.ENDGAME, values, is_proven=is_proven)


def check_position(position: Position) -> None:
    """Raise PositionError unless a decision of this position can be judged."""
    if position.players != 2:
        raise PositionError(f"{position.players} players", cure="decisions are judged in games of two")
    held, full = len(position.rack), position.rules.rack_size if position.bag_count else 1
    if held < full:
        problem = f"has {held} tiles" if held else "is not known"
        raise PositionError(f"the rack of the player on turn {problem}", cure="give the whole rack")
