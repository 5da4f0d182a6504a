"""The words of a lexicon as a table, for methods that do not use the word graph."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from movegen.lexicon import Lane, Lexicon
from movegen.lexicon.lanes import LaneWindow, letter_mask
from movegen.variant import BLANK, Rack

_Ids = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class WordTable:
    """Words in alphabetical order; a word's index is its number.

    `letters` is uint8 of shape (words, longest): tile indices, padded with zeros. `lengths` is uint8 of shape
    (words,). `masks` is uint64 of shape (words,): the different letters of each word.
    """

    lexicon: Lexicon
    letters: npt.NDArray[np.uint8]
    lengths: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.uint64]

    @classmethod
    def build(cls, lexicon: Lexicon) -> "WordTable":
        """Build the table of all words of a lexicon."""
        text = np.frombuffer(lexicon.graph.words(), dtype=np.uint8)
        ends = np.flatnonzero(text == 0)
        lengths = np.diff(ends, prepend=-1) - 1
        longest = int(lengths.max(initial=0))
        letters = np.zeros((len(lengths), longest), dtype=np.uint8)
        letters[np.arange(longest) < lengths[:, None]] = text[text > 0]
        masks = np.zeros(len(lengths), dtype=np.uint64)
        for column in letters.T:
            masks |= np.uint64(1) << column.astype(np.uint64)
        masks &= ~np.uint64(1)  # the padding
        return cls(lexicon, letters, lengths.astype(np.uint8), masks)

    def __len__(self) -> int:
        return len(self.lengths)

    @cached_property
    def every(self) -> _Ids:
        """The numbers of all words, shape (words,)."""
        return np.arange(len(self))

    def filter_by_letters(self, words: _Ids, lane: Lane, rack: Rack) -> _Ids:
        """Return the words whose letters missing from lane and rack are no more than the rack's blanks.

        This is a necessary condition only: it ignores how often a letter occurs.
        """
        at_hand = letter_mask({*lane.letters, *rack} - {0})
        missing: npt.NDArray[np.uint64] = self.masks[words] & ~np.uint64(at_hand)
        for _ in range(min(rack.counts[BLANK], 64)):
            missing &= missing - np.minimum(missing, 1)  # clear the lowest bit
        near: _Ids = words[missing == 0]
        return near

    def fit_window(self, words: _Ids, window: LaneWindow, lane: Lane, rack: Rack) -> npt.NDArray[np.uint8]:
        """Return the words that can be laid in a window, as records of a `LaneMatcher`."""
        lengths = self.lengths[words]
        words = words[(lengths >= window.shortest) & (lengths <= window.longest)]
        longest = min(window.longest, self.letters.shape[1])
        squares = range(window.start, window.start + longest)
        for column, square in sorted(enumerate(squares), key=lambda pair: not lane.letters[pair[1]]):
            words = words[
                _allowed_letters(lane, square)[self.letters[words, column]]
            ]  # squares with a letter first
        letters = self.letters[words, :longest]
        is_laid = np.array([not lane.letters[square] for square in squares], dtype=bool)
        fits = _fit_rack(letters[:, is_laid], rack)
        records = np.zeros((int(np.count_nonzero(fits)), 1 + len(lane)), dtype=np.uint8)
        records[:, 0] = window.start
        records[:, 1 : 1 + longest] = letters[fits]
        return records


def sort_records(records: list[npt.NDArray[np.uint8]], squares: int) -> npt.NDArray[np.uint8]:
    """Join records and sort them by first square, then alphabetically."""
    if not records:
        return np.zeros((0, 1 + squares), dtype=np.uint8)
    joined = np.concatenate(records)
    return joined[np.lexsort(joined.T[::-1])]


def _allowed_letters(lane: Lane, square: int) -> npt.NDArray[np.bool_]:
    """Mark by tile index the letters allowed on a square, and 0 for the padding. Shape (64,)."""
    letter = lane.letters[square]
    mask = 1 << letter if letter else lane.sets[square]
    return np.array([(mask | 1) >> i & 1 for i in range(64)], dtype=bool)


def _fit_rack(laid: npt.NDArray[np.uint8], rack: Rack) -> npt.NDArray[np.bool_]:
    """Mark the rows whose letters (zeros ignored) can be laid from a rack. Shape (rows,)."""
    size = rack.tile_set.size
    cells = np.arange(len(laid))[:, None] * size + laid
    counts = np.bincount(cells.ravel(), minlength=len(laid) * size).reshape(len(laid), size)[:, 1:]
    missing = np.maximum(counts - np.array(rack.counts[1:]), 0).sum(axis=1)
    return np.asarray(missing <= rack.counts[BLANK])
