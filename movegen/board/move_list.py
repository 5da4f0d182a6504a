"""Lists of generated moves: a compact array, with `Move` objects made on demand."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from operator import index as whole_index
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from movegen.board.board import Board
from movegen.board.moves import Move, MoveKind, check_is_move
from movegen.board.sub_racks import SubRacks
from movegen.errors import IllegalMoveError
from movegen.native import core
from movegen.showing import Tabular, Tabulation, list_repr
from movegen.variant import BoardLayout, Direction, Rack

_KINDS = (MoveKind.PLAY, MoveKind.EXCHANGE, MoveKind.PASS)


def record_type(layout: BoardLayout) -> np.dtype[Any]:
    """Return the dtype of the moves of a `MoveList` on this board.

    score:     points, int32
    leave:     number of the leave (see `SubRacks`), uint16
    kind:      0 play, 1 exchange, 2 pass
    direction: 0 across, 1 down
    lane, start: row and column of the first square of an across word, column and row for a down word
    length:    squares of the word, played-through ones included; 0 for other moves
    placed:    tiles that leave the rack
    tiles:     of a play: a board byte per square, 0 for a tile played through; of an exchange: tile indices
    """
    width = 16 if max(layout.rows, layout.columns) <= 16 else 32
    bytes_ = [(name, "u1") for name in ("kind", "direction", "lane", "start", "length", "placed")]
    return np.dtype([("score", "<i4"), ("leave", "<u2"), *bytes_, ("tiles", "u1", (width,))])


class MoveList(Sequence[Move], Tabular):
    """Moves of one rack on one board, highest score first.

    Ties are in this order: plays, exchanges, the pass; then across before down, by row (down: by column), by
    the first square of the word, by its tiles.

    `records` is the underlying array, of `record_type`; `board` and `rack` are those before the move.

    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> moves = position.moves(Lexicon.load())
    >>> len(moves), moves[:2], moves.find(moves[5])
    (671, [<Move 7C GALEE 22>, <Move D8 (W)EDGIE 22>], 5)
    """

    def __init__(self, records: npt.NDArray[Any], board: Board, rack: Rack) -> None:
        self.records = records
        self.board = board
        self.rack = rack

    @cached_property
    def sub_racks(self) -> SubRacks:
        """The possible leaves of the rack, by the numbers in `records["leave"]`."""
        return SubRacks(self.rack)

    @cached_property
    def _bytes(self) -> bytes:
        """The records, each of which ends in the fields that identify a move."""
        return self.records.tobytes()

    @classmethod
    def from_moves(cls, moves: Iterable[Move], board: Board, rack: Rack) -> "MoveList":
        """Return the list of these moves, in their order and with their scores, legal or not.

        Raises IllegalMoveError when a play does not fit on the board or the tiles of an exchange are unknown,
        PositionError when a move takes a tile that is not on the rack.
        """
        moves_list = cls(np.zeros(0, dtype=record_type(board.layout)), board, rack)
        width = moves_list.records["tiles"].shape[1]
        rows = []
        for move in moves:
            board.check_fit(move)
            if len(move.exchanged) != move.exchange_count:
                raise IllegalMoveError("the tiles exchanged are unknown", where=str(move))
            *fields, tiles = _fields(move).values()
            leave = moves_list.sub_racks.number(rack - move.tiles_used)
            rows.append((move.score, leave, *fields, _pad(tiles, width)))
        moves_list.records = np.array(rows, dtype=moves_list.records.dtype)
        return moves_list

    @classmethod
    def by_score(cls, records: npt.NDArray[Any], board: Board, rack: Rack) -> "MoveList":
        """Return the list of these records, highest score first."""
        order = sort_order(records, records["score"])
        return cls(records[order], board, rack)

    def select(self, indices: npt.NDArray[np.intp] | npt.NDArray[np.bool_]) -> "MoveList":
        """Return the moves at these indices, in this order, or those where a mask is true.

        >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
        >>> moves = position.moves(Lexicon.load())
        >>> len(moves.select(moves.records["score"] >= 20))
        10
        """
        return MoveList(self.records[indices], self.board, self.rack)

    def find(self, move: Move) -> int | None:
        """Return the index of a move in the list, or None. Raises IllegalMoveError for anything else.

        A play must be written as it is listed: see `normalize_play` for one of a single tile.
        """
        check_is_move(move)
        *fields, tiles = _fields(move).values()
        width = self.records["tiles"].shape[1]
        if len(tiles) > width or len(move.exchanged) != move.exchange_count:
            return None
        size = self.records.dtype.itemsize
        wanted = bytes((*fields, *_pad(tiles, width)))
        at = self._bytes.find(wanted)
        while at != -1 and (at + len(wanted)) % size:  # the bytes of two neighbours may look like a move
            at = self._bytes.find(wanted, at + 1)
        return at // size if at != -1 else None

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> "MoveList": ...
    def __getitem__(self, index: int | slice) -> "Move | MoveList":
        if isinstance(index, slice):
            return MoveList(self.records[index], self.board, self.rack)
        return self._move(self.records[whole_index(index)])

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[Move]:
        return (self._move(record) for record in self.records)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MoveList):
            return NotImplemented
        is_same = self.rack == other.rack and self.board == other.board
        return is_same and np.array_equal(self.records, other.records)

    def __hash__(self) -> int:
        return hash((self.rack, self.board, self._bytes))

    def __repr__(self) -> str:
        return list_repr(self, len(self))

    def tabulate(self, count: int | None = None) -> Tabulation:
        """Return the first `count` moves as a table, all for None."""
        rows = [
            (str(number), str(move), str(move.score), str(self.rack - move.tiles_used))
            for number, move in enumerate(self[:count], start=1)
        ]
        return Tabulation(
            f"{len(self):,} moves of {self.rack}", ("#", "Move", "Score", "Leave"), rows, len(self)
        )

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each move: its text, score and leave."""
        return [
            {"move": str(move), "score": move.score, "leave": str(self.rack - move.tiles_used)}
            for move in self
        ]

    def _move(self, record: np.void) -> Move:
        fields: Any = record.tolist()
        score, _, kind, direction, lane, start, length, placed, laid = fields
        tiles = laid.tolist()
        if kind != 0:
            return (
                Move.exchange(Rack.from_tiles(self.rack.tile_set, tiles[:placed]))
                if kind == 1
                else Move.pass_turn(self.rack.tile_set)
            )
        squares = self.board.squares
        lane_squares = squares[lane, :] if direction == 0 else squares[:, lane]
        beneath = lane_squares[start : start + length].tolist()
        word = tuple(tile or under for tile, under in zip(tiles, beneath, strict=False))
        row, column = (lane, start) if direction == 0 else (start, lane)
        placed_flags = tuple(tile != 0 for tile in tiles[:length])
        return Move.play(self.rack.tile_set, row, column, Direction(direction), word, placed_flags, score)


