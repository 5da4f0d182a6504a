"""Learning win probabilities from self-play.

Players guided by equity alone play the same at any spread. So the *swing*, the change of the spread from a
turn to the end of the game, hardly depends on the current spread, and each turn of each game is evidence for
all spreads at once: with u tiles unseen, a spread s wins as often as the swing at u exceeds -s. This is a
distribution function: it cannot fall as the spread rises, and needs far fewer games than counting wins at
each spread separately.

The remaining dependence is a shift (the leader has had the better tiles, which are gone): the mean swing
falls by b points for each point of spread, with b about 0.03, and the variance stays. So the swings at u, of
mean spread m, must exceed -s + b (s - m), with b by least squares. Rows of neighbouring u are
smoothed together.
"""

import math
from contextlib import closing
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
import scipy  # loads its parts on first use

from movegen.errors import PositionError
from movegen.variant import Variant
from sims.games import StaticGames, play_static_games
from sims.identity import identify_lexicon, identify_rules, identify_strategy
from sims.lexicon_source import LexiconSource
from sims.move_records import PLAY
from sims.training.swing_counts import SwingCounts
from sims.workers import (
    Journal,
    JournalError,
    Progress,
    TaskFailed,
    WorkerPool,
    missing_games,
    no_progress,
    run_tasks,
    sum_up,
    this_process,
)
from strategy.players import StaticStrategy, static_strategy_for
from strategy.winprob import ONE, WinTable

MAX_SPREAD = 400
"""The largest spread with a column of its own."""
MAX_SWING = 1000
"""The largest swing; larger ones count as this."""
BATCH = 500
"""Games per batch. It does not affect the result."""
_SHARE, _MAX_BATCH = 2048, 4000
"""A long training has this many batches, or batches of this many games: a journal keeps them all."""

_MOMENTS = 3
_COLUMNS = 2 * MAX_SWING + 1 + _MOMENTS
_STAGE = "self-play"

Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class WinTraining:
    """All that a table depends on.

    lexicon:  the name or file that `Lexicon.load` takes; None for the default lexicon.
    rules:    the name or file that `Variant.load` takes.
    strategy: the name or file of the strategy that plays against itself.
    seed:     of the games, which are numbered from 0.
    games:    number of games.
    """

    lexicon: str | None = None
    rules: str = "standard"
    strategy: str = "static"
    seed: int = 0
    games: int = 100_000


@dataclass(frozen=True, eq=False)
class Turns:
    """Turns of games of two, seen by the player on turn; int64 arrays.

    unseen: tiles in the bag and on the opponent's rack.
    spread: before the turn.
    final:  the spread at the end of the game.
    """

    unseen: Counts
    spread: Counts
    final: Counts


@dataclass(frozen=True)
class Decile:
    """The turns with a prediction in one decile: their number, mean prediction and mean result.

    `error` is the standard error of the difference of the two. The turns of a game are one observation, as
    they share its result; NaN with fewer than two games.
    """

    turns: int
    predicted: float
    came_true: float
    error: float


@dataclass(frozen=True)
class WinTableCheck:
    """The accuracy of a table on games that it was not made from.

    brier:          the mean square of what it misses results by (0, one half or 1).
    brier_isotonic: the same for the best that any table without descending rows could do, fitted to these
                    very games row by row; it knows their luck, so nothing reaches it.
    """

    games: int
    brier: float
    brier_isotonic: float
    deciles: tuple[Decile, ...]


