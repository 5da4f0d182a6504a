"""Faults of resources: each write, sync, rename, open, map and allocation of a short run fails once, in turn.

As SQLite's tests do: a run counts its calls of a kind, then it is repeated with the first one failing, with
the second, and so on. Whatever fails, the command goes on or ends with one line of an error, and the same
command or its `--resume` then gives the same files as a run without faults.

The calls fail in a library that is preloaded (`resource_preload.c`). A server with that library imports the
programs once; each run is a fork of it, which takes a tenth of a second.

A campaign by hand: `python tests/faults/resource_faults.py --scratch FOLDER [--scenario pit] [--kind write]
[--most 1000]`.
"""

import argparse
import contextlib
import ctypes
import errno
import gc
import importlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
TINY = ROOT / "tests" / "data" / "tiny"
KINDS = {
    "write": (1, errno.ENOSPC),
    "sync": (2, errno.EIO),
    "rename": (3, errno.ENOSPC),
    "open": (4, errno.EMFILE),
    "map": (5, errno.ENOMEM),
    "allocation": (6, errno.ENOMEM),
    "cpp_allocation": (8, errno.ENOMEM),
    "other": (7, errno.EIO),
}
_SECONDS = 100  # of processor time
_OPTIONS = ["--rules", str(TINY / "tiny.toml"), "--lexicon", str(TINY / "words.txt")]
_ONE_WORKER = ["--workers", "1"]


class Scenario(NamedTuple):
    """A command that is run in a folder of its own.

    `outputs` are compared with those of a run without faults. After a failed run it is repeated, with
    `resume` added if there is the file `state`; `resume` begins with a command if it replaces the arguments.
    """

    arguments: list[str]
    outputs: list[str]
    inputs: Mapping[str, str] = MappingProxyType({})
    state: str = ""
    resume: Sequence[str] = ()


class Finding(NamedTuple):
    """What went wrong: the scenario, the kind and number of the call that failed, and how it ended."""

    scenario: str
    kind: str
    number: int
    what: str


_TOURNAMENT = (
    'format = "round_robin"\nstrategies = ["greedy", "static"]\ngames_per_pairing = 4\n'
    f'variant = "{TINY / "tiny.toml"}"\nlexicon = "{TINY / "words.txt"}"\n'
)
_RECORD = """#player1 A Ann
#player2 B Ben
>A: AAES 5C SEA +6 6
>B: AART C5 .AT +6 6
>A: ?ABS B6 BAr +15 21
>B: ARST 6E STAR +57 63
"""
_RECORDS = {"games/one.gcg": _RECORD, "games/two.gcg": _RECORD.replace("Ben", "Cas")}
_CGP = "9/9/9/9/2SEA4/1BAT5/1AT6/1r7/9 EERS/ 21/6 0\n"
_ANALYZE = [*_OPTIONS, "--method", "static"]
_PLAY = [
    *["play", "free", "--player", "Ann", "--engine", "greedy=Jack", "--seed", "4"],
    *["--save", "s.game", "--gcg", "out.gcg", "--script", "script.txt"],
]
_JOURNAL = {"state": "log.csv.journal", "resume": ["--resume"]}

