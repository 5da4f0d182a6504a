"""The table of openings, in chunks: the tasks of the workers, and their results."""

import csv
import gzip
import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from movegen.board import Board
from movegen.encoding import encode_text
from movegen.position import Position
from movegen.variant import Direction, Rack, TileSet, Variant, square_name
from sims.lexicon_source import LexiconSource
from sims.move_records import PLAY, rack_text, used_tiles
from sims.openings.opening_racks import OpeningRacks
from sims.openings.opening_sums import OpeningSums, sum_openings
from strategy.leaves import MILLI, Counts
from strategy.players import StaticStrategy, best_moves

COLUMNS = ("rack", "ways", "move", "score", "leave", "equity", "highest_score")
"""The columns of a table; docs/openings.md explains them."""
CHUNK = 8192
"""Racks per task. The compressed tables depend on it, the rows do not."""

_BY_SCORE = "greedy"


@dataclass(frozen=True)
class OpeningSetup:
    """All that a table depends on. `rows` is False if only sums are wanted."""

    lexicon: LexiconSource
    variant: Variant
    strategy: StaticStrategy
    rows: bool = True


@dataclass(frozen=True)
class OpeningTask:
    """Some racks: the number of the first, and how many they are."""

    setup: OpeningSetup
    first: int
    racks: int


class OpeningChunk(msgspec.Struct, frozen=True):
    """The openings with some racks.

    Attributes
    ----------
    first: the number of the first rack.
    racks: their number.
    sums:  their sums.
    rows:  a line of CSV per rack, in the order of `COLUMNS`, compressed by gzip; empty if not wanted.
    """

    first: int
    racks: int
    sums: OpeningSums
    rows: bytes = b""


def opening_position(variant: Variant, rack: Rack | None = None) -> Position:
    """Return the position before the first move of a game of two, or of as many as the rules ask for.

    Raises PositionError when there is no such rack.
    """
    players = min(max(2, variant.rules.players_min), variant.rules.players_max)
    racks = (rack, *[None] * (players - 1))
    return Position(variant, Board.empty(variant), racks, (0,) * players, 0)


def cut_racks(setup: OpeningSetup, count: int) -> Iterator[OpeningTask]:
    """Yield the tasks for a number of racks."""
    for first in range(0, count, CHUNK):
        yield OpeningTask(setup, first, min(CHUNK, count - first))


def find_openings(task: OpeningTask) -> OpeningChunk:
    """Find the best opening with each rack of a task. The result depends on the task alone."""
    setup, racks = task.setup, _racks(task.setup.variant)
    tiles = racks.tiles(np.arange(task.first, task.first + task.racks))
    ways = racks.ways_to_draw(tiles)
    position, lexicon = opening_position(setup.variant), setup.lexicon.load()
    moves, equities = best_moves(position, lexicon, setup.strategy, tiles)
    highest, _ = best_moves(position, lexicon, StaticStrategy.load(_BY_SCORE), tiles)
    sums = sum_openings(task.first, ways, moves, equities, highest, setup.variant.rules)
    rows = b""
    if setup.rows:
        lines = _Rows(setup.variant.tiles).lines(tiles, ways, moves, equities, highest)
        rows = gzip.compress(lines, compresslevel=6, mtime=0)
    return OpeningChunk(task.first, task.racks, sums, rows)


_racks = lru_cache(maxsize=1)(OpeningRacks)


class _Rows:
    """Formats the lines of a table."""

    def __init__(self, tile_set: TileSet) -> None:
        self._tile_set = tile_set
        self._kinds = range(tile_set.size)

    def lines(
        self,
        tiles: Counts,
        ways: npt.NDArray[np.int64],
        moves: npt.NDArray[Any],
        equities: npt.NDArray[np.int64],
        highest: npt.NDArray[Any],
    ) -> bytes:
        """Return the lines of some racks; see `COLUMNS`."""
        fields = ("kind", "direction", "lane", "start", "length", "placed", "tiles")
        columns = (
            tiles.tolist(),
            ways.tolist(),
            zip(*(moves[field].tolist() for field in fields), strict=True),
            moves["score"].tolist(),
            (equities / MILLI).tolist(),
            np.where(highest["kind"] == PLAY, highest["score"], -1).tolist(),
        )
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(map(self._row, *columns))
        return encode_text(text.getvalue())

    def _row(
        self,
        counts: list[int],
        ways: int,
        move: tuple[Any, ...],
        score: int,
        equity: float,
        highest: int,
    ) -> tuple[object, ...]:
        rack = [tile for tile in self._kinds for _ in range(counts[tile])]
        text, used = self._move(*move)
        leave = rack.copy()
        for tile in used:
            leave.remove(tile)
        best = "" if highest < 0 else highest
        return self._text(rack), ways, text, score, self._text(leave), equity, best

    def _move(
        self, kind: int, direction: int, lane: int, start: int, length: int, placed: int, tiles: list[int]
    ) -> tuple[str, list[int]]:
        """Return a move as `Move.human`, and the tiles that it takes from the rack."""
        used = used_tiles(kind, length, placed, tiles)
        if kind == PLAY:
            return f"{_square(direction, lane, start)} {self._tile_set.text(tiles[:length])}", used
        return (f"(exch {self._text(used)})" if used else "(pass)"), used

    def _text(self, tiles: list[int]) -> str:
        return rack_text(self._tile_set, tiles)


@lru_cache(maxsize=256)
def _square(direction: int, lane: int, start: int) -> str:
    row, column = (lane, start) if direction == Direction.ACROSS else (start, lane)
    return square_name(row, column, Direction(direction))
