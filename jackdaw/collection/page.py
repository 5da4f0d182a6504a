"""The index page of a collection: every player and every game, in one HTML document beside the games' pages.

It shares the style of the game page. All text is in the page, so it can be read and printed without its
script, which shows one player at a time and sorts tables. The templates escape all text of the records.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from jackdaw.collection.collection import Collection, Person
from jackdaw.collection.game_facts import OPENING_TURNS, Phase
from jackdaw.collection.games import CollectedGame, Sample, Tally
from jackdaw.collection.report import estimates_note, quick_note, shorten_file_names
from jackdaw.collection.trend_chart import TrendChart, build_trend_chart
from jackdaw.html import (
    CLASSES,
    UNKNOWN,
    Figure,
    absolute,
    lost_points,
    lost_wins,
    percent,
    points,
    signed_points,
    template_environment,
    whole,
    with_error,
)
from movegen.counts import counted
from movegen.errors import MAX_PLACE, one_line
from strategy.analysis import Mistake

MAX_PEOPLE = 50
"""Players with a section of their own, those with the most games."""
_MISTAKES = (Mistake.SMALL, Mistake.MEDIUM, Mistake.LARGE)

_PAGE_SUFFIX = ".html"
_MAX_NAME_LENGTH = 80
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")
_RESERVED = re.compile(r"index|con|prn|aux|nul|com\d|lpt\d", re.I)
"""The index page, and the names that Windows reserves for devices."""


@dataclass(frozen=True)
class TableRow:
    """A row of a table: its name, the link of the name, and its figures."""

    name: str
    figures: tuple[Figure, ...]
    anchor: str | None = None


@dataclass(frozen=True)
class Section:
    """A player: totals of all games, by opponent and by phase, and the chart over time."""

    anchor: str
    name: str
    summary: dict[str, Figure]
    best_found: str
    opponents: tuple[TableRow, ...]
    phases: tuple[TableRow, ...]
    chart: TrendChart | None


@dataclass(frozen=True)
class GameRow:
    """A game: its page, players and result, and the mistake index and estimated rating of each player."""

    page: str
    date: str
    players: tuple[str, ...]
    winner: int | None
    scores: str
    best_score: int
    finished: bool
    index: str
    worst_index: float | None
    rating: str
    best_rating: int | None
    large: Figure
    missed_bingos: Figure
    file: str


def collection_page(collection: Collection, pages: Mapping[str, str]) -> str:
    """Render the page of a collection; `pages` maps the files of the games to the names of their pages.

    The same collection gives the same page.
    """
    people = collection.players
    shown = people[:MAX_PEOPLE]
    names = shorten_file_names(game.file for game in collection.games)
    anchors = {person.key: f"player-{number}" for number, person in enumerate(shown, start=1)}
    return (
        template_environment()
        .get_template("index.html")
        .render(
            title=_title(collection),
            days=_days(collection),
            quick_note=quick_note(collection),
            estimates_note=estimates_note(collection),
            lexica=sorted({game.facts.lexicon for game in collection.games if game.facts.lexicon}),
            strategies=sorted({game.facts.strategy for game in collection.games if game.facts.strategy}),
            people=[TableRow(each.name, _game_figures(each.tally), anchors.get(each.key)) for each in people],
            sections=[_section(person, anchors[person.key]) for person in shown],
            games=[_game(game, pages[game.file], names[game.file]) for game in collection.games],
            pages=pages,
            has_dates=any(game.date for game in collection.games),
            failures=[
                (one_line(failure.file, MAX_PLACE), one_line(failure.error))
                for failure in collection.failures
            ],
            copies=[
                (one_line(file, MAX_PLACE), one_line(of, MAX_PLACE)) for file, of in collection.copies.items()
            ],
            classes=CLASSES,
            opening_turns=OPENING_TURNS,
        )
    )


def _title(collection: Collection) -> str:
    return f"{counted(len(collection.games), 'game')} of {counted(len(collection.players), 'player')}"


def _days(collection: Collection) -> str:
    days = [game.date for game in collection.games if game.date is not None]
    if not days:
        return ""
    return f"{days[0]} to {days[-1]}" if days[0] < days[-1] else str(days[0])


def _section(person: Person, anchor: str) -> Section:
    tally = person.tally
    summary = {
        "Games": whole(tally.games),
        "Won": _won(tally),
        "Spread a game": _average(tally.spreads, signed_points),
        "Mistake index a game": _average(tally.indices, points),
        "Lost a game (win %)": _average(tally.win_losses, lost_wins),
        "Lost a game (points)": _average(tally.points_losses, lost_points),
        "Luck a game": _average(tally.lucks, signed_points),
        "Bingos": whole(tally.bingos),
        "Bingos missed": whole(tally.missed_bingos),
        "Phonies": whole(tally.phonies),
    }
    opponents = tuple(TableRow(name, _game_figures(against)) for name, against in person.opponents.items())
    phases = tuple(_phases(person.phases))
    best_found = f"{tally.best_found:,} of {tally.judged:,}"
    return Section(anchor, person.name, summary, best_found, opponents, phases, build_trend_chart(person))


def _game_figures(tally: Tally) -> tuple[Figure, ...]:
    """Return the figures of a player or an opponent, in the order of the template's headings."""
    return (
        whole(tally.games),
        _won(tally),
        _average(tally.spreads, signed_points),
        _average(tally.indices, points),
        _average(tally.win_losses, lost_wins),
        _average(tally.points_losses, lost_points),
        *(whole(tally.mistakes[kind] if tally.judged else None) for kind in _MISTAKES),
        _average(tally.lucks, signed_points),
    )


