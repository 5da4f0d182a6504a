"""The leaves that an opponent may have kept with the last move, and how likely they were before it was seen.

Copies of a tile are told apart here: a leave counts as often as there are ways to draw it and what is known
to be held now.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from movegen.errors import PositionError
from movegen.position import Position
from movegen.sub_racks import SubRacks
from movegen.tiles import Rack
from strategy.last_move import LastMove
from strategy.leave_lists import Counts, all_multisets, count_multisets, drawn_from, ways


@dataclass(frozen=True)
class Draw:
    """How a rack came about: some tiles were kept, then others were drawn.

    Attributes
    ----------
    free:  tiles that may have been kept or drawn and are not known to be held.
    known: tiles that are held, kept or drawn.
    kept, drawn: how many tiles.
    """

    free: Rack
    known: Rack
    kept: int
    drawn: int

    @classmethod
    def of(cls, position: Position, last: LastMove, known: Rack) -> "Draw":
        """Since the last move, where there are still tiles in the bag.

        Raises PositionError when the opponent cannot have made the move, or cannot hold the known tiles with
        those of a play taken back.
        """
        unseen, rack_size, move = position.unseen, position.rules.rack_size, last.move
        gone = move.exchange_count or len(move.tiles_used)
        if gone > rack_size or move.exchange_count > position.bag_count:
            raise PositionError("the opponent cannot have made the move", where=str(move))
        if not last.is_withdrawn:
            return cls(unseen - known, known, rack_size - gone, gone)
        taken_back = move.tiles_used
        shared = Rack(known.tile_set, tuple(map(min, known.counts, taken_back.counts)))
        if len(known - shared) > rack_size - gone or not (unseen - (known - shared)).contains(taken_back):
            raise PositionError(f"the opponent cannot hold {known} besides {taken_back}")
        return cls(unseen - taken_back - (known - shared), known - shared, rack_size - gone, 0)

    def parts(self) -> Iterator[Rack]:
        """What of the known tiles may have been kept; the rest of them was drawn."""
        choices = SubRacks(self.known)
        for number in range(len(choices)):
            part = choices[number]
            if len(part) <= self.kept and len(self.known) - len(part) <= self.drawn:
                yield part


@dataclass(frozen=True, eq=False)
class SupposedLeaves:
    """Leaves that may have been kept; the same one can be there several times.

    Attributes
    ----------
    kept:     the leaves.
    held:     each with the known tiles that were drawn later.
    chances:  how likely they are before the move is looked at, but for a factor: float64, (leaves,).
    is_exact: whether they are all that there are; else they are samples.
    """

    kept: Counts
    held: Counts
    chances: npt.NDArray[np.float64]
    is_exact: bool

    @classmethod
    def of(cls, draw: Draw, most: int, samples: int, random: np.random.Philox) -> "SupposedLeaves":
        """All leaves if they are at most `most`, else so many samples."""
        free = draw.free.array
        if sum(count_multisets(free, draw.kept - len(part)) for part in draw.parts()) <= most:
            return cls._all(draw)
        return cls._sampled(draw, samples, random)

    @classmethod
    def _all(cls, draw: Draw) -> "SupposedLeaves":
        free, known = draw.free.array, draw.known.array
        kept, held, chances = [], [], []
        for part in draw.parts():
            rest = all_multisets(free, draw.kept - len(part))
            later = comb(len(draw.free) - draw.kept + len(part), draw.drawn - len(draw.known) + len(part))
            kept.append(rest + part.array)
            held.append(rest + known)
            chances.append(ways(free, rest) * ways(known, part.array[np.newaxis]) * float(later))
        return cls(np.concatenate(kept), np.concatenate(held), np.concatenate(chances), True)

    @classmethod
    def _sampled(cls, draw: Draw, samples: int, random: np.random.Philox) -> "SupposedLeaves":
        """Racks as they may be now, and of the tiles of each those that were there before."""
        known = _rows(draw.known.array, samples)
        others = drawn_from(_rows(draw.free.array, samples), draw.kept + draw.drawn - len(draw.known), random)
        kept = drawn_from(np.concatenate([others, known], axis=1), draw.kept, random)
        kept_others, kept_known = np.hsplit(kept, 2)
        return cls(kept_others + kept_known, kept_others + known, np.ones(samples), False)

    def picked(self, places: npt.NDArray[np.int64], chances: npt.NDArray[np.float64]) -> "SupposedLeaves":
        """Those at these places, as samples with these chances."""
        return SupposedLeaves(self.kept[places], self.held[places], chances, False)


def _rows(counts: npt.NDArray[np.uint8], rows: int) -> Counts:
    return np.broadcast_to(counts, (rows, len(counts)))
