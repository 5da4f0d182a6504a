"""A collection of reviewed games: how each player did, against whom, in which phase, and over time.

>>> import jackdaw
>>> found = jackdaw.analyze(["jackdaw/samples/ann_v_ben.gcg"], cache=False)
>>> [(player.name, player.tally.games, player.tally.won) for player in found.players]
[('Ann Archer', 1, 1.0), ('Ben Boyle', 1, 0.0)]
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from jackdaw.game_facts import GameFacts, Phase, TurnFacts
from movegen.errors import JackdawError
from strategy.mistakes import Mistake, mistake_index

if TYPE_CHECKING:
    from pandas import DataFrame

_YEAR_FIRST = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_./]?)(\d\d?)\2(\d\d?)(?!\d)")
_DAY_FIRST = re.compile(r"(?<!\d)(\d\d?)(?:st|nd|rd|th)?[ .-]+([a-z]{3,9})[ .,-]+((?:19|20)\d\d)(?!\d)", re.I)
_MONTH_FIRST = re.compile(r"\b([a-z]{3,9})\.? +(\d\d?)(?:st|nd|rd|th)?,? +((?:19|20)\d\d)(?!\d)", re.I)
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip


@dataclass(frozen=True)
class CollectedGame:
    """A game of a collection: its file, what was found, and its date, of the record or of the file's name."""

    file: str
    facts: GameFacts
    date: date | None

    @classmethod
    def of(cls, file: str, facts: GameFacts) -> "CollectedGame":
        """The game of a file."""
        return cls(file, facts, date_in(facts.date) or date_in(Path(file).name))

    def spread_of(self, player: int) -> int:
        """What a player was ahead of the best of the others at the end: points."""
        scores = self.facts.scores
        return scores[player] - max(score for other, score in enumerate(scores) if other != player)

    def won_by(self, player: int) -> float:
        """1 for a player who has won, a part of it for a tie, 0 for one who has lost or not finished."""
        scores = self.facts.scores
        if not self.facts.finished or scores[player] < max(scores):
            return 0.0
        return 1 / scores.count(max(scores))

    def turns_of(self, player: int) -> Iterator[TurnFacts]:
        """The turns of a player, from 0."""
        return (turn for turn in self.facts.turns if turn.player == player)


@dataclass(frozen=True)
class Failure:
    """A file that no game could be made of, and why."""

    file: str
    error: str


@dataclass
class Tally:
    """What turns and games come to.

    Attributes
    ----------
    games, finished: of a player, or against one; 0 for turns that are counted without their games.
    judged_games: those with a turn that could be judged.
    won:         finished games that were won; a tie is half a win.
    spread:      of finished games: points.
    turns, judged, best_found: how many, how many could be judged, in how many the best move was made.
    points_lost, win_lost: in all turns that were judged, and the chances to win that this cost, added up.
    luck:        of all draws that are known: points.
    mistakes:    how many of each class.
    """

    games: int = 0
    finished: int = 0
    judged_games: int = 0
    won: float = 0.0
    spread: int = 0
    turns: int = 0
    judged: int = 0
    best_found: int = 0
    points_lost: float = 0.0
    win_lost: float = 0.0
    luck: float = 0.0
    bingos: int = 0
    missed_bingos: int = 0
    phonies: int = 0
    mistakes: Counter[Mistake] = field(default_factory=Counter)

    def add_game(self, game: CollectedGame, player: int) -> None:
        """Count a game of a player, with all turns."""
        self.games += 1
        if game.facts.finished:
            self.finished += 1
            self.won += game.won_by(player)
            self.spread += game.spread_of(player)
        judged = self.judged
        for turn in game.turns_of(player):
            self.add_turn(turn)
        self.judged_games += self.judged > judged

    def add_turn(self, turn: TurnFacts) -> None:
        """Count a turn."""
        self.turns += 1
        self.luck = round(self.luck + (turn.luck or 0), 3)
        self.bingos += turn.bingo
        self.missed_bingos += turn.missed_bingo
        self.phonies += turn.phony
        if turn.mistake is None or turn.equity_lost is None:
            return
        self.judged += 1
        self.best_found += turn.is_best
        self.points_lost = round(self.points_lost + turn.equity_lost, 3)
        self.win_lost = round(self.win_lost + (turn.win_lost or 0), 6)
        self.mistakes[Mistake(turn.mistake)] += 1

    @property
    def index(self) -> float:
        """The mistake index, all games added up."""
        return mistake_index(self.mistakes.elements())

    @property
    def index_a_game(self) -> float | None:
        """The mean mistake index of the games that could be judged; None if none could."""
        return _mean(self.index, self.judged_games)

    @property
    def lost_a_turn(self) -> float | None:
        """The mean points lost in a turn that was judged."""
        return _mean(self.points_lost, self.judged)

    @property
    def win_lost_a_game(self) -> float | None:
        """The mean chance to win that a game's mistakes cost."""
        return _mean(self.win_lost, self.judged_games)

    @property
    def luck_a_game(self) -> float | None:
        """The mean luck of a game: points."""
        return _mean(self.luck, self.games)

    @property
    def spread_a_game(self) -> float | None:
        """The mean spread of a finished game: points."""
        return _mean(self.spread, self.finished)


