"""A collection as tables and as JSON: a row a turn, or a player and game; all of it with what it comes to."""

import csv
import io
import os
from collections.abc import Iterator
from typing import Any

import msgspec

from jackdaw.collection import CollectedGame, Collection, Person, Tally
from jackdaw.game_facts import GameFacts, TurnFacts
from jackdaw.json_output import encoded
from strategy.mistakes import Mistake

COLLECTION_SCHEMA = "jackdaw.collection/1"
TURN_COLUMNS = ("file", "date", "name", "opponent", *TurnFacts.__struct_fields__)
"""Of a table with a row a turn."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

Row = dict[str, Any]


class TallyJson(msgspec.Struct):
    """What turns and games come to; see `jackdaw.collection.Tally`."""

    games: int
    finished: int
    judged_games: int
    won: float
    spread: int
    turns: int
    judged: int
    best_found: int
    equity_lost: float
    win_lost: float
    mistakes: dict[str, int]
    mistake_index: float
    luck: float
    bingos: int
    missed_bingos: int
    phonies: int


class TrendJson(msgspec.Struct):
    """A game of a player, in the order of time."""

    file: str
    date: str | None
    judged: int
    equity_lost: float
    mistake_index: float
    recent: float


class PersonJson(msgspec.Struct):
    """A player: all games, and the same by opponent, by phase, and one after the other."""

    name: str
    total: TallyJson
    opponents: dict[str, TallyJson]
    phases: dict[str, TallyJson]
    trend: list[TrendJson]


class GameJson(msgspec.Struct):
    """A game, its file and the date that it is sorted by."""

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
    """`jackdaw.collection/1`."""
    return encoded(
        CollectionJson(
            COLLECTION_SCHEMA,
            games=[GameJson(as_text(game.file), _day(game), game.facts) for game in collection.games],
            failures={as_text(failure.file): as_text(failure.error) for failure in collection.failures},
            copies={as_text(file): as_text(of) for file, of in collection.copies.items()},
            players=[_person(person) for person in collection.players],
            phases={phase.value: _tally(tally) for phase, tally in collection.by_phase().items()},
        )
    )


def collection_csv(collection: Collection) -> bytes:
    """A row a turn, as RFC 4180 has it, in UTF-8. Figures are those of the JSON, truth is `true` or `false`.

    A spreadsheet takes a text that begins with `=`, `+`, `-` or `@` for a formula, and whoever writes a
    record can choose a name: such a text has an apostrophe before it, which spreadsheets hide.
    """
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, TURN_COLUMNS)
    writer.writeheader()
    for row in turn_rows(collection):
        writer.writerow({column: _cell(value) for column, value in row.items()})
    return text.getvalue().encode()


def turn_rows(collection: Collection) -> Iterator[Row]:
    """A row a turn, in the order of the collection: `TURN_COLUMNS`."""
    for game in collection.games:
        for turn in game.facts.turns:
            yield {**_whose(collection, game, turn.player), **msgspec.structs.asdict(turn)}


def game_rows(collection: Collection) -> Iterator[Row]:
    """A row a player and game, in the order of the collection."""
    for game in collection.games:
        for player, score in enumerate(game.facts.scores):
            tally = Tally()
            tally.add_game(game, player)
            yield {
                **_whose(collection, game, player),
                "title": game.facts.title,
                "score": score,
                "spread": game.spread_of(player),
                "finished": game.facts.finished,
                "won": game.won_by(player) if game.facts.finished else None,
                "turns": tally.turns,
                "judged": tally.judged,
                "best_found": tally.best_found,
                "equity_lost": tally.points_lost,
                "win_lost": tally.win_lost,
                "mistake_index": tally.index,
                **{kind.value: tally.mistakes[kind] for kind in Mistake if kind is not Mistake.NONE},
                "luck": tally.luck,
                "bingos": tally.bingos,
                "missed_bingos": tally.missed_bingos,
                "phonies": tally.phonies,
            }


def as_text(text: str) -> str:
    """A name, such as a file's, as text that can be encoded."""
    return os.fsencode(text).decode("utf-8", "replace")


def _whose(collection: Collection, game: CollectedGame, player: int) -> Row:
    return {
        "file": as_text(game.file),
        "date": _day(game),
        "name": collection.name_of(game, player),
        "opponent": collection.opponents_of(game, player),
    }


def _day(game: CollectedGame) -> str | None:
    return None if game.date is None else game.date.isoformat()


def _cell(value: object) -> str:
    """A value as the JSON writes it; nothing for null."""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) else value
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _person(person: Person) -> PersonJson:
    trend = [
        TrendJson(
            as_text(point.game.file),
            _day(point.game),
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
        {kind.value: tally.mistakes[kind] for kind in Mistake},
        tally.index,
        tally.luck,
        tally.bingos,
        tally.missed_bingos,
        tally.phonies,
    )
