"""Check an installed Jackdaw as its users meet it: run this with the Python that has it.

    python tools/smoke_test.py              what is installed: the programs, and the board with its extra
    python tools/smoke_test.py --extras     fail if the extras `board` and `play` are missing
    python tools/smoke_test.py --browser    also load the board's page in Chromium; needs Playwright

Runs in an empty folder with empty user folders, without a compiler or any other program on the path. CI,
cibuildwheel and the release workflow call it; it needs nothing but the standard library.
"""

import argparse
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = "jackdaw-engine"
MINUTES = 20  # emulated processors are slow
FIGURES = ("games", "wins", "draws", "losses", "mean_score_a", "mean_score_b", "counts")
POSITION = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"


class CheckError(Exception):
    """A check that failed."""


class Programs:
    """The installed programs, run in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        self.environment |= {f"XDG_{name}_HOME": str(folder / name) for name in ("CACHE", "DATA", "CONFIG")}
        self.environment |= {"HOME": str(folder), "LOCALAPPDATA": str(folder)}
        self.environment |= {"PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
        if os.name != "nt":  # Windows finds its libraries by the path
            self.environment["PATH"] = str(folder)

    def command(self, name: str, *arguments: str) -> list[str]:
        """Return the command line of a program that lies beside this Python."""
        found = shutil.which(name, path=str(Path(sys.executable).parent))
        if found is None:
            raise CheckError(f"there is no program {name} beside {sys.executable}")
        return [found, *arguments]

    def run(self, name: str, *arguments: str) -> str:
        """Return what a program prints. It must succeed and print nothing on standard error."""
        done = subprocess.run(
            self.command(name, *arguments), cwd=self.folder, env=self.environment, timeout=60 * MINUTES,
            capture_output=True, encoding="utf-8", check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        if done.returncode or done.stderr:
            raise CheckError(f"{name} {' '.join(arguments)}: exit code {done.returncode}\n{done.stderr}")
        return done.stdout

    @contextmanager
    def board(self) -> Iterator[str]:
        """Run `jackdaw board`; yield its address."""
        process = subprocess.Popen(
            self.command("jackdaw", "board", "--port", "0", "--no-open"), cwd=self.folder,
            env=self.environment, stdout=subprocess.PIPE, encoding="utf-8",
        )  # fmt: skip
        with process:
            try:
                assert process.stdout is not None
                line = process.stdout.readline()
                found = re.search(r"http://\S+/", line)
                if found is None:
                    raise CheckError(f"jackdaw board says: {line!r}")
                yield found[0]
            finally:
                process.kill()


def expect(text: str, *patterns: str) -> None:
    """Raise CheckError unless all patterns are found in the text."""
    for pattern in patterns:
        if not re.search(pattern, text):
            raise CheckError(f"expected {pattern!r} in:\n{text}")


def check_import(programs: Programs) -> None:
    """Import from the installation, not from a clone."""
    code = "import jackdaw, movegen, strategy, sims, jackdaw_core; print(jackdaw.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=programs.folder, env=programs.environment, capture_output=True,
        encoding="utf-8", check=False,
    )  # fmt: skip
    if done.returncode:
        raise CheckError(done.stderr)
    place = Path(done.stdout.strip())
    if not place.is_relative_to(Path(sys.prefix)):
        raise CheckError(f"{place} is not below {sys.prefix}")


def check_version(programs: Programs) -> None:
    """Show the version."""
    expected = f"Jackdaw {importlib.metadata.version(NAME)}"
    for name in ("analyze", "jackdaw"):
        shown = programs.run(name, "--version")
        if shown.splitlines()[0] != expected:
            raise CheckError(f"{name} --version shows {shown!r}, not {expected!r}")
    print(shown, end="")


def check_review(programs: Programs) -> None:
    """Review the sample game, the README's first command."""
    sample = importlib.metadata.distribution(NAME).locate_file("jackdaw/samples/ann_v_ben.gcg")
    report = programs.run("analyze", str(sample), "--effort", "quick")
    expect(report, r"Ann Archer +503 +\d+ of 12 +-\d+\.\d % +-\d+\.\d")
    expect(report, r"Ben Boyle missed a bingo on turn 16: C2 W\(R\)ANGLED")
    review = json.loads(programs.run("analyze", str(sample), "--json", "-"))
    turns = len(review["positions"])
    if turns != 23:
        raise CheckError(f"{turns} turns were reviewed, not 23")


