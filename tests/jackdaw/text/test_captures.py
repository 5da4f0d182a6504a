"""What commands show at 60, 80 and 120 columns, in colour and plain: files in tests/data/captures.

Plain text is the same in all terminals but for lines that are broken or columns that are left out; colours
are written as Rich's codes. Times and rates are masked. After a change of what is shown, write the files
anew and look at their differences:

    JACKDAW_WRITE_CAPTURES=1 pytest tests/jackdaw/text/test_captures.py
"""

import os
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from rich.style import Style

from jackdaw.console import Line, text_width
from jackdaw.console.layout import wrap_line
from jackdaw.runs import judge_run
from sims.match import series

Run = Callable[..., Result]

FOLDER = Path(__file__).resolve().parents[2] / "data" / "captures"
SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
PREENDGAME = (
    "2JUS2TROWELeD/1COMPILE1YO3E/1UT1H2EF1ECU1N/FRAME2DE2O2T/1T2n3E1VISTA/BA2O1QUIZ1G2L/LI2I3N2N2I/"
    "EN2D1WOG2E2A/ASK2BOX7/R1I1VIG8/YAP12/1A13/15/15/15 ADEEHRR/ 346/385 0"
)
ONE = ("--workers", 1)
COMMANDS = {
    "analyze-game": ("analyze", SAMPLE, "--effort", "quick"),
    "analyze-turn": ("analyze", SAMPLE, "--turn", 16, "--effort", "quick"),
    "analyze-simulation": (
        "analyze", SAMPLE, "--turn", 12, "--iterations", 50, "--confidence", "off", "-n", 5,
    ),
    "moves": ("moves", SAMPLE, "--turn", 12),
    "endgame": ("endgame", SAMPLE, "--turn", 22, "-n", 5, *ONE),
    "preendgame": (
        "preendgame", PREENDGAME, "--move", "M8 REHEARD", "--move", "K8 REHEARD", "--outcomes", *ONE,
    ),
    "pit": ("pit", "rackh3", "greedy", "--games", 20, "--seed", 1, *ONE),
    "pit-luck": ("pit", "rackh3", "greedy", "--games", 20, "--seed", 1, "--adjust-luck", *ONE),
    "tournament": ("tournament", "greedy", "rackh1", "rackh3", "--games", 4, *ONE),
    "judge": (
        "judge", "--self-play", 5, "--phase", "late", "--phase", "middle",
        "--players", "greedy,static,rackh1", "--iterations", 20, "--candidates", 2, *ONE,
    ),
}  # fmt: skip
WIDTHS = (60, 80, 120)
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_MASKED = (
    (re.compile(r"\d+\.\d+ seconds"), "#.# seconds"),
    (re.compile(r"[\d.,]+(?:e[+-]?\d+)? games per second"), "# games per second"),
    (re.compile(r"\b\d+(?:\.\d+)? (?:us|ms|s)\b"), "# us"),
    (re.compile(r"(?<=nodes in )[\d.]+"), "#.#"),
)


@pytest.fixture
def terminal_of_256_colours(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Show 256 colours, also if tests before and after show others: Rich keeps the codes of styles."""
    surroundings = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLORTERM": "", "NO_COLOR": ""}
    for variable, value in (surroundings | {"COLORFGBG": "15;0"}).items():
        monkeypatch.setenv(variable, value)
    _forget_codes()
    yield
    _forget_codes()


def _forget_codes() -> None:
    for name in ("parse", "_add", "normalize"):
        cached = vars(Style)[name]
        getattr(cached, "__func__", cached).cache_clear()


@pytest.mark.parametrize("name", COMMANDS)
def test_plain(name: str, run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _compare(name, "plain", run_jackdaw, monkeypatch)


@pytest.mark.usefixtures("terminal_of_256_colours")
@pytest.mark.parametrize("name", COMMANDS)
def test_colours(name: str, run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _compare(name, "colour", run_jackdaw, monkeypatch)


@cache
def _once(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


def _compare(name: str, look: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare what a command shows at all widths with its file; nothing may exceed the width."""
    monkeypatch.setattr("jackdaw.console.output.wrap_line", _wrap_masked)
    # A table is as wide as its cells, so these are masked before they are laid out.
    monkeypatch.setattr("jackdaw.matches.judge_report._time", lambda _seconds: "# us")
    # What is judged and played is the same at all widths.
    monkeypatch.setattr(judge_run, "judge_task", partial(_once, judge_run.judge_task))
    monkeypatch.setattr(series, "play_batch", partial(_once, series.play_batch))
    written = ""
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", str(width))
        result = run(*COMMANDS[name])
        assert (result.exit_code, ESCAPES.search(result.stdout) is not None) == (0, look == "colour")
        plain = ESCAPES.sub("", result.stdout).splitlines()
        assert [line for line in plain if text_width(line) > width] == []
        written += f"=== {width} columns\n{result.stdout}"
    file = FOLDER / f"{name}.{look}.txt"
    if os.environ.get("JACKDAW_WRITE_CAPTURES"):
        file.write_text(written, encoding="utf-8")
    assert written == file.read_text(encoding="utf-8")


def _wrap_masked(line: Line, width: int) -> list[Line]:
    """Break a line as `wrap_line` does, after times and rates have been masked."""
    masked = [span.text for span in line]
    for pattern, replacement in _MASKED:
        masked = [pattern.sub(replacement, text) for text in masked]
    return wrap_line(tuple(span._replace(text=text) for text, span in zip(masked, line, strict=True)), width)
