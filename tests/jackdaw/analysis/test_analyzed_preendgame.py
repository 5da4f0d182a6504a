"""A turn with one tile in the bag, in everything that `analyze` writes."""

import dataclasses
import json
import re
from functools import cache
from typing import TYPE_CHECKING, cast
from xml.etree.ElementTree import Element

import pytest
from game_pages import find_by_class, find_by_id, get_text, parse_page
from tiny_game import tiny_lexicon, tiny_variant

from jackdaw.collection.game_facts import extract_turn_facts
from jackdaw.html import game_page
from jackdaw.html.candidates import build_candidate_table
from jackdaw.html.figures import UNKNOWN
from jackdaw.review import POSITION_EFFORTS, TURN_EFFORTS
from jackdaw.schemas import analysis_json, position_json
from jackdaw.schemas.annotated_game import note_on
from jackdaw.schemas.review_csv import COLUMNS, review_rows
from jackdaw.text import game_view, position_view
from movegen import Lexicon
from sims import play_static_games
from sims.analysis import AnalysisPlan, Analyzer
from sims.review import GameReview, review_game
from strategy import GameAnalysis, Method, PositionAnalysis, SearchLimits, StaticStrategy, analyze_game
from strategy.analysis import GradingScheme, Mistake, PreendgameEvaluation, PreendgamePlan
from strategy.endgame import SimulatedEnd, Source, solve_preendgame_move

if TYPE_CHECKING:
    from jackdaw.console import Line

pytestmark = pytest.mark.core

SCHEME = GradingScheme.load()

STATIC = StaticStrategy.load("static")
TURN = 22
"""A game of the static player: EMONG, the best by score and leave, was played and wins one time in 8;
WRONG wins four times. These are the solver's values, which test_preendgame.py checks by brute force."""


@cache
def analyzed(nodes: int = 4000) -> GameAnalysis:
    lexicon = Lexicon.load()
    game = play_static_games([STATIC] * 2, lexicon, games=10, seed=5, turns=True).game(9)
    whole = analyze_game(game, lexicon, STATIC, turn=TURN)
    limits = SearchLimits(nodes=nodes, memory=4)
    plan = AnalysisPlan(preendgame=PreendgamePlan(moves=4, limits=limits))
    return Analyzer(lexicon, STATIC, plan).deepen_game(whole)


@cache
def reviewed(nodes: int = 4000) -> GameReview:
    return review_game(analyzed(nodes), Lexicon.load(), STATIC)


def rows(table: Element) -> list[Element]:
    return list(next(table.iter("tbody")))


def plain(lines: "list[Line]") -> str:
    return "\n".join("".join(span.text for span in line) for line in lines)


def test_what_wins_more_often_is_better_whatever_its_points() -> None:
    (turn,) = reviewed().turns
    analysis, evaluation = turn.analysis, cast("PreendgameEvaluation", turn.analysis.evaluation)
    assert analysis.method is Method.PREENDGAME and evaluation.stopped is None
    assert (turn.chances.best, turn.chances.played, turn.chances.lost) == (0.5, 0.125, 0.375)
    assert str(analysis.best.move) == "12H W(R)ONG"
    assert analysis.counted_move is not None
    best, played = evaluation.result.best, evaluation.find(analysis.counted_move)
    assert played is not None and played.spread_source is Source.SIMULATED
    assert turn.points_lost == round(best.spread - played.spread, 3)
    assert turn.mistake is Mistake.LARGE and not turn.is_best and not extract_turn_facts(turn, SCHEME).is_best
    assert [player.best_found for player in reviewed().players] == [0, 0]


def test_the_json() -> None:
    (turn,) = reviewed().turns
    analysis, evaluation = turn.analysis, cast("PreendgameEvaluation", turn.analysis.evaluation)
    review = reviewed()
    reported = json.loads(analysis_json("", "static", [analysis], count=3, game=review.game, review=review))
    (position,) = reported["positions"]
    assert (position["method"], position["stopped"]) == ("preendgame", None)
    assert position["preendgame"] == {
        "proven": True, "opponent": "rational", "moves": 4, "arrangements": 8,
        "nodes": evaluation.result.nodes,
    }  # fmt: skip
    assert len(position["candidates"]) == 3
    for candidate, found in zip(position["candidates"], evaluation.result.moves, strict=False):
        assert candidate["move"] == str(found.move) and candidate["rank"] == evaluation.rank(found.move)
        assert [candidate[name] for name in ("win", "least_win", "most_win")] == [found.win] * 3
        assert candidate["static_equity"] == analysis.static_equity(found.move)
        assert candidate["equity"] == round(found.spread - analysis.position.spread, 3)
        assert candidate["proven"] and candidate["spread"] == round(found.spread, 3)
        assert (candidate["win_source"], candidate["spread_source"]) == ("proven", "simulated")
        assert candidate["spread_se"] == round(found.spread_error or 0, 3) > 0
        results = [(each["drawn"], each["weight"], each["result"]) for each in candidate["outcomes"]]
        assert results == [(str(each.drawn), each.weight, each.result) for each in found.outcomes]
    assert (position["played"]["win_lost"], position["played"]["proven"]) == (0.375, True)
    assert position["review"]["win_lost"] == 0.375


