"""A game played by lines of commands, from a file or standard input, told in plain text."""

from collections.abc import Iterator
from typing import TextIO

import click

from jackdaw.output import tell
from jackdaw.terminal.commands import Commands
from jackdaw.terminal.table import Table
from jackdaw.terminal.telling import clock_text
from movegen.errors import JackdawError
from sims.play import DuplicateGame, Mode

_LONGEST = 4000
"""Characters that a line may have; a position on the largest board has fewer."""


def play_script(table: Table, lines: TextIO) -> int:
    """Obey the lines until one says `quit` or there are no more; how many of them were wrong.

    Empty lines and those that begin with `#` say nothing. A wrong one is told on standard error and the game
    goes on.
    """
    commands = Commands(table)
    wrong = 0
    _tell(_played_by_engines(table))
    _tell(_awaited(table))
    for number, line in enumerate(_read(lines), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        done = len(table.session.actions)
        try:
            if len(line) > _LONGEST:
                raise JackdawError(f"more than {_LONGEST:,} characters", cure="write a command a line")
            _tell(commands.obey(line))
        except JackdawError as error:
            wrong += 1
            tell(f"line {number}", str(error))
        if commands.is_over:
            break
        if len(table.session.actions) > done:
            _tell(_played_by_engines(table))
            _tell(_awaited(table))
    return wrong


def _read(lines: TextIO) -> Iterator[str]:
    """The lines. Raises JackdawError when they cannot be read."""
    name = getattr(lines, "name", "the script")
    while True:
        try:
            line = lines.readline(_LONGEST + 2)
            while len(line) > _LONGEST and not line.endswith("\n"):  # the rest of a line too long
                rest = lines.readline(_LONGEST)
                if not rest or rest.endswith("\n"):
                    break
        except OSError as error:
            raise JackdawError(f"cannot be read ({error.strerror})", where=str(name)) from None
        if not line:
            return
        yield line


def _played_by_engines(table: Table) -> Iterator[str]:
    """Let engines act until a person must, and tell what they do."""
    while table.engine is not None:
        yield from table.do(table.session.machine_action(table.engine))


def _awaited(table: Table) -> Iterator[str]:
    """Who has to do something now, and with which tiles."""
    session, seat = table.session, table.seat
    if seat is None:
        return
    left = table.seconds_left(seat)
    clock = "" if left is None else f", {clock_text(left)} left"
    rack = str(session.rack(seat)) or "no tiles"
    if session.mode is Mode.TRAINING:
        yield f"{rack}, {session.scores[0]} points"
    elif isinstance(session, DuplicateGame):
        yield f"Round {session.number}, {session.names[seat]}: {rack}{clock}"
    else:
        yield f"{session.names[seat]} to move: {rack}, {session.scores[seat]} points{clock}"


def _tell(lines: Iterator[str] | list[str]) -> None:
    for line in lines:
        click.echo(line)
