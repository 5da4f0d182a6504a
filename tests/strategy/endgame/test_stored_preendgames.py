"""Pre-endgames of self-play with two tiles in the bag, against what a long search knows of them.

`python bench/preendgames.py answers --bag 2 --positions 20 --nodes 1500000` makes the file in hours;
these are its first lines.
"""

from functools import lru_cache
from pathlib import Path

import msgspec
import pytest
from runs import LEXICON

from movegen import read_cgp
from strategy.endgame import PreendgameOptions, solve_preendgame
from strategy.search_control import SearchLimits

pytestmark = pytest.mark.core

FILE = Path(__file__).parents[2] / "data" / "preendgames.jsonl"


class Answer(msgspec.Struct, frozen=True):
    """A position with its best moves: each with its share of wins, and the proven bounds of that."""

    cgp: str
    moves: int
    proven: bool
    rivals: int
    choice: str
    best: list[tuple[str, float, float, float]]


@lru_cache(maxsize=1)
def answers() -> list[Answer]:
    return [msgspec.json.decode(line, type=Answer) for line in FILE.read_bytes().splitlines()]


def settled() -> list[Answer]:
    """Return the positions whose best move has proven wins."""
    return [answer for answer in answers() if answer.best[0][2] == answer.best[0][3]]


def test_the_stored_answers_are_of_different_games_and_consistent() -> None:
    assert len({answer.cgp for answer in answers()}) == len(answers()) == 14 and len(settled()) == 7
    for answer in answers():
        assert answer.moves >= 200 and read_cgp(answer.cgp).bag_count == 2
        assert answer.choice in [move for move, *_ in answer.best]
        assert all(least <= win <= most for _, win, least, most in answer.best)
        wins = [win for _, win, _, _ in answer.best]
        assert wins == sorted(wins, reverse=True)
        if answer.proven:
            assert answer in settled() and not answer.rivals


@pytest.mark.medium
@pytest.mark.parametrize("answer", settled(), ids=lambda answer: answer.best[0][0])
def test_stored_wins_are_found_again(answer: Answer) -> None:
    position, (best, win, _, _) = read_cgp(answer.cgp), answer.best[0]
    options = PreendgameOptions(spreads="none", all_wins=True)
    found = solve_preendgame(
        position, LEXICON.load(), moves=[position.parse_move(best)], options=options
    ).best
    assert found.is_proven and found.win == pytest.approx(win)


@pytest.mark.medium
def test_a_play_of_one_tile_is_refuted_by_replies_that_refuted_it_before() -> None:
    """A long search called it the best move; without killers this takes 704,387 nodes, with them 181,904."""
    answer = answers()[2]
    position, move = read_cgp(answer.cgp), answer.best[0][0]
    assert (move, answer.best[0][3] > 0.8) == ("E3 N(A)", True)
    options = PreendgameOptions(spreads="none", all_wins=True)
    found = solve_preendgame(
        position,
        LEXICON.load(),
        moves=[position.parse_move(move)],
        options=options,
        limits=SearchLimits(nodes=350_000),
    ).best
    assert found.is_proven and found.win == 0


@pytest.mark.medium
def test_moves_that_empty_the_bag_are_searched_before_likely_replies_to_others() -> None:
    """Even before moves that are expected to win always: a reply to them costs far more."""
    position, lexicon = read_cgp(answers()[0].cgp), LEXICON.load()
    leaving = [move for move in position.moves(lexicon) if len(move.tiles_used) < position.bag_count]
    found = solve_preendgame(
        position,
        lexicon,
        options=PreendgameOptions(spreads="none"),
        priors=dict.fromkeys(leaving, 1.0),
        limits=SearchLimits(nodes=34_000),
    )
    estimated = {each.move for each in found.moves if each.is_estimated}
    assert leaving and estimated and not estimated.intersection(leaving)
