"""An index of words by pairs of their letters, the first idea in the slides on the Scrabble problem.

`h(a, d, b)` is the set of the words that have the letter a and, d squares on, the letter b. If two
neighbouring squares allow the letters A and B, only words in the union of h(a, 1, b), a in A and b in B, fit;
further pairs of squares narrow the choice. The remaining words are checked one by one.
"""

from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from lane_matchers import LaneMatcher
from word_table import WordTable, sort_records

from movegen.lexicon import Lane, Lexicon
from movegen.lexicon.lanes import LaneWindow, check_rack, letter_mask
from movegen.variant import BLANK, Rack

FEW = 64
"""At this number of remaining words, checking them is cheaper than another intersection."""

_Ids = npt.NDArray[np.int64]
_Union = npt.NDArray[np.bool_]  # by word number: True for words in the union
_Pair = tuple[int, int, int]  # a set of letters, a distance, a set of letters


class PairIndexMatcher(LaneMatcher):
    """Finds words by pairs of their letters and the distance between them."""

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__(lexicon)
        self.table = WordTable.build(lexicon)
        self._size = lexicon.tile_set.size

    def words_with(self, first: int, distance: int, second: int) -> npt.NDArray[np.int32]:
        """Return the slides' h: the ascending numbers of the words with two letters at a distance."""
        words, bounds = self._index
        if not 1 <= distance < self.table.letters.shape[1]:
            return words[:0]
        at = self._key(first, distance, second)
        return words[bounds[at] : bounds[at + 1]]

    def match_records(self, lane: Lane, rack: Rack) -> npt.NDArray[np.uint8]:
        tiles = check_rack(lane, rack, self.lexicon.tile_set)
        if len(tiles) == 0:
            return sort_records([], len(lane))
        sets = _letters_to_try(lane, tiles)
        unions: dict[_Pair, _Union] = {}
        records = []
        for window in lane.windows():
            words = self._candidates(window, lane, sets, unions)
            words = self.table.filter_by_letters(words, lane, tiles)
            records.append(self.table.fit_window(words, window, lane, tiles))
        return sort_records(records, len(lane))

    @property
    def nbytes(self) -> int:
        words, bounds = self._index
        table = self.table
        return words.nbytes + bounds.nbytes + table.letters.nbytes + table.lengths.nbytes + table.masks.nbytes

    @property
    def classes(self) -> npt.NDArray[np.int64]:
        """The number of words of each pair that occurs, largest first. Shape (pairs,)."""
        sizes = np.diff(self._index[1])
        return np.sort(sizes[sizes > 0])[::-1]

    @cached_property
    def _index(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """Word numbers, int32 (entries,), and the offset of each key's first one, int64 (keys + 1,)."""
        letters, size = self.table.letters, self._size
        words, counts = [np.zeros(0, dtype=np.int32)], []
        for distance in range(1, letters.shape[1]):
            found = []
            for column in range(letters.shape[1] - distance):
                numbers = np.flatnonzero(letters[:, column + distance])
                first, second = letters[numbers, column], letters[numbers, column + distance]
                found.append((first.astype(np.int64) * size + second) * len(self.table) + numbers)
            entries = np.sort(np.concatenate(found))
            entries = entries[np.diff(entries, prepend=-1) > 0]  # `np.unique` takes fifteen times as long
            keys, numbers = np.divmod(entries, max(len(self.table), 1))
            words.append(numbers.astype(np.int32))
            counts.append(np.bincount(keys, minlength=size * size))
        return np.concatenate(words), np.concatenate([[0], *counts]).cumsum().astype(np.int64)

    def _key(self, first: int, distance: int, second: int) -> int:
        return ((distance - 1) * self._size + first) * self._size + second

    def _candidates(
        self, window: LaneWindow, lane: Lane, sets: tuple[int, ...], unions: dict[_Pair, _Union]
    ) -> _Ids:
        """Return the words that pass a test of pairs of the window's first squares."""
        squares = range(window.start, min(window.start + window.shortest, len(lane)))
        if len(squares) > self.table.letters.shape[1]:
            return self.table.every[:0]
        fixed = [square for square in squares if lane.letters[square]]
        spans = {*pairwise(squares), *pairwise(fixed)}
        pairs = {(sets[left], right - left, sets[right]) for left, right in spans}
        sizes = {pair: self._max_words(pair) for pair in pairs}
        words: _Ids | None = None
        for pair in sorted(pairs, key=lambda pair: (sizes[pair], pair)):
            if sizes[pair] >= len(self.table) or (words is not None and len(words) <= FEW):
                break  # the remaining pairs cost more than they exclude
            if pair not in unions:
                unions[pair] = self._make_union(pair)
            among = unions[pair]
            words = np.flatnonzero(among) if words is None else words[among[words]]
        return self.table.every if words is None else words

    def _keys(self, pair: _Pair) -> list[int]:
        first, distance, second = pair
        seconds = [letter for letter in range(1, self._size) if second >> letter & 1]
        firsts = [letter for letter in range(1, self._size) if first >> letter & 1]
        return [self._key(a, distance, b) for a in firsts for b in seconds]

    def _max_words(self, pair: _Pair) -> int:
        """Return an upper bound on the number of words in a union."""
        bounds, keys = self._index[1], self._keys(pair)
        return int((bounds[np.array(keys, dtype=np.int64) + 1] - bounds[keys]).sum()) if keys else 0

    def _make_union(self, pair: _Pair) -> _Union:
        words, bounds = self._index
        among = np.zeros(len(self.table), dtype=bool)
        for key in self._keys(pair):
            among[words[bounds[key] : bounds[key + 1]]] = True
        return among


def _letters_to_try(lane: Lane, rack: Rack) -> tuple[int, ...]:
    """Return the letters possible on each square: the slides' sets, limited to the rack."""
    at_hand = letter_mask(rack) if not rack.counts[BLANK] else rack.tile_set.all_letters
    at_hand &= rack.tile_set.all_letters
    return tuple(
        1 << letter if letter else mask & at_hand
        for letter, mask in zip(lane.letters, lane.sets, strict=True)
    )
