"""Learning leave values from self-play, generation by generation.

Each generation plays with the values of the one before (the first with none), sums the outcomes of its leaves
and estimates new values from them. This is value iteration: at its fixed point, values equal outcomes. Each
generation has twice the games of the one before: early ones need only be roughly right, and the last one
decides the accuracy.
"""

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt

from movegen.errors import ConfigError
from movegen.variant import Variant
from sims.bag import check_end, check_seed
from sims.identity import rules_checksum
from sims.lexicon_source import LexiconSource
from sims.training.leave_smoothing import SizeReport, smooth_leaves
from sims.training.leave_sums import LeaveSums, max_leave_tiles, sum_leaves
from sims.workers import (
    PersistentPool,
    Progress,
    WorkerPool,
    describe_options,
    no_progress,
    sum_up,
    this_process,
)
from strategy.leaves import MILLI, LeaveTable, all_keys, count_tiles
from strategy.players import StaticStrategy

BATCH = 250
"""Games per batch. It does not affect the result."""
_SHARE, _MAX_BATCH = 2048, 4000
"""A long generation has this many batches, or batches of this many games: their sums are megabytes each."""

PLAYER = "rackh1"
"""The strategy that plays, with the learned values in place of its leaves. It is not `static`, whose
pre-endgame adjustments were fitted to existing leaves."""


