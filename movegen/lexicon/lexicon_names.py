"""Names of lexica: editions of the same list, and the nearest installed edition.

>>> nearest_lexicon("NWL20", ["CSW24", "NWL18", "NWL23"]), nearest_lexicon("Collins 2021", ["CSW19"])
('NWL23', 'CSW19')
>>> nearest_lexicon("ODS8", ["CSW24", "NWL18"]) is None
True
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from movegen.lexicon.sources import VOCABULARIES, known_lexica

_NAME = re.compile(r"(.*?\D)(\d{0,4})")
_FAMILIES = {
    "North American": ("TWL", "OTWL", "OWL", "OTCWL", "NWL", "NASPAWORDLIST"),
    "Collins": ("CSW", "SOWPODS", "OSWI", "COLLINS", "COLLINSSCRABBLEWORDS"),
}
_STEMS = {stem: family for family, stems in _FAMILIES.items() for stem in stems}
_OWL_YEARS = {1: 1998, 2: 2006, 3: 2014, 4: 2016}
"""The years of the editions of the Official Word List, which were numbered."""
_UNDATED = 9999
"""The year of a name without one, which players use for the list in force."""
_LAST_CENTURY = 50
"""The first year with two digits that belongs to the 20th century."""


class _Edition(NamedTuple):
    """An edition of a list: the family of lists, the year or number, and the name in one spelling."""

    family: str
    year: int
    name: str


def nearest_lexicon(name: str, installed: Iterable[str] | None = None) -> str | None:
    """Return the installed lexicon that is nearest to a name; None if none belongs to the same family.

    This is the lexicon itself, in any spelling (`OWL2` is `TWL06`), else the next later edition, else the
    next earlier one. Default for `installed`: the lexica that are, without the vocabularies.
    """
    if installed is None:
        installed = [known for known in known_lexica() if known not in VOCABULARIES]
    wanted = _parse_edition(name)
    editions = {each: _parse_edition(each) for each in installed}
    same = [each for each, edition in editions.items() if edition.family == wanted.family]
    return min(same, key=lambda each: _distance(wanted, editions[each]), default=None)


def is_same_lexicon(one: str, other: str) -> bool:
    """Return whether two names are spellings of the same edition, such as `nwl 2020` and `NWL20`."""
    return _distance(_parse_edition(one), _parse_edition(other))[0] == 0


def _parse_edition(name: str) -> _Edition:
    spelled = "".join(filter(str.isalnum, name.upper()))
    found = _NAME.fullmatch(spelled)
    if found is None:
        return _Edition(spelled, _UNDATED, spelled)
    stem, digits = found.groups()
    return _Edition(_STEMS.get(stem, stem), _find_year(stem, digits), spelled)


def _find_year(stem: str, digits: str) -> int:
    if not digits:
        return _UNDATED
    number = int(digits)
    if len(digits) == 1:
        return _OWL_YEARS.get(number, number) if stem == "OWL" else number
    if len(digits) == 2:
        return number + (1900 if number >= _LAST_CENTURY else 2000)
    return number


def _distance(wanted: _Edition, other: _Edition) -> tuple[int, int]:
    """Return the sort key of another edition: the same one is (0, 0), later ones come before earlier ones."""
    if wanted.family != other.family:
        return 3, 0
    if wanted.year == other.year:
        is_same = wanted.year != _UNDATED or wanted.name == other.name
        return int(not is_same), 0
    return (1, other.year - wanted.year) if other.year > wanted.year else (2, wanted.year - other.year)
