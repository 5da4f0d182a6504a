"""Games in numbered batches: the tasks of the workers, and their results.

The games of a run are numbered from 0. A run is divided into matches, which are consecutive games of the same
players, and a match into batches. Every worker returns the same bytes for a batch, except for the times.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from movegen.encoding import encode_text
from movegen.gcg import format_gcg
from movegen.variant import Variant
from sims.errors import EngineError
from sims.games import StaticGames, measure_draw_luck, play_games
from sims.lexicon_source import LexiconSource
from sims.match.game_log import write_part
from sims.match.results import MAX_PLAYERS
from sims.match.turn_rows import turn_rows
from strategy.players import Strategy, plays_turn_by_turn, static_strategy_for

_SMALL_SHARE, _MAX_SMALL = 64, 240
_SHARE, _MAX_GAMES = 2048, 4800

RESULT_TYPE = np.dtype(
    [
        ("game", "<i8"),
        ("scores", "<i8", (MAX_PLAYERS,)),
        ("turns", "<u4", (MAX_PLAYERS,)),
        ("bingos", "<u2", (MAX_PLAYERS,)),
        ("exchanges", "<u2", (MAX_PLAYERS,)),
        ("passes", "<u2", (MAX_PLAYERS,)),
        ("luck_points", "<i8"),
        ("luck_wins", "<i8"),
    ]
)
"""The record of a game's result.

game: its number.
luck_points, luck_wins: `DrawLuck` from the view of the player whom the match names first; 0 unless measured.
All other fields are by player, in the order in which the match names them, whatever the order of play; unused
entries are 0. `GAME_TYPE` describes the figures.
"""


@dataclass(frozen=True)
class RunSetup:
    """The setup that all games of a run share. It is small, because it is sent with every batch.

    Attributes
    ----------
    strategies: the players.
    names:      their names, all different.
    seed:       decides the tiles, together with the number of the tile order.
    paired:     consecutive games share a tile order until every player has had each seat.
    log:        return every turn, as lines of `sims.match.turn_rows`.
    log_folder: write them to a part of this log instead; see `sims.match.game_log`.
    gcg:        return every game as a GCG file.
    luck:       measure the luck of the draws; for two players.
    """

    strategies: tuple[Strategy, ...]
    names: tuple[str, ...]
    lexicon: LexiconSource
    variant: Variant
    seed: int
    paired: bool
    log: bool = False
    gcg: bool = False
    log_folder: str | None = None
    luck: bool = False

    @property
    def has_rows(self) -> bool:
        """Whether every turn is written down, wherever it goes."""
        return self.log or self.log_folder is not None

    def tile_order(self, game: int, players: int) -> int:
        """Return the number of the tile order of a game between this many players."""
        return game // players if self.paired else game


class ForfeitedGame(msgspec.Struct, frozen=True):
    """A game that a player forfeited: its number, the player as an index into the batch's table, and why."""

    game: int
    player: int
    reason: str


