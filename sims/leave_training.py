"""Learning leave values from self-play, generation by generation.

Each generation plays with the values of the one before (the first with none), sums up what the games tell
of leaves and makes new values of it. That is value iteration: its fixed point are values that are worth
what they promise. Each generation has twice the games of the one before: the early ones only have to come
near, the last one decides how exact the values are.
"""

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter

import numpy as np

from movegen.errors import ConfigError
from movegen.lexicon import Lexicon
from movegen.rules import Variant
from sims.leave_smoothing import SizeReport, smoothed
from sims.leave_sums import LeaveSums, add_up, most_tiles, sum_leaves
from sims.selfplay import check_end, check_seed
from sims.workers import map_tasks
from strategy.leave_keys import all_keys, sizes_of
from strategy.leave_table import LeaveTable
from strategy.leaves import MILLI
from strategy.static import StaticStrategy

BATCH = 250
"""Games that a worker plays at a time. It has no influence on the result."""

PLAYER = "static"
"""The strategy that plays, with the values that are being learned instead of its own leaves."""


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
    lexicon_digest: int
    table: LeaveTable
    sums: LeaveSums | None = None
    generations: tuple[Generation, ...] = ()


def train_leaves(
    training: Training,
    generations: int,
    *,
    workers: int = 1,
    state: LeaveState | None = None,
    progress: Callable[[str, int, int], None] = lambda what, done, all_: None,
) -> Iterator[LeaveState]:
    """Learn until there are so many generations; gives the state after each.

    With a state, go on from there: what comes out is the same as without a break. The result depends on
    training and generations alone, not on the workers.

    Raises
    ------
    ConfigError: the state is of other training or another lexicon; the longest leave is out of range.
    PositionError: games of the variant may never end, or the seed is out of range.
    LexiconError: there is no such lexicon, or it is for other letters.
    """
    variant, lexicon = _game(training)
    check_end(variant)
    check_seed(training.seed, 0)
    state = _checked(state, training, lexicon) if state else _beginning(training, variant, lexicon)
    for number in range(len(state.generations) + 1, generations + 1):
        begin = perf_counter()
        games, first = training.games << number - 1, training.games * ((1 << number - 1) - 1)
        tasks = [
            _Task(training, state.table, at, min(BATCH, first + games - at))
            for at in range(first, first + games, BATCH)
        ]
        progress(f"generation {number}", 0, games)
        parts: list[LeaveSums] = []
        for task, part in zip(tasks, map_tasks(_sum_batch, tasks, workers), strict=True):
            parts = [add_up([*parts, part])]
            progress(f"generation {number}", task.first + task.games - first, games)
        state = _next(state, parts[0], games, begin)
        yield state


@dataclass(frozen=True, eq=False)
class _Task:
    training: Training
    table: LeaveTable
    first: int
    games: int


def _sum_batch(task: _Task) -> LeaveSums:
    """A batch of games: a function of its number, whoever works it out."""
    variant, lexicon = _game(task.training)
    return sum_leaves(
        lexicon,
        variant,
        StaticStrategy.load(PLAYER).config,
        task.table,
        most=most_tiles(variant, task.training.longest),
        seed=task.training.seed,
        first=task.first,
        games=task.games,
    )


@lru_cache(maxsize=1)
def _game(training: Training) -> tuple[Variant, Lexicon]:
    variant = Variant.load(training.rules)
    longest = max(variant.layout.rows, variant.layout.columns)
    return variant, Lexicon.load(training.lexicon, variant.tiles, longest=longest)


def _beginning(training: Training, variant: Variant, lexicon: Lexicon) -> LeaveState:
    keys = all_keys(variant.tiles, most_tiles(variant, training.longest))
    table = LeaveTable(variant.tiles, "leaves", keys, np.zeros(len(keys), dtype=np.int64))
    return LeaveState(training, lexicon.name, _digest(lexicon), table)


def _checked(state: LeaveState, training: Training, lexicon: Lexicon) -> LeaveState:
    for what in ("rules", "seed", "games", "longest"):
        before, now = getattr(state.training, what), getattr(training, what)
        if before != now:
            raise ConfigError(f"training began with {what} {before}, not {now}", cure="go on with the same")
    if state.lexicon_digest != _digest(lexicon):
        raise ConfigError(
            f"training began with other words ({state.lexicon_name})", cure="go on with the same lexicon"
        )
    return state


def _digest(lexicon: Lexicon) -> int:
    return zlib.crc32(np.ascontiguousarray(lexicon.data.words).data)


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
        state.lexicon_digest,
        table,
        sums,
        (*state.generations, generation),
    )


def _mean(values: np.ndarray, weights: np.ndarray) -> float:
    return float(values @ weights / max(1, weights.sum()))
