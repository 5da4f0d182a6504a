"""A collection as text: totals of all players, and details of the player with the most games."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from jackdaw.collection.collection import Collection, Person, TrendPoint
from jackdaw.collection.game_facts import Phase
from jackdaw.collection.games import CollectedGame, Sample, Tally
from jackdaw.console import EMPTY, Column, Line, block_width, styled, table
from jackdaw.text import UNKNOWN
from movegen.counts import counted
from movegen.files import canonical_path
from strategy.analysis import Method, Mistake

_BOLD = "bold"
_WIDTH = 80
_MAX_ROWS, _MAX_FAILURES, _MAX_STRETCHES = 20, 20, 5
_NAME, _FILE, _PLAYERS = 20, 18, 19
"""The longest names, in characters, so that lines fit in 80 columns."""
_LEGEND = (
    "Averages a game, with their standard errors (±): spread, mistake index, wins and",
    "points lost, luck. Losses count games in which every turn was judged.",
)
_KINDS = (Mistake.SMALL, Mistake.MEDIUM, Mistake.LARGE)
_MARKS = tuple(Column(mark, "right") for mark in ("?!", "?", "??"))


def collection_text(collection: Collection) -> Iterator[Line]:
    """Write the whole report."""
    yield styled(_heading(collection), _BOLD)
    note = quick_note(collection)
    if note is not None:
        yield styled(f"{note}; --effort normal simulates.", "yellow")
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
        note = estimates_note(collection)
        if note is not None:
            yield styled(f"{note} (--json has those of each player).", "dim")
    yield from _left_out(collection)


def quick_note(collection: Collection) -> str | None:
    """Return the sentence on turns that a deeper review would simulate or search; None if there is none."""
    turns = [turn for game in collection.games for turn in game.facts.turns if len(game.facts.players) == 2]
    quick = sum(turn.method == Method.STATIC.value for turn in turns if turn.mistake is not None)
    return f"{quick:,} of {len(turns):,} turns by score and leave only" if quick else None


def estimates_note(collection: Collection) -> str | None:
    """Return the sentence on the wins lost that searches only estimated; None if there are none."""
    tally = Tally()
    for turn in (turn for game in collection.games for turn in game.facts.turns):
        tally.add_turn(turn)
    if not tally.win_lost_estimated or not tally.win_lost:
        return None
    share = f"{100 * tally.win_lost_estimated / tally.win_lost:.0f} %"
    return f"Of all wins lost, {share} are only estimates of pre-endgame searches"


def _heading(collection: Collection) -> str:
    games, people = len(collection.games), len(collection.players)
    days = [game.date for game in collection.games if game.date is not None]
    parts = [f"{counted(games, 'game')} of {counted(people, 'player')}" if games else "No game could be read"]
    if days:
        parts.append(f"{days[0]} to {days[-1]}" if days[0] < days[-1] else str(days[0]))
    doubtful = sum(1 for game in collection.games if game.facts.warnings)
    if doubtful:
        parts.append(f"{counted(doubtful, 'record')} with warnings; run analyze FILE to see them")
    return "; ".join(parts)


def _totals(heading: str, tallies: Mapping[str, Tally]) -> Iterator[Line]:
    """List players or opponents, at most as many as are readable."""
    columns = (
        Column(heading, "left"), Column("Games", "right"), Column("Won", "right"), Column("Spread", "right"),
        Column("Index", "right"), Column("Lost\n(win %)", "right"), Column("Lost\n(points)", "right"),
        Column("Luck", "right"),
    )  # fmt: skip
    rows = [
        (
            (
                shorten(name, _NAME),
                str(tally.games),
                f"{round(tally.won, 2):g}" if tally.finished else UNKNOWN,
                _average(tally.spreads, "+.0f"),
                _average(tally.indices, ".1f"),
                _average(tally.win_losses, ".1f", -100, " %"),
                _average(tally.points_losses, ".0f", -1),
                _average(tally.lucks, "+.0f"),
            ),
            "",
        )
        for name, tally in islice(tallies.items(), _MAX_ROWS)
    ]
    lines = table(columns, rows)
    yield from lines if block_width(lines) <= _WIDTH else table(columns, rows, gap=1)
    yield from _more(len(tallies))


def _person_view(person: Person) -> Iterator[Line]:
    """Describe a player: by opponent, by phase, over time."""
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
        Column("\nPhase", "left"), Column("Turns", "right"), Column("Best\nfound", "right"),
        Column("Lost a turn\n(points)", "right"), *_MARKS,
    )  # fmt: skip
    rows = [
        (
            (
                phase.value,
                str(tally.turns),
                f"{tally.best_found} of {tally.judged}" if tally.judged else UNKNOWN,
                _figure(tally.lost_per_turn, ".1f", -1),
                *(str(tally.mistakes[kind]) if tally.judged else UNKNOWN for kind in _KINDS),
            ),
            "",
        )
        for phase, tally in phases.items()
    ]
    yield from table(columns, rows)


def _trend(points: Sequence[TrendPoint]) -> Iterator[Line]:
    """List the mistake index over a few stretches of games, of equal length or one game shorter."""
    columns = (
        Column("Games", "left"), Column("Index", "right"), Column("Lost\n(points)", "right"),
        Column("", "left"),
    )  # fmt: skip
    rows = []
    stretches = min(_MAX_STRETCHES, len(points))
    for number in range(stretches):
        first, end = (len(points) * index // stretches for index in (number, number + 1))
        tally = Tally()
        for point in points[first:end]:
            tally.add_game(point.game, point.player)
        cells = [
            str(end) if end == first + 1 else f"{first + 1} to {end}",
            _average(tally.indices, ".1f"),
            _average(tally.points_losses, ".0f", -1),
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
    """List the last games."""
    columns = (
        Column("Date", "left"), Column("File", "left"), Column("Players", "left"), Column("Score", "right"),
        Column("Index", "right"),
    )  # fmt: skip
    rows, names = [], shorten_file_names(game.file for game in games)
    for game in games[-_MAX_ROWS:]:
        facts = game.facts
        scores = "-".join(map(str, facts.scores)) + ("" if facts.finished else "*")
        index = [_figure(player.mistake_index, ".1f") for player in facts.review.players]
        cells = [
            "" if game.date is None else str(game.date),
            shorten(names[game.file], _FILE, from_the_end=True),
            shorten(" v ".join(facts.players), _PLAYERS),
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
    """List the files that do not count, and why."""
    if collection.copies:
        yield EMPTY
        yield styled(f"{counted(len(collection.copies), 'file')} left out as copies:", _BOLD)
        pairs = (f"  {file}: the same as {of}" for file, of in collection.copies.items())
        yield from map(styled, islice(pairs, _MAX_FAILURES))
        yield from _more(len(collection.copies), shown=_MAX_FAILURES)
    if collection.failures:
        yield EMPTY
        yield styled(f"{counted(len(collection.failures), 'file')} could not be analyzed:", _BOLD)
        lines = (f"  {failure.file}: {failure.error}" for failure in collection.failures)
        yield from map(styled, islice(lines, _MAX_FAILURES))
        yield from _more(len(collection.failures), shown=_MAX_FAILURES)


def shorten_file_names(files: Iterable[str]) -> dict[str, str]:
    """Return the files relative to the folder that contains all of them.

    >>> shorten_file_names(["games/a/1.gcg", "games/b/1.gcg"])
    {'games/a/1.gcg': 'a/1.gcg', 'games/b/1.gcg': 'b/1.gcg'}
    """
    paths = {file: canonical_path(file) for file in files}
    folder = os.path.commonpath([path.parent for path in paths.values()]) if paths else ""
    return {file: path.relative_to(folder).as_posix() for file, path in paths.items()}


def shorten(text: str, most: int, *, from_the_end: bool = False) -> str:
    """Shorten a text to at most so many characters, with an ellipsis in place of the rest."""
    if len(text) <= most:
        return text
    dots = "\N{HORIZONTAL ELLIPSIS}"
    return f"{dots}{text[1 - most :]}" if from_the_end else f"{text[: most - 1]}{dots}"


def _more(count: int, what: str = "more", shown: int = _MAX_ROWS) -> Iterable[Line]:
    return [styled(f"and {count - shown:,} {what}", "dim")] if count > shown else []


def _figure(value: float | None, form: str, factor: int = 1) -> str:
    return UNKNOWN if value is None else f"{factor * value + 0.0:{form}}"


def _average(sample: Sample, form: str, factor: int = 1, unit: str = "") -> str:
    """Format a mean with its standard error, such as `-1.2 ±0.3 %`."""
    mean, error = sample.mean, sample.error
    if mean is None:
        return UNKNOWN
    digits = form.lstrip("+")
    spread = "" if error is None else f" ±{abs(factor) * error:{digits}}"
    return f"{round(factor * mean, 1 if '1' in form else 0) + 0.0:{form}}{spread}{unit}"
