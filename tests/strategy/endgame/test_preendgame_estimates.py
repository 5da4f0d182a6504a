"""Estimates of pre-endgames: what the search knows of moves before it has settled them."""

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tiny_preendgames import WORDS, some

from movegen import Lexicon, Move, Position, PositionError, read_cgp
from strategy import (
    PreendgameMove,
    PreendgameOptions,
    PreendgameResult,
    SearchControl,
    SearchLimits,
    solve_preendgame,
)
from strategy.endgame import PreendgameOutcome, PreendgameOutcomes, PreendgameProgress, Source

pytestmark = pytest.mark.core

WINS = PreendgameOptions(spreads="none")
ALL_WINS = PreendgameOptions(spreads="none", all_wins=True)
ANSWERS = Path(__file__).resolve().parents[2] / "data" / "preendgames.jsonl"


def search(
    position: Position, nodes: int | None, priors: dict[Move, float] | None = None, workers: int = 1
) -> PreendgameResult:
    limits = SearchLimits(nodes=nodes, memory=1, workers=workers)
    return solve_preendgame(position, WORDS, options=WINS, limits=limits, priors=priors)


def exact_wins(position: Position) -> dict[Move, float]:
    limits = SearchLimits(memory=1)
    return {
        each.move: each.win
        for each in solve_preendgame(position, WORDS, options=ALL_WINS, limits=limits).moves
    }


def empties_bag(found: PreendgameMove, position: Position) -> bool:
    return len(found.move.tiles_used) >= position.bag_count


def test_every_move_that_empties_the_bag_is_estimated_first() -> None:
    for position in some(3, 2, 4):
        count = sum(len(each.outcomes) for each in search(position, 1).moves if empties_bag(each, position))
        for found in search(position, count + 1).moves:
            if empties_bag(found, position):
                assert found.is_estimated and found.win_source in (Source.SEARCHED, Source.PROVEN)


MANY_MOVES = (
    "9RACOON/11L1FE/11AD1U/11WE1R/10V1R1I/2PUTZ3YETT1T/5E2KEX1H1i/ULVA1AWAY5S/3GALEAE6/1QAIDS9/SILOS10/C14/"
    "OOF1JAB8/PIEROGI1BIDENT1/E4OOTID5 ?EEHMNU/ 331/337 0 lex SCOWL80;"
)


@pytest.mark.medium
def test_of_many_moves_only_the_better_ones_are_estimated_in_all_arrangements() -> None:
    """Shallow searches of all take more nodes than these, by which one is found and proven to win always."""
    position, nodes = read_cgp(MANY_MOVES), 35_000
    found = solve_preendgame(position, Lexicon.load(), options=WINS, limits=SearchLimits(nodes=nodes))
    assert found.best.is_settled and found.best.win == 1
    emptying = [each for each in found.moves if empties_bag(each, position)]
    assert sum(len(each.outcomes) for each in emptying) > nodes
    assert sum(each.win_source is None for each in emptying) > len(emptying) / 2


@pytest.mark.medium
def test_a_limit_that_is_too_low_for_a_look_at_all_moves_leaves_some_estimates() -> None:
    """Moves of the highest priority are looked at first, and in all arrangements."""
    limits = SearchLimits(nodes=2_000)
    found = solve_preendgame(read_cgp(MANY_MOVES), Lexicon.load(), options=WINS, limits=limits)
    assert found.best.win_source is Source.SEARCHED and found.best.win > 0.9


@pytest.mark.medium
def test_moves_that_empty_the_bag_are_searched_before_replies_to_the_others() -> None:
    """K5 WHIT wins 69.4 %. Rollouts prefer plays of one tile, whose replies cost most."""
    position = read_cgp(
        "7BARITONe/7I7/2TENTAGES5/PROM3G7/4U2E7/3UNMODISH4/4V4Q4J/T2CONVO1U4E/E3C4I1YAFF/OH1DaY1A1ZOOEAE/"
        "PEDALIER3B3/AD1G1R1I3S3/NE3K1L7/1R5L7/7I7 AEINSTW/ 353/367 0 lex SCOWL80;"
    )
    leaving = [move for move in position.moves(Lexicon.load()) if len(move.tiles_used) < 2]
    limits = SearchLimits(nodes=200_000, workers=2)
    priors = dict.fromkeys(leaving, 0.75)
    found = solve_preendgame(position, Lexicon.load(), options=WINS, limits=limits, priors=priors)
    assert found.best.move == position.parse_move("K5 WHIT")


