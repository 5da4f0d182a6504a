"""Where the entries of a journal are: two whole numbers for each, since there may be tens of millions."""

from array import array
from bisect import bisect_left

import numpy as np

_MAX_RECENT = 1 << 16


class JournalIndex:
    """The offset of each entry by its number.

    Arrays in the order of the numbers hold 16 bytes an entry, a tenth of what a dictionary takes. New entries
    go to a small dictionary first and are merged by the ten thousand.

    >>> index = JournalIndex()
    >>> index[7] = 100
    >>> 7 in index, 8 in index, len(index), index[7]
    (True, False, 1, 100)
    """

    def __init__(self) -> None:
        self._numbers = array("q")
        self._offsets = array("q")
        self._recent: dict[int, int] = {}
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def __contains__(self, number: int) -> bool:
        return number in self._recent or self._find(number) is not None

    def __getitem__(self, number: int) -> int:
        """Return the offset of an entry. Raises KeyError if there is none."""
        if number in self._recent:
            return self._recent[number]
        at = self._find(number)
        if at is None:
            raise KeyError(number)
        return self._offsets[at]

    def __setitem__(self, number: int, offset: int) -> None:
        """Set the offset of an entry, whether or not there is one of this number."""
        self._length += number not in self
        self._recent[number] = offset
        if len(self._recent) >= _MAX_RECENT:
            self._merge()

    def _find(self, number: int) -> int | None:
        at = bisect_left(self._numbers, number)
        return at if at < len(self._numbers) and self._numbers[at] == number else None

    def _merge(self) -> None:
        """Merge the recent entries, which replace others of the same number."""
        numbers = np.concatenate([_view(self._numbers), np.fromiter(self._recent, dtype=np.int64)])
        offsets = np.concatenate([_view(self._offsets), np.fromiter(self._recent.values(), dtype=np.int64)])
        order = np.argsort(numbers, kind="stable")
        numbers, offsets = numbers[order], offsets[order]
        is_last = np.append(numbers[1:] != numbers[:-1], True)
        self._numbers, self._offsets = array("q"), array("q")
        self._numbers.frombytes(numbers[is_last].tobytes())
        self._offsets.frombytes(offsets[is_last].tobytes())
        self._recent = {}


def _view(numbers: "array[int]") -> "np.typing.NDArray[np.int64]":
    return np.frombuffer(numbers, dtype=np.int64) if numbers else np.empty(0, dtype=np.int64)
