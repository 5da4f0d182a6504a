"""Learning win probabilities from self-play.

Players who look at equity alone play the same whatever the spread. So how the spread moves from a turn to
the end of the game, the *swing*, hardly depends on where it stands, and each turn of each game tells
about all spreads at once: with u tiles unseen, a spread s wins as often as the swing at u exceeds -s.
That is a distribution function: it cannot fall with the spread, and needs far fewer games than counting
wins at each spread apart.

What dependence there is, is a shift (whoever leads has had the better tiles, which are gone): the mean
swing falls by b points for each point of spread, b being about 0.03, its variance stays. So the swings at
u, of mean spread m, must exceed -s + b (s - m), with b by least squares. Rows of neighbouring u are
smoothed together.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import isotonic_regression

from movegen.errors import PositionError
from movegen.rules import Variant
from sims.crews import this_process
from sims.lexicon_source import LexiconSource
from sims.pool import Crew
from sims.static_games import StaticGames, play_static_games
from sims.summing import Progress, sum_up
from strategy.static import StaticStrategy
from strategy.win_table import ONE, WinTable

MOST_SPREAD = 400
"""Columns of a table reach so far."""
MOST_SWING = 1000
"""Larger swings count as this one."""
BATCH = 500
"""Games that a worker plays at a time. It has no influence on the result."""

_MOMENTS = 3

Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class WinTraining:
    """What a table depends on.

    lexicon:  the name or file that `Lexicon.load` takes; None for the lexicon inside.
    rules:    the name or file that `Variant.load` takes.
    strategy: the name or file of who plays against itself.
    seed:     of the games, which are numbered from 0.
    games:    how many.
    """

    lexicon: str | None = None
    rules: str = "standard"
    strategy: str = "static"
    seed: int = 0
    games: int = 100_000


@dataclass(frozen=True, eq=False)
class Turns:
    """Turns of games of two, from the view of the player on turn; int64 each.

    unseen: tiles in the bag and on the opponent's rack.
    spread: before the turn.
    final:  the spread at the end of the game.
    """

    unseen: Counts
    spread: Counts
    final: Counts


@dataclass(frozen=True)
class Decile:
    """The turns with a probability in a tenth of its range: how many, what was foretold, what came true."""

    turns: int
    foretold: float
    came_true: float


@dataclass(frozen=True)
class Check:
    """How a table does on other games than it was made of.

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
    crew: Crew = this_process,
    made: str = "",
    progress: Progress = lambda what, done, all_: None,
) -> WinTable:
    """Play games and make a table of them. It depends on the training alone, not on who plays.

    Raises
    ------
    PositionError: there are no games, or the variant is not for two players.
    UnknownNameError, ConfigError, LexiconError: as loading what the training names does.
    PoolError: there are no workers, or they die.
    """
    counts = _added_up(crew, _count_swings, training, 0, training.games, progress)
    return table_of(counts, made)


def check_win_table(
    table: WinTable,
    training: WinTraining,
    games: int,
    *,
    crew: Crew = this_process,
    progress: Progress = lambda what, done, all_: None,
) -> Check:
    """Compare a table with games whose numbers follow those that it was trained with. Raises the same."""
    counts = _added_up(crew, _count_results, training, training.games, games, progress)
    return _checked(table, counts, games)


def turns_of(played: StaticGames) -> Turns:
    """The turns of games of two that were played with `turns=True`.

    Raises PositionError when they were not.
    """
    if played.turns is None or len(played.names) != 2:
        raise PositionError("the turns of games of two are needed", cure="play two with turns=True")
    turns, tiles = played.turns, played.variant.tiles.total
    game = np.searchsorted(played.games["game"], turns["game"])
    row, player = np.arange(len(turns)), turns["player"].astype(np.int64)
    laid = np.where(turns["move"]["kind"] == 0, turns["move"]["placed"], 0).astype(np.int64)
    before = np.cumsum(laid) - laid  # in all games up to here
    first = np.searchsorted(turns["game"], turns["game"])
    on_board = before - before[first]
    final = played.games["scores"][game]
    return Turns(
        tiles - on_board - turns["rack_size"],
        turns["scores"][row, player] - turns["scores"][row, 1 - player],
        final[row, player] - final[row, 1 - player],
    )


def count_swings(turns: Turns, most_unseen: int) -> Counts:
    """What a table is made of, (most_unseen + 1, 2 * MOST_SWING + 4).

    How often the spread moved by -MOST_SWING, ..., MOST_SWING to the end of the game; and sums of
    spreads, of their squares, of their products with the swings.
    """
    counts = np.zeros((most_unseen + 1, 2 * MOST_SWING + 1 + _MOMENTS), dtype=np.int64)
    swing = np.clip(turns.final - turns.spread, -MOST_SWING, MOST_SWING)
    np.add.at(counts, (turns.unseen, swing + MOST_SWING), 1)
    moments = turns.spread, turns.spread**2, turns.spread * swing
    for column, moment in enumerate(moments, start=-_MOMENTS):
        np.add.at(counts[:, column], turns.unseen, moment)
    return counts


