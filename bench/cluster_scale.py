"""Measure how far a run scales: a Dask cluster of simulated workers, driven by the product's own runs.

    python bench/cluster_scale.py games --units 9830400 --unit-seconds 0.00092
    python bench/cluster_scale.py games --units 600000 --unit-seconds 0.0012 --log games.csv --kill-at 300
    python bench/cluster_scale.py positions --units 60000 --unit-seconds 0.16
    python bench/cluster_scale.py leaves --units 200000 --unit-seconds 0.0065
    python bench/cluster_scale.py rows --units 441000 --log games.csv

A simulated worker is a worker of Dask whose tasks sleep for as long as the work takes on a core, and return a
result of the real size. Everything else is real: the scheduler, the pool that submits and collects the tasks,
the journal, and the files written at the end. All of it shares this machine, and so does what else runs here:
the processor time of each process shows which part would be the limit on machines of its own. `rows` has no
cluster: games that take no time, of 22.7 rows each, through the real journal into the real log.

"busy" is the share of the time from the first task's begin to the last one's in which workers slept.
"""

import argparse
import os
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from tempfile import mkdtemp
from typing import IO, Any

from simulated_work import SimulatedWork

from jackdaw.batch import BatchPlan, BatchRun
from jackdaw.inputs import LexiconFinder
from movegen import Variant
from sims.analysis import AnalysisPlan
from sims.errors import PoolError
from sims.lexicon_source import LexiconSource
from sims.match import Match, MatchPlan, SeriesFiles, series
from sims.simulation import SimulationPlan
from sims.training import LeaveTraining, train_leaves
from sims.workers import WorkerPool, choose_pool, this_process
from strategy import load_strategy

HOSTS = 4
"""Processes that share the simulated workers."""
QUIET = {
    f"DASK_DISTRIBUTED__{name}": value
    for name, value in (
        ("WORKER__PROFILE__ENABLED", "False"),
        ("WORKER__HTTP__ROUTES", "[]"),
        ("ADMIN__SYSTEM_MONITOR__INTERVAL", "60s"),
        ("ADMIN__SYSTEM_MONITOR__GIL__ENABLED", "False"),
    )
}
"""What 200 workers on one machine must not do: sample their threads 100 times a second, and the like."""
PLAY_BATCH = "play_batch"
PRELOAD = Path(__file__).with_name("simulated_work.py")