def test_the_page_has_the_figures_of_the_json() -> None:
    (turn,) = reviewed().turns
    tree = parse_page(game_page(reviewed(), candidates=2))
    reported = position_json(turn.analysis, 2)
    shown = find_by_id(tree, f"turn-{TURN}")
    table = next(find_by_class(shown, "candidates"))
    assert len(rows(table)) == 3
    for row, candidate in zip(rows(table), reported.candidates, strict=False):
        rank, move, _, _, static_cell, win, spread = list(row)
        assert float(rank.get("data-value", "")) == candidate.rank
        assert get_text(move).startswith(candidate.move) and get_text(spread).endswith(" simulated")
        assert float(spread.get("data-value", "")) == candidate.spread
        assert float(static_cell.get("data-value", "")) == candidate.static_equity
        assert float(win.get("data-value", "")) == 100 * candidate.win
    (played,) = (row for row in rows(table) if row.get("class") == "played")
    assert get_text(played[5]) == "12.5"
    outcomes = get_text(next(find_by_class(shown, "outcomes")))
    assert "12H W(R)ONG: wins with " in outcomes and "15K EMONG: wins with " in outcomes
    assert "1 by pre-endgame search" in get_text(next(find_by_class(tree, "how")))


def test_text_csv_and_notes() -> None:
    (turn,) = reviewed().turns
    (row,) = review_rows(reviewed())
    reported = dict(zip(COLUMNS, row, strict=True))
    assert (reported["method"], reported["best"], reported["win_lost"]) == (
        "preendgame",
        "12H W(R)ONG",
        "0.375",
    )
    assert (
        f"Large mistake: 15K EMONG lost 37.5 % of wins and {turn.points_lost:.1f} points. "
        "Best by pre-endgame search: " in note_on(turn)
    )
    assert "1 searched as pre-endgame" in plain(list(game_view(analyzed(), reviewed())))
    view = plain(list(position_view(turn.analysis, "", ["a", "b"], 2)))
    assert "12H W(R)ONG wins 50.0 %, proven: none of these wins more often." in view
    assert "4 moves: 4 settled;" in view and "wins with" not in view


def test_unproven_values_are_reported_with_their_bounds() -> None:
    (turn,) = reviewed(1).turns
    analysis, evaluation = turn.analysis, cast("PreendgameEvaluation", turn.analysis.evaluation)
    assert evaluation.stopped == position_json(analysis, 1).stopped == "nodes"
    best = evaluation.result.best
    assert best.least_win < best.most_win
    assert best.win_source is Source.SIMULATED
    view = plain(list(position_view(analysis, "", ["a", "b"], 2)))
    assert f"{best.move} is best so far, not proven: it wins about {100 * best.win:.1f} ±" in view
    assert re.search(r"4 moves: .*\d simulated;", view) and "0 to 100" not in view
    page = find_by_id(parse_page(game_page(reviewed(1))), f"turn-{TURN}")
    win = rows(next(find_by_class(page, "candidates")))[0][5]
    assert get_text(win) == f"{100 * best.win:.1f} ±{100 * (best.win_error or 0):.1f} simulated"
    settled = [each.move for each in evaluation.result.moves[:10] if each.is_settled]
    outcomes = "".join(map(get_text, find_by_class(page, "outcomes")))
    assert [each.move for each in evaluation.result.moves if f"{each.move}: " in outcomes] == settled
    reported = position_json(analysis, 1).candidates[0]
    assert (reported.proven, reported.least_win, reported.most_win) == (False, best.least_win, best.most_win)
    assert (reported.win, reported.win_source) == (round(best.win, 6), "simulated")


