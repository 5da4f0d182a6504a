"""What a table of openings says, as text and as `jackdaw.openings/1`."""

from collections.abc import Iterator
from typing import Literal

import msgspec
import numpy as np

from jackdaw.console import EMPTY, Column, Line, styled, table
from jackdaw.schemas import encode_json
from movegen.counts import counted
from movegen.variant import Rack
from sims.openings import (
    PASS,
    Example,
    OpeningRacks,
    OpeningSetup,
    OpeningSums,
    Surprise,
    Tally,
    opening_position,
)
from strategy.analysis import analyze_position
from strategy.players import Candidate

OPENINGS_SCHEMA = "jackdaw.openings/1"

OpeningKind = Literal["play", "exchange", "pass"]
_KINDS: dict[str, OpeningKind] = {"play": "play", "exchange": "exchange", PASS: "pass"}
"""The kinds of best moves, in the order of the table."""
_BIN = 10
"""Points of equity of a row of the distribution."""
_TINY = 0.001
"""Percent: a smaller share is shown as `1 in ...`."""
_SURPRISES = {
    Surprise.BINGO_DECLINED: "Another move is better than the bingo",
    Surprise.EXCHANGE: "An exchange is better than a play of 20 points or more",
    Surprise.LOWER_SCORE: "The best play scores at least 20 points less than another one",
    Surprise.EXCHANGE_ALL: "All tiles are exchanged",
    Surprise.FEW_TILES: "The best play lays two tiles",
}
_NAMES = {
    Surprise.BINGO_DECLINED: "bingo_declined",
    Surprise.EXCHANGE: "exchange",
    Surprise.LOWER_SCORE: "lower_score",
    Surprise.EXCHANGE_ALL: "exchange_all",
    Surprise.FEW_TILES: "two_tiles",
}
_MOVE_COLUMNS = (
    Column("Best move", "left"), Column("Racks", "right"), Column("Share", "right"),
    Column("Mean equity", "right"),
)  # fmt: skip
_EQUITY_COLUMNS = (Column("Equity", "left"), Column("Racks", "right"), Column("Share", "right"))
_EXAMPLE_COLUMNS = (
    Column("Rack", "left"), Column("1 in", "right"), Column("Best move", "left"), Column("Score", "right"),
    Column("Equity", "right"), Column("Highest score", "left"), Column("Score", "right"),
    Column("Equity", "right"),
)  # fmt: skip


class OpeningMove(msgspec.Struct, frozen=True):
    """A move, its score and its equity in points."""

    move: str
    score: int
    equity: float


class OpeningExample(msgspec.Struct, frozen=True):
    """A rack, the ways to draw it, their share, its best move and the play of the highest score, if any."""

    rack: str
    ways: int
    share: float
    best: OpeningMove
    highest: OpeningMove | None


class OpeningSurprise(msgspec.Struct, frozen=True):
    """The racks of a kind of surprise: their number, their share of draws, and those drawn most often."""

    kind: str
    racks: int
    share: float
    examples: list[OpeningExample]


class OpeningShare(msgspec.Struct, frozen=True):
    """The racks whose best move is of a kind; `tiles` laid or exchanged, 0 for the pass."""

    kind: OpeningKind
    tiles: int
    racks: int
    share: float
    mean_equity: float


class EquityShare(msgspec.Struct, frozen=True):
    """The racks whose best move has an equity of so many points, or less than one more."""

    equity: int
    racks: int
    share: float


class OpeningReport(msgspec.Struct, frozen=True):
    """The openings of a lexicon in sum. Shares are of all draws; equities are in points."""

    schema: str
    lexicon: str
    rules: str
    strategy: str
    leaves: str | None
    racks: int
    ways: int
    mean_equity: float
    best_moves: list[OpeningShare]
    equities: list[EquityShare]
    surprises: list[OpeningSurprise]


def report_openings(setup: OpeningSetup, sums: OpeningSums, examples: int) -> OpeningReport:
    """Report the sums of all racks, with the most frequent `examples` of each kind of surprise."""
    total = sums.all.ways
    describe = _Examples(setup)
    return OpeningReport(
        OPENINGS_SCHEMA,
        setup.lexicon.name,
        setup.variant.name,
        setup.strategy.name,
        setup.strategy.leaves_name(setup.variant.tiles),
        sums.all.racks,
        total,
        _mean(sums.all),
        sorted((_share(name, tally, total) for name, tally in sums.by_move.items()), key=_move_order),
        [
            EquityShare(points, tally.racks, tally.ways / total)
            for points, tally in sorted(sums.by_points.items())
        ],
        [
            OpeningSurprise(
                _NAMES[kind],
                found.tally.racks,
                found.tally.ways / total,
                [describe(example) for example in found.examples[:examples]],
            )
            for kind, found in sorted(sums.surprises.items(), key=lambda item: list(Surprise).index(item[0]))
        ],
    )


