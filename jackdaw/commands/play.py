"""`jackdaw play`: play training, duplicate and free games at a terminal."""

import os
import sys
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TextIO

import click

from jackdaw.application import BAD_INPUT, INTERRUPTED, Command
from jackdaw.console import notify, show
from jackdaw.options import SEED, Finite, Whole, apply, standalone_lexicon_option, standalone_rules_option
from jackdaw.terminal import (
    NewGameOptions,
    TerminalGame,
    begin_game,
    check_gcg_file,
    levels_table,
    play_script,
    resume_command,
    resume_game,
    saved_games_table,
)
from movegen.distribution import install_command
from movegen.errors import JackdawError
from movegen.files import MIB, STANDARD_INPUT, InputKind, open_text
from sims.play import Mode, SavedGame

_LIST, _LEVELS = "list", "levels"
_SCRIPT = InputKind(64 * MIB, expected="commands, one a line")
_CHALLENGES = ("void", "single", "double", "five_point", "ten_point")

_OF_NEW_GAMES = {
    "players", "engines", "engines_first", "rules", "lexicon", "seed", "challenge", "minutes", "overtime",
    "redraw", "save",
}  # fmt: skip
_GIVEN = click.core.ParameterSource.COMMANDLINE

_EPILOG = """\b
Examples:
  jackdaw play
  jackdaw play free --engine expert --clock 25
  jackdaw play free --player Ann --player Ben --engine club=Jack --challenge five_point
  jackdaw play duplicate --engine casual --engine expert --clock 3
  jackdaw play training
  jackdaw play list
  jackdaw play levels
  jackdaw play --resume free-20261121-183000

\b
Exit codes: 0 success, 2 wrong usage or input, or a wrong line in the script,
130 interrupted. The game is saved in any case.
"""


@click.command("play", cls=Command, epilog=_EPILOG)
@click.argument(
    "mode", metavar="[training|duplicate|free|list|levels]", required=False,
    type=click.Choice(["training", "duplicate", "free", _LIST, _LEVELS]),
)  # fmt: skip
@click.option(
    "--player", "players", multiple=True, metavar="NAME",
    help="Name of a person who plays. Can be repeated.  [default: You]",
)  # fmt: skip
@click.option(
    "--engine", "engines", multiple=True, metavar="STRATEGY[=NAME]",
    help="Engine that plays: a level from weak to strong (beginner, casual, club, expert, static, champion;"
    " jackdaw play levels describes them), another strategy or a file (.toml). Can be repeated."
    "  [default against one person: club in a free game, casual and expert in a duplicate game; greedy if"
    " they do not know the tiles]",
)  # fmt: skip
@click.option("--engines-first", is_flag=True, help="Let the engines move before the people.")
@apply(standalone_rules_option, standalone_lexicon_option)
@click.option(
    "--seed", type=SEED, metavar="S",
    help="Seed of the tile draws.  [default: a new one each time, which is shown]",
)  # fmt: skip
@click.option(
    "--challenge", type=click.Choice(_CHALLENGES), metavar="RULE",
    help="Challenge rule: void (phonies cannot be played), single, double, five_point or ten_point."
    "  [default: as in the rules]",
)  # fmt: skip
@click.option(
    "--clock", "minutes", type=Finite(0, 10_000, min_open=True), metavar="MINUTES",
    help="Minutes per player in a free game, or per round in a duplicate game.  [default: no clock]",
)  # fmt: skip
@click.option(
    "--overtime", type=Whole(0, 1000), metavar="POINTS",
    help="Penalty per minute of overtime or part of one.  [default: 10]",
)  # fmt: skip
@click.option(
    "--redraw", type=(Whole(0, 1000), Whole(0, 3), Whole(0, 3)),
    metavar="ROUNDS BEFORE AFTER",
    help="Redraw the rack of a duplicate game if it has fewer vowels or fewer consonants than BEFORE in the"
    " first ROUNDS, and than AFTER later.  [default: 15 2 1]",
)  # fmt: skip
@click.option(
    "--kibitz", is_flag=True, help="Allow hints and the list of best moves in duplicate and free games, too."
)
@click.option(
    "--save", metavar="FILE", help="File to save the game in.  [default: a new one in your data folder]"
)
@click.option("--resume", metavar="NAME|FILE", help="Continue a saved game.")
@click.option("--gcg", "gcg_file", metavar="FILE", help="Write a free game as GCG when it ends.")
@click.option(
    "--script", metavar="FILE|-",
    help="Read commands from a file, or from standard input, and print plain text.",
)  # fmt: skip
@click.option(
    "--theme", type=click.Choice(["dark", "light"]), metavar="NAME",
    help="Colours of the screen: dark or light.  [default: as the terminal reports, else dark]",
)  # fmt: skip
@click.pass_context
def play(
    context: click.Context,
    /,
    mode: str | None,
    kibitz: bool,
    save: str | None,
    resume: str | None,
    gcg_file: str | None,
    script: str | None,
    theme: str | None,
    **new_game: Any,  # the fields of NewGameOptions
) -> None:
    """Play a training, duplicate or free game.

    Without a mode it is a free game, without any option a menu; `list` shows the saved games, `levels` how
    strong the engines are. Moves are typed as 8D WORD for across or D8 WORD for down, blanks in lower case;
    `help` lists the other commands. The game is saved after every move. If standard input is not a terminal,
    commands are read from it.
    """
    if mode == _LIST:
        show(saved_games_table())
        return
    if mode == _LEVELS:
        show(levels_table())
        return
    if resume is not None:
        _check_new_game_options(context)
    by_lines = script is not None or not _has_screen()
    if not by_lines:
        _check_textual()
    wanted = None if mode is None else Mode(mode)
    if not by_lines and not _has_options(context):
        chosen = _load_screen().choose_start(theme)
        if chosen is None:
            return
        wanted, resume = chosen.mode, chosen.resume
        new_game["engines"] = () if chosen.engine is None else (chosen.engine,)
    with ExitStack() as stack:
        lines = (
            stack.enter_context(open_text(script or STANDARD_INPUT, _SCRIPT, errors="replace"))
            if by_lines
            else None
        )
        if resume is not None:
            saved = stack.enter_context(resume_game(resume, wanted))
            check_gcg_file(saved.session.mode, gcg_file)
        else:
            options = NewGameOptions(mode=wanted or Mode.FREE, **new_game)
            check_gcg_file(options.mode, gcg_file)
            saved = stack.enter_context(begin_game(options, save))
            notify("Seed", str(saved.session.setting.seed))
        notify("Saved in", str(saved.path))
        context.exit(_play(saved, kibitz, gcg_file, lines, theme))


