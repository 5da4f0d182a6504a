"""The chart of a player's games over time: the mistake index of each, and the mean of the last few.

This module computes the layout; the template `trend.svg` draws it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from jackdaw.collection.collection import Person, TrendPoint

WIDTH, HEIGHT = 640, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 16, 16, 46
_MIN_SCALE = 2.0
"""The lowest top of the scale, so that a small index looks small."""
_STEPS = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
_MAX_LINES = 5


@dataclass(frozen=True)
class TrendSpot:
    """A game on the chart: its position, its result, and its description."""

    x: float
    y: float
    kind: str
    file: str
    description: str


@dataclass(frozen=True)
class TrendLabel:
    """A text below the chart and its position; `anchor` is the SVG text-anchor."""

    x: float
    text: str
    anchor: str


@dataclass(frozen=True)
class TrendChart:
    """Spots, the line of the means, the labels below, and the heights of the scale with their values."""

    spots: tuple[TrendSpot, ...]
    line: str
    labels: tuple[TrendLabel, ...]
    scale: tuple[tuple[float, str], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    bottom: int = HEIGHT - _BOTTOM


def build_trend_chart(person: Person) -> TrendChart | None:
    """Lay out the chart of a player; None with fewer than two games."""
    points = person.trend
    if len(points) < 2:
        return None
    most = max(_MIN_SCALE, *(point.index for point in points))
    step = next((step for step in _STEPS if most / step <= _MAX_LINES), most)
    top = step * ceil(most / step)
    xs = [_across(index, len(points)) for index in range(len(points))]
    spots = tuple(
        TrendSpot(x, _height(point.index, top), game_outcome(point), point.game.file, _describe(index, point))
        for index, (x, point) in enumerate(zip(xs, points, strict=True), start=1)
    )
    means = zip(xs, points, strict=True)
    line = " ".join(f"{x:g},{_height(point.recent, top):g}" for x, point in means)
    lines = tuple(
        (_height(step * number, top), f"{step * number:g}") for number in range(round(top / step) + 1)
    )
    return TrendChart(spots, line, tuple(_labels(xs, points)), lines)


def game_outcome(point: TrendPoint) -> str:
    """Return the result of a game for a player: won, tied, lost or open."""
    if not point.game.facts.finished:
        return "open"
    won = point.game.win_share(point.player)
    return "won" if won == 1 else "tied" if won else "lost"


def _describe(index: int, point: TrendPoint) -> str:
    when = f", {point.game.date}" if point.game.date else ""
    names = point.game.facts.players
    against = ", ".join(name for player, name in enumerate(names) if player != point.player)
    result = {"won": "won", "tied": "a draw", "lost": "lost", "open": "not finished"}[game_outcome(point)]
    return f"Game {index}{when}, against {against}, {result}: mistake index {point.index:.1f}"


def _labels(xs: Sequence[float], points: Sequence[TrendPoint]) -> Iterator[TrendLabel]:
    """Label the first game, the last, and the one in the middle."""
    last = len(points) - 1
    for index, anchor in {0: "start", last // 2: "middle", last: "end"}.items():
        if index in (0, last) or last > 3:
            day = points[index].game.date
            yield TrendLabel(xs[index], f"game {index + 1}" if day is None else str(day), anchor)


def _across(index: int, count: int) -> float:
    return round(_LEFT + 12 + index * (WIDTH - _LEFT - _RIGHT - 24) / (count - 1), 1)


def _height(index: float, top: float) -> float:
    return round(_TOP + (1 - index / top) * (HEIGHT - _TOP - _BOTTOM), 1)
