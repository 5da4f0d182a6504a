"""Filters of puzzles: what passes, and what cannot be parsed."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzles import ENDGAME, changed, puzzle_of

from sims.puzzles import FIELDS, FilterError, Puzzle, PuzzleFilter

pytestmark = pytest.mark.core

PASSING = [
    "",
    "tag=endgame",
    "TAG = ENDGAME",
    "tag=bingo and tag=bingo-8",
    "tag!=hook",
    "not tag=hook",
    "points>=132 and points<=132 and points=132",
    "points > 131.9",
    "margin = 0",
    "margin=0%",
    "tag=hook or phase=endgame",
    "tag=hook and tag=block or phase=endgame",  # "and" binds more tightly
    "(tag=hook or phase=endgame) and method=endgame",
    "not (tag=hook or tag=block)",
    'player="Ann" and lexicon=scowl80',
    "proven=yes and difficulty>=1 and difficulty<=5",
]
FAILING = [
    "tag=hook",
    "not tag=endgame",
    "points>132",
    "points!=132",
    "tag=hook or phase=late",
    "phase=endgame and (tag=hook or tag=block)",
    "player=Ben",
    "lost>0",  # the move of the game is not known
    "lost<=0",
    "proven=no",
]


def passes(text: str) -> bool:
    return PuzzleFilter.parse(text)(puzzle_of(ENDGAME))


@pytest.mark.parametrize("text", PASSING)
def test_what_passes(text: str) -> None:
    assert passes(text)


@pytest.mark.parametrize("text", FAILING)
def test_what_does_not_pass(text: str) -> None:
    assert not passes(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tag=bngo", "column 5: there is no tag 'bngo'; did you mean bingo?"),
        ("margins>=5", "column 1: there is no field 'margins'; did you mean margin?"),
        ("margin", "column 7: margin is not compared with anything; expected =, !=, <, <=, > or >="),
        ("margin>", "column 8: margin is not compared with anything; give a value"),
        ("margin>=five", "column 9: 'five' is not a number; margin is compared with numbers"),
        ("margin>=nan", "column 9: 'nan' is not a number; margin is compared with numbers"),
        ("phase<late", "column 6: phase has no order; expected = or !="),
        ("(margin>=5", "column 11: ')' is missing; close what is open"),
        ("margin>=5)", 'column 10: \')\' is not expected here; join conditions by "and" or "or"'),
        ("margin>=5 phase=late", "column 11: 'phase' is not expected here"),
        ("tag=hook and", "column 13: a condition is missing"),
        ('player="Ann', "column 8: '\"' is not expected here"),
        ("(" * 60 + "tag=hook", "the filter is nested too deeply"),
        ("not " * 60 + "tag=hook", "the filter is nested too deeply"),
        ("x" * 2_000, "the filter has more than 1,000 characters"),
    ],
)
def test_what_cannot_be_parsed(text: str, message: str) -> None:
    with pytest.raises(FilterError) as caught:
        PuzzleFilter.parse(text)
    assert message in str(caught.value)


def _conditions() -> st.SearchStrategy[tuple[str, Callable[[Puzzle], bool]]]:
    """Filters with what they mean, composed of two conditions on the difficulty and on a tag."""
    by_value = st.integers(1, 5).map(
        lambda limit: (f"difficulty>={limit}", lambda puzzle: puzzle.difficulty.value >= limit)
    )
    by_tag = st.sampled_from(["hook", "bingo", "block"]).map(
        lambda tag: (f"tag={tag}", lambda puzzle: tag in puzzle.tags)
    )
    return st.recursive(
        by_value | by_tag,
        lambda inner: (
            inner.map(lambda one: (f"not ({one[0]})", lambda puzzle: not one[1](puzzle)))
            | st.tuples(inner, inner).map(
                lambda two: (
                    f"({two[0][0]}) and ({two[1][0]})",
                    lambda puzzle: two[0][1](puzzle) and two[1][1](puzzle),
                )
            )
            | st.tuples(inner, inner).map(
                lambda two: (
                    f"({two[0][0]}) or ({two[1][0]})",
                    lambda puzzle: two[0][1](puzzle) or two[1][1](puzzle),
                )
            )
        ),
        max_leaves=6,
    )


@given(_conditions(), st.sets(st.sampled_from(["hook", "bingo", "block"])))
def test_conditions_are_combined_as_written(
    condition: tuple[str, Callable[[Puzzle], bool]], tags: set[str]
) -> None:
    text, expected = condition
    puzzle = changed(puzzle_of(ENDGAME), tags=tuple(tags))
    assert PuzzleFilter.parse(text)(puzzle) == expected(puzzle)


@given(st.text(alphabet='tagmrin=<>!()" andotr5.\x00é', max_size=40))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    try:
        PuzzleFilter.parse(text)(puzzle_of(ENDGAME))
    except FilterError as error:
        assert "column" in str(error)


def test_every_field_can_be_named() -> None:
    for field in FIELDS:
        value = {"phase": "late", "tag": "hook", "method": "endgame", "proven": "no"}.get(field, "3")
        PuzzleFilter.parse(f"{field}={value}")(puzzle_of(ENDGAME))
