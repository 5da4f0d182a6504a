"""The index page of a collection: every player and every game, in one HTML document beside the games' pages.

It looks like the page of a game and shares its style. All text is in it, so that it can be read and printed
without its script, which shows a player at a time and sorts tables. The templates escape what records say.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from jackdaw.collection import CollectedGame, Collection, Person, Tally
from jackdaw.collection_report import counted, short_names
from jackdaw.collection_rows import as_text
from jackdaw.game_facts import OPENING_TURNS, Phase
from jackdaw.game_page import environment
from jackdaw.page_figures import UNKNOWN, Figure, percent, points, whole
from jackdaw.page_turns import CLASSES
from jackdaw.trend_chart import TrendChart, trend_chart
from strategy.mistakes import Mistake

MOST_PEOPLE = 50
"""Players with a section of their own: those with the most games."""
_MISTAKES = (Mistake.SMALL, Mistake.MEDIUM, Mistake.LARGE)


@dataclass(frozen=True)
class Row:
    """A line of a table: its name, where that leads, and its figures."""

    name: str
    figures: tuple[Figure, ...]
    anchor: str | None = None


@dataclass(frozen=True)
class Section:
    """A player: what all games come to, by opponent and by phase, and the chart of them over time."""

    anchor: str
    name: str
    summary: dict[str, Figure]
    best_found: str
    opponents: tuple[Row, ...]
    phases: tuple[Row, ...]
    chart: TrendChart | None


@dataclass(frozen=True)
class GameRow:
    """A game: where its page is, who played, how it ended, and the mistake index of each player."""

    page: str
    date: str
    players: tuple[str, ...]
    winner: int | None
    scores: str
    best_score: int
    finished: bool
    index: str
    worst_index: float | None
    large: Figure
    missed_bingos: Figure
    file: str


def collection_page(collection: Collection, pages: Mapping[str, str]) -> str:
    """The page of a collection; `pages` are the names of the games' pages, by the files of the games.

    Same collection, same page.
    """
    people = collection.players
    shown = people[:MOST_PEOPLE]
    names = short_names(game.file for game in collection.games)
    anchors = {person.key: f"player-{number}" for number, person in enumerate(shown, start=1)}
    return (
        environment()
        .get_template("index.html")
        .render(
            title=_title(collection),
            days=_days(collection),
            lexica=sorted({game.facts.lexicon for game in collection.games if game.facts.lexicon}),
            strategies=sorted({game.facts.strategy for game in collection.games if game.facts.strategy}),
            people=[Row(each.name, _of_games(each.tally), anchors.get(each.key)) for each in people],
            sections=[_section(person, anchors[person.key]) for person in shown],
            games=[_game(game, pages[game.file], names[game.file]) for game in collection.games],
            pages=pages,
            has_dates=any(game.date for game in collection.games),
            failures=[(as_text(failure.file), as_text(failure.error)) for failure in collection.failures],
            copies=[(as_text(file), as_text(of)) for file, of in collection.copies.items()],
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
        "Spread a game": points(tally.spread_a_game, signed=True),
        "Mistake index a game": points(tally.index_a_game),
        "Points lost a turn": points(tally.lost_a_turn),
        "Win % lost a game": percent(tally.win_lost_a_game),
        "Luck a game": points(tally.luck_a_game, signed=True),
        "Bingos": whole(tally.bingos),
        "Bingos missed": whole(tally.missed_bingos),
        "Phonies": whole(tally.phonies),
    }
    opponents = tuple(Row(name, _of_games(against)) for name, against in person.opponents.items())
    phases = tuple(_phases(person.phases))
    best_found = f"{tally.best_found:,} of {tally.judged:,}"
    return Section(anchor, person.name, summary, best_found, opponents, phases, trend_chart(person))


def _of_games(tally: Tally) -> tuple[Figure, ...]:
    """The figures of a player, or of the games against one, in the order of the template's headings."""
    return (
        whole(tally.games),
        _won(tally),
        points(tally.spread_a_game, signed=True),
        points(tally.index_a_game),
        points(tally.lost_a_turn),
        percent(tally.win_lost_a_game),
        *(whole(tally.mistakes[kind]) for kind in _MISTAKES),
        points(tally.luck_a_game, signed=True),
    )


def _phases(phases: Mapping[Phase, Tally]) -> Iterator[Row]:
    for phase, tally in phases.items():
        found = tally.best_found / tally.judged if tally.judged else None
        mistakes = " · ".join(str(tally.mistakes[kind]) for kind in _MISTAKES)
        figures = (
            whole(tally.turns),
            percent(found),
            points(tally.lost_a_turn),
            Figure(mistakes, tally.index),
        )
        yield Row(phase.value.capitalize(), figures)


def _won(tally: Tally) -> Figure:
    """Games won of those that were finished; a draw is half of one."""
    return Figure(f"{round(tally.won, 2):g}", tally.won) if tally.finished else UNKNOWN


def _game(game: CollectedGame, page: str, name: str) -> GameRow:
    facts = game.facts
    judged = [player.mistake_index if player.judged else None for player in facts.review.players]
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
        large=whole(sum(player.mistakes[Mistake.LARGE.value] for player in facts.review.players)),
        missed_bingos=whole(sum(len(player.missed_bingos) for player in facts.review.players)),
        file=as_text(name),
    )