def test_estimates_lie_within_the_bounds_and_have_errors() -> None:
    sources = set()
    for position in some(3, 1, 3) + some(3, 2, 4):
        for nodes in (40, 400):
            for found in search(position, nodes).moves:
                sources.add(found.win_source)
                assert found.least_win <= found.win <= found.most_win
                if found.win_source is Source.SEARCHED:
                    assert found.win_error is not None and 0 < found.win_error < 1
                if found.win_source is Source.PROVEN:
                    assert found.win_error is None
    assert {Source.SEARCHED, Source.PROVEN} <= sources


def estimated_move(position: Position, outcomes: list[tuple[int, str]]) -> PreendgameMove:
    """A move with these estimates, each with the tiles left in the bag, of which nothing is proven."""
    drawn = position.rack
    made = tuple(PreendgameOutcome(drawn, bag, 1, None, None, estimate) for estimate, bag in outcomes)
    return PreendgameMove(
        position.moves(WORDS)[0], PreendgameOutcomes.of(made), None, len(made), is_estimated=True
    )


def test_estimates_are_points_and_moves_that_leave_tiles_win_less_often() -> None:
    """The opponent's best reply is better than the likely one."""
    position = some(3, 1, 1)[0]
    assert estimated_move(position, [(0, "")]).win == 0.5
    assert estimated_move(position, [(9, "")]).win == pytest.approx(1 / (1 + math.exp(-1)))
    assert estimated_move(position, [(0, "E")]).win == pytest.approx(0.5**1.25)


def test_the_opponent_blocks_in_estimates() -> None:
    """Three draws make a bingo of eight, which the opponent can block for about as many points as it wins.

    A greedy playout, in which the opponent makes the play that gains most, wins by 79 or 80 points with each
    of these, and so 37.5 %. Settled they are worth 80, 1 and -4 points, 25 %.
    """
    position = read_cgp(
        "7TURGID2/9I2I2/9T2N2/9ZONK2/9I5/1QAT4RE5/2YOWL2OR5/3POOJAs2HUHS/3I1BA1O4E1/8L1EAUX1/4DEPAINTS2V/"
        "E4FANO2W2A/DEDUCTS3FAB1L/G6VENERIES/Y10M2E AEILMNR/ 416/408 0 lex SCOWL80;"
    )
    moves, limits = [position.parse_move("A11 LEDGY")], SearchLimits(nodes=8)
    (found,) = solve_preendgame(position, Lexicon.load(), moves=moves, options=WINS, limits=limits).moves
    ends = {str(outcome.drawn): outcome.estimate for outcome in found.outcomes}
    assert all(ends[drawn] < -70 for drawn in "CGIOT")
    assert all(abs(ends[drawn]) < 20 for drawn in "ER")
    assert 0.15 < found.win < 0.35


@pytest.mark.parametrize("estimate", [-20, 0, 12])
def test_estimates_of_a_move_err_together(estimate: int) -> None:
    """However many arrangements there are, an error of 11 points in all of them remains."""
    position = some(3, 1, 1)[0]
    chance = 1 / (1 + math.exp(-estimate / 9))
    for count in (1, 8, 72):
        found = estimated_move(position, [(estimate, "")] * count)
        alone = chance * (1 - chance) / count
        steps = [step / 100 for step in range(-500, 501)]
        weights = [math.exp(-(step**2) / 2) for step in steps]
        changes = [1 / (1 + math.exp(-(estimate + 11 * step) / 9)) - chance for step in steps]
        squares = sum(weight * change**2 for weight, change in zip(weights, changes, strict=True))
        assert found.win_error == pytest.approx(math.sqrt(alone + squares / sum(weights)), rel=0.01)