def openings_json(report: OpeningReport) -> bytes:
    """Encode a report as `jackdaw.openings/1`."""
    return encode_json(report)


def openings_view(report: OpeningReport) -> Iterator[Line]:
    """Lay out a report."""
    how = f"lexicon {report.lexicon}, rules {report.rules}, strategy {report.strategy}"
    yield styled(f"The best opening with {report.racks:,} racks; {how}")
    yield styled(f"Values: {'no leaves' if report.leaves is None else f'leaves {report.leaves}'}")
    yield styled(f"Mean equity of a draw {report.mean_equity:.1f}, median {_median(report)}")
    yield EMPTY
    yield from table(_MOVE_COLUMNS, [(_share_cells(each), "") for each in report.best_moves])
    yield EMPTY
    yield from table(_EQUITY_COLUMNS, [(cells, "") for cells in _equity_cells(report)])
    for surprise, kind in zip(report.surprises, Surprise, strict=True):
        yield EMPTY
        count = counted(surprise.racks, "rack")
        yield styled(f"{_SURPRISES[kind]}: {count}, {_percent(surprise.share)}", "bold")
        if surprise.examples:
            yield from table(_EXAMPLE_COLUMNS, [(_example_cells(each), "") for each in surprise.examples])


class _Examples:
    """Describes racks by their numbers."""

    def __init__(self, setup: OpeningSetup) -> None:
        self._setup, self._racks = setup, OpeningRacks(setup.variant)
        self._lexicon = setup.lexicon.load()

    def __call__(self, example: Example) -> OpeningExample:
        variant = self._setup.variant
        counts = self._racks.tiles(np.array([example.number]))[0]
        rack = Rack(variant.tiles, tuple(counts.tolist()))
        position = opening_position(variant, rack)
        candidates = analyze_position(position, self._lexicon, self._setup.strategy).candidates
        highest = candidates.by_score()[0]
        return OpeningExample(
            str(rack),
            example.ways,
            example.ways / self._racks.ways,
            _move(candidates[0]),
            _move(highest) if highest.move.word else None,
        )


def _move(candidate: Candidate) -> OpeningMove:
    return OpeningMove(str(candidate.move), candidate.score, candidate.equity)


def _mean(tally: Tally) -> float:
    return round(tally.equity / tally.ways, 3)


def _share(name: str, tally: Tally, total: int) -> OpeningShare:
    kind, _, tiles = name.partition(" ")
    return OpeningShare(_KINDS[kind], int(tiles or 0), tally.racks, tally.ways / total, _mean(tally))


def _move_order(share: OpeningShare) -> tuple[int, int]:
    return list(_KINDS.values()).index(share.kind), -share.tiles


def _median(report: OpeningReport) -> int:
    """Return the equity in whole points that half of the draws reach."""
    below = 0.0
    for each in report.equities:
        below += each.share
        if below >= 0.5:
            return each.equity
    return report.equities[-1].equity


def _share_cells(share: OpeningShare) -> tuple[str, ...]:
    tiles = counted(share.tiles, "tile")
    name = PASS if share.kind == "pass" else f"{share.kind} of {tiles}"
    return name, f"{share.racks:,}", _percent(share.share), f"{share.mean_equity:.1f}"


def _equity_cells(report: OpeningReport) -> Iterator[tuple[str, ...]]:
    racks: dict[int, tuple[int, float]] = {}
    for each in report.equities:
        low = each.equity // _BIN * _BIN
        before = racks.get(low, (0, 0.0))
        racks[low] = before[0] + each.racks, before[1] + each.share
    for low, (count, share) in racks.items():
        yield f"{low} to {low + _BIN}", f"{count:,}", _percent(share)


def _example_cells(example: OpeningExample) -> tuple[str, ...]:
    cells = example.rack, f"{round(1 / example.share):,}", *_move_cells(example.best)
    return cells if example.highest is None else (*cells, *_move_cells(example.highest))


def _move_cells(move: OpeningMove) -> tuple[str, str, str]:
    return move.move, str(move.score), f"{move.equity:.1f}"


def _percent(share: float) -> str:
    """Format a share of draws with as many decimals as a small one needs; a tiny one as `1 in ...`."""
    percent = 100 * share
    if 0 < percent < _TINY:
        return f"1 in {round(1 / share):,}"
    return f"{percent:.1f} %" if percent >= 1 or not percent else f"{percent:.2g} %"
