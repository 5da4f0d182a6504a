"""`jackdaw play`: training, duplicate and free games at a terminal."""

import os
import sys
from typing import TYPE_CHECKING, TextIO

import click

from jackdaw.application import BAD_INPUT, INTERRUPTED, ShieldedCommand
from jackdaw.options import apply, own_lexicon_option, own_rules_option

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from sims.play import SavedGame

_LIST = "list"
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
  jackdaw play --resume free-20261121-183000

\b
Exit codes: 0 all is well, 2 bad usage or input, or a line of the script was
wrong, 130 interrupted. Whatever ends it, the game is saved.
"""


@click.command("play", cls=ShieldedCommand, epilog=_EPILOG)
@click.argument(
    "mode", metavar="[training|duplicate|free|list]", required=False,
    type=click.Choice(["training", "duplicate", "free", _LIST]),
)  # fmt: skip
@click.option("--player", "players", multiple=True, metavar="NAME", help="A person.  [default: You]")
@click.option(
    "--engine", "engines", multiple=True, metavar="STRATEGY[=NAME]",
    help="An engine: beginner, casual, club, expert, another strategy or a file (.toml)."
    "  [default, against one person: club in a free game, casual and expert in a duplicate one;"
    " greedy with tiles that they do not know]",
)  # fmt: skip
@click.option("--engines-first", is_flag=True, help="Let the engines move before the people, not after.")
@apply(own_rules_option, own_lexicon_option)
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), metavar="S",
    help="Decides the tiles.  [default: another one each time, which is told]",
)  # fmt: skip
@click.option(
    "--challenge", type=click.Choice(_CHALLENGES), metavar="RULE",
    help="What becomes of challenges: void (no phony can be played), single, double, five_point or ten_point."
    "  [default: what the rules say]",
)  # fmt: skip
@click.option(
    "--clock", "minutes", type=click.FloatRange(0, 10_000, min_open=True), metavar="MINUTES",
    help="Of each player for a free game, or for each round of a duplicate game.",
)  # fmt: skip
@click.option(
    "--overtime", type=click.IntRange(0, 1000), metavar="POINTS",
    help="What a minute begun over time costs.  [default: 10]",
)  # fmt: skip
@click.option(
    "--redraw", type=(click.IntRange(0, 1000), click.IntRange(0, 3), click.IntRange(0, 3)),
    metavar="ROUNDS BEFORE AFTER",
    help="Draw the rack of a duplicate game anew when it has fewer vowels or fewer consonants than BEFORE"
    " through so many ROUNDS, then than AFTER.  [default: 15 2 1]",
)  # fmt: skip
@click.option("--kibitz", is_flag=True, help="Give hints and the best moves in duplicate and free games too.")
@click.option("--save", metavar="FILE", help="Save the game here.  [default: a new file in your data folder]")
@click.option("--resume", metavar="NAME|FILE", help="Go on with a saved game.")
@click.option("--gcg", "gcg_file", metavar="FILE", help="Write the free game as GCG at the end.")
@click.option(
    "--script", metavar="FILE|-",
    help="Read commands from a file, or from standard input, and print plain text.",
)  # fmt: skip
@click.option(
    "--theme", type=click.Choice(["dark", "light"]), metavar="NAME",
    help="Colours of the screen: dark or light.  [default: what the terminal says it is, else dark]",
)  # fmt: skip
@click.pass_context
def play(
    context: click.Context,
    mode: str | None,
    players: tuple[str, ...],
    engines: tuple[str, ...],
    engines_first: bool,
    rules: str,
    lexicon: str | None,
    seed: int | None,
    challenge: str | None,
    minutes: float | None,
    overtime: int | None,
    redraw: tuple[int, int, int] | None,
    kibitz: bool,
    save: str | None,
    resume: str | None,
    gcg_file: str | None,
    script: str | None,
    theme: str | None,
) -> None:
    """Play: a training, duplicate or free game, or list the saved ones. Without a word, a free game.

    Plays are typed as 8D WORD across or D8 WORD down, blanks in lower case; `help` tells the other commands.
    Every move is saved when it is made. Where standard input is no terminal, commands are read from it.
    """
    if mode == _LIST:
        from jackdaw.output import show
        from jackdaw.terminal.saved_games import list_games

        show(list_games())
        return
    if resume is not None:
        _check_alone(context)
    by_lines = script is not None or not _has_screen()
    if not by_lines:
        _check_textual()
    from contextlib import ExitStack

    from jackdaw.output import tell
    from jackdaw.terminal.opening import Wishes, check_gcg, open_new, open_saved
    from sims.play import Mode

    wanted = None if mode is None else Mode(mode)
    with ExitStack() as stack:
        lines = stack.enter_context(_opened(script)) if by_lines else None
        if resume is not None:
            saved = stack.enter_context(open_saved(resume, wanted))
            check_gcg(saved.session.mode, gcg_file)
        else:
            wishes = Wishes(
                mode=wanted or Mode.FREE,
                players=players,
                engines=engines,
                engines_first=engines_first,
                rules=rules,
                lexicon=lexicon,
                seed=seed,
                challenge=challenge,
                minutes=minutes,
                overtime=overtime,
                redraw=redraw,
            )
            check_gcg(wishes.mode, gcg_file)
            saved = stack.enter_context(open_new(wishes, save))
            tell("Seed", str(saved.session.setting.seed))
        tell("Saved in", str(saved.path))
        context.exit(_play(saved, kibitz, gcg_file, lines, theme))


def _play(
    saved: "SavedGame", kibitz: bool, gcg_file: str | None, lines: TextIO | None, theme: str | None
) -> int:
    """Play on the screen, or by lines if there are any; the exit code."""
    from pathlib import Path

    from jackdaw.output import tell
    from jackdaw.terminal.saved_games import resuming
    from jackdaw.terminal.table import Table

    table = Table(saved, helps=kibitz, gcg_file=Path(gcg_file) if gcg_file else None)
    code, is_thinking = 0, False
    try:
        if lines is None:
            from jackdaw.terminal.screen import play_on_screen

            code, is_thinking = play_on_screen(table, theme)
        else:
            from jackdaw.terminal.script import play_script

            code = BAD_INPUT if play_script(table, lines) else 0
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        for fault in table.close():
            tell("Warning", fault)
            code = BAD_INPUT
        if not table.session.is_over:
            tell("Saved", f"go on with {resuming(saved.path)}")
    if is_thinking:
        os._exit(code)  # an engine cannot be interrupted; all that was done is saved
    return code


def _check_alone(context: click.Context) -> None:
    """Raise UsageError when there are options that only a new game takes."""
    for parameter in context.command.params:
        if parameter.name in _OF_NEW_GAMES and context.get_parameter_source(parameter.name) is _GIVEN:
            raise click.UsageError(f"{parameter.opts[0]} goes with a new game, not with --resume.")


def _has_screen() -> bool:
    """Whether somebody sits at a terminal."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream is not None and stream.isatty() for stream in streams)


def _check_textual() -> None:
    from importlib.util import find_spec

    if find_spec("textual") is None:
        from movegen.errors import JackdawError

        raise JackdawError(
            "the screen needs textual, which is not installed",
            cure="pip install 'jackdaw[play]', or give commands as lines with --script -",
        )


def _opened(script: str | None) -> "AbstractContextManager[TextIO]":
    """The lines of a script. Raises JackdawError when there is no such file."""
    from contextlib import nullcontext
    from io import StringIO
    from pathlib import Path

    if script in (None, "-"):
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
        return nullcontext(sys.stdin or StringIO())
    try:
        return Path(script).open(encoding="utf-8-sig", errors="replace")
    except (OSError, ValueError) as error:
        from movegen.errors import JackdawError

        reason = getattr(error, "strerror", None) or error
        raise JackdawError(f"cannot be read ({reason})", where=script) from None