SCENARIOS = {
    "pit": Scenario(
        ["pit", "greedy", "static", "--games", "8", *_OPTIONS, *_ONE_WORKER, "--log", "log.csv"],
        ["log.csv"],
        {},
        **_JOURNAL,
    ),
    "tournament": Scenario(
        [
            "tournament",
            "t.toml",
            *_ONE_WORKER,
            *["--log", "log.csv", "--csv", "standings.csv", "--gcg-dir", "g"],
        ],
        ["log.csv", "standings.csv", "g/0.gcg", "g/3.gcg"],
        {"t.toml": _TOURNAMENT, "g/.keep": ""},
        **_JOURNAL,
    ),
    "batch": Scenario(
        ["batch", "p.cgp", *_ANALYZE, *_ONE_WORKER, "-o", "out.csv", "-o", "out.jsonl"],
        ["out.csv", "out.jsonl"],
        {"p.cgp": _CGP + _CGP.replace("21/6", "6/21")},
        "out.csv.journal",
        ["--resume"],
    ),
    "leaves": Scenario(
        ["leaves", "train", "o.leaves", *_OPTIONS, *_ONE_WORKER, "--games", "30", "--generations", "2"],
        ["o.leaves"],
        {},
        "o.leaves.state",
        ["--resume"],
    ),
    "openings": Scenario(
        ["openings", *_OPTIONS, *_ONE_WORKER, "-o", "out.csv", "--json", "out.json"],
        ["out.csv", "out.json"],
        {},
        "out.csv.journal",
        ["--resume"],
    ),
    "playability": Scenario(
        [
            "lexicon",
            "playability",
            *_OPTIONS,
            *_ONE_WORKER,
            "--games",
            "3",
            "--csv",
            "w.csv",
            "--json",
            "w.json",
        ],
        ["w.csv", "w.json"],
        {},
        "w.csv.journal",
        ["--resume"],
    ),
    "winprob": Scenario(
        ["winprob", "train", "o.winprob", *_OPTIONS, *_ONE_WORKER, "--games", "60", "--check-games", "20"],
        ["o.winprob"],
        {},
        "o.winprob.journal",
        ["--resume"],
    ),
    "analyze": Scenario(
        [
            *[
                "analyze",
                "games/one.gcg",
                "--json",
                "a.json",
                "--html",
                "a.html",
                "--csv",
                "a.csv",
                "--gcg",
                "a.gcg",
            ],
            *_ANALYZE,
        ],
        ["a.json", "a.html", "a.csv", "a.gcg"],
        _RECORDS,
    ),
    "collection": Scenario(
        [
            *[
                "analyze",
                "games",
                "--json",
                "c.json",
                "--html",
                "pages",
                "--csv",
                "c.csv",
                "--cache",
                "cache",
            ],
            *_ANALYZE,
            *_ONE_WORKER,
        ],
        ["c.json", "c.csv", "pages/index.html", "pages/one.html"],
        _RECORDS,
    ),
    "lexicon": Scenario(
        ["lexicon", "build", str(TINY / "words.txt"), "--name", "TINY", "--tiles", str(TINY / "few.toml")],
        ["data/jackdaw/lexica/TINY.jackdaw"],
    ),
    "play": Scenario(
        [*_PLAY, *_OPTIONS],
        ["s.game", "out.gcg"],
        {"script.txt": "pass\n" * 4, "quit.txt": "scores\nquit\n"},
        "s.game",
        ["play", "--resume", "s.game", "--script", "quit.txt"],
    ),
}


# --- the server: a process with the library -------------------------------------------------------------