@dataclass(frozen=True)
class TrendPoint:
    """A game of a player, in the order of time: what it came to, and what the last games did on average.

    `recent` is the mean mistake index of this game and up to four before it.
    """

    game: CollectedGame
    player: int
    tally: Tally
    recent: float


RECENT = 5
"""Games that a trend is the mean of."""


@dataclass(frozen=True)
class Person:
    """A player of a collection, under the name that is written most often.

    Attributes
    ----------
    key:         the name as it is compared; see `folded`.
    tally:       all games.
    opponents:   by the names of those that were played against, those met most often first.
    phases:      by phase, in order; turns only.
    trend:       the games in which a turn could be judged, in the order of time.
    """

    key: str
    name: str
    tally: Tally
    opponents: dict[str, Tally]
    phases: dict[Phase, Tally]
    trend: tuple[TrendPoint, ...]


@dataclass(frozen=True)
class Collection:
    """Reviewed games.

    Attributes
    ----------
    games:    in the order of time: by date, those without one behind, by the names of their files.
    failures: files that no game could be made of.
    copies:   files that hold the same record as another one, which alone counts.
    """

    games: tuple[CollectedGame, ...]
    failures: tuple[Failure, ...] = ()
    copies: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls, games: Iterable[CollectedGame], failures: Iterable[Failure], copies: Mapping[str, str]
    ) -> "Collection":
        """Games, brought into order."""
        in_order = sorted(games, key=_by_time)
        return cls(
            tuple(in_order),
            tuple(sorted(failures, key=lambda failure: _natural(failure.file))),
            {file: copies[file] for file in sorted(copies, key=_natural)},
        )

    def __len__(self) -> int:
        return len(self.games)

    def __repr__(self) -> str:
        people = len(self.players)
        return f"<Collection of {len(self.games)} games, {people} players, {len(self.failures)} failures>"

    @cached_property
    def names(self) -> dict[str, str]:
        """What everyone is called, by the name as it is compared: the spelling that is used most."""
        written: dict[str, Counter[str]] = {}
        for game in self.games:
            for name in game.facts.players:
                written.setdefault(folded(name), Counter())[" ".join(name.split())] += 1
        return {key: names.most_common(1)[0][0] for key, names in written.items()}

    def name_of(self, game: CollectedGame, player: int) -> str:
        """What a player of a game, from 0, is called in the whole collection."""
        return self.names[folded(game.facts.players[player])]

    def opponents_of(self, game: CollectedGame, player: int) -> str:
        """Whom a player of a game, from 0, played against; several with commas between."""
        others = (other for other in range(len(game.facts.players)) if other != player)
        return ", ".join(self.name_of(game, other) for other in others)

    @cached_property
    def players(self) -> list[Person]:
        """Everyone who plays, those with the most games first."""
        seats: dict[str, list[tuple[CollectedGame, int]]] = {}
        for game in self.games:
            for player, name in enumerate(game.facts.players):
                seats.setdefault(folded(name), []).append((game, player))
        people = [_person(key, self.names, of) for key, of in seats.items()]
        return sorted(people, key=lambda person: (-person.tally.games, person.key))

    def player(self, name: str) -> Person:
        """The player of a name, however it is written. Raises JackdawError if there is none."""
        found = next((person for person in self.players if person.key == folded(name)), None)
        if found is None:
            names = ", ".join(person.name for person in self.players)
            cure = f"expected one of {names}" if names else None
            raise JackdawError("no game of this player", where=name, cure=cure)
        return found

    def by_phase(self) -> dict[Phase, Tally]:
        """The turns of everyone by phase."""
        return _by_phase(turn for game in self.games for turn in game.facts.turns)

    def to_frame(self, of: Literal["turns", "games"] = "turns") -> "DataFrame":
        """A pandas frame: a row a turn, of everyone; `of="games"`: a row a player and game.

        Raises JackdawError when pandas is not installed.
        """
        from jackdaw.frames import to_frame

        return to_frame(self, of)


