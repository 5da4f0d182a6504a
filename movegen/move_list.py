"""Lists of generated moves: a compact array, and `Move` objects made from it on demand."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from movegen.board import Board
from movegen.errors import IllegalMoveError
from movegen.layouts import BoardLayout
from movegen.moves import Move, MoveKind
from movegen.native import core
from movegen.squares import Direction
from movegen.sub_racks import SubRacks
from movegen.tiles import Rack

_KINDS = (MoveKind.PLAY, MoveKind.EXCHANGE, MoveKind.PASS)
_SHOWN = 10


def record_type(layout: BoardLayout) -> np.dtype[Any]:
    """The structure of a move in a `MoveList` on this board.

    score:     points, int32
    leave:     number of the sub-rack that is kept (see `SubRacks`), uint16
    kind:      0 play, 1 exchange, 2 pass
    direction: 0 across, 1 down
    lane, start: the row and column of an across word's first square, column and row of a down word's
    length:    squares of the word, played-through ones included; 0 unless a play
    placed:    tiles that leave the rack
    tiles:     a play: a board byte a square, 0 where a tile lay before; an exchange: tile indices
    """
    width = 16 if max(layout.rows, layout.columns) <= 16 else 32
    bytes_ = [(name, "u1") for name in ("kind", "direction", "lane", "start", "length", "placed")]
    return np.dtype([("score", "<i4"), ("leave", "<u2"), *bytes_, ("tiles", "u1", (width,))])


class MoveList(Sequence[Move]):
    """Moves of one rack on one board, highest score first.

    Ties stand in this order: plays, exchanges, the pass; then across before down, from the first row (of a
    down word: column) to the last, by the word's first square, by its tiles.

    `records` is the array behind it, of `record_type`; `board` and `rack` are those before the move.
    """

    def __init__(self, records: npt.NDArray[Any], board: Board, rack: Rack) -> None:
        self.records = records
        self.board = board
        self.rack = rack

    @cached_property
    def sub_racks(self) -> SubRacks:
        """What may be kept of the rack, by the numbers in `records["leave"]`."""
        return SubRacks(self.rack)

    @classmethod
    def of(cls, moves: Iterable[Move], board: Board, rack: Rack) -> "MoveList":
        """The list of these moves, in their order and with their scores; whether they are legal is not asked.

        Raises IllegalMoveError when a play does not fit on the board or it is not known which tiles are
        exchanged, PositionError when a move takes a tile that is not on the rack.
        """
        made = cls(np.zeros(0, dtype=record_type(board.layout)), board, rack)
        width = made.records["tiles"].shape[1]
        rows = []
        for move in moves:
            board.check_fit(move)
            if len(move.exchanged) != move.exchange_count:
                raise IllegalMoveError("it is not known which tiles are exchanged", where=str(move))
            *fields, tiles = _fields(move).values()
            leave = made.sub_racks.number(rack - move.tiles_used)
            rows.append((move.score, leave, *fields, _padded(tiles, width)))
        made.records = np.array(rows, dtype=made.records.dtype)
        return made

    @classmethod
    def sorted(cls, records: npt.NDArray[Any], board: Board, rack: Rack) -> "MoveList":
        """The list of these records in the order of scores."""
        order = sort_order(records, records["score"])
        return cls(records[order], board, rack)

    def reordered(self, order: npt.NDArray[np.intp]) -> "MoveList":
        """The moves that stand at these places, in this order."""
        return MoveList(self.records[order], self.board, self.rack)

    def find(self, move: Move) -> int | None:
        """The place of a move in the list, or None.

        A play is found if it stands in the list as it is written: see `placement.canonical` for one of a
        single tile.
        """
        wanted = _fields(move)
        width = self.records["tiles"].shape[1]
        if len(wanted["tiles"]) > width or len(move.exchanged) != move.exchange_count:
            return None
        wanted["tiles"] = _padded(wanted["tiles"], width)
        same = np.ones(len(self), dtype=bool)
        for name, value in wanted.items():
            field = self.records[name]
            same &= (field == value).all(axis=1) if name == "tiles" else field == value
        places = np.flatnonzero(same)
        return int(places[0]) if len(places) else None

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> "MoveList": ...
    def __getitem__(self, place: int | slice) -> "Move | MoveList":
        if isinstance(place, slice):
            return MoveList(self.records[place], self.board, self.rack)
        return self._move(self.records[place])

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[Move]:
        return (self._move(record) for record in self.records)

    def __repr__(self) -> str:
        moves = [repr(move) for move in self[:_SHOWN]]
        if len(self) > _SHOWN:
            moves.append(f"... {len(self) - _SHOWN:,} more")
        return f"[{', '.join(moves)}]"

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
    """The order of records by a value, highest first, then by another; ties as in `MoveList`."""
    first = np.ascontiguousarray(values, dtype=np.int64)
    second = np.zeros_like(first) if then_by is None else np.ascontiguousarray(then_by, dtype=np.int64)
    raw = np.ascontiguousarray(records).view(np.uint8)
    return core.move_order(raw, records.dtype.itemsize, first, second)


def _fields(move: Move) -> dict[str, Any]:
    """What a record says of a move, but for its score and its leave; `tiles` without the zeros behind."""
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


def _padded(tiles: tuple[int, ...], width: int) -> list[int]:
    return [*tiles, *(0,) * (width - len(tiles))]
