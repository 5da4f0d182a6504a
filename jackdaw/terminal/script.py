"""A game played by lines of commands from a file or standard input, with plain-text output."""

from collections.abc import Iterator
from typing import TextIO

from jackdaw.console import echo, notify
from jackdaw.terminal.commands import CommandRunner
from jackdaw.terminal.messages import clock_text
from jackdaw.terminal.terminal_game import TerminalGame
from movegen.counts import counted
from movegen.errors import JackdawError
from sims.play import DuplicateGame, Mode

_MAX_LINE = 4000
"""Characters in a line; a position on the largest board has fewer."""


def play_script(game: TerminalGame, lines: TextIO) -> int:
    """Run the lines until `quit` or the end of the input; return the number of wrong lines.

    Empty lines and lines that begin with `#` are skipped. A wrong line is reported on standard error and the
    game goes on.
    """
    commands = CommandRunner(game)
    wrong = 0
    _echo(_let_engines_act(game))
    _echo(_prompt(game))
    for number, line in enumerate(_read(lines), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        done = len(game.session.actions)
        try:
            if len(line) > _MAX_LINE:
                raise JackdawError(f"more than {_MAX_LINE:,} characters", cure="write one command per line")
            _echo(commands.run(line))
        except JackdawError as error:
            wrong += 1
            notify(f"line {number}", str(error))
        if commands.is_over:
            break
        if len(game.session.actions) > done:
            _echo(_let_engines_act(game))
            _echo(_prompt(game))
    return wrong


def _read(lines: TextIO) -> Iterator[str]:
    """Read the lines, and skip the rest of one that is too long. Raises what `lines` raises."""
    while line := lines.readline(_MAX_LINE + 2):
        while len(line) > _MAX_LINE and not line.endswith("\n"):
            rest = lines.readline(_MAX_LINE)
            if not rest or rest.endswith("\n"):
                break
        yield line


def _let_engines_act(game: TerminalGame) -> Iterator[str]:
    """Let engines act until a person must, and report what they do."""
    while game.engine is not None:
        yield from game.do(game.session.engine_action(game.engine))


def _prompt(game: TerminalGame) -> Iterator[str]:
    """Say who is to act, and with which tiles."""
    session, seat = game.session, game.seat
    if seat is None:
        return
    left = game.seconds_left(seat)
    clock = "" if left is None else f", {clock_text(left)} left"
    rack = str(session.rack(seat)) or "no tiles"
    if session.mode is Mode.TRAINING:
        yield f"{rack}, {counted(session.scores[0], 'point')}"
    elif isinstance(session, DuplicateGame):
        yield f"Round {session.number}, {session.names[seat]}: {rack}{clock}"
    else:
        yield f"{session.names[seat]} to move: {rack}, {counted(session.scores[seat], 'point')}{clock}"


def _echo(lines: Iterator[str] | list[str]) -> None:
    for line in lines:
        echo(line)
