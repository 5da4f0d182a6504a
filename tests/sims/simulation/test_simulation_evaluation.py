"""Analyses by simulation: which moves are rolled out, what the played one lost, what cannot be simulated."""

from dataclasses import replace

import pytest

from movegen import Game, Lexicon, Position, PositionError, Rack, TileSet, Variant, read_cgp, read_gcg
from sims.simulation import (
    SimulatedMove,
    Simulation,
    SimulationEvaluation,
    SimulationPlan,
    evaluate_by_simulation,
    simulate,
    simulation_obstacle,
)
from strategy import Method, PositionAnalysis, StaticStrategy, analyze_game, analyze_position
from strategy.search_control import SearchControl

pytestmark = pytest.mark.core

LEXICON = Lexicon.load()
ENGLISH = TileSet.load("english")
RACKH3 = StaticStrategy.load("rackh3")
GAME = read_gcg("jackdaw/samples/ann_v_ben.gcg")
PLAN = SimulationPlan(candidates=3, iterations=140)


def of_turn(game: Game, turn: int) -> PositionAnalysis:
    return analyze_game(game, LEXICON, RACKH3, turn=turn).positions[0]


def simulated(
    static: PositionAnalysis, plan: SimulationPlan = PLAN
) -> tuple[PositionAnalysis, SimulationEvaluation, SimulatedMove | None]:
    """The analysis with its evaluation, and the results of the played move."""
    evaluation = evaluate_by_simulation(static, plan, LEXICON, RACKH3)
    analysis = static.with_evaluation(evaluation)
    counted = analysis.counted_move
    return analysis, evaluation, None if counted is None else evaluation.find(counted)


def test_the_played_move_is_among_the_candidates() -> None:
    static = of_turn(GAME, 16)
    assert static.played is not None and static.played.rank == 5
    found, evaluation, played = simulated(static)
    assert found.method is Method.SIMULATION and found.candidates is static.candidates
    assert {str(move) for move in evaluation.moves} == {
        *(str(candidate.move) for candidate in static.candidates[:3]),
        "14K AWNED",
    }
    assert played is not None and found.played is not None and found.best is not None
    assert found.played.rank == evaluation.moves.index(played.move) + 1
    assert found.played.equity == round(played.equity, 3)
    assert found.played.equity_lost == round(-played.equity_difference, 3) > 20
    assert str(found.best.move) == "C2 W(R)ANGLED"
    assert found.best.equity == evaluation.simulation.best.equity


def test_ranked_by_wins() -> None:
    found, evaluation, played = simulated(of_turn(GAME, 16), replace(PLAN, rank_by="win"))
    best = evaluation.simulation.best
    assert played is not None and found.played is not None
    assert played.difference == pytest.approx(played.win - best.win, abs=0.05)
    assert found.played.equity_lost == round(max(0.0, -played.equity_difference), 3)
    assert played.iterations == best.iterations and not played.is_eliminated


def test_the_moves_of_the_plan_are_never_eliminated_either() -> None:
    static = of_turn(GAME, 4)
    plan = SimulationPlan(candidates=10, iterations=600, rank_by="equity", margin=0)
    _, usual, _ = simulated(static, plan)
    lost = usual.simulation.moves[-1]
    assert lost.is_eliminated
    _, evaluation, played = simulated(static, replace(plan, always=(lost.move,)))
    retained = evaluation.find(lost.move)
    assert retained is not None and played is not None
    assert retained.iterations == played.iterations == evaluation.simulation.iterations
    assert not retained.is_eliminated and not played.is_eliminated


def test_equal_moves_share_a_rank() -> None:
    _, evaluation, _ = simulated(of_turn(GAME, 16))
    first, second, *_ = evaluation.simulation.moves
    tied = replace(second, difference=first.difference)
    evaluation = SimulationEvaluation(replace(evaluation.simulation, moves=(first, tied)))
    assert [evaluation.rank(move) for move in evaluation.moves] == [1, 1]


def test_an_opening_down_is_its_mirror_image() -> None:
    game = Game.new(Variant.standard(), ["Ann", "Bob"])
    game.record_move("H8 PELON", "EELNNOP")
    _, _, played = simulated(of_turn(game, 1))
    assert played is not None and str(played.move) == "8H PELON"


