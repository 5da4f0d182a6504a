"""Grades in reviews of games: worked out by hand, never against wins, and none of what is not known."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from jackdaw.review import TURN_EFFORTS, ReviewSettings, review_record
from movegen import Lexicon, read_gcg
from movegen.errors import JackdawError
from sims.review import GameReview
from strategy.analysis import Method, Mistake, RackKnowledge

pytestmark = pytest.mark.core

ROOT = Path(__file__).resolve().parents[3]
SHARED = ROOT / "../shared/data/gcg"
GAME_A = SHARED / "macondo_gcgio_testdata_vs_andy.gcg"
SAMPLE = ROOT / "jackdaw/samples/ann_v_ben.gcg"
OWN = [SAMPLE, *sorted((ROOT / "tests/data/games").glob("*.gcg"))]

BY_HAND = {
    # turn: percentage points of wins and points lost, as the report shows them; what the turn counts
    0: {1: (1.5, 4.0, 0.2), 7: (5.3, 13.8, 0.5), 11: (1.9, 7.8, 0.2), 13: (1.1, 2.8, 0.2),
        15: (1.4, 4.7, 0.2), 19: (0.0, 16.7, 0.2), 21: (0.0, 20.0, 0.2)},
    1: {4: (2.1, 4.8, 0.2), 6: (3.8, 15.0, 0.5), 8: (1.3, 4.2, 0.2), 14: (0.5, 1.9, 0.2),
        16: (13.0, 31.1, 1.0), 18: (0.6, 12.8, 0.2), 22: (0.0, 20.0, 1.0)},
}  # fmt: skip
"""The mistakes of each player in the quick review of the sample game."""


@cache
def quick_review(path: Path) -> GameReview:
    return review_record(read_gcg(path), Lexicon.load())


def test_the_index_is_the_one_worked_out_by_hand() -> None:
    review = quick_review(SAMPLE)
    for player, table in BY_HAND.items():
        turns = [turn for turn in review.turns if turn.player == player and turn.mistake is not Mistake.NONE]
        found = {
            turn.turn: (
                round(100 * (turn.chances.lost or 0), 1),
                round(turn.points_lost or 0, 1),
                review.grading.weight(turn.grade) if turn.grade else None,
            )
            for turn in turns
        }
        assert found == table
        assert review.players[player].mistake_index == round(sum(row[2] for row in table.values()), 1)
    assert [player.mistake_index for player in review.players] == [1.7, 3.3]


@pytest.mark.medium
def test_decided_turns_of_the_sample_cost_a_small_mistake_at_most() -> None:
    plan = replace(TURN_EFFORTS["normal"], iterations=200).plan()
    simulated = review_record(read_gcg(SAMPLE), Lexicon.load(), ReviewSettings(plan=plan), workers=2)
    for review in (quick_review(SAMPLE), simulated):
        for number in (19, 21):
            grade = review.turns[number - 1].grade
            assert grade is not None and grade.mistake in (Mistake.NONE, Mistake.SMALL)
            assert not grade.is_mistake or grade.costs_spread
    indices = [player.mistake_index for player in simulated.players]
    assert [player.rating for player in simulated.players] == [
        simulated.grading.estimate_rating(index) for index in indices if index is not None
    ]
    assert all(player.rating and player.rating % 50 == 0 for player in simulated.players)


def check_grades(review: GameReview) -> None:
    """Check that no move of the lexicon wins more often than the best one, ties aside; racks must be full."""
    tie = review.grading.tied.tolerance / 100 + 1e-9
    for turn in review.turns:
        is_known = turn.analysis.rack_knowledge is RackKnowledge.FULL
        assert is_known or (turn.grade, turn.points_lost, turn.chances.played) == (None, None, None)
        best, played = turn.chances.best, turn.chances.played
        if best is not None and played is not None:
            is_listed = turn.analysis.played is not None and turn.analysis.played.index is not None
            assert played <= best + tie or not (is_listed or (turn.grade and turn.grade.is_mistake)), turn
    for player in review.players:
        turns = [turn for turn in review.turns if turn.player == player.player]
        assert player.judged == sum(turn.grade is not None for turn in turns)
        totals = (player.points_lost, player.spread_lost, player.mistake_index)
        assert totals == (None, None, None) if not player.judged else None not in totals
        assert (player.luck is None) == (not turns or any(turn.luck is None for turn in turns))
        if player.judged < player.turns:
            assert player.rating is None
    assert all(turn.analysis.method is not Method.STATIC for turn in review.turns if is_late(turn.analysis))


def is_late(analysis: object) -> bool:
    """Return whether a position of two players has so few unseen tiles that even a quick review simulates."""
    position = analysis.position  # type: ignore[attr-defined]
    return not analysis.obstacle and 0 < position.bag_count <= 7  # type: ignore[attr-defined]


@pytest.mark.medium
@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_grades_of_our_records(path: Path) -> None:
    check_grades(quick_review(path))


@pytest.mark.slow
def test_grades_of_the_records_of_others() -> None:
    """With smaller limits: what holds of grades holds of rough ones, too, where moves are less apart."""
    if not SHARED.is_dir():
        pytest.skip("the records beside the project, ../shared/data/gcg, are not there")
    rough = ReviewSettings(
        plan=replace(TURN_EFFORTS["quick"], iterations=20, nodes=3_000, preendgame_nodes=500).plan()
    )
    reviewed = 0
    for path in sorted(SHARED.glob("*.gcg")):
        try:
            game = read_gcg(path)
        except JackdawError:
            continue
        check_grades(review_record(game, Lexicon.load(), rough))
        reviewed += 1
    assert reviewed >= 15


@pytest.mark.medium
def test_a_player_whose_racks_are_mostly_unknown() -> None:
    """Late in the game a quick review, too, sees that CEP wins four times as often as PEACE."""
    if not GAME_A.is_file():
        pytest.skip("the records beside the project, ../shared/data/gcg, are not there")
    review = quick_review(GAME_A)
    andy, cesar = review.players
    assert (andy.judged, andy.turns, andy.luck, andy.rating) == (4, 13, None, None)
    assert (cesar.judged, cesar.turns) == (13, 13) and cesar.luck is not None
    turn = review.turns[21]
    assert str(turn.analysis.played and turn.analysis.played.move) == "15A CEP"
    assert turn.analysis.method is Method.SIMULATION and turn.mistake is Mistake.NONE
