"""Progress where standard error is no terminal: a line every ten minutes."""

from collections.abc import Callable

import pytest

from jackdaw.console import ProgressLine, progress_bar

pytestmark = pytest.mark.core

Clock = Callable[[float], None]


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Move the clock on."""
    now = [1000.0]

    def move(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return move


def test_a_long_run_says_how_far_it_is(wait: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    """What an earlier run has finished does not make this one look faster."""
    with progress_bar(20_000, "games") as progress:
        progress(10_000)
        for seconds, more in ((599, 500), (1, 500), (599, 0), (1, 1000), (100_000, 7999), (1000, 1)):
            wait(seconds)
            progress(more)
    assert capsys.readouterr().err.splitlines() == [
        "Progress: 11,000 of 20,000 games, about 90 min left",
        "Progress: 12,000 of 20,000 games, about 80 min left",
        "Progress: 19,999 of 20,000 games, about 10 s left",
    ]


def test_stages(wait: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    """The first of them goes on with games of an earlier run."""
    progress = ProgressLine("Playing", "games")
    for stage, done, total in (("one", 10, 30), ("one", 20, 30), ("two", 0, 60), ("two", 60, 60)):
        progress(stage, done, total)
        wait(700)
    assert capsys.readouterr().err.splitlines() == [
        "Playing: one (30)",
        "Progress: 20 of 30 games, about 12 min left",
        "Playing: two (60)",
    ]


def test_a_short_run_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar(10, "games") as progress:
        for _ in range(10):
            progress(1)
    assert capsys.readouterr().err == ""


def test_hours(wait: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar(1000, "positions") as progress:
        progress(0)
        wait(700)
        progress(0)
        wait(3000)
        progress(10)
    assert capsys.readouterr().err.splitlines() == [
        "Progress: 0 of 1,000 positions",
        "Progress: 10 of 1,000 positions, about 102 h left",
    ]


def test_a_log_that_is_full_or_closed_ends_no_run(wait: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("jackdaw.console.progress.notify", refuse)
    with progress_bar(10, "games") as progress:
        wait(700)
        progress(1)