def test_a_play_taken_back_is_worth_what_a_pass_is() -> None:
    position = GAME.position(16)
    static = analyze_position(
        position, LEXICON, RACKH3, played=position.parse_move("14K AWNED"), is_withdrawn=True
    )
    found, _, played = simulated(static)
    assert played is not None and found.played is not None
    assert (str(played.move), found.played.rank) == ("(pass)", None)
    assert found.played.equity == round(played.equity, 3)


@pytest.mark.parametrize(("play", "gains"), [("14K AWNGL", False), ("15F DAWNGEL", True)])
def test_a_phony_is_simulated_beside_the_best_candidate(play: str, gains: bool) -> None:
    """By the same rollouts as if it were a candidate, but it is not one."""
    position = GAME.position(16)
    static = analyze_position(position, LEXICON, RACKH3, played=position.parse_move(play))
    plan = replace(PLAN, confidence=None)
    found, evaluation, simulated_phony = simulated(static, plan)
    assert simulated_phony is not None and found.played is not None and found.best is not None
    phony, best = simulated_phony.move, evaluation.simulation.best.move
    among = simulate(position, [*evaluation.moves, phony], LEXICON, plan, strategy=RACKH3)
    expected = among.difference(best, phony)
    assert len(evaluation.moves) == 3 and phony not in evaluation.moves and evaluation.rank(phony) is None
    assert evaluation.difference(best, phony) == expected and (expected.equity < 0) == gains
    assert evaluation.equity_lost(phony) == expected.equity
    assert evaluation.win_difference_error(phony, best) == expected.win_se
    assert found.best.move == best and found.played.rank is None
    assert found.played.equity == round(simulated_phony.equity, 3)
    assert found.played.equity_lost == round(max(0.0, expected.equity), 3)


def test_a_phony_is_not_simulated_once_interrupted() -> None:
    position = GAME.position(16)
    static = analyze_position(position, LEXICON, RACKH3, played=position.parse_move("14K AWNGL"))
    control = SearchControl[Simulation](should_stop=lambda: True)
    evaluation = evaluate_by_simulation(static, PLAN, LEXICON, RACKH3, control=control)
    assert evaluation.phony is None and static.played is not None
    assert evaluation.equity_lost(static.played.move) is None


def test_the_opponents_rack() -> None:
    """The position's rack is used unless another one is given."""
    position = GAME.position(16)
    known = replace(position, racks=(ENGLISH.parse_rack("AEI"), position.racks[1]))
    analysis = analyze_position(known, LEXICON, RACKH3)
    assert str(simulated(analysis)[1].simulation.setting.opponent_rack) == "AEI"
    plan = replace(PLAN, opponent_rack=ENGLISH.parse_rack("SS"))
    assert str(simulated(analysis, plan)[1].simulation.setting.opponent_rack) == "SS"
    with pytest.raises(PositionError, match="cannot hold ZZ"):
        simulated(analysis, replace(PLAN, opponent_rack=Rack.from_tiles(ENGLISH, ENGLISH.parse_word("ZZ"))))


EMPTY = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15"


def positions_that_cannot() -> list[tuple[Position, str]]:
    whole = ENGLISH.parse_rack("AEINRST")
    start = read_cgp(f"{EMPTY} AEINRST/ 0/0 0")
    return [
        (read_cgp(f"{EMPTY} AEI/ 0/0 0"), "the rack is only partly known"),
        (read_cgp(f"{EMPTY} / 0/0 0"), "the rack is not known"),
        (replace(start, racks=(whole, None, None), scores=(0, 0, 0)), "there are 3 players"),
        (GAME.position(23), "the bag is empty"),
        (replace(start, scoreless_turns=6), "the game is over after 6 scoreless turns"),
    ]


@pytest.mark.parametrize(("position", "why"), positions_that_cannot(), ids=lambda value: str(value)[:20])
def test_what_cannot_be_simulated(position: Position, why: str) -> None:
    analysis = analyze_position(position, LEXICON, RACKH3)
    assert simulation_obstacle(analysis, RACKH3) == why
    with pytest.raises(PositionError, match=why):
        simulated(analysis)
    assert simulation_obstacle(of_turn(GAME, 16), RACKH3) is None