class Cluster:
    """A scheduler and simulated workers as processes of this machine."""

    def __init__(self, folder: Path, workers: int, seconds: float, port: int) -> None:
        self.folder, self.workers, self.seconds, self.port = folder, workers, seconds, port
        self.address = f"127.0.0.1:{port}"
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.hosts: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Start whatever does not run, and wait for the workers."""
        self.scheduler = self._run("distributed.cli.dask_scheduler", "--port", str(self.port))
        time.sleep(3)
        share = self.workers // HOSTS
        if not self.hosts:
            command = (
                sys.executable,
                str(PRELOAD),
                self.address,
                str(share),
                str(self.seconds),
                str(self.folder),
            )
            with (self.folder / "workers.log").open("ab") as log:
                self.hosts = [self._popen(command, log) for _ in range(HOSTS)]
        from distributed import Client

        with Client(self.address, set_as_default=False, timeout=60) as client:
            client.wait_for_workers(share * HOSTS, timeout=300)

    def kill_scheduler(self) -> None:
        """Kill the scheduler, as a machine that fails does. Its workers end, too."""
        assert self.scheduler is not None
        self.scheduler.send_signal(signal.SIGKILL)
        self.scheduler.wait()
        self.stop_hosts()

    def stop_hosts(self) -> None:
        """End the workers."""
        for host in self.hosts:
            host.kill()
            host.wait()
        self.hosts = []

    def stop(self) -> None:
        """End everything."""
        self.stop_hosts()
        if self.scheduler is not None:
            self.scheduler.kill()
            self.scheduler.wait()

    def cpu(self) -> dict[str, float]:
        """Return the seconds of processor time of the scheduler, the workers and this process."""
        assert self.scheduler is not None
        return {
            "scheduler": _cpu(self.scheduler.pid),
            "workers": sum(_cpu(host.pid) for host in self.hosts),
            "parent": sum(os.times()[:2]),
        }

    def _run(self, module: str, *options: str) -> "subprocess.Popen[bytes]":
        with (self.folder / "scheduler.log").open("ab") as log:
            command = (sys.executable, "-m", module, "--host", "127.0.0.1", "--no-dashboard", *options)
            return self._popen(command, log)

    def _popen(self, command: Sequence[str], log: IO[bytes]) -> "subprocess.Popen[bytes]":
        """Start a process in a session of its own, for a share of the processor of its own."""
        return subprocess.Popen(
            command, cwd=self.folder, stdout=log, stderr=log, env=os.environ | QUIET, start_new_session=True
        )


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory() -> tuple[float, float]:
    """Return the memory of this process in MB: now, and at most so far."""
    fields = dict(
        line.split(":", 1) for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    )
    return int(fields["VmRSS"].split()[0]) / 1024, int(fields["VmHWM"].split()[0]) / 1024


# Runs of the product. Each takes the pool, plays or analyzes everything and calls `progress` for each task.


def run_games(
    pool: WorkerPool, games: int, log: Path | None, progress: Callable[..., None], resume: bool
) -> None:
    variant = Variant.standard()
    plan = MatchPlan((load_strategy("rackh3"),) * 2, LexiconSource.of(None, variant), variant, games)
    match = Match(plan, pool, SeriesFiles(log=log, resume=resume))
    with match.series:
        match.play(lambda _games: progress())
        begun = time.perf_counter()
        match.write_log()
        match.series.forget()
        report = match.report()
    print(f"{report.statistics.games:,} games; log written in {time.perf_counter() - begun:.1f} s")


def run_positions(pool: WorkerPool, source: Path, progress: Callable[..., None], resume: bool) -> None:
    plan = BatchPlan(AnalysisPlan(SimulationPlan(candidates=15, plies=2, iterations=20)), None, 15, False)
    output = source.with_suffix(".out.jsonl")
    begun = time.perf_counter()
    with BatchRun([str(source)], [str(output)], plan, LexiconFinder(None), resume=resume) as run:
        print(f"surveyed in {time.perf_counter() - begun:.1f} s")
        run.analyze(pool, lambda _done: progress())
        begun = time.perf_counter()
        run.write()
        run.forget()
    print(f"{run.positions:,} positions; output written in {time.perf_counter() - begun:.1f} s")


def run_leaves(pool: WorkerPool, games: int, progress: Callable[..., None]) -> None:
    training = LeaveTraining(games=games)
    for state in train_leaves(training, 1, pool=pool, progress=lambda *_: progress()):
        print(f"{state.generations[-1].racks:,} racks")


class Watch:
    """Counts tasks, notes the parent's memory, and kills the scheduler at a given task."""

    def __init__(self, cluster: Cluster | None, kill_at: int | None) -> None:
        self.done, self._cluster, self._kill_at = 0, cluster, kill_at
        self.times: list[float] = []

    def __call__(self) -> None:
        self.done += 1
        self.times.append(time.time())
        if self.done == self._kill_at and self._cluster is not None:
            print(f"kill the scheduler after {self.done} tasks")
            self._cluster.kill_scheduler()


def read_spans(folder: Path) -> list[tuple[float, float, str]]:
    """Return begin, end and worker of each task that has finished."""
    spans = []
    for file in folder.glob("spans.*"):
        for line in file.read_text(encoding="utf-8").splitlines():
            begin, end, worker = line.split()
            spans.append((float(begin), float(end), f"{file.name} {worker}"))
    return sorted(spans)


