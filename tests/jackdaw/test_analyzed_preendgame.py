"""A turn with one tile in the bag, in everything that `analyze` writes."""

import dataclasses
import json
from functools import cache
from typing import cast
from xml.etree.ElementTree import Element

import pytest
from pages import by_id, parsed, text, with_class
from tiny_game import tiny_lexicon, tiny_variant

from jackdaw.annotated_game import note_on
from jackdaw.effort import OF_A_POSITION, OF_A_TURN
from jackdaw.game_facts import turn_facts
from jackdaw.game_page import game_page
from jackdaw.game_report import game_view
from jackdaw.json_output import analysis_json, position_json
from jackdaw.layout import Line
from jackdaw.page_figures import UNKNOWN
from jackdaw.report import position_view
from jackdaw.review_csv import COLUMNS, review_rows
from movegen import Lexicon
from sims import play_static_games
from sims.game_review import GameReview, review_game
from sims.looking_ahead import TurnMethods, look_ahead_in_game
from sims.turn_chances import stopped
from strategy import GameAnalysis, Method, StaticStrategy, analyze_game
from strategy.mistakes import Mistake
from strategy.preendgame_analysis import PreendgameAnalysis, PreendgamePlan

pytestmark = pytest.mark.core

STATIC = StaticStrategy.load("static")
TURN = 22
"""Of this game of the static player's: EMONG, the best by score and leave, was played and wins one time of 8;
WRONG wins four times. The solver says so, which test_preendgame.py holds against brute force."""


@cache
def analyzed(nodes: int = 4000) -> GameAnalysis:
    lexicon = Lexicon.load()
    game = play_static_games([STATIC] * 2, lexicon, games=10, seed=5, turns=True).game(9)
    whole = analyze_game(game, lexicon, STATIC, turn=TURN)
    methods = TurnMethods(preendgame=PreendgamePlan(moves=4, nodes=nodes, memory=4))
    return look_ahead_in_game(whole, methods, lexicon, STATIC)


@cache
def reviewed(nodes: int = 4000) -> GameReview:
    return review_game(analyzed(nodes), Lexicon.load(), STATIC)


def rows(table: Element) -> list[Element]:
    return list(next(table.iter("tbody")))


def plain(lines: "list[Line]") -> str:
    return "\n".join("".join(span.text for span in line) for line in lines)


def test_what_wins_more_often_is_better_whatever_its_points() -> None:
    (turn,) = reviewed().turns
    analysis = cast(PreendgameAnalysis, turn.analysis)
    assert analysis.method is Method.PREENDGAME and analysis.stopped is None
    assert (turn.chances.best, turn.chances.played, turn.chances.lost) == (0.5, 0.125, 0.375)
    assert str(analysis.best.move) == "12H W(R)ONG" and turn.points_lost == 0
    assert turn.mistake is Mistake.LARGE and not turn.is_best and not turn_facts(turn).is_best
    assert [player.best_found for player in reviewed().players] == [0, 0]


def test_the_json() -> None:
    (turn,) = reviewed().turns
    analysis = cast(PreendgameAnalysis, turn.analysis)
    review = reviewed()
    told = json.loads(analysis_json("", "static", [analysis], most=3, game=review.game, review=review))
    (position,) = told["positions"]
    assert (position["method"], position["stopped"]) == ("preendgame", None)
    assert position["preendgame"] == {
        "proven": True, "opponent": "rational", "moves": 4, "arrangements": 8,
        "nodes": analysis.preendgame.nodes,
    }  # fmt: skip
    assert len(position["candidates"]) == 3
    for candidate, found in zip(position["candidates"], analysis.preendgame.moves, strict=False):
        assert candidate["move"] == str(found.move) and candidate["rank"] == analysis.searched_rank(found)
        assert [candidate[name] for name in ("win", "least_win", "most_win")] == [found.win] * 3
        assert candidate["equity"] == candidate["static_equity"] == analysis.static_equity(found)
        assert candidate["proven"] and candidate["spread"] is None
        results = [(each["drawn"], each["weight"], each["result"]) for each in candidate["outcomes"]]
        assert results == [(str(each.drawn), each.weight, each.result) for each in found.outcomes]
    assert (position["played"]["win_lost"], position["played"]["proven"]) == (0.375, True)
    assert position["review"]["win_lost"] == 0.375


