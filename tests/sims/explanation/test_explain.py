"""Explanations: each figure is that of the analysis, each reason is certain, and the parts add up."""

from dataclasses import replace
from functools import cache
from itertools import permutations
from math import hypot, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from movegen import Lexicon, Move, Position, Variant, read_cgp, read_gcg
from sims import AnalysisPlan, Analyzer, SimulatedMove, SimulationPlan, play_static_games
from sims.explanation import Explanation, Fact, FactKind, Figure, Quantity, Unit, explain
from sims.explanation.choice import choose_facts
from sims.explanation.simulated import equity_parts
from sims.simulation import RolloutSetting, SimulationEvaluation, roll_out
from strategy import (
    EndgamePlan,
    PositionAnalysis,
    PreendgamePlan,
    SearchLimits,
    StaticStrategy,
    analyze_position,
)

pytestmark = pytest.mark.core

LEXICON = Lexicon.load()
STATIC = StaticStrategy.load("static")
GAME = read_gcg("jackdaw/samples/ann_v_ben.gcg")
PLAN = AnalysisPlan(
    SimulationPlan(candidates=5, iterations=300, confidence=None, plies=4), EndgamePlan(), PreendgamePlan()
)
POINTS = {Quantity.EQUITY, Quantity.SCORE, Quantity.LEAVE_VALUE, Quantity.ADJUSTMENT}


@cache
def simulated(turn: int) -> PositionAnalysis:
    return Analyzer(LEXICON, plan=PLAN).turn(GAME, turn)


@cache
def explained(turn: int) -> Explanation:
    found = explain(simulated(turn))
    assert found is not None and found.facts
    return found


def result(analysis: PositionAnalysis, move: Move | None) -> SimulatedMove:
    assert isinstance(analysis.evaluation, SimulationEvaluation) and move is not None
    found = analysis.evaluation.find(move)
    assert found is not None
    return found


def expected(figure: Figure, analysis: PositionAnalysis, move: Move) -> float:
    """The figure of a simulated move, taken from the analysis."""
    of = result(analysis, move)
    count, spread, candidate = of.iterations, of.distribution, analysis.candidate(move)
    scores = [ply.count / count * ply.score for ply in of.plies]
    bingos = [ply.count / count * ply.bingos for ply in of.plies]
    assert candidate is not None
    laid = len(move.tiles_used) if move.kind.value == "play" else 0
    known = {
        Quantity.EQUITY: of.equity,
        Quantity.WIN: of.win,
        Quantity.SCORE: move.score,
        Quantity.LEAVE_VALUE: candidate.leave_value,
        Quantity.REPLY: scores[0],
        Quantity.REPLY_BINGO: bingos[0],
        Quantity.NEXT_TURN: scores[1],
        Quantity.NEXT_BINGO: bingos[1],
        Quantity.LATER_TURNS: scores[3] - scores[2],
        Quantity.LEAVES: spread.leaves,
        Quantity.GOES_OUT: spread.went_out / count,
        Quantity.OPPONENT_GOES_OUT: spread.opponent_went_out / count,
        Quantity.DEVIATION: of.equity_se * sqrt(count),
        Quantity.TILES_PLAYED: len(move.tiles_used),
        Quantity.BAG: max(0, analysis.position.bag_count - laid),
    }
    if figure.quantity is Quantity.SQUARE:
        assert figure.square is not None
        row, column = figure.square
        return spread.covered[row][column] / of.plies[0].count
    return known[figure.quantity]


SIMULATED_TURNS = range(1, 20)