def train_win_table(
    training: WinTraining,
    *,
    pool: WorkerPool = this_process,
    made: str = "",
    progress: Progress = no_progress,
    journal: Journal[SwingCounts] | None = None,
) -> WinTable:
    """Play games and estimate a table from them. It depends on the training alone, not on the pool.

    A journal with the description of `describe_win_training` receives each batch of games; those that it has
    are not played again.

    Raises
    ------
    PositionError: there are no games, or the variant is not for two players.
    UnknownNameError, ConfigError, LexiconError: what the training names cannot be loaded.
    PoolError: no workers are available, or they die.
    JournalError: the journal cannot be read or written, or its entries are of another run.
    """
    setup = _WinSetup.of(training)
    counts = np.zeros((setup.max_unseen + 1, _COLUMNS), dtype=np.int64)
    missing, done = [], 0
    for batch in _cut_games(0, training.games):
        if journal is not None and batch.first in journal:
            counts += _read_counts(journal, batch, counts.shape)
            done += batch.games
        else:
            missing.append(batch)
    progress(_STAGE, done, training.games)
    with closing(run_tasks(pool, partial(_count_swings, setup), missing)) as results:
        for batch, found in results:
            if isinstance(found, TaskFailed):
                raise missing_games(batch, found)
            if journal is not None:
                journal.append(found)
            counts += found.counts(counts.shape)
            done += batch.games
            progress(_STAGE, done, training.games)
    return make_table(counts, made)


def describe_win_training(training: WinTraining) -> dict[str, object]:
    """Describe all that a table depends on, for a journal. Raises what loading what it names raises."""
    setup = _WinSetup.of(training)
    return {
        "table": "win probabilities",
        "lexicon": identify_lexicon(setup.lexicon),
        "rules": identify_rules(setup.variant),
        "strategy": identify_strategy(setup.strategy),
        "seed": training.seed,
        "games": training.games,
    }


def check_win_table(
    table: WinTable,
    training: WinTraining,
    games: int,
    *,
    pool: WorkerPool = this_process,
    progress: Progress = no_progress,
) -> WinTableCheck:
    """Check a table on the games after those of its training. Raises what `train_win_table` raises."""
    count = partial(_count_results, table, _WinSetup.of(training))
    batches = _cut_games(training.games, games)
    return _compare(table, sum_up(pool, count, batches, _STAGE, games, progress), games)


def played_turns(played: StaticGames) -> Turns:
    """Return the turns of games of two that were played with `turns=True`.

    Raises PositionError for other games.
    """
    if played.turns is None or len(played.names) != 2:
        raise PositionError("the turns of games of two are needed", cure="play games of two with turns=True")
    turns, tiles = played.turns, played.variant.tiles.total
    game = np.searchsorted(played.games["game"], turns["game"])
    row, player = np.arange(len(turns)), turns["player"].astype(np.int64)
    laid = np.where(turns["move"]["kind"] == PLAY, turns["move"]["placed"], 0).astype(np.int64)
    before = np.cumsum(laid) - laid  # in all games up to here
    first = np.searchsorted(turns["game"], turns["game"])
    on_board = before - before[first]
    final = played.games["scores"][game]
    return Turns(
        tiles - on_board - turns["rack_size"],
        turns["scores"][row, player] - turns["scores"][row, 1 - player],
        final[row, player] - final[row, 1 - player],
    )


def count_swings(turns: Turns, max_unseen: int) -> Counts:
    """Return the counts that a table is made from, (max_unseen + 1, 2 * MAX_SWING + 4).

    A row has the frequencies of the swings -MAX_SWING, ..., MAX_SWING, and the sums of the spreads, of their
    squares and of their products with the swings.
    """
    counts = np.zeros((max_unseen + 1, _COLUMNS), dtype=np.int64)
    swing = np.clip(turns.final - turns.spread, -MAX_SWING, MAX_SWING)
    np.add.at(counts, (turns.unseen, swing + MAX_SWING), 1)
    moments = turns.spread, turns.spread**2, turns.spread * swing
    for column, moment in enumerate(moments, start=-_MOMENTS):
        np.add.at(counts[:, column], turns.unseen, moment)
    return counts