def sort_order(
    records: npt.NDArray[Any], values: npt.NDArray[Any], then_by: npt.NDArray[Any] | None = None
) -> npt.NDArray[np.int64]:
    """Return the order of records by a value, highest first, then by another; ties as in `MoveList`."""
    first = np.ascontiguousarray(values, dtype=np.int64)
    second = np.zeros_like(first) if then_by is None else np.ascontiguousarray(then_by, dtype=np.int64)
    raw = np.ascontiguousarray(records).view(np.uint8)
    return core.move_order(raw, records.dtype.itemsize, first, second)


def _fields(move: Move) -> dict[str, Any]:
    """Return the fields of a move's record but its score and leave; `tiles` has no trailing zeros."""
    tiles = move.exchanged
    lane = start = 0
    if move.kind is MoveKind.PLAY:
        across = move.direction is Direction.ACROSS
        lane, start = (move.row, move.column) if across else (move.column, move.row)
        tiles = tuple(byte if placed else 0 for byte, placed in zip(move.word, move.placed, strict=True))
    return {
        "kind": _KINDS.index(move.kind),
        "direction": int(move.direction),
        "lane": lane,
        "start": start,
        "length": len(move.word),
        "placed": sum(move.placed) + len(move.exchanged),
        "tiles": tiles,
    }


def _pad(tiles: tuple[int, ...], width: int) -> list[int]:
    return [*tiles, *(0,) * (width - len(tiles))]
