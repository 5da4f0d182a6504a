"""The judge: what each of some moves of a position is worth at the end of the game.

With tiles in the bag, every move meets the same opponent racks and draws in rollouts to the end of the game
(common random numbers). With three to seven tiles an endgame search values each rollout once the bag is
empty: static moves miss that value by nine points on average. A pre-endgame with one tile in the bag, and an
endgame, are searched instead; where the search proves the values, they are exact. With two tiles the search
proves wins, and rollouts tell points.

**The loss** of a move is what the best one gains on it. The largest of several noisy means is too large, so a
loss measured on the rollouts that chose the best would be, too. Hence cross-fitting in ten folds: nine tenths
of the iterations choose the best move, by utility, for the last tenth to measure, in turn. Such a loss is
never too large on average. It is too small where the rollouts cannot tell the best move, by what their choice
loses. The *optimism*, which is the gain of the best move on all iterations over the cross-fitted one, bounds
that: the true loss lies, on average, between the cross-fitted loss and the same plus the optimism. The
difference of two moves' losses is the plain mean of their paired differences, which has no bias.

Means and losses of a move are those of a game's result: a chance to win (a draw counts half), and points of
final spread.
"""

import math
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from enum import StrEnum

import msgspec
import numpy as np
import numpy.typing as npt

from movegen.board import Move
from movegen.errors import PositionError, TooManyPlaysError
from movegen.lexicon import Lexicon
from movegen.numbers import check_whole
from movegen.position import MoveGenerator, Position
from movegen.variant import Rack
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
_FOLDS = 10
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

Floats = npt.NDArray[np.float64]


class JudgedBy(StrEnum):
    """How the values of a position's moves are known."""

    ROLLOUTS = "rollouts"
    PRE_ENDGAME = "pre-endgame"
    """Proven, over all arrangements of the unseen tiles."""
    AGREEMENT = "agreement"
    """There is one move to judge, so nothing is lost whatever it is worth."""
    ENDGAME = "endgame"
    """By search; proven unless `is_proven` of the judgement is false."""


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


class JudgedMove(msgspec.Struct, frozen=True):
    """A move with its value, and what it loses against the best one; see the module.

    Attributes
    ----------
    win, spread, utility: means over the rollouts, or exact; NaN for an agreement.
    win_lost, points_lost: against the best move: share of games, and points.
    win_lost_se, points_lost_se: standard errors, of paired differences; 0 for exact values.
    is_best: no other move has a higher utility.
    """

    move: str
    win: float
    spread: float
    utility: float
    win_lost: float
    win_lost_se: float
    points_lost: float
    points_lost_se: float
    is_best: bool


@dataclass(frozen=True)
class Judgement:
    """The moves of a position, best first, and how they were compared.

    Attributes
    ----------
    iterations:    0 for a search.
    is_proven:     all values are exact.
    win_optimism, points_optimism: bounds of the bias of the losses; see the module.
    """

    method: JudgedBy
    iterations: int
    is_proven: bool
    moves: tuple[JudgedMove, ...]
    win_optimism: float = 0.0
    points_optimism: float = 0.0


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


def compare_rollouts(moves: Sequence[str], wins: Floats, spreads: Floats, utilities: Floats) -> Judgement:
    """Compare moves by their rollouts, each (iterations, moves), of two iterations or more."""
    win_lost, win_error = _losses(wins, cross_fitted_best(utilities))
    found = _judge_means(moves, spreads, utilities, (wins.mean(axis=0), win_lost, win_error))
    return Judgement(JudgedBy.ROLLOUTS, len(utilities), False, *found)


def compare_proven_wins(moves: Sequence[str], wins: Floats, spreads: Floats) -> Judgement:
    """Compare moves by exact chances to win, (moves,), and the spreads of rollouts, (iterations, moves).

    Rollouts choose the best of moves that win about equally often, so losses are cross-fitted here, too.
    """
    chances, milli_points = (np.rint(each).astype(np.int64) for each in (wins * MILLION, spreads * MILLI))
    utilities = UTILITY.of_rollouts(chances, milli_points) / MILLION
    chosen = np.bincount(cross_fitted_best(utilities), minlength=len(moves)) / len(utilities)
    of_wins = wins, chosen @ wins - wins, np.zeros(len(moves))
    found = _judge_means(moves, spreads, utilities, of_wins)
    return Judgement(JudgedBy.PRE_ENDGAME, len(spreads), False, *found)


