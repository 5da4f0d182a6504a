"""Writes results: text in colour where a terminal shows it, files whole or not at all."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from jackdaw.console.layout import Line, plain_text, terminal_width, wrap_line
from jackdaw.messages import break_lines
from movegen.errors import MAX_PLACE, MAX_SHOWN, one_line
from movegen.files import canonical_path, write_atomic

STANDARD_OUTPUT = "-"


def show(lines: Iterable[Line]) -> None:
    """Print lines to standard output, in colour if it is a terminal, and wrapped if it is too narrow."""
    width = terminal_width()
    if width is not None:
        lines = (part for line in lines for part in wrap_line(line, width))
    if _has_colours():
        click.echo(load_live().render(lines), nl=False, color=True)
    else:
        click.echo("".join(f"{plain_text(line)}\n" for line in lines), nl=False)


def echo(text: str) -> None:
    """Print a line to standard output, shortened and with escapes."""
    click.echo(one_line(text))


def notify(kind: str, message: str) -> None:
    """Print a line to standard error, such as `Warning: ...`."""
    click.echo(break_lines(f"{one_line(kind)}: {one_line(message, 2 * MAX_SHOWN)}"), err=True)


def write_bytes(data: bytes, file: str) -> None:
    """Write a file, whole or not at all, or to standard output for `-`. Raises JackdawError."""
    if file == STANDARD_OUTPUT:
        click.echo(data, nl=False)
    else:
        write_atomic(Path(file), data)


def notify_written(file: str | None, contents: str = "") -> None:
    """Name a file or folder that was written on standard error; not standard output, a device or a pipe.

    `contents` is added, such as "and 12 pages".
    """
    if file in (None, STANDARD_OUTPUT):
        return
    if Path(file).is_file() or Path(file).is_dir():
        text = " ".join(filter(None, ("Wrote", one_line(file, MAX_PLACE), contents)))
        click.echo(break_lines(text), err=True)


def open_page(file: str) -> None:
    """Open a page in the user's browser, or say on standard error that there is none."""
    import webbrowser  # slow, and few reports are opened

    if not webbrowser.open(canonical_path(file).as_uri()):
        notify("Note", f"no browser was found; open {file} yourself")


def load_live() -> Any:
    """Return the module `jackdaw.console.live`."""
    from jackdaw.console import live  # Rich is slow to import, and plain output does without it

    return live


def _has_colours() -> bool:
    """Return whether standard output is a terminal that may show colours (https://no-color.org)."""
    context = click.get_current_context(silent=True)
    if os.environ.get("NO_COLOR") or (context is not None and context.params.get("plain")):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout is not None and sys.stdout.isatty())
