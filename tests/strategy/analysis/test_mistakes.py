"""Classes of mistakes: thresholds hold at their edges, and each rule where it should."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategy.analysis import Mistake, classify_mistake, mistake_index

NONE, SMALL, MEDIUM, LARGE = Mistake
SHARES = st.floats(0, 1)


@pytest.mark.parametrize(
    ("lost", "expected"),
    [
        (0, NONE),
        (0.0199, NONE),
        (0.02, SMALL),
        (0.0499, SMALL),
        (0.05, MEDIUM),
        (0.0999, MEDIUM),
        (0.1, LARGE),
    ],
)
def test_by_chances(lost: float, expected: Mistake) -> None:
    assert classify_mistake(3.0, 0.6, 0.6 - lost) is expected


@pytest.mark.parametrize("chances", [(None, None), (0.5, None), (0.0299, 0.01), (0.99, 0.971)])
@pytest.mark.parametrize(
    ("lost", "expected"), [(0, NONE), (4.9, NONE), (5, SMALL), (9.9, SMALL), (10, MEDIUM), (20, LARGE)]
)
def test_by_points(lost: float, expected: Mistake, chances: tuple[float | None, float | None]) -> None:
    """Where chances are not known, or the game is all but decided."""
    assert classify_mistake(lost, *chances) is expected


def test_a_game_given_away_is_not_decided() -> None:
    assert classify_mistake(0.5, 0.99, 0.5) is LARGE
    assert classify_mistake(0.5, 0.99, 0.96) is SMALL  # from all but won to not quite so


@pytest.mark.parametrize(("lost", "expected"), [(0, NONE), (1, SMALL), (9, SMALL), (10, MEDIUM), (20, LARGE)])
def test_endgames(lost: int, expected: Mistake) -> None:
    """By points, unless a won or drawn game is thrown away."""
    for win in (0.0, 0.5, 1.0, None):
        assert classify_mistake(lost, win, win, is_exact=True) is expected
    assert classify_mistake(lost, 1.0, 0.5, is_exact=True) is LARGE
    assert classify_mistake(lost, 0.5, 0.0, is_exact=True) is LARGE


@given(st.floats(0, 100), st.floats(0, 100), SHARES, SHARES, st.booleans())
def test_costlier_moves_are_no_smaller_mistakes(
    less: float, more: float, best: float, share: float, is_exact: bool
) -> None:
    less, more, played = min(less, more), max(less, more), best * share
    order = list(Mistake)
    first = classify_mistake(less, best, played, is_exact=is_exact)
    assert order.index(first) <= order.index(classify_mistake(more, best, played, is_exact=is_exact))


def test_index() -> None:
    assert mistake_index([NONE, SMALL, SMALL, MEDIUM, LARGE, NONE]) == 1.9
    assert mistake_index([]) == 0
