"""The levels of engines that people play against, in words, with their ratings."""

from typing import NamedTuple

from movegen.configs import list_configs

RATING_OF_STATIC = 2000
"""The scale of ratings: Elo, with this for `static`."""


class Level(NamedTuple):
    """A level: the name of its strategy, a sentence about it, and its rating."""

    name: str
    words: str
    rating: int


_LEVELS = {
    "beginner": (-1164, "everyday words, goes for points, overlooks some"),
    "casual": (-688, "plays at home: common words, saves an S or a blank"),
    "club": (-271, "a club player: the words of a desk dictionary"),
    "expert": (-107, "all words, misjudges moves by a few points"),
    "static": (0, "all words, the best move by score and leave"),
    "champion": (68, "simulates every move and solves endgames; takes up to a minute a game"),
}
"""Elo above `static`, measured against each other (docs/strength.md)."""


def levels() -> list[Level]:
    """Return the levels that are installed, from weak to strong."""
    known = list_configs("strategies")
    return [
        Level(name, words, RATING_OF_STATIC + elo) for name, (elo, words) in _LEVELS.items() if name in known
    ]
