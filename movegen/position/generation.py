"""Move generation: the Python side of the generators in `movegen/core`.

Plays come from a GADDAG (S. A. Gordon, "A Faster Scrabble Move Generation Algorithm", Software: Practice and
Experience 24, 1994) or, as a baseline, from the DAWG within it (A. W. Appel and G. J. Jacobson, "The World's
Fastest Scrabble Program", CACM 31, 1988). The best plays are found without generating all of them, by upper
bounds for windows of squares: the technique that MAGPIE and wolges call shadow play.
"""

from enum import IntEnum
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from movegen.board import Board, Move, MoveKind, MoveList, SubRacks, check_is_move, record_type
from movegen.errors import PositionError
from movegen.lexicon import Lane, Lexicon, check_lexicon
from movegen.native import core
from movegen.numbers import check_whole, show_value
from movegen.variant import (
    BLANK_FLAG,
    Direction,
    Rack,
    Rules,
    Variant,
    check_variant,
    core_bonuses,
    core_counts,
    core_layout,
    core_points,
)

Value = TypeVar("Value", bound=np.generic)

MAX_ANY_ORDER_PLAYS: int = core.MAX_ANY_ORDER_PLAYS
"""The largest number of plays listed where words may be in any order: those of the highest scores."""

_MAX_PLAYS = 1 << 40  # more than any position has
_MAX_MARGIN = 1 << 62  # milli-points: further apart than any two plays


class Algorithm(IntEnum):
    """The algorithm that generates plays. Both find the same plays, in different orders.

    >>> variant = Variant.standard()
    >>> generator, rack = MoveGenerator(variant, Lexicon.load()), variant.tiles.parse_rack("AEINRST")
    >>> [len(generator.find_moves(rack, 86, algorithm=algorithm)) for algorithm in Algorithm]
    [1498, 1498]
    """

    GADDAG = 0
    """Gordon 1994: left and right from each anchor. The faster one."""
    DAWG = 1
    """Appel and Jacobson 1988: left parts from the rack, then to the right. The baseline."""


