"""The strategies that the lobby offers, in words and with ratings."""

import re
from contextlib import nullcontext
from pathlib import Path

import pytest

from jackdaw.text import RATING_OF_STATIC, levels
from jackdaw.web.play.offered_strategies import OfferedStrategies
from movegen.errors import JackdawError
from movegen.lexicon import Lexicon
from movegen.variant import TileSet
from sims.play import GameSetup, Mode, Seat, begin

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


@pytest.mark.parametrize("each", OfferedStrategies().names)
def test_strategies_for_english_only_are_marked(each: str) -> None:
    offered = OfferedStrategies()
    (found,) = (one for one in (*offered.levels, *offered.others) if one.name == each)
    lexicon = Lexicon.from_words(["CASA", "SACO"], TileSet.load("spanish"))
    seats = (Seat(name="Ana"), Seat(name="Jack", strategy=each))
    setup = GameSetup(mode=Mode.FREE, seats=seats, rules="spanish", seed=1)
    with pytest.raises(JackdawError) if found.is_english_only else nullcontext():
        begin(setup, lexicon)


def test_levels_are_described_in_each_language() -> None:
    club = {level.name: level for level in levels()}["club"]
    assert club.describe("english") == "rating 1729; a club player: the words of a desk dictionary"
    assert club.describe("spanish").startswith("rating 1729 in English; a club player: all words")


def test_every_strategy_is_offered_once() -> None:
    offered = OfferedStrategies()
    assert sorted(offered.names) == sorted(each.name for each in (*offered.levels, *offered.others))