def check_searches(programs: Programs) -> None:
    """List moves, look up a word."""
    expect(programs.run("jackdaw", "moves", POSITION), r"\(W\)EDGIE")
    expect(programs.run("jackdaw", "lexicon", "anagram", "AEINRST"), "RETINAS")


def check_workers(programs: Programs) -> None:
    """Play a match in two spawned processes: the figures are those of one."""
    matches = [
        json.loads(
            programs.run(
                "jackdaw", "pit", "greedy", "static", "--games", "20", "--workers", workers, "--json", "-"
            )
        )
        for workers in ("1", "2")
    ]
    one, two = ({name: match[name] for name in FIGURES} for match in matches)
    if one != two:
        raise CheckError(f"two workers: {two}, one: {one}")


def check_board(programs: Programs) -> None:
    """Load the board's page and a script of it."""
    with programs.board() as address:
        page = urllib.request.urlopen(address, timeout=60).read().decode()
        expect(page, "(?i)<!doctype html>", "<title>[^<]*Jackdaw")
        script = re.search(r'src="([^"]+\.js)"', page)
        if script is None:
            raise CheckError("the page has no script")
        urllib.request.urlopen(urllib.request.Request(address.rstrip("/") + "/" + script[1].lstrip("/")))


def check_board_in_browser(programs: Programs) -> None:
    """Load the board's page in Chromium and look for errors in its console."""
    from playwright.sync_api import sync_playwright

    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    root = os.name != "nt" and os.geteuid() == 0  # Chromium refuses to run as root in a sandbox
    errors: list[str] = []
    with programs.board() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox"] * root)
        page = browser.new_page()
        page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address, wait_until="networkidle")
        page.get_by_role("button").first.wait_for()
        expect(page.title(), "Jackdaw")
        browser.close()
    if errors:
        raise CheckError("\n".join(errors))


def check_screen(programs: Programs) -> None:
    """Show the help of the terminal application."""
    expect(programs.run("jackdaw", "play", "--help"), "Usage: jackdaw play")


def is_installed(*modules: str) -> bool:
    """Return whether all these modules can be imported."""
    return all(importlib.util.find_spec(module) is not None for module in modules)


def main() -> None:
    """Run the checks; exit with 1 at the first that fails."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--extras", action="store_true", help="fail without the extras board and play")
    parser.add_argument("--quick", action="store_true", help="leave out what takes more than a few seconds")
    parser.add_argument("--browser", action="store_true", help="load the board's page in Chromium")
    options = parser.parse_args()
    checks: list[Callable[[Programs], None]] = [check_import, check_version, check_screen]
    if not options.quick:
        checks += [check_review, check_searches, check_workers]
    if options.extras or is_installed("starlette", "uvicorn"):
        checks.append(check_board)
    if options.browser:
        checks.append(check_board_in_browser)
    if options.extras and not is_installed("textual"):
        sys.exit("Failed: the extra play is not installed")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        programs = Programs(Path(folder).resolve())
        for check in checks:
            begun = time.monotonic()
            try:
                check(programs)
            except (CheckError, LookupError, OSError, subprocess.SubprocessError, ValueError) as error:
                sys.exit(f"Failed: {check.__doc__}\n{error}")
            print(f"passed in {time.monotonic() - begun:.1f} s: {check.__doc__}", flush=True)


if __name__ == "__main__":
    main()