def _judge_means(
    moves: Sequence[str], spreads: Floats, utilities: Floats, of_wins: tuple[Floats, Floats, Floats]
) -> tuple[tuple[JudgedMove, ...], float, float]:
    """Return the judged moves, best first, and the optimism in wins and points.

    `of_wins` are the chances to win of the moves, what they lose, and its errors, each (moves,).
    """
    points_lost, points_error = _losses(spreads, cross_fitted_best(utilities))
    win, win_lost, win_error = of_wins
    spread, utility = spreads.mean(axis=0), utilities.mean(axis=0)
    is_best = utility == utility.max()
    columns = (win, spread, utility, win_lost, win_error, points_lost, points_error, is_best)
    judged = [JudgedMove(*row) for row in zip(moves, *(each.tolist() for each in columns), strict=True)]
    top = int(utility.argmax())
    optimism = -float(win_lost[top]) + 0.0, -float(points_lost[top]) + 0.0
    return tuple(sorted(judged, key=_order, reverse=True)), *optimism


def cross_fitted_best(utilities: Floats) -> npt.NDArray[np.intp]:
    """Return for each iteration the best move of the folds of the iterations that it is not in.

    `utilities` is (iterations, moves).

    >>> cross_fitted_best(np.array([[3.0, 0.0], [0.0, 1.0], [0.0, 1.0]])).tolist()
    [1, 0, 0]
    """
    best = np.empty(len(utilities), dtype=np.intp)
    folds = min(_FOLDS, len(utilities))
    total = utilities.sum(axis=0)
    for fold in range(folds):
        best[fold::folds] = (total - utilities[fold::folds].sum(axis=0)).argmax()
    return best


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


def _losses(values: Floats, best: npt.NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Return what each move loses against the best one of each iteration: means and standard errors."""
    lost = values[np.arange(len(best)), best][:, np.newaxis] - values
    return lost.mean(axis=0), lost.std(axis=0, ddof=1) / np.sqrt(len(lost))


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
    return Judgement(JudgedBy.PRE_ENDGAME, 0, True, _exact(values))


def _utility(move: PreendgameMove) -> float:
    """Return the mean utility of a move whose outcomes are all exact."""
    weight = sum(each.weight for each in move.outcomes)
    total = sum(each.weight * UTILITY.value(each.likely_win, each.estimate) for each in move.outcomes)
    return total / weight


def _judge_endgame(position: Position, moves: Sequence[Move], lexicon: Lexicon) -> Judgement:
    """Search the best move, and the position after each other one."""
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
    return Judgement(JudgedBy.ENDGAME, 0, is_proven, _exact(values))


def _exact(values: Sequence[tuple[str, float, float, float]]) -> tuple[JudgedMove, ...]:
    """Compare exact values: move, win, spread and utility; best first."""
    _, win, spread, top = max(values, key=lambda each: (each[3], each[2]))
    judged = [
        JudgedMove(move, wins, points, utility, win - wins, 0.0, spread - points, 0.0, utility == top)
        for move, wins, points, utility in values
    ]
    return tuple(sorted(judged, key=_order, reverse=True))


def _order(move: JudgedMove) -> tuple[float, float, str]:
    return move.utility, move.spread, move.move


def check_position(position: Position) -> None:
    """Raise PositionError unless a decision of this position can be judged."""
    if position.players != 2:
        raise PositionError(f"{position.players} players", cure="decisions are judged in games of two")
    held, full = len(position.rack), position.rules.rack_size if position.bag_count else 1
    if held < full:
        problem = f"has {held} tiles" if held else "is not known"
        raise PositionError(f"the rack of the player on turn {problem}", cure="give the whole rack")