class MoveGenerator:
    """A board together with a lexicon, on which moves are generated and played one after another.

    It updates cross-checks and cross-scores move by move, which makes it the tool for playing whole games;
    for a single position `Position.moves` does the same.

    Do not share a generator between threads while one of them plays a move.

    Raises LexiconError when the lexicon is for other letters than the variant's tiles, PositionError when
    the board is of another layout or tile set.

    >>> variant = Variant.standard()
    >>> generator = MoveGenerator(variant, Lexicon.load())
    >>> generator.play(parse_move("8D WINDY", generator.board))
    >>> generator.moves(variant.tiles.parse_rack("ADEEGIL"), bag_count=81)[0]
    <Move 7C GALEE 22>
    """

    def __init__(self, variant: Variant, lexicon: Lexicon, board: Board | None = None) -> None:
        check_variant(variant)
        check_lexicon(lexicon, variant.tiles)
        self.variant = variant
        self.lexicon = lexicon
        self._graph = lexicon.graph_for(variant.rules.word_order)
        self.core = core.Board(self._graph, core_layout(variant.layout), core_points(variant.tiles))
        """The core's board; it belongs to the generator."""
        self._board = Board.empty(variant) if board is None else board
        if not isinstance(self._board, Board):
            raise PositionError(f"{show_value(repr(board))} is not a board", cure="give Position.board")
        if self._board.layout != variant.layout or self._board.tile_set != variant.tiles:
            raise PositionError(
                f"the board is not that of {variant.name}", cure="give one of the same variant"
            )
        if not self._board.is_empty:
            self.core.set_squares(self._board.squares)

    def __repr__(self) -> str:
        return f"<MoveGenerator {self.variant.name}, {self.lexicon.name}>"

    @property
    def board(self) -> Board:
        """The current board."""
        return self._board

    def play(self, move: Move) -> None:
        """Lay the tiles of a play; an exchange or a pass leaves the board as it is.

        Raises IllegalMoveError when the play does not fit on the board.
        """
        check_is_move(move)
        if move.kind is not MoveKind.PLAY:
            return
        self._board = self._board.place(move)
        across = move.direction is Direction.ACROSS
        lane, start = (move.row, move.column) if across else (move.column, move.row)
        laid = (byte if placed else 0 for byte, placed in zip(move.word, move.placed, strict=True))
        self.core.place(move.direction, lane, start, bytes(laid))

    def moves(self, rack: Rack, bag_count: int) -> MoveList:
        """Generate every legal move with a rack, ordered as in `MoveList`: plays, exchanges, the pass.

        `bag_count`, the number of tiles in the bag, decides whether the rules allow exchanges.

        A play of one tile is listed once, across if that makes an across word; plays that differ in what a
        blank stands for are different. On an empty board that is the same when rows and columns are swapped,
        only plays across are listed: those down are their mirror images. Where words may be in any order and
        there are more than `MAX_ANY_ORDER_PLAYS` plays, only those of the highest scores are listed.

        Raises PositionError when the rack is larger than the rules allow, or of another tile set.
        """
        found = self.find_moves(rack, bag_count)
        return MoveList.by_score(found, self._board, rack)

    def find_moves(
        self, rack: Rack, bag_count: int, *, algorithm: Algorithm = Algorithm.GADDAG
    ) -> npt.NDArray[Any]:
        """Return the same moves as an array of `record_type`, in no useful order."""
        bonuses, max_exchanged = core_bonuses(self.variant.rules), self._max_exchanged(rack, bag_count)
        found = self.core.moves(self.core_rack(rack), bonuses, max_exchanged, algorithm)
        return found.view(record_type(self.variant.layout))

    def best_plays(
        self,
        rack: Rack,
        leave_values: npt.NDArray[np.integer],
        *,
        count: int | None = 1,
        margin: int | None = None,
    ) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]]:
        """Return the plays of the highest equity, best first, found without generating all.

        The equity is 1000 * score + `leave_values[number of the leave]`, in milli-points; the array is as
        long as `SubRacks(rack)`. The result is exact: the same as valuing and sorting `moves`. Of plays of
        equal equity the one with the higher score comes first, then the one that is first in a `MoveList`.

        At most `count` plays are returned (None: no limit), and only those with an equity at most `margin`
        milli-points below the best one's (None: no limit). The result is an array of `record_type` and the
        equities in milli-points, int64; both are empty if there is no play.

        Raises PositionError when the rack is larger than the rules allow or of another tile set, or a value,
        `count` or `margin` is out of range.
        """
        counts = self.core_rack(rack)
        try:
            values = np.ascontiguousarray(leave_values, dtype=np.int32)
            is_whole = values.ndim == 1 and np.array_equal(values, leave_values)
        except (TypeError, ValueError, OverflowError):
            is_whole = False
        if not is_whole or len(values) != len(SubRacks(rack)):
            raise PositionError(
                f"the leave values do not fit the rack {rack}",
                cure=f"give {len(SubRacks(rack))} whole numbers of 32 bits: milli-points",
            )
        check_selection(count, margin)
        max_plays = _MAX_PLAYS if count is None else min(count, _MAX_PLAYS)
        below = _MAX_MARGIN if margin is None else int(min(margin, _MAX_MARGIN))
        records, equities = self._best_plays.find(self.core, counts, values, max_plays, below)
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
            variant.rules.rack_size,
        )

    def exchanges_and_pass(self, rack: Rack, bag_count: int) -> npt.NDArray[Any]:
        """Return the exchanges and the pass alone, as `find_moves` gives them."""
        found = self.core.exchanges_and_pass(self.core_rack(rack), self._max_exchanged(rack, bag_count))
        return found.view(record_type(self.variant.layout))

    def _max_exchanged(self, rack: Rack, bag_count: int) -> int:
        check_whole("{} tiles in the bag", bag_count, 0)
        return min(len(rack), bag_count) if bag_count >= self.variant.rules.exchange_limit else 0

    def core_rack(self, rack: Rack) -> npt.NDArray[np.uint8]:
        """Return the rack as the core takes it; PositionError when the variant has no such rack."""
        rules = self.variant.rules
        if not isinstance(rack, Rack):
            raise PositionError(
                f"{show_value(repr(rack))} is not a rack", cure="parse it with TileSet.parse_rack"
            )
        if rack.tile_set != self.variant.tiles or len(rack) > rules.rack_size:
            raise PositionError(
                f"{rack} is not a rack of {self.variant.name}",
                cure=f"give at most {rules.rack_size} tiles of {self.variant.tiles.name}",
            )
        return core_counts(rack.counts)

    def cross_checks(self, direction: Direction) -> npt.NDArray[np.uint64]:
        """Return the letters (bit i: letter i) that a word of this direction may lay on each square.

        Shape (rows, columns) for either direction; 0 where a tile lies, all letters (and higher bits) where
        there is no restriction.
        """
        return self._by_rows(self.core.cross_checks(direction), direction)

    def cross_scores(self, direction: Direction) -> npt.NDArray[np.int32]:
        """Return the points of the tiles that a tile laid on each square would join crosswise, -1 if none.

        `direction` is that of the word laid; shape (rows, columns) for either direction.
        """
        return self._by_rows(self.core.cross_scores(direction), direction)

    def lanes(self, direction: Direction) -> list[Lane]:
        """Return the rows (across) or columns (down) of the board, with their cross-checks as sets."""
        squares, checks = self._board.squares & ~np.uint8(BLANK_FLAG), self.cross_checks(direction)
        if direction is Direction.DOWN:
            squares, checks = squares.T, checks.T
        tile_set = self._board.tile_set
        letters = np.uint64(tile_set.all_letters)
        return [
            Lane(tile_set, tuple(tiles), tuple(sets))
            for tiles, sets in zip(squares.tolist(), (checks & letters).tolist(), strict=True)
        ]

    def _by_rows(self, lanes: npt.NDArray[Value], direction: Direction) -> npt.NDArray[Value]:
        layout = self.variant.layout
        if direction is Direction.ACROSS:
            return lanes.reshape(layout.rows, layout.columns)
        return lanes.reshape(layout.columns, layout.rows).T


def board_lanes(board: Board, lexicon: Lexicon, direction: Direction | None = None) -> list[Lane]:
    """Return the lanes of a board: its rows or its columns, or rows and then columns.

    Raises LexiconError when the lexicon is for other letters than the board's tiles.

    >>> board = Board.empty(Variant.standard())
    >>> board = board.place(parse_move("8D WINDY", board))
    >>> print(board_lanes(board, Lexicon.load(), Direction.ACROSS)[7])
    (Σ, Σ, Σ, w, i, n, d, y, Σ, Σ, Σ, Σ, Σ, Σ, Σ)
    """
    generator = MoveGenerator(Variant(board.tile_set, board.layout, Rules()), lexicon, board)
    directions = Direction if direction is None else [direction]
    return [lane for way in directions for lane in generator.lanes(way)]


def check_selection(count: int | None, margin: float | None) -> None:
    """Raise PositionError when a `count` and a `margin` select no move; see `MoveGenerator.best_plays`."""
    is_count = count is None or (isinstance(count, int | np.integer) and count >= 1)
    is_margin = margin is None or (isinstance(margin, int | float | np.number) and margin >= 0)
    if not is_count or not is_margin:
        raise PositionError("no move is asked for", cure="give a count of at least 1, a margin of at least 0")
