"""Reviews of games whose pages are tested, and pages taken apart."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib

from jackdaw.game_page import game_page
from movegen import Lexicon, read_gcg
from movegen.game import Game
from sims.game_review import GameReview, review_game
from strategy import StaticStrategy, analyze_game

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "jackdaw/samples/ann_v_ben.gcg"
GAMES = ROOT / "tests/data/games"
SVG = "{http://www.w3.org/2000/svg}"

HOSTILE = """#character-encoding ISO-8859-1
#player1 A<b>nn Ann "<script>alert(1)</script>" & Co \x85
#player2 {{7*7}} \u202eBen</title><img src=x onerror=alert(2)>
#title </style><script>alert(3)</script>
#lexicon <i>SCOWL80</i>
#note before the first turn <script>alert(4)</script>
>A<b>nn: AERWZ 8D WAREZ +42 42
#note </script><script>alert(5)</script> {% raw %} ]]> -->
#note two
lines
>{{7*7}}: AEIQOXV 9C QI +22 22
"""
TWO_PLAYERS = "#player1 Ann Ann\n#player2 Ben Ben\n"
UNKNOWN = TWO_PLAYERS + ">Ann: 8D WAREZ +42 42\n>Ben: 9C QI +22 22\n>Ann: -5 +0 42\n"
TAKEN_BACK = TWO_PLAYERS + (
    ">Ann: AERWZEE 8D WAREEZ +46 46\n>Ann: AERWZEE -- -46 0\n>Ben: AAEINRT 8D ANTIAER +64 64\n"
    ">Ben: AAEINRT (challenge) +5 69\n>Ann: AERWZEE - +0 0\n"
)
EVERY_KIND = [HOSTILE, UNKNOWN, TAKEN_BACK, "annotated.gcg", "three_players.gcg", "unfinished.gcg"]
"""Records of all sorts, for `page_of`."""


def reviewed(game: Game, words: Lexicon | None = None, strategy: StaticStrategy | None = None) -> GameReview:
    """The review of all turns, be the game finished or not."""
    words = words or Lexicon.load()
    return review_game(analyze_game(game, words, strategy), words, strategy)


@cache
def sample_review() -> GameReview:
    return reviewed(read_gcg(SAMPLE))


@cache
def page_of(source: str) -> str:
    """The page of a record: its text, or the name of a file among the games of the tests."""
    return game_page(reviewed(read_gcg(source if "\n" in source else GAMES / source)))


@cache
def sample_page() -> str:
    return game_page(sample_review())


def parsed(page: str) -> Element:
    """The page as a tree. Raises html5lib's ParseError where it is not what HTML should be."""
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page)


def text(element: Element) -> str:
    """All text in an element, with single spaces."""
    return " ".join("".join(element.itertext()).split())


def with_class(tree: Element, name: str) -> Iterator[Element]:
    return (element for element in tree.iter() if name in element.get("class", "").split())


def by_id(tree: Element, name: str) -> Element:
    return next(element for element in tree.iter() if element.get("id") == name)
