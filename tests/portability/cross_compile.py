"""Compile the C++ cores without Python, for other systems and processors, with warnings as errors.

    pip install ziglang                                             # clang and the libraries of other systems
    python tests/portability/cross_compile.py                       # all targets
    python tests/portability/cross_compile.py aarch64-linux-musl    # one
    python tests/portability/cross_compile.py --compiler clang++    # for this machine, with its own compiler

Each target is linked with `signature.cpp`. Where this machine runs the program, by itself or in QEMU's user
mode, its output must be that of `signature.txt`.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXPECTED = Path(__file__).with_name("signature.txt")
HERE = "this machine"
TARGETS = ["x86_64-windows-gnu", "aarch64-linux-gnu", "aarch64-macos", "x86_64-macos", "aarch64-linux-musl"]
"""The last one, the second linked statically, runs without the libraries of an ARM system."""
FLAGS = ["-std=c++20", "-O1", "-g0", "-ffp-contract=off", "-I."]
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Wno-sign-conversion", "-Werror"]


@dataclass(frozen=True)
class Outcome:
    """The output of a program, if it was run; what failed."""

    output: str | None = None
    error: str | None = None

    def passed(self, expected: str) -> bool:
        """Return False if something failed or the output is another one."""
        return self.error is None and self.output in (None, expected)

    def describe(self, expected: str) -> str:
        """Say what was found."""
        if self.error is not None:
            return f"failed: {self.error}"
        if self.output is None:
            return "compiled and linked; nothing here runs it"
        if self.output == expected:
            return "compiled, linked and run: the same results"
        return f"compiled, linked and run: other results\n{self.output}"


def main() -> int:
    """Run the program; return its exit status."""
    parser = argparse.ArgumentParser(description="Compile the C++ cores for other systems.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", default=TARGETS, help="default: all")
    parser.add_argument("--compiler", help="of this machine, to compile for it instead")
    options = parser.parse_args()
    targets = [HERE] if options.compiler else options.targets
    expected = EXPECTED.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = list(
            pool.map(lambda target: try_target(target, options.compiler, Path(folder) / target), targets)
        )
    for target, outcome in zip(targets, outcomes, strict=True):
        print(f"{target}: {outcome.describe(expected)}")
    return 0 if all(outcome.passed(expected) for outcome in outcomes) else 1


def try_target(target: str, compiler: str | None, folder: Path) -> Outcome:
    """Build for a target, and run what can be run here."""
    try:
        return Outcome(run(target, build(target, compiler, folder)))
    except subprocess.CalledProcessError as error:
        return Outcome(error=f"{error}\n{error.stdout}{error.stderr}")


def build(target: str, compiler: str | None, folder: Path) -> Path:
    """Compile and link for a target; return the program. Raises CalledProcessError at an error or a warning.

    All files are compiled as one, which is much quicker.
    """
    cores = [path for core in ("movegen", "strategy", "sims") for path in ROOT.glob(f"{core}/core/*/*.cpp")]
    files = sorted(path for path in cores if path.parent.name != "bindings")
    files.append(ROOT / "tests/portability/signature.cpp")
    folder.mkdir()
    source, linkable = folder / "all.cpp", str(folder / "all.o")
    source.write_text("".join(f'#include "{path.as_posix()}"\n' for path in files), encoding="utf-8")
    program = folder / ("signature.exe" if "windows" in target else "signature")
    command = [*command_for(target, compiler), *FLAGS]
    invoke([*command, *WARNINGS, "-c", str(source), "-o", linkable])
    invoke([*command, linkable, "-o", str(program)])
    return program


def command_for(target: str, compiler: str | None) -> list[str]:
    """The compiler, with options of the target."""
    if compiler:
        processor, command = platform.machine(), [compiler, "-pthread"]
    else:
        processor = target.partition("-")[0]
        command = [sys.executable, "-m", "ziglang", "c++", "-target", target, "-fno-sanitize=undefined"]
    if processor not in ("x86_64", "AMD64"):
        return command
    return [*command, "-march=x86-64-v2" if compiler else "-mcpu=x86_64_v2"]


def invoke(command: list[str]) -> None:
    """Run a compiler in the root of the sources."""
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, encoding="utf-8")


def run(target: str, program: Path) -> str | None:
    """Return the output of a program; None if nothing here runs it. Raises CalledProcessError if it fails."""
    command = [str(program)]
    if target != HERE:
        processor = target.partition("-")[0]
        emulator = shutil.which(f"qemu-{processor}-static") or shutil.which(f"qemu-{processor}")
        if not emulator or not target.endswith("linux-musl"):
            return None
        command = [emulator, *command]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


if __name__ == "__main__":
    sys.exit(main())
