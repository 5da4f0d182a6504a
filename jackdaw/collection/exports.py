"""A collection as tables and as JSON: a row a turn, or a player and game; all of it with what it comes to."""

import csv
import io

import msgspec

from jackdaw.collection.collection import Collection, Person
from jackdaw.collection.game_facts import GameFacts, TurnFacts
from jackdaw.collection.games import Sample, Tally
from jackdaw.schemas import csv_cell, encode_json, escape_formula
from movegen.encoding import encode_text, show_hidden
from strategy.analysis import Mistake

COLLECTION_SCHEMA = "jackdaw.collection/2"
TURN_COLUMNS = ("file", "date", "name", "opponent", *TurnFacts.__struct_fields__)
"""The columns of a table with one row per turn."""


class MeanJson(msgspec.Struct):
    """The mean of a figure over games, and its standard error."""

    mean: float | None
    error: float | None


class TallyJson(msgspec.Struct):
    """The totals of turns and games; see `jackdaw.collection.collection.Tally`."""

    games: int
    finished: int
    judged_games: int
    won: float
    spread: int
    turns: int
    judged: int
    best_found: int
    equity_lost: float | None
    win_lost: float | None
    win_lost_estimated: float | None
    mistakes: dict[str, int]
    spread_mistakes: dict[str, int]
    mistake_index: float | None
    luck: float | None
    bingos: int
    missed_bingos: int
    phonies: int
    per_game: dict[str, MeanJson]


class TrendJson(msgspec.Struct):
    """A game of a player, in chronological order."""

    file: str
    date: str | None
    judged: int
    equity_lost: float | None
    mistake_index: float | None
    recent: float


class PersonJson(msgspec.Struct):
    """A player: totals of all games, by opponent, by phase, and game by game."""

    name: str
    total: TallyJson
    opponents: dict[str, TallyJson]
    phases: dict[str, TallyJson]
    trend: list[TrendJson]


class GameJson(msgspec.Struct):
    """A game, its file and its date."""

    file: str
    date: str | None
    game: GameFacts


class CollectionJson(msgspec.Struct):
    """The result of `analyze` on a folder or several files."""

    schema: str
    games: list[GameJson]
    failures: dict[str, str]
    copies: dict[str, str]
    players: list[PersonJson]
    phases: dict[str, TallyJson]


def collection_json(collection: Collection) -> bytes:
    """Encode a collection as JSON of the schema `jackdaw.collection/2`."""
    return encode_json(
        CollectionJson(
            COLLECTION_SCHEMA,
            games=[GameJson(show_hidden(game.file), game.day, game.facts) for game in collection.games],
            failures={
                show_hidden(failure.file): show_hidden(failure.error) for failure in collection.failures
            },
            copies={show_hidden(file): show_hidden(of) for file, of in collection.copies.items()},
            players=[_person(person) for person in collection.players],
            phases={phase.value: _tally(tally) for phase, tally in collection.by_phase().items()},
        )
    )


def collection_csv(collection: Collection) -> bytes:
    """Encode the turns as CSV (RFC 4180, UTF-8), one row per turn. Values are those of the JSON.

    A spreadsheet treats text that begins with `=`, `+`, `-` or `@` as a formula, and names in a record can
    be anything: such text gets an apostrophe in front, which spreadsheets hide.
    """
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, TURN_COLUMNS)
    writer.writeheader()
    for row in collection.turn_rows():
        writer.writerow({column: _cell(value) for column, value in row.items()})
    return encode_text(text.getvalue())


def _cell(value: object) -> str:
    return escape_formula(value) if isinstance(value, str) else csv_cell(value)


def _person(person: Person) -> PersonJson:
    trend = [
        TrendJson(
            show_hidden(point.game.file),
            point.game.day,
            point.tally.judged,
            point.tally.points_lost,
            point.tally.index,
            round(point.recent, 6),
        )
        for point in person.trend
    ]
    return PersonJson(
        person.name,
        _tally(person.tally),
        {name: _tally(tally) for name, tally in person.opponents.items()},
        {phase.value: _tally(tally) for phase, tally in person.phases.items()},
        trend,
    )


def _tally(tally: Tally) -> TallyJson:
    return TallyJson(
        tally.games,
        tally.finished,
        tally.judged_games,
        tally.won,
        tally.spread,
        tally.turns,
        tally.judged,
        tally.best_found,
        tally.points_lost,
        tally.win_lost,
        tally.win_lost_estimated,
        {kind.value: tally.mistakes[kind] for kind in Mistake},
        {kind.value: tally.spread_mistakes[kind] for kind in Mistake},
        tally.index,
        tally.luck,
        tally.bingos,
        tally.missed_bingos,
        tally.phonies,
        {
            "spread": _mean(tally.spreads),
            "mistake_index": _mean(tally.indices),
            "equity_lost": _mean(tally.points_losses),
            "win_lost": _mean(tally.win_losses),
            "luck": _mean(tally.lucks),
        },
    )


def _mean(sample: Sample) -> MeanJson:
    mean, error = sample.mean, sample.error
    return MeanJson(None if mean is None else round(mean, 6), None if error is None else round(error, 6))