class _Server:
    """Runs scenarios in forks of this process, which must have been started with the library."""

    def __init__(self, scratch: Path, library: Path) -> None:
        self.scratch = scratch
        self.library = ctypes.CDLL(str(library))
        self.references: dict[str, tuple[dict[str, bytes], dict[str, int]]] = {}

    def reference(self, name: str) -> tuple[dict[str, bytes], dict[str, int]]:
        """Return the outputs of a run without faults, and its number of calls of each kind."""
        if name not in self.references:
            scenario = SCENARIOS[name]
            folder = _prepare(self.scratch / name, scenario)
            ended = self.run(folder, scenario.arguments)
            assert ended.code == 0, ended.errors
            contents = _contents(folder, scenario)
            assert all(contents.values())
            self.references[name] = contents, ended.counts
        return self.references[name]

    def run(self, folder: Path, arguments: list[str], kind: str = "write", number: int = 0) -> "_Ended":
        """Run a command in a folder, with a fault unless the number is 0."""
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            self._become(folder, arguments, kind, number)
        _, status = os.waitpid(child, 0)
        counted = folder / "count"
        return _Ended(
            os.waitstatus_to_exitcode(status),
            (folder / "stderr").read_text(errors="replace", encoding="utf-8"),
            (folder / "fault").read_text(errors="replace", encoding="utf-8").strip(),
            json.loads(counted.read_text(encoding="utf-8") or "{}"),
        )

    def _become(self, folder: Path, arguments: list[str], kind: str, number: int) -> None:
        """Become the program; this does not return."""
        from jackdaw.cli import main

        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.chdir(folder)
        for name in ("data", "cache", "config", "state", "tmp"):
            (folder / name).mkdir(exist_ok=True)
            os.environ["TMPDIR" if name == "tmp" else f"XDG_{name.upper()}_HOME"] = str(folder / name)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        os.dup2(os.open("stdout", flags), 1)
        os.dup2(os.open("stderr", flags), 2)
        fault, counted = os.open("fault", flags), os.open("count", flags)
        sys.argv = ["jackdaw", *arguments]
        number_of, error = KINDS[kind]
        signal.alarm(_SECONDS)
        self.library.faults_arm(number_of, number, error, fault)
        try:
            main()
        finally:
            if not number:
                counts = {each: self.library.faults_count(KINDS[each][0]) for each in KINDS}
                os.write(counted, json.dumps(counts).encode())


class _Ended(NamedTuple):
    """How a run ended: exit code (negative: signal), standard error, the call that failed, calls by kind."""

    code: int
    errors: str
    fault: str
    counts: dict[str, int]


def _prepare(folder: Path, scenario: Scenario) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, text in scenario.inputs.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _contents(folder: Path, scenario: Scenario) -> dict[str, bytes]:
    return {name: _read(folder / name) for name in scenario.outputs}


def _read(path: Path) -> bytes:
    """Return a file's content; of a saved game without its salt and the seconds of turns."""
    if not path.exists():
        return b""
    content = path.read_bytes()
    return (
        re.sub(rb'"seconds":[0-9.e-]+', b"", content.partition(b"\n")[2])
        if path.suffix == ".game"
        else content
    )


