"""The rack heuristics RackH1 to RackH3, and their configurations."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from movegen.board import SubRacks
from movegen.configs import load_config
from movegen.errors import ConfigError, NotationError
from movegen.native import core as movegen_core
from movegen.showing import short_repr
from movegen.variant import BLANK, Rack, Tile, TileSet

MILLI = 1000
"""Milli-points in a point: equities are whole numbers of them, exact and fast to compare."""


_STANDARD_RACK = 7
_MAX_POINTS = 1_000_000.0
"""The largest figure of a configuration, far below the limit of exact milli-points."""


def milli_points(points: float, key: str) -> int:
    """Return a figure of a configuration in milli-points.

    Raises ConfigError with `key` if it exceeds a million points or is not a number.
    """
    if not abs(points) <= _MAX_POINTS:
        raise ConfigError(
            f"{points} is out of range", key=key, cure=f"expected up to {_MAX_POINTS:,.0f} points"
        )
    return round(points * MILLI)


class OtherLetters(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Figures, in points, for letters without their own ones; see `configs/leaves/general.toml`.

    Attributes
    ----------
    vowel, consonant: the value of the first copy of such a letter.
    further_point:    added for each point of the tile beyond the first.
    duplicate:        see `Leaves`.
    """

    vowel: float
    consonant: float
    further_point: float = 0.0
    duplicate: float = 0.0

    def first_copy(self, tile: Tile) -> float:
        """Return the value of the first copy of a letter."""
        return (self.vowel if tile.vowel else self.consonant) + self.further_point * max(0, tile.points - 1)


class LeavesConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The configuration of a heuristic, `configs/leaves/*.toml`, in points; `Leaves` explains the keys."""

    name: str
    first: dict[str, float]
    duplicate: dict[str, float] = {}
    mix: list[list[float]] = []
    other_letters: OtherLetters | None = None


@dataclass(frozen=True)
class Leaves:
    """The rack heuristics RackH1 to RackH3 (Gordon 1993) for a tile set.

    Copy k (k = 1, 2, ...) of a tile adds `first + (k - 1) * duplicate`; `mix[vowels][consonants]` adds for
    the leave as a whole, blanks being neither. For leaves longer than those of `mix`, of seven tiles or more,
    it is extrapolated linearly. RackH1 has no duplicates, RackH1 and RackH2 no mix.
    All in milli-points, `first` and `duplicate` by tile index.

    >>> leaves = Leaves.load("rackh3", TileSet.load("english"))
    >>> dict(zip("?ABC", leaves.first)), leaves["ABC"]
    ({'?': 24500, 'A': 1000, 'B': -3500, 'C': -500}, -2000)
    """

    tile_set: TileSet
    name: str
    first: tuple[int, ...]
    duplicate: tuple[int, ...]
    mix: tuple[tuple[int, ...], ...] = ()

    __repr__ = short_repr

    @classmethod
    def load(cls, name_or_path: str | Path, tile_set: TileSet) -> "Leaves":
        """Load the leaves `configs/leaves/<name>.toml`, or those of a path ending in `.toml`.

        Raises ConfigError if a tile of the set has no value, or another tile has one.
        """
        config = load_config("leaves", name_or_path, LeavesConfig)
        others, key = config.other_letters, f"leaves {config.name}"
        first = _by_tile(
            config.first, tile_set, f"{key}, first", others.first_copy if others else lambda _: None
        )
        further = others.duplicate if others else 0.0
        duplicate = _by_tile({"?": 0.0} | config.duplicate, tile_set, f"{key}, duplicate", lambda _: further)
        mix = tuple(
            tuple(milli_points(value, f"leaves {config.name}, mix") for value in row) for row in config.mix
        )
        return cls(tile_set, config.name, first, duplicate, mix)

    def __getitem__(self, leave: Rack | str) -> int:
        """Return the value of a leave in milli-points, as that of a `LeaveTable`.

        Raises ConfigError if it is of other tiles or the mix does not cover it, NotationError if a text is
        none.
        """
        counts = leave_rack(leave, self.tile_set).array.astype(np.int64)[np.newaxis]
        return int(self.evaluate(range(self.tile_set.size), counts)[0])

    def values(self, sub_racks: SubRacks) -> npt.NDArray[np.int64]:
        """Return the value of every leave of a rack: milli-points, int64, (sub-racks,).

        Raises ConfigError if the mix does not cover a leave.
        """
        return self.evaluate(sub_racks.kinds, sub_racks.counts)

    def evaluate(self, kinds: Sequence[int], counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the values of leaves given as counts, (leaves, kinds), of tiles with the indices `kinds`."""
        first = np.array([self.first[tile] for tile in kinds], dtype=np.int64)
        duplicate = np.array([self.duplicate[tile] for tile in kinds], dtype=np.int64)
        values: npt.NDArray[np.int64] = counts @ first + counts * (counts - 1) // 2 @ duplicate
        if self.mix:
            values += self._mix_values(kinds, counts)
        return values

    def check_reach(self, tiles: int) -> None:
        """Raise ConfigError if the mix does not cover leaves of `tiles` vowels and consonants.

        One that is complete for seven tiles covers leaves of any length.
        """
        needed = min(tiles, _STANDARD_RACK)
        if self.mix and needed > self.mix_reach:
            raise ConfigError(
                f"the mix of leaves {self.name} is not complete for {needed} vowels and consonants",
                cure="complete its table, or choose other leaves",
            )

    def _mix_values(self, kinds: Sequence[int], counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        vowels = self.tile_set.vowels
        is_vowel = np.array([vowels[tile] for tile in kinds], dtype=np.int64)
        is_blank = np.array([tile == BLANK for tile in kinds], dtype=np.int64)
        vowel_count = counts @ is_vowel
        consonant_count = counts @ (1 - is_vowel - is_blank)
        self.check_reach(int((vowel_count + consonant_count).max(initial=0)))
        values: npt.NDArray[np.int64] = self.mix_table[vowel_count, consonant_count]
        return values

    @cached_property
    def mix_reach(self) -> int:
        """The largest number of vowels and consonants together for which the table is complete."""
        return min([row + len(line) for row, line in enumerate(self.mix)] + [len(self.mix)]) - 1

    @cached_property
    def mix_table(self) -> npt.NDArray[np.int64]:
        """The mix in milli-points, int64, by vowels and consonants, for racks of any size."""
        reach = self.mix_reach
        table = np.zeros((reach + 1, reach + 1))
        for vowels in range(reach + 1):
            consonants = reach + 1 - vowels
            table[vowels, :consonants] = self.mix[vowels][:consonants]
        return np.rint(extrapolate_mix(table, max(reach, movegen_core.MAX_RACK))).astype(np.int64)


def extrapolate_mix(mix: npt.NDArray[np.float64], tiles: int) -> npt.NDArray[np.float64]:
    """Return values by vowels and consonants with further diagonals, up to leaves of `tiles` tiles.

    `mix` is square and complete for leaves of all tiles but one of its side. The line along a row and that
    along a column are continued, and their mean is taken; without two values before it an entry is 0.

    >>> extrapolate_mix(np.array([[0.0, 1.0], [3.0, 0.0]]), 2).tolist()
    [[0.0, 1.0, 2.0], [3.0, 0.0, 0.0], [6.0, 0.0, 0.0]]
    """
    reach = len(mix) - 1
    longer = np.zeros((tiles + 1, tiles + 1))
    longer[: reach + 1, : reach + 1] = mix
    for length in range(reach + 1, tiles + 1):
        for vowels in range(length + 1):
            consonants = length - vowels
            lines = []
            if vowels >= 2:
                lines.append(2 * longer[vowels - 1, consonants] - longer[vowels - 2, consonants])
            if consonants >= 2:
                lines.append(2 * longer[vowels, consonants - 1] - longer[vowels, consonants - 2])
            longer[vowels, consonants] = np.mean(lines) if lines else 0.0
    return longer


def leave_rack(leave: Rack | str, tile_set: TileSet) -> Rack:
    """Return a leave, or one given as text. Raises ConfigError if it is of other tiles, NotationError."""
    rack = leave if isinstance(leave, Rack) else tile_set.parse_rack(leave)
    if rack.tile_set != tile_set:
        raise ConfigError(
            f"{rack!r} is of {rack.tile_set.name}", cure=f"give tiles of {tile_set.name}, or their text"
        )
    return rack


def _by_tile(
    values: dict[str, float], tile_set: TileSet, key: str, default: Callable[[Tile], float | None]
) -> tuple[int, ...]:
    """Return the values in milli-points by tile index; `default` gives those of letters not in `values`."""
    by_tile: list[float | None] = [None, *map(default, tile_set.tiles[1:])]
    for label, value in values.items():
        tile = _single_tile(label, tile_set)
        if tile is None:
            raise ConfigError(
                f"{label!r} is not a tile of {tile_set.name}", key=key, cure="choose leaves for these tiles"
            )
        by_tile[tile] = value
    missing = [tile.label for tile, value in zip(tile_set.tiles, by_tile, strict=True) if value is None]
    if missing:
        raise ConfigError(
            f"no value for {', '.join(missing)} of {tile_set.name}",
            key=key,
            cure="choose leaves for these tiles",
        )
    return tuple(milli_points(value, key) for value in by_tile if value is not None)


def _single_tile(label: str, tile_set: TileSet) -> int | None:
    try:
        tiles = list(tile_set.parse_rack(label))
    except NotationError:
        return None
    return tiles[0] if len(tiles) == 1 else None
