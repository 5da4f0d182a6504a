"""Rollouts in batches: here, or done by an executor's threads and processes."""

import zlib
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

from movegen.errors import LexiconError
from movegen.lexicon import Lexicon
from movegen.lexicon_sources import is_known
from movegen.tiles import TileSet
from sims.rollouts import RolloutBatch, RolloutSetting, roll_out

LexiconPlace = str | Path
"""The name or path of a lexicon, as `Lexicon.load` takes it."""

_PLIES_A_BATCH = 4000  # some 0.1 seconds: Ctrl-C is heard between batches
_PLIES_TO_THE_END = 25
_UNDER_WAY = 64  # batches that workers have been given


@dataclass(frozen=True)
class _Source:
    """Where a worker process finds the lexicon; the checksum is the CRC-32 of the word graph."""

    place: str
    tile_set: TileSet
    longest: int
    checksum: int


def batches(
    setting: RolloutSetting,
    lexicon: Lexicon,
    first: int,
    end: int,
    places: tuple[int, ...],
    executor: Executor | None,
    lexicon_place: LexiconPlace | None = None,
) -> Iterator[RolloutBatch]:
    """The iterations `first` to `end` - 1 of the candidates at these places, in order, some at a time.

    How many at a time follows from the number of candidates and plies. What an executor has not begun when
    the iterator is closed is cancelled.

    Raises LexiconError when worker processes do not find the lexicon.
    """
    plies = min(setting.plies, _PLIES_TO_THE_END)
    size = max(1, _PLIES_A_BATCH // (len(places) * (plies + 1)))
    parts = ((at, min(size, end - at)) for at in range(first, end, size))
    if executor is None:
        yield from (roll_out(setting, lexicon, at, count, places=places) for at, count in parts)
        return
    found = lexicon if isinstance(executor, ThreadPoolExecutor) else _source(setting, lexicon, lexicon_place)
    under_way: deque[Future[RolloutBatch]] = deque()
    try:
        for at, count in islice(parts, _UNDER_WAY):
            under_way.append(executor.submit(_work, setting, found, at, count, places))
        while under_way:
            yield under_way[0].result()
            under_way.popleft()
            for at, count in islice(parts, 1):
                under_way.append(executor.submit(_work, setting, found, at, count, places))
    finally:
        for future in under_way:
            future.cancel()


def _work(
    setting: RolloutSetting, found: Lexicon | _Source, first: int, count: int, places: tuple[int, ...]
) -> RolloutBatch:
    lexicon = found if isinstance(found, Lexicon) else _loaded(found)
    return roll_out(setting, lexicon, first, count, places=places)


def _source(setting: RolloutSetting, lexicon: Lexicon, place: LexiconPlace | None) -> _Source:
    if place is None and not is_known(lexicon.name):
        raise LexiconError(
            f"worker processes do not know where to find the lexicon {lexicon.name}",
            cure="give its file as lexicon_place",
        )
    name = str(lexicon.name if place is None else place)
    layout = setting.position.variant.layout
    return _Source(
        str(Path(name).resolve()) if Path(name).is_file() else name,
        lexicon.tile_set,
        max(layout.rows, layout.columns),
        _checksum(lexicon),
    )


@lru_cache(maxsize=2)
def _loaded(source: _Source) -> Lexicon:
    lexicon = Lexicon.load(source.place, source.tile_set, longest=source.longest)
    if _checksum(lexicon) != source.checksum:
        raise LexiconError(
            f"{source.place} is another lexicon than the one given",
            cure="give the file of that lexicon as lexicon_place",
        )
    return lexicon


def _checksum(lexicon: Lexicon) -> int:
    return zlib.crc32(lexicon.data.words.data)
