"""A clock on standard error for what cannot tell how far it is."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def clock(text: str, *, shown: bool = True) -> Iterator[None]:
    """While it is entered, a text and the seconds since, where standard error is a terminal."""
    if not shown or sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (TimeElapsedColumn(), TextColumn(text, style="dim", markup=False))
    with Progress(*columns, console=console, transient=True) as progress:
        progress.add_task("")
        yield
