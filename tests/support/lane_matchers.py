"""Two of three equivalent ways to find the words that fit a lane; `pair_index` has the third.

One walks the word graph, as `Lexicon.match` does, one scans the word list, and one looks candidates up in an
index of pairs of letters. The last two serve as oracles and for comparison: the figures are in
`docs/internals/performance-moves.md`.
"""

from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt
from word_table import WordTable, sort_records

from movegen.lexicon import Lane, LaneMatch, Lexicon
from movegen.lexicon.lanes import check_rack, decode_matches
from movegen.variant import Rack


class LaneMatcher(ABC):
    """A way to find the words of a lexicon that fit a lane."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    def match(self, lane: Lane, rack: str | Rack) -> list[LaneMatch]:
        """Return the placements on a lane with a rack, as `Lexicon.match` does."""
        tiles = check_rack(lane, rack, self.lexicon.tile_set)
        return decode_matches(lane, tiles, self.match_records(lane, tiles))

    @abstractmethod
    def match_records(self, lane: Lane, rack: Rack) -> npt.NDArray[np.uint8]:
        """Return the placements as uint8 records of shape (placements, 1 + squares).

        A record is the first square, the letters, and zeros.
        """

    @property
    @abstractmethod
    def nbytes(self) -> int:
        """The memory of the words and of the structures built from them, in bytes."""


class GraphMatcher(LaneMatcher):
    """Walks the DAWG from each square where a word may begin, as `Lexicon.match` does."""

    def match_records(self, lane: Lane, rack: Rack) -> npt.NDArray[np.uint8]:
        return self.lexicon.match_records(lane, rack)

    @property
    def nbytes(self) -> int:
        return self.lexicon.data.words.nbytes


class ScanMatcher(LaneMatcher):
    """Scans the word list: filters words by their letters, then compares square by square."""

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__(lexicon)
        self.table = WordTable.build(lexicon)

    def match_records(self, lane: Lane, rack: Rack) -> npt.NDArray[np.uint8]:
        tiles = check_rack(lane, rack, self.lexicon.tile_set)
        words = self.table.filter_by_letters(self.table.every, lane, tiles)
        return sort_records(
            [self.table.fit_window(words, window, lane, tiles) for window in lane.windows()], len(lane)
        )

    @property
    def nbytes(self) -> int:
        return self.table.letters.nbytes + self.table.lengths.nbytes + self.table.masks.nbytes
