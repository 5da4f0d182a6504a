"""Names of lexica: editions of the same list, and the nearest installed edition.

>>> nearest_lexicon("NWL20", ["CSW24", "NWL18", "NWL23"]), nearest_lexicon("Collins 2021", ["CSW19"])
('NWL23', 'CSW19')
>>> nearest_lexicon("ODS8", ["CSW24", "NWL18"]) is None
True
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from movegen.lexicon.families import LexiconFamily, family_of_stem
from movegen.lexicon.sources import VOCABULARIES, known_lexica

_NAME = re.compile(r"(.*?\D)(\d{0,4})")
_UNDATED = 9999
"""The year of a name without one, which players use for the list in force."""
_LAST_CENTURY = 50
"""The first year with two digits that belongs to the 20th century."""


class _Edition(NamedTuple):
    """An edition of a list: the list, the year or number, and the name in one spelling."""

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


def known_family(name: str) -> LexiconFamily | None:
    """Return the family that the name of a lexicon belongs to, if the configurations know it.

    >>> known_family("nwl 2023").tiles, known_family("CLUB")
    ('english', None)
    """
    return family_of_stem().get(_split_name(name)[0])


def _parse_edition(name: str) -> _Edition:
    stem, digits = _split_name(name)
    family = family_of_stem().get(stem)
    if family is None:
        return _Edition(stem, _find_year(digits), stem + digits)
    return _Edition(family.name, family.years.get(stem + digits) or _find_year(digits), stem + digits)


def _split_name(name: str) -> tuple[str, str]:
    """Return a name in one spelling, and the digits at its end apart: at most four."""
    spelled = "".join(filter(str.isalnum, name.upper()))
    found = _NAME.fullmatch(spelled)
    return (found[1], found[2]) if found else (spelled, "")


def _find_year(digits: str) -> int:
    if not digits:
        return _UNDATED
    number = int(digits)
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