def test_a_sample_of_estimates_has_both_errors() -> None:
    """Of 8 of 72 arrangements, half of which seem to win and half to lose by 12 points."""
    found = estimated_move(some(3, 1, 1)[0], [(12, "E"), (-12, "E")] * 4)
    sample = replace(found, samples=8, arrangements=72)
    chance = 1 / (1 + math.exp(-12 / 9))
    sampling = math.sqrt((chance - 0.5) ** 2 / 7 * (1 - 8 / 72))
    assert found.win_error is not None
    assert sample.win_error == pytest.approx(math.hypot(found.win_error, sampling))


def test_a_spread_is_known_when_that_of_each_arrangement_is() -> None:
    nothing = estimated_move(some(3, 1, 1)[0], [(5, ""), (9, "")])
    first, second = (replace(each, lower=each.estimate, upper=each.estimate) for each in nothing.outcomes)
    one = replace(nothing, outcomes=PreendgameOutcomes.of((first, nothing.outcomes[1])))
    both = replace(nothing, outcomes=PreendgameOutcomes.of((first, second)))
    assert nothing.spread_source is one.spread_source is None
    assert (both.spread_source, both.spread) == (Source.PROVEN, 7)
    assert replace(both, samples=2, arrangements=72).spread_source is Source.SAMPLED


@pytest.mark.parametrize("wins", [1, 3, 7])
def test_the_likely_reply_makes_no_estimate_sure(wins: int) -> None:
    """Each arrangement seems won or lost after it, and yet a better reply may change many of them."""
    position = some(3, 1, 1)[0]
    ends = [40] * wins + [-40] * (10 - wins)
    leaving, emptying = (estimated_move(position, [(end, bag) for end in ends]) for bag in ("E", ""))
    assert emptying.win == pytest.approx(wins / 10, abs=0.02)
    assert leaving.win == pytest.approx(emptying.win**1.25)
    assert leaving.win_error is not None and emptying.win_error is not None
    chance = 1 / (1 + math.exp(-40 / 9))
    alone, common = math.sqrt(chance * (1 - chance) / 10), 0.7 * emptying.win * (1 - emptying.win)
    assert leaving.win_error == pytest.approx(math.hypot(alone, common))
    assert emptying.win_error < 0.65 * leaving.win_error


def test_only_open_outcomes_have_an_error() -> None:
    position = some(3, 1, 1)[0]
    open_ones = estimated_move(position, [(40, "E"), (-40, "E")])
    settled = PreendgameOutcome(position.rack, "E", 6, 1, 1, 1)
    found = replace(open_ones, outcomes=PreendgameOutcomes.of((*open_ones.outcomes, settled)))
    assert open_ones.win_error is not None
    assert found.win_error == pytest.approx(open_ones.win_error * 2 / 8)


@pytest.mark.parametrize(("lost", "error"), [(0, 1 / 34), (1, math.sqrt(31 / 32 * 1 / 32 / 31))])
def test_a_sample_of_wins_alone_is_not_sure(lost: int, error: float) -> None:
    """Of 32 of 720 arrangements; the error does not vanish with the last loss."""
    position = some(3, 1, 1)[0]
    won, lost_one = (PreendgameOutcome(position.rack, "E", 1, end, end, end) for end in (9, -9))
    outcomes = PreendgameOutcomes.of((*[won] * (32 - lost), *[lost_one] * lost))
    found = replace(estimated_move(position, [(9, "E")]), outcomes=outcomes, samples=32, arrangements=720)
    assert found.is_settled and found.win_source is Source.SAMPLED
    assert found.win_error == pytest.approx(error * math.sqrt(1 - 32 / 720))
    assert replace(found, samples=None).win_error is None


def estimated(report: PreendgameProgress) -> int:
    return int((report.win == report.win).sum())