@dataclass(frozen=True)
class Batch:
    """Some games of a match.

    Attributes
    ----------
    first, games: the number of the first game, and the number of games.
    table:        the players as indices into `RunSetup.strategies`, in the order of play of the match's
                  first game; in each further game every player moves up by a seat, so that after as many
                  games as there are players each has had each seat.
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
        """Return the index into `table` of the player in each seat of a game, in the order of play."""
        moved = (game - self.match_first) % len(self.table)
        return [(seat + moved) % len(self.table) for seat in range(len(self.table))]


class PlayedBatch(msgspec.Struct, frozen=True):
    """The results of a batch.

    Attributes
    ----------
    first:   the number of the first game.
    records: the bytes of an array of `RESULT_TYPE`, with one entry per game.
    seconds: time spent choosing moves, by player in the order of the batch's table.
    rows:    the lines of each game as in `sims.match.turn_rows`, if `RunSetup.log` asks for them.
    gcgs:    each game as a GCG file, if `RunSetup.gcg` asks for them.
    forfeits: the games among them that a player forfeited.
    """

    first: int
    records: bytes
    seconds: tuple[float, ...]
    rows: tuple[bytes, ...] = ()
    gcgs: tuple[bytes, ...] = ()
    forfeits: tuple[ForfeitedGame, ...] = ()

    @property
    def results(self) -> npt.NDArray[Any]:
        """The results: `RESULT_TYPE`, (games,)."""
        return np.frombuffer(self.records, dtype=RESULT_TYPE)

    def is_of(self, batch: Batch, setup: RunSetup) -> bool:
        """Return True if it has the results of these games, with all that the setup asks for."""
        return (
            len(self.records) == batch.games * RESULT_TYPE.itemsize
            and self.results["game"].tolist() == list(batch.numbers)
            and len(self.seconds) == len(batch.table)
            and len(self.rows) == (batch.games if setup.log else 0)
            and len(self.gcgs) == (batch.games if setup.gcg else 0)
        )

    def up_to(self, end: int) -> "PlayedBatch":
        """Return the results without games from number `end` on, with times scaled to the games left."""
        games = min(max(0, end - self.first), len(self.results))
        if games == len(self.results):
            return self
        return msgspec.structs.replace(
            self,
            records=self.records[: games * RESULT_TYPE.itemsize],
            seconds=tuple(seconds * games / len(self.results) for seconds in self.seconds),
            rows=self.rows[:games],
            gcgs=self.gcgs[:games],
            forfeits=tuple(each for each in self.forfeits if each.game < end),
        )


def cut_match(
    table: Sequence[int], strategies: Sequence[Strategy], first: int, games: int
) -> Iterator[Batch]:
    """Divide a match, whose games are numbered from `first` on, into batches.

    Batches are small enough for many workers to share a short match. In one of millions of games they take
    seconds, since the scheduler of a cluster hands out some hundreds a second; ten remain for each of two
    hundred workers. If a player at the table (an index into `strategies`) looks ahead, every game is a batch,
    since it takes seconds or minutes.
    """
    players = len(table)
    share = max(min(games // _SMALL_SHARE, _MAX_SMALL), min(games // _SHARE, _MAX_GAMES))
    size = players * max(1, share // players)
    if any(plays_turn_by_turn(strategies[player], players) for player in table):
        size = 1
    for at in range(0, games, size):
        yield Batch(first + at, min(size, games - at), tuple(table), first)


def play_batch(setup: RunSetup, batch: Batch) -> PlayedBatch:
    """Play the games of a batch. Raises what `play_games`, `LexiconSource.load` and `write_part` do.

    The EngineError of a program that stops the run names the game.
    """
    players = len(batch.table)
    results = np.zeros(batch.games, dtype=RESULT_TYPE)
    rows: list[bytes] = [b""] * (batch.games if setup.has_rows else 0)
    gcgs: list[bytes] = [b""] * (batch.games if setup.gcg else 0)
    seconds = np.zeros(players)
    forfeits: list[ForfeitedGame] = []
    for offset in range(min(players, batch.games)):
        numbers = batch.numbers[offset::players]
        seats = batch.seats(numbers[0])
        try:
            played = _play_seated(setup, [batch.table[index] for index in seats], numbers)
        except EngineError as error:  # games of programs are batches of their own, see `cut_match`
            error.where = f"{error.where}, game {batch.first}"
            raise
        mine = slice(offset, None, players)
        results["game"][mine] = numbers
        _fill_by_player(results[mine], played.games, seats)
        seconds[seats] += played.seconds
        orders = played.games["game"].tolist()
        forfeits += [
            ForfeitedGame(numbers[orders.index(each.game)], seats[each.player], each.reason)
            for each in played.forfeits
        ]
        if setup.luck:
            _measure_luck(results[mine], played, setup, is_reversed=seats[0] != 0)
        if setup.has_rows:
            rows[mine] = turn_rows(played, numbers)
        if setup.gcg:
            gcgs[mine] = [
                encode_text(format_gcg(played.game(number))) for number in played.games["game"].tolist()
            ]
    if setup.log_folder is not None:
        write_part(Path(setup.log_folder), batch.first, rows)
        rows = []
    return PlayedBatch(
        batch.first,
        results.tobytes(),
        tuple(seconds.tolist()),
        tuple(rows),
        tuple(gcgs),
        tuple(sorted(forfeits, key=lambda each: each.game)),
    )


def _play_seated(setup: RunSetup, seats: Sequence[int], numbers: range) -> StaticGames:
    """Play games with the players in these seats. The answer numbers them by their tile orders."""
    players = len(seats)
    first, step = setup.tile_order(numbers[0], players), 1 if setup.paired else players
    played = play_games(
        [setup.strategies[player] for player in seats],
        setup.lexicon.load(),
        variant=setup.variant,
        seed=setup.seed,
        games=range(first, first + step * len(numbers), step),
        turns=setup.has_rows or setup.gcg or setup.luck,
    )
    return replace(played, names=tuple(setup.names[player] for player in seats))


def _measure_luck(
    results: npt.NDArray[Any], played: StaticGames, setup: RunSetup, *, is_reversed: bool
) -> None:
    """Fill in the luck of the draws; `is_reversed` if the player named first has the second seat."""
    lexicon = setup.lexicon.load()
    strategy = static_strategy_for(lexicon, setup.variant)
    for index, number in enumerate(played.games["game"].tolist()):
        luck = measure_draw_luck(played.game(number), lexicon, strategy, seed=number)
        points, wins = luck.for_opponent() if is_reversed else luck
        results["luck_points"][index], results["luck_wins"][index] = points, wins


def _fill_by_player(results: npt.NDArray[Any], games: npt.NDArray[Any], seats: Sequence[int]) -> None:
    """Fill in results from records by seat; seat s belongs to player `seats[s]`."""
    players = len(seats)
    for seat, index in enumerate(seats):
        for field in ("scores", "bingos", "exchanges", "passes"):
            results[field][:, index] = games[field][:, seat]
        results["turns"][:, index] = (games["turns"] + players - 1 - seat) // players
