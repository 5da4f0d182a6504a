"""The chart of a page: the first player's chance to win over the game.

This module computes the layout; the template `chart.svg` draws it.
"""

from dataclasses import dataclass

from sims.review import GameReview, TurnReview

WIDTH, HEIGHT = 640, 430
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 14, 30, 34
_MAX_NUMBERS = 12


@dataclass(frozen=True)
class ChartPoint:
    """A turn: the first player's chance before it, and the heights of the best move and the played one.

    All three are None if unknown. `left` and `width` define the strip to click.
    """

    turn: TurnReview
    x: float
    left: float
    width: float
    chance: float | None
    best: float | None
    played: float | None
    is_numbered: bool


@dataclass(frozen=True)
class Chart:
    """Points, and lines through consecutive points.

    `areas` are the lines closed at the height of an even chance; `turning` is the x of the turning point.
    """

    points: tuple[ChartPoint, ...]
    lines: tuple[str, ...]
    areas: tuple[str, ...]
    turning: float | None
    width: int = WIDTH
    height: int = HEIGHT
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    top: int = _TOP
    bottom: int = HEIGHT - _BOTTOM

    @property
    def middle(self) -> float:
        """The height of an even chance."""
        return _height(0.5)


def build_chart(review: GameReview) -> Chart | None:
    """Lay out the chart of a review; None if no chance is known."""
    chances = review.win_chances(0)
    if not any(chance is not None for chance in chances):
        return None
    step = (WIDTH - _LEFT - _RIGHT) / len(chances)
    every = -(-len(chances) // _MAX_NUMBERS)
    points = tuple(
        _point(turn, index, step, chance, every)
        for index, (turn, chance) in enumerate(zip(review.turns, chances, strict=True))
    )
    runs = _runs([(point.x, point.best) for point in points] + [_end(review)])
    lines = tuple(_line(run) for run in runs)
    areas = tuple(_line([(run[0][0], _height(0.5)), *run, (run[-1][0], _height(0.5))]) for run in runs)
    turning = next((point.x for point in points if point.turn.turn == review.turning_point), None)
    return Chart(points, lines, areas, turning)


def missing_chart_reason(review: GameReview) -> str:
    """Return the reason why `build_chart` returns None."""
    if len(review.game.players) != 2:
        return f"chances to win need two players, and this game has {len(review.game.players)}"
    if not review.turns:
        return "no turn of the game was analyzed"
    return "no rack of the game is known"


def _point(turn: TurnReview, index: int, step: float, chance: float | None, every: int) -> ChartPoint:
    played = turn.chances.played
    if played is not None and turn.player:
        played = 1 - played
    left = _LEFT + index * step
    return ChartPoint(
        turn,
        x=round(left + step / 2, 1),
        left=round(left, 1),
        width=round(step, 1),
        chance=chance,
        best=None if chance is None else _height(chance),
        played=None if played is None else _height(played),
        is_numbered=(turn.turn - 1) % every == 0,
    )


def _end(review: GameReview) -> tuple[float, float | None]:
    """Return the point of the result, at the right edge."""
    game = review.game
    if not game.is_finished:
        return WIDTH - _RIGHT, None
    return WIDTH - _RIGHT, _height({None: 0.5, 0: 1.0}.get(game.winner, 0.0))


def _height(chance: float) -> float:
    return round(_TOP + (1 - chance) * (HEIGHT - _TOP - _BOTTOM), 1)


def _runs(points: list[tuple[float, float | None]]) -> list[list[tuple[float, float]]]:
    """Split points into runs of known height."""
    runs: list[list[tuple[float, float]]] = [[]]
    for x, height in points:
        if height is not None:
            runs[-1].append((x, height))
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _line(run: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{height:g}" for x, height in run)