@pytest.mark.parametrize("turn", SIMULATED_TURNS)
def test_each_figure_is_that_of_the_analysis(turn: int) -> None:
    found, analysis = explained(turn), simulated(turn)
    assert found.better is not None and found.worse is not None
    for fact in found.facts:
        assert (fact.move, fact.than) == (found.better, found.worse)
        for figure in fact.figures:
            assert figure.value == pytest.approx(expected(figure, analysis, found.better))
            assert figure.than == pytest.approx(expected(figure, analysis, found.worse))
    for figure in found.figures:
        if figure.quantity is Quantity.EQUITY:
            errors = [result(analysis, move).equity_se for move in (found.better, found.worse)]
            assert [figure.error, figure.than_error] == errors
            assert figure.difference == -result(analysis, found.worse).equity_difference
            assert figure.difference_error == result(analysis, found.worse).equity_difference_se


@pytest.mark.parametrize("turn", SIMULATED_TURNS)
def test_no_reason_is_smaller_than_its_error(turn: int) -> None:
    for fact in explained(turn).facts:
        if fact.kind is not FactKind.EVEN:
            assert all(abs(each.difference) > 2 * each.difference_error for each in fact.figures)
        else:
            points, wins = fact.figures
            assert not (points.is_certain and points.difference > 0)
            assert not (wins.is_certain and wins.difference > 0.001)


@pytest.mark.parametrize("turn", SIMULATED_TURNS)
def test_the_reasons_are_few_and_the_first_fact_is_the_margin(turn: int) -> None:
    first, *others = explained(turn).facts
    assert first.kind in (FactKind.MARGIN, FactKind.EVEN, FactKind.WINS_DESPITE_POINTS)
    assert len(others) <= 3
    signs = [fact.gain < 0 for fact in others if fact.gain is not None]
    assert sum(signs) <= 1
    assert first.kind is not FactKind.MARGIN or not any(signs[1:])


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 999), turn=st.integers(1, 14), plies=st.integers(0, 5))
def test_the_parts_add_up_to_the_equity(seed: int, turn: int, plies: int) -> None:
    """Their gains sum up to the difference of the equities where no rollout reached the end of the game."""
    game = play_static_games([STATIC] * 2, LEXICON, seed=seed, turns=True).game(0)
    plan = SimulationPlan(candidates=2, iterations=20, confidence=None, plies=plies)
    analysis = Analyzer(LEXICON, STATIC, AnalysisPlan(plan)).position(game.position(turn))
    if not isinstance(analysis.evaluation, SimulationEvaluation):
        return
    moves = analysis.evaluation.simulation.moves
    if len(moves) < 2 or any(each.plies and each.plies[-1].count < each.iterations for each in moves):
        return
    if any(each.distribution.went_out or each.distribution.opponent_went_out for each in moves):
        return
    gains = [fact.gain for fact in equity_parts(analysis, moves[0], moves[1])]
    assert sum(gain or 0 for gain in gains) == pytest.approx(moves[0].equity - moves[1].equity)


@cache
def with_searched_endgames() -> PositionAnalysis:
    plan = SimulationPlan(candidates=8, iterations=20, confidence=None).with_few_tiles()
    return Analyzer(LEXICON, plan=AnalysisPlan(plan)).turn(GAME, 21)


def test_turns_of_searched_endgames_have_no_score() -> None:
    """After C2 A(R)bORISE the bag is empty: a search plays the player's next turn, with an unknown score."""
    analysis = with_searched_endgames()
    played = next(move for move in analysis.evaluation.moves if str(move) == "C2 A(R)bORISE")
    better, worse = (result(analysis, move) for move in (analysis.evaluation.moves[0], played))
    assert better.plies[1].count == better.iterations and worse.plies[1].count == 0 < worse.plies[0].count
    facts = {fact.kind: fact for fact in equity_parts(analysis, better, worse)}
    assert FactKind.NEXT_TURN not in facts and facts[FactKind.REPLY].gain
    later = facts[FactKind.AFTER_REPLY].figures[0]
    assert later.is_certain and later.than > 0
    assert sum(fact.gain or 0 for fact in facts.values()) == pytest.approx(better.equity - worse.equity)
    found = explain(analysis, played)
    assert found is not None and FactKind.AFTER_REPLY in [fact.kind for fact in found.facts]


