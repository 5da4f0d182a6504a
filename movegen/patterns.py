"""Patterns of words: `C?T`, `*ING`, `{AEI}T?`, `{^S}*`."""

import numpy as np
import numpy.typing as npt

from movegen.errors import NotationError
from movegen.tiles import TileSet

MAX_PLACES = 60
"""The most letters, sets and stars of a pattern."""

ANY_RUN = 0
"""The set that stands for any run of letters."""


def parse_pattern(text: str, tile_set: TileSet) -> npt.NDArray[np.uint64]:
    """Read a pattern as one set of letters (bit i: letter i) a place; `ANY_RUN` for a star.

    Raises NotationError with the column of what is wrong.
    """
    text = tile_set.as_tiles(text)
    every = (1 << tile_set.size) - 2
    places: list[int] = []
    position = 0
    while position < len(text):
        match text[position]:
            case "*":
                if not places or places[-1] != ANY_RUN:
                    places.append(ANY_RUN)
                position += 1
            case "?":
                places.append(every)
                position += 1
            case "{":
                letters, position = _parse_set(text, position, tile_set, every)
                places.append(letters)
            case _:
                byte, position = tile_set.read_board_tile(text, position)
                places.append(1 << (byte & 0x7F))
    if not places:
        raise NotationError("the pattern is empty", expected="letters, ? * {AEI} {^AEI}")
    if len(places) > MAX_PLACES:
        raise NotationError(f"the pattern has {len(places)} places", expected=f"at most {MAX_PLACES}")
    return np.array(places, dtype=np.uint64)


def _parse_set(text: str, start: int, tile_set: TileSet, every: int) -> tuple[int, int]:
    end = text.find("}", start)
    if end < 0:
        raise NotationError("the set of letters has no end", column=start + 1, expected="a closing }")
    position = start + 1
    inverted = text[position] == "^"
    position += inverted
    letters = 0
    while position < end:
        byte, position = tile_set.read_board_tile(text, position)
        letters |= 1 << (byte & 0x7F)
    if inverted:
        letters = every & ~letters
    if not letters:
        raise NotationError("the set has no letters", column=start + 1, expected="letters, as in {AEI}")
    return letters, end + 1
