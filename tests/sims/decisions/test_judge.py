"""The judge of decisions: exact where moves can be searched, else honest about the noise of rollouts."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from endgames import ENDGAME
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as with_fields
from runs import LEXICON, STANDARD
from small_endgames import TINY, TINY_WORDS, tiny_endgames

from movegen import PositionError, Variant, read_cgp
from movegen.position import Position
from sims.decisions import JudgedBy, Judgement, JudgePlan, compare_rollouts, judge_moves
from sims.decisions.judgement import compare_proven_wins
from sims.simulation import COMPARED_MOVES, RolloutSetting, SimulationPlan, simulate
from strategy import StaticStrategy, solve_endgame
from strategy.endgame import PreendgameOptions, solve_preendgame

pytestmark = pytest.mark.core

WORDS = LEXICON.load()
STATIC = StaticStrategy.load("static")
OPENING = read_cgp("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0")
ONE_IN_BAG = read_cgp(
    "1M2U2AZIDO2T/1I1BE4FONDER/1CHAY5GEE1U/PEEN10S/I1JAM9T/E1ALA8QI/C1B1N9l/E1SHOVEL3FOXY/4R1DIRTIER2/"
    "11R1V1/11ADO1/11LOWP/12U1O/12T1N/6LATINOS1G ?AIINTW/ 420/436 0"
)

TWO_IN_BAG = read_cgp(
    "OF1CORdOVAN4/XU1O5WAILED/1JAGuAR1LEND2A/BI1UP9T/R1YEH9O/R1A1E1T7L/2W1AMU7I/T3VOLK6T/R2FEME7E/EQUIDS9/"
    "N2N11/D2G11/2BE11/1GARTH9/COPSE10 EEIINSY/ 433/393 0"
)

THREE_IN_BAG = read_cgp(
    "8N6/7CENsURER/8F3E2/R2CELEBS1TrANQ/E11V1U/G4Z6A1I/R3KO5DI1N/E1OPIOID2PAL1A/WAX1T1FOH1IT3/"
    "1BOTTE1TIARAED1/4Y5OR3/10GI3/11AH2/9JASEY1/12MUD GIILNOW/ 368/422 0"
)


def static_moves(position: Position, count: int) -> list:  # type: ignore[type-arg]
    return [each.move for each in STATIC.candidates(position, WORDS)[:count]]


def test_losses_in_an_endgame_are_the_differences_of_the_solver() -> None:
    position = read_cgp(ENDGAME)
    solved = solve_endgame(position, WORDS, moves=6, scoreless_turns=position.rules.scoreless_turns)
    moves = [each.move for each in solved.moves]
    found = judge_moves(position, moves[1:], WORDS, JudgePlan())
    assert (found.method, found.is_proven, found.iterations) == (JudgedBy.ENDGAME, True, 0)
    lost = {each.move: each.points_lost for each in found.moves}
    assert lost == {str(each.move): solved.value - each.value for each in solved.moves}
    assert found.moves[0].points_lost == 0 == found.moves[0].win_lost and found.moves[0].is_best
    assert found.win_optimism == found.points_optimism == 0


def test_endgames_that_might_never_end_are_refused() -> None:
    """As everywhere else, and not with what the search says of its own argument."""
    endless = Variant(STANDARD.tiles, STANDARD.layout, with_fields(STANDARD.rules, scoreless_turns=0))
    position = read_cgp(ENDGAME, variant=endless)
    with pytest.raises(PositionError, match="games of standard might never end; set scoreless_turns in the"):
        judge_moves(position, [], WORDS, JudgePlan())


def test_endgames_of_tiny_games() -> None:
    """Every move of them, those that go out and passes included."""
    judged = 0
    for position in tiny_endgames(games=12)[::3]:
        turns = TINY.rules.scoreless_turns
        solved = solve_endgame(position, TINY_WORDS, moves=None, scoreless_turns=turns)
        if not all(each.is_proven for each in solved.moves):
            continue
        found = judge_moves(position, [each.move for each in solved.moves], TINY_WORDS, JudgePlan())
        gains = {each.move: each.spread - position.spread for each in found.moves}
        assert gains == {str(each.move): each.value for each in solved.moves}
        assert found.is_proven and found.moves[0].points_lost == 0
        judged += 1
    assert judged > 5


def test_a_proven_pre_endgame() -> None:
    moves = static_moves(ONE_IN_BAG, 3)
    found = judge_moves(ONE_IN_BAG, moves, WORDS, JudgePlan(candidates=0))
    assert (found.method, found.is_proven) == (JudgedBy.PRE_ENDGAME, True)
    options = PreendgameOptions(all_wins=True, spreads="all")
    solved = solve_preendgame(ONE_IN_BAG, WORDS, moves=moves, options=options)
    wins = {str(each.move): (each.win, each.spread) for each in solved.moves}
    assert {each.move: (each.win, each.spread) for each in found.moves} == wins
    best = found.moves[0]
    assert best.is_best and all(each.win_lost == best.win - each.win for each in found.moves)


@pytest.mark.medium
def test_proven_wins_with_two_in_the_bag() -> None:
    """The wins are those of the solver, the points those of rollouts with their paired errors."""
    moves = static_moves(TWO_IN_BAG, 4)[2:]
    found = judge_moves(TWO_IN_BAG, moves, WORDS, JudgePlan(candidates=0, iterations=50))
    assert (found.method, found.is_proven, found.iterations) == (JudgedBy.PRE_ENDGAME, False, 50)
    options = PreendgameOptions(all_wins=True, spreads="none")
    solved = solve_preendgame(TWO_IN_BAG, WORDS, moves=moves, options=options)
    assert {each.move: each.win for each in found.moves} == {
        str(each.move): each.win for each in solved.moves
    }
    plan = SimulationPlan(plies="end", iterations=50, confidence=None, seed=0)
    rolled = simulate(TWO_IN_BAG, moves, WORDS, plan, strategy=STATIC).moves
    spreads = {str(each.move): each.spread for each in rolled}
    assert {each.move: each.spread for each in found.moves} == pytest.approx(spreads)
    best, *others = found.moves
    assert best.win_lost == best.points_lost_se == 0 and all(each.points_lost_se > 0 for each in others)
    assert [each.win_lost for each in others] == [best.win - each.win for each in others]


def test_rollouts_are_those_of_a_simulation_to_the_end() -> None:
    moves = static_moves(OPENING, 3)
    found = judge_moves(OPENING, moves, WORDS, JudgePlan(candidates=0, iterations=60), seed=8)
    plan = SimulationPlan(plies="end", iterations=60, confidence=None, seed=8)
    simulated = {
        str(each.move): each for each in simulate(OPENING, moves, WORDS, plan, strategy=STATIC).moves
    }
    assert (found.method, found.is_proven, found.iterations) == (JudgedBy.ROLLOUTS, False, 60)
    for move in found.moves:
        other = simulated[move.move]
        figures = (other.win, other.spread, other.utility)
        assert (move.win, move.spread, move.utility) == pytest.approx(figures)


@pytest.mark.parametrize("nodes", [None, 10])
def test_endgames_of_rollouts_with_few_tiles_are_searched(nodes: int | None) -> None:
    """The values are those of a simulation by players that compare and search, or by static moves."""
    moves = static_moves(THREE_IN_BAG, 3)
    plan = JudgePlan(candidates=0, iterations=30, endgame_nodes=nodes)
    found = judge_moves(THREE_IN_BAG, moves, WORDS, plan, seed=8)
    rolled = SimulationPlan(plies="end", iterations=30, confidence=None, seed=8)
    if nodes is not None:
        rolled = replace(rolled, endgame_nodes=nodes, compared_moves=COMPARED_MOVES)
    simulated = simulate(THREE_IN_BAG, moves, WORDS, rolled, strategy=STATIC).moves
    spreads = {str(each.move): each.spread for each in simulated}
    assert {each.move: each.spread for each in found.moves} == pytest.approx(spreads)
    assert (found.method, found.iterations) == (JudgedBy.ROLLOUTS, 30)


def test_each_stage_has_its_own_random_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves that were lucky in the stage that chose them are not lucky in the next one, too."""
    seeds, of = [], RolloutSetting.of

    def note(*args: Any, seed: int, **options: Any) -> RolloutSetting:
        seeds.append(seed)
        return of(*args, seed=seed, **options)

    monkeypatch.setattr(RolloutSetting, "of", note)
    monkeypatch.setattr("sims.decisions.judge._SIMULATED_ITERATIONS", 2)
    judge_moves(THREE_IN_BAG, [], WORDS, JudgePlan(iterations=2), seed=8)
    assert len(seeds) == len(set(seeds)) == 3 and seeds[-1] == 8


