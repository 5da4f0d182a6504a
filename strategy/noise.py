"""Noise: players who do not always see what is best.

A move is drawn with a probability in proportion to exp(equity / T): softmax, as good moves differ little and
bad ones are rare. Drawn as E. J. Gumbel found ("Statistical Theory of Extreme Values and Some Practical
Applications", 1954): to each equity add T times a random number of the standard extreme value distribution;
the highest sum wins. The numbers come from a table in whole milli-points, so that every machine, the core and
Python choose the same move.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from strategy.leaves import MILLI

TABLE_SIZE = 1 << 16
"""As many quantiles: the upper half of a random number of 32 bits is a place in the table."""


@lru_cache(maxsize=16)
def noise_table(noise: float) -> npt.NDArray[np.int32]:
    """`noise` points times quantiles of the distribution, ascending: milli-points, (TABLE_SIZE,).

    Empty if there is no noise.
    """
    if not noise:
        return np.zeros(0, dtype=np.int32)
    chances = (np.arange(TABLE_SIZE) + 0.5) / TABLE_SIZE
    return np.rint(-np.log(-np.log(chances)) * (noise * MILLI)).astype(np.int32)


def drawn_place(equities: npt.NDArray[np.int64], noise: float, numbers: npt.NDArray[np.uint32]) -> int:
    """The place of the move that is drawn: of equal sums the first.

    `equities` are milli-points, highest first, `numbers` as many random ones; `noise` must be above 0.
    """
    return int(np.argmax(equities + noise_table(noise)[numbers >> np.uint32(16)]))
