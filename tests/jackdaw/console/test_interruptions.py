"""Whatever ends a run, no game is lost: it goes on, and its log is that of a run that nothing has ended."""

import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import Result
from dask_clusters import dask_cluster
from waiting import SECONDS, file_size, wait_until

from sims.workers import journal_path

pytestmark = [pytest.mark.core, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[3]
JACKDAW = [sys.executable, "-c", "from jackdaw.cli import main; main()"]
GAMES = 2000  # a second or two of play, so that a test that is late still meets it
Run = Callable[..., Result]


def command(log: Path, *options: object, games: int = GAMES) -> list[str]:
    return [*JACKDAW, "pit", "rackh3", "rackh1", "--games", str(games), "--seed", "9", "--log", str(log),
            *map(str, options)]  # fmt: skip


def finish(log: Path, *options: object) -> bytes:
    """Play a match to its end; its log."""
    done = subprocess.run(
        command(log, *options), cwd=ROOT, capture_output=True, encoding="utf-8", timeout=SECONDS
    )
    assert (done.returncode, done.stderr) == (0, f"Wrote {log}\n")
    assert [path.name for path in log.parent.iterdir()] == [log.name]
    return log.read_bytes()


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The log of a run that nothing interrupts, played by one worker."""
    return finish(tmp_path_factory.mktemp("whole") / "games.csv", "--workers", 1)


def finish_here(run_jackdaw: Run, log: Path, *options: object) -> bytes:
    """Resume a match in the process of the tests; its log."""
    done = run_jackdaw(*command(log, "--resume", *options)[len(JACKDAW) :])
    assert (done.exit_code, done.stderr) == (0, f"Wrote {log}\n")
    assert [path.name for path in log.parent.iterdir()] == [log.name]
    return log.read_bytes()


def hear_interrupts() -> None:
    """Background jobs of a shell ignore these signals, and so do their children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def running(log: Path, *options: object) -> Iterator["subprocess.Popen[str]"]:
    """A match that is being played; some of its games are in the journal."""
    process = subprocess.Popen(
        command(log, *options),
        cwd=ROOT,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=hear_interrupts,
    )
    try:
        wait_until(lambda: file_size(journal_path(log)) > 60_000)
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=SECONDS)


def workers_of(process: int) -> list[int]:
    """The processes that play for this one."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
            if parent == process and b"spawn_main" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except OSError:  # it has just ended
            continue
    return found


def is_running(process: int) -> bool:
    try:
        return "(zombie)" not in (Path("/proc") / str(process) / "status").read_text(encoding="utf-8")
    except OSError:
        return False


def test_any_number_of_workers(tmp_path: Path, expected: bytes) -> None:
    """Two of them resume and play below."""
    assert finish(tmp_path / "games.csv", "--workers", 3) == expected


def test_a_worker_is_killed(tmp_path: Path, expected: bytes) -> None:
    log = tmp_path / "games.csv"
    with running(log, "--workers", 2) as process:
        os.kill(workers_of(process.pid)[0], signal.SIGKILL)
        out, err = process.communicate(timeout=SECONDS)
        assert (process.returncode, err) == (0, f"Wrote {log}\n")
        assert f"{GAMES:,} games in pairs" in out
    assert log.read_bytes() == expected


def test_the_parent_is_killed(tmp_path: Path, expected: bytes, run_jackdaw: Run) -> None:
    """Its workers end too, and what it has written so far is no log that looks like a whole one."""
    log = tmp_path / "games.csv"
    with running(log, "--workers", 2) as process:
        workers = workers_of(process.pid)
        assert len(workers) == 2
        process.kill()
        wait_until(lambda: not any(map(is_running, workers)))
    assert [path.name for path in tmp_path.iterdir()] == ["games.csv.journal"]
    refused = run_jackdaw(*command(log)[len(JACKDAW) :])
    assert refused.exit_code == 2 and "resume it with --resume" in refused.stderr
    assert finish_here(run_jackdaw, log, "--workers", 1) == expected


@pytest.mark.parametrize(
    ("number", "code", "workers"),
    [(signal.SIGINT, 130, 1), (signal.SIGINT, 130, 2), (signal.SIGTERM, 143, 2)],
)
def test_signals(
    number: int, code: int, workers: int, tmp_path: Path, expected: bytes, run_jackdaw: Run
) -> None:
    """Ctrl-C or SIGTERM reaches the whole group of processes, as from a terminal or a batch system."""
    log = tmp_path / "games.csv"
    with running(log, "--workers", workers) as process:
        os.killpg(process.pid, number)
        out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == code, err
    told = re.fullmatch(
        rf"Interrupted: ([\d,]+) of {GAMES:,} games are finished and saved in (.*); continue with --resume\n",
        err,
    )
    assert told is not None and told[2] == str(journal_path(log))
    assert out.startswith(f"rackh3 v rackh1: {told[1]} games in pairs\n")
    games = int(told[1].replace(",", ""))
    assert 0 <= games < GAMES
    assert games or workers == 2  # of two, the one with the first games may be behind
    assert finish_here(run_jackdaw, log, "--workers", 3 - workers) == expected


def limit_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))


def test_a_full_disk(
    tmp_path: Path, expected: bytes, run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stood for by a limit to the size of files: a write ends midway, then no more can be written."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # compiled modules would end at the limit, too
    log = tmp_path / "games.csv"
    done = subprocess.run(
        command(log, "--workers", 2), cwd=ROOT, capture_output=True, encoding="utf-8", timeout=SECONDS,
        preexec_fn=limit_files,
    )  # fmt: skip
    assert done.returncode == 2
    assert re.search(
        r"^Error: .*games.csv.journal: cannot be written \(File too large\); \d+ parts of the run are saved",
        done.stderr,
    )
    assert done.stderr.count("\n") == 1
    assert finish_here(run_jackdaw, log, "--workers", 2) == expected


def test_no_space_for_the_log(tmp_path: Path, run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games are all there, and nothing that looks like a log."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # compiled modules would end at the limit, too
    log = tmp_path / "games.csv"
    small = command(log, "--workers", 1, games=100)
    assert run_jackdaw(*small[len(JACKDAW) :]).exit_code == 0
    content = log.read_bytes()
    log.unlink()

    code = (
        "import resource, sims.match as m; write = m.Match.write_log\n"
        "def full(self):\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (9000, resource.RLIM_INFINITY)); write(self)\n"
        "m.Match.write_log = full\n"
        "from jackdaw.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *small[3:]],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
    )
    assert done.returncode == 2 and "games.csv: cannot be written (File too large)" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["games.csv.journal"]
    assert run_jackdaw(*small[len(JACKDAW) :], "--resume").exit_code == 0
    assert log.read_bytes() == content


def test_a_dask_cluster(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, expected: bytes, run_jackdaw: Run
) -> None:
    """Do the same work: a process resumes what Dask has begun, and one Dask worker is killed."""
    with dask_cluster(tmp_path_factory.mktemp("dask")) as (address, workers):
        executor = f"dask:{address}"
        log = tmp_path / "games.csv"
        with running(log, "--executor", executor) as process:
            process.kill()
        assert finish_here(run_jackdaw, log, "--workers", 1) == expected
        log.unlink()
        with running(log, "--executor", executor) as process:
            workers[0].kill()
            _, err = process.communicate(timeout=SECONDS)
            assert (process.returncode, err) == (0, f"Wrote {log}\n")
        assert log.read_bytes() == expected
