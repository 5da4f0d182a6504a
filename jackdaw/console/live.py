"""What a terminal shows in colour or while it waits, drawn with Rich, which is slow to import.

Nothing but `output` and `progress` imports this module, and only when there is a terminal to draw on.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from rich.console import Console
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from jackdaw.console.layout import Line
from movegen.errors import one_line


class _RateColumn(ProgressColumn):
    """Units per second."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self._unit = unit

    def render(self, task: Task) -> Text:
        """Return the rate with two decimals below 10."""
        if not task.speed:
            return Text("")
        return Text(f"{task.speed:,.{0 if task.speed >= 10 else 2}f} {self._unit}/s")


def render(lines: Iterable[Line]) -> str:
    """Return lines with escape codes for the colours that this terminal has."""
    console = Console(highlight=False, markup=False, emoji=False)
    with console.capture() as capture:
        for line in lines:
            console.print(_to_text(line), soft_wrap=True)  # `show` wraps lines, and leaves commands whole
    return capture.get()


@contextmanager
def clock(text: str) -> Iterator[Callable[[str], None]]:
    """Show a text and the elapsed time on standard error; the function given replaces the text."""
    columns = (TimeElapsedColumn(), TextColumn("{task.description}", style="dim", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(text)
        yield lambda other: progress.update(task, description=other)


@contextmanager
def progress_bar(total: int, unit: str) -> Iterator[Callable[[int], None]]:
    """Show a bar on standard error if it is a terminal; the function given advances it by so many units."""
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), _RateColumn(unit), TimeRemainingColumn(compact=True))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield partial(bar.advance, bar.add_task("", total=total))


@contextmanager
def live_lines() -> Iterator[Callable[[list[Line]], None] | None]:
    """Give a function that replaces the lines on standard error; None if that is no terminal."""
    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        yield None
        return

    def show(lines: list[Line]) -> None:
        live.update(Text("\n", no_wrap=True, overflow="ellipsis").join(map(_to_text, lines)), refresh=True)

    live = Live(
        console=console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
    )
    with live:
        yield show


def _to_text(line: Line) -> Text:
    return Text.assemble(*((one_line(span.text), span.style) for span in line))
