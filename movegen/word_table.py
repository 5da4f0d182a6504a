"""The words of a lexicon as a table, for methods that look at words and not at a word graph."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from movegen.lanes import Lane, Window, letter_mask
from movegen.lexicon import Lexicon
from movegen.tiles import BLANK, Rack

_Ids = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class WordTable:
    """Words in the order of the alphabet; a word's place in it is its number.

    `letters` is uint8 of shape (words, longest): tile indices, zeros behind a word's end. `lengths` is uint8
    of shape (words,). `masks` is uint64 of shape (words,): the different letters of each word.
    """

    lexicon: Lexicon
    letters: npt.NDArray[np.uint8]
    lengths: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.uint64]

    @classmethod
    def of(cls, lexicon: Lexicon) -> "WordTable":
        """The table of all words of a lexicon."""
        text = np.frombuffer(lexicon.graph.words(), dtype=np.uint8)
        ends = np.flatnonzero(text == 0)
        lengths = np.diff(ends, prepend=-1) - 1
        longest = int(lengths.max(initial=0))
        letters = np.zeros((len(lengths), longest), dtype=np.uint8)
        letters[np.arange(longest) < lengths[:, None]] = text[text > 0]
        masks = np.zeros(len(lengths), dtype=np.uint64)
        for column in letters.T:
            masks |= np.uint64(1) << column.astype(np.uint64)
        masks &= ~np.uint64(1)  # the zeros behind
        return cls(lexicon, letters, lengths.astype(np.uint8), masks)

    def __len__(self) -> int:
        return len(self.lengths)

    @cached_property
    def every(self) -> _Ids:
        """The numbers of all words, shape (words,)."""
        return np.arange(len(self))

    def within_reach(self, words: _Ids, lane: Lane, rack: Rack) -> _Ids:
        """Those of some words with no more strange letters than the rack has blanks.

        Strange is a letter that neither lies on the lane nor is on the rack. A necessary condition only.
        """
        at_hand = letter_mask({*lane.letters, *rack} - {0})
        strange: npt.NDArray[np.uint64] = self.masks[words] & ~np.uint64(at_hand)
        for _ in range(min(rack.counts[BLANK], 64)):
            strange &= strange - np.minimum(strange, 1)  # one letter less
        near: _Ids = words[strange == 0]
        return near

    def standing(self, words: _Ids, window: Window, lane: Lane, rack: Rack) -> npt.NDArray[np.uint8]:
        """Those of some words that can be laid in a window, as records like those of a `LaneMatcher`."""
        lengths = self.lengths[words]
        words = words[(lengths >= window.shortest) & (lengths <= window.longest)]
        longest = min(window.longest, self.letters.shape[1])
        squares = range(window.start, window.start + longest)
        for column, square in sorted(enumerate(squares), key=lambda pair: not lane.letters[pair[1]]):
            words = words[
                _may_stand(lane, square)[self.letters[words, column]]
            ]  # letters that lie there first
        letters = self.letters[words, :longest]
        is_laid = np.array([not lane.letters[square] for square in squares], dtype=bool)
        fits = _in_rack(letters[:, is_laid], rack)
        records = np.zeros((int(np.count_nonzero(fits)), 1 + len(lane)), dtype=np.uint8)
        records[:, 0] = window.start
        records[:, 1 : 1 + longest] = letters[fits]
        return records


def in_order(records: list[npt.NDArray[np.uint8]], squares: int) -> npt.NDArray[np.uint8]:
    """Records together, by their first square, then the alphabet."""
    if not records:
        return np.zeros((0, 1 + squares), dtype=np.uint8)
    joined = np.concatenate(records)
    return joined[np.lexsort(joined.T[::-1])]


def _may_stand(lane: Lane, square: int) -> npt.NDArray[np.bool_]:
    """By tile index, whether a letter may stand on a square; 0, behind a word's end, may. Shape (64,)."""
    letter = lane.letters[square]
    mask = 1 << letter if letter else lane.sets[square]
    return np.array([(mask | 1) >> i & 1 for i in range(64)], dtype=bool)


def _in_rack(laid: npt.NDArray[np.uint8], rack: Rack) -> npt.NDArray[np.bool_]:
    """Whether the letters of each row (zeros are none) can be laid from a rack. Shape (rows,)."""
    size = rack.tile_set.size
    cells = np.arange(len(laid))[:, None] * size + laid
    counts = np.bincount(cells.ravel(), minlength=len(laid) * size).reshape(len(laid), size)[:, 1:]
    missing = np.maximum(counts - np.array(rack.counts[1:]), 0).sum(axis=1)
    return np.asarray(missing <= rack.counts[BLANK])