def test_where_endgames_are_searched() -> None:
    plan = JudgePlan(endgame_nodes=50)
    assert [plan.endgame_nodes_in(bag, 7) for bag in (0, 1, 2, 3, 7, 8)] == [None] * 3 + [50] * 2 + [None]


def test_candidates_of_the_judge() -> None:
    moves = static_moves(OPENING, 1)
    found = judge_moves(OPENING, moves, WORDS, JudgePlan(candidates=4, iterations=4))
    assert 4 <= len(found.moves) <= 5 and str(moves[0]) in {each.move for each in found.moves}
    assert found == judge_moves(OPENING, moves, WORDS, JudgePlan(candidates=4, iterations=4))
    assert found != judge_moves(OPENING, moves, WORDS, JudgePlan(candidates=4, iterations=4), seed=2)


@pytest.mark.medium
def test_candidates_far_down_the_static_list() -> None:
    """With few tiles in the bag they are looked for among many: here the 35th is the best."""
    move = THREE_IN_BAG.parse_move("G3 W(E)")
    assert static_moves(THREE_IN_BAG, 100).index(move) == 34
    plan = JudgePlan(candidates=3, iterations=20)
    found = judge_moves(THREE_IN_BAG, static_moves(THREE_IN_BAG, 2), WORDS, plan)
    assert str(move) in [each.move for each in found.moves]


