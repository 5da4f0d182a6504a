"""The report of a game as one self-contained HTML page.

All text is in the page, so it can be read, searched and printed without its script. The script shows one turn
at a time, sorts tables and shows candidates on the board. The templates escape all text of the record.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from jackdaw.html.boards import colours, shapes
from jackdaw.html.chart import build_chart, missing_chart_reason
from jackdaw.html.figures import (
    UNKNOWN,
    Figure,
    lost_points,
    lost_wins,
    percent,
    points,
    signed_points,
    whole,
    with_error,
)
from jackdaw.html.lines import ANY_RECORD, build_lines, build_practice, quote_record
from jackdaw.html.turns import CLASSES, build_ending, build_turns
from jackdaw.text import METHODS, describe_lexicon, describe_values, static_note
from movegen.encoding import show_hidden
from movegen.errors import MAX_NAME, MAX_PLACE, one_line
from movegen.game import Game
from sims.review import GameReview, PlayerReview
from strategy.analysis import Mistake, PositionAnalysis

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATES = Path(__file__).with_name("templates")
_ROWS_OF_TWO = ("Estimated rating", "Lost (win %)", "Spread lost by mistakes")
"""The totals that need chances to win, which are known in games of two players."""
_MAX_TEXT = 20_000
"""The limit of characters of a text from outside, such as a note."""


@dataclass(frozen=True)
class Head:
    """The heading of the page: facts about the game as a whole."""

    title: str
    event: str
    date: str
    notes: tuple[str, ...]
    result: str
    lexicon: str
    how: str
    address: str


def game_page(
    review: GameReview,
    *,
    candidates: int = 10,
    address: str = "",
    record: str = "",
    options: Sequence[str] = (),
) -> str:
    """Render the page of a review, with up to `candidates` candidates per turn besides the played move.

    The same review gives the same page. It has all turns of the game, analyzed or not, its lines, the address
    from which the game was fetched, if any, and how to practise its mistakes: those of the file `record`,
    read with `options` of the command line.

    >>> import jackdaw
    >>> review = jackdaw.analyze("jackdaw/samples/ann_v_ben.gcg", method="static")
    >>> page = game_page(review, candidates=3)
    >>> page[:15], "Ann Archer" in page
    ('<!DOCTYPE html>', True)
    """
    game = review.game
    light, dark = colours()
    turns, chart = list(build_turns(review, candidates)), build_chart(review)
    return (
        template_environment()
        .get_template("game.html")
        .render(
            head=_head(review, address),
            names=game.display_names,
            winner=game.winner,
            game=game,
            review=review,
            turns=turns,
            by_number={turn.number: turn for turn in turns},
            end=build_ending(review, candidates),
            chart=chart,
            missing_chart_reason=missing_chart_reason(review),
            lines=list(build_lines(review)),
            practice=list(build_practice(review, record, options)),
            totals=_totals(review.players, with_chances=chart is not None),
            classes=CLASSES,
            shapes=shapes(game.variant),
            light=light,
            dark=dark,
            percent=percent,
            grading=review.grading,
        )
    )


def name_record(page: str, record: str) -> str:
    """Return a page that was made of the record `ANY_RECORD` as that of a record of this name."""
    return page.replace(ANY_RECORD, str(escape(_replace_forbidden(quote_record(record)))))


@cache
def template_environment() -> "Environment":
    """Return the Jinja environment of the templates, which escapes text and removes forbidden characters."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # slow to import; few commands need it

    return Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_replace_forbidden,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _replace_forbidden(value: Any) -> Any:
    """Escape the characters that HTML does not allow, and those that hide or reverse others."""
    if not isinstance(value, str):
        return value
    found = show_hidden(value)
    if isinstance(value, Markup):
        return Markup(found)
    return found if len(found) <= _MAX_TEXT else f"{found[:_MAX_TEXT]}…"


