"""The slides' definition of a placement, applied literally: every word at every square of a lane.

A lane is a list of squares, each an integer (the letter on it) or a set of letters.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from movegen.lexicon import Lane

Letters = tuple[int, ...]
Squares = Sequence[int | set[int]]
Found = tuple[int, Letters, tuple[int, ...]]
"""First square, word, tiles used (sorted, blanks 0 first)."""


def make_lane(squares: Squares, tile_set) -> Lane:  # type: ignore[no-untyped-def]
    letters = tuple(0 if isinstance(square, set) else square for square in squares)
    sets = tuple(sum(1 << i for i in square) if isinstance(square, set) else 0 for square in squares)
    return Lane(tile_set, letters, sets)


def find_placements(words: Iterable[Letters], lane: Squares, rack: Sequence[int]) -> list[Found]:
    """Find a_1..a_n on the lane b_1..b_m: for i from 0, i + n <= m, and b_i and b_(i+n+1) are no letters."""
    found = []
    m, have = len(lane), Counter(rack)
    for word in words:
        n = len(word)
        for i in range(m - n + 1):
            if i >= 1 and not isinstance(lane[i - 1], set):  # b_i; lists count from 0
                continue
            if i + n + 1 <= m and not isinstance(lane[i + n], set):
                continue
            here = list(zip(word, lane[i : i + n], strict=True))
            if not all(a in b if isinstance(b, set) else a == b for a, b in here):
                continue
            laid = Counter(a for a, b in here if isinstance(b, set))
            lacking = laid - have
            lacking.pop(0, None)
            blanks = lacking.total()
            if laid and blanks <= have[0]:
                used = [0] * blanks + sorted((laid - lacking).elements())
                found.append((i, word, tuple(used)))
    return sorted(found)
