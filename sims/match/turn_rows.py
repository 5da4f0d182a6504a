"""The turns of games as lines of CSV, as a log of games has them."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy.typing as npt

from movegen.board import Move
from movegen.encoding import encode_text
from movegen.variant import Direction, TileSet
from sims.games import Forfeit, StaticGames
from sims.move_records import PLAY, rack_text, used_tiles
from strategy.leaves import MILLI

COLUMNS = (
    "game", "tile_order", "turn", "seat", "player", "bag", "rack", "move", "points", "leave", "equity",
    "score_before", "opponent_before", "final_score", "final_opponent",
)  # fmt: skip
"""The columns of a log in order; `docs/self-play.md` explains them."""

FORFEIT_MOVE = "forfeit"
"""What the last row of a forfeited game has as its move."""


def turn_rows(played: StaticGames, numbers: Sequence[int]) -> list[bytes]:
    """Return the lines of each game, a line per turn in order, as UTF-8.

    `numbers` are the numbers of the games in the log, while `played` numbers them by tile order. It must
    have been played with `turns=True`.
    """
    assert played.turns is not None
    turns = _turns(played.turns)
    finals = played.games["scores"][:, : len(played.names)].tolist()
    write = _Rows(played.variant.tiles, played.names)
    forfeits = {each.game: each for each in played.forfeits}
    orders = played.games["game"].tolist()
    return [
        write.game(game, islice(turns, count), final, forfeits.get(order))
        for game, order, count, final in zip(
            numbers, orders, played.games["turns"].tolist(), finals, strict=True
        )
    ]


def _turns(records: npt.NDArray[Any]) -> Iterator[tuple[Any, ...]]:
    """Convert turns to Python numbers and lists, by columns: far faster than one record at a time."""
    fields = ("game", "turn", "player", "bag_count", "equity", "scores", "rack", "rack_size")
    move_fields = ("score", "kind", "direction", "lane", "start", "length", "placed", "tiles")
    moves = zip(*(records["move"][field].tolist() for field in move_fields), strict=True)
    return zip(*(records[field].tolist() for field in fields), moves, strict=True)


class _Rows:
    """Formats the lines of games between the same players."""

    def __init__(self, tile_set: TileSet, names: Sequence[str]) -> None:
        self._tile_set = tile_set
        self._names = names

    def game(
        self,
        number: int,
        turns: Iterable[tuple[Any, ...]],
        final: list[int],
        forfeit: Forfeit | None = None,
    ) -> bytes:
        """Return the lines of a game that ended with these scores."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerows((number, *self._row(turn, final)) for turn in turns)
        if forfeit is not None:
            writer.writerow((number, *self._forfeit_row(forfeit, final)))
        return encode_text(text.getvalue())

    def _forfeit_row(self, forfeit: Forfeit, final: list[int]) -> tuple[object, ...]:
        rack, seat, scores = self._text(sorted(forfeit.rack)), forfeit.player, list(forfeit.scores)
        return (
            forfeit.game, forfeit.turn, seat, self._names[seat], forfeit.bag_count, rack, FORFEIT_MOVE, 0,
            rack, 0.0, scores[seat], _best_other(scores, seat), final[seat], _best_other(final, seat),
        )  # fmt: skip

    def _row(self, turn: tuple[Any, ...], final: list[int]) -> tuple[object, ...]:
        order, number, seat, bag, equity, scores, rack, size, record = turn
        move, used = self._move(record)
        leave = rack[:size]
        for tile in used:
            leave.remove(tile)
        return (
            order, number, seat, self._names[seat], bag, self._text(rack[:size]), move, record[0],
            self._text(leave), equity / MILLI,
            scores[seat], _best_other(scores[: len(final)], seat), final[seat], _best_other(final, seat),
        )  # fmt: skip

    def _move(self, record: tuple[Any, ...]) -> tuple[str, list[int]]:
        """Return a move in GCG, and the tiles that it takes from the rack."""
        _, kind, direction, lane, start, length, placed, tiles = record
        used = used_tiles(kind, length, placed, tiles)
        if kind != PLAY:
            return f"-{self._text(used)}", used
        laid = tuple(tiles[:length])
        row, column = (lane, start) if direction == Direction.ACROSS else (start, lane)
        # The tiles played through are not known here, and GCG does not write them.
        move = Move.play(
            self._tile_set, row, column, Direction(direction), laid, tuple(tile != 0 for tile in laid)
        )
        return move.gcg, used

    def _text(self, tiles: list[int]) -> str:
        return rack_text(self._tile_set, tiles)


def _best_other(scores: list[int], seat: int) -> int:
    return max(scores[:seat] + scores[seat + 1 :])