def _head(review: GameReview, address: str) -> Head:
    game, names = review.game, review.game.display_names
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, game.scores, strict=True))
    methods = Counter(turn.analysis.method for turn in review.turns if turn.grade is not None)
    first = review.turns[0].analysis if review.turns else None
    clock = ", some stopped by the time limit: another run will differ" if review.stopped_by_clock else ""
    counts = [f"{count} by {METHODS[method]}" for method, count in methods.most_common()]
    values = ""
    if first is not None:
        values = f"strategy {first.strategy_name}, {describe_values(first, with_win_table=len(names) == 2)}"
    if unjudged := len(review.turns) - methods.total():
        counts.append(f"{unjudged} not judged")
    return Head(
        title=scores,
        event=one_line(game.pragma("title") or "", MAX_PLACE),
        date=one_line(game.pragma("date") or "", MAX_NAME),
        notes=tuple(_notes(review, first)),
        result=_result(game, names),
        lexicon=describe_lexicon(first) if first else one_line(game.lexicon_name or "not named", MAX_NAME),
        how="" if first is None else f"{values} · turns: {', '.join(counts)}{clock}",
        address=one_line(address, MAX_PLACE),
    )


def _notes(review: GameReview, first: PositionAnalysis | None) -> Iterator[str]:
    """Return the record's notes on the game, and ours on a quick review and on a lexicon not the game's."""
    yield from (
        pragma.value for pragma in review.game.pragmas if pragma.name.lower() in ("description", "note")
    )
    quick = static_note(review.turns)
    if quick is not None:
        yield f"{quick}."
    if first is not None and first.has_substitute_lexicon:
        yield f"Words were judged by {first.lexicon_name}; no play that stood is called a phony."


def _result(game: Game, names: list[str]) -> str:
    if not game.is_finished:
        return f"Not finished: {names[game.state.on_turn]} is on turn"
    if game.winner is None:
        return "A draw"
    second = max(score for player, score in enumerate(game.scores) if player != game.winner)
    return f"{names[game.winner]} won by {max(game.scores) - second}"


@dataclass(frozen=True)
class Cell:
    """A figure of a player, the turns behind it, or both."""

    figure: Figure | None
    turns: tuple[int, ...] = ()


_ESTIMATED = "Of these, estimated by searches (win %)"


def _totals(players: Sequence[PlayerReview], *, with_chances: bool) -> dict[str, list[Cell]]:
    """Return the totals of the players: a row of cells per heading."""
    rows: dict[str, list[Cell]] = {}
    for player in players:
        for heading, cell in _cells(player, with_chances):
            rows.setdefault(heading, []).append(cell)
    unknown = list(_ROWS_OF_TWO) if len(players) != 2 else []
    if all(player.win_lost_estimated is None for player in players):
        unknown.append(_ESTIMATED)
    return {heading: cells for heading, cells in rows.items() if heading not in unknown}


def _cells(player: PlayerReview, with_chances: bool) -> Iterator[tuple[str, Cell]]:
    is_judged = player.judged > 0
    yield "Mistake index", Cell(points(player.mistake_index))
    yield "Estimated rating", Cell(Figure(str(player.rating), player.rating) if player.rating else UNKNOWN)
    for mistake, count in player.mistakes.items():
        if mistake is not Mistake.NONE:
            costing_wins = count - player.spread_mistakes[mistake]
            yield f"{CLASSES[mistake.value]}s", Cell(whole(costing_wins if is_judged else None))
    yield "Lost (win %)", Cell(lost_wins(player.win_lost if with_chances else None))
    estimated = lost_wins(player.win_lost_estimated)
    if player.win_lost_error is not None:
        estimated = with_error(estimated, lost_wins(-player.win_lost_error))
    yield _ESTIMATED, Cell(estimated)
    yield "Lost (points)", Cell(lost_points(player.points_lost))
    yield "Spread lost by mistakes", Cell(lost_points(player.spread_lost))
    yield "Luck of the draw", Cell(signed_points(player.luck))
    yield "Turns judged", Cell(Figure(f"{player.judged} of {player.turns}", player.judged))
    yield "Best move found", Cell(whole(player.best_found if is_judged else None))
    yield "Bingos", Cell(whole(len(player.bingos)), player.bingos)
    yield "Bingos missed", Cell(whole(len(player.missed_bingos) if is_judged else None), player.missed_bingos)
    yield "Phonies", Cell(whole(len(player.phonies)), player.phonies)
    yield "Best turn", Cell(None, () if player.best_turn is None else (player.best_turn,))
    yield "Worst turn", Cell(None, () if player.worst_turn is None else (player.worst_turn,))