def test_turns_before_searched_endgames_have_scores() -> None:
    analysis = with_searched_endgames()
    first, second = (result(analysis, move) for move in analysis.evaluation.moves[:2])
    facts = equity_parts(analysis, first, second)
    assert [fact.kind for fact in facts][1:4] == [FactKind.REPLY, FactKind.NEXT_TURN, FactKind.LATER_TURNS]
    assert sum(fact.gain or 0 for fact in facts) == pytest.approx(first.equity - second.equity)


def test_the_opponents_hot_square() -> None:
    """After 10J (BED)AUB half the replies use O8, a triple word; 7H UP takes it away, and scores more."""
    plan = AnalysisPlan(SimulationPlan(candidates=10, iterations=300, confidence=None))
    analysis = Analyzer(LEXICON, plan=plan).turn(GAME, 4)
    up = next(move for move in analysis.evaluation.moves if str(move) == "7H UP")
    facts = equity_parts(analysis, result(analysis, up), result(analysis, analysis.counted_move))
    reply = next(fact for fact in facts if fact.kind is FactKind.REPLY)
    square = reply.figure(Quantity.SQUARE)
    assert square is not None and square.square == (7, 14)
    assert square.value < 0.05 and square.than > 0.4
    assert reply.gain is not None and reply.gain > 5 and not reply.speaks_against


@pytest.mark.parametrize("iterations", [1, 2, 3])
def test_few_rollouts_say_nothing_of_a_square(iterations: int) -> None:
    """All replies to one move may use a square that none to the other uses, and that by chance."""
    plan = AnalysisPlan(SimulationPlan(candidates=15, iterations=iterations, confidence=None))
    analysis = Analyzer(LEXICON, plan=plan).turn(GAME, 2)
    moves = [result(analysis, move) for move in analysis.evaluation.moves]
    facts = [fact for one, other in permutations(moves, 2) for fact in equity_parts(analysis, one, other)]
    assert not any(fact.figure(Quantity.SQUARE) for fact in facts)


@pytest.mark.parametrize("turn", [2, 4, 5])
def test_after_one_rollout_only_the_score_is_certain(turn: int) -> None:
    plan = AnalysisPlan(SimulationPlan(candidates=6, iterations=1, confidence=None, plies=4))
    analysis = Analyzer(LEXICON, plan=plan).turn(GAME, turn)
    for move in analysis.evaluation.moves:
        found = explain(analysis, move)
        assert found is not None and found.facts[0].kind is FactKind.EVEN
        assert {fact.kind for fact in found.facts[1:]} <= {FactKind.SCORE}


def test_the_best_move_is_compared_with_the_next() -> None:
    analysis = simulated(5)
    found = explained(5)
    assert not explained(4).is_of_best and explained(4).move == explained(4).worse
    assert found.is_of_best and found.better == analysis.counted_move == analysis.evaluation.moves[0]
    assert found.worse == analysis.evaluation.moves[1]
    asked = explain(analysis, analysis.evaluation.moves[2])
    assert asked is not None and asked.worse == analysis.evaluation.moves[2] and not asked.is_of_best


@pytest.mark.parametrize("turn", [3, 4, 5])
def test_the_reference_is_compared_by_its_own_differences(turn: int) -> None:
    """Also where it is not the leader, which reviews set aside if it wins less often than the played move."""
    analysis = simulated(turn)
    leader, reference, third, *_ = analysis.evaluation.moves
    analysis = replace(analysis, reference=reference)
    for asked, worse in ((third, third), (leader, leader), (reference, leader)):
        found = explain(analysis, asked)
        assert found is not None and (found.better, found.worse) == (reference, worse)
        first, second = result(analysis, reference), result(analysis, worse)
        for figure in found.facts[0].figures:
            assert figure.difference == pytest.approx(figure.value - figure.than)
            if figure.quantity is Quantity.EQUITY:
                assert figure.difference == pytest.approx(first.equity - second.equity)
                assert 0 < figure.difference_error != second.equity_difference_se or worse == leader


