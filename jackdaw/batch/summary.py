"""The summary of a batch as text: counts, failures, and the costliest played moves."""

from collections import Counter
from collections.abc import Iterable, Iterator
from heapq import heappush, heappushpop

from jackdaw.batch.output import BatchLine
from jackdaw.console import EMPTY, Column, Line, block_width, styled, table
from jackdaw.text import UNKNOWN
from movegen.counts import counted
from movegen.errors import MAX_PLACE, one_line

_MAX_FAILED, _MAX_COSTLY = 5, 10
_BOLD = "bold"
_WIDTH, _MIN_PLACE = 80, 20
_Costly = tuple[float, float, int, tuple[str, str, str, str, str]]


class BatchSummary:
    """The totals of a batch, its first failures and its costliest moves.

    `failures` is the number of positions that could not be analyzed.
    """

    def __init__(self, lines: Iterable[BatchLine]) -> None:
        self._methods: Counter[str] = Counter()
        self._failed: list[BatchLine] = []
        self.failures = self._judged = self._best_found = self._iterations = 0
        self._win_known = 0
        self._equity_lost = self._win_lost = self._seconds = 0.0
        self._costly: list[_Costly] = []  # a heap, the cheapest first
        for line in lines:
            self._add(line)

    def _add(self, line: BatchLine) -> None:
        analysis = line.analysis
        if analysis is None:
            self.failures += 1
            self._failed += [line] if len(self._failed) < _MAX_FAILED else []
            return
        self._methods[analysis.method] += 1
        self._iterations += analysis.iterations or 0
        self._seconds += analysis.seconds or 0.0
        played = analysis.played
        if played is None or played.equity_lost is None:
            return
        self._judged += 1
        self._equity_lost += played.equity_lost
        if played.win_lost is not None:
            self._win_known += 1
            self._win_lost += played.win_lost
        if played.rank == 1:
            self._best_found += 1
            return
        wins = UNKNOWN if played.win_lost is None else f"{100 * played.win_lost:.1f}"
        row = (
            one_line(line.place, MAX_PLACE),
            wins,
            f"{played.equity_lost:.1f}",
            played.move,
            analysis.candidates[0].move,
        )
        entry = (round(100 * (played.win_lost or 0.0), 1), played.equity_lost, -line.number, row)
        if len(self._costly) < _MAX_COSTLY:
            heappush(self._costly, entry)
        else:
            heappushpop(self._costly, entry)

    @property
    def is_empty(self) -> bool:
        """Whether no position could be analyzed."""
        return not self._methods

    def view(self) -> Iterator[Line]:
        """Show the summary."""
        methods = ", ".join(f"{count:,} by {method}" for method, count in sorted(self._methods.items()))
        count = self._methods.total() + self.failures
        yield styled(
            f"{counted(count, 'position')}: {methods or 'none analyzed'}",
            _BOLD,
        )
        if self._iterations:
            iterations = counted(self._iterations, "iteration")
            yield styled(f"{iterations} in {self._seconds:,.1f} seconds of work")
        if self._judged:
            lost = f"{self._equity_lost / self._judged:.2f} points"
            if self._win_known:
                lost = f"{100 * self._win_lost / self._win_known:.2f} percentage points of wins and {lost}"
            yield styled(
                f"{counted(self._judged, 'played move')}: {self._best_found:,} the best; {lost} lost per move"
            )
        yield from self._failures_view()
        yield from self._costly_view()

    def _failures_view(self) -> Iterator[Line]:
        if not self.failures:
            return
        yield EMPTY
        yield styled(f"{self.failures:,} could not be analyzed:", _BOLD)
        yield from (styled(f"  {one_line(line.place, MAX_PLACE)}: {line.error}") for line in self._failed)
        if self.failures > len(self._failed):
            yield styled(f"  and {self.failures - len(self._failed):,} more, see the field error")

    def _costly_view(self) -> Iterator[Line]:
        if not self._costly:
            return
        columns = (
            Column("Costliest", "left"),
            Column("Lost\n(win %)", "right"),
            Column("Lost\n(points)", "right"),
            Column("Played", "left"),
            Column("Best", "left"),
        )
        yield EMPTY
        rows = [row for _, _, _, row in sorted(self._costly, reverse=True)]
        lines = table(columns, [(row, "") for row in rows])
        if (excess := block_width(lines) - _WIDTH) > 0:
            longest = max(len(place) for place, *_ in rows)
            shortened = [(_shorten(place, max(_MIN_PLACE, longest - excess)), *rest) for place, *rest in rows]
            lines = table(columns, [(row, "") for row in shortened])
        yield from lines


def _shorten(place: str, length: int) -> str:
    """Cut the folders from a place that is too long; its end, with the line or turn, says most."""
    return place if len(place) <= length else f"\N{HORIZONTAL ELLIPSIS}{place[1 - length :]}"
