"""What a person sees and types while a command works, and the Ctrl-C that ends it early."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from types import FrameType, TracebackType

import click

from jackdaw.console.layout import Line
from jackdaw.console.output import load_live, notify
from movegen.system import InterruptHandler, interrupt_handler, set_interrupt_handler

_BAR = 20
"""The length of a bar in characters."""
_MINUTE, _HOUR = 60, 3600
_SECONDS_BETWEEN_LINES = 600.0
"""How often a long run says in a log, which is no terminal, how far it is."""


class ProgressLine:
    """Progress in stages, on standard error: one line that is rewritten in a terminal, else a line a stage.

    A long stage has further lines there, as with `progress_bar`. `verb` begins the first line of a stage,
    such as "Playing"; `unit` is what it counts.
    """

    def __init__(self, verb: str, unit: str = "") -> None:
        self._verb, self._unit = verb, unit
        self._stage, self._done = "", 0
        self._log = _ProgressLog(0, unit)
        self._is_terminal = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Show how much of a stage is done."""
        if self._is_terminal:
            text = f"{stage}: {done:,} of {total:,}" if done < total else ""
            click.echo(f"\r\033[K{text}", nl=False, err=True)
            return
        if stage != self._stage:
            click.echo(f"{self._verb}: {stage} ({total:,})", err=True)
            self._stage, self._done, self._log = stage, 0, _ProgressLog(total, self._unit)
        self._log(done - self._done)
        self._done = done


class Interruption:
    """Turns the first Ctrl-C into a flag while it is entered; the second raises KeyboardInterrupt.

    A Ctrl-C that is ignored, as in a shell's background job, stays ignored. SIGTERM acts as the first one.
    """

    def __init__(self) -> None:
        self.is_requested = False
        self._previous: InterruptHandler | None = None

    def __enter__(self) -> "Interruption":
        if threading.current_thread() is threading.main_thread():
            self._previous = interrupt_handler()
            if self._previous is not None:
                set_interrupt_handler(self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._previous is not None:
            set_interrupt_handler(self._previous)

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        if self.is_requested:
            raise KeyboardInterrupt
        self.is_requested = True


def read_line() -> str | None:
    """Read a line from the terminal or a pipe; None at its end."""
    try:
        return input("> " if sys.stdin.isatty() else "")
    except EOFError:
        return None


def bar_line(done: int, total: int, unit: str, seconds: float) -> str:
    """Return a bar in a line with the number of units done after some seconds, and an estimate of the rest.

    >>> bar_line(5, 20, "turns", 4.0)
    '[=====               ] 5 of 20 turns, about 12 s left'
    """
    filled = _BAR * done // max(1, total)
    text = f"[{'=' * filled}{' ' * (_BAR - filled)}] {done:,} of {total:,} {unit}"
    if not 0 < done < total:
        return text
    return f"{text}, about {_format_seconds(seconds * (total - done) / done)} left"


def _format_seconds(seconds: float) -> str:
    """Return a time, rounded to whole seconds, or up to whole minutes, or after two hours to whole hours."""
    if seconds < 2 * _HOUR:
        rounded = round(seconds)
        return f"{rounded} s" if rounded < _MINUTE else f"{-(-rounded // _MINUTE)} min"
    return f"{round(seconds / _HOUR):,} h"


@contextmanager
def clock(text: str) -> Iterator[Callable[[str], None] | None]:
    """Show a text and the elapsed time on standard error, if it is a terminal.

    Gives a function that replaces the text; None without a terminal.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    with load_live().clock(text) as show:
        yield show


def progress_bar(total: int, unit: str) -> AbstractContextManager[Callable[[int], None]]:
    """Show a bar on standard error, else a line every ten minutes; the function it gives advances it.

    The first call is for what an earlier run has finished.
    """
    if sys.stderr is None or not (sys.stderr.isatty() or os.environ.get("FORCE_COLOR")):
        return nullcontext(_ProgressLog(total, unit))
    bar: AbstractContextManager[Callable[[int], None]] = load_live().progress_bar(total, unit)
    return bar


class _ProgressLog:
    """Progress of a run whose standard error is a file or a pipe, as that of a batch job."""

    def __init__(self, total: int, unit: str) -> None:
        self._total, self._unit = total, unit
        self._done = 0
        self._restored: int | None = None
        self._begun = self._last = time.monotonic()

    def __call__(self, more: int) -> None:
        """Add units that are done."""
        if self._restored is None:
            self._restored = more
        self._done += more
        now = time.monotonic()
        if now < self._last + _SECONDS_BETWEEN_LINES or self._done >= self._total:
            return
        self._last = now
        text = f"{self._done:,} of {self._total:,} {self._unit}".rstrip()
        if self._done > self._restored:
            left = (now - self._begun) * (self._total - self._done) / (self._done - self._restored)
            text += f", about {_format_seconds(left)} left"
        with suppress(OSError):  # whoever read it has gone, and the run goes on
            notify("Progress", text)


def live_lines() -> AbstractContextManager[Callable[[list[Line]], None] | None]:
    """Give a function that replaces the lines on standard error; None if that is no terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        return nullcontext()
    lines: AbstractContextManager[Callable[[list[Line]], None] | None] = load_live().live_lines()
    return lines
