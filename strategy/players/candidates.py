"""Candidates: moves and their equities."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import index as whole_index
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from movegen.board import Move, MoveList, sort_order
from movegen.showing import Tabular, Tabulation, list_repr
from movegen.variant import Rack
from strategy.leaves import MILLI


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move and its equity. `leave_value` and `equity` are in points, to a thousandth.

    >>> from strategy import StaticStrategy
    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> best = StaticStrategy.load("static").candidates(position)[0]
    >>> best.move, best.leave, best.equity
    (<Move D8 (W)EDGIE 22>, <Rack AL>, 23.24)
    """

    move: Move
    leave: Rack
    leave_value: float
    equity: float

    @property
    def score(self) -> int:
        """The points of the move."""
        return self.move.score

    def __repr__(self) -> str:
        return f"<Candidate {self.move} {self.score} {self.equity:+.1f}>"


class CandidateList(Sequence[Candidate], Tabular):
    """Candidates, highest equity first; ties by score, highest first, then as in `MoveList`.

    `moves` are the moves in the same order, `equities` (milli-points, int64) their equities, `leave_values`
    (milli-points, int64) the values of all sub-racks by number.

    >>> from strategy import StaticStrategy
    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> candidates = StaticStrategy.load("static").candidates(position)
    >>> candidates[:2]
    [<Candidate D8 (W)EDGIE 22 +23.2>, <Candidate D8 (W)EIGELA 22 +22.1>]
    >>> candidates.by_score()[1]
    <Candidate D8 (W)EIGELA 22 +22.1>
    """

    def __init__(
        self, moves: MoveList, equities: npt.NDArray[np.int64], leave_values: npt.NDArray[np.int64]
    ) -> None:
        self.moves = moves
        self.equities = equities
        self.leave_values = leave_values

    @classmethod
    def by_equity(
        cls, moves: MoveList, equities: npt.NDArray[np.int64], leave_values: npt.NDArray[np.int64]
    ) -> "CandidateList":
        """Sort moves by equity."""
        order = sort_order(moves.records, equities, moves.records["score"])
        return cls(moves.select(order), equities[order], leave_values)

    def first(self, count: int | None, margin: int | None) -> "CandidateList":
        """Return the first `count` (None: all) within `margin` milli-points of the best."""
        reach = len(self) if count is None else min(count, len(self))
        if margin is not None and len(self):
            reach = min(reach, int(np.count_nonzero(self.equities >= self.equities[0] - margin)))
        return self[:reach]

    def by_score(self) -> "CandidateList":
        """Return the same candidates, highest score first; ties by equity."""
        order = sort_order(self.moves.records, self.moves.records["score"], self.equities)
        return CandidateList(self.moves.select(order), self.equities[order], self.leave_values)

    @overload
    def __getitem__(self, index: int) -> Candidate: ...
    @overload
    def __getitem__(self, index: slice) -> "CandidateList": ...
    def __getitem__(self, index: int | slice) -> "Candidate | CandidateList":
        if isinstance(index, slice):
            return CandidateList(self.moves[index], self.equities[index], self.leave_values)
        at = whole_index(index)
        number = int(self.moves.records["leave"][at])
        return Candidate(
            self.moves[at],
            self.moves.sub_racks[number],
            int(self.leave_values[number]) / MILLI,
            int(self.equities[at]) / MILLI,
        )

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[Candidate]:
        return (self[index] for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CandidateList):
            return NotImplemented
        return (
            self.moves == other.moves
            and np.array_equal(self.equities, other.equities)
            and np.array_equal(self.leave_values, other.leave_values)
        )

    def __hash__(self) -> int:
        return hash((self.moves, self.equities.tobytes()))

    def __repr__(self) -> str:
        return list_repr(self, len(self))

    def tabulate(self, count: int | None = None) -> Tabulation:
        """Return the first `count` candidates as a table, all for None."""
        rows = [
            (
                str(number),
                str(each.move),
                str(each.score),
                str(each.leave),
                f"{each.leave_value:+.1f}",
                f"{each.equity:.1f}",
            )
            for number, each in enumerate(self[:count], start=1)
        ]
        titles = ("#", "Move", "Score", "Leave", "Leave value", "Equity")
        return Tabulation(f"{len(self):,} moves by equity", titles, rows, len(self))

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each candidate: its move, score, leave, the leave's value and the equity."""
        return [
            {
                "move": str(each.move),
                "score": each.score,
                "leave": str(each.leave),
                "leave_value": each.leave_value,
                "equity": each.equity,
            }
            for each in self
        ]