def make_table(counts: Counts, made: str = "") -> WinTable:
    """Return the table for swings counted by `count_swings`."""
    rows = np.arange(len(counts))
    width = 0.3 + 0.02 * rows  # of the kernel that smooths rows: near the end each tile matters
    bell = np.exp(-0.5 * ((rows[:, np.newaxis] - rows) / width[:, np.newaxis]) ** 2)
    smooth = bell @ counts
    spreads = np.arange(-MAX_SPREAD, MAX_SPREAD + 1)
    shares = np.stack([_row(row, spreads) for row in smooth])
    shares[0] = (1 + np.sign(spreads)) / 2  # nothing is unseen: the game is over
    return WinTable(np.rint(shares * ONE).astype(np.uint16), made)


def _row(counts: Floats, spreads: Counts) -> Floats:
    """Return the probabilities for one number of unseen tiles."""
    swings, (all_, squares, products) = counts[:-_MOMENTS], counts[-_MOMENTS:]
    total = swings.sum()
    if not total:
        return np.full(len(spreads), 0.5)
    mean = all_ / total
    mean_swing = swings @ np.arange(-MAX_SWING, MAX_SWING + 1) / total
    variance = squares / total - mean**2
    fall = -(products / total - mean * mean_swing) / variance if variance > 0 else 0.0
    needed = spreads - np.clip(fall, 0.0, 0.5) * (spreads - mean)
    backwards = swings[::-1]
    exceeded = (np.cumsum(backwards) - backwards / 2) / total  # -x, for x from -MAX_SWING on; a draw is half
    shares: Floats = np.interp(needed, np.arange(-MAX_SWING, MAX_SWING + 1), exceeded)
    return shares


@dataclass(frozen=True)
class _WinSetup:
    """The setup that all games share."""

    variant: Variant
    lexicon: LexiconSource
    strategy: StaticStrategy
    seed: int

    @classmethod
    def of(cls, training: WinTraining) -> "_WinSetup":
        variant = Variant.load(training.rules)
        lexicon = LexiconSource.of(training.lexicon, variant)
        strategy = static_strategy_for(lexicon.load(), variant, StaticStrategy.load(training.strategy))
        return cls(variant, lexicon, strategy, training.seed)

    @property
    def max_unseen(self) -> int:
        """The most tiles that a player on turn has not seen."""
        return self.variant.tiles.total - self.variant.rules.rack_size


@dataclass(frozen=True)
class _WinBatch:
    """A batch of games."""

    first: int
    games: int


