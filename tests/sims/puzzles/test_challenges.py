"""Phonies that should be challenged, and plays that should not."""

from dataclasses import replace

import msgspec
import pytest
from puzzles import plan, task_of
from runs import LEXICON

from movegen import Position, read_cgp
from movegen.variant import ChallengeRule
from sims.puzzles import PuzzleTask, make_puzzle

pytestmark = pytest.mark.core

BEFORE = read_cgp("15/15/15/15/15/15/15/7GRAVY3/15/15/15/15/15/15/15 EQIZUXJ/ 100/120 0 lex SCOWL80;")


def task_after(play: str, rules: ChallengeRule | None = None) -> PuzzleTask:
    """Return the task of the position after a play of the opponent."""
    before = BEFORE
    if rules is not None:
        variant = replace(
            before.variant, rules=msgspec.structs.replace(before.variant.rules, challenge=rules)
        )
        before = replace(before, variant=variant)
    move = before.parse_move(play)
    after = before.after(move)
    mine = before.variant.tiles.parse_rack("AEEILNT")
    racks = tuple(mine if player == after.on_turn else None for player in range(2))
    standing: Position = replace(after, racks=racks)
    return replace(task_of(standing.cgp()), position=standing, before=before, last_play=move)


@pytest.mark.medium
def test_a_phony_that_scores_is_to_be_challenged() -> None:
    task = task_after("H8 (G)QUIZX")
    puzzle = make_puzzle(plan(), task).puzzle
    assert puzzle is not None and task.last_play is not None
    assert (puzzle.answer.move, puzzle.tags, puzzle.difficulty) == ("challenge", ("phony",), None)
    assert puzzle.last_play == f"H8 (G)QUIZX {task.last_play.score}" and puzzle.answer_move is None
    margin = puzzle.margin
    assert margin.win_lost is not None and margin.win_error is not None
    assert margin.win_lost > 4 * margin.win_error > 0
    assert margin.points_lost is not None and margin.points_lost > task.last_play.score / 2


@pytest.mark.parametrize(
    ("play", "rules"),
    [
        ("J7 Z(A)X", None),
        ("H8 (G)QUIZX", ChallengeRule.VOID),
    ],
)
def test_what_cannot_or_need_not_be_challenged(play: str, rules: ChallengeRule | None) -> None:
    puzzle = make_puzzle(plan(), task_after(play, rules)).puzzle
    assert puzzle is None or puzzle.answer.move != "challenge"


def test_a_lexicon_that_stands_in_for_another_one_knows_no_phonies() -> None:
    substitute = replace(LEXICON, is_substitute=True)
    puzzle = make_puzzle(plan(), replace(task_after("H8 (G)QUIZX"), lexicon=substitute)).puzzle
    assert puzzle is None or puzzle.answer.move != "challenge"
