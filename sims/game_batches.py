"""Games in numbered batches: what a worker is asked for, and what it answers.

The games of a run are numbered 0, 1, ... A run is cut into matches, each the games that the same players play
in a row, and a match into batches. Whoever plays a batch answers the same bytes, times apart.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from movegen.gcg_writer import format_gcg
from movegen.rules import Variant
from sims.games import play_games
from sims.lexicon_source import LexiconSource
from sims.results import MOST_PLAYERS
from sims.static_games import StaticGames
from sims.turn_rows import turn_rows
from strategy.simulation_strategy import Strategy, plays_turn_by_turn

_SMALL_SHARE = 64
_MOST_GAMES = 240

RESULT_TYPE = np.dtype(
    [
        ("game", "<i8"),
        ("scores", "<i8", (MOST_PLAYERS,)),
        ("turns", "<u4", (MOST_PLAYERS,)),
        ("bingos", "<u2", (MOST_PLAYERS,)),
        ("exchanges", "<u2", (MOST_PLAYERS,)),
        ("passes", "<u2", (MOST_PLAYERS,)),
    ]
)
"""The structure of a game's result.

game: its number. All else is by player, in the order in which the match names them, whatever the order of
play in this game; zeros behind the last player. `sims.static_games.GAME_TYPE` says what the figures are.
"""


@dataclass(frozen=True)
class Setting:
    """What all games of a run have in common. Small: it travels with every batch.

    Attributes
    ----------
    strategies: the players.
    names:      what they are called, all different.
    seed:       with the number of the tile order it decides the tiles.
    paired:     games in a row have the same tile order until everyone has had each seat.
    log:        whether every turn is told, as lines of `sims.turn_rows`.
    gcg:        whether every game is told as a GCG file.
    """

    strategies: tuple[Strategy, ...]
    names: tuple[str, ...]
    lexicon: LexiconSource
    variant: Variant
    seed: int
    paired: bool
    log: bool = False
    gcg: bool = False

    def tile_order(self, game: int, players: int) -> int:
        """The number of the tile order that a game of so many players is played with."""
        return game // players if self.paired else game


@dataclass(frozen=True)
class Batch:
    """Some games of a match.

    Attributes
    ----------
    first, games: the number of the first one, and how many they are.
    table:        the players by their places in `Setting.strategies`, in the order of play of the match's
                  first game; every game everyone moves up by a seat, as `sims.pairings.seatings` has it.
    match_first:  the number of the match's first game.
    """

    first: int
    games: int
    table: tuple[int, ...]
    match_first: int

    @property
    def numbers(self) -> range:
        """The numbers of its games."""
        return range(self.first, self.first + self.games)

    def seats(self, game: int) -> list[int]:
        """Who sits where in one of its games: for each seat, in the order of play, the place at the table."""
        moved = (game - self.match_first) % len(self.table)
        return [(seat + moved) % len(self.table) for seat in range(len(self.table))]


class PlayedBatch(msgspec.Struct, frozen=True):
    """The games of a batch as they were played.

    Attributes
    ----------
    first:   the number of the first game.
    records: the bytes of an array of `RESULT_TYPE`, an entry a game.
    seconds: that choosing moves took, by player in the order of the batch's table.
    rows:    if asked for, for each game the lines of `sims.turn_rows`.
    gcgs:    if asked for, each game as a GCG file.
    """

    first: int
    records: bytes
    seconds: tuple[float, ...]
    rows: tuple[bytes, ...] = ()
    gcgs: tuple[bytes, ...] = ()

    @property
    def results(self) -> npt.NDArray[Any]:
        """The results: `RESULT_TYPE`, (games,)."""
        return np.frombuffer(self.records, dtype=RESULT_TYPE)

    def up_to(self, end: int) -> "PlayedBatch":
        """The same without the games numbered `end` and higher; times in proportion to the games."""
        games = min(max(0, end - self.first), len(self.results))
        if games == len(self.results):
            return self
        return msgspec.structs.replace(
            self,
            records=self.records[: games * RESULT_TYPE.itemsize],
            seconds=tuple(seconds * games / len(self.results) for seconds in self.seconds),
            rows=self.rows[:games],
            gcgs=self.gcgs[:games],
        )


def cut_match(
    table: Sequence[int], strategies: Sequence[Strategy], first: int, games: int
) -> Iterator[Batch]:
    """The batches of a match whose games are numbered from `first` on.

    They are small enough for many workers to share a short match, and large enough for what they cost
    beside the games, a quarter of a millisecond, not to show in a long one. If one of the players, whose
    places in `strategies` the table has, looks ahead, a game is a batch: it takes seconds or minutes.
    """
    players = len(table)
    size = players * max(1, min(games // _SMALL_SHARE, _MOST_GAMES) // players)
    if any(plays_turn_by_turn(strategies[player], players) for player in table):
        size = 1
    for at in range(0, games, size):
        yield Batch(first + at, min(size, games - at), tuple(table), first)


def play_batch(setting: Setting, batch: Batch) -> PlayedBatch:
    """Play the games of a batch. Raises what `play_games` and `LexiconSource.load` do."""
    players = len(batch.table)
    results = np.zeros(batch.games, dtype=RESULT_TYPE)
    rows: list[bytes] = [b""] * (batch.games if setting.log else 0)
    gcgs: list[bytes] = [b""] * (batch.games if setting.gcg else 0)
    seconds = np.zeros(players)
    for offset in range(min(players, batch.games)):
        numbers = batch.numbers[offset::players]
        seats = batch.seats(numbers[0])
        played = _played(setting, [batch.table[place] for place in seats], numbers)
        mine = slice(offset, None, players)
        results["game"][mine] = numbers
        _by_player(results[mine], played.games, seats)
        seconds[seats] += played.seconds
        if setting.log:
            rows[mine] = turn_rows(played, numbers)
        if setting.gcg:
            gcgs[mine] = [
                format_gcg(played.game(number)).encode() for number in played.games["game"].tolist()
            ]
    return PlayedBatch(batch.first, results.tobytes(), tuple(seconds.tolist()), tuple(rows), tuple(gcgs))


def _played(setting: Setting, seats: Sequence[int], numbers: range) -> StaticGames:
    """The games of these numbers, with the players in these seats; they are numbered by their tile orders."""
    players = len(seats)
    played = play_games(
        [setting.strategies[player] for player in seats],
        setting.lexicon.load(),
        variant=setting.variant,
        seed=setting.seed,
        first=setting.tile_order(numbers[0], players),
        step=1 if setting.paired else players,
        games=len(numbers),
        turns=setting.log or setting.gcg,
    )
    return replace(played, names=tuple(setting.names[player] for player in seats))


def _by_player(results: npt.NDArray[Any], games: npt.NDArray[Any], seats: Sequence[int]) -> None:
    """Fill in results from records that are by seat; who sits in seat s is `seats[s]`."""
    players = len(seats)
    for seat, place in enumerate(seats):
        for field in ("scores", "bingos", "exchanges", "passes"):
            results[field][:, place] = games[field][:, seat]
        results["turns"][:, place] = (games["turns"] + players - 1 - seat) // players
