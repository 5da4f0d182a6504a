"""Games of a collection and totals over games, with names and dates made comparable."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from statistics import fmean, stdev

from jackdaw.collection.game_facts import GameFacts, TurnFacts
from movegen.errors import one_line
from movegen.showing import short_repr
from strategy.analysis import GradedBy, Mistake

_YEAR_FIRST = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_./]?)(\d\d?)\2(\d\d?)(?!\d)")
_DAY_FIRST = re.compile(r"(?<!\d)(\d\d?)(?:st|nd|rd|th)?[ .-]+([a-z]{3,9})[ .,-]+((?:19|20)\d\d)(?!\d)", re.I)
_MONTH_FIRST = re.compile(r"\b([a-z]{3,9})\.? +(\d\d?)(?:st|nd|rd|th)?,? +((?:19|20)\d\d)(?!\d)", re.I)
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip


@dataclass(frozen=True)
class CollectedGame:
    """A game of a collection: its file, its facts, and its date, from the record or the file's name."""

    file: str
    facts: GameFacts
    date: date | None

    @classmethod
    def of(cls, file: str, facts: GameFacts) -> "CollectedGame":
        """Build the game of a file."""
        return cls(file, facts, find_date(facts.date) or find_date(Path(file).name))

    def __repr__(self) -> str:
        pairs = zip(self.facts.players, self.facts.scores, strict=True)
        scores = ", ".join(f"{one_line(name, 30)} {score}" for name, score in pairs)
        return f"<CollectedGame {one_line(Path(self.file).name, 40)}: {scores}>"

    @property
    def day(self) -> str | None:
        """The date in ISO format; None if it is unknown."""
        return None if self.date is None else self.date.isoformat()

    def final_spread(self, player: int) -> int:
        """Return a player's final lead over the best of the others, in points."""
        scores = self.facts.scores
        return scores[player] - max(score for other, score in enumerate(scores) if other != player)

    def win_share(self, player: int) -> float:
        """Return 1 for a win, a share of it for a tie, 0 for a loss or an unfinished game."""
        scores = self.facts.scores
        if not self.facts.finished or scores[player] < max(scores):
            return 0.0
        return 1 / scores.count(max(scores))

    def player_turns(self, player: int) -> Iterator[TurnFacts]:
        """Return the turns of a player, numbered from 0."""
        return (turn for turn in self.facts.turns if turn.player == player)


@dataclass(frozen=True)
class Failure:
    """A file that could not be analyzed, and why."""

    file: str
    error: str


@dataclass
class Sample:
    """A figure of several games: its mean, with the standard error of the mean."""

    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float | None:
        """The mean; None without games."""
        return fmean(self.values) if self.values else None

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None with fewer than two games."""
        return stdev(self.values) / len(self.values) ** 0.5 if len(self.values) > 1 else None


@dataclass
class Tally:
    """The totals of turns and games, and means of games.

    Means count the games of which the figure is known in full: of losses and the index those in which every
    turn of the player was judged.

    Attributes
    ----------
    games, finished: of a player, or against one; 0 if turns are counted without their games.
    judged_games: games in which every turn was judged.
    won:         finished games won; a tie is half a win.
    turns, judged, best_found: all turns, those that were judged, those with the best move.
    mistakes:    the number of each class.
    spread_mistakes: the number of those that cost only spread.
    index:       the sum of the mistake indices.
    points_lost, win_lost, luck: sums of what is known: points, chances to win, points; None without any.
    win_lost_estimated: the part of `win_lost` that searches only estimated; None without any.
    spreads, indices, points_losses, win_losses, lucks: the figures of games.
    """

    games: int = 0
    finished: int = 0
    judged_games: int = 0
    won: float = 0.0
    turns: int = 0
    judged: int = 0
    best_found: int = 0
    bingos: int = 0
    missed_bingos: int = 0
    phonies: int = 0
    index: float | None = None
    points_lost: float | None = None
    win_lost: float | None = None
    win_lost_estimated: float | None = None
    luck: float | None = None
    mistakes: Counter[Mistake] = field(default_factory=Counter)
    spread_mistakes: Counter[Mistake] = field(default_factory=Counter)
    spreads: Sample = field(default_factory=Sample)
    indices: Sample = field(default_factory=Sample)
    points_losses: Sample = field(default_factory=Sample)
    win_losses: Sample = field(default_factory=Sample)
    lucks: Sample = field(default_factory=Sample)

    __repr__ = short_repr

    def add_game(self, game: CollectedGame, player: int) -> None:
        """Add a game of a player with all its turns."""
        self.games += 1
        if game.facts.finished:
            self.finished += 1
            self.won += game.win_share(player)
            self.spreads.values.append(game.final_spread(player))
        turns = list(game.player_turns(player))
        for turn in turns:
            self.add_turn(turn)
        alone = Tally()
        for turn in turns:
            alone.add_turn(turn)
        if turns and alone.judged == len(turns):
            self.judged_games += 1
            for sample, value in (
                (self.indices, alone.index),
                (self.points_losses, alone.points_lost),
                (self.win_losses, alone.win_lost),
            ):
                sample.values.extend(() if value is None else (value,))
        if alone.luck is not None and all(turn.luck is not None for turn in turns):
            self.lucks.values.append(alone.luck)

    def add_turn(self, turn: TurnFacts) -> None:
        """Add a turn."""
        self.turns += 1
        self.luck = _add(self.luck, turn.luck, 3)
        self.bingos += turn.bingo
        self.missed_bingos += turn.missed_bingo
        self.phonies += bool(turn.phony)
        if turn.mistake is None:
            return
        self.judged += 1
        self.best_found += turn.is_best
        self.index = _add(self.index, turn.mistake_index, 3)
        self.points_lost = _add(self.points_lost, turn.equity_lost, 3)
        self.win_lost = _add(self.win_lost, turn.win_lost, 6)
        if turn.win_lost_se is not None:
            self.win_lost_estimated = _add(self.win_lost_estimated, turn.win_lost, 6)
        self.mistakes[Mistake(turn.mistake)] += 1
        if turn.mistake != Mistake.NONE and turn.graded_by == GradedBy.SPREAD:
            self.spread_mistakes[Mistake(turn.mistake)] += 1

    @property
    def spread(self) -> int:
        """The sum of the spreads of finished games, in points."""
        return round(sum(self.spreads.values))

    @property
    def lost_per_turn(self) -> float | None:
        """The mean points lost per judged turn."""
        return None if self.points_lost is None else self.points_lost / self.judged


def fold_name(name: str) -> str:
    """Fold a name for comparison: ignore case, spacing (`_` is a space), and forms of the same letter.

    Accents count, and so does the order of the words.

    >>> fold_name("  Ann_ARCHER "), fold_name("Ann  Archer") == fold_name("ann archer")
    ('ann archer', True)
    """
    return " ".join(unicodedata.normalize("NFKC", name).replace("_", " ").casefold().split())


def find_date(text: str) -> date | None:
    """Find the date in a text such as a pragma or a file's name; None if there is no unambiguous one.

    The year must have four digits; numbers are in the order year, month, day, or the month is in English
    words. `3/4/2024` can be in March or in April, so it does not count.

    >>> str(find_date("round 3, 2024-05-12")), str(find_date("12 May 2024")), find_date("3/4/2024")
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


def _add(total: float | None, value: float | None, digits: int) -> float | None:
    """Return a sum of known values; None as long as there are none."""
    return total if value is None else round((total or 0.0) + value, digits)
