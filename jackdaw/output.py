"""Writing what was found: text with colours where a terminal shows them, JSON whole or not at all."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from jackdaw.inputs import STANDARD_INPUT
from jackdaw.layout import Line, plain_text
from movegen.errors import one_line
from movegen.files import write_whole


def show(lines: Iterable[Line]) -> None:
    """Print lines to standard output, with their styles where they are seen."""
    if _shows_styles():
        click.echo(_with_styles(lines), nl=False, color=True)
    else:
        click.echo("".join(f"{plain_text(line)}\n" for line in lines), nl=False)


def tell(kind: str, message: str) -> None:
    """Print a line to standard error, such as `Warning: ...`."""
    click.echo(f"{kind}: {one_line(message)}", err=True)


def write_bytes(data: bytes, file: str) -> None:
    """Write a file, whole or not at all, or to standard output for `-`. Raises JackdawError."""
    if file == STANDARD_INPUT:
        click.echo(data, nl=False)
    else:
        write_whole(Path(file), data)


def write_json(data: bytes, file: str) -> None:
    """Write JSON to a file, or to standard output for `-`. Raises JackdawError."""
    write_bytes(data, file)


def _shows_styles() -> bool:
    """Whether standard output is a terminal that may show colours: https://no-color.org."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout is not None and sys.stdout.isatty())


def _with_styles(lines: Iterable[Line]) -> str:
    """The lines for the terminal at hand, in as many colours as it has."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False)
    with console.capture() as capture:
        for line in lines:
            console.print(Text.assemble(*((span.text, span.style) for span in line)))
    return capture.get()
