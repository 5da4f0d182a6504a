"""Handicaps: noise, by which a player misses the best move, and vocabularies, the words that it knows.

Noise draws a move with a probability in proportion to exp(equity / T), a softmax: good moves differ little
and bad ones are rare. The draw is the Gumbel-max trick (E. J. Gumbel, "Statistical Theory of Extreme Values
and Some Practical Applications", 1954): add to each equity T times a random number of the standard Gumbel
distribution; the highest sum wins. The numbers come from a table in whole milli-points, so that every
machine, the core and Python choose the same move.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from movegen.errors import LexiconError
from movegen.lexicon import MAX_WORD_LENGTH, Lexicon, filter_lengths
from strategy.leaves import MILLI

TABLE_SIZE = 1 << 16
"""The number of quantiles: the upper half of a random number of 32 bits is an index into the table."""


@lru_cache(maxsize=16)
def noise_table(noise: float) -> npt.NDArray[np.int32]:
    """Return `noise` points times quantiles of the distribution, ascending: milli-points, (TABLE_SIZE,).

    The table is empty without noise.
    """
    if not noise:
        return np.zeros(0, dtype=np.int32)
    chances = (np.arange(TABLE_SIZE) + 0.5) / TABLE_SIZE
    return np.rint(-np.log(-np.log(chances)) * (noise * MILLI)).astype(np.int32)


def draw_index(equities: npt.NDArray[np.int64], noise: float, numbers: npt.NDArray[np.uint32]) -> int:
    """Return the index of the move drawn; of equal sums, the first.

    `equities` are milli-points, highest first, `numbers` as many random numbers; `noise` must be above 0.
    """
    return int(np.argmax(equities + noise_table(noise)[numbers >> np.uint32(16)]))


@lru_cache(maxsize=8)
def known_words(vocabulary: str, lexicon: Lexicon) -> Lexicon:
    """Return the words of a lexicon that are in a vocabulary too, a name or path for `Lexicon.load`.

    The result is cached.

    Raises
    ------
    UnknownNameError: there is no such lexicon.
    LexiconError: the vocabulary cannot be read, is for other letters, or has none of the words.
    """
    known = Lexicon.load(vocabulary, lexicon.tile_set, longest=MAX_WORD_LENGTH)
    words = known.graph.words().split(b"\0")[:-1]
    common = [word for word in words if lexicon.graph.contains(word)]
    if not common:
        raise LexiconError(
            f"{lexicon.name} has none of the words of {known.name}",
            cure="name a list of words of the game's language",
        )
    if len(common) in (len(lexicon), len(known)):
        return lexicon if len(common) == len(lexicon) else known
    encoded = filter_lengths(b"".join(word + b"\0" for word in common), MAX_WORD_LENGTH)
    return Lexicon.from_encoded(encoded, lexicon.tile_set, f"{lexicon.name} in {known.name}")
