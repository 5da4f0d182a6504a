"""The strategies that the lobby offers, in words and with ratings."""

import re
from pathlib import Path

import pytest

from jackdaw.text import RATING_OF_STATIC
from jackdaw.web.play.offered_strategies import OfferedStrategies

DOCS = Path(__file__).resolve().parents[3] / "docs"


@pytest.mark.parametrize("level", ["beginner", "casual", "club", "expert"])
def test_ratings_are_those_of_the_documentation(level: str) -> None:
    text = (DOCS / "strategies.md").read_text(encoding="utf-8")
    (elo,) = re.findall(rf"^\| `{level}` \|.*?\| ([-+]?\d+) ± ", text, re.M)
    (offered,) = (each for each in OfferedStrategies().levels if each.name == level)
    assert offered.rating == RATING_OF_STATIC + int(elo)
    assert f"rating {offered.rating}" in offered.label


def test_ratings_are_those_of_the_ladder() -> None:
    text = (DOCS / "strength.md").read_text(encoding="utf-8")
    ladder = dict(re.findall(r"^\| `(\w+)` \| ([-+]?\d+) \|", text, re.M))
    levels = OfferedStrategies().levels
    assert [each.rating - RATING_OF_STATIC for each in levels] == [int(ladder[each.name]) for each in levels]


def test_every_strategy_is_offered_once() -> None:
    offered = OfferedStrategies()
    assert sorted(offered.names) == sorted(each.name for each in (*offered.levels, *offered.others))