def test_which_efforts_search() -> None:
    """All of them, each with more nodes than the one before."""
    for efforts in (TURN_EFFORTS, POSITION_EFFORTS):
        plans = [efforts[name].plan().preendgame for name in ("quick", "normal", "deep")]
        nodes = [0 if plan is None else plan.limits.nodes or 0 for plan in plans]
        assert 0 < nodes[0] < nodes[1] < nodes[2]


@pytest.mark.medium
def test_games_by_any_number_of_threads() -> None:
    """Tiny pre-endgames of whole games: the same for any number of threads."""
    greedy, words = StaticStrategy.load("greedy"), tiny_lexicon()
    batch = play_static_games([greedy] * 2, words, variant=tiny_variant(), games=30, seed=3, turns=True)
    limits = SearchLimits(nodes=50, memory=1)
    plan = AnalysisPlan(preendgame=PreendgamePlan(moves=3, limits=limits))
    found = 0
    for number in range(30):
        whole = analyze_game(batch.game(number), words, greedy)
        one, several = (Analyzer(words, greedy, plan, workers=count).deepen_game(whole) for count in (1, 3))
        searched = [each for each in several.positions if each.method is Method.PREENDGAME]
        assert [without_time(each) for each in one.positions] == [
            without_time(each) for each in several.positions
        ]
        found += len(searched)
    assert found


def without_time(analysis: PositionAnalysis) -> object:
    evaluation = analysis.evaluation
    if not isinstance(evaluation, PreendgameEvaluation):
        return None
    return dataclasses.replace(evaluation.result, seconds=0.0), analysis.played, evaluation.stopped


def test_a_phony_that_stood() -> None:
    """It has figures and no rank, in the text, on the page and in the JSON."""
    (turn,) = analyzed().positions
    position = turn.position
    plan = AnalysisPlan(preendgame=PreendgamePlan(moves=4, limits=SearchLimits(nodes=4000, memory=4)))
    phony = position.parse_move("12H W(R)OGN")
    analysis = Analyzer(Lexicon.load(), STATIC, plan).position(position, played=phony)
    evaluation = cast("PreendgameEvaluation", analysis.evaluation)
    found = evaluation.find(phony)
    assert found is not None and found.is_proven and analysis.played is not None
    assert analysis.played.equity == round(found.spread - position.spread, 3)
    lines = plain(list(position_view(analysis, "", ["a", "b"], 2))).splitlines()
    row = next(line for line in lines if "OGN*" in line)
    static, spread = evaluation.static_equity(phony), found.spread
    leave, win = position.rack - phony.tiles_used, 100 * found.win
    cells = f"12H W(R)OGN* {phony.score} {leave} {static:.1f} {win:.1f} {spread:+.1f}".split()
    assert row.split()[: len(cells)] == cells and row.split()[-2:] == ["proven", "played"]
    table = build_candidate_table(analysis, 2)
    assert table is not None
    last = table.rows[-1]
    assert (last.rank, last.move, last.mark) == (UNKNOWN, "12H W(R)OGN*", "played")
    reported = position_json(analysis, 2)
    assert reported.played is not None and reported.played.phony and reported.played.proven
    best = evaluation.result.best.win
    assert (reported.played.rank, reported.played.win_lost) == (None, round(max(0.0, best - found.win), 6))


def test_the_error_of_a_phony_is_explained() -> None:
    """Where all other moves are proven."""
    (turn,) = analyzed().positions
    phony = turn.position.parse_move("12H W(R)OGN")
    evaluation = cast("PreendgameEvaluation", turn.evaluation)
    moves = tuple(each.with_simulated(None) for each in evaluation.result.moves)
    proven = dataclasses.replace(evaluation, result=dataclasses.replace(evaluation.result, moves=moves))
    estimate = solve_preendgame_move(turn.position, phony, Lexicon.load(), limits=SearchLimits(nodes=1))
    assert not estimate.is_settled
    end = SimulatedEnd(0.4, 0.05, -3.0, 2.0, 100)
    for found, expected in ((proven, False), (proven.with_phony(estimate.with_simulated(end), 7.0), True)):
        analysis = dataclasses.replace(turn, evaluation=found)
        table = build_candidate_table(analysis, 2)
        assert table is not None
        view = plain(list(position_view(analysis, "", ["a", "b"], 2)))
        assert ("is one standard error" in view, "is one standard error" in table.how) == (expected, expected)