def test_moves_that_were_not_simulated_have_no_facts() -> None:
    analysis = simulated(4)
    last = analysis.candidates[-1].move
    found = explain(analysis, last)
    assert found is not None and (found.better, found.worse, found.facts) == (
        analysis.evaluation.moves[0],
        last,
        (),
    )


@pytest.mark.parametrize(("play", "gains"), [("14K AWNGL", False), ("15F DAWNGEL", True)])
def test_only_a_phony_that_lost_is_explained(play: str, gains: bool) -> None:
    position = GAME.position(16)
    analyzer = Analyzer(LEXICON, plan=AnalysisPlan(SimulationPlan(candidates=3, iterations=130)))
    analysis = analyzer.position(position, played=position.parse_move(play))
    found = explain(analysis)
    assert found is not None and analysis.played is not None and found.worse == analysis.played.move
    assert not found.facts if gains else found.facts[0].kind is FactKind.MARGIN


@pytest.mark.parametrize("rack", ["", "AEI"])
def test_racks_that_are_not_fully_known(rack: str) -> None:
    position = read_cgp(f"15/15/15/15/15/15/15/7CIGAR3/15/15/15/15/15/15/15 {rack}/ 0/20 0")
    assert explain(analyze_position(position, LEXICON)) is None


@pytest.mark.parametrize("turn", range(1, 22))
def test_static_parts(turn: int) -> None:
    """The figures are those of the candidates; score, leave and rest make up the equity."""
    analysis = Analyzer(LEXICON).turn(GAME, turn)
    found = explain(analysis)
    assert found is not None and found.better is not None and found.worse is not None
    both = [analysis.candidate(move) for move in (found.better, found.worse)]
    for figure in found.figures:
        for candidate, value in zip(both, (figure.value, figure.than), strict=True):
            assert candidate is not None and figure.quantity in POINTS
            assert value == pytest.approx(
                {
                    Quantity.EQUITY: candidate.equity,
                    Quantity.SCORE: candidate.score,
                    Quantity.LEAVE_VALUE: candidate.leave_value,
                    Quantity.ADJUSTMENT: candidate.equity - candidate.score - candidate.leave_value,
                }[figure.quantity],
                abs=0.001,
            )
    margin, *parts = found.facts
    gain = margin.figures[0].difference
    assert gain >= 0 and (parts or gain < 1.5)
    if len(parts) == 3:
        assert sum(fact.gain or 0 for fact in parts) == pytest.approx(gain, abs=0.002)


def test_an_endgame() -> None:
    analysis = simulated(22)
    found = explained(22)
    assert found.better is not None and found.worse == analysis.counted_move
    values = [analysis.evaluation.equity(move) for move in (found.better, found.worse)]
    final, *parts = found.facts
    assert final.kind is FactKind.FINAL_SPREAD
    assert [final.figures[0].value, final.figures[0].than] == [-137 + (value or 0) for value in values]
    assert sum(fact.gain or 0 for fact in parts) == final.figures[0].difference
    assert parts[0].speaks_against and found.variation[0] == found.better


def test_an_unproven_endgame_is_not_explained() -> None:
    plan = AnalysisPlan(endgame=EndgamePlan(limits=SearchLimits(nodes=1)))
    found = explain(Analyzer(LEXICON, plan=plan).turn(GAME, 22))
    assert found is not None and not found.facts and not found.variation


def one_in_the_bag() -> Position:
    return read_cgp(
        "11B1HI/1VOLT6OPEN/4A6MUM1/4N6ALE1/4G7T2/4I5G1U2/4E1V3N1R2/4RAIA2AGE2/6N3WE3/5KY2WESTS1/"
        "2ESCALADERS3/3O1I1BOD1O3/2HOOF9/1JUT5ZED1QI/2PYCNIDIA1EXIT ??AENRU/ 427/436 0"
    )