def _play(
    saved: SavedGame, kibitz: bool, gcg_file: str | None, lines: TextIO | None, theme: str | None
) -> int:
    """Play on the screen, or by lines if there are any; return the exit code."""
    game = TerminalGame(saved, helps=kibitz, gcg_file=Path(gcg_file) if gcg_file else None)
    code, is_thinking = 0, False
    try:
        if lines is None:
            code, is_thinking = _load_screen().play_on_screen(game, theme)
        else:
            code = BAD_INPUT if play_script(game, lines) else 0
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        for fault in game.close():
            notify("Warning", fault)
            code = BAD_INPUT
        if not game.session.is_over:
            notify("Saved", f"continue with {resume_command(saved.path)}")
    if is_thinking:
        os._exit(code)  # an engine cannot be interrupted; the game is saved
    return code


def _check_new_game_options(context: click.Context) -> None:
    """Raise UsageError for options that only apply to a new game."""
    for parameter in context.command.params:
        if parameter.name in _OF_NEW_GAMES and context.get_parameter_source(parameter.name) is _GIVEN:
            raise click.UsageError(f"{parameter.opts[0]} is for a new game; leave it out, or --resume.")


def _load_screen() -> Any:
    """Return the module of the screen."""
    from jackdaw.terminal import screen  # Textual is optional and slow to import

    return screen


def _has_options(context: click.Context) -> bool:
    """Return whether a mode or an option other than those of the screen is on the command line."""
    names = (parameter.name or "" for parameter in context.command.params)
    return any(context.get_parameter_source(name) is _GIVEN for name in names if name != "theme")


def _has_screen() -> bool:
    """Return whether all standard streams are a terminal."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream is not None and stream.isatty() for stream in streams)


def _check_textual() -> None:
    if find_spec("textual") is None:
        raise JackdawError(
            "the screen needs textual, which is not installed",
            cure=f"run: {install_command('play')}, or read commands from standard input with --script -",
        )
