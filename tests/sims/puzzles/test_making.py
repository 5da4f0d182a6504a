"""Positions become puzzles only if one move is clearly best."""

from dataclasses import replace

import msgspec
import pytest
from puzzles import BINGO, ENDGAME, MEDIUM, OPENING, plan, puzzle_of, task_of
from runs import LEXICON

from movegen import read_cgp
from sims.puzzles import Origin, PuzzleTask, make_puzzle, making
from sims.puzzles.margins import Lead
from strategy import EndgameMove, EndgameResult, analyze_position, solve_endgame
from strategy.analysis import Mistake, endgame_evaluation
from strategy.search_control import SearchControl

TWO_MOVES = ("15H CEINTURE", "15H ENTICER")

pytestmark = pytest.mark.core


def test_an_endgame_is_proven_and_has_the_exact_margin() -> None:
    puzzle = puzzle_of(ENDGAME)
    best, second = solve_endgame(read_cgp(ENDGAME), LEXICON.load(), moves=2).moves
    assert (puzzle.answer.move, puzzle.margin.move) == (str(best.move), str(second.move))
    assert puzzle.margin.points_lost == best.value - second.value and puzzle.margin.points_error == 0
    assert puzzle.is_proven and puzzle.method == "endgame" and puzzle.phase == "endgame"
    assert puzzle.tags == ("bingo", "bingo-8", "endgame", "out-play")


def test_a_simulated_puzzle_has_its_margin_with_its_error() -> None:
    puzzle = puzzle_of(BINGO)
    assert puzzle.answer.move == "J2 TRINOD(A)L" and puzzle.method == "simulation"
    assert not puzzle.is_proven and puzzle.iterations >= 128
    margin = puzzle.margin
    assert margin.win_lost is not None and margin.win_error is not None
    assert margin.win_lost > 4 * margin.win_error > 0
    assert puzzle.difficulty.static_rank == 1 and puzzle.difficulty.vocabulary == 80
    assert "expert" in puzzle.difficulty.found_by and "beginner" not in puzzle.difficulty.found_by


def test_a_puzzle_holds_with_another_seed() -> None:
    again = make_puzzle(plan(seed=77), task_of(BINGO)).puzzle
    assert again is not None and again.answer == msgspec.structs.replace(
        puzzle_of(BINGO).answer, win=again.answer.win
    )
    assert again.id == puzzle_of(BINGO).id


def test_several_good_moves_are_no_puzzle() -> None:
    found = make_puzzle(plan(), task_of(OPENING))
    assert found.puzzle is None and found.error is None


def test_the_margin_is_a_mistake_of_the_size_asked_for() -> None:
    """TRINODAL wins 17 % more often than the next best move: a large mistake. cONARIA leads by less."""
    large = replace(plan(), mistake=Mistake.LARGE)
    assert make_puzzle(large, task_of(BINGO)).puzzle is not None
    assert make_puzzle(large, task_of(MEDIUM)).puzzle is None
    assert make_puzzle(plan(), task_of(MEDIUM)).puzzle is not None