def test_the_core_and_the_result_agree_on_estimates() -> None:
    """A search that is stopped while it estimates; threads may go on a little after the last report."""
    cgp = json.loads(ANSWERS.read_text(encoding="utf-8").splitlines()[0])["cgp"]
    position, reports = read_cgp(cgp), []
    control = SearchControl(progress=reports.append, should_stop=lambda: estimated(reports[-1]) > 60)
    limits = SearchLimits(nodes=40_000)  # few moves are searched on, however late it is stopped
    found = solve_preendgame(position, Lexicon.load(), options=WINS, limits=limits, control=control)
    wins = {each.move: each.win for each in found.moves if each.is_estimated}
    last = dict(zip(reports[-1].moves, reports[-1].win.tolist(), strict=True))
    agreeing = [
        wins[move] == pytest.approx(last[move], abs=1e-9) for move in wins if not math.isnan(last[move])
    ]
    assert len(agreeing) > 60 and sum(agreeing) > 0.8 * len(agreeing)


def test_errors_of_estimates_are_honest() -> None:
    """Of tiny games, whose estimates err otherwise than those of real ones: most lie within two errors."""
    inside = count = 0
    for position in some(3, 1, 30) + some(3, 2, 16):
        exact = exact_wins(position)
        for found in search(position, 60).moves:
            if found.win_source is Source.SEARCHED and found.win_error is not None:
                count += 1
                inside += abs(found.win - exact[found.move]) <= 2 * found.win_error
    assert count > 60 and inside >= 0.85 * count


def test_a_limited_search_finds_nearly_the_best_move() -> None:
    """With a fraction of the nodes of a proof the move loses little, and less than the highest score."""
    lost = lost_by_score = 0.0
    positions = some(3, 1, 12) + some(3, 2, 8)
    for position in positions:
        exact = exact_wins(position)
        best = max(exact.values())
        lost += best - exact[search(position, 300).best.move]
        lost_by_score += best - exact[max(exact, key=lambda move: move.score)]
    assert lost / len(positions) < 0.02 and lost < lost_by_score / 2


@pytest.mark.medium
def test_a_move_that_seems_to_win_always_is_settled_before_costlier_ones() -> None:
    """It takes some 50,000 nodes, and nothing else is left to prove; other plays take millions."""
    position = read_cgp(
        "R6A3BEEF/A4J1PODGIER1/CLATTeRy7/YU3M1R1N5/1T1OOMPAHED4/1Z3Y1SOW5/7EH6/Q1TWAINS7/U3L10/E3L2DIVI4/"
        "NAUSEATE7/A3R2FE6/4I2EX6/3GOV1C7/KININ2T7 BGLOOSU/ 422/390 0 lex SCOWL80;"
    )
    sure = position.parse_move("K10 IGLOOS")
    leaving = [move for move in position.moves(Lexicon.load()) if len(move.tiles_used) < 2]
    limits = SearchLimits(nodes=300_000)
    found = solve_preendgame(
        position, Lexicon.load(), moves=[*leaving[:20], sure], options=WINS, limits=limits
    )
    assert found.is_proven and found.best.move == sure and found.best.win == 1


def test_more_nodes_prove_more() -> None:
    """Of some moves; a move that is proven to win always ends the search of the others."""
    total = [0.0, 0.0, 0.0]
    for position in some(3, 2, 3):
        open_shares = [
            sum(found.most_win - found.least_win for found in search(position, nodes).moves)
            for nodes in (50, 500, None)
        ]
        assert open_shares == sorted(open_shares, reverse=True)
        total = [sum(shares) for shares in zip(total, open_shares, strict=True)]
    assert total[0] > total[-1]


def leaving_moves(position: Position) -> list[Move]:
    return [move for move in position.moves(WORDS) if len(move.tiles_used) < position.bag_count]


def test_priors_choose_what_is_estimated_of_the_moves_that_leave_tiles() -> None:
    """A high prior brings a move to the search; without one it waits for its turn."""
    position = max(some(3, 2, 12, 80), key=lambda each: len(leaving_moves(each)))
    leaving = leaving_moves(position)
    assert len(leaving) > 5
    nodes = 40 * len(position.moves(WORDS))
    for chosen in leaving[:3]:
        priors = {move: 1.0 if move == chosen else 0.0 for move in leaving}
        found = {each.move: each for each in search(position, nodes, priors).moves}
        assert found[chosen].is_estimated


