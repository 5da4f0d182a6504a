"""Completion in the shell, asked as bash, zsh and fish ask it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from jackdaw.cli import analyze, jackdaw

ROOT = Path(__file__).resolve().parents[3]


def run(program: str, **variables: str) -> str:
    name = {"main": "JACKDAW", "analyze_main": "ANALYZE"}[program]
    instruction = variables.pop("instruction")
    done = subprocess.run(
        [sys.executable, "-c", f"from jackdaw.cli import {program}; {program}()"],
        env={**os.environ, **variables, f"_{name}_COMPLETE": instruction},
        capture_output=True, encoding="utf-8", cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout


@pytest.fixture
def complete(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Callable[..., list[str]]:
    """Return what bash offers for the last word of a line: the type and the text of each."""

    def offered(line: str, command: click.Command = jackdaw) -> list[str]:
        words = line.split(" ")
        monkeypatch.chdir(ROOT)
        monkeypatch.setenv(f"_{words[0].upper()}_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        with pytest.raises(SystemExit):
            command.main([], prog_name=words[0])
        out, err = capsysbinary.readouterr()
        assert err == b""
        return out.decode().splitlines()

    return offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize(("program", "name"), [("main", "jackdaw"), ("analyze_main", "analyze")])
def test_each_shell_gets_its_script(shell: str, program: str, name: str) -> None:
    script = run(program, instruction=f"{shell}_source")
    assert f"_{name.upper()}_COMPLETE={shell}_complete" in script and f"{name}" in script


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("jackdaw pre", ["plain,preendgame"]),
        ("jackdaw endgame --wor", ["plain,--workers"]),
        ("jackdaw moves --rank-by ", ["plain,equity", "plain,score"]),
        ("jackdaw pit rackh3 gree", ["plain,greedy", "file,gree"]),
        ("jackdaw tournament four", ["plain,four_at_a_table", "file,four"]),
        ("jackdaw moves --lexicon SCOWL2", ["plain,SCOWL20", "file,SCOWL2"]),
        ("jackdaw moves --rules pol", ["plain,polish", "file,pol"]),
        ("jackdaw endgame game", ["file,game"]),
        ("jackdaw lexicon che", ["plain,check"]),
        ("jackdaw endgame --tu", ["plain,--turn"]),
    ],
)
def test_words_are_completed(line: str, offered: list[str], complete: Callable[..., list[str]]) -> None:
    assert complete(line) == offered


def test_files_are_completed_for_analyze(complete: Callable[..., list[str]]) -> None:
    assert complete("analyze ga", analyze) == ["file,ga"]
    assert complete("analyze --cache fo", analyze) == ["dir,fo"]
