"""Candidates: moves with what they are worth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
import numpy.typing as npt

from movegen.move_list import MoveList, sort_order
from movegen.moves import Move
from movegen.tiles import Rack
from strategy.leaves import MILLI


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move and its worth. `leave_value` and `equity` are in points, to a thousandth."""

    move: Move
    leave: Rack
    leave_value: float
    equity: float

    @property
    def score(self) -> int:
        """Points."""
        return self.move.score

    def __repr__(self) -> str:
        return f"<Candidate {self.move} {self.score} {self.equity:+.1f}>"


class CandidateList(Sequence[Candidate]):
    """Candidates, highest equity first; ties by score, highest first, then as in `MoveList`.

    `moves` are the moves in the same order, `equities` (milli-points, int64) their worth, `leave_values`
    (milli-points, int64) the worth of each sub-rack by its number.
    """

    def __init__(
        self, moves: MoveList, equities: npt.NDArray[np.int64], leave_values: npt.NDArray[np.int64]
    ) -> None:
        self.moves = moves
        self.equities = equities
        self.leave_values = leave_values

    @classmethod
    def sorted(
        cls, moves: MoveList, equities: npt.NDArray[np.int64], leave_values: npt.NDArray[np.int64]
    ) -> "CandidateList":
        """The moves in the order of their equities."""
        order = sort_order(moves.records, equities, moves.records["score"])
        return cls(moves.reordered(order), equities[order], leave_values)

    def first(self, count: int | None, margin: int | None) -> "CandidateList":
        """The first `count` (None: all) of those within `margin` milli-points of the first."""
        reach = len(self) if count is None else min(count, len(self))
        if margin is not None and len(self):
            reach = min(reach, int(np.count_nonzero(self.equities >= self.equities[0] - margin)))
        return self[:reach]

    def by_score(self) -> "CandidateList":
        """The same candidates, highest score first; ties by equity."""
        order = sort_order(self.moves.records, self.moves.records["score"], self.equities)
        return CandidateList(self.moves.reordered(order), self.equities[order], self.leave_values)

    @overload
    def __getitem__(self, place: int) -> Candidate: ...
    @overload
    def __getitem__(self, place: slice) -> "CandidateList": ...
    def __getitem__(self, place: int | slice) -> "Candidate | CandidateList":
        if isinstance(place, slice):
            return CandidateList(self.moves[place], self.equities[place], self.leave_values)
        number = int(self.moves.records["leave"][place])
        return Candidate(
            self.moves[place],
            self.moves.sub_racks[number],
            int(self.leave_values[number]) / MILLI,
            int(self.equities[place]) / MILLI,
        )

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[Candidate]:
        return (self[place] for place in range(len(self)))

    def __repr__(self) -> str:
        shown = [repr(candidate) for candidate in self[:10]]
        if len(self) > len(shown):
            shown.append(f"... {len(self) - len(shown):,} more")
        return f"[{', '.join(shown)}]"
