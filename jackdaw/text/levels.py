"""The levels of engines that people play against, in words, with their ratings."""

from typing import NamedTuple

from movegen.configs import list_configs
from movegen.lexicon import ENGLISH_TILES

RATING_OF_STATIC = 2000
"""The scale of ratings: Elo, with this for `static`."""


class Level(NamedTuple):
    """A level: the name of its strategy, a sentence about it, and its rating.

    `other_words` is the sentence for other languages than English, empty if it plays none.
    """

    name: str
    words: str
    rating: int
    other_words: str

    def describe(self, tiles: str) -> str:
        """Return the rating and the sentence for a game with these tiles."""
        if tiles in ENGLISH_TILES:
            return f"rating {self.rating}; {self.words}"
        return f"rating {self.rating} in English; {self.other_words}"


_LEVELS = {
    "beginner": (-1164, "everyday words, goes for points, overlooks some"),
    "casual": (-688, "plays at home: common words, saves an S or a blank"),
    "club": (-271, "a club player: the words of a desk dictionary"),
    "expert": (-107, "all words, misjudges moves by a few points"),
    "static": (0, "all words, the best move by score and leave"),
    "champion": (68, "simulates every move and solves endgames; takes up to a minute a game"),
}
"""Elo above `static`, measured against each other (docs/strength.md)."""
_OTHER_WORDS = {"club": "a club player: all words, misjudges moves by a few points"}
"""Sentences that differ in other languages than English."""
ENGLISH_ONLY = frozenset({"beginner", "casual", "rackh1", "rackh2", "rackh3"})
"""The strategies whose words or leaves are for English tiles."""


def levels() -> list[Level]:
    """Return the levels that are installed, from weak to strong."""
    known = list_configs("strategies")
    return [
        Level(
            name,
            words,
            RATING_OF_STATIC + elo,
            "" if name in ENGLISH_ONLY else _OTHER_WORDS.get(name, words),
        )
        for name, (elo, words) in _LEVELS.items()
        if name in known
    ]
