"""Analyses by simulation: which moves are rolled out, what the played one lost, what cannot be simulated."""

from dataclasses import replace

import pytest

from movegen import Game, Lexicon, Position, PositionError, Rack, TileSet, Variant, read_cgp, read_gcg
from sims.simulated_analysis import SimulatedAnalysis, obstacle, simulate_analysis
from sims.simulation_plan import SimulationPlan
from strategy import Method, PositionAnalysis, StaticStrategy, analyze_game, analyze_position

pytestmark = pytest.mark.core

LEXICON = Lexicon.load()
ENGLISH = TileSet.load("english")
RACKH3 = StaticStrategy.load("rackh3")
GAME = read_gcg("jackdaw/samples/ann_v_ben.gcg")
PLAN = SimulationPlan(candidates=3, iterations=140)


def of_turn(game: Game, turn: int) -> PositionAnalysis:
    return analyze_game(game, LEXICON, RACKH3, turn=turn).positions[0]


def simulated(analysis: PositionAnalysis, plan: SimulationPlan = PLAN) -> SimulatedAnalysis:
    return simulate_analysis(analysis, plan, LEXICON, RACKH3)


def test_the_played_move_is_among_the_candidates() -> None:
    static = of_turn(GAME, 16)
    assert static.played is not None and static.played.rank == 5
    found = simulated(static)
    assert found.method is Method.SIMULATION and found.candidates is static.candidates
    assert {str(move.move) for move in found.simulation.moves} == {
        *(str(candidate.move) for candidate in static.candidates[:3]),
        "14K AWNED",
    }
    place = found.played_place
    assert place is not None and found.played is not None
    told = found.simulation.moves[place]
    assert found.played.rank == place + 1
    assert found.played.equity == round(told.equity, 3)
    assert found.played.equity_lost == round(-told.difference, 3) > 20
    assert str(found.best.move) == "C2 W(R)ANGLED" and found.best.equity == found.simulation.best.equity


def test_ranked_by_wins() -> None:
    found = simulated(of_turn(GAME, 16), replace(PLAN, rank_by="win"))
    best = found.simulation.best
    assert found.played_place is not None and found.played is not None
    told = found.simulation.moves[found.played_place]
    assert told.difference == pytest.approx(told.win - best.win, abs=0.05)
    assert found.played.equity_lost == round(max(0.0, best.equity - told.equity), 3)


def test_equal_moves_share_a_rank() -> None:
    found = simulated(of_turn(GAME, 16))
    first = found.simulation.moves[0]
    twice = replace(found, simulation=replace(found.simulation, moves=(first, first)))
    assert [twice.simulated_rank(place) for place in (0, 1)] == [1, 1]


def test_an_opening_down_is_its_mirror_image() -> None:
    game = Game.new(Variant.standard(), ["Ann", "Bob"])
    game.record_move("H8 PELON", "EELNNOP")
    found = simulated(of_turn(game, 1))
    assert found.played_place is not None
    assert str(found.simulation.moves[found.played_place].move) == "8H PELON"


def test_a_play_taken_back_is_worth_what_a_pass_is() -> None:
    position = GAME.position(16)
    static = analyze_position(
        position, LEXICON, RACKH3, played=position.parse_move("14K AWNED"), is_withdrawn=True
    )
    found = simulated(static)
    assert found.played_place is not None and found.played is not None
    told = found.simulation.moves[found.played_place]
    assert (str(told.move), found.played.rank) == ("(pass)", None)
    assert found.played.equity == round(told.equity, 3)


def test_a_phony_is_not_simulated() -> None:
    position = GAME.position(16)
    static = analyze_position(position, LEXICON, RACKH3, played=position.parse_move("14K AWNGL"))
    found = simulated(static)
    assert found.played_place is None and len(found.simulation.moves) == 3
    assert found.played == static.played


def test_the_opponents_rack() -> None:
    """That of the position, unless another one is said to be known."""
    position = GAME.position(16)
    known = replace(position, racks=(ENGLISH.parse_rack("AEI"), position.racks[1]))
    analysis = analyze_position(known, LEXICON, RACKH3)
    assert str(simulated(analysis).simulation.setting.opponent_rack) == "AEI"
    plan = replace(PLAN, opponent_rack=ENGLISH.parse_rack("SS"))
    assert str(simulated(analysis, plan).simulation.setting.opponent_rack) == "SS"
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
        (replace(start, scoreless_turns=6), "after 6 turns without a score the game is over"),
    ]


@pytest.mark.parametrize(("position", "why"), positions_that_cannot(), ids=lambda value: str(value)[:20])
def test_what_cannot_be_simulated(position: Position, why: str) -> None:
    analysis = analyze_position(position, LEXICON, RACKH3)
    assert obstacle(analysis, RACKH3) == why
    with pytest.raises(PositionError, match=why):
        simulated(analysis)
    assert obstacle(of_turn(GAME, 16), RACKH3) is None
