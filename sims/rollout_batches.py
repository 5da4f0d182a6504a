"""Rollouts in batches: here, or done by an executor's threads and processes."""

import zlib
from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from movegen.errors import LexiconError
from movegen.lexicon import Lexicon
from movegen.lexicon_sources import is_known
from sims.lexicon_source import LexiconSource
from sims.pool import PoolError
from sims.rollouts import RolloutBatch, RolloutSetting, roll_out

LexiconPlace = str | Path
"""The name or path of a lexicon, as `Lexicon.load` takes it."""

_PLIES_A_BATCH = 4000  # some 0.1 seconds: Ctrl-C is heard between batches
_PLIES_TO_THE_END = 25
_LAST_SHARE = 6  # of what is left until the end: nobody waits long for the last batch
_SMALLEST = 8  # such a part of a whole batch: smaller ones cost too much beside the rollouts
_UNDER_WAY = 64  # batches that workers have been given
_AHEAD = 8  # of these, such as will be asked for later: nobody waits while candidates are compared


@dataclass(frozen=True)
class _Task:
    first: int
    count: int
    places: tuple[int, ...]
    answer: Future[RolloutBatch]


class RolloutBatches:
    """Who does the rollouts of a setting: this thread if there is no executor. Close it when done.

    Raises LexiconError when worker processes would not find the lexicon.
    """

    def __init__(
        self,
        setting: RolloutSetting,
        lexicon: Lexicon,
        executor: Executor | None = None,
        lexicon_place: LexiconPlace | None = None,
    ) -> None:
        self._setting = setting
        self._executor = executor
        shares_memory = executor is None or isinstance(executor, ThreadPoolExecutor)
        self._lexicon = lexicon if shares_memory else _source(setting, lexicon, lexicon_place)
        self._plies = min(setting.plies, _PLIES_TO_THE_END) + 1
        self._tasks: deque[_Task] = deque()  # in order, one behind the other

    def between(
        self, first: int, end: int, places: tuple[int, ...], then: int | None = None
    ) -> Iterator[RolloutBatch]:
        """The iterations `first` to `end` - 1 of the candidates at these places, in order, some at a time.

        How many at a time follows from the number of candidates and plies. What an executor is asked for
        follows what was asked for before, of the same candidates or some of them. It may begin with the
        iterations up to `then` - 1, likely to be asked for next. What it raises is passed on.

        Raises PoolError when a worker has died: its batch is missing, and none is ever left out.
        """
        size = max(1, _PLIES_A_BATCH // (len(places) * self._plies))
        if self._executor is None:
            for at in range(first, end, size):
                yield _work(self._setting, self._lexicon, at, min(size, end - at), places)
            return
        try:
            self._leave_out_others(places)
            while first < end:
                self._hand_out(first, end, then or end, size, places)
                task = self._tasks[0]
                batch = task.answer.result()
                self._tasks.popleft()
                yield batch.of([task.places.index(place) for place in places])
                first += task.count
        except BrokenExecutor:
            cure = "simulate again, with fresh workers"
            raise PoolError("a worker died in the middle of a simulation", cure=cure) from None

    def close(self) -> None:
        """Cancel what an executor has not begun."""
        for task in self._tasks:
            task.answer.cancel()
        self._tasks.clear()

    def _leave_out_others(self, places: tuple[int, ...]) -> None:
        """Ask for no more than these places where that can still be told."""
        for task in list(self._tasks):
            self._tasks.popleft()
            if task.places != places and task.answer.cancel():
                task = self._task(task.first, task.count, places)
            self._tasks.append(task)

    def _hand_out(self, first: int, end: int, then: int, size: int, places: tuple[int, ...]) -> None:
        """Keep workers busy: with what is asked for, and when all of that is in hand with what comes then."""
        if self._tasks:
            first = self._tasks[-1].first + self._tasks[-1].count
        ahead = sum(task.first >= end for task in self._tasks)
        while first < then and len(self._tasks) < _UNDER_WAY and ahead < _AHEAD:
            ahead += first >= end
            count = min(size, (end if first < end else then) - first)
            if end == then:
                count = _tapered(end - first, size)
            self._tasks.append(self._task(first, count, places))
            first += count

    def _task(self, first: int, count: int, places: tuple[int, ...]) -> _Task:
        assert self._executor
        answer = self._executor.submit(_work, self._setting, self._lexicon, first, count, places)
        return _Task(first, count, places, answer)


def _tapered(left: int, size: int) -> int:
    """How many of what is left are a batch: fewer towards the end, where all wait for the last one."""
    return min(size, max(left // _LAST_SHARE, size // _SMALLEST, 1), left)


def _work(
    setting: RolloutSetting, lexicon: Lexicon | LexiconSource, first: int, count: int, places: tuple[int, ...]
) -> RolloutBatch:
    found = lexicon if isinstance(lexicon, Lexicon) else lexicon.load()
    return roll_out(setting, found, first, count, places=places)


def _source(setting: RolloutSetting, lexicon: Lexicon, place: LexiconPlace | None) -> LexiconSource:
    if place is None and not is_known(lexicon.name):
        raise LexiconError(
            f"worker processes do not know where to find the lexicon {lexicon.name}",
            cure="give its file as lexicon_place",
        )
    source = LexiconSource.of(lexicon.name if place is None else place, setting.position.variant)
    if source.checksum != zlib.crc32(lexicon.data.words.data):
        raise LexiconError(
            f"{source.place} is another lexicon than the one given",
            cure="give the file of that lexicon as lexicon_place",
        )
    return source
