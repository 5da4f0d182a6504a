"""What a person sees and types while a command works, and the Ctrl-C that ends it early."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType, TracebackType
from typing import Any

import click

from jackdaw.console.layout import Line
from jackdaw.console.output import load_live

_BAR = 20
"""The length of a bar in characters."""
_MINUTE = 60


class ProgressLine:
    """Progress in stages, on standard error: one line that is rewritten in a terminal, else a line a stage.

    `verb` begins the lines that are not rewritten, such as "Playing".
    """

    def __init__(self, verb: str) -> None:
        self._verb = verb
        self._is_terminal = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Show how much of a stage is done."""
        if self._is_terminal:
            text = f"{stage}: {done:,} of {total:,}" if done < total else ""
            click.echo(f"\r\033[K{text}", nl=False, err=True)
        elif done == 0:
            click.echo(f"{self._verb}: {stage} ({total:,})", err=True)


class Interruption:
    """Turns the first Ctrl-C into a flag while it is entered; the second raises KeyboardInterrupt.

    A Ctrl-C that is ignored, as in a shell's background job, stays ignored.
    """

    def __init__(self) -> None:
        self.is_requested = False
        self._previous: Any = None

    def __enter__(self) -> "Interruption":
        if threading.current_thread() is threading.main_thread():
            self._previous = signal.getsignal(signal.SIGINT)
            if self._previous is not signal.SIG_IGN:
                signal.signal(signal.SIGINT, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._previous is not None:
            signal.signal(signal.SIGINT, self._previous)

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
    left = round(seconds * (total - done) / done)
    return f"{text}, about {f'{left} s' if left < _MINUTE else f'{-(-left // _MINUTE)} min'} left"


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
    """Show a bar on standard error, if it is a terminal; the function it gives advances it."""
    bar: AbstractContextManager[Callable[[int], None]] = load_live().progress_bar(total, unit)
    return bar


def live_lines() -> AbstractContextManager[Callable[[list[Line]], None] | None]:
    """Give a function that replaces the lines on standard error; None if that is no terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        return nullcontext()
    lines: AbstractContextManager[Callable[[list[Line]], None] | None] = load_live().live_lines()
    return lines
