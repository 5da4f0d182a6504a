"""The chart of a player's games over time: the mistake index of each, and the mean of the last few.

What stands where is worked out here; the template `trend.svg` draws it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from jackdaw.collection import Person, TrendPoint

WIDTH, HEIGHT = 640, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 16, 16, 46
_LEAST = 2.0
"""Of the scale: what is a small index shall look like one."""
_STEPS = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
_MOST_LINES = 5


@dataclass(frozen=True)
class Spot:
    """A game on the chart: its place, how it ended, and what is told of it."""

    x: float
    y: float
    kind: str
    file: str
    told: str


@dataclass(frozen=True)
class Label:
    """A text below the chart, and its place; `anchor` is what the text is lined up by."""

    x: float
    text: str
    anchor: str


@dataclass(frozen=True)
class TrendChart:
    """Spots, the line of the means, what stands below, and the heights of the scale with their values."""

    spots: tuple[Spot, ...]
    line: str
    labels: tuple[Label, ...]
    scale: tuple[tuple[float, str], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    bottom: int = HEIGHT - _BOTTOM


def trend_chart(person: Person) -> TrendChart | None:
    """The chart of a player; None where there are not two games to compare."""
    points = person.trend
    if len(points) < 2:
        return None
    most = max(_LEAST, *(point.tally.index for point in points))
    step = next((step for step in _STEPS if most / step <= _MOST_LINES), most)
    top = step * ceil(most / step)
    places = [_across(place, len(points)) for place in range(len(points))]
    spots = tuple(
        Spot(x, _height(point.tally.index, top), ending_of(point), point.game.file, _told(place, point))
        for place, (x, point) in enumerate(zip(places, points, strict=True), start=1)
    )
    means = zip(places, points, strict=True)
    line = " ".join(f"{x:g},{_height(point.recent, top):g}" for x, point in means)
    lines = tuple(
        (_height(step * number, top), f"{step * number:g}") for number in range(round(top / step) + 1)
    )
    return TrendChart(spots, line, tuple(_labels(places, points)), lines)


def ending_of(point: TrendPoint) -> str:
    """How a game ended for a player: won, tied, lost, open."""
    if not point.game.facts.finished:
        return "open"
    won = point.game.won_by(point.player)
    return "won" if won == 1 else "tied" if won else "lost"


def _told(place: int, point: TrendPoint) -> str:
    when = f", {point.game.date}" if point.game.date else ""
    names = point.game.facts.players
    against = ", ".join(name for player, name in enumerate(names) if player != point.player)
    how = {"won": "won", "tied": "a draw", "lost": "lost", "open": "not finished"}[ending_of(point)]
    return f"Game {place}{when}, against {against}, {how}: mistake index {point.tally.index:.1f}"


def _labels(places: Sequence[float], points: Sequence[TrendPoint]) -> Iterator[Label]:
    """The first game, the last, and the one between them."""
    last = len(points) - 1
    for place, anchor in {0: "start", last // 2: "middle", last: "end"}.items():
        if place in (0, last) or last > 3:
            day = points[place].game.date
            yield Label(places[place], f"game {place + 1}" if day is None else str(day), anchor)


def _across(place: int, count: int) -> float:
    return round(_LEFT + 12 + place * (WIDTH - _LEFT - _RIGHT - 24) / (count - 1), 1)


def _height(index: float, top: float) -> float:
    return round(_TOP + (1 - index / top) * (HEIGHT - _TOP - _BOTTOM), 1)