def table_of(counts: Counts, made: str = "") -> WinTable:
    """The table of swings as `count_swings` counts them."""
    rows = np.arange(len(counts))
    width = 0.3 + 0.02 * rows  # of the bell that rows are smoothed with: near the end each tile matters
    bell = np.exp(-0.5 * ((rows[:, np.newaxis] - rows) / width[:, np.newaxis]) ** 2)
    smooth = bell @ counts
    spreads = np.arange(-MOST_SPREAD, MOST_SPREAD + 1)
    shares = np.stack([_row(row, spreads) for row in smooth])
    shares[0] = (1 + np.sign(spreads)) / 2  # nothing is unseen: the game is over
    return WinTable(np.rint(shares * ONE).astype(np.uint16), made)


def _row(counts: Floats, spreads: Counts) -> Floats:
    """The probabilities with so many unseen tiles."""
    swings, (all_, squares, products) = counts[:-_MOMENTS], counts[-_MOMENTS:]
    total = swings.sum()
    if not total:
        return np.full(len(spreads), 0.5)
    mean = all_ / total
    mean_swing = swings @ np.arange(-MOST_SWING, MOST_SWING + 1) / total
    variance = squares / total - mean**2
    fall = -(products / total - mean * mean_swing) / variance if variance > 0 else 0.0
    needed = spreads - np.clip(fall, 0.0, 0.5) * (spreads - mean)
    backwards = swings[::-1]
    exceeded = (np.cumsum(backwards) - backwards / 2) / total  # -x, for x from -MOST_SWING on; a draw is half
    shares: Floats = np.interp(needed, np.arange(-MOST_SWING, MOST_SWING + 1), exceeded)
    return shares


def _added_up(
    crew: Crew,
    count: Callable[["_Task"], Counts],
    training: WinTraining,
    first: int,
    games: int,
    progress: Progress,
) -> Counts:
    """What the batches of a series of games count, in all."""
    if games < 1:
        raise PositionError(f"{games} games", cure="play one or more")
    variant = Variant.load(training.rules)
    lexicon = LexiconSource.of(training.lexicon, variant)
    strategy = StaticStrategy.load(training.strategy)
    tasks = (
        _Task(variant, lexicon, strategy, training.seed, at, min(BATCH, first + games - at))
        for at in range(first, first + games, BATCH)
    )
    return sum_up(crew, count, tasks, "self-play", games, progress)


@dataclass(frozen=True)
class _Task:
    """A batch of games."""

    variant: Variant
    lexicon: LexiconSource
    strategy: StaticStrategy
    seed: int
    first: int
    games: int


def _count_swings(task: _Task) -> Counts:
    turns, most_unseen = _played(task)
    return count_swings(turns, most_unseen)


def _count_results(task: _Task) -> Counts:
    """Losses, draws and wins: (unseen + 1, 2 * MOST_SPREAD + 1, 3), larger spreads in the last columns."""
    turns, most_unseen = _played(task)
    counts = np.zeros((most_unseen + 1, 2 * MOST_SPREAD + 1, 3), dtype=np.int64)
    spread = np.clip(turns.spread, -MOST_SPREAD, MOST_SPREAD) + MOST_SPREAD
    np.add.at(counts, (turns.unseen, spread, 1 + np.sign(turns.final)), 1)
    return counts


def _played(task: _Task) -> tuple[Turns, int]:
    played = play_static_games(
        [task.strategy] * 2,
        task.lexicon.load(),
        variant=task.variant,
        seed=task.seed,
        first=task.first,
        games=task.games,
        turns=True,
    )
    return turns_of(played), task.variant.tiles.total - task.variant.rules.rack_size


def _checked(table: WinTable, counts: Counts, games: int) -> Check:
    unseen, column = np.indices(counts.shape[:2])
    foretold = table.win_probability(column - MOST_SPREAD, unseen)
    turns, won = counts.sum(axis=2), counts @ np.array([0.0, 0.5, 1.0])
    isotonic = np.array([_isotonic(*row) for row in zip(won, turns, strict=True)])
    tenth = np.minimum((foretold * 10).astype(np.int64), 9)
    deciles = []
    for place in range(10):
        here = tenth == place
        count = max(1, int(turns[here].sum()))
        deciles.append(
            Decile(
                int(turns[here].sum()),
                float(foretold[here] @ turns[here]) / count,
                float(won[here].sum()) / count,
            )
        )
    return Check(games, _brier(foretold, counts), _brier(isotonic, counts), tuple(deciles))


def _isotonic(won: Floats, turns: Counts) -> Floats:
    """The probabilities of a row that fit its results best and do not descend."""
    fitted = np.zeros(len(turns))
    there = turns > 0
    if there.any():
        fitted[there] = isotonic_regression(won[there] / turns[there], weights=turns[there]).x
    return fitted


def _brier(foretold: Floats, counts: Counts) -> float:
    missed = foretold[..., np.newaxis] - np.array([0.0, 0.5, 1.0])
    return float((missed**2 * counts).sum() / max(1, counts.sum()))
