"""Faults of processes: kill, stop, hang up and interrupt the parent and the workers of every run.

One table has the commands, one the faults. After a fault at any moment the program must end by itself, or at
a second Ctrl-C; what is finished must be there, and going on must give the output of an undisturbed run, byte
for byte but for times. By hand, a campaign over many moments:

    python -m tests.faults.process_campaign --help
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 300
"""The limit after which a program counts as one that does not end."""
SECONDS_AFTER_SECOND = 20
"""The same after a second Ctrl-C: two seconds on a quiet machine."""

_PROGRAM = [sys.executable, "-c", "from jackdaw.cli import main; main()"]
_SAMPLES = sorted((ROOT / "tests/data/games").glob("*.gcg"))[:2]
_TINY = ROOT / "tests/data/tiny"
_TURNS = 8
_RECORDED_TURNS = 5
"""Of the games to analyze: as many tasks as keep two workers busy, and none that takes long."""
_TOURNAMENT = """
format = "round_robin"
strategies = ["greedy", "rackh1", "rackh3"]
games_per_pairing = 60
"""


@dataclass(frozen=True)
class Run:
    """A command to disturb. All its files are in a folder of its own.

    arguments: of `jackdaw`, for a folder; `resumes` says that the run is to go on.
    outputs:   the files to compare; a folder counts with all its files.
    times:     what to blank out before comparing.
    script:    standard input, for a folder.
    serves:    it never ends by itself.
    """

    arguments: Callable[[Path, bool], list[str]]
    outputs: tuple[str, ...] = ()
    times: bytes = rb"(?!)"
    script: Callable[[Path], str] = lambda _folder: ""
    serves: bool = False

    def result(self, folder: Path) -> dict[str, bytes]:
        """Return the contents of the outputs by name."""
        paths = [
            path for name in self.outputs for path in sorted([folder / name, *(folder / name).rglob("*")])
        ]
        return {
            str(path.relative_to(folder)): re.sub(self.times, b"", _without(folder, path.read_bytes()))
            for path in paths
            if path.is_file()
        }


def _without(folder: Path, content: bytes) -> bytes:
    return content.replace(str(folder).encode(), b"FOLDER")


def _options(words: str, *, resume: str = "") -> Callable[[Path, bool], list[str]]:
    """Return the arguments with FOLDER replaced, and `resume` added to go on."""

    def arguments(folder: Path, resumes: bool) -> list[str]:
        return [word.replace("FOLDER", str(folder)) for word in f"{words} {resume * resumes}".split()]

    return arguments


def _leaves(folder: Path, resumes: bool) -> list[str]:
    """Training has something to go on with once the state is there."""
    words = ["leaves", "train", f"{folder}/out.leaves", "--lexicon", f"{_TINY}/words.txt", "--rules",
             f"{_TINY}/tiny.toml", "--games", "600", "--generations", "3", "--workers", "2"]  # fmt: skip
    return [*words, "--resume"] if resumes and (folder / "out.leaves.state").exists() else words


def _play(folder: Path, resumes: bool) -> list[str]:
    """A game has something to go on with once its heading is there."""
    game = folder / "game"
    if resumes and game.exists() and game.stat().st_size:
        return ["play", "--resume", str(game), "--script", "-"]
    return ["play", "free", "--save", str(game), "--seed", "3", "--script", "-"]


def _turns_left(folder: Path) -> str:
    game = folder / "game"
    lines = game.read_bytes().splitlines()[1:] if game.exists() else []
    done = 0
    for line in lines:
        with suppress(ValueError):
            done += json.loads(line).get("move") == "-"
    return "pass\n" * (_TURNS - done)


RUNS = {
    "pit": Run(
        _options(
            "pit rackh3 rackh1 --games 300 --seed 9 --workers 2 --log FOLDER/log.csv", resume="--resume"
        ),
        ("log.csv",),
    ),
    "pit alone": Run(
        _options(
            "pit rackh3 rackh1 --games 150 --seed 9 --workers 1 --log FOLDER/log.csv", resume="--resume"
        ),
        ("log.csv",),
    ),
    "tournament": Run(
        _options(
            "tournament FOLDER/cup.toml --workers 2 --log FOLDER/log.csv --csv FOLDER/t.csv",
            resume="--resume",
        ),
        ("log.csv", "t.csv"),
    ),
    "batch": Run(
        _options(
            "batch FOLDER/games -o FOLDER/out.jsonl --iterations 20 --candidates 2 --workers 2",
            resume="--resume",
        ),
        ("out.jsonl",),
        rb'"seconds":[0-9.e-]+',
    ),
    "judge": Run(
        _options(
            "judge FOLDER/games/annotated.gcg --phase early --phase middle --players static,greedy"
            " --iterations 10 --candidates 2 --csv FOLDER/out.csv --json FOLDER/out.json --workers 2",
            resume="--resume",
        ),
        ("out.json",),
        rb'"seconds": [0-9.e-]+',
    ),
    "leaves": Run(_leaves, ("out.leaves", "out.leaves.state")),
    "winprob": Run(
        _options(
            "winprob train FOLDER/out.winprob --games 1000 --check-games 0 --workers 2", resume="--resume"
        ),
        ("out.winprob",),
    ),
    "collection": Run(
        _options(
            "analyze FOLDER/games --effort quick --cache FOLDER/cache --html FOLDER/pages"
            " --json FOLDER/out.json --workers 2"
        ),
        ("pages", "out.json"),
    ),
    "play": Run(_play, ("game",), rb'"(seconds|sealed)":[^,}]+', _turns_left),
    "board": Run(_options("board --port 0 --no-open"), serves=True),
}


def _hear_interrupts() -> None:
    """Background jobs of a shell ignore these signals, and so do their children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Disturbed:
    """A program under way in a session of its own, with its workers."""

    def __init__(self, run: Run, folder: Path, *, resumes: bool = False) -> None:
        with (folder / "errors").open("wb") as errors:
            self.process = subprocess.Popen(
                [*_PROGRAM, *run.arguments(folder, resumes)],
                cwd=ROOT,
                encoding="utf-8",
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
                preexec_fn=_hear_interrupts,
            )
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(run.script(folder))
            self.process.stdin.close()

    def workers(self) -> list[int]:
        """Return the worker processes."""
        return [number for number in self.session() if number != self.process.pid and _is_worker(number)]

    def session(self) -> list[int]:
        """Return all processes of the session, without the dead."""
        return [number for number in _all_processes() if _stat(number)[3:4] == [str(self.process.pid)]
                and _stat(number)[0] != "Z"]  # fmt: skip

    def send(self, number: signal.Signals, *, workers: int | None = None, parent: bool = False) -> None:
        """Send a signal to the parent, or to some of the workers."""
        targets = [self.process.pid] if parent else self.workers()[:workers]
        for target in targets:
            with suppress(ProcessLookupError):
                os.kill(target, number)

    def interrupt(self) -> None:
        """Press Ctrl-C: it reaches the whole session."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGINT)

    def end(self) -> None:
        """Leave nothing behind."""
        for number in (*self.session(), self.process.pid):
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        self.process.wait()


def _twice(program: Disturbed, pause: float) -> None:
    program.interrupt()
    time.sleep(pause)
    program.interrupt()


def _stop_a_while(program: Disturbed, *, parent: bool) -> None:
    program.send(signal.SIGSTOP, parent=parent)
    time.sleep(1.0)
    program.send(signal.SIGCONT, parent=parent)


def _stop_and_interrupt(program: Disturbed) -> None:
    program.send(signal.SIGSTOP, workers=1)
    program.interrupt()


def _kill_often(program: Disturbed) -> None:
    for _ in range(3):
        program.send(signal.SIGKILL, workers=1)
        time.sleep(0.3)


FAULTS: dict[str, Callable[[Disturbed], object]] = {
    "interrupt": Disturbed.interrupt,
    "interrupt twice": lambda program: _twice(program, 0.4),
    "interrupt twice at once": lambda program: _twice(program, 0.02),
    "kill the parent": lambda program: program.send(signal.SIGKILL, parent=True),
    "terminate the parent": lambda program: program.send(signal.SIGTERM, parent=True),
    "hang up": lambda program: program.send(signal.SIGHUP, parent=True),
    "kill a worker": lambda program: program.send(signal.SIGKILL, workers=1),
    "kill workers three times": _kill_often,
    "kill all workers": lambda program: program.send(signal.SIGKILL),
    "crash a worker": lambda program: program.send(signal.SIGSEGV, workers=1),
    "terminate a worker": lambda program: program.send(signal.SIGTERM, workers=1),
    "stop the workers a while": lambda program: _stop_a_while(program, parent=False),
    "stop the parent a while": lambda program: _stop_a_while(program, parent=True),
    "stop a worker and interrupt": _stop_and_interrupt,
}
ENDING = {
    "interrupt",
    "interrupt twice",
    "interrupt twice at once",
    "kill the parent",
    "terminate the parent",
    "hang up",
    "stop a worker and interrupt",
}
"""The faults that end a program that serves."""


_CODES = {0, 3, 130, 143, -signal.SIGKILL, -signal.SIGTERM, -signal.SIGHUP, -signal.SIGINT}
"""The exit codes of a disturbed program; 3 if some positions have errors."""


@dataclass(frozen=True)
class Outcome:
    """What came of a fault: what is wrong, if anything, the exit code, and the seconds until the end."""

    finding: str | None
    code: int | None
    seconds: float


def prepare(folder: Path) -> None:
    """Make the folder of a run, with its inputs."""
    (folder / "games").mkdir(parents=True)
    (folder / "cup.toml").write_text(_TOURNAMENT, encoding="utf-8")
    for sample in _SAMPLES:
        (folder / "games" / sample.name).write_text(_beginning(sample), encoding="utf-8")


def _beginning(sample: Path) -> str:
    """Return the first turns of a game, and the rack of the player who is then on turn."""
    lines = sample.read_text(encoding="utf-8").splitlines(keepends=True)
    turns = [number for number, line in enumerate(lines) if line.startswith(">")]
    text, end = "".join(lines[: turns[_RECORDED_TURNS]]), lines[turns[_RECORDED_TURNS]]
    player, rack = end[1:].split()[:2]
    return f"{text}#rack{1 if f'#player1 {player[:-1]} ' in text else 2} {rack}\n"


def reference(run: Run, folder: Path) -> tuple[dict[str, bytes], float]:
    """Return the outputs of an undisturbed run, and its seconds."""
    prepare(folder)
    begin = time.monotonic()
    if run.serves:
        return {}, 3.0
    finding = _finish(run, folder, resumes=False)
    assert finding is None, finding
    return run.result(folder), time.monotonic() - begin


def disturb(name: str, fault: str, moment: float, folder: Path, expected: dict[str, bytes]) -> Outcome:
    """Run a command, do a fault after `moment` seconds, and go on. `expected` are the outputs."""
    run = RUNS[name]
    prepare(folder)
    program = Disturbed(run, folder)
    try:
        with suppress(subprocess.TimeoutExpired):
            program.process.wait(moment)
        FAULTS[fault](program)
        begin = time.monotonic()
        limit = SECONDS_AFTER_SECOND if "twice" in fault else SECONDS
        if run.serves and fault not in ENDING:
            program.interrupt()
        try:
            code = program.process.wait(limit)
        except subprocess.TimeoutExpired:
            return Outcome(f"has not ended after {limit} seconds", None, limit)
        seconds = time.monotonic() - begin
        finding = _first(_findings(run, program, code, folder, expected))
        return Outcome(finding, code, seconds)
    finally:
        program.end()


def _findings(
    run: Run, program: Disturbed, code: int, folder: Path, expected: dict[str, bytes]
) -> Iterator[str]:
    errors = (folder / "errors").read_text(errors="replace", encoding="utf-8")
    # An interrupt of Python's own start, before the program can handle it, ends in a traceback by SIGINT.
    if "Traceback" in errors and code != -signal.SIGINT:
        yield f"exit code {code} with a traceback: {errors[-2000:]}"
    if code not in (
        0,
        130,
        143,
        *(-each for each in (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)),
    ):
        yield f"exit code {code}: {errors[-500:]}"
    deadline = time.monotonic() + SECONDS_AFTER_SECOND
    while program.session() and time.monotonic() < deadline:
        time.sleep(0.05)
    if program.session():
        yield f"{len(program.session())} processes are left"
    if not run.serves:
        if code == 0 and run.result(folder) != expected:
            yield "the output differs, though the program ended with exit code 0"
        yield from filter(None, [_finish(run, folder, resumes=code != 0)])
        if run.result(folder) != expected:
            yield "the output differs after going on"


def _finish(run: Run, folder: Path, *, resumes: bool) -> str | None:
    """Run a command to its end with one worker, unless it is done; what is wrong."""
    if not resumes and run.result(folder):
        return None
    arguments = run.arguments(folder, resumes)
    if "--workers" in arguments:
        arguments[arguments.index("--workers") + 1] = "1"
    done = subprocess.run(
        [*_PROGRAM, *arguments], cwd=ROOT, encoding="utf-8", capture_output=True,
        input=run.script(folder), timeout=SECONDS, check=False,
    )  # fmt: skip
    return (
        None if done.returncode in (0, 3) else f"going on ends with {done.returncode}: {done.stderr[-1000:]}"
    )


def _first(findings: Iterator[str]) -> str | None:
    return next(findings, None)


def _all_processes() -> list[int]:
    return [int(path.name) for path in Path("/proc").glob("[0-9]*")]


def _stat(number: int) -> list[str]:
    """Return the state, parent, group and session of a process, and more."""
    try:
        return Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:  # it has just ended
        return ["Z"]


def _is_worker(number: int) -> bool:
    try:
        return b"spawn_main" in Path(f"/proc/{number}/cmdline").read_bytes()
    except OSError:
        return False
