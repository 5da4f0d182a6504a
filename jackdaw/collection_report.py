"""A collection as text: how each player did, and of the one with most games against whom, when, and where."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from jackdaw.collection import CollectedGame, Collection, Person, Tally, TrendPoint
from jackdaw.game_facts import Phase
from jackdaw.layout import EMPTY, Column, Line, styled, table
from strategy.mistakes import Mistake

_BOLD = "bold"
_MOST_ROWS, _MOST_FAILURES, _MOST_STRETCHES = 20, 20, 5
_NAME, _FILE, _PLAYERS = 20, 18, 19
"""The longest names, in characters, in lines that have to fit 80 columns."""
_LEGEND = (
    "Index: mistakes a game, 0.2 for a small, 0.5 for a medium, 1 for a large one.",
    "Lost: points a turn. Win: of the chance to win, percent a game. Spread, luck: a",
    "game.",
)
_KINDS = (Mistake.SMALL, Mistake.MEDIUM, Mistake.LARGE)
_MARKS = tuple(Column(mark, "right") for mark in ("?!", "?", "??"))


def collection_view(collection: Collection) -> Iterator[Line]:
    """All of it."""
    yield styled(_heading(collection), _BOLD)
    people = collection.players
    if people:
        yield EMPTY
        yield from _totals("Player", {person.name: person.tally for person in people})
        if people[0].tally.games > 1:
            yield from _person_view(people[0])
        yield EMPTY
        yield from _games(collection.games)
        yield EMPTY
        yield from (styled(line, "dim") for line in _LEGEND)
    yield from _left_out(collection)


def _heading(collection: Collection) -> str:
    games, people = len(collection.games), len(collection.players)
    days = [game.date for game in collection.games if game.date is not None]
    parts = [f"{counted(games, 'game')} of {counted(people, 'player')}" if games else "No game could be read"]
    if days:
        parts.append(f"{days[0]} to {days[-1]}" if days[0] < days[-1] else str(days[0]))
    doubtful = sum(1 for game in collection.games if game.facts.warnings)
    if doubtful:
        parts.append(f"{counted(doubtful, 'record')} with warnings, which analyze FILE tells")
    return "; ".join(parts)


def _totals(heading: str, tallies: Mapping[str, Tally]) -> Iterator[Line]:
    """A line for each player or opponent, as many as can be read."""
    columns = (
        Column(heading, "left"), Column("Games", "right"), Column("Won", "right"), Column("Spread", "right"),
        Column("Index", "right"), Column("Lost", "right"), Column("Win", "right"), *_MARKS,
        Column("Luck", "right"),
    )  # fmt: skip
    rows = [
        (
            (
                shortened(name, _NAME),
                str(tally.games),
                f"{round(tally.won, 2):g}" if tally.finished else "-",
                _figure(tally.spread_a_game, "+.0f"),
                _figure(tally.index_a_game, ".1f"),
                _figure(tally.lost_a_turn, ".1f"),
                _figure(tally.win_lost_a_game, ".1f", 100),
                *(str(tally.mistakes[kind]) for kind in _KINDS),
                _figure(tally.luck_a_game, "+.1f"),
            ),
            "",
        )
        for name, tally in islice(tallies.items(), _MOST_ROWS)
    ]
    yield from table(columns, rows)
    yield from _more(len(tallies))


def _person_view(person: Person) -> Iterator[Line]:
    """Of a player: by opponent, by phase, over time."""
    yield EMPTY
    yield styled(person.name, _BOLD)
    yield EMPTY
    yield from _totals("Against", person.opponents)
    yield EMPTY
    yield from _phases(person.phases)
    if len(person.trend) > 1:
        yield EMPTY
        yield from _trend(person.trend)


def _phases(phases: Mapping[Phase, Tally]) -> Iterator[Line]:
    columns = (
        Column("Phase", "left"), Column("Turns", "right"), Column("Best found", "right"),
        Column("Lost", "right"), *_MARKS, Column("Luck", "right"),
    )  # fmt: skip
    rows = [
        (
            (
                phase.value,
                str(tally.turns),
                f"{tally.best_found} of {tally.judged}",
                _figure(tally.lost_a_turn, ".1f"),
                *(str(tally.mistakes[kind]) for kind in _KINDS),
                f"{tally.luck:+.1f}",
            ),
            "",
        )
        for phase, tally in phases.items()
    ]
    yield from table(columns, rows)


def _trend(points: Sequence[TrendPoint]) -> Iterator[Line]:
    """The mistake index of the games in a few stretches, each as long as the others or one game shorter."""
    columns = (Column("Games", "left"), Column("Index", "right"), Column("Lost", "right"), Column("", "left"))
    rows = []
    stretches = min(_MOST_STRETCHES, len(points))
    for number in range(stretches):
        first, end = (len(points) * place // stretches for place in (number, number + 1))
        tally = Tally()
        for point in points[first:end]:
            tally.add_game(point.game, point.player)
        cells = [
            str(end) if end == first + 1 else f"{first + 1} to {end}",
            _figure(tally.index_a_game, ".1f"),
            _figure(tally.lost_a_turn, ".1f"),
            _when(points[first:end]),
        ]
        rows.append((cells, ""))
    yield from table(columns, rows)


def _when(points: Sequence[TrendPoint]) -> str:
    first, last = points[0].game.date, points[-1].game.date
    if first is None:
        return ""
    return str(first) if last in (first, None) else f"{first} to {last}"


def _games(games: Sequence[CollectedGame]) -> Iterator[Line]:
    """A line for each of the last games."""
    columns = (
        Column("Date", "left"), Column("File", "left"), Column("Players", "left"), Column("Score", "right"),
        Column("Index", "right"),
    )  # fmt: skip
    rows, names = [], short_names(game.file for game in games)
    for game in games[-_MOST_ROWS:]:
        facts = game.facts
        scores = "-".join(map(str, facts.scores)) + ("" if facts.finished else "*")
        index = [f"{player.mistake_index:.1f}" if player.judged else "-" for player in facts.review.players]
        cells = [
            "" if game.date is None else str(game.date),
            shortened(names[game.file], _FILE, from_the_end=True),
            shortened(" v ".join(facts.players), _PLAYERS),
            scores,
            " ".join(index) if len(index) == 2 else f"{min(index)} to {max(index)}",
        ]
        rows.append((cells, ""))
    undated = int(all(game.date is None for game in games))
    yield from table(columns[undated:], [(cells[undated:], style) for cells, style in rows])
    yield from _more(len(games), "before these")
    if not all(game.facts.finished for game in games):
        yield styled("* not finished", "dim")


def _left_out(collection: Collection) -> Iterator[Line]:
    """What does not count, and why."""
    if collection.copies:
        yield EMPTY
        yield styled(f"{counted(len(collection.copies), 'file')} left out, the same as another one:", _BOLD)
        pairs = (f"  {file}: the same as {of}" for file, of in collection.copies.items())
        yield from map(styled, islice(pairs, _MOST_FAILURES))
        yield from _more(len(collection.copies), shown=_MOST_FAILURES)
    if collection.failures:
        yield EMPTY
        yield styled(f"{counted(len(collection.failures), 'file')} could not be analyzed:", _BOLD)
        told = (f"  {failure.file}: {failure.error}" for failure in collection.failures)
        yield from map(styled, islice(told, _MOST_FAILURES))
        yield from _more(len(collection.failures), shown=_MOST_FAILURES)


def short_names(files: Iterable[str]) -> dict[str, str]:
    """Files as they are called in the folder that all of them lie in.

    >>> short_names(["games/a/1.gcg", "games/b/1.gcg"])
    {'games/a/1.gcg': 'a/1.gcg', 'games/b/1.gcg': 'b/1.gcg'}
    """
    paths = {file: Path(file).resolve() for file in files}
    folder = os.path.commonpath([path.parent for path in paths.values()]) if paths else ""
    return {file: path.relative_to(folder).as_posix() for file, path in paths.items()}


def shortened(text: str, most: int, *, from_the_end: bool = False) -> str:
    """A text of at most so many characters, with `~` where some are missing."""
    if len(text) <= most:
        return text
    return f"~{text[1 - most :]}" if from_the_end else f"{text[: most - 1]}~"


def _more(count: int, what: str = "more", shown: int = _MOST_ROWS) -> Iterable[Line]:
    return [styled(f"and {count - shown:,} {what}", "dim")] if count > shown else []


def counted(number: int, what: str) -> str:
    """A number of things, such as `1 game`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _figure(value: float | None, form: str, factor: int = 1) -> str:
    return "-" if value is None else f"{factor * value:{form}}"
