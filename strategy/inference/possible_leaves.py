"""The possible leaves of the opponent's last move and their priors.

Copies of a tile are distinguished: the prior of a leave counts the ways to draw it and the tiles known to be
held now.
"""

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from movegen.board import SubRacks
from movegen.errors import PositionError
from movegen.position import Position
from movegen.variant import Rack
from strategy.inference.last_move import LastMove
from strategy.leaves import Counts, all_multisets, count_multisets, count_ways, draw_tiles


class RackDraw(NamedTuple):
    """The origin of a rack: a leave, then tiles drawn.

    Attributes
    ----------
    free:       tiles that may be in the rack but are not known to be.
    known:      tiles that are in the rack, of the leave or drawn.
    leave_size: the number of tiles of the leave.
    num_drawn:  the number of tiles drawn.
    """

    free: Rack
    known: Rack
    leave_size: int
    num_drawn: int

    @classmethod
    def since(cls, position: Position, last: LastMove, known: Rack) -> "RackDraw":
        """Return the origin of the rack since the last move, with tiles in the bag.

        Raises PositionError when the opponent cannot have made the move, or cannot hold the known tiles
        beside those of a withdrawn play.
        """
        unseen, rack_size, move = position.unseen, position.rules.rack_size, last.move
        gone = move.exchange_count or len(move.tiles_used)
        if gone > rack_size or move.exchange_count > position.bag_count:
            raise PositionError("the opponent cannot have made the move", where=str(move))
        if not last.is_withdrawn:
            return cls(unseen - known, known, rack_size - gone, gone)
        withdrawn = move.tiles_used
        shared = Rack(known.tile_set, tuple(map(min, known.counts, withdrawn.counts)))
        if len(known - shared) > rack_size - gone or not (unseen - (known - shared)).contains(withdrawn):
            raise PositionError(f"the opponent cannot hold {known} besides {withdrawn}")
        return cls(unseen - withdrawn - (known - shared), known - shared, rack_size - gone, 0)

    def parts(self) -> Iterator[Rack]:
        """Yield the parts of the known tiles that may be of the leave; the others were drawn."""
        choices = SubRacks(self.known)
        for number in range(len(choices)):
            part = choices[number]
            if len(part) <= self.leave_size and len(self.known) - len(part) <= self.num_drawn:
                yield part


class PossibleLeaves(NamedTuple):
    """Possible leaves; the same one may be there several times.

    Attributes
    ----------
    leaves:   the leaves.
    held:     each leave with the known tiles that were drawn later.
    priors:   their probabilities regardless of the move, up to a factor: float64, (leaves,).
    is_exact: true if these are all possible leaves, false for samples.
    """

    leaves: Counts
    held: Counts
    priors: npt.NDArray[np.float64]
    is_exact: bool

    @classmethod
    def enumerate_or_sample(
        cls, draw: RackDraw, max_exact: int, samples: int, random: "np.random.Philox"
    ) -> "PossibleLeaves":
        """Return all leaves if they are at most `max_exact`, else `samples` random ones."""
        free = draw.free.array
        if sum(count_multisets(free, draw.leave_size - len(part)) for part in draw.parts()) <= max_exact:
            return cls._enumerate(draw)
        return cls._sample(draw, samples, random)

    @classmethod
    def _enumerate(cls, draw: RackDraw) -> "PossibleLeaves":
        free, known = draw.free.array, draw.known.array
        leaves, held, priors = [], [], []
        for part in draw.parts():
            rest = all_multisets(free, draw.leave_size - len(part))
            later = comb(
                len(draw.free) - draw.leave_size + len(part), draw.num_drawn - len(draw.known) + len(part)
            )
            leaves.append(rest + part.array)
            held.append(rest + known)
            priors.append(count_ways(free, rest) * count_ways(known, part.array[np.newaxis]) * float(later))
        return cls(np.concatenate(leaves), np.concatenate(held), np.concatenate(priors), True)

    @classmethod
    def _sample(cls, draw: RackDraw, samples: int, random: "np.random.Philox") -> "PossibleLeaves":
        """Sample racks and, of the tiles of each, the leave."""
        known = _rows(draw.known.array, samples)
        others = draw_tiles(
            _rows(draw.free.array, samples), draw.leave_size + draw.num_drawn - len(draw.known), random
        )
        leaves = draw_tiles(np.concatenate([others, known], axis=1), draw.leave_size, random)
        leave_others, leave_known = np.hsplit(leaves, 2)
        return cls(leave_others + leave_known, leave_others + known, np.ones(samples), False)

    def select(self, indices: npt.NDArray[np.int64], priors: npt.NDArray[np.float64]) -> "PossibleLeaves":
        """Return the leaves at these indices, as samples with these priors."""
        return PossibleLeaves(self.leaves[indices], self.held[indices], priors, False)


def _rows(counts: npt.NDArray[np.uint8], rows: int) -> Counts:
    return np.broadcast_to(counts, (rows, len(counts)))
