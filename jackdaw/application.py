"""How a command of Jackdaw ends: errors as one line on standard error, and the exit codes."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Any

import click

NOTHING_FOUND = 1
"""Exit code: all went well, but there was nothing to analyze, or no word was found."""
BAD_INPUT = 2
"""Exit code: bad usage, or input that cannot be read."""
INTERRUPTED = 130
"""Exit code: interrupted from the keyboard."""
_BROKEN_PIPE = 141  # what a shell reports of a program that the signal SIGPIPE has ended

HELP_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class InputError(click.ClickException):
    """Something a user can put right, told in one line."""

    exit_code = BAD_INPUT


class ShieldedCommand(click.Command):
    """A command whose errors never end in a traceback, unless they are mistakes of the program."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; see the class."""
        _tolerate_any_character()
        _mark_warnings()
        try:
            result = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
        except BrokenPipeError:
            _abandon_output()
            ctx.exit(_BROKEN_PIPE)
        except OSError as error:  # what went wrong with input files has become a JackdawError long before
            _abandon_output()
            raise InputError(f"the output cannot be written ({error.strerror or error})") from None
        except KeyboardInterrupt:
            _abandon_output()
            ctx.exit(INTERRUPTED)
        except MemoryError:
            raise InputError("there is not enough memory; ask for less, or close other programs") from None
        except Exception as error:
            if _is_expected(error):
                raise InputError(str(error)) from None
            raise
        return result


class ShieldedGroup(ShieldedCommand, click.Group):
    """A group of such commands, which suggests the nearest name for an unknown one."""

    command_class = ShieldedCommand

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is named first."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            ctx.fail(f"No such command {name!r}. {_suggestion(name, self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


def _suggestion(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name.lower(), known, n=1)
    return f"Did you mean {near[0]!r}?" if near else f"Known: {', '.join(known)}."


def _is_expected(error: Exception) -> bool:
    # When the compiled core is missing, importing `movegen` fails with a JackdawError, and would do so again
    # here. What raised the error has been imported, though.
    errors = sys.modules.get("movegen.errors")
    return errors is not None and isinstance(error, errors.JackdawError)


def _tolerate_any_character() -> None:
    """Let standard output show `?` for what its encoding cannot express: a name must not end the program."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _mark_warnings() -> None:
    """Let warnings that the libraries log look like all others on standard error."""
    import logging  # as every module here: not before there is something to do

    if logging.lastResort is not None:
        logging.lastResort.setFormatter(logging.Formatter("Warning: %(message)s"))


def _abandon_output() -> None:
    """Send what is still waiting to be written nowhere, so that it fails no more when the program ends."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
