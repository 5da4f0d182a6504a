"""The programs' common ground: command classes, errors as one line on standard error, and exit codes.

This module imports no more than click, so that help and errors of usage come at once.
"""

import logging
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from io import StringIO
from typing import IO, Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from jackdaw.completion import complete_files
from jackdaw.interrupts import INTERRUPTED as INTERRUPTED
from jackdaw.interrupts import NO_MEMORY
from jackdaw.messages import break_lines

NOTHING_FOUND = 1
"""Exit code: no error, but there was nothing to analyze, or no word was found."""
BAD_INPUT = 2
"""Exit code: wrong usage, or input that cannot be read."""
WITH_ERRORS = 3
"""Exit code: the results are written, but some of the positions or games have errors."""
ARGUMENTS = "jackdaw.arguments"
"""The key of the metadata of a context under which the arguments of its command are, as they were given."""
_MAX_MESSAGE = 1000
_NEGATIVE = re.compile(r"-[0-9]")
_CGP_FIELDS = (r"[^ /]+(/[^ /]+){4,}", r"[^ /]*(/[^ /]*)+", r"-?[0-9]+(/-?[0-9]+)+")  # board, racks, scores
_BROKEN_PIPE = 141  # what a shell reports for a program ended by SIGPIPE

HELP_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
_MEMORY_MESSAGES = {
    ImportError: ("failed to map segment", "cannot allocate memory", "cannot create shared object"),
    SystemError: ("without setting an exception", "without exception set"),
}
"""What errors say besides MemoryError: of the system's loader, and of NumPy, which sometimes sets none."""


class InputError(click.ClickException):
    """An error that a user can fix, reported in one line."""

    exit_code = BAD_INPUT