def test_the_page_has_the_figures_of_the_json() -> None:
    (turn,) = reviewed().turns
    tree = parsed(game_page(reviewed(), candidates=2))
    told = position_json(turn.analysis, 2)
    shown = by_id(tree, f"turn-{TURN}")
    table = next(with_class(shown, "candidates"))
    assert len(rows(table)) == 3
    for row, candidate in zip(rows(table), told.candidates, strict=False):
        rank, move, _, _, static_cell, win, spread = list(row)
        assert float(rank.get("data-value", "")) == candidate.rank
        assert text(move).startswith(candidate.move) and text(spread) == UNKNOWN.text
        assert float(static_cell.get("data-value", "")) == candidate.static_equity
        assert float(win.get("data-value", "")) == 100 * candidate.win
    (played,) = (row for row in rows(table) if row.get("class") == "played")
    assert text(played[5]) == "12.5 %"
    outcomes = text(next(with_class(shown, "outcomes")))
    assert "12H W(R)ONG: wins with " in outcomes and "15K EMONG: wins with " in outcomes
    assert "1 by search of the pre-endgame" in text(next(with_class(tree, "how")))


def test_text_csv_and_notes() -> None:
    (turn,) = reviewed().turns
    (row,) = review_rows(reviewed())
    told = dict(zip(COLUMNS, row, strict=True))
    assert (told["method"], told["best"], told["win_lost"]) == ("preendgame", "12H W(R)ONG", "0.375")
    assert (
        "Large mistake: 15K EMONG lost 0.0 points, 37.5 % of winning. Best by search of the pre-"
        in note_on(turn)
    )
    assert "1 searched as pre-endgame" in plain(list(game_view(analyzed(), reviewed())))
    view = plain(list(position_view(turn.analysis, "", ["a", "b"], 2)))
    assert "12H W(R)ONG wins 50.0 %, proven: none of these wins more often." in view
    assert "15K EMONG: wins with " in view and "4 of " in view


def test_what_is_not_proven_is_told_with_its_bounds() -> None:
    (turn,) = reviewed(1).turns
    analysis = cast(PreendgameAnalysis, turn.analysis)
    assert stopped(analysis) == position_json(analysis, 1).stopped == "nodes"
    best = analysis.preendgame.best
    assert best.least_win < best.most_win
    bounds = f"{100 * best.least_win:.0f} to {100 * best.most_win:.0f}"
    assert bounds in plain(list(position_view(analysis, "", ["a", "b"], 2)))
    assert f"{bounds}, not proven" in game_page(reviewed(1))
    told = position_json(analysis, 1).candidates[0]
    assert (told.proven, told.least_win, told.most_win) == (False, best.least_win, best.most_win)


def test_which_efforts_search() -> None:
    """All of them, each with more nodes than the one before."""
    for efforts in (OF_A_TURN, OF_A_POSITION):
        plans = [efforts[name].methods().preendgame for name in ("quick", "normal", "deep")]
        nodes = [0 if plan is None else plan.nodes or 0 for plan in plans]
        assert 0 < nodes[0] < nodes[1] < nodes[2]


def test_games_by_any_number_of_threads() -> None:
    """Tiny pre-endgames of whole games: the same for any number of threads."""
    greedy, words = StaticStrategy.load("greedy"), tiny_lexicon()
    batch = play_static_games([greedy] * 2, words, variant=tiny_variant(), games=30, seed=3, turns=True)
    methods = TurnMethods(preendgame=PreendgamePlan(moves=3, nodes=50, memory=1))
    found = 0
    for number in range(30):
        whole = analyze_game(batch.game(number), words, greedy)
        one, several = (look_ahead_in_game(whole, methods, words, greedy, workers=count) for count in (1, 3))
        searched = [each for each in several.positions if each.method is Method.PREENDGAME]
        assert [without_time(each) for each in one.positions] == [
            without_time(each) for each in several.positions
        ]
        found += len(searched)
    assert found


def without_time(analysis: object) -> object:
    if not isinstance(analysis, PreendgameAnalysis):
        return None
    return dataclasses.replace(analysis.preendgame, seconds=0.0), analysis.played, analysis.stopped
