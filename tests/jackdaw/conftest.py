"""Fixtures that run commands, in this process or as programs of their own, and open pages in a browser."""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from jackdaw.cli import analyze, jackdaw
from jackdaw.console import Interruption
from movegen import Game, Lexicon
from strategy import StaticStrategy
from strategy.analysis import measure_luck

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., Result]
Program = Callable[..., "subprocess.CompletedProcess[str]"]
Open = Callable[..., Any]


@pytest.fixture(scope="session", autouse=True)
def luck_of_each_game() -> Iterator[None]:
    """Measure the luck of a game once: half of a quick review, and many tests review the same game."""
    measured: dict[object, list[float | None]] = {}

    def measure(game: Game, lexicon: Lexicon, strategy: StaticStrategy) -> list[float | None]:
        key = (game.variant, game.events, lexicon.tile_set, lexicon.checksum, strategy)
        if key not in measured:
            measured[key] = measure_luck(game, lexicon, strategy)
        return measured[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sims.review.game_review.measure_luck", measure)
        yield


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
        settings = {"capture_output": True, "encoding": "utf-8", "cwd": ROOT, "check": False, "timeout": 120}
        return subprocess.run(command, **(settings | options))  # type: ignore[call-overload, no-any-return]

    return run


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Press Ctrl-C in this process soon after a search has begun."""
    entered = Interruption.__enter__

    def enter(self: Interruption) -> Interruption:
        found = entered(self)
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        return found

    monkeypatch.setattr(Interruption, "__enter__", enter)


@pytest.fixture
def board_program() -> Iterator[Callable[..., tuple[Any, int]]]:
    """Run `jackdaw board` as a program of its own; return the process and its port."""
    begun = []

    def run(**environment: str) -> tuple[Any, int]:
        code = "from jackdaw.cli import main; main()"
        command = [sys.executable, "-c", code, "board", "--port", "0", "--no-open"]
        process = subprocess.Popen(
            command, cwd=ROOT, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
        )  # fmt: skip
        begun.append(process)
        line = process.stdout.readline()  # type: ignore[union-attr]
        return process, int(re.search(r"127\.0\.0\.1:(\d+)/", line)[1])  # type: ignore[index]

    yield run
    for process in begun:
        process.kill()
        process.communicate()


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    """Write a file into a folder of the test's own."""

    def write_file(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start headless Chromium; skip the test if Chromium or Playwright is missing.

    Playwright keeps an event loop in this thread, where tests of other modules may run one of their own.
    """
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed: needs the group `browser`"
    )
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        pytest.skip("there is no Chromium or Chrome on the path")
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []  # Chromium refuses to run as root in a sandbox
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=chromium, args=arguments)
        yield found
        found.close()


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Open a page; by the end of the test it must have logged nothing and requested nothing."""
    logged: list[str] = []
    contexts = []

    def open_page(page: str, fragment: str = "", width: int = 1280, **options: Any) -> Any:
        file = tmp_path / "page.html"
        file.write_text(page, encoding="utf-8")
        context = browser.new_context(viewport={"width": width, "height": 844}, **options)
        contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda message: logged.append(message.text))
        tab.on("pageerror", lambda error: logged.append(str(error)))
        tab.on("request", lambda request: request.url.startswith("file:") or logged.append(request.url))
        tab.goto(file.as_uri() + fragment)
        return tab

    yield open_page
    for context in contexts:
        context.close()
    assert not logged
