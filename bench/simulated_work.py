"""Simulated workers: the tasks sleep, and return results of the real size. See `cluster_scale.py`."""

import asyncio
import os
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from distributed import Worker

import jackdaw.batch.positions as batch_positions
import sims.training.leave_training as leave_training
from jackdaw.batch.positions import BatchResult
from movegen import Variant
from sims.lexicon_source import LexiconSource
from sims.match import game_batches
from sims.match.game_batches import Batch, PlayedBatch, RunSetup
from strategy import load_strategy

_real_play_batch = game_batches.play_batch
_TEMPLATE_GAMES = 120


class SimulatedWork:
    """Sleeps instead of working; `seconds` is the time of a game or a position."""

    def __init__(self, seconds: float, folder: Path) -> None:
        self.seconds = seconds
        self._spans = (folder / f"spans.{os.getpid()}").open("a", buffering=1, encoding="utf-8")
        self._lock = threading.Lock()
        self._templates: dict[Any, Any] = {}

    def sleep(self, units: int) -> None:
        begin = time.time()
        time.sleep(units * self.seconds)
        with self._lock:
            self._spans.write(f"{begin} {time.time()} {threading.get_ident()}\n")

    def play_batch(self, setup: RunSetup, batch: Batch) -> PlayedBatch:
        """Stand in for `game_batches.play_batch`: games played once, under the numbers asked for."""
        played = self._once(("games", setup.log), lambda: _played_games(setup))
        records = np.resize(played.results, batch.games)
        records["game"] = list(batch.numbers)
        rows = tuple(
            b"%d" % game + played.rows[game % _TEMPLATE_GAMES]
            for game in (batch.numbers if setup.log else ())
        )
        result = PlayedBatch(batch.first, records.tobytes(), played.seconds, rows)
        self.sleep(batch.games)
        return result

    def analyze_task(self, plan: Any, task: Any) -> BatchResult:
        """Stand in for `batch.positions.analyze_task`: one analysis, under the number asked for."""
        real = self._once("position", lambda: _real_analyze(plan, task))
        line = real.line.replace(b'"number":%d,' % real.first, b'"number":%d,' % task.number, 1)
        self.sleep(1)
        return BatchResult(task.number, line)

    def sum_batch(self, *arguments: Any) -> Any:
        """Stand in for `leave_training._sum_batch`: the sums of one batch."""
        result = self._once("leaves", lambda: _real_sum_batch(*arguments))
        self.sleep(arguments[-1].games)
        return result

    def _once(self, key: Any, make: Any) -> Any:
        with self._lock:
            if key not in self._templates:
                self._templates[key] = make()
            return self._templates[key]


def _played_games(setup: RunSetup) -> PlayedBatch:
    return _real_play_batch(setup, Batch(0, _TEMPLATE_GAMES, (0, 1), 0))


_real_analyze, _real_sum_batch = batch_positions.analyze_task, leave_training._sum_batch


def prepare(work: SimulatedWork) -> None:
    """Play the games of the templates before the run."""
    variant = Variant.standard()
    players = (load_strategy("rackh3"),) * 2
    for log in (False, True):
        setup = RunSetup(players, ("a", "b"), LexiconSource.of(None, variant), variant, 0, True, log=log)
        work._once(("games", log), partial(_played_games, setup))


async def serve(address: str, workers: int) -> None:
    started = [await Worker(address, nthreads=1, dashboard=False, memory_limit=0) for _ in range(workers)]
    await asyncio.gather(*(worker.finished() for worker in started))


if __name__ == "__main__":
    address, workers, seconds, folder = sys.argv[1:]
    work = SimulatedWork(float(seconds), Path(folder))
    game_batches.play_batch = work.play_batch
    batch_positions.analyze_task = work.analyze_task
    leave_training._sum_batch = work.sum_batch
    prepare(work)
    asyncio.run(serve(address, int(workers)))