def folded(name: str) -> str:
    """A name as it is compared: without regard to case, spaces (`_` is one), and forms of the same letter.

    Accents count, and so does the order of the words.

    >>> folded("  Ann_ARCHER "), folded("Ann  Archer") == folded("ann archer")
    ('ann archer', True)
    """
    return " ".join(unicodedata.normalize("NFKC", name).replace("_", " ").casefold().split())


def date_in(text: str) -> date | None:
    """The date in a text such as a pragma or a file's name; None where there is none that is unmistakable.

    The year must have four digits; numbers stand in the order year, month, day, or the month is in English
    words. `3/4/2024` is a date in March or in April, so it is none.

    >>> str(date_in("round 3, 2024-05-12")), str(date_in("12 May 2024")), date_in("3/4/2024")
    ('2024-05-12', '2024-05-12', None)
    """
    for year, _, month, day in _YEAR_FIRST.findall(text):
        with suppress(ValueError):
            return date(int(year), int(month), int(day))
    worded = [(day, month, year) for day, month, year in _DAY_FIRST.findall(text)]
    worded += [(day, month, year) for month, day, year in _MONTH_FIRST.findall(text)]
    for day, word, year in worded:
        months = [number for number, name in enumerate(_MONTHS, start=1) if name.startswith(word.lower())]
        with suppress(ValueError):
            if len(months) == 1:
                return date(int(year), months[0], int(day))
    return None


def _person(key: str, names: Mapping[str, str], seats: list[tuple[CollectedGame, int]]) -> Person:
    tally = Tally()
    opponents: dict[str, Tally] = {}
    for game, player in seats:
        tally.add_game(game, player)
        others = {folded(name) for place, name in enumerate(game.facts.players) if place != player}
        for other in sorted(others):
            opponents.setdefault(names[other], Tally()).add_game(game, player)
    turns = (turn for game, player in seats for turn in game.turns_of(player))
    by_games = sorted(opponents.items(), key=lambda item: (-item[1].games, folded(item[0])))
    return Person(key, names[key], tally, dict(by_games), _by_phase(turns), tuple(_trend(seats)))


def _trend(seats: Iterable[tuple[CollectedGame, int]]) -> Iterator[TrendPoint]:
    last: list[float] = []
    for game, player in seats:
        tally = Tally()
        tally.add_game(game, player)
        if tally.judged:
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
    """What files are sorted by: numbers in their names by value, so that round 2 comes before round 10."""
    parts = re.split(r"(\d+)", file.casefold())
    return [(int(part), "") if place % 2 else (-1, part) for place, part in enumerate(parts)]


def _mean(total: float, count: int) -> float | None:
    return total / count if count else None