@pytest.mark.parametrize(
    ("second", "size", "win_lost", "points_lost"),
    [
        ((-1000, 110), Mistake.LARGE, None, 22.0),
        ((-1000, 122), Mistake.LARGE, None, None),
        ((-1000, 122), Mistake.MEDIUM, None, 10.0),
        ((-1000, 128), Mistake.MEDIUM, None, None),
        ((-1000, 128), Mistake.SMALL, None, 4.0),
        ((-1000, -2), Mistake.LARGE, 0.5, 134.0),
        ((-1000, 132), Mistake.SMALL, None, None),
    ],
)
def test_a_loss_of_which_only_bounds_are_known_is_graded_by_the_least_it_can_be(
    second: tuple[int, int],
    size: Mistake,
    win_lost: float | None,
    points_lost: float | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The best move gains 132 points, by which it wins. A puzzle has the least losses of the other one."""
    position = read_cgp(ENDGAME)
    best, other = (EndgameMove(position.parse_move(text), 132, 132, 132) for text in TWO_MOVES)
    other = replace(other, value=100, lower=second[0], upper=second[1])
    result = EndgameResult(132, 132, 132, (best.move,), 100, 0.1, (best, other), position.spread)
    monkeypatch.setattr(endgame_evaluation, "solve_endgame", lambda *_, **__: result)
    puzzle = make_puzzle(replace(plan(), mistake=size), task_of(ENDGAME)).puzzle
    assert (puzzle is not None) == (points_lost is not None)
    if puzzle is not None:
        margin = puzzle.margin
        assert (margin.win_lost, margin.points_lost) == (None, None)
        assert (margin.least_win_lost or None, margin.least_points_lost) == (win_lost, points_lost)


def test_a_quick_look_rejects_nothing_that_is_unknown() -> None:
    """Of a move without an estimate little is known, and the deep analysis may prove it a mistake."""
    position = read_cgp(ENDGAME)
    moves = [position.parse_move(text) for text in TWO_MOVES]
    leads = [Lead(move, None, None, None, None, None, is_certain=False) for move in moves[1:]]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "find_leads", lambda _: leads)
        assert making._may_be_puzzle(analyze_position(position, LEXICON.load()), plan())


@pytest.mark.medium
def test_the_move_of_the_game_is_told_with_its_loss() -> None:
    puzzle = puzzle_of(ENDGAME, "15H ENTICE(R)")
    assert puzzle.played is not None and puzzle.played.move == "15H ENTICE(R)"
    assert puzzle.played.points_lost == puzzle.margin.points_lost
    assert puzzle_of(ENDGAME, puzzle.answer.move).played is None
    assert puzzle.origin == Origin("game.gcg", turn=3, player="Ann", played="15H ENTICE(R)")


@pytest.mark.medium
def test_a_move_of_the_game_far_from_the_best_is_told_with_its_loss() -> None:
    """It is not among the ten best, which have exact values; a search of its own values it."""
    position = read_cgp(ENDGAME)
    solved = solve_endgame(position, LEXICON.load(), moves=None).moves
    assert len(solved) > 20
    puzzle = puzzle_of(ENDGAME, str(solved[-1].move))
    assert puzzle.played is not None and puzzle.played.move == str(solved[-1].move)
    assert puzzle.played.points_lost == solved[0].value - solved[-1].value
    assert puzzle.others == (*puzzle_of(ENDGAME).others, puzzle.played)


def test_the_racks_that_a_player_cannot_see_do_not_matter() -> None:
    seen = BINGO.replace("DILNORT/ ", "DILNORT/QZ ")
    assert make_puzzle(plan(), task_of(seen)).puzzle == puzzle_of(BINGO)


def test_errors_are_part_of_the_result() -> None:
    assert make_puzzle(plan(), PuzzleTask(3, Origin("x"), error="no such file")).error == "no such file"
    found = make_puzzle(plan(), PuzzleTask(3, Origin("x"), read_cgp(OPENING)))
    assert found.first == 3 and found.error == "there is no position"
    three = make_puzzle(plan(), task_of(OPENING.replace("AEINRST/ 0/0", "AEINRST// 0/0/0")))
    assert three.error == "3 players; puzzles are made of games of two"
    unknown = make_puzzle(plan(), task_of(OPENING.replace("AEINRST/", "/")))
    assert unknown.puzzle is None and unknown.error is None


def test_threads_do_not_change_a_puzzle_and_a_stop_prevents_it() -> None:
    assert make_puzzle(plan(), task_of(BINGO), workers=3).puzzle == puzzle_of(BINGO)
    stopped = make_puzzle(plan(), task_of(BINGO), control=SearchControl(should_stop=lambda: True))
    assert stopped.puzzle is None and stopped.error is None