class Command(click.Command):
    """A command that reports expected errors in one line; only bugs end in a traceback.

    `old_names` maps former names of options to the present ones, None for what is an argument now. Help does
    not show them.
    """

    def __init__(self, *args: Any, old_names: Mapping[str, str | None] | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.old_names = old_names or {}
        for parameter in self.params:
            complete_files(parameter)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Parse the arguments."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.ClickException as error:
            if isinstance(error, click.BadOptionUsage):
                self._name_argument(error)
            _make_printable(error)
            raise

    def _name_argument(self, error: click.BadOptionUsage) -> None:
        """Add what an option takes, such as FILE|-, to the error that it has no argument."""
        option = next((each for each in self.params if error.option_name in each.opts), None)
        if option is None or not error.message.endswith(" requires an argument."):
            return
        choices = option.type.choices if isinstance(option.type, click.Choice) else ()
        takes = option.metavar or "|".join(map(str, choices))
        if takes:
            error.message = f"{error.message[:-1]}: {takes}"  # type: ignore[misc]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, among them negative numbers and options by their former names."""
        _refuse_unquoted_position(args)
        renamed = list(self._rename(args))
        ctx.meta[ARGUMENTS] = tuple(renamed)
        try:
            return super().parse_args(ctx, [*renamed])
        except click.NoSuchOption as error:
            if not (ctx.ignore_unknown_options or _NEGATIVE.match(error.option_name)):
                raise
        ctx.ignore_unknown_options = True  # an unknown option is an argument then
        return super().parse_args(ctx, renamed)

    def _rename(self, args: Sequence[str]) -> Iterator[str]:
        """Yield the arguments with the present names of options."""
        options = args.index("--") if "--" in args else len(args)
        for arg in args[:options]:
            name, separator, value = arg.partition("=")
            if name not in self.old_names:
                yield arg
                continue
            yield from filter(None, [self.old_names[name]])
            if separator:
                yield value
        yield from args[options:]

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; see the class."""
        _tolerate_any_character()
        _mark_warnings()
        try:
            result = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
        except click.ClickException as error:
            _make_printable(error)
            raise
        except BrokenPipeError:
            _abandon_output()
            ctx.exit(_BROKEN_PIPE)
        except OSError as error:  # reading input raises JackdawError, so this is the output
            _abandon_output()
            raise InputError(f"the output cannot be written ({error.strerror or error})") from None
        except KeyboardInterrupt:
            _abandon_output()
            ctx.exit(INTERRUPTED)
        except MemoryError:
            raise InputError(NO_MEMORY) from None
        except Exception as error:
            if _is_short_of_memory(error):
                raise InputError(NO_MEMORY) from None
            expected = expected_error(error)
            if expected:
                raise InputError(str(expected)) from None
            raise
        return result


class Group(Command, click.Group):
    """A group of such commands, which suggests the nearest name for an unknown one."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first argument names."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            ctx.fail(f"No such command {name!r}. {_suggestion(name, self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


class LazyCommand(NamedTuple):
    """A command to import from `module:attribute` when it runs, and its help; hidden if that is empty."""

    path: str
    help: str

    def load(self) -> click.Command:
        """Import the command."""
        module, _, name = self.path.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


class LazyGroup(Group):
    """A group whose help loads none of its commands."""

    def __init__(self, *args: Any, commands: Mapping[str, LazyCommand], **options: Any) -> None:
        super().__init__(*args, **options)
        self.table = commands

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command without importing any, or an option."""
        names = [
            CompletionItem(name, help=command.help)
            for name, command in self.table.items()
            if command.help and name.startswith(incomplete)
        ]
        return names or click.Command.shell_complete(self, ctx, incomplete)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        del ctx
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if there is none of this name."""
        del ctx
        return self.table[cmd_name].load() if cmd_name in self.table else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        del ctx
        rows = [(name, command.help) for name, command in self.table.items() if command.help]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _refuse_unquoted_position(args: Sequence[str]) -> None:
    """Raise UsageError if the shell has split a line of CGP into a board, racks and scores."""
    for fields in zip(args, args[1:], args[2:], strict=False):
        if all(map(re.fullmatch, _CGP_FIELDS, fields)):
            raise click.UsageError(f'Put the position in quotes: "{" ".join(fields)} ...".')


def _suggestion(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name.lower(), known, n=1)
    return f"Did you mean {near[0]!r}?" if near else f"Known: {', '.join(known)}."


def expected_error(error: Exception) -> Exception | None:
    """Return the error to report in one line: an error of ours, or of a package that hides one of ours."""
    # Without the compiled core `import movegen` raises a JackdawError, and would do so again here. What is
    # needed of it has been imported, though.
    errors, distribution = map(sys.modules.get, ("movegen.errors", "movegen.distribution"))
    expected: Exception | None = None
    if errors is not None and isinstance(error, errors.JackdawError):
        expected = error
    elif distribution is not None and isinstance(error, ImportError):
        expected = distribution.hidden_package_error(error)
    return expected


def _is_short_of_memory(error: Exception) -> bool:
    """Return whether an error other than MemoryError says that memory lacked."""
    return any(
        isinstance(error, kind) and any(message in str(error).lower() for message in messages)
        for kind, messages in _MEMORY_MESSAGES.items()
    )


def _make_printable(error: click.ClickException) -> None:
    """Shorten and escape what an error of usage repeats of the arguments, and let it fit the terminal."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return  # its message is the help, laid out by click
    if len(error.message) > _MAX_MESSAGE or not error.message.isprintable():
        from movegen.errors import one_line  # slow, and few arguments need it

        error.message = one_line(error.message)  # type: ignore[misc]
    error.show = partial(_show_error, error)  # type: ignore[method-assign]


def _show_error(error: click.ClickException, file: IO[str] | None = None) -> None:
    """Print an error as click does, its lines broken at spaces where the terminal is too narrow."""
    text = StringIO()
    type(error).show(error, text)
    click.echo(break_lines(text.getvalue()), file=file, nl=False, err=True)


def _tolerate_any_character() -> None:
    """Print `?` for characters that the encoding of standard output lacks, instead of failing."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _mark_warnings() -> None:
    """Print warnings that the libraries log like all others on standard error."""
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(_BreakingFormatter("Warning: %(message)s"))


class _BreakingFormatter(logging.Formatter):
    """Breaks lines that are too long for the terminal."""

    def format(self, record: logging.LogRecord) -> str:
        return break_lines(super().format(record))


def _abandon_output() -> None:
    """Discard buffered output, so that flushing it at exit cannot fail again."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
