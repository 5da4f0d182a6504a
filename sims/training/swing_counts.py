"""The swings counted in a batch of games, in the form in which they travel and are kept in a journal."""

import math
import zlib

import msgspec
import numpy as np
import numpy.typing as npt

_TYPE = np.dtype("<i8")
_LEVEL = 1


class SwingCounts(msgspec.Struct, frozen=True):
    """The counts of a batch: `packed` is the array of `count_swings`, mostly zeros, compressed.

    >>> SwingCounts.of(500, np.eye(2, dtype=np.int64)).counts((2, 2)).tolist()
    [[1, 0], [0, 1]]
    """

    first: int
    packed: bytes

    @classmethod
    def of(cls, first: int, counts: npt.NDArray[np.int64]) -> "SwingCounts":
        """Return the counts of a batch whose first game has this number."""
        return cls(first, zlib.compress(counts.astype(_TYPE).tobytes(), _LEVEL))

    def counts(self, shape: tuple[int, ...]) -> npt.NDArray[np.int64]:
        """Return the array. Raises ValueError if it has another shape."""
        size = math.prod(shape) * _TYPE.itemsize
        try:
            content = zlib.decompressobj().decompress(self.packed, size + 1)
        except zlib.error as error:
            raise ValueError(str(error)) from None
        if len(content) != size:
            raise ValueError(f"the counts do not have the shape {shape}")
        return np.frombuffer(content, dtype=_TYPE).reshape(shape).astype(np.int64)
