"""Rollouts in batches: here, or done by an executor's threads and processes."""

import zlib
from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from itertools import islice
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
_LAST_SHARE = 6  # of what is left until candidates are compared: nobody waits long for the last batch
_SMALLEST = 8  # such a part of a whole batch: smaller ones cost too much beside the rollouts
_UNDER_WAY = 64  # batches that workers have been given


class RolloutBatches:
    """Who does the rollouts of a setting: this thread if there is no executor.

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

    def between(self, first: int, end: int, places: tuple[int, ...]) -> Iterator[RolloutBatch]:
        """The iterations `first` to `end` - 1 of the candidates at these places, in order, some at a time.

        How many at a time follows from the number of candidates and plies. What an executor has not begun
        when the iterator is closed is cancelled; what it raises is passed on.

        Raises PoolError when a worker has died: its batch is missing, and none is ever left out.
        """
        plies = min(self._setting.plies, _PLIES_TO_THE_END)
        size = max(1, _PLIES_A_BATCH // (len(places) * (plies + 1)))
        if self._executor is None:
            for at in range(first, end, size):
                yield _work(self._setting, self._lexicon, at, min(size, end - at), places)
            return
        parts = _tapering(first, end, size)
        under_way: deque[Future[RolloutBatch]] = deque()
        try:
            for part in islice(parts, _UNDER_WAY):
                under_way.append(self._executor.submit(_work, self._setting, self._lexicon, *part, places))
            while under_way:
                yield under_way[0].result()
                under_way.popleft()
                for part in islice(parts, 1):
                    under_way.append(
                        self._executor.submit(_work, self._setting, self._lexicon, *part, places)
                    )
        except BrokenExecutor:
            cure = "simulate again, with fresh workers"
            raise PoolError("a worker died in the middle of a simulation", cure=cure) from None
        finally:
            for future in under_way:
                future.cancel()


def _tapering(first: int, end: int, size: int) -> Iterator[tuple[int, int]]:
    """Batches, each its first iteration and how many: of this size, and smaller ones towards the end."""
    while first < end:
        count = min(size, max((end - first) // _LAST_SHARE, size // _SMALLEST, 1), end - first)
        yield first, count
        first += count


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
