"""Three ways to find the words that fit a lane, which find the same.

The word list is scanned, or an index of pairs of letters names words worth a look, or the word graph is
walked. `Lexicon.match` walks the word graph; the others are there to be compared with it, and as oracles.
`docs/performance.md` has the figures.
"""

from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

from movegen.lanes import Lane, Placement, check_rack, placements
from movegen.lexicon import Lexicon
from movegen.tiles import Rack
from movegen.word_table import WordTable, in_order


class LaneMatcher(ABC):
    """A way to find the words of a lexicon that fit a lane."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    def match(self, lane: Lane, rack: str | Rack) -> list[Placement]:
        """The placements on a lane with a rack; definition, order and errors are those of `Lexicon.match`."""
        tiles = check_rack(lane, rack, self.lexicon.tile_set)
        return placements(lane, tiles, self.match_records(lane, tiles))

    @abstractmethod
    def match_records(self, lane: Lane, rack: Rack) -> npt.NDArray[np.uint8]:
        """The same as records, uint8 of shape (placements, 1 + squares): first square, letters, zeros."""

    @property
    @abstractmethod
    def nbytes(self) -> int:
        """The memory that the words and what is made of them take, in bytes."""


class GraphMatcher(LaneMatcher):
    """Walks the DAWG from each square where a word may begin: what `Lexicon.match` does."""

    def match_records(self, lane: Lane, rack: Rack) -> npt.NDArray[np.uint8]:  # noqa: D102
        return self.lexicon.match_records(lane, rack)

    @property
    def nbytes(self) -> int:  # noqa: D102
        return self.lexicon.data.words.nbytes


class ScanMatcher(LaneMatcher):
    """Looks at every word: first whether lane and rack have its letters at all, then place by place."""

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__(lexicon)
        self.table = WordTable.of(lexicon)

    def match_records(self, lane: Lane, rack: Rack) -> npt.NDArray[np.uint8]:  # noqa: D102
        tiles = check_rack(lane, rack, self.lexicon.tile_set)
        words = self.table.within_reach(self.table.every, lane, tiles)
        return in_order(
            [self.table.standing(words, window, lane, tiles) for window in lane.windows()], len(lane)
        )

    @property
    def nbytes(self) -> int:  # noqa: D102
        return self.table.letters.nbytes + self.table.lengths.nbytes + self.table.masks.nbytes
