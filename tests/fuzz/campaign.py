"""Build the fuzz targets of this folder and run them, one after another or several at once.

    python tests/fuzz/campaign.py --seconds 60              60 seconds in all, as CI does
    python tests/fuzz/campaign.py --runs 1000000 --merge    a campaign; new inputs join the corpus
    python tests/fuzz/campaign.py --threads                 the driver of threads under ThreadSanitizer

`corpus/TARGET.tar.xz` holds the inputs that reach all code that is known to be reached, `regressions/` one
file for each fault that was found, named TARGET-FAULT. A fault ends the program with status 1 and leaves
its input, `TARGET-crash-...`, in the current folder. With a compiler that has no libFuzzer the inputs are
replayed and none are made.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
TARGETS = {  # the longest input of each, in bytes
    "graph": 300,
    "kwg": 300,
    "word_map": 300,
    "lexicon": 400,
    "leaves": 200,
    "moves": 400,
    "endgame": 200,
    "games": 300,
}
_SANITIZERS = {
    "ASAN_OPTIONS": "abort_on_error=1:quarantine_size_mb=16:malloc_context_size=5",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "TSAN_OPTIONS": "halt_on_error=1",
}
_SEARCH = [  # inputs of every length from the start; the entropic schedule takes 40 % of the time
    "-len_control=0",
    "-entropic=0",
    "-print_final_stats=1",
]


@dataclass(frozen=True)
class Result:
    """The end of a target's run: its status, its number of executions, seconds, and the end of its output."""

    target: str
    status: int
    runs: int
    seconds: float
    output: str


def main() -> int:
    """Run the program; return its exit status."""
    options = parse_arguments()
    build = Path(options.build)
    try:
        if options.threads:
            program = compile_targets(build, options.compiler, "thread", options.jobs, ["threads"])
            return run_command([program / "threads"]).returncode
        names = [f"fuzz_{target}" for target in options.targets]
        programs = compile_targets(build, options.compiler, "address,undefined", options.jobs, names)
    except subprocess.CalledProcessError as error:
        print(f"the build failed (exit status {error.returncode})", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda each: fuzz(each, programs, Path(folder), options), options.targets))
    for result in results:
        print(
            f"{result.target:9} {result.runs:12,} executions {result.seconds:8.0f} s  status {result.status}"
        )
        if result.status:
            print(result.output)
    print(f"{'in all':9} {sum(result.runs for result in results):12,} executions")
    return int(any(result.status for result in results))


def parse_arguments() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description="Fuzz the C++ core.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", default=list(TARGETS), help="default: all")
    parser.add_argument("--compiler", help="default: clang++ with libFuzzer, else $CXX or c++, which replays")
    parser.add_argument("--build", default="build/fuzz", help="folder of the build (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=60, help="of all targets together (default: 60)")
    parser.add_argument("--runs", type=int, help="executions of each target, instead of seconds")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument("--merge", action="store_true", help="add new inputs to the corpus, and minimize it")
    parser.add_argument("--threads", action="store_true", help="run the driver of threads instead")
    options = parser.parse_args()
    if unknown := set(options.targets) - set(TARGETS):
        parser.error(f"no such target: {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}")
    if options.compiler is None:
        options.compiler = os.environ.get("CXX", "c++") if options.threads else choose_compiler()
    return options


def choose_compiler() -> str:
    """Return clang++ if it has libFuzzer, in places a package of its own, else the usual compiler."""
    if clang := shutil.which("clang++"):
        check = [clang, "-x", "c++", "-", "-fsanitize=fuzzer,address", "-o", os.devnull]
        target = b'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }'
        if subprocess.run(check, input=target, capture_output=True, check=False).returncode == 0:
            return clang
    print("no clang++ with libFuzzer: inputs are replayed, none are made (Debian: clang, libclang-rt-14-dev)")
    return os.environ.get("CXX", "c++")


def compile_targets(build: Path, compiler: str, sanitize: str, jobs: int, names: list[str]) -> Path:
    """Compile programs; return the folder they are in."""
    cmake = find_tool("cmake")
    define = [f"-DCMAKE_CXX_COMPILER={compiler}", f"-DSANITIZE={sanitize}"]
    if shutil.which("ccache"):
        define.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    generator = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={find_tool('ninja')}"]
    subprocess.run(
        [cmake, "-S", FOLDER, "-B", build, *generator, *define], check=True, stdout=subprocess.DEVNULL
    )
    subprocess.run([cmake, "--build", build, f"-j{jobs}", "--target", *names], check=True)
    return build.resolve()


def find_tool(name: str) -> str:
    """The path of a program beside Python or on the path."""
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if not found:
        sys.exit(f"{name} is missing: pip install {name}")
    return found


def fuzz(target: str, programs: Path, folder: Path, options: argparse.Namespace) -> Result:
    """Run a target on its corpus."""
    corpus = folder / target
    unpack(target, corpus)
    program = programs / f"fuzz_{target}"
    share = max(1, round(options.seconds * options.jobs / len(options.targets)))
    limit = f"-runs={options.runs}" if options.runs else f"-max_total_time={share}"
    settings = [f"-max_len={TARGETS[target]}", "-timeout=60", "-rss_limit_mb=3000"]
    begun = time.monotonic()
    done = run_command(
        [program, *settings, limit, f"-artifact_prefix={target}-", "-print_final_stats=1", corpus],
        capture=True,
    )
    counts = re.findall(r"(?:stat::number_of_executed_units:|Done) +(\d+)", done.stderr)
    if options.merge and not done.returncode:
        merged = folder / f"{target}-merged"
        merged.mkdir()
        run_command([program, *settings, "-merge=1", merged, corpus], capture=True)
        pack(target, merged)
    seconds = time.monotonic() - begun
    return Result(target, done.returncode, int(counts[-1]) if counts else 0, seconds, done.stderr[-6000:])


def run_command(command: list[str | Path], *, capture: bool = False) -> subprocess.CompletedProcess[str]:
    """Run a program that was built here."""
    return subprocess.run(
        command,
        check=False,
        env={**_SANITIZERS, **os.environ},
        capture_output=capture,
        encoding="utf-8",
        errors="replace",
    )


def unpack(target: str, folder: Path) -> None:
    """Write the corpus and the regressions of a target to a new folder."""
    folder.mkdir()
    archive = FOLDER / "corpus" / f"{target}.tar.xz"
    if archive.exists():
        with tarfile.open(archive) as tar:
            for member in tar.getmembers():
                content = tar.extractfile(member)
                if content:
                    (folder / Path(member.name).name).write_bytes(content.read())
    for path in (FOLDER / "regressions").glob(f"{target}-*"):
        shutil.copy(path, folder)


def pack(target: str, folder: Path) -> None:
    """Write a corpus, the same inputs as the same bytes."""
    (FOLDER / "corpus").mkdir(exist_ok=True)
    with tarfile.open(FOLDER / "corpus" / f"{target}.tar.xz", "w:xz", format=tarfile.USTAR_FORMAT) as tar:
        for path in sorted(folder.iterdir()):
            content = path.read_bytes()
            member = tarfile.TarInfo(path.name[:12])
            member.size = len(content)
            tar.addfile(member, BytesIO(content))


if __name__ == "__main__":
    sys.exit(main())
