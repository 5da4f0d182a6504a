"""A collection of reviewed games: how each player did, against whom, in which phase, and over time.

>>> import jackdaw
>>> found = jackdaw.analyze(["jackdaw/samples/ann_v_ben.gcg"], cache=False)
>>> [(player.name, player.tally.games, player.tally.won) for player in found.players]
[('Ann Archer', 1, 1.0), ('Ben Boyle', 1, 0.0)]
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from jackdaw.collection.game_facts import Phase, TurnFacts
from jackdaw.collection.games import CollectedGame, Failure, Sample, Tally, fold_name
from movegen.counts import counted
from movegen.encoding import show_hidden
from movegen.errors import MAX_NAME, JackdawError, one_line
from movegen.showing import Tabular, Tabulation, import_pandas, short_repr
from strategy.analysis import Mistake

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True)
class TrendPoint:
    """A game of a player with its totals, in chronological order.

    `recent` is the mean mistake index of this game and up to four before it.
    """

    game: CollectedGame
    player: int
    tally: Tally
    recent: float

    __repr__ = short_repr

    @property
    def index(self) -> float:
        """The mistake index of the game."""
        return self.tally.index or 0.0


RECENT = 5
"""The number of games in a moving average."""


@dataclass(frozen=True)
class Person:
    """A player of a collection, under the most frequent spelling of the name.

    Attributes
    ----------
    key:         the folded name; see `fold_name`.
    tally:       all games.
    opponents:   totals by opponent, most frequent first.
    phases:      totals by phase, in order; turns only.
    trend:       the games in which every turn of the player was judged, in chronological order.
    """

    key: str
    name: str
    tally: Tally
    opponents: dict[str, Tally]
    phases: dict[Phase, Tally]
    trend: tuple[TrendPoint, ...]

    def __repr__(self) -> str:
        return f"<Person {one_line(self.name, MAX_NAME)}: {counted(self.tally.games, 'game')}>"


@dataclass(frozen=True)
class Collection(Tabular):
    """Reviewed games. Printed, and in a notebook, it is a table of the players; as a frame, of the turns.

    Attributes
    ----------
    games:    in chronological order; games without a date follow, by file name.
    failures: files that could not be analyzed.
    copies:   files with the same record as another one, which alone counts.

    >>> import jackdaw
    >>> collection = jackdaw.analyze(["jackdaw/samples"], method="static", cache=False)
    >>> collection, collection.players[0].name
    (<Collection of 1 game, 2 players, 0 failures>, 'Ann Archer')
    """

    games: tuple[CollectedGame, ...]
    failures: tuple[Failure, ...] = ()
    copies: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls, games: Iterable[CollectedGame], failures: Iterable[Failure], copies: Mapping[str, str]
    ) -> "Collection":
        """Build a collection with everything sorted."""
        in_order = sorted(games, key=_by_time)
        return cls(
            tuple(in_order),
            tuple(sorted(failures, key=lambda failure: _natural(failure.file))),
            {file: copies[file] for file in sorted(copies, key=_natural)},
        )

    def __len__(self) -> int:
        return len(self.games)

    def __repr__(self) -> str:
        games, players = counted(len(self.games), "game"), counted(len(self.players), "player")
        return f"<Collection of {games}, {players}, {counted(len(self.failures), 'failure')}>"

    def tabulate(self, count: int | None = None) -> Tabulation:
        """Return the first `count` players as a table, all for None, with means and their errors."""
        rows = [
            (
                person.name,
                str(person.tally.games),
                f"{round(person.tally.won, 2):g}" if person.tally.finished else "",
                _mean(person.tally.spreads, "+.0f"),
                _mean(person.tally.indices, ".1f"),
                _mean(person.tally.lucks, "+.0f"),
            )
            for person in self.players[:count]
        ]
        titles = ("Player", "Games", "Won", "Spread", "Mistake index", "Luck")
        return Tabulation(repr(self), titles, rows, len(self.players))

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each turn, as `turn_rows`."""
        return list(self.turn_rows())

    @cached_property
    def names(self) -> dict[str, str]:
        """The display names by folded name: the most frequent spelling of each."""
        written: dict[str, Counter[str]] = {}
        for game in self.games:
            for name in game.facts.players:
                written.setdefault(fold_name(name), Counter())[" ".join(name.split())] += 1
        return {key: names.most_common(1)[0][0] for key, names in written.items()}

    def display_name(self, game: CollectedGame, player: int) -> str:
        """Return the name of a player of a game, numbered from 0, in the whole collection."""
        return self.names[fold_name(game.facts.players[player])]

    def opponent_names(self, game: CollectedGame, player: int) -> str:
        """Return the names of the opponents of a player, numbered from 0, separated by commas."""
        others = (other for other in range(len(game.facts.players)) if other != player)
        return ", ".join(self.display_name(game, other) for other in others)

    @cached_property
    def players(self) -> list[Person]:
        """All players, those with the most games first."""
        seats: dict[str, list[tuple[CollectedGame, int]]] = {}
        for game in self.games:
            for player, name in enumerate(game.facts.players):
                seats.setdefault(fold_name(name), []).append((game, player))
        people = [_person(key, self.names, of) for key, of in seats.items()]
        return sorted(people, key=lambda person: (-person.tally.games, person.key))

    def player(self, name: str) -> Person:
        """Return the player of a name in any spelling. Raises JackdawError if there is none."""
        found = next((person for person in self.players if person.key == fold_name(name)), None)
        if found is None:
            names = ", ".join(person.name for person in self.players)
            cure = f"expected one of {names}" if names else None
            raise JackdawError("no game of this player", where=name, cure=cure)
        return found

    def by_phase(self) -> dict[Phase, Tally]:
        """Return the totals of all turns by phase."""
        return _by_phase(turn for game in self.games for turn in game.facts.turns)

    def turn_rows(self) -> Iterator[dict[str, Any]]:
        """Return one row per turn, in the order of the collection."""
        for game in self.games:
            for turn in game.facts.turns:
                yield {**self._game_columns(game, turn.player), **msgspec.structs.asdict(turn)}

    def game_rows(self) -> Iterator[dict[str, Any]]:
        """Return one row per player and game, in the order of the collection."""
        for game in self.games:
            for player, score in enumerate(game.facts.scores):
                tally = Tally()
                tally.add_game(game, player)
                yield {
                    **self._game_columns(game, player),
                    "title": game.facts.title,
                    "score": score,
                    "spread": game.final_spread(player),
                    "finished": game.facts.finished,
                    "won": game.win_share(player) if game.facts.finished else None,
                    "turns": tally.turns,
                    "judged": tally.judged,
                    "best_found": tally.best_found,
                    "equity_lost": tally.points_lost,
                    "win_lost": tally.win_lost,
                    "mistake_index": tally.index,
                    **{kind.value: tally.mistakes[kind] for kind in Mistake if kind is not Mistake.NONE},
                    "spread_mistakes": tally.spread_mistakes.total(),
                    "rating": game.facts.review.players[player].rating,
                    "luck": game.facts.review.players[player].luck,
                    "bingos": tally.bingos,
                    "missed_bingos": tally.missed_bingos,
                    "phonies": tally.phonies,
                }

    def to_frame(self, of: Literal["turns", "games"] = "turns") -> "DataFrame":
        """Convert to a pandas frame: one row per turn; `of="games"`: one row per player and game.

        Raises JackdawError if pandas is not installed.
        """
        pandas = import_pandas()
        rows = {"turns": self.turn_rows, "games": self.game_rows}
        if of not in rows:
            raise JackdawError(f"no frame of {of!r}", cure=f"expected {' or '.join(rows)}")
        frame: DataFrame = pandas.DataFrame(rows[of]())
        if len(frame):
            frame["date"] = pandas.to_datetime(frame["date"])
        return frame

    def _game_columns(self, game: CollectedGame, player: int) -> dict[str, Any]:
        return {
            "file": show_hidden(game.file),
            "date": game.day,
            "name": self.display_name(game, player),
            "opponent": self.opponent_names(game, player),
        }


