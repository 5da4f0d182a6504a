"""Rollouts in batches, run in this thread or by the threads or processes of an executor."""

import zlib
from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from movegen.errors import LexiconError
from movegen.lexicon import Lexicon, is_known_lexicon
from sims.errors import PoolError
from sims.lexicon_source import LexiconSource
from sims.simulation.rollouts import RolloutBatch, RolloutSetting, roll_out

_PLIES_PER_BATCH = 4000  # about 0.1 seconds: Ctrl-C and time limits take effect between batches
_PLIES_TO_THE_END = 25
_NODES_PER_GAME = 16  # a searched endgame of so many nodes takes at least as long as a static game to the end
_COMPARING = 3  # where players compare moves, too, a searched endgame takes so many times as long
_LAST_SHARE = 6  # a batch is at most this part of the rest, so that the wait for the last one is short
_SMALLEST = 8  # no batch is smaller than this part of a full one: overhead would dominate
_MAX_PENDING = 64  # batches submitted and not yet collected
_MAX_AHEAD = (
    8  # of these, batches for after the next checkpoint: workers stay busy while candidates are compared
)


@dataclass(frozen=True)
class RolloutWorkers:
    """An executor for rollouts, and the place from which its processes load the lexicon.

    `lexicon_place` is a name or path as `Lexicon.load` takes it; None for the lexicon's own name. Threads
    share the lexicon and do not need it.
    """

    executor: Executor
    lexicon_place: str | Path | None = None


@dataclass(frozen=True)
class _BatchTask:
    first: int
    count: int
    candidates: tuple[int, ...]
    answer: Future[RolloutBatch]


class RolloutBatches:
    """Runs the rollouts of a setting, here if there is no executor. Close it when done.

    Candidates are given by their index in the setting. Raises LexiconError when worker processes could not
    find the lexicon.
    """

    def __init__(
        self,
        setting: RolloutSetting,
        lexicon: Lexicon,
        executor: Executor | RolloutWorkers | None = None,
    ) -> None:
        workers = executor if isinstance(executor, RolloutWorkers) else None
        executor = executor.executor if isinstance(executor, RolloutWorkers) else executor
        self._setting = setting
        self._executor: Executor | None = executor
        shares_memory = executor is None or isinstance(executor, ThreadPoolExecutor)
        self._lexicon = (
            lexicon
            if shares_memory
            else _source(setting, lexicon, workers.lexicon_place if workers else None)
        )
        self._plies = _plies_of_rollout(setting)
        self._tasks: deque[_BatchTask] = deque()  # in order, without gaps

    def between(
        self, first: int, end: int, candidates: tuple[int, ...], then: int | None = None
    ) -> Iterator[RolloutBatch]:
        """Yield the iterations `first` to `end` - 1 of these candidates in batches, in order.

        The batch size follows from the number of candidates and plies. With an executor, each call must
        continue where the last one ended, with the same candidates or some of them; idle workers begin with
        the iterations up to `then` - 1, which are likely to be needed next. Exceptions of the executor are
        passed on.

        Raises PoolError when a worker has died, since no batch may be left out.
        """
        size = max(1, _PLIES_PER_BATCH // (len(candidates) * self._plies))
        if self._executor is None:
            for at in range(first, end, size):
                yield _roll_out_batch(self._setting, self._lexicon, at, min(size, end - at), candidates)
            return
        try:
            self._restrict_to(candidates)
            while first < end:
                self._submit(first, end, then or end, size, candidates)
                task = self._tasks[0]
                batch = task.answer.result()
                self._tasks.popleft()
                yield batch.select([task.candidates.index(index) for index in candidates])
                first += task.count
        except BrokenExecutor:
            cure = "simulate again with new workers"
            raise PoolError("a worker died in the middle of a simulation", cure=cure) from None

    def close(self) -> None:
        """Cancel the batches that no worker has begun."""
        for task in self._tasks:
            task.answer.cancel()
        self._tasks.clear()

    def _restrict_to(self, candidates: tuple[int, ...]) -> None:
        """Submit the pending batches again with these candidates alone, unless a worker has begun them."""
        for task in list(self._tasks):
            self._tasks.popleft()
            if task.candidates != candidates and task.answer.cancel():
                task = self._submitted(task.first, task.count, candidates)
            self._tasks.append(task)

    def _submit(self, first: int, end: int, then: int, size: int, candidates: tuple[int, ...]) -> None:
        """Keep the workers busy: first with the iterations to `end`, then with some of those to `then`."""
        if self._tasks:
            first = self._tasks[-1].first + self._tasks[-1].count
        ahead = sum(task.first >= end for task in self._tasks)
        while first < then and len(self._tasks) < _MAX_PENDING and ahead < _MAX_AHEAD:
            ahead += first >= end
            count = min(size, (end if first < end else then) - first)
            if end == then:
                count = _tapered(end - first, size)
            self._tasks.append(self._submitted(first, count, candidates))
            first += count

    def _submitted(self, first: int, count: int, candidates: tuple[int, ...]) -> _BatchTask:
        assert self._executor
        answer = self._executor.submit(
            _roll_out_batch, self._setting, self._lexicon, first, count, candidates
        )
        return _BatchTask(first, count, candidates, answer)


def _plies_of_rollout(setting: RolloutSetting) -> int:
    """Return the plies of static play that take about as long as a rollout.

    Few rollouts end in an endgame unless the bag is nearly empty.
    """
    plies = min(setting.plies, _PLIES_TO_THE_END) + 1
    position = setting.position
    if setting.endgame_nodes is None or position.bag_count > position.rules.rack_size:
        return plies
    searched = _PLIES_TO_THE_END * setting.endgame_nodes // _NODES_PER_GAME
    return plies + searched * (1 if setting.compared_moves is None else _COMPARING)


def _tapered(left: int, size: int) -> int:
    """Return the size of the next batch: smaller towards the end, where all wait for the last one."""
    return min(size, max(left // _LAST_SHARE, size // _SMALLEST, 1), left)


def _roll_out_batch(
    setting: RolloutSetting,
    lexicon: Lexicon | LexiconSource,
    first: int,
    count: int,
    candidates: tuple[int, ...],
) -> RolloutBatch:
    found = lexicon if isinstance(lexicon, Lexicon) else lexicon.load()
    return roll_out(setting, found, first, count, candidates=candidates)


def _source(setting: RolloutSetting, lexicon: Lexicon, place: str | Path | None) -> LexiconSource:
    if place is None and not is_known_lexicon(lexicon.name):
        raise LexiconError(
            f"worker processes cannot find the lexicon {lexicon.name} by its name",
            cure="give its file as lexicon_place of RolloutWorkers",
        )
    source = LexiconSource.of(lexicon.name if place is None else place, setting.position.variant)
    if source.checksum != zlib.crc32(lexicon.data.words.data):
        raise LexiconError(
            f"{source.place} is not the lexicon of this simulation",
            cure="give the right file as lexicon_place of RolloutWorkers",
        )
    return source
