"""Patterns of words: `C?T`, `*ING`, `{AEI}T?`, `{^S}*`."""

import numpy as np
import numpy.typing as npt

from movegen.errors import NotationError
from movegen.variant import TileSet

MAX_PATTERN_LENGTH = 60
"""The largest number of letters, sets and stars of a pattern."""

ANY_RUN = 0
"""The set that denotes any run of letters."""


def parse_pattern(text: str, tile_set: TileSet) -> npt.NDArray[np.uint64]:
    """Read a pattern as a sequence of sets of letters (bit i: letter i), with `ANY_RUN` for a star.

    Raises NotationError with the column of the error.
    """
    text = tile_set.respell(text)
    every = tile_set.all_letters
    sets: list[int] = []
    position = 0
    while position < len(text):
        match text[position]:
            case "*":
                if not sets or sets[-1] != ANY_RUN:
                    sets.append(ANY_RUN)
                position += 1
            case "?":
                sets.append(every)
                position += 1
            case "{":
                letters, position = _parse_set(text, position, tile_set, every)
                sets.append(letters)
            case _:
                byte, position = tile_set.read_board_tile(text, position)
                sets.append(1 << (byte & 0x7F))
    if not sets:
        raise NotationError("the pattern is empty", expected="letters, ? * {AEI} {^AEI}")
    if len(sets) > MAX_PATTERN_LENGTH:
        raise NotationError(f"the pattern has {len(sets)} parts", expected=f"at most {MAX_PATTERN_LENGTH}")
    return np.array(sets, dtype=np.uint64)


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
