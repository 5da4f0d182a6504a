"""The page of a game's report: one HTML document that needs nothing beside it.

All text is in the page, so that it can be read, searched and printed without its script. That one shows a
turn at a time, sorts tables and lays candidates on the board. The templates escape what a record says.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from jackdaw.page_boards import colours, shapes
from jackdaw.page_chart import chart_of, why_no_chart
from jackdaw.page_figures import Figure, percent, points, whole
from jackdaw.page_turns import CLASSES, ending_of, names_of, turns_of
from jackdaw.remarks import METHODS
from movegen.game import Game
from sims.game_review import GameReview, PlayerReview
from strategy.mistakes import BY_POINTS, BY_POINTS_OF_ENDGAMES, BY_WIN, Mistake

_TEMPLATES = Path(__file__).with_name("templates")
_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
"""What may not stand in HTML, escaped or not, and can stand in a record."""


@dataclass(frozen=True)
class Head:
    """What the record says of the game as a whole."""

    title: str
    event: str
    date: str
    notes: tuple[str, ...]
    result: str
    lexicon: str
    how: str


def game_page(review: GameReview, *, candidates: int = 10) -> str:
    """The page of a review, with at most so many candidates a turn and the move that was made.

    Same review, same page. All turns of the game are on it; of those that were not analyzed what the record
    tells.
    """
    game = review.game
    light, dark = colours()
    turns, chart = list(turns_of(review, candidates)), chart_of(review)
    return (
        environment()
        .get_template("game.html")
        .render(
            head=_head(review),
            names=names_of(game),
            winner=game.winner,
            game=game,
            review=review,
            turns=turns,
            by_number={turn.number: turn for turn in turns},
            end=ending_of(review, candidates),
            chart=chart,
            why_no_chart=why_no_chart(review),
            totals=_totals(review.players, with_chances=chart is not None),
            classes=CLASSES,
            shapes=shapes(game.variant),
            light=light,
            dark=dark,
            percent=percent,
            by_win=BY_WIN,
            by_points=BY_POINTS,
            by_points_of_endgames=BY_POINTS_OF_ENDGAMES,
        )
    )


@cache
def environment() -> Environment:
    """Where the templates of pages are found, and what is done with what they put into a page."""
    return Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_allowed,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _allowed(value: Any) -> Any:
    """What a template puts into the page, without characters that HTML does not allow."""
    if not isinstance(value, str):
        return value
    found = _FORBIDDEN.sub("\ufffd", value)
    return Markup(found) if isinstance(value, Markup) else found


def _head(review: GameReview) -> Head:
    game, names = review.game, names_of(review.game)
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, game.scores, strict=True))
    methods = Counter(turn.analysis.method for turn in review.turns)
    first = review.turns[0].analysis if review.turns else None
    clock = ", some stopped by the clock: another run will differ" if review.stopped_by_clock else ""
    judged = ", ".join(f"{count} by {METHODS[method]}" for method, count in methods.most_common())
    return Head(
        title=scores,
        event=game.pragma("title") or "",
        date=game.pragma("date") or "",
        notes=tuple(
            pragma.value for pragma in game.pragmas if pragma.name.lower() in ("description", "note")
        ),
        result=_result(game, names),
        lexicon=first.lexicon_name if first else game.lexicon_name or "not named",
        how="" if first is None else f"strategy {first.strategy_name} · turns valued: {judged}{clock}",
    )


def _result(game: Game, names: list[str]) -> str:
    if not game.is_finished:
        return f"Not finished: {names[game.state.on_turn]} is on turn"
    if game.winner is None:
        return "A draw"
    second = max(score for player, score in enumerate(game.scores) if player != game.winner)
    return f"{names[game.winner]} won by {max(game.scores) - second}"


@dataclass(frozen=True)
class Cell:
    """A figure of a player and the turns that it is made of, or either alone."""

    figure: Figure | None
    turns: tuple[int, ...] = ()


def _totals(players: Sequence[PlayerReview], *, with_chances: bool) -> dict[str, list[Cell]]:
    """What the turns of each player come to: a row of cells a heading."""
    rows: dict[str, list[Cell]] = {}
    for player in players:
        for heading, cell in _cells(player, with_chances):
            rows.setdefault(heading, []).append(cell)
    return rows


def _cells(player: PlayerReview, with_chances: bool) -> Iterator[tuple[str, Cell]]:
    yield "Mistake index", Cell(points(player.mistake_index))
    for mistake, count in player.mistakes.items():
        if mistake is not Mistake.NONE:
            yield f"{CLASSES[mistake.value]}s", Cell(whole(count))
    yield "Points lost", Cell(points(player.points_lost))
    yield "Win % lost", Cell(percent(player.win_lost if with_chances else None))
    yield "Luck of the draw", Cell(points(player.luck, signed=True))
    yield "Turns", Cell(whole(player.turns))
    yield "of them judged", Cell(whole(player.judged))
    yield "Best move found", Cell(whole(player.best_found))
    yield "Bingos", Cell(whole(len(player.bingos)), player.bingos)
    yield "Bingos missed", Cell(whole(len(player.missed_bingos)), player.missed_bingos)
    yield "Phonies", Cell(whole(len(player.phonies)), player.phonies)
    yield "Best turn", Cell(None, () if player.best_turn is None else (player.best_turn,))
    yield "Worst turn", Cell(None, () if player.worst_turn is None else (player.worst_turn,))