def explore(server: _Server, name: str, kind: str, most: int, first: int = 1) -> Iterator[Finding | int]:
    """Let at most `most` calls fail, evenly spread over all; yield the findings, then the number of runs."""
    reference, counts = server.reference(name)
    count = counts[kind]
    step = max(1, -(-count // most))
    numbers = range(first, count + 1, step)
    for number in numbers:
        for what in _judge(server, name, kind, number, reference):
            yield Finding(name, kind, number, what)
    yield len(numbers)


def _judge(server: _Server, name: str, kind: str, number: int, reference: dict[str, bytes]) -> Iterator[str]:
    """Let a call fail, resume, and yield what is wrong."""
    scenario = SCENARIOS[name]
    folder = _prepare(server.scratch / name, scenario)
    ended = server.run(folder, scenario.arguments, kind, number)
    told = [
        line for line in ended.errors.splitlines() if line.startswith(("Error: ", "Errors: ", "Warning: "))
    ]
    state = f"{ended.fault}; exit code {ended.code}: {ended.errors.strip()[-2500:]}"
    if ended.code not in (0, 1, 2, 3) or "Traceback" in ended.errors:
        yield f"it broke: {state}"
    elif ended.code and len(told) != 1 and ended.fault != "write  2":
        yield f"there is no message: {state}"
    elif not ended.code and _contents(folder, scenario) != reference:
        changed = [
            each for each, content in _contents(folder, scenario).items() if content != reference[each]
        ]
        yield f"{', '.join(changed)} differ after success: {state}"
    if ended.code == 0:
        return
    resumes = bool(scenario.state) and (folder / scenario.state).exists()
    is_other = resumes and scenario.resume[0] == scenario.arguments[0]
    again = scenario.resume if is_other else [*scenario.arguments, *(scenario.resume if resumes else [])]
    second = server.run(folder, again)
    if second.code != 0:
        yield f"it cannot be resumed ({second.errors.strip()[-500:]}): {state}"
    for each, content in _contents(folder, scenario).items():
        if content != reference[each] and not (is_other and reference[each].startswith(content)):
            yield f"{each} differs after resuming: {state}"


def _serve(options: argparse.Namespace) -> None:
    """Run in the process with the library: explore, and print what is found as lines of JSON."""
    server = _Server(options.scratch, options.library)
    for name in options.scenario:
        folder = _prepare(options.scratch / "imports", SCENARIOS[name])
        modules = folder / "modules"
        code = (
            "import os, sys\nfrom jackdaw.cli import main\n"
            f"sys.argv = ['jackdaw', *{SCENARIOS[name].arguments!r}]\n"
            "try:\n    main()\nexcept SystemExit:\n    pass\n"
            f"with open({str(modules)!r}, 'w') as file:\n    file.write('\\n'.join(sys.modules))\n"
            "os._exit(0)\n"
        )
        homes = {f"XDG_{each}_HOME": str(folder) for each in ("DATA", "CACHE", "CONFIG", "STATE")}
        clean = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
        subprocess.run(
            [sys.executable, "-c", code], env=clean | homes, cwd=folder, capture_output=True, check=True
        )
        for module in modules.read_text(encoding="utf-8").split():
            if module != "__main__" and not options.cold:
                with contextlib.suppress(ImportError):
                    importlib.import_module(module)
        gc.freeze()  # a fork need not free what was imported here: it ends in a fifth of the time
        for kind in options.kind:
            begun = time.perf_counter()
            for found in explore(server, name, kind, options.most, options.first):
                if isinstance(found, Finding):
                    print(json.dumps(found._asdict()), flush=True)
                else:
                    seconds = time.perf_counter() - begun
                    print(f"{name}, {kind}: {found} runs, {seconds:.1f} s", flush=True)


def build_library(folder: Path) -> Path | None:
    """Compile the library to preload; None without a compiler, or where nothing can be preloaded."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None or not sys.platform.startswith("linux"):
        return None
    library = folder / "resource_preload.so"
    source = Path(__file__).with_name("resource_preload.c")
    command = [compiler, "-O1", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"]
    done = subprocess.run(command, capture_output=True, check=False)
    return library if done.returncode == 0 else None


def start(
    library: Path, scratch: Path, scenarios: list[str], kinds: list[str], most: int, *, cold: bool = False
) -> str:
    """Run a server to its end, and return what it printed."""
    program = [sys.executable, __file__, "--library", str(library), "--scratch", str(scratch)]
    program += ["--cold"] * cold
    for flag, values in (("--scenario", scenarios), ("--kind", kinds)):
        program += [part for value in values for part in (flag, value)]
    environment = {**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [*program, "--most", str(most)],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


def main() -> None:
    """Run a campaign, or a server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenario", action="append", choices=SCENARIOS)
    parser.add_argument("--kind", action="append", choices=KINDS)
    parser.add_argument("--most", type=int, default=1000)
    parser.add_argument("--scratch", type=Path, required=True)
    parser.add_argument("--first", type=int, default=1, help="the first call that fails")
    parser.add_argument("--cold", action="store_true", help="let calls of imports fail, too")
    parser.add_argument("--library", type=Path)
    options = parser.parse_args()
    if options.library:
        _serve(options)
        return
    options.scratch.mkdir(parents=True, exist_ok=True)
    library = build_library(options.scratch)
    assert library is not None, "there is no C compiler"
    for scenario in options.scenario or SCENARIOS:
        for kind in options.kind or KINDS:
            told = start(library, options.scratch, [scenario], [kind], options.most, cold=options.cold)
            print(told, end="", flush=True)


if __name__ == "__main__":
    main()
