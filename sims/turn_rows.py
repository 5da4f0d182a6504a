"""The turns of games as lines of CSV: what a log of games holds."""

import csv
import io
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from movegen.moves import Move
from movegen.squares import Direction
from movegen.tiles import BLANK, BLANK_FLAG, Rack, TileSet
from sims.static_games import StaticGames
from strategy.leaves import MILLI

COLUMNS = (
    "game", "tile_order", "turn", "seat", "player", "bag", "rack", "move", "points", "leave", "equity",
    "score_before", "opponent_before", "final_score", "final_opponent",
)  # fmt: skip
"""The columns of a log, in their order; `docs/self-play.md` explains them."""

_PLAY, _EXCHANGE = 0, 1  # kinds of moves in the core's records


def turn_rows(played: StaticGames, numbers: Sequence[int]) -> list[bytes]:
    """For each game the lines of its turns, UTF-8, in the order of the turns.

    `numbers` are those that the games shall have in the log; `played` numbers them by their tile orders,
    and must have been asked for its turns.
    """
    assert played.turns is not None
    rows = []
    turns = iter(_as_tuples(played))
    finals = played.games["scores"][:, : len(played.names)].tolist()
    for game, count, final in zip(numbers, played.games["turns"].tolist(), finals, strict=True):
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        for _ in range(count):
            writer.writerow(_row(played, game, next(turns), final))
        rows.append(text.getvalue().encode())
    return rows


def _as_tuples(played: StaticGames) -> list[tuple[Any, ...]]:
    """The records as Python's own numbers: far faster to take apart than NumPy's one by one."""
    turns: list[tuple[Any, ...]] = played.turns.tolist() if played.turns is not None else []
    return turns


def _row(played: StaticGames, game: int, turn: tuple[Any, ...], final: list[int]) -> tuple[object, ...]:
    order, equity, scores, number, bag, seat, size, rack, (points, _, kind, *where, tiles) = turn
    tile_set = played.variant.tiles
    rack = tuple(rack[:size])
    direction, lane, start, length, placed = where
    if kind == _PLAY:
        laid = tuple(tiles[:length])
        used = [BLANK if tile & BLANK_FLAG else tile for tile in laid if tile]
        across = direction == Direction.ACROSS
        row, column = (lane, start) if across else (start, lane)
        move = Move.play(tile_set, row, column, Direction(direction), laid, tuple(map(bool, laid))).gcg
    else:
        used = list(tiles[:placed]) if kind == _EXCHANGE else []
        move = f"-{_rack_text(tile_set, tuple(used))}"
    leave = list(rack)
    for tile in used:
        leave.remove(tile)
    players = len(final)
    return (
        game, order, number, seat, played.names[seat], bag, _rack_text(tile_set, rack), move, points,
        _rack_text(tile_set, tuple(leave)), equity / MILLI,
        scores[seat], _best_other(scores[:players], seat), final[seat], _best_other(final, seat),
    )  # fmt: skip


def _best_other(scores: Sequence[int], seat: int) -> int:
    return max(score for other, score in enumerate(scores) if other != seat)


@lru_cache(maxsize=1 << 16)
def _rack_text(tile_set: TileSet, tiles: tuple[int, ...]) -> str:
    return str(Rack.from_tiles(tile_set, tiles))
