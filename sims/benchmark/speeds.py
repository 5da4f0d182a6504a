"""Measuring figures beside the yardstick, so that other load of the machine matters little."""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from movegen.lexicon import Lexicon
from sims.benchmark.figures import BenchSetting, Figure, Work
from sims.benchmark.yardstick import Yardstick
from sims.workers import Progress, no_progress

_ROUNDS = 3


@dataclass(frozen=True)
class Speed:
    """A measured figure.

    Attributes
    ----------
    name, unit: as in `Figure`.
    units:      number of units that were done in a round.
    seconds:    processor time of a unit in the fastest round.
    yardstick:  processor time of a turn of the yardstick, the mean of before and after.
    signature:  of the results.
    """

    name: str
    unit: str
    units: int
    seconds: float
    yardstick: float
    signature: int

    @property
    def ratio(self) -> float:
        """The time of a unit relative to a turn of the yardstick."""
        return self.seconds / self.yardstick


def measure_speeds(
    lexicon: Lexicon, figures: Sequence[Figure], *, quick: bool = False, progress: Progress = no_progress
) -> Iterator[Speed]:
    """Measure figures, one after the other, each between two measurements of the yardstick.

    `quick` does a small part of the work, once. Signatures are then others, and times rough.
    """
    with tempfile.TemporaryDirectory() as folder:
        setting, yardstick = BenchSetting(lexicon, Path(folder), quick=quick), Yardstick()
        before = yardstick.measure()
        for number, figure in enumerate(figures):
            progress(figure.name, number, len(figures))
            work = figure.prepare(setting)
            rounds = [_timed(work, figure) for _ in range(1 if quick else _ROUNDS)]
            after = yardstick.measure()
            done, seconds = rounds[0][0], min(seconds for _, seconds in rounds)
            mean = (before + after) / 2
            yield Speed(
                figure.name, figure.unit, done.units, seconds / max(1, done.units), mean, done.signature
            )
            before = after
    progress("figures", len(figures), len(figures))


def join_signatures(speeds: Sequence[Speed]) -> str:
    """Return one signature of all results, eight hexadecimal digits."""
    text = repr([(speed.name, speed.units, speed.signature) for speed in speeds])
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


def _timed(work: Callable[[], Work], figure: Figure) -> tuple[Work, float]:
    """Do the work once and return it with its processor time."""
    clock = _time_of_children if figure.in_processes else process_time
    begin = clock()
    done = work()
    return done, clock() - begin


def _time_of_children() -> float:
    """Return the processor time of all processes that were waited for; 0 on Windows, which does not tell."""
    times = os.times()
    return times.children_user + times.children_system
