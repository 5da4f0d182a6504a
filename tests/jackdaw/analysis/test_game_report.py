"""The review of a game as text and as JSON: the figures are those of the review."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from jackdaw.text import UNKNOWN, grade_mark
from movegen import Lexicon, read_gcg
from sims.review import GameReview, review_game
from strategy import analyze_game
from strategy.analysis import Mistake

pytestmark = pytest.mark.core

Run = Callable[..., Result]
ROOT = Path(__file__).resolve().parents[3]
SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
ANNOTATED = "tests/data/games/annotated.gcg"
THREE = "tests/data/games/three_players.gcg"
STATIC = ("--method", "static")


def loss(lost: float | None, factor: int = 1) -> str:
    return UNKNOWN if lost is None else f"{round(-factor * lost, 1) + 0.0:.1f}"


def reviewed(file: str) -> GameReview:
    lexicon = Lexicon.load()
    return review_game(analyze_game(read_gcg(ROOT / file), lexicon), lexicon)


def found(result: Result) -> dict[str, Any]:
    assert (result.exit_code, result.stderr) == (0, "")
    reported: dict[str, Any] = json.loads(result.stdout)
    return reported


@pytest.mark.parametrize("file", [SAMPLE, ANNOTATED, THREE])
def test_every_turn(run_analyze: Run, file: str) -> None:
    """Its mark, what it lost, and the best move."""
    review = reviewed(file)
    lines = run_analyze(file, *STATIC).stdout.splitlines()
    first = next(index for index, line in enumerate(lines) if line.lstrip().startswith("1 "))
    for line, turn in zip(lines[first : first + len(review.turns)], review.turns, strict=True):
        assert line.split()[0] == str(turn.turn)
        assert line[3:7].strip().startswith(grade_mark(turn.grade))
        cells = [loss(turn.points_lost)]
        if file != THREE:
            chance = UNKNOWN if turn.chances.played is None else f"{100 * turn.chances.played:.1f}"
            lost = loss(turn.chances.lost, 100) + ("" if turn.chances.lost is None else " %")
            cells = [chance, lost, *cells]
        assert f" {' '.join(cells)} " in re.sub(" +", " ", line)
        best = turn.analysis.best
        assert line.endswith(UNKNOWN if turn.grade is None or best is None else (" =", str(best.move)))


def test_totals_and_what_stands_out(run_analyze: Run) -> None:
    review = reviewed(SAMPLE)
    text = run_analyze(SAMPLE, *STATIC).stdout
    for player, name in zip(review.players, ("Ann Archer", "Ben Boyle"), strict=True):
        kinds = (Mistake.SMALL, Mistake.MEDIUM, Mistake.LARGE)
        by_spread = [player.spread_mistakes[kind] for kind in kinds]
        by_wins = [player.mistakes[kind] - count for kind, count in zip(kinds, by_spread, strict=True)]
        cells = [
            *(f"{player.best_found} of {player.judged}".split()),
            *f"{loss(player.win_lost, 100)} %".split(),
            loss(player.points_lost),
            *map(str, by_wins),
            *map(str, by_spread),
            f"{player.mistake_index:.1f}",
            f"{player.luck:+.1f}",
        ]
        (line,) = (line for line in text.splitlines() if re.match(f"{name} +\\d+ +\\d", line))
        assert line.split()[3:] == cells
    assert "From turn 4 (10J (BED)AUB) on Ann Archer was more likely to win." in text
    assert "Ben Boyle missed a bingo on turn 16: C2 W(R)ANGLED." in text
    assert "Ben Boyle: best turn 20 (A3 GLAIVED), worst turn 16 (14K AWNED)." in text
    assert "Estimated rating" not in text


def test_three_players_have_no_chances(run_analyze: Run) -> None:
    result = run_analyze(THREE, "--effort", "quick")
    assert result.exit_code == 0 and "more likely to win" not in result.stdout
    assert not any(words in result.stdout for words in ("win %", "Win %", "parentheses", "(??)", "Practise"))
    reported = found(run_analyze(THREE, "--effort", "quick", "--json", "-"))
    assert {position["review"]["win_best"] for position in reported["positions"]} == {None}
    assert reported["review"]["turning_point"] is None and len(reported["review"]["players"]) == 3


@pytest.mark.parametrize("file", [SAMPLE, ANNOTATED])
def test_json(run_analyze: Run, file: str) -> None:
    review = reviewed(file)
    reported = found(run_analyze(file, *STATIC, "--json", "-"))
    for position, turn in zip(reported["positions"], review.turns, strict=True):
        assert position["review"] == {
            "mistake": turn.mistake,
            "graded_by": turn.grade and turn.grade.graded_by,
            "win_best": turn.chances.best and pytest.approx(turn.chances.best, abs=1e-6),
            "win_played": turn.chances.played and pytest.approx(turn.chances.played, abs=1e-6),
            "win_lost": turn.chances.lost,
            "win_lost_se": None,
            "luck": turn.luck,
            "missed_bingo": turn.has_missed_bingo,
            "challenged": turn.was_challenged,
            "best": None if turn.best is None else str(turn.best.move),
            "is_best": turn.is_best,
        }
    assert reported["review"]["turning_point"] == review.turning_point
    for one, player in zip(reported["review"]["players"], review.players, strict=True):
        assert one["mistakes"] == {kind.value: count for kind, count in player.mistakes.items()}
        assert one["missed_bingos"] == list(player.missed_bingos) and one["bingos"] == list(player.bingos)
        assert one["spread_mistakes"] == {kind.value: n for kind, n in player.spread_mistakes.items()}
        names = (
            "player", "turns", "judged", "best_found", "win_lost", "spread_lost", "mistake_index", "rating",
            "luck", "win_lost_estimated",
        )  # fmt: skip
        assert [one[name] for name in names] == [getattr(player, name) for name in names]
        assert one["equity_lost"] == player.points_lost
        assert (one["best_turn"], one["worst_turn"]) == (player.best_turn, player.worst_turn)


def test_three_players_have_no_chances_to_win(run_analyze: Run) -> None:
    """Neither columns of wins, nor a legend of them."""
    text = run_analyze("tests/data/games/three_players.gcg", *STATIC).stdout
    assert "win %" not in text.lower() and "cost only spread" not in text and "(?!)" not in text
    assert "Lost: against the best move, which = marks." in text


def test_a_single_turn_is_not_reviewed(run_analyze: Run) -> None:
    reported = found(run_analyze(SAMPLE, *STATIC, "--turn", 3, "--json", "-"))
    assert reported["review"] is None and reported["positions"][0]["review"] is None