def _mean(sample: Sample, form: str) -> str:
    """Format a mean with its standard error; empty if it is not known."""
    if sample.mean is None:
        return ""
    error = "" if sample.error is None else f" ±{sample.error:{form.lstrip('+')}}"
    return f"{sample.mean:{form}}{error}"


def _person(key: str, names: Mapping[str, str], seats: list[tuple[CollectedGame, int]]) -> Person:
    tally = Tally()
    opponents: dict[str, Tally] = {}
    for game, player in seats:
        tally.add_game(game, player)
        others = {fold_name(name) for seat, name in enumerate(game.facts.players) if seat != player}
        for other in sorted(others):
            opponents.setdefault(names[other], Tally()).add_game(game, player)
    turns = (turn for game, player in seats for turn in game.player_turns(player))
    by_games = sorted(opponents.items(), key=lambda item: (-item[1].games, fold_name(item[0])))
    return Person(key, names[key], tally, dict(by_games), _by_phase(turns), tuple(_trend(seats)))


def _trend(seats: Iterable[tuple[CollectedGame, int]]) -> Iterator[TrendPoint]:
    last: list[float] = []
    for game, player in seats:
        tally = Tally()
        tally.add_game(game, player)
        if tally.judged_games and tally.index is not None:
            last = [*last, tally.index][-RECENT:]
            yield TrendPoint(game, player, tally, sum(last) / len(last))


def _by_phase(turns: Iterable[TurnFacts]) -> dict[Phase, Tally]:
    found = {phase: Tally() for phase in Phase}
    for turn in turns:
        found[Phase(turn.phase)].add_turn(turn)
    return found


def _by_time(game: CollectedGame) -> tuple[bool, date, list[tuple[int, str]], str]:
    return game.date is None, game.date or date.min, _natural(game.file), game.file


def _natural(file: str) -> list[tuple[int, str]]:
    """Return a natural sort key: numbers by value, so that round 2 comes before round 10."""
    parts = re.split(r"(\d+)", file.casefold())
    return [(int(part), "") if index % 2 else (-1, part) for index, part in enumerate(parts)]
