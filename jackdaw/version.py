"""The option `--version` of both programs."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import click

from jackdaw.application import InputError, expected_error


def version_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option `--version` to a command."""
    return click.option(
        "--version",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_version,
        help="Show the version and exit.",
    )(command)


def _show_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    del parameter
    if not wanted or context.resilient_parsing:
        return
    try:
        # Slow to import, and there may be no compiled core.
        lines: list[str] = import_module("movegen.about").describe_installation()
    except Exception as error:
        expected = expected_error(error)
        if expected is None:
            raise
        raise InputError(str(expected)) from None
    click.echo("\n".join(lines))
    context.exit()
