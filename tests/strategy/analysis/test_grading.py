"""Grades of moves: thresholds hold at their edges, and each phase is graded by its own loss."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movegen.configs import config_folder, list_configs
from movegen.errors import ConfigError, UnknownNameError
from strategy.analysis import Grade, GradedBy, GradingScheme, Mistake

NONE, SMALL, MEDIUM, LARGE = Mistake
STANDARD, LENIENT = GradingScheme.load("standard"), GradingScheme.load("lenient")
SCHEMES = [GradingScheme.load(name) for name in list_configs("grades")]
CHANCES = st.floats(0, 1)
POINTS = st.floats(-50, 100)
TEXT = (config_folder() / "grades" / "standard.toml").read_text(encoding="utf-8")


def by_wins(mistake: Mistake) -> Grade:
    return Grade(mistake, GradedBy.WINS)


def by_spread(mistake: Mistake) -> Grade:
    return Grade(mistake, GradedBy.SPREAD)


@pytest.mark.parametrize(
    ("lost", "expected"), [(0.26, SMALL), (3, SMALL), (3.01, MEDIUM), (7, MEDIUM), (7.01, LARGE), (60, LARGE)]
)
def test_wins_grade_moves_with_tiles_in_the_bag(lost: float, expected: Mistake) -> None:
    """Points do not count."""
    for points in (-10, 0, 3, 80):
        assert STANDARD.grade(points, 0.9, 0.9 - lost / 100) == by_wins(expected)


@pytest.mark.parametrize(
    ("lost", "error", "expected"),
    [(11.9, 18.3, NONE), (11.9, 11.7, NONE), (11.9, 9, SMALL), (11.9, 5, MEDIUM), (11.9, 4.8, LARGE)],
)
def test_estimated_wins_are_graded_beyond_their_error(lost: float, error: float, expected: Mistake) -> None:
    """However many points the move lost."""
    for points in (0, 20):
        grade = STANDARD.grade(points, 0.859, 0.859 - lost / 100, win_error=error / 100)
        assert grade == by_wins(expected)


@pytest.mark.parametrize(
    ("points", "expected"), [(-3, NONE), (1, NONE), (1.1, SMALL), (8, SMALL), (60, SMALL)]
)
@pytest.mark.parametrize("lost", [-0.25, -0.001, 0, 0.2, 0.25])
def test_points_grade_tied_chances_and_cost_a_small_mistake_at_most(
    lost: float, points: float, expected: Mistake
) -> None:
    assert STANDARD.grade(points, 0.6, 0.6 - lost / 100) == by_spread(expected)


@pytest.mark.parametrize(
    ("points", "expected"), [(2, NONE), (2.1, SMALL), (15, SMALL), (15.1, MEDIUM), (30.1, LARGE)]
)
@pytest.mark.parametrize(("best", "played"), [(0.0049, 0.001), (0.999, 0.9951)])
def test_points_grade_decided_games(best: float, played: float, points: float, expected: Mistake) -> None:
    """A loss of at most 0.25 percentage points of wins is a small mistake at most."""
    assert STANDARD.grade(points, best, played) == by_spread(expected)
    for close in (best, best - 0.0024):
        assert STANDARD.grade(points, best, close) == by_spread(expected if expected is NONE else SMALL)


def test_a_game_given_away_is_not_decided() -> None:
    assert STANDARD.grade(0.5, 0.999, 0.5) == by_wins(LARGE)
    assert STANDARD.grade(40, 0.996, 0.991) == by_wins(SMALL)


def test_a_game_at_the_margin_is_not_decided() -> None:
    assert STANDARD.grade(0, 0.005, 0.001) == STANDARD.grade(0, 0.999, 0.995) == by_wins(SMALL)


@pytest.mark.parametrize(
    ("points", "expected"), [(0, NONE), (1, SMALL), (7, SMALL), (8, MEDIUM), (15, MEDIUM), (16, LARGE)]
)
def test_spread_grades_an_empty_bag(points: int, expected: Mistake) -> None:
    for win in (0.0, 0.5, 1.0, None):
        assert STANDARD.grade(points, win, win, is_final=True) == by_spread(expected)


@pytest.mark.parametrize(("best", "played"), [(1.0, 0.5), (1.0, 0.0), (0.5, 0.0)])
def test_a_result_given_away_is_a_large_mistake(best: float, played: float) -> None:
    assert STANDARD.grade(1, best, played, is_final=True) == by_wins(LARGE)


@pytest.mark.parametrize(("points", "expected"), [(1, NONE), (7, SMALL), (15, MEDIUM), (15.1, LARGE)])
@pytest.mark.parametrize("chances", [(None, None), (0.5, None), (None, 0.5)])
def test_points_grade_unknown_chances(
    chances: tuple[float | None, float | None], points: float, expected: Mistake
) -> None:
    assert STANDARD.grade(points, *chances) == Grade(expected, GradedBy.POINTS)


def test_lenient_grades() -> None:
    """The thresholds that Jackdaw had before it graded as other programs do."""
    for lost, expected in ((0.0199, NONE), (0.021, SMALL), (0.051, MEDIUM), (0.101, LARGE)):
        assert LENIENT.grade(30, 0.6, 0.6 - lost) == by_wins(expected)
    for points, expected in ((5, NONE), (5.1, SMALL), (10.1, MEDIUM), (20.1, LARGE)):
        assert LENIENT.grade(points, 0.99, 0.971) == by_spread(expected)
    for final, expected in ((0, NONE), (1, SMALL), (9, SMALL), (10, MEDIUM), (19, MEDIUM), (20, LARGE)):
        assert LENIENT.grade(final, 1.0, 1.0, is_final=True) == by_spread(expected)
    assert LENIENT.estimate_rating(0) is None


@given(st.sampled_from(SCHEMES), POINTS, CHANCES, CHANCES)
def test_a_move_that_wins_more_often_is_no_mistake(
    scheme: GradingScheme, points: float, one: float, other: float
) -> None:
    """Nor does one that wins as often cost wins."""
    best, played = sorted((one, other))
    grade = scheme.grade(points, best, played)
    assert not grade.is_mistake or grade.costs_spread
    if 100 * (played - best) > scheme.tied.tolerance + 1e-6:
        assert grade == by_wins(NONE)


@given(st.sampled_from(SCHEMES), POINTS, POINTS, CHANCES, CHANCES, st.booleans())
def test_a_move_that_loses_more_points_has_no_better_grade(
    scheme: GradingScheme, one: float, other: float, best: float, share: float, is_final: bool
) -> None:
    less, more = (
        scheme.grade(points, best, best * share, is_final=is_final) for points in sorted((one, other))
    )
    assert list(Mistake).index(less.mistake) <= list(Mistake).index(more.mistake)


@given(CHANCES, st.floats(-0.0025, 0.0025), POINTS)
def test_a_difference_within_the_tolerance_is_a_small_mistake_at_most(
    best: float, lost: float, points: float
) -> None:
    grade = STANDARD.grade(points, best, best - lost)
    assert grade.mistake in (NONE, SMALL) and grade.graded_by is GradedBy.SPREAD


def test_index() -> None:
    grades = [by_wins(NONE), by_wins(SMALL), by_spread(SMALL), by_wins(MEDIUM), by_spread(LARGE)]
    assert STANDARD.mistake_index(grades) == 1.9
    assert STANDARD.mistake_index([]) == 0


@pytest.mark.parametrize(
    ("index", "rating"),
    [(0, 2300), (0.2, 2250), (0.3, 2250), (0.5, 2200), (1.5, 2050), (2.0, 1950), (4.2, 1650), (5, 1550),
     (30, 0)],
)  # fmt: skip
def test_rating(index: float, rating: int) -> None:
    assert STANDARD.estimate_rating(index) == rating


@given(st.floats(0, 50), st.floats(0, 50))
def test_a_higher_index_has_no_higher_rating(one: float, other: float) -> None:
    lower, higher = (STANDARD.estimate_rating(index) for index in sorted((one, other)))
    assert lower is not None and higher is not None and lower >= higher and lower % 50 == 0


WRONG = [
    # what is replaced in the standard scheme, by what, the key that the message names, a part of the message
    ("small = 0.25", "smal = 0.25", "wins.smal", "unknown key"),
    ("small = 0.25", "small = 'a'", "wins.small", "'a' is not a number"),
    ("small = 0.25\n", "", "wins.small", "missing"),
    ("small = 0.25", "small = 4", "wins.medium", "expected 4 or more"),
    ("large = 7.0", "large = 101", "wins.large", "expected 0 to 100"),
    ("large = 7.0", "large = nan", "wins.large", "out of range"),
    ("small = 1.0", "small = -1", "tied.small", "expected 0 to"),
    ("tolerance = 0.25", "tolerance = -1", "tied.tolerance", "expected 0 to 100"),
    ("margin = 0.5", "margin = 51", "decided.margin", "expected 0 to 50"),
    ("small = 0.2\n", "small = 0.7\n", "index.medium", "expected 0.7 or more"),
    ("[wins]", "[win]", "win", "unknown key; known: wins, tied, decided, endgame, index, rating"),
    ("0.0, 0.2,", "0.0, inf,", "rating.index[1]", "out of range"),
    ("0.0, 0.2,", "0.3, 0.2,", "rating.index[1]", "expected 0.3 or more"),
    ("[2300, ", "[", "rating.rating", "expected 14"),
    ("[2300, ", "[-1, ", "rating.rating[0]", "expected 0 to 10000"),
    ("slope = -125", "slope = 1", "rating.slope", "expected 0 or less"),
    ("slope = -125", "slope = nan", "rating.slope", "expected 0 or less"),
]


@pytest.mark.parametrize(("old", "new", "key", "part"), WRONG)
def test_a_wrong_file_is_reported_with_file_and_key(
    tmp_path: Path, old: str, new: str, key: str, part: str
) -> None:
    assert TEXT.count(old) >= 1
    file = tmp_path / "mine.toml"
    file.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        GradingScheme.load(file)
    assert caught.value.key == key and part in str(caught.value)
    assert str(caught.value).startswith(f"{file}, {key}: ")


def test_files_and_names(tmp_path: Path) -> None:
    """A file that changes is read again."""
    file = tmp_path / "mine.toml"
    for best in (2300, 2400):
        file.write_text(TEXT.replace("[2300, ", f"[{best}, ", 1), encoding="utf-8")
        assert GradingScheme.load(str(file)).estimate_rating(0) == best
    with pytest.raises(UnknownNameError, match=r"unknown grading scheme 'standart'; did you mean standard\?"):
        GradingScheme.load("standart")
    with pytest.raises(ConfigError, match="cannot be read"):
        GradingScheme.load(tmp_path / "none.toml")
