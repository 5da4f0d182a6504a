"""What Gordon's paper reports, for comparison.

S. A. Gordon, "A Faster Scrabble Move Generation Algorithm", Software: Practice and Experience 24 (1994),
tables II to VI: 74,988 words of 2 to 8 letters of the OSPD2, 1000 games, a VAX 4300.
"""

from dataclasses import dataclass

WORDS = 74_988
LONGEST_WORD = 8
MEAN_LENGTH = 6.7
GAMES = 1000

ARCS_PER_STATE_DAWG = (
    0, 5708, 5510, 2904, 1385, 775, 445, 299, 189, 148, 98, 84, 53, 52, 41, 30, 20, 23, 16, 14, 10, 18, 12,
    8, 6, 4, 4,
)  # fmt: skip
"""Table II: states of the minimized DAWG with 0, 1, 2 ... arcs."""
ARCS_PER_STATE_GADDAG = (
    0, 35103, 24350, 11291, 5927, 3654, 2187, 1435, 1009, 821, 641, 493, 389, 325, 254, 198, 165, 150, 128,
    102, 81, 87, 65, 59, 52, 26, 34, 5,
)  # fmt: skip


@dataclass(frozen=True)
class Sizes:
    """A column of table III."""

    states: int
    arcs: int
    letter_sets: int
    expanded_bytes: int
    expanded_bits_per_character: float
    compressed_bytes: int
    compressed_bits_per_character: float


SIZES = (
    Sizes(55_503, 91_901, 908, 5_775_944, 91.6, 593_248, 9.4),
    Sizes(17_856, 49_341, 908, 1_860_656, 29.5, 272_420, 4.3),
    Sizes(250_924, 413_887, 2_575, 27_110_092, 429.8, 2_669_544, 42.3),
    Sizes(89_031, 244_117, 2_575, 9_625_648, 152.6, 1_342_892, 21.3),
)
"""Table III: DAWG unminimized and minimized, GADDAG semi-minimized and minimized."""


@dataclass(frozen=True)
class Work:
    """An algorithm's column of tables IV and V. Times are those of the compressed representation.

    The moves of a histogram are those of up to 255 arcs, 256 to 511, and so on, doubling.
    """

    moves: int
    seconds_per_move: float
    arcs_per_move: float
    anchors_per_move: float
    mean_score: float
    arcs_with_blank: int
    arcs_without_blank: int
    histogram_with_blank: tuple[int, ...]
    histogram_without_blank: tuple[int, ...]


SECONDS_EXPANDED = (1.344, 0.518)
"""Table IV: CPU time a move in the expanded representation, DAWG and GADDAG."""

DAWG = Work(
    25_569, 1.154, 26_134, 126.04, 389.58, 179_850, 11_961,
    (0, 0, 0, 0, 0, 7, 29, 107, 201, 569, 774, 349, 23, 13, 2),
    (24, 896, 877, 1075, 1809, 4654, 8348, 5209, 602, 1, 0, 0, 0, 0, 0),
)  # fmt: skip
GADDAG = Work(
    25_363, 0.489, 10_451, 76.73, 388.75, 67_586, 5_467,
    (0, 0, 0, 0, 8, 45, 126, 353, 734, 559, 183, 18, 7, 2, 0),
    (45, 847, 1618, 2680, 6260, 7935, 3605, 337, 1, 0, 0, 0, 0, 0, 0),
)  # fmt: skip


@dataclass(frozen=True)
class Pairing:
    """A line of table VI; times are of the compressed representation."""

    seconds_dawg: float
    arcs_dawg: int
    seconds_gaddag: float
    arcs_gaddag: int


PAIRINGS = {
    "greedy": Pairing(1.154, 26_134, 0.489, 10_451),
    "rackh1": Pairing(1.390, 32_213, 0.606, 12_612),
    "rackh2": Pairing(1.448, 33_573, 0.630, 13_060),
    "rackh3": Pairing(1.507, 35_281, 0.655, 13_783),
}
"""Table VI, by the strategy that plays against greedy."""
