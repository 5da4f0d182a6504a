"""The fit of the rack heuristics to self-play: weighted least squares over all leaves.

The heuristics are linear in their parameters. Each leave is a row of the regression: its mean deviation is
the target, and the number of racks that held it is the weight. Where several solutions fit equally well (a
point more per vowel can be in the mix or with each vowel), the solution of minimum norm is taken.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy  # loads its parts on first use

from movegen.variant import BLANK, TileSet
from sims.training.leave_sums import LeaveSums
from strategy.leaves import MILLI, Leaves, all_keys, decode_counts, extrapolate_mix

_CHUNK = 1 << 16
_DECIMALS = 2  # of points: more is noise

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class HeuristicFit:
    """A fitted heuristic.

    Attributes
    ----------
    error:  root mean square difference from the mean deviations, over the leaves of all racks, in points.
    spread: the same for values that are all 0.
    """

    leaves: Leaves
    error: float
    spread: float


def fit_heuristic(heuristic: str, sums: LeaveSums, tile_set: TileSet) -> HeuristicFit:
    """Return RackH1 ("h1"), RackH2 ("h2") or RackH3 ("h3") fitted to the sums, rounded to 0.01 points."""
    width = _columns(heuristic, tile_set, sums.max_tiles)
    keys = all_keys(tile_set, sums.max_tiles)
    left, right, squares = np.zeros((width, width)), np.zeros(width), 0.0
    for at in range(0, len(keys), _CHUNK):
        part = slice(at, at + _CHUNK)
        rows = _rows(
            heuristic, decode_counts(keys[part], tile_set).astype(np.int64), tile_set, sums.max_tiles
        )
        weights, means = sums.counts[part].astype(np.float64), sums.means[part]
        weighted = rows * weights[:, np.newaxis]
        left += rows.T @ weighted
        right += weighted.T @ means
        squares += float(weights @ means**2)
    figures = scipy.linalg.lstsq(left, right, cond=1e-12)[0]
    total = max(1, int(sums.counts.sum()))
    missed = np.maximum(0.0, squares - 2 * figures @ right + figures @ left @ figures)
    leaves = _leaves(heuristic, figures, tile_set, sums.max_tiles)
    return HeuristicFit(leaves, float(missed / total) ** 0.5, (squares / total) ** 0.5)


def heuristic_toml(leaves: Leaves, made: str) -> str:
    """Return the text of a heuristic's file, like those in `configs/leaves`."""
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
    """Return the features of each leave: first copies, duplicates, mixes."""
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
    first = _round_points(figures[:size])
    duplicate = _round_points(figures[size : 2 * size]) if heuristic != "h1" else (0,) * size
    mix: tuple[tuple[int, ...], ...] = ()
    if heuristic == "h3":
        table = extrapolate_mix(figures[2 * size :].reshape(most + 1, most + 1), most + 1)  # for whole racks
        mix = tuple(_round_points(row[: most + 2 - vowels]) for vowels, row in enumerate(table))
    return Leaves(tile_set, f"rack{heuristic}", first, duplicate, mix)


def _round_points(points: Floats) -> tuple[int, ...]:
    return tuple((np.rint(points * 10**_DECIMALS) * (MILLI // 10**_DECIMALS)).astype(int).tolist())
