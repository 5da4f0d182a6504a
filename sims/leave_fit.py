"""Fitting the figures of the rack heuristics to self-play: weighted least squares over all leaves.

The heuristics are linear in their figures: each leave is a row, its mean deviation what is to be met, the
racks that held it the weight. Of figures that the leaves do not tell apart (a point more for each vowel
can stand in the mix, or with each vowel) the smallest are taken.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.linalg import lstsq

from movegen.tiles import BLANK, TileSet
from sims.leave_sums import LeaveSums
from strategy.leave_keys import all_keys, counts_of
from strategy.leaves import MILLI, Leaves

_AT_ONCE = 1 << 16
_DECIMALS = 2  # of points: more is noise

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Fit:
    """A fitted heuristic.

    error:  how far its values are from the mean deviations: root mean square over the leaves of all racks, in
            points.
    spread: the same of values that are all 0.
    """

    leaves: Leaves
    error: float
    spread: float


def fit_heuristic(heuristic: str, sums: LeaveSums, tile_set: TileSet) -> Fit:
    """RackH1 ("h1"), RackH2 ("h2") or RackH3 ("h3") for these sums. Rounded to hundredths of a point."""
    width = _columns(heuristic, tile_set, sums.most)
    keys = all_keys(tile_set, sums.most)
    left, right, squares = np.zeros((width, width)), np.zeros(width), 0.0
    for at in range(0, len(keys), _AT_ONCE):
        part = slice(at, at + _AT_ONCE)
        rows = _rows(heuristic, counts_of(keys[part], tile_set).astype(np.int64), tile_set, sums.most)
        weights, means = sums.counts[part].astype(np.float64), sums.means[part]
        weighted = rows * weights[:, np.newaxis]
        left += rows.T @ weighted
        right += weighted.T @ means
        squares += float(weights @ means**2)
    figures = lstsq(left, right, cond=1e-12)[0]
    total = max(1, int(sums.counts.sum()))
    missed = np.maximum(0.0, squares - 2 * figures @ right + figures @ left @ figures)
    leaves = _leaves(heuristic, figures, tile_set, sums.most)
    return Fit(leaves, float(missed / total) ** 0.5, (squares / total) ** 0.5)


def heuristic_toml(leaves: Leaves, made: str) -> str:
    """The file of a heuristic, like those in `configs/leaves`."""
    labels = [
        tile.label if tile.label.isalnum() and tile.label.isascii() else f'"{tile.label}"'
        for tile in leaves.tile_set.tiles
    ]
    order = [*range(1, leaves.tile_set.size), BLANK]
    lines = [f"# {made}. Points.", ""]
    if leaves.mix:
        lines += [
            "# Rows: 0, 1, 2, ... vowels; columns: 0, 1, 2, ... consonants; blanks are neither.",
            "mix = [",
        ]
        lines += [f"    [{', '.join(_points(value) for value in row)}]," for row in leaves.mix]
        lines += ["]", ""]
    lines += ["[first]", *(f"{labels[tile]} = {_points(leaves.first[tile])}" for tile in order)]
    if any(leaves.duplicate):
        lines += ["", "# Copy k (k = 1, 2, ...) adds first + (k - 1) * duplicate.", "[duplicate]"]
        lines += [
            f"{labels[tile]} = {_points(leaves.duplicate[tile])}" for tile in order if leaves.duplicate[tile]
        ]
    return "\n".join(lines) + "\n"


def _points(value: int) -> str:
    return f"{value / MILLI:.{_DECIMALS}f}"


def _columns(heuristic: str, tile_set: TileSet, most: int) -> int:
    return tile_set.size * (1 if heuristic == "h1" else 2) + ((most + 1) ** 2 if heuristic == "h3" else 0)


def _rows(heuristic: str, counts: npt.NDArray[np.int64], tile_set: TileSet, most: int) -> Floats:
    """What each figure adds to each leave: first copies, duplicates, mixes."""
    parts = [counts]
    if heuristic != "h1":
        parts.append(counts * (counts - 1) // 2)
    if heuristic == "h3":
        vowels = counts @ np.array(tile_set.vowels, dtype=np.int64)
        consonants = counts.sum(axis=1) - vowels - counts[:, BLANK]
        mixes = np.zeros((len(counts), (most + 1) ** 2), dtype=np.int64)
        mixes[np.arange(len(counts)), vowels * (most + 1) + consonants] = 1
        mixes[:, 0] = 0  # neither vowels nor consonants: nothing to add
        parts.append(mixes)
    return np.concatenate(parts, axis=1).astype(np.float64)


def _leaves(heuristic: str, figures: Floats, tile_set: TileSet, most: int) -> Leaves:
    size = tile_set.size
    first = _rounded(figures[:size])
    duplicate = _rounded(figures[size : 2 * size]) if heuristic != "h1" else (0,) * size
    mix: tuple[tuple[int, ...], ...] = ()
    if heuristic == "h3":
        table = _extended(figures[2 * size :].reshape(most + 1, most + 1))
        mix = tuple(_rounded(row[: most + 2 - vowels]) for vowels, row in enumerate(table))
    return Leaves(tile_set, f"rack{heuristic}", first, duplicate, mix)


def _extended(mix: Floats) -> Floats:
    """The mix with one diagonal more, for a whole rack that is kept: each step there is that before it."""
    most = len(mix) - 1
    longer = np.zeros((most + 2, most + 2))
    longer[: most + 1, : most + 1] = mix
    for vowels in range(most + 2):
        consonants = most + 1 - vowels
        before = []
        if vowels >= 2:
            before.append(2 * longer[vowels - 1, consonants] - longer[vowels - 2, consonants])
        if consonants >= 2:
            before.append(2 * longer[vowels, consonants - 1] - longer[vowels, consonants - 2])
        longer[vowels, consonants] = np.mean(before) if before else 0.0
    return longer


def _rounded(points: Floats) -> tuple[int, ...]:
    return tuple((np.rint(points * 10**_DECIMALS) * (MILLI // 10**_DECIMALS)).astype(int).tolist())
