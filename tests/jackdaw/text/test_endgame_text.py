"""Values of endgames that are not proven, in words."""

from dataclasses import replace

import pytest
from endgames import ENDGAME, HARD

from jackdaw.console import plain_text
from jackdaw.text import describe_bounds, describe_verdict, position_lines
from jackdaw.text.report import evaluation_view
from movegen import Lexicon, read_cgp, read_gcg
from strategy import SearchLimits, analyze_position, solve_endgame
from strategy.analysis import EndgamePlan, evaluate_endgame

pytestmark = pytest.mark.core

SOLVED = solve_endgame(read_gcg("jackdaw/samples/ann_v_ben.gcg").position(22), Lexicon.load())
"""An endgame of value 16; the player on turn wins by 141."""


@pytest.mark.parametrize(
    ("lower", "upper", "bounds"),
    [
        (-40, 60, "-40 to +60"),
        (-184, 216, "-184 to +216"),
        (9, 217, "at least +9"),
        (-185, 20, "at most +20"),
        (-2000, 2000, ""),
    ],
)
def test_bounds_farther_than_200_points_are_left_out(lower: int, upper: int, bounds: str) -> None:
    assert SOLVED.value == 16
    found = replace(SOLVED, lower=lower, upper=upper, spread=0)
    assert (
        describe_bounds(found) == describe_bounds(replace(found.moves[0], lower=lower, upper=upper)) == bounds
    )
    winner = "Proven: Ann wins" if lower > 0 else "Not proven"
    assert describe_verdict(found, "Ann") == f"{winner}; value about +16{bounds and ', '}{bounds}"


@pytest.mark.parametrize(
    ("lower", "upper", "spread", "value"),
    [
        (16, 2000, 0, "at least +16"),
        (-2000, 16, -20, "at most +16"),
        (-2000, 16, 0, "about +16, at most +16"),  # who wins is open
        (16, 60, 0, "about +16, +16 to +60"),
    ],
)
def test_a_value_that_proves_who_wins_is_a_bound(lower: int, upper: int, spread: int, value: str) -> None:
    verdict = describe_verdict(replace(SOLVED, lower=lower, upper=upper, spread=spread), "Ann")
    assert verdict.endswith(f"; value {value}")


@pytest.mark.parametrize(
    ("racks", "shown"),
    [
        ("AEIS/R", ("AEIS", "R")),
        ("AEIS/", ("AEIS, taken for the whole rack", "R, all that is unseen")),
        ("AE/", ("AE, taken for the whole rack", "IRS, all that is unseen")),
        ("/AEI", ("rack unknown", "AEI")),
    ],
)
def test_the_board_shows_what_is_assumed_of_racks(racks: str, shown: tuple[str, str]) -> None:
    position = read_cgp(ENDGAME.replace("AEIS/R", racks))
    text = ["".join(span.text for span in line) for line in position_lines(position, ("Ann", "Ben"))]
    for name, rack in zip(("Ann  377", "Ben  473"), shown, strict=True):
        assert any(line.endswith(f"{name}  {rack}") for line in text), text


@pytest.mark.parametrize(("cgp", "is_proven"), [(ENDGAME, True), (HARD, False)])
def test_the_mark_of_estimates_is_explained(cgp: str, is_proven: bool) -> None:
    static = analyze_position(read_cgp(cgp), Lexicon.load())
    found = evaluate_endgame(static, EndgamePlan(3, SearchLimits(nodes=20_000)), Lexicon.load())
    text = "\n".join(map(plain_text, evaluation_view(found, static, ("Ann", "Ben"), 3)))
    assert ("? is an estimate" in text) != is_proven
    assert ("?\n" in text or "? " in text) != is_proven
