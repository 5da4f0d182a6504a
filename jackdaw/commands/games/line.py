"""`jackdaw line`: other moves than those of a game, tried and saved under names."""

from pathlib import Path

import click

from jackdaw.application import Group
from jackdaw.console import STANDARD_OUTPUT, notify, notify_written, read_line, show, styled, write_bytes
from jackdaw.inputs import LexiconFinder, ReadingRules, find_lines_file, parse_source, read_source
from jackdaw.lines import HELP, LineDialogue, lines_json, lines_view, misfit_view, parse_line_move
from jackdaw.options import Count, apply, json_option, lexicon_option, rules_option, seed_option
from jackdaw.review import POSITION_EFFORTS
from movegen.errors import JackdawError
from movegen.game import Game
from movegen.lines import Line, LineError, add_line, read_line_records, remove_line, write_lines
from movegen.system import count_cores
from sims.analysis import Analyzer

_EPILOG = """\b
Examples:
  jackdaw line try game.gcg --turn 7
  jackdaw line add game.gcg --turn 7 --name eating "M9 EATING" "N12 EWK"
  jackdaw line add game.gcg --turn 7 --name swap "exch GT" "EIKNUWZ: N12 EWK"
  jackdaw line list game.gcg
  jackdaw line remove game.gcg eating
  jackdaw analyze game.gcg             shows the lines with the game

\b
Exit codes: 0 success, 1 the game has no lines, 2 wrong usage or input.
"""
_turn_option = click.option(
    "--turn", type=Count(), required=True, metavar="N", help="Turn of the game whose move the line replaces."
)
_game_argument = click.argument("game", metavar="GAME")


@click.group("line", cls=Group, epilog=_EPILOG)
def line() -> None:
    """Try other moves in a game and save them as named lines.

    The lines of game.gcg are saved beside it, in game.gcg.lines.json.
    """


@line.command("add")
@apply(_game_argument)
@click.argument("moves", metavar="MOVE...", nargs=-1, required=True)
@apply(_turn_option)
@click.option("--name", required=True, metavar="NAME", help="Name of the line.")
@click.option("--replace", is_flag=True, help="Replace the line of this name, if there is one.")
@apply(rules_option, json_option)
def add(
    game: str,
    moves: tuple[str, ...],
    turn: int,
    name: str,
    replace: bool,
    rules: str | None,
    json_file: str | None,
) -> None:
    """Save moves that are played from a turn of GAME on, instead of those of the record.

    MOVE is "8D WAREZ", "exch WZ" or "pass". A rack may stand before it, as in "AERWZ: 8D WAREZ"; else the
    record's racks count as long as they are known. Words are not checked: analyze marks phonies.
    """
    parsed, file = _read(game, rules)
    found = Line.begin(parsed, turn, name)
    for move in moves:
        found = parse_line_move(found, move)
    records = read_line_records(file) if file.exists() else ()
    write_lines(file, add_line(records, found, replace=replace))
    _show(game, file, [found], [], parsed, json_file)
    notify_written(str(file))


@line.command("list")
@apply(_game_argument, rules_option, json_option)
@click.pass_context
def list_lines(context: click.Context, game: str, rules: str | None, json_file: str | None) -> None:
    """Show the lines of GAME: moves, racks and scores."""
    parsed, file = _read(game, rules)
    lines, problems = [], []
    for record in read_line_records(file) if file.exists() else ():
        try:
            lines.append(record.replay(parsed))
        except LineError as error:
            problems.append(error)
    _show(game, file, lines, problems, parsed, json_file)
    if not lines and not problems:
        notify("Note", "the game has no lines; jackdaw line add makes one")
        context.exit(1)


@line.command("remove")
@apply(_game_argument)
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
def remove(game: str, names: tuple[str, ...]) -> None:
    """Remove lines of GAME by their names."""
    file = _lines_file(game)
    records = read_line_records(file) if file.exists() else ()
    for name in names:
        records = remove_line(records, name)
    write_lines(file, records)
    notify_written(str(file))


@line.command("try")
@apply(_game_argument, _turn_option, lexicon_option, rules_option, seed_option)
def try_moves(game: str, turn: int, lexicon: str | None, rules: str | None, seed: int) -> None:
    """Try moves and replies from a turn of GAME on, one by one, and save them by name.

    Type a move, or best to let the engine move. back takes a move back, turn N returns to the game, and
    save NAME keeps the line. --seed decides the tiles that draw draws.
    """
    parsed, file = _read(game, rules, lexicon)
    plan = POSITION_EFFORTS["normal"].plan(seed=seed)
    analyzer = Analyzer(LexiconFinder(lexicon).find_for_game(parsed), plan=plan, workers=count_cores())
    dialogue = LineDialogue(parsed, turn, file, analyzer, seed=seed)
    show([styled(HELP)])
    dialogue.run(read_line)
    if dialogue.has_unsaved_moves:
        notify("Note", "the last line was not saved")


def _read(game: str, rules: str | None, lexicon: str | None = None) -> tuple[Game, Path]:
    """Read a record, and name the file of its lines. Raises JackdawError."""
    file = _lines_file(game)
    parsed = parse_source(read_source(game), rules=ReadingRules.of(rules, lexicon))
    if not isinstance(parsed, Game):
        raise JackdawError("is not a game record", where=game, cure="lines are those of a game (.gcg)")
    return parsed, file


def _lines_file(game: str) -> Path:
    file = find_lines_file(game)
    if file is None:
        raise JackdawError("lines are saved beside a record", cure="name the file of a game record (.gcg)")
    return file


def _show(
    game: str,
    file: Path,
    lines: list[Line],
    problems: list[LineError],
    parsed: Game,
    json_file: str | None,
) -> None:
    if json_file is not None:
        write_bytes(lines_json(game, str(file), lines, problems), json_file)
    if json_file != STANDARD_OUTPUT:
        show(lines_view(lines, parsed))
        show(misfit_view(problems))
    notify_written(json_file)