def report(spans: list[tuple[float, float, str]], workers: int, cpu: dict[str, float]) -> dict[str, Any]:
    """Return the figures of a run."""
    first, last_begin, last = spans[0][0], spans[-1][0], max(end for _, end, _ in spans)
    slept = sum(end - begin for begin, end, _ in spans)
    steady = sum(max(0.0, min(end, last_begin) - begin) for begin, end, _ in spans)
    by_worker = defaultdict(list)
    for begin, end, worker in spans:
        by_worker[worker].append((begin, end))
    gaps = sorted(later[0] - earlier[1] for each in by_worker.values() for earlier, later in pairwise(each))
    wall = last - first
    return {
        "tasks": len(spans),
        "workers used": len(by_worker),
        "seconds a task": round(slept / len(spans), 3),
        "wall": round(wall, 1),
        "tasks a second": round(len(spans) / wall, 1),
        "busy": round(steady / (workers * max(1e-9, last_begin - first)), 4),
        "busy with the tail": round(slept / (workers * wall), 4),
        "gap median ms": round(1000 * statistics.median(gaps), 1) if gaps else None,
        "gap p99 ms": round(1000 * gaps[int(0.99 * len(gaps))], 1) if gaps else None,
        "cores used": {name: round(seconds / wall, 3) for name, seconds in cpu.items()},
        "cpu ms a task": {name: round(1000 * s / len(spans), 2) for name, s in cpu.items()},
        "parent MB (now, most)": [round(mb) for mb in memory()],
        "load": os.getloadavg()[0],
    }


def measure_rows(games: int, folder: Path, log: Path | None) -> None:
    """Measure the memory of this process while it journals and writes games that take no time."""
    setattr(series, PLAY_BATCH, SimulatedWork(0.0, folder).play_batch)
    before, begun, used = memory()[0], time.perf_counter(), sum(os.times()[:2])
    run_games(this_process, games, log, lambda: None, resume=False)
    size = 0 if log is None else sum(file.stat().st_size for file in (log, *log.glob("*")) if file.is_file())
    print(
        f"{size / 1e6:.0f} MB of log, {time.perf_counter() - begun:.0f} s, "
        f"{sum(os.times()[:2]) - used:.0f} s of processor time; "
        f"memory {before:.0f} MB before, at most {memory()[1]:.0f} MB"
    )
    shutil.rmtree(folder)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("work", choices=("games", "positions", "leaves", "rows"))
    parser.add_argument("--workers", type=int, default=200)
    parser.add_argument("--units", type=int, required=True, help="games or positions")
    parser.add_argument("--unit-seconds", type=float, default=0.0, help="processor time of one of them")
    parser.add_argument("--log", default=None, help="name of the log, for games")
    parser.add_argument("--kill-at", type=int, help="kill the scheduler after this many tasks, and resume")
    parser.add_argument("--port", type=int, default=18786)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))
    folder = Path(mkdtemp(prefix="cluster-scale-"))
    cluster = Cluster(folder, options.workers, options.unit_seconds, options.port)
    source = folder / "positions.cgp"
    log = folder / options.log if options.log else None

    def work(progress: Callable[..., None], resume: bool) -> None:
        pool = choose_pool(f"dask:{cluster.address}")
        if options.work == "games":
            run_games(pool, options.units, log, progress, resume)
        elif options.work == "positions":
            run_positions(pool, source, progress, resume)
        else:
            run_leaves(pool, options.units, progress)

    if options.work == "rows":
        measure_rows(options.units, folder, log)
        return
    if options.work == "positions":
        cgp = "15/15/15/15/15/15/15/7WAREZ3/15/15/15/15/15/15/15 AEINRST/ 0/54 0"
        source.write_text(f"{cgp}\n" * options.units, encoding="utf-8")
    try:
        cluster.start()
        before = cluster.cpu()
        watch = Watch(cluster, options.kill_at)
        begun = time.time()
        try:
            work(watch, resume=False)
        except SystemExit as stop:  # report on what was done until then
            print(stop)
        except PoolError as error:
            print(f"after {time.time() - begun:.1f} s: {error}")
            killed = len(read_spans(folder))
            print(f"{watch.done} tasks in the journal, {killed} finished in workers")
            restarted = time.time()
            cluster.start()
            print(f"cluster restarted in {time.time() - restarted:.1f} s")
            again = Watch(cluster, None)
            begun = time.time()
            work(again, resume=True)
            print(
                f"resumed: {again.done} calls of progress, first after {again.times[0] - begun:.2f} s; "
                f"{len(read_spans(folder))} tasks done in all"
            )
            return
        after = cluster.cpu()
        used = {name: after[name] - before[name] for name in after}
        for name, value in report(read_spans(folder), options.workers, used).items():
            print(f"{name:24} {value}")
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
