"""Reviews and pages of test games, and functions to inspect pages."""

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib

from jackdaw.html import game_page
from movegen import Lexicon, read_gcg
from movegen.game import Game
from sims.review import GameReview, review_game
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
"""Records of every kind, for `render_page`."""


def review_all_turns(
    game: Game, words: Lexicon | None = None, strategy: StaticStrategy | None = None
) -> GameReview:
    """Review all turns of a game, finished or not."""
    words = words or Lexicon.load()
    return review_game(analyze_game(game, words, strategy), words, strategy)


@cache
def sample_review() -> GameReview:
    return review_all_turns(read_gcg(SAMPLE))


@cache
def render_page(source: str) -> str:
    """Render the page of a record, given as text or as the name of a file in `tests/data/games`."""
    return game_page(review_all_turns(read_gcg(source if "\n" in source else GAMES / source)))


@cache
def sample_page() -> str:
    return game_page(sample_review())


@lru_cache(maxsize=8)
def parse_page(page: str) -> Element:
    """Parse a page strictly; do not change the tree. Raises html5lib's ParseError on invalid HTML."""
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page)


def get_text(element: Element) -> str:
    """Return all text in an element, with single spaces."""
    return " ".join("".join(element.itertext()).split())


def find_by_class(tree: Element, name: str) -> Iterator[Element]:
    return (element for element in tree.iter() if name in element.get("class", "").split())


def find_by_id(tree: Element, name: str) -> Element:
    return next(element for element in tree.iter() if element.get("id") == name)
