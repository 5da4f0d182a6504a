"""The README shows the output that the program prints, and its Python example runs."""

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str = "") -> list[str]:
    """Return the code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def transcripts() -> list[tuple[str, str]]:
    """Commands behind a `$`, and the output below them."""
    parts = [block.split("\n", 1) for block in blocks() if block.startswith("$ ")]
    return [(command.removeprefix("$ "), output) for command, output in parts]


@pytest.mark.parametrize(("command", "output"), transcripts())
def test_transcripts(command: str, output: str) -> None:
    command, _, tail = command.partition(" | tail -n ")
    program, *arguments = command.split()
    assert program == "analyze"
    run = "from jackdaw.cli import analyze_main; analyze_main()"
    done = subprocess.run(
        [sys.executable, "-c", run, *arguments],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "80"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines(keepends=True)
    assert "".join(lines[-int(tail) :] if tail else lines) == output


def test_there_is_a_transcript_and_both_commands_stand_on_their_own() -> None:
    assert transcripts()
    shell = [block for block in blocks() if not block.startswith("$ ")]
    assert len(shell) == 2
    for command in shell:
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install ")
        assert command.count("\n") == 1


def test_the_python_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with contextlib.redirect_stdout(io.StringIO()):
        for block in blocks("python"):
            exec(compile(block, "README.md", "exec"), {})


def test_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert link.startswith("http") or (ROOT / link).exists(), link
