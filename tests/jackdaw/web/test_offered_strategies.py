"""The strategies that the lobby offers, in words and with ratings."""

import re
from pathlib import Path

import pytest

from jackdaw.text import RATING_OF_STATIC
from jackdaw.web.play.offered_strategies import OfferedStrategies

DOCS = Path(__file__).resolve().parents[3] / "docs" / "strategies.md"


@pytest.mark.parametrize("level", ["beginner", "casual", "club", "expert"])
def test_ratings_are_those_of_the_documentation(level: str) -> None:
    (elo,) = re.findall(rf"^\| `{level}` \|.*?\| ([-+]?\d+) ± ", DOCS.read_text(encoding="utf-8"), re.M)
    (offered,) = (each for each in OfferedStrategies().levels if each.name == level)
    assert offered.rating == RATING_OF_STATIC + int(elo)
    assert f"rating {offered.rating}" in offered.label


def test_every_strategy_is_offered_once() -> None:
    offered = OfferedStrategies()
    assert sorted(offered.names) == sorted(each.name for each in (*offered.levels, *offered.others))
