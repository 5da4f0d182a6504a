"""Count the instructions of ten pieces of work, and compare them with the history of counts.

    python bench/instruction_counts.py             # count and compare; exit code 1 for a slower count
    python bench/instruction_counts.py --record    # add the counts to the history, to commit with a change
    python bench/instruction_counts.py --record --slower "endgames because proofs need the bound"

Instructions repeat where seconds do not. Valgrind counts them (Debian: apt install valgrind). A count that
is 3 % worse than in the last entry of the same environment needs a line `Slower: NAME because REASON` in a
commit message since that entry. Without valgrind, or an entry to compare with, nothing is compared, and that
is said.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from callgrind_output import instructions_by_object
from count_history import (
    PYTHON_COUNTS,
    Entry,
    changes,
    faults_of,
    format_entry,
    last_comparable,
    read_history,
    reasons_in,
    unexcused,
)
from counted_work import NAMES

from movegen.native import core, describe_core

HERE = Path(__file__).resolve().parent
HISTORY = HERE / "instruction_counts.jsonl"
SLOWER_COUNT = 1
"""Exit code: a count is worse, and no commit says why."""


def count_instructions(valgrind: str) -> dict[str, int]:
    """Return the instructions of each piece of work."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(HERE.parent)}
        subprocess.run(
            [valgrind, "--tool=callgrind", "--dump-before=getppid", "--dump-line=no", "--quiet",
             f"--callgrind-out-file={folder}/out", sys.executable, HERE / "counted_work.py"],
            env=os.environ | settings, check=True,
        )  # fmt: skip
        # The first part is the preparation; what follows the last call has no number.
        parts = [Path(folder) / f"out.{number}" for number in range(2, len(NAMES) + 2)]
        return dict(zip(NAMES, map(_count, NAMES, parts), strict=True))


def _count(name: str, part: Path) -> int:
    with part.open(encoding="utf-8", errors="replace") as file:
        by_object = instructions_by_object(file)
    return sum(found for path, found in by_object.items() if name in PYTHON_COUNTS or "jackdaw_core" in path)


def environment(valgrind: str) -> dict[str, str]:
    """Return what counts depend on besides the code."""
    version = subprocess.run([valgrind, "--version"], capture_output=True, encoding="utf-8", check=True)
    cpu = Path("/proc/cpuinfo")
    flags = set(cpu.read_text(encoding="utf-8").split()) if cpu.exists() else set()
    return {
        "core": f"{describe_core()}, {'files as one' if core.IS_UNITY else 'each file by itself'}",
        "valgrind": version.stdout.strip(),
        "machine": " ".join([platform.machine(), *sorted(flags & {"avx2"})]),
        "python": platform.python_version(),
        "numpy": np.__version__,
    }


def git(*arguments: str) -> str:
    """Return what git prints in this clone; nothing if it fails."""
    done = subprocess.run(["git", *arguments], cwd=HERE, capture_output=True, encoding="utf-8", check=False)
    return done.stdout if done.returncode == 0 else ""


def messages_since(line: int) -> list[str]:
    """Return the messages of the commits since the one that added a line of the history."""
    blame = git("blame", "--porcelain", "-L", f"{line},{line}", "--", HISTORY.name)
    commit = blame.split(maxsplit=1)[0] if blame else ""
    if not commit.strip("0"):  # no clone, or the line is not committed
        return []
    return git("log", "--format=%B%x00", f"{commit}..HEAD").split("\0")


def compare(history: list[Entry], found: Entry) -> int:
    """Print the changes since the last entry of this environment, and return the exit code."""
    before = last_comparable(history, found.environment)
    if before is None:
        print(f"no entry of this environment in {HISTORY.name}, so nothing is compared: {found.environment}")
        return 0
    every = changes(before, found)
    for change in every:
        print(change)
    since = messages_since(max(number for number, entry in enumerate(history, 1) if entry is before))
    slower = unexcused(every, reasons_in(since) | dict(found.slower))
    for change in slower:
        print(f"Slower: {change}; mend it, or say in the commit message: Slower: {change.name} because ...")
    return SLOWER_COUNT if slower else 0


def main() -> None:
    """Count, compare and record."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--record", action="store_true", help="add the counts to the history")
    parser.add_argument("--slower", action="append", default=[], metavar="NAME because REASON")
    options = parser.parse_args()
    history = read_history(HISTORY) if HISTORY.exists() else []
    faults = faults_of(history, NAMES)
    if faults:
        sys.exit("\n".join(faults))
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        print("no valgrind, so instructions are not counted (Debian: apt install valgrind)")
        return
    reasons = reasons_in(f"Slower: {text}" for text in options.slower)
    commit = git("rev-parse", "HEAD").strip()
    found = Entry(commit, environment(valgrind), count_instructions(valgrind), reasons)
    for name, number in found.counts.items():
        print(f"{name:18}{number:>15,}")
    code = compare(history, found)
    if options.record and code == 0:
        with HISTORY.open("a", encoding="utf-8") as file:
            file.write(format_entry(found))
    sys.exit(code)


if __name__ == "__main__":
    main()
