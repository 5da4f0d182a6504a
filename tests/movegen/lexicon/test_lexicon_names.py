"""Names of lexica: spellings of one edition, and the nearest edition that is installed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movegen.lexicon import is_same_lexicon, nearest_lexicon

FAMILIES = (("TWL06", "OTCWL14", "NWL18", "NWL20", "NWL23"), ("CSW12", "CSW15", "CSW19", "CSW21", "CSW24"))


@pytest.mark.parametrize(
    ("name", "installed", "nearest"),
    [
        ("NWL20", ["NWL18", "NWL23"], "NWL23"),
        ("NWL20", ["CSW24", "NWL18"], "NWL18"),
        ("NWL20", ["TWL06", "OTCWL14"], "OTCWL14"),
        ("OWL2", ["NWL23", "NWL18", "TWL98"], "NWL18"),
        ("OWL2", ["NWL18", "twl06"], "twl06"),
        ("owl 3", ["NWL18", "OTCWL2014"], "OTCWL2014"),
        ("TWL98", ["TWL06"], "TWL06"),
        ("Collins Scrabble Words 2019", ["CSW15", "CSW21", "NWL23"], "CSW21"),
        ("Collins", ["CSW15", "CSW21"], "CSW21"),
        ("SOWPODS", ["NWL23", "csw24"], "csw24"),
        ("CSW24", ["NWL23", "SCOWL80"], None),
        ("CSW24", ["CSW19", "CSW"], "CSW"),
        ("ODS7", ["ODS9", "ODS8"], "ODS8"),
        ("mine", ["MINE", "SCOWL80"], "MINE"),
        ("2023", ["NWL23"], None),
        ("", ["NWL23"], None),
        ("NWL20", [], None),
    ],
)
def test_nearest(name: str, installed: list[str], nearest: str | None) -> None:
    assert nearest_lexicon(name, installed) == nearest


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("NWL20", "nwl_2020", True), ("OWL2", "TWL06", True), ("OWL3", "OTCWL14", True),
        ("Collins 2021", "CSW21", True), ("sowpods", "SOWPODS", True), ("SOWPODS", "CSW", False),
        ("NWL20", "NWL23", False), ("CSW19", "NWL19", False), ("CSW", "CSW21", False),
    ],
)  # fmt: skip
def test_same(one: str, other: str, same: bool) -> None:
    assert is_same_lexicon(one, other) is is_same_lexicon(other, one) is same


@given(st.data())
def test_later_before_earlier_and_never_of_another_family(data: st.DataObject) -> None:
    """The lists above are in the order of their years."""
    family, other = data.draw(st.permutations(FAMILIES))
    name = data.draw(st.sampled_from(family))
    installed = data.draw(st.lists(st.sampled_from([*family, *other]), unique=True))
    later = [each for each in family[family.index(name) :] if each in installed]
    earlier = [each for each in family[: family.index(name)] if each in installed]
    expected = later[0] if later else earlier[-1] if earlier else None
    assert nearest_lexicon(name, installed) == expected


def test_the_vocabularies_of_weak_players_judge_nothing() -> None:
    assert nearest_lexicon("SCOWL30") == "SCOWL80"