def test_priors_change_no_answer() -> None:
    for position in some(3, 1, 3) + some(2, 2, 4):
        plain = search(position, None)
        priors = {move: index / 1000 for index, move in enumerate(position.moves(WORDS))}
        ranked = search(position, None, priors)
        assert ranked.is_proven and plain.is_proven and ranked.best.win == plain.best.win


def test_a_limited_search_with_priors_is_reproducible() -> None:
    for position in some(3, 2, 3):
        priors = dict.fromkeys(leaving_moves(position), 0.9)
        assert search(position, 2_000, priors) == search(position, 2_000, priors, workers=3)


@pytest.mark.parametrize("prior", [-0.1, 1.1, math.nan, math.inf])
def test_refuses_priors_that_are_no_chances(prior: float) -> None:
    position = some(2, 1, 1)[0]
    with pytest.raises(PositionError, match="a prior of"):
        search(position, 1, {position.moves(WORDS)[0]: prior})


def test_progress_has_the_estimates() -> None:
    reports: list[PreendgameProgress] = []
    position = max(some(3, 2, 12, 80), key=lambda each: len(each.moves(WORDS)))
    control = SearchControl(progress=reports.append)
    found = solve_preendgame(position, WORDS, options=ALL_WINS, control=control)
    assert reports
    for report in reports:
        known = report.win == report.win
        assert (report.least_win[known] <= report.win[known] + 1e-9).all()
        assert (report.win[known] <= report.most_win[known] + 1e-9).all()
        assert known[report.settled == report.arrangements].all()
    assert len(found.moves) == len(reports[-1].win)


def test_moves_of_which_nothing_is_known_come_last() -> None:
    """Also where a lost position leaves few wins: an unknown move is not taken for an even chance."""
    mixed = 0
    for position in some(3, 2, 4):
        scores = (500, 520) if position.on_turn == 0 else (520, 500)
        for nodes in (1, 20, 100, 300):
            known = [
                each.win_source is not None for each in search(replace(position, scores=scores), nodes).moves
            ]
            assert known == sorted(known, reverse=True)
            mixed += len(set(known)) == 2
    assert mixed


@pytest.mark.parametrize(
    ("number", "settled"),
    [(10, {"3H (E)X": 0.101, "10J (MY)C": 0.137, "8J (WE)B": 0.042}), (13, {"2G Q(I)": 0.667})],
)
def test_plays_that_leave_a_tile_are_not_overrated(number: int, settled: dict[str, float]) -> None:
    """Estimates come near the wins after the best replies, by `win_by_replies` of bench/preendgames.py.

    With the likely reply out of eight the first three were 39, 25 and 22 % of wins too high; the last would
    be 24 % too high without a second look at the best replies.
    """
    position = read_cgp(json.loads(ANSWERS.read_text(encoding="utf-8").splitlines()[number])["cgp"])
    moves = [position.parse_move(move) for move in settled]
    limits = SearchLimits(nodes=40_000)
    found = solve_preendgame(position, Lexicon.load(), moves=moves, options=ALL_WINS, limits=limits).moves
    for each in found:
        assert abs(each.win - settled[str(each.move)]) < 0.1


FOUR_IN_THE_BAG = (
    "GAUDIEST7/4T2INCOMERS/4E9C/2LARYNXES4I/4A5E3A/4bLEEPING2R/4L3A1V3I/FUGIE1JOWLY3D/8KO5/9U5/4M2TARO4/"
    "4INORBED4/4N1WAB6/4T2V7/TOPHS2E7 ?AENORU/ 479/437 0"
)
"""With a blank: 10,063 moves, most of them with 330 arrangements."""


@pytest.mark.medium
def test_a_stopped_search_has_estimates_of_some_moves_in_all_arrangements() -> None:
    """Thirteen are estimated at once; with sixty-four the first estimates came after 11,000 nodes."""
    known = 0

    def count(progress: PreendgameProgress) -> None:
        nonlocal known
        known = int((~np.isnan(progress.win)).sum())

    found = solve_preendgame(
        read_cgp(FOUR_IN_THE_BAG),
        Lexicon.load(),
        control=SearchControl(progress=count, should_stop=lambda: known > 0),
    )
    assert found.best.win_source is Source.SEARCHED and found.nodes < 8_000
