"""What a table of openings says in sum: how good the racks are, what is played, and which racks surprise."""

from collections.abc import Iterable
from enum import StrEnum
from heapq import nsmallest
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from movegen.variant import Rules
from sims.move_records import EXCHANGE, PLAY
from strategy.leaves import MILLI

MAX_EXAMPLES = 100
"""The number of examples of a surprise that are kept."""
PASS = "pass"
"""The key of the pass in `OpeningSums.by_move`."""

GOOD_SCORE = 20
"""A play of so many points is one that a player does not like to give up for an exchange."""
CLEAR_DIFFERENCE = 20
"""A play scores clearly less by so many points."""
FEW_TILES = 2


class Surprise(StrEnum):
    """A kind of rack whose best move many a player would not choose. A rack may be of several kinds."""

    BINGO_DECLINED = "bingo declined"
    """A bingo is the play of the highest score, and another move is better."""
    EXCHANGE = "exchange despite a good play"
    """An exchange is better than a play of `GOOD_SCORE` points or more."""
    LOWER_SCORE = "clearly lower score"
    """The best move is a play that scores at least `CLEAR_DIFFERENCE` points less than another one."""
    EXCHANGE_ALL = "exchange of all tiles"
    """All tiles are exchanged."""
    FEW_TILES = "only two tiles"
    """The best move lays `FEW_TILES` tiles."""


class Tally(msgspec.Struct, frozen=True):
    """Racks: their number, the ways to draw them, and their equities in points, summed over these ways."""

    racks: int
    ways: int
    equity: float

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.racks + other.racks, self.ways + other.ways, self.equity + other.equity)


class Example(msgspec.Struct, frozen=True, array_like=True):
    """A rack: the ways to draw it, and its number."""

    ways: int
    number: int


class SurpriseSum(msgspec.Struct, frozen=True):
    """The racks of a kind of surprise, and the `MAX_EXAMPLES` of them that are drawn most often."""

    tally: Tally
    examples: tuple[Example, ...]

    def __add__(self, other: "SurpriseSum") -> "SurpriseSum":
        return SurpriseSum(self.tally + other.tally, _most_often((*self.examples, *other.examples)))


class OpeningSums(msgspec.Struct, frozen=True):
    """Sums over racks.

    Attributes
    ----------
    all:       all racks.
    by_points: by the equity of the best move, rounded down to whole points.
    by_move:   by the best move: `play 7`, `exchange 3` with the number of tiles, or `pass`.
    surprises: by kind.
    """

    all: Tally
    by_points: dict[int, Tally]
    by_move: dict[str, Tally]
    surprises: dict[Surprise, SurpriseSum]


def sum_openings(
    first: int,
    ways: npt.NDArray[np.int64],
    moves: npt.NDArray[Any],
    equities: npt.NDArray[np.int64],
    highest: npt.NDArray[Any],
    rules: Rules,
) -> OpeningSums:
    """Return the sums of racks with numbers from `first` on.

    `moves` are the best moves, `equities` theirs in milli-points, `highest` the plays of the highest score,
    or any other move where there is no play.
    """
    points = equities / MILLI * ways

    def tally(which: npt.NDArray[np.bool_]) -> Tally:
        return Tally(int(which.sum()), int(ways[which].sum()), float(points[which].sum()))

    whole = equities // MILLI
    kinds = moves["kind"].astype(np.int64) * 256 + moves["placed"]
    surprises = {}
    for kind, which in _surprising(moves, highest, rules).items():
        racks = (Example(int(ways[at]), first + int(at)) for at in np.flatnonzero(which))
        surprises[kind] = SurpriseSum(tally(which), _most_often(racks))
    return OpeningSums(
        tally(np.ones(len(ways), dtype=bool)),
        {int(value): tally(whole == value) for value in np.unique(whole)},
        {_name(int(kind)): tally(kinds == kind) for kind in np.unique(kinds)},
        surprises,
    )


def add_sums(parts: Iterable[OpeningSums]) -> OpeningSums:
    """Add sums up; their order decides the last digits of the equities."""
    total: OpeningSums | None = None
    for part in parts:
        total = part if total is None else _added(total, part)
    assert total is not None
    return total


def _surprising(
    moves: npt.NDArray[Any], highest: npt.NDArray[Any], rules: Rules
) -> dict[Surprise, npt.NDArray[np.bool_]]:
    is_play, is_exchange = moves["kind"] == PLAY, moves["kind"] == EXCHANGE
    has_play, lost = highest["kind"] == PLAY, highest["score"] - moves["score"]
    has_bingo = has_play & (highest["placed"] >= rules.bingo_tiles)
    return {
        Surprise.BINGO_DECLINED: has_bingo & (~is_play | (moves["placed"] < rules.bingo_tiles)),
        Surprise.EXCHANGE: is_exchange & has_play & (highest["score"] >= GOOD_SCORE),
        Surprise.LOWER_SCORE: is_play & (lost >= CLEAR_DIFFERENCE),
        Surprise.EXCHANGE_ALL: is_exchange & (moves["placed"] == rules.rack_size),
        Surprise.FEW_TILES: is_play & (moves["placed"] <= FEW_TILES),
    }


def _name(kind: int) -> str:
    names = ("play", "exchange")
    return f"{names[kind >> 8]} {kind & 255}" if kind >> 8 < len(names) else PASS


def _most_often(examples: Iterable[Example]) -> tuple[Example, ...]:
    return tuple(nsmallest(MAX_EXAMPLES, examples, key=lambda each: (-each.ways, each.number)))


def _added(one: OpeningSums, other: OpeningSums) -> OpeningSums:
    by_points, by_move, surprises = dict(one.by_points), dict(one.by_move), dict(one.surprises)
    for value, tally in other.by_points.items():
        by_points[value] = by_points[value] + tally if value in by_points else tally
    for name, tally in other.by_move.items():
        by_move[name] = by_move[name] + tally if name in by_move else tally
    for kind, found in other.surprises.items():
        surprises[kind] = surprises[kind] + found if kind in surprises else found
    return OpeningSums(one.all + other.all, by_points, by_move, surprises)