def _cut_games(first: int, games: int) -> list[_WinBatch]:
    """Divide a series of games into batches."""
    if games < 1:
        raise PositionError(f"{games} games", cure="play one or more")
    size = max(BATCH, min(games // _SHARE, _MAX_BATCH))
    return [_WinBatch(at, min(size, first + games - at)) for at in range(first, first + games, size)]


def _read_counts(journal: Journal[SwingCounts], batch: _WinBatch, shape: tuple[int, ...]) -> Counts:
    """Return the counts of a batch from the journal. Raises JournalError if they are not of this run."""
    found = journal.read(batch.first)
    try:
        return found.counts(shape)
    except ValueError:
        problem = f"the entry of game {batch.first} is not of this run"
        raise JournalError(problem, where=str(journal.path), cure="name another output") from None


@dataclass(frozen=True, eq=False)
class _Results:
    """The results of turns, to be compared with a table's predictions.

    Attributes
    ----------
    counts:   losses, draws and wins: (unseen + 1, 2 * MAX_SPREAD + 1, 3); larger spreads count as the last.
    clusters: by decile of the prediction, over the games with n turns in it that exceed it by r thousandths
              together: the number of games, and the sums of r * r, r * n and n * n: (10, 4).
    """

    counts: Counts
    clusters: Counts

    def __add__(self, other: "_Results") -> "_Results":
        return _Results(self.counts + other.counts, self.clusters + other.clusters)


def _count_swings(setup: _WinSetup, batch: _WinBatch) -> SwingCounts:
    turns, _ = _play_batch(setup, batch)
    return SwingCounts.of(batch.first, count_swings(turns, setup.max_unseen))


def _count_results(table: WinTable, setup: _WinSetup, batch: _WinBatch) -> _Results:
    turns, game = _play_batch(setup, batch)
    counts = np.zeros((setup.max_unseen + 1, 2 * MAX_SPREAD + 1, 3), dtype=np.int64)
    spread = np.clip(turns.spread, -MAX_SPREAD, MAX_SPREAD)
    np.add.at(counts, (turns.unseen, spread + MAX_SPREAD, 1 + np.sign(turns.final)), 1)
    predicted = table.win_probability(spread, turns.unseen)
    exceeds = np.rint(1000 * ((1 + np.sign(turns.final)) / 2 - predicted)).astype(np.int64)
    sums = np.zeros((batch.games, 10, 2), dtype=np.int64)
    np.add.at(
        sums, (game - batch.first, _tenths(predicted)), np.stack([exceeds, np.ones_like(exceeds)], axis=1)
    )
    r, n = sums[..., 0], sums[..., 1]
    return _Results(
        counts, np.stack([(n > 0).sum(0), (r * r).sum(0), (r * n).sum(0), (n * n).sum(0)], axis=1)
    )


def _tenths(predicted: Floats) -> Counts:
    """Return the decile of each prediction, from 0."""
    return np.minimum((predicted * 10).astype(np.int64), 9)


def _play_batch(setup: _WinSetup, batch: _WinBatch) -> tuple[Turns, Counts]:
    """Return the turns of a batch, and the number of each one's game."""
    played = play_static_games(
        [setup.strategy] * 2,
        setup.lexicon.load(),
        variant=setup.variant,
        seed=setup.seed,
        games=range(batch.first, batch.first + batch.games),
        turns=True,
    )
    turns = played_turns(played)
    assert played.turns is not None
    return turns, played.turns["game"].astype(np.int64)


def _compare(table: WinTable, results: _Results, games: int) -> WinTableCheck:
    counts = results.counts
    unseen, column = np.indices(counts.shape[:2])
    predicted = table.win_probability(column - MAX_SPREAD, unseen)
    turns, won = counts.sum(axis=2), counts @ np.array([0.0, 0.5, 1.0])
    isotonic = np.array([_isotonic(*row) for row in zip(won, turns, strict=True)])
    tenth = _tenths(predicted)
    deciles = []
    for index in range(10):
        here = tenth == index
        count = max(1, int(turns[here].sum()))
        expected, found = float(predicted[here] @ turns[here]) / count, float(won[here].sum()) / count
        error = _clustered_error(results.clusters[index], count, found - expected)
        deciles.append(Decile(int(turns[here].sum()), expected, found, error))
    return WinTableCheck(games, _brier(predicted, counts), _brier(isotonic, counts), tuple(deciles))


def _clustered_error(clusters: Counts, turns: int, mean: float) -> float:
    """Return the standard error of a mean over turns whose games are the observations; see `_Results`."""
    games, squares, products, sizes = clusters.tolist()
    if games < 2:
        return math.nan
    residual = squares / 1e6 - 2 * mean * products / 1e3 + mean**2 * sizes
    return math.sqrt(max(0.0, residual) * games / (games - 1)) / turns


def _isotonic(won: Floats, turns: Counts) -> Floats:
    """Return the non-decreasing probabilities that fit the results of a row best (isotonic regression)."""
    fitted = np.zeros(len(turns))
    there = turns > 0
    if there.any():
        fitted[there] = scipy.optimize.isotonic_regression(won[there] / turns[there], weights=turns[there]).x
    return fitted


def _brier(predicted: Floats, counts: Counts) -> float:
    missed = predicted[..., np.newaxis] - np.array([0.0, 0.5, 1.0])
    return float((missed**2 * counts).sum() / max(1, counts.sum()))
