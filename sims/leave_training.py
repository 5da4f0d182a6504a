"""Learning leave values from self-play, generation by generation.

Each generation plays with the values of the one before (the first with none), sums up what the games tell
of leaves and makes new values of it. That is value iteration: its fixed point are values that are worth
what they promise. Each generation has twice the games of the one before: the early ones only have to come
near, the last one decides how exact the values are.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter

import numpy as np
import numpy.typing as npt

from movegen.errors import ConfigError
from movegen.rules import Variant
from sims.crews import this_process
from sims.leave_smoothing import SizeReport, smoothed
from sims.leave_sums import LeaveSums, most_tiles, sum_leaves
from sims.lexicon_source import LexiconSource
from sims.pool import Crew, KeptCrew
from sims.selfplay import check_end, check_seed
from sims.summing import Progress, sum_up
from strategy.leave_keys import all_keys, sizes_of
from strategy.leave_table import LeaveTable
from strategy.leaves import MILLI
from strategy.static import StaticStrategy

BATCH = 250
"""Games that a worker plays at a time. It has no influence on the result."""

PLAYER = "rackh1"
"""The strategy that plays, with the values that are being learned instead of its own leaves. Not `static`:
what that has for the pre-endgame was found for leaves that are there already."""


@dataclass(frozen=True)
class Training:
    """What the result depends on, but for the number of generations.

    Attributes
    ----------
    lexicon: the name or file that `Lexicon.load` takes; None for the lexicon inside.
    rules:   the name or file that `Variant.load` takes.
    seed:    of the games, whose numbers run on from generation to generation.
    games:   of the first generation.
    longest: tiles of the longest leave; None for one less than a rack.
    """

    lexicon: str | None = None
    rules: str = "standard"
    seed: int = 0
    games: int = 4000
    longest: int | None = None


@dataclass(frozen=True)
class Generation:
    """What came of a generation.

    Attributes
    ----------
    number:      from 1.
    games:       that were played.
    racks:       that were dealt in their positions.
    mean_equity: of the best moves of these racks, in points.
    change:      how far values moved from those before, in points: the mean over the leaves of all racks.
    changes:     the same by the size of the leave, from 1.
    sizes:       how the values of leaves of two and more tiles were made.
    seconds:     that it took.
    """

    number: int
    games: int
    racks: int
    mean_equity: float
    change: float
    changes: tuple[float, ...]
    sizes: tuple[SizeReport, ...]
    seconds: float


@dataclass(frozen=True, eq=False)
class LeaveState:
    """Where training stands: the values, the sums that they come from (None before), and all generations."""

    training: Training
    lexicon_name: str
    lexicon_checksum: int
    table: LeaveTable
    sums: LeaveSums | None = None
    generations: tuple[Generation, ...] = ()


def train_leaves(
    training: Training,
    generations: int,
    *,
    crew: Crew = this_process,
    state: LeaveState | None = None,
    progress: Progress = lambda what, done, all_: None,
) -> Iterator[LeaveState]:
    """Learn until there are so many generations; gives the state after each.

    With a state, go on from there: what comes out is the same as without a break. The result depends on
    training and generations alone, not on who plays.

    Raises
    ------
    ConfigError: the state is of other training or another lexicon; the longest leave is out of range.
    PositionError: games of the variant may never end, or the seed is out of range.
    LexiconError: there is no such lexicon, or it is for other letters.
    PoolError: there are no workers, or they die.
    """
    variant = Variant.load(training.rules)
    check_end(variant)
    check_seed(training.seed, 0)
    lexicon = LexiconSource.of(training.lexicon, variant)
    state = _checked(state, training, lexicon) if state else _beginning(training, variant, lexicon)
    with closing(KeptCrew(crew)) as kept:
        for number in range(len(state.generations) + 1, generations + 1):
            begin = perf_counter()
            games, first = training.games << number - 1, training.games * ((1 << number - 1) - 1)
            points = state.table.points.astype(np.int32)
            tasks = (
                _Task(training, variant, lexicon, points, at, min(BATCH, first + games - at))
                for at in range(first, first + games, BATCH)
            )
            sums = sum_up(kept, _sum_batch, tasks, f"generation {number}", games, progress)
            state = _next(state, sums, games, begin)
            yield state


@dataclass(frozen=True, eq=False)
class _Task:
    """A batch of games, and the values to play with: milli-points in the order of `all_keys`."""

    training: Training
    variant: Variant
    lexicon: LexiconSource
    points: npt.NDArray[np.int32]
    first: int
    games: int


def _sum_batch(task: _Task) -> LeaveSums:
    """What a batch tells: a function of what stands in the task, whoever works it out."""
    most = most_tiles(task.variant, task.training.longest)
    return sum_leaves(
        task.lexicon.load(),
        task.variant,
        StaticStrategy.load(PLAYER).config,
        LeaveTable(
            task.variant.tiles, "leaves", _keys(task.variant.tiles, most), task.points.astype(np.int64)
        ),
        most=most,
        seed=task.training.seed,
        first=task.first,
        games=task.games,
    )


_keys = lru_cache(maxsize=1)(all_keys)


def _beginning(training: Training, variant: Variant, lexicon: LexiconSource) -> LeaveState:
    keys = all_keys(variant.tiles, most_tiles(variant, training.longest))
    table = LeaveTable(variant.tiles, "leaves", keys, np.zeros(len(keys), dtype=np.int64))
    return LeaveState(training, lexicon.name, lexicon.checksum, table)


def _checked(state: LeaveState, training: Training, lexicon: LexiconSource) -> LeaveState:
    for what in ("rules", "seed", "games", "longest"):
        before, now = getattr(state.training, what), getattr(training, what)
        if before != now:
            raise ConfigError(f"training began with {what} {before}, not {now}", cure="go on with the same")
    if state.lexicon_checksum != lexicon.checksum:
        raise ConfigError(
            f"training began with other words ({state.lexicon_name})", cure="go on with the same lexicon"
        )
    return state


def _next(state: LeaveState, sums: LeaveSums, games: int, begin: float) -> LeaveState:
    table, sizes = smoothed(sums, state.table.tile_set)
    moved = np.abs(table.points - state.table.points) / MILLI
    of_size = sizes_of(table.keys)
    changes = tuple(
        _mean(moved[of_size == size], sums.counts[of_size == size]) for size in range(1, sums.most + 1)
    )
    generation = Generation(
        len(state.generations) + 1,
        games,
        sums.racks,
        sums.mean_equity,
        _mean(moved, sums.counts),
        changes,
        tuple(sizes),
        round(perf_counter() - begin, 1),
    )
    return LeaveState(
        state.training,
        state.lexicon_name,
        state.lexicon_checksum,
        table,
        sums,
        (*state.generations, generation),
    )


def _mean(values: npt.NDArray[np.float64], weights: npt.NDArray[np.int64]) -> float:
    return float(values @ weights / max(1, weights.sum()))