def test_a_move_that_good_replies_refute() -> None:
    """A play that leaves one tile in the bag: it wins a fifth of the games against static replies."""
    moves = [THREE_IN_BAG.parse_move(text) for text in ("F2 IL(L)", "G3 W(E)")]
    refuted, best = map(str, moves)
    found = judge_moves(THREE_IN_BAG, moves, WORDS, JudgePlan(candidates=0, iterations=200))
    wins = {each.move: each.win for each in found.moves}
    assert wins[refuted] < 0.02 < wins[best]
    plain = SimulationPlan(plies="end", iterations=200, confidence=None, endgame_nodes=30)
    simulated = simulate(THREE_IN_BAG, moves, WORDS, plain, strategy=STATIC).moves
    assert str(simulated[0].move) == refuted and simulated[0].win > 0.15


def test_a_single_move_is_not_rolled_out() -> None:
    (move,) = static_moves(OPENING, 1)
    found = judge_moves(OPENING, [move, move], WORDS, JudgePlan(candidates=0, iterations=10**5))
    assert (found.method, found.iterations, found.is_proven) == (JudgedBy.AGREEMENT, 0, True)
    (only,) = found.moves
    assert np.isnan(only.win) and only.win_lost == only.points_lost == 0 and only.is_best


@pytest.mark.medium
def test_the_opponents_rack() -> None:
    """Against the strongest rack wins are fewer than against the weakest."""
    moves, plan = static_moves(OPENING, 2), JudgePlan(candidates=0, iterations=300)
    racks = [STANDARD.tiles.parse_rack(tiles) for tiles in ("?ERSTDO", "VVUUIIC")]
    strong, weak = (judge_moves(OPENING, moves, WORDS, plan, opponent_rack=rack).moves for rack in racks)
    assert max(each.spread for each in strong) < min(each.spread for each in weak) - 20


@pytest.mark.parametrize("plan", [(-1, 10), (51, 10), (0, 1), (0, 10**5 + 1), (0, 10, 1)])
def test_plans_out_of_range(plan: tuple[int, ...]) -> None:
    with pytest.raises(PositionError):
        JudgePlan(*plan)


def rolled_out(values: np.ndarray, iterations: int, chance: np.random.Generator) -> Judgement:  # type: ignore[type-arg]
    """Compare moves of these true values by rollouts with common and own noise."""
    noise = chance.normal(0, 0.3, (iterations, 1)) + chance.normal(0, 0.3, (iterations, len(values)))
    wins = values + noise
    return compare_rollouts([str(index) for index in range(len(values))], wins, 100 * wins, wins)


@given(st.integers(2, 40), st.integers(1, 6), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_differences_of_losses_are_paired_differences(iterations: int, moves: int, seed: int) -> None:
    found = rolled_out(np.zeros(moves), iterations, np.random.default_rng(seed)).moves
    for one in found:
        assert one.win_lost - found[0].win_lost == pytest.approx(found[0].win - one.win, abs=1e-9)
        assert one.is_best == (one.utility == found[0].utility)


@pytest.mark.parametrize("gap", [0.0, 0.01, 0.05, 0.3])
def test_true_losses_lie_within_the_optimism(gap: float) -> None:
    """On average the loss is not too large, and not too small by more than the optimism."""
    chance = np.random.default_rng(7)
    values = np.array([0.5, 0.5 - gap, 0.5 - gap, 0.5 - 2 * gap])
    found = [rolled_out(values, 100, chance) for _ in range(3000)]
    lost = np.array([next(move.win_lost for move in each.moves if move.move == "1") for each in found])
    optimism = np.array([each.win_optimism for each in found])
    error = 4 * lost.std() / np.sqrt(len(lost))
    assert lost.mean() < gap + error
    assert (lost + optimism).mean() > gap - error
    assert optimism.mean() < 0.06


@pytest.mark.parametrize("gap", [0.0, 1.0, 20.0])
def test_points_lost_where_wins_are_proven(gap: float) -> None:
    """Moves that win equally often are chosen by some rollouts and measured by others."""
    chance = np.random.default_rng(7)
    values, wins = np.array([gap, 0.0, 0.0, 30.0]), np.array([0.5, 0.5, 0.5, 0.125])
    judged = [
        compare_proven_wins(list("abcd"), wins, values + chance.normal(0, 20, (100, 4))) for _ in range(2000)
    ]
    lost = np.array([next(move.points_lost for move in each.moves if move.move == "b") for each in judged])
    optimism = np.array([each.points_optimism for each in judged])
    error = 4 * lost.std() / np.sqrt(len(lost))
    assert gap - optimism.mean() - error < lost.mean() < gap + error
    first = judged[0]
    assert {(move.win, move.win_lost, move.win_lost_se) for move in first.moves} == {
        (0.5, 0.0, 0.0), (0.125, 0.375, 0.0)
    }  # fmt: skip
    assert (first.method, first.win_optimism, first.is_proven) == (JudgedBy.PRE_ENDGAME, 0, False)
