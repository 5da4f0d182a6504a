"""Compare the worker pool's throughput with the core's loop in one process, interleaved on a busy machine.

    python bench/pool_throughput.py --games 20000 --rounds 5 --workers 2

The core's loop is one call after another of `play_static_games`; the pool is what `jackdaw pit` uses, workers
started anew each time. CPU time is that of all processes together: it tells what the pool costs on a machine
where other programs run.
"""

import argparse
import os
import statistics
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from movegen import Variant
from sims import play_static_games
from sims.lexicon_source import LexiconSource
from sims.match import Match, MatchPlan, SeriesFiles
from sims.workers import choose_pool
from strategy import load_strategy


def core_loop(plan: MatchPlan) -> None:
    """Play the same games in this process."""
    for strategies in (plan.strategies, plan.strategies[::-1]):
        play_static_games(strategies, plan.lexicon.load(), seed=plan.seed, games=plan.games // 2)


def pool(plan: MatchPlan, workers: int, log: Path | None = None) -> None:
    """Play a match with that many workers."""
    match = Match(plan, choose_pool(workers=workers), SeriesFiles(log=log))
    with match.series as series:
        match.play()
        match.write_log()
        series.forget()


def measured(work: Callable[[], None]) -> tuple[float, float]:
    """Return wall-clock and CPU time in seconds."""
    begun, used = perf_counter(), sum(os.times()[:4])
    work()
    return perf_counter() - begun, sum(os.times()[:4]) - used


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--strategy", default="rackh3")
    options = parser.parse_args()
    variant = Variant.standard()
    players = (load_strategy(options.strategy),) * 2
    plan = MatchPlan(players, LexiconSource.of(None, variant), variant, options.games)
    with TemporaryDirectory() as folder:
        ways = {
            "core loop, one process": partial(core_loop, plan),
            "pool, 1 worker": partial(pool, plan, 1),
            f"pool, {options.workers} workers": partial(pool, plan, options.workers),
            f"pool, {options.workers} workers, --log": partial(
                pool, plan, options.workers, Path(folder) / "games.csv"
            ),
        }
        times: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}
        for _ in range(options.rounds):
            for way, work in ways.items():
                times[way].append(measured(work))
    for way, pairs in times.items():
        walls, used = zip(*pairs, strict=True)
        rates = ", ".join(f"{options.games / wall:.0f}" for wall in walls)
        print(
            f"{way:26} {options.games / min(walls):6.0f} games a second at best ({rates}); "
            f"CPU {statistics.median(used) / options.games * 1e6:.0f} us a game"
        )


if __name__ == "__main__":
    main()
