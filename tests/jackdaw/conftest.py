"""Running commands: inside this process through click, or as programs of their own."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from jackdaw.cli import analyze, jackdaw

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., Result]
Program = Callable[..., "subprocess.CompletedProcess[str]"]


def _invoke(command: click.Command, arguments: tuple[object, ...], **options: object) -> Result:
    result = CliRunner().invoke(command, [str(argument) for argument in arguments], **options)  # type: ignore[arg-type]
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def run_analyze(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `analyze` in the root of the project."""
    monkeypatch.chdir(ROOT)
    return lambda *arguments, **options: _invoke(analyze, arguments, **options)


@pytest.fixture
def run_jackdaw(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `jackdaw` in the root of the project."""
    monkeypatch.chdir(ROOT)
    return lambda *arguments, **options: _invoke(jackdaw, arguments, **options)


@pytest.fixture
def program() -> Program:
    """Run `analyze` or `jackdaw` as a program of its own, in the root of the project."""

    def run(name: str, *arguments: object, **options: object) -> "subprocess.CompletedProcess[str]":
        function = {"analyze": "analyze_main", "jackdaw": "main"}[name]
        code = f"from jackdaw.cli import {function}; {function}()"
        command = [sys.executable, "-c", code, *map(str, arguments)]
        settings = {"capture_output": True, "text": True, "cwd": ROOT, "check": False, "timeout": 120}
        return subprocess.run(command, **(settings | options))  # type: ignore[call-overload, no-any-return]

    return run


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    """Write a file into a folder of the test's own."""

    def write_file(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file
