"""Games to test with: the usual one, and some that share nothing with it but the rules of placement."""

import string

import pytest

from movegen.layouts import BoardLayout
from movegen.rules import Rules, Variant
from movegen.tiles import Tile, TileSet


def _standard() -> Variant:
    return Variant.standard()


def _spanish() -> Variant:
    """Tiles of several characters, 9 rows of 7 columns, racks of 5."""
    counts = {
        "A": 6,
        "C": 4,
        "CH": 3,
        "E": 6,
        "H": 4,
        "L": 4,
        "LL": 2,
        "L·L": 2,
        "Ñ": 1,
        "O": 5,
        "R": 5,
        "RR": 2,
    }
    letters = [
        Tile(label, label.lower(), count, points, label in "AEO")
        for points, (label, count) in enumerate(counts.items(), start=1)
    ]
    rows = ["=  -  =", " '   ' ", '  " "  ', "   -   ", "^     ~", "   -   ", '  " "  ', " '   ' ", "=  -  ="]
    rules = Rules(
        name="chico", board="narrow", tiles="spanish_like", players_max=2, rack_size=5, scoreless_turns=4
    )
    return Variant(TileSet.of("spanish_like", letters, blanks=3), BoardLayout.of("narrow", rows, "5D"), rules)


def _wide() -> Variant:
    """The largest alphabet, 62 letters, on 11 rows of 26 columns, racks of 8 of which 6 earn the bonus."""
    cyrillic = [chr(code) for code in range(0x0410, 0x0430)]
    labels = [*cyrillic, *string.ascii_uppercase, *"ΓΔΛΞ"]
    letters = [
        Tile(label, label.lower(), 2, index % 11, index % 4 == 0) for index, label in enumerate(labels)
    ]
    rules = Rules(
        name="wide", board="long", tiles="62", rack_size=8, bingo_tiles=6, bingo_bonus=35, exchange_limit=1
    )
    return Variant(TileSet.of("62", letters, blanks=4), BoardLayout.plain("long", 11, 26), rules)


VARIANTS = {"standard": _standard(), "spanish": _spanish(), "wide": _wide()}


@pytest.fixture(scope="session")
def standard() -> Variant:
    return VARIANTS["standard"]


@pytest.fixture(scope="session")
def spanish() -> Variant:
    return VARIANTS["spanish"]


@pytest.fixture(scope="session")
def wide() -> Variant:
    return VARIANTS["wide"]


@pytest.fixture(scope="session", params=VARIANTS)
def variant(request: pytest.FixtureRequest) -> Variant:
    """Each of the games in turn."""
    return VARIANTS[request.param]
