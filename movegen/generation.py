"""Generating moves: the Python side of the generator in `movegen/core`."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from movegen.board import Board
from movegen.core_variant import core_bonuses, core_counts, core_layout, core_points
from movegen.errors import LexiconError, PositionError
from movegen.lexicon import Lexicon
from movegen.lexicon_sources import EMBEDDED, is_known
from movegen.move_list import MoveList, record_type
from movegen.moves import Move, MoveKind
from movegen.native import core
from movegen.paper_structures import StoredStructure
from movegen.position import Position
from movegen.rules import Variant, WordOrder
from movegen.squares import Direction
from movegen.sub_racks import SubRacks
from movegen.tiles import Rack, TileSet

Value = TypeVar("Value", bound=np.generic)

MOST_IN_ANY_ORDER: int = core.MOST_IN_ANY_ORDER
"""The most plays that are listed where words may be in any order: those of the highest scores."""

_MANY = 1 << 40  # more plays than any position has
_FAR = 1 << 62  # milli-points: further apart than any two plays


class Algorithm(IntEnum):
    """How plays are found: the same ones either way, in another order."""

    GADDAG = 0
    """Gordon 1994: left and right from each anchor. The faster one."""
    DAWG = 1
    """Appel and Jacobson 1988: left parts from the rack, then to the right. The baseline."""


@dataclass(frozen=True, slots=True)
class GenerationWork:
    """What finding every play of a rack took, in the measures of Gordon's paper.

    Arcs are looked up for each letter that rack and cross-check allow on a square, for a tile that lies there
    and for the separator; that is what the paper counts as arcs traversed. `arcs` are those of them that the
    word graph has. An anchor is used when plays are sought from it.
    """

    plays: int
    lookups: int
    arcs: int
    anchors: int


def generate_moves(position: Position, lexicon: Lexicon | None = None) -> MoveList:
    """Every legal move of the player on turn, best score first; see `MoveGenerator.moves`.

    Without a lexicon, the position's own is used if it is at hand, else the one inside.
    """
    lexicon = lexicon or default_lexicon(position)
    generator = MoveGenerator(position.variant, lexicon, position.board)
    return generator.moves(position.rack, position.bag_count)


def default_lexicon(position: Position) -> Lexicon:
    """The lexicon that a position names, if it is at hand, else the one inside. Kept once loaded.

    Raises LexiconError when it is for other letters than the position's tiles.
    """
    name, tiles = position.lexicon_name, position.variant.tiles
    longest = max(position.variant.layout.rows, position.variant.layout.columns)
    if name and is_known(name):
        return _kept_lexicon(name, tiles, longest)
    try:
        return _kept_lexicon(EMBEDDED, tiles, longest)
    except LexiconError:
        what = f"{EMBEDDED} is not for the letters of {tiles.name}"
        raise LexiconError(what, cure="give a lexicon that is") from None


class MoveGenerator:
    """A board together with a lexicon, on which moves are generated and played one after another.

    Cross-checks and cross-scores are kept up to date move by move, which makes this the tool for playing
    whole games; for a single position `Position.moves` does the same.

    Not to be shared between threads while one of them plays a move.

    Raises LexiconError when the lexicon is for other letters than the variant's tiles, PositionError when
    the board is of another layout or tile set.
    """

    def __init__(self, variant: Variant, lexicon: Lexicon, board: Board | None = None) -> None:
        lexicon.check_tiles(variant.tiles)
        self.variant = variant
        self.lexicon = lexicon
        self._graph = lexicon.graph_for(variant.rules.word_order)
        self._core = core.Board(self._graph, core_layout(variant.layout), core_points(variant.tiles))
        self._board = Board.empty(variant) if board is None else board
        if self._board.layout != variant.layout or self._board.tile_set != variant.tiles:
            raise PositionError(
                f"the board is not that of {variant.name}", cure="give one of the same variant"
            )
        if not self._board.is_empty:
            self._core.set_squares(self._board.squares)

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self._board

    def play(self, move: Move) -> None:
        """Lay the tiles of a play; an exchange or a pass leaves the board as it is.

        Raises IllegalMoveError when the play does not fit on the board.
        """
        if move.kind is not MoveKind.PLAY:
            return
        self._board = self._board.place(move)
        across = move.direction is Direction.ACROSS
        lane, start = (move.row, move.column) if across else (move.column, move.row)
        laid = (byte if placed else 0 for byte, placed in zip(move.word, move.placed, strict=True))
        self._core.place(move.direction, lane, start, bytes(laid))

    def moves(self, rack: Rack, bag_count: int) -> MoveList:
        """Every legal move with a rack, ordered as `MoveList` says: plays, exchanges, the pass.

        Exchanges are listed if the rules allow them with so many tiles in the bag.

        A play of one tile is listed once, across if that makes an across word; plays that differ in what a
        blank stands for are different. On an empty board that is the same when rows and columns are swapped,
        only plays across are listed: those down are their mirror images. Where words may be in any order and
        there are more than `MOST_IN_ANY_ORDER` plays, those of the highest scores are listed.

        Raises PositionError when the rack is larger than the rules allow, or of another tile set.
        """
        found = self.find_moves(rack, bag_count)
        return MoveList.sorted(found, self._board, rack)

    def find_moves(
        self, rack: Rack, bag_count: int, *, algorithm: Algorithm = Algorithm.GADDAG
    ) -> npt.NDArray[Any]:
        """The same moves as an array of `movegen.move_list.record_type`, in no useful order."""
        bonuses, most_exchanged = core_bonuses(self.variant.rules), self._most_exchanged(rack, bag_count)
        found = self._core.moves(self._counts(rack), bonuses, most_exchanged, algorithm)
        return found.view(record_type(self.variant.layout))

    def best_plays(
        self,
        rack: Rack,
        leave_values: npt.NDArray[np.integer],
        *,
        count: int | None = 1,
        margin: int | None = None,
    ) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]]:
        """The plays of the highest equity, best first, found without generating all.

        The equity is 1000 * score + `leave_values[number of the sub-rack kept]`, in milli-points; the array
        is as long as `SubRacks(rack)`. The result is exact: what valuing and sorting `moves` gives. Of equals
        the one of the higher score comes first, then the one that stands first in a `MoveList`.

        Wanted are the best `count` plays (None: however many), and of them those with an equity at most
        `margin` milli-points less than the best one's (None: all). Returns an array of
        `movegen.move_list.record_type` and the equities, milli-points, int64; both empty if there is no play.

        Raises PositionError when the rack is larger than the rules allow or of another tile set, or a value,
        `count` or `margin` is out of range.
        """
        counts = self._counts(rack)
        values = np.ascontiguousarray(leave_values, dtype=np.int32)
        if not np.array_equal(values, leave_values) or len(values) != len(SubRacks(rack)):
            raise PositionError(
                f"leave values for {rack} that do not fit",
                cure=f"give {len(SubRacks(rack))} whole numbers of 32 bits: milli-points",
            )
        check_wanted(count, margin)
        most = _MANY if count is None else min(count, _MANY)
        below = _FAR if margin is None else min(margin, _FAR)
        records, equities = self._best_plays.find(self._core, counts, values, most, below)
        return records.view(record_type(self.variant.layout)), equities

    @cached_property
    def _best_plays(self) -> core.BestPlays:
        variant = self.variant
        return core.BestPlays(
            self._graph,
            self.lexicon.word_map,
            core_layout(variant.layout),
            core_points(variant.tiles),
            core_bonuses(variant.rules),
        )

    def moves_without_play(self, rack: Rack, bag_count: int) -> npt.NDArray[Any]:
        """The exchanges and the pass alone, as `find_moves` gives them."""
        found = self._core.moves_without_play(self._counts(rack), self._most_exchanged(rack, bag_count))
        return found.view(record_type(self.variant.layout))

    def _most_exchanged(self, rack: Rack, bag_count: int) -> int:
        return min(len(rack), bag_count) if bag_count >= self.variant.rules.exchange_limit else 0

    def find_plays_on(self, stored: StoredStructure, rack: Rack) -> npt.NDArray[Any]:
        """The plays among `find_moves`, in the same form, found on a structure of Gordon's paper.

        A GADDAG is walked by the algorithm `GADDAG`, a DAWG by `DAWG`. Raises PositionError as `moves` does,
        LexiconError when the structure is of another lexicon than the generator's, or words are in any order.
        """
        self._check_word_order()
        if stored.lexicon is not self.lexicon:
            raise LexiconError(
                f"the structure is of {stored.lexicon}, not of {self.lexicon}",
                cure="store one of the generator's lexicon",
            )
        found = self._core.paper_plays(stored.core, self._counts(rack), core_bonuses(self.variant.rules))
        return found.view(record_type(self.variant.layout))

    def work(self, rack: Rack, *, algorithm: Algorithm = Algorithm.GADDAG) -> GenerationWork:
        """How much work it is to find every play of a rack, counted.

        Raises what `moves` does, LexiconError where words may be in any order.
        """
        self._check_word_order()
        work = self._core.work(self._counts(rack), algorithm)
        return GenerationWork(work.plays, work.lookups, work.arcs, work.anchors)

    def _check_word_order(self) -> None:
        if self.variant.rules.word_order is not WordOrder.FIXED:
            what = f"{self.variant.name} has words in any order, the paper's generators do not"
            raise LexiconError(what, cure="choose other rules")

    def _counts(self, rack: Rack) -> npt.NDArray[np.uint8]:
        """The rack as the core takes it; whatever it could not take is refused."""
        rules = self.variant.rules
        if rack.tile_set != self.variant.tiles or len(rack) > rules.rack_size:
            raise PositionError(
                f"{rack} is no rack of {self.variant.name}",
                cure=f"give at most {rules.rack_size} tiles of {self.variant.tiles.name}",
            )
        return core_counts(rack.counts)

    def cross_checks(self, direction: Direction) -> npt.NDArray[np.uint64]:
        """The letters (bit i: letter i) that may be laid on each square by a word of this direction.

        Shape (rows, columns) for either direction; 0 where a tile lies, all letters (and higher
        bits) where nothing is asked.
        """
        return self._by_rows(self._core.cross_checks(direction), direction)

    def cross_scores(self, direction: Direction) -> npt.NDArray[np.int32]:
        """The points of the tiles that a word of this direction would join across on each square, -1 if none.

        Shape (rows, columns) for either direction.
        """
        return self._by_rows(self._core.cross_scores(direction), direction)

    def _by_rows(self, lanes: npt.NDArray[Value], direction: Direction) -> npt.NDArray[Value]:
        layout = self.variant.layout
        if direction is Direction.ACROSS:
            return lanes.reshape(layout.rows, layout.columns)
        return lanes.reshape(layout.columns, layout.rows).T


def check_wanted(count: int | None, margin: float | None) -> None:
    """Raise PositionError unless a move is asked for; see `MoveGenerator.best_plays`."""
    if (count is not None and count < 1) or (margin is not None and not margin >= 0):
        raise PositionError("no move is asked for", cure="give a count of at least 1, a margin of at least 0")


@lru_cache(maxsize=4)
def _kept_lexicon(name: str, tile_set: TileSet, longest: int) -> Lexicon:
    return Lexicon.load(name, tile_set, longest=longest)