@dataclass(frozen=True)
class LeaveTraining:
    """All that the result depends on, besides the number of generations.

    Attributes
    ----------
    lexicon: the name or file that `Lexicon.load` takes; None for the default lexicon.
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
    """The results of a generation.

    Attributes
    ----------
    number:      from 1.
    games:       number of games.
    racks:       number of racks dealt in their positions.
    mean_equity: of the best moves of these racks, in points.
    change:      mean change of the values over the leaves of all racks, in points.
    changes:     the same by the size of the leave, from 1.
    sizes:       estimation reports of leaves of two and more tiles.
    """

    number: int
    games: int
    racks: int
    mean_equity: float
    change: float
    changes: tuple[float, ...]
    sizes: tuple[SizeReport, ...]


@dataclass(frozen=True, eq=False)
class LeaveState:
    """The state of training: values, the sums they come from (None at first), and all generations so far.

    `rules_checksum` is that of the rules, whatever the name of their file; None in states saved without it.
    `options` are those that the user began with, by name; None if they are not known.
    """

    training: LeaveTraining
    lexicon_name: str
    lexicon_checksum: int
    table: LeaveTable
    sums: LeaveSums | None = None
    generations: tuple[Generation, ...] = ()
    rules_checksum: int | None = None
    options: Mapping[str, str] | None = None


def train_leaves(
    training: LeaveTraining,
    generations: int,
    *,
    pool: WorkerPool = this_process,
    state: LeaveState | None = None,
    progress: Progress = no_progress,
    options: Mapping[str, str] | None = None,
) -> Iterator[LeaveState]:
    """Train up to this number of generations and yield the state after each.

    A `state` resumes training, with the same result as without a break. The result depends on the training
    and the number of generations alone, not on the pool. Settings are checked at once, before the iteration.
    `options` are those given by a user, by which an error names what differs from the state.

    Raises
    ------
    ConfigError: the state belongs to other training or another lexicon; the longest leave is out of range.
    PositionError: games of the variant might never end, or the seed is out of range.
    LexiconError: the lexicon does not exist or is for other letters.
    PoolError: no workers are available, or they die.
    """
    variant = Variant.load(training.rules)
    check_end(variant)
    check_seed(training.seed, 0)
    lexicon = LexiconSource.of(training.lexicon, variant)
    if state is None:
        state = _start_state(training, variant, lexicon, options)
    else:
        _check_state(state, training, variant, lexicon, options)
    return _train(training, variant, lexicon, state, generations, pool=pool, progress=progress)


def _train(
    training: LeaveTraining,
    variant: Variant,
    lexicon: LexiconSource,
    state: LeaveState,
    generations: int,
    *,
    pool: WorkerPool,
    progress: Progress,
) -> Iterator[LeaveState]:
    with closing(PersistentPool(pool)) as shared:
        for number in range(len(state.generations) + 1, generations + 1):
            games, first = training.games << number - 1, training.games * ((1 << number - 1) - 1)
            points = state.table.points.astype(np.int32)
            work = partial(_sum_batch, _GenerationSetup(training, variant, lexicon, points))
            tasks = _cut_games(first, games)
            sums = sum_up(shared, work, tasks, f"generation {number}", games, progress)
            state = _next_state(state, sums, games)
            yield state


@dataclass(frozen=True, eq=False)
class _GenerationSetup:
    """The setup that all games of a generation share.

    `points` are the values to play with: milli-points in the order of `all_keys`.
    """

    training: LeaveTraining
    variant: Variant
    lexicon: LexiconSource
    points: npt.NDArray[np.int32]


@dataclass(frozen=True)
class _GameRange:
    """A batch of games."""

    first: int
    games: int


def _cut_games(first: int, games: int) -> Iterator[_GameRange]:
    """Divide the games of a generation into batches."""
    size = max(BATCH, min(games // _SHARE, _MAX_BATCH))
    return (_GameRange(at, min(size, first + games - at)) for at in range(first, first + games, size))


def _sum_batch(setup: _GenerationSetup, batch: _GameRange) -> LeaveSums:
    """Play a batch and return its sums, which depend on the setup and the batch alone."""
    most = max_leave_tiles(setup.variant, setup.training.longest)
    return sum_leaves(
        setup.lexicon.load(),
        setup.variant,
        StaticStrategy.load(PLAYER).config,
        LeaveTable(
            setup.variant.tiles, "leaves", _keys(setup.variant.tiles, most), setup.points.astype(np.int64)
        ),
        max_tiles=most,
        seed=setup.training.seed,
        games=range(batch.first, batch.first + batch.games),
    )


_keys = lru_cache(maxsize=1)(all_keys)


def _start_state(
    training: LeaveTraining, variant: Variant, lexicon: LexiconSource, options: Mapping[str, str] | None
) -> LeaveState:
    keys = all_keys(variant.tiles, max_leave_tiles(variant, training.longest))
    table = LeaveTable(variant.tiles, "leaves", keys, np.zeros(len(keys), dtype=np.int64))
    rules = rules_checksum(variant)
    return LeaveState(training, lexicon.name, lexicon.checksum, table, rules_checksum=rules, options=options)


def check_rules(
    saved: LeaveTraining, checksum: int | None, variant: Variant, changed: str | None = None
) -> None:
    """Raise ConfigError if a state of this checksum was saved for other rules, boards or tiles.

    `changed` names the options of the user that differ, if any.
    """
    if checksum is not None and checksum != rules_checksum(variant):
        settings = f"with other rules ({saved.rules}; now {variant.name}, or another version of them)"
        raise _other_training(settings, "rules, board and tiles", changed)


def _other_training(settings: str, same: str, changed: str | None) -> ConfigError:
    """Return the error of a state that began with these settings.

    `same` is what to resume with. `changed` names the options of the user that differ, if any, in place of
    both.
    """
    return ConfigError(
        f"training began {changed or settings}",
        cure=f"resume with the same {'options' if changed else same}",
    )


def _check_state(
    state: LeaveState,
    training: LeaveTraining,
    variant: Variant,
    lexicon: LexiconSource,
    options: Mapping[str, str] | None,
) -> None:
    changed = describe_options(state.options, options)
    check_rules(state.training, state.rules_checksum, variant, changed)
    keys = (
        ("seed", "games", "longest")
        if state.rules_checksum is not None
        else ("rules", "seed", "games", "longest")
    )
    for key in keys:
        before, now = getattr(state.training, key), getattr(training, key)
        if before != now:
            raise _other_training(f"with {key} {before}, not {now}", key, changed)
    if state.lexicon_checksum != lexicon.checksum:
        raise _other_training(f"with other words ({state.lexicon_name})", "lexicon", changed)


def _next_state(state: LeaveState, sums: LeaveSums, games: int) -> LeaveState:
    table, sizes = smooth_leaves(sums, state.table.tile_set)
    moved = np.abs(table.points - state.table.points) / MILLI
    of_size = count_tiles(table.keys)
    changes = tuple(
        _mean(moved[of_size == size], sums.counts[of_size == size]) for size in range(1, sums.max_tiles + 1)
    )
    generation = Generation(
        len(state.generations) + 1,
        games,
        sums.racks,
        sums.mean_equity,
        _mean(moved, sums.counts),
        changes,
        tuple(sizes),
    )
    return LeaveState(
        state.training,
        state.lexicon_name,
        state.lexicon_checksum,
        table,
        sums,
        (*state.generations, generation),
        state.rules_checksum,
        state.options,
    )


def _mean(values: npt.NDArray[np.float64], weights: npt.NDArray[np.int64]) -> float:
    return float(values @ weights / max(1, weights.sum()))