def _average(sample: Sample, form: Callable[[float | None], Figure]) -> Figure:
    """Format a mean and its standard error."""
    mean = form(sample.mean)
    return mean if sample.error is None else with_error(mean, absolute(form(sample.error)))


def _phases(phases: Mapping[Phase, Tally]) -> Iterator[TableRow]:
    for phase, tally in phases.items():
        found = tally.best_found / tally.judged if tally.judged else None
        mistakes = " · ".join(str(tally.mistakes[kind]) for kind in _MISTAKES)
        figures = (
            whole(tally.turns),
            percent(found),
            lost_points(tally.lost_per_turn),
            Figure(mistakes, tally.index) if tally.judged else UNKNOWN,
        )
        yield TableRow(phase.value.capitalize(), figures)


def _won(tally: Tally) -> Figure:
    """Format the games won of those finished; a draw is half a win."""
    return Figure(f"{round(tally.won, 2):g}", tally.won) if tally.finished else UNKNOWN


def _game(game: CollectedGame, page: str, name: str) -> GameRow:
    facts = game.facts
    judged = [player.mistake_index for player in facts.review.players]
    ratings = [player.rating for player in facts.review.players]
    known = [index for index in judged if index is not None]
    return GameRow(
        page=page,
        date="" if game.date is None else game.date.isoformat(),
        players=tuple(facts.players),
        winner=facts.winner,
        scores="\N{EN DASH}".join(whole(score).text for score in facts.scores),
        best_score=max(facts.scores),
        finished=facts.finished,
        index=" · ".join(points(index).text for index in judged),
        worst_index=max(known, default=None),
        rating=" · ".join(UNKNOWN.text if each is None else str(each) for each in ratings),
        best_rating=max((each for each in ratings if each is not None), default=None),
        large=whole(sum(player.mistakes[Mistake.LARGE.value] for player in facts.review.players)),
        missed_bingos=whole(sum(len(player.missed_bingos) for player in facts.review.players)),
        file=one_line(name, MAX_PLACE),
    )


def name_pages(files: Iterable[str]) -> dict[str, str]:
    """Name the page of each file after the file, in plain letters, with a number where the name is taken.

    Names that differ only in case count as the same, because some file systems ignore case.

    >>> name_pages(["a/Round 1.gcg", "b/round_1.gcg", "b/round 1.GCG", "Übung (2).gcg", "index.gcg"]).values()
    dict_values(['Round-1.html', 'round_1.html', 'round-1-2.html', 'Ubung-2.html', 'game-index.html'])
    """
    taken: set[str] = set()
    names = {}
    for file in files:
        plain = _plain(Path(file).stem)
        name, number = plain, 1
        while name.casefold() in taken:
            number += 1
            name = f"{plain}-{number}"
        taken.add(name.casefold())
        names[file] = name + _PAGE_SUFFIX
    return names


def _plain(stem: str) -> str:
    letters = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode()
    name = _UNSAFE.sub("-", letters)[:_MAX_NAME_LENGTH].strip("-")
    return f"game-{name}".rstrip("-") if not name or _RESERVED.fullmatch(name) else name
