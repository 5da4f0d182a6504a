"""Errors and warnings on standard error: one line each in a file, broken at spaces on a narrow terminal."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable

import pytest
from click.testing import Result

PROGRAM = "from jackdaw.cli import main; main()"
BAD = [
    ("endgame", "game-that-is-not-there.gcg"),
    ("endgame", "x.cgp", "--all", "-n", "3"),
    ("analyze", "x.gcg", "--iterations", "many"),
    ("endgmae", "x.gcg"),
    ("moves", "15/15/15 what is this that is no position at all, and a long one"),
    ("moves", "x\ny"),
]


def shown_on_a_terminal(arguments: tuple[str, ...], columns: int) -> str:
    """Run `jackdaw` with standard error on a terminal of so many columns."""
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as reading:
        run = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=theirs,
            env=os.environ | {"COLUMNS": str(columns)},
        )
        os.close(theirs)
        shown = b""
        try:
            while part := reading.read(4096):
                shown += part
        except OSError:  # the other side is closed
            pass
        assert run.wait(60) == 2
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("arguments", BAD, ids=" ".join)
@pytest.mark.parametrize("columns", [40])
def test_errors_break_between_words(
    arguments: tuple[str, ...], columns: int, run_jackdaw: Callable[..., Result]
) -> None:
    shown = shown_on_a_terminal(arguments, columns)
    whole = run_jackdaw(*arguments).stderr
    lines = shown.splitlines()
    assert shown.split() == whole.split() and len(whole.splitlines()[-1]) > 0
    assert any(line.startswith("Error: ") for line in lines)
    assert [line for line in lines if len(line) > columns and " " in line.strip()] == []
    assert len(lines) > len(whole.splitlines()) or all(len(line) <= columns for line in whole.splitlines())
