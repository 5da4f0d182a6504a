"""Verdicts on moves tried in puzzles: reasons that fit the verdict, and do not name the answer."""

import msgspec
import pytest
from puzzles import ENDGAME, OPENING, changed, puzzle_of

from jackdaw.puzzles import PuzzleJudge, Verdict, verdict_sentences
from jackdaw.puzzles.verdicts import hide_move
from movegen import Lexicon, Move, read_cgp
from sims.puzzles import Puzzle


def exchanged(puzzle: Puzzle) -> Puzzle:
    """A puzzle whose next best move passes for the answer."""
    answer, other = puzzle.answer, puzzle.margin
    return changed(puzzle, answer=other, others=(answer, *puzzle.others[1:]))


@pytest.mark.medium
@pytest.mark.parametrize("tried", ["15H CEINTURE", "15H ENTICER"])
def test_an_analysis_that_contradicts_the_puzzle_gives_no_reasons(tried: str) -> None:
    judge = PuzzleJudge(exchanged(puzzle_of(ENDGAME)), Lexicon.load())
    verdict = judge.judge(judge.parse(tried))
    assert verdict.is_answer == (tried == "15H ENTICER")
    assert verdict.reasons == ("But a normal analysis ranks 15H CEINTU(R)E higher: this puzzle is in doubt.",)


def test_a_loss_of_which_only_bounds_are_known_is_an_unknown_amount() -> None:
    puzzle = puzzle_of(ENDGAME)
    unknown = msgspec.structs.replace(puzzle.margin, win_lost=None, points_lost=None)
    puzzle = changed(puzzle, others=(unknown,), played=unknown)
    right = verdict_sentences(Verdict(puzzle.answer_move, is_answer=True), puzzle)
    wrong = verdict_sentences(Verdict(move("8D STAIR"), is_answer=False, losses=unknown), puzzle)
    for sentence in (*right[1:], *wrong):
        assert sentence.endswith(" an unknown amount."), sentence


@pytest.mark.parametrize(
    ("wins", "points", "text"),
    [(0.5, 1.0, "at least 50.0 %"), (0.0, 9.0, "at least 9 points"), (None, 1.0, "at least 1 point")],
)
def test_a_loss_of_which_bounds_are_known_is_at_least_so_large(
    wins: float | None, points: float, text: str
) -> None:
    puzzle = puzzle_of(ENDGAME)
    bounded = msgspec.structs.replace(
        puzzle.margin, win_lost=None, points_lost=None, least_win_lost=wins, least_points_lost=points
    )
    wrong = verdict_sentences(Verdict(move("8D STAIR"), is_answer=False, losses=bounded), puzzle)
    assert wrong == [f"No: 8D STAIR loses {text}."]


@pytest.mark.parametrize(("wins", "text"), [(0.057, "5.7 ± 1.1 %"), (None, "8.6 ± 1.3 points")])
def test_a_loss_has_its_error_as_the_reasons_write_it(wins: float | None, text: str) -> None:
    puzzle = puzzle_of(ENDGAME)
    simulated = msgspec.structs.replace(
        puzzle.margin, win_lost=wins, win_error=0.011, points_lost=8.6, points_error=1.3
    )
    wrong = verdict_sentences(Verdict(move("8D STAIR"), is_answer=False, losses=simulated), puzzle)
    assert wrong == [f"No: 8D STAIR loses {text}."]


def move(text: str) -> Move:
    return read_cgp(OPENING).parse_move(text)


@pytest.mark.parametrize(
    ("answer", "sentence", "hidden"),
    [
        ("8D STAIR", "8D STAIR scores 4 more points.", "The best move scores 4 more points."),
        ("8D STAIR", "8D STAIRE scores more than 8D STAIR.", "8D STAIRE scores more than the best move."),
        ("8D STAIR", "After 8D STAIR(S) or 18D STAIR", "After 8D STAIR(S) or 18D STAIR"),
        ("-AE", "But (exch AE) keeps INRST (+9.9).", "But the best move keeps INRST (+9.9)."),
        ("pass", "After the pass, the pass keeps all.", "After the best move, the best move keeps all."),
    ],
)
def test_only_the_answer_is_hidden(answer: str, sentence: str, hidden: str) -> None:
    assert hide_move(sentence, move(answer)) == hidden