@pytest.mark.medium
def test_a_preendgame() -> None:
    position = one_in_the_bag()
    played = next(move for move in position.moves(LEXICON) if move.kind.value == "pass")
    limits = SearchLimits(nodes=400_000)  # too few to search all moves
    plan = AnalysisPlan(preendgame=PreendgamePlan(moves=2, limits=limits))
    analysis = Analyzer(LEXICON, plan=plan).position(position, played=played)
    found = explain(analysis)
    assert found is not None and found.better is not None
    first = found.facts[0].figures[0]
    assert first.quantity is Quantity.WIN and first.of == 8
    assert first.value == analysis.evaluation.win_chance(found.better) == 1.0
    assert first.than == analysis.evaluation.win_chance(played)


def test_the_number_of_rollouts_that_end_with_going_out() -> None:
    """Played to the end, each rollout ends with someone out, or after turns without a score."""
    analysis = Analyzer(
        LEXICON, plan=AnalysisPlan(SimulationPlan(candidates=3, iterations=60, plies="end"))
    ).turn(GAME, 20)
    assert isinstance(analysis.evaluation, SimulationEvaluation)
    simulation = analysis.evaluation.simulation
    batch = roll_out(simulation.setting, LEXICON, 0, simulation.iterations)
    for index, move in enumerate(simulation.setting.moves):
        found = result(analysis, move)
        records = batch.rollouts[: found.iterations, index]
        assert found.distribution.went_out + found.distribution.opponent_went_out <= found.iterations
        # The spread of a game in which the player went out includes the opponent's tiles twice, so parity of
        # the turns tells who was last: the candidate is turn 0.
        last_mover = records["plies"] % 2
        out = records[records["unseen"] == 0]
        assert found.distribution.went_out == (last_mover[records["unseen"] == 0] == 0).sum()
        assert found.distribution.opponent_went_out == len(out) - found.distribution.went_out
        assert len(out) > 0.9 * found.iterations


def test_going_out_at_once() -> None:
    position = replace(GAME.position(23))
    out = next(each.move for each in STATIC.candidates(position, LEXICON) if not len(each.leave))
    setting = RolloutSetting.of(position, [out], STATIC, plies=2)
    batch = roll_out(setting, LEXICON, 0, 5)
    assert batch.rollouts["unseen"].tolist() == [[0]] * 5 and (batch.rollouts["on_turn"] == 1).all()


PASS = Move.pass_turn(Variant.standard().tiles)


def part(gain: float, error: float = 0.0) -> Fact:
    figure = Figure(Quantity.SCORE, Unit.POINTS, gain, 0.0, error, 0.0)
    return Fact(FactKind.SCORE, PASS, PASS, (figure,), gain)


@pytest.mark.parametrize(
    ("gains", "chosen"),
    [
        ([5, 20, 8], [20, 8]),  # these are 85 % of the sum
        ([20, -9, 1], [-9, 20]),  # what is given up comes first
        ([20, -4], [20]),  # too little to mention
        ([10, 9, 8, 7], [10, 9, 8]),
        ([-6, -5], [-6]),
        ([0.4], []),
        ([], []),
    ],
)
def test_the_choice_of_facts(gains: list[float], chosen: list[float]) -> None:
    assert [fact.gain for fact in choose_facts(map(part, gains))] == chosen


def test_uncertain_facts_are_not_chosen() -> None:
    assert [fact.gain for fact in choose_facts([part(10, 6), part(-8, 4.1), part(3, 1)])] == [3]


def test_errors_of_a_difference() -> None:
    figure = Figure(Quantity.REPLY, Unit.POINTS, 10, 4, 3, 4)
    assert figure.difference_error == hypot(3, 4) and not figure.is_certain
    paired = replace(figure, paired_difference=5.9, paired_error=2.9)
    assert (paired.difference, paired.difference_error) == (5.9, 2.9) and paired.is_certain
