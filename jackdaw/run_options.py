"""What `jackdaw pit` and `jackdaw tournament` share: who plays, where games are kept, how a run ends."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jackdaw.application import INTERRUPTED

if TYPE_CHECKING:
    from sims.match import Match
    from sims.series import Progress
    from sims.tournament_games import Tournament

workers_option = click.option(
    "--workers", type=int, metavar="N", help="Processes that play.  [default: one a core of this machine]"
)
executor_option = click.option(
    "--executor", metavar="NAME", default="processes", show_default=True,
    help="Who plays: processes, or dask:ADDRESS for the Dask cluster with this scheduler.",
)  # fmt: skip
log_option = click.option(
    "--log", metavar="FILE",
    help="Write a row a turn: .csv or .parquet. Beside it a journal keeps finished games until all are.",
)  # fmt: skip
resume_option = click.option(
    "--resume", is_flag=True, help="Go on with an interrupted run, whose journal lies beside --log FILE."
)
gcg_option = click.option(
    "--gcg-dir", metavar="FOLDER", help="Write every game as a GCG file, named by its number."
)
run_options = (workers_option, executor_option, log_option, resume_option, gcg_option)


def check_outputs(log: str | None, gcg_dir: str | None, resume: bool, **files: str | None) -> None:
    """See beforehand that all that is to be written can be, each in a place of its own; make the folder.

    `files` are other outputs by the names of their options. Raises JackdawError.
    """
    from movegen.errors import JackdawError
    from movegen.files import check_place
    from sims.game_log import check_log_name
    from sims.journal import journal_path

    if resume and log is None:
        raise JackdawError("--resume goes on from a log's journal", cure="name the log with --log FILE")
    places: dict[Path, str] = {}
    wanted = {
        "log": log,
        "the journal of --log": None if log is None else str(journal_path(Path(log))),
        **files,
    }
    for option, file in {**wanted, "gcg-dir": gcg_dir}.items():
        if file is None or file == "-":
            continue
        name = option if " " in option else f"--{option}"
        place = Path(file).resolve()
        if place in places:
            raise JackdawError(f"{places[place]} and {name} are the same", where=file, cure="name two")
        places[place] = name
        if option != "gcg-dir":
            check_place(Path(file))
    if log is not None:
        check_log_name(Path(log))
    if gcg_dir is not None:
        _make_folder(Path(gcg_dir), resume)


def _make_folder(folder: Path, resume: bool) -> None:
    from movegen.errors import JackdawError
    from movegen.files import make_folder

    if not folder.parent.is_dir():
        raise JackdawError(
            "its folder does not exist", where=str(folder), cure="make it, or correct the name"
        )
    make_folder(folder)
    if not resume and any(folder.glob("*.gcg")):
        raise JackdawError(
            "there are games in the folder", where=str(folder), cure="name another, or empty it"
        )


def play(run: "Match | Tournament", games: int) -> "BaseException | None":
    """Play, with a progress bar; returns what has ended it early: Ctrl-C, workers that die, a full disk.

    Raises it instead, Ctrl-C apart, if there is no game to tell of.
    """
    from sims.journal import JournalError
    from sims.pool import PoolError

    try:
        with progress_bar(games, "games") as progress:
            run.play(progress)
    except KeyboardInterrupt as stop:
        return stop
    except (PoolError, JournalError) as stop:
        if not run.games_counted:
            raise
        return stop
    return None


def conclude(
    context: click.Context, run: "Match | Tournament", games: int, stop: BaseException | None
) -> None:
    """End a run that is told of: forget its journal or, if something has stopped it, say what is kept.

    `stop` is what `play` has returned; all but Ctrl-C is raised.
    """
    if stop is None:
        run.series.forget()
        return
    if not isinstance(stop, KeyboardInterrupt):
        raise stop
    from jackdaw.output import tell

    journal = run.series.journal
    kept = "not kept: give --log FILE to be able to go on" if journal is None else (
        f"kept in {journal.path}: go on with --resume"
    )  # fmt: skip
    tell("Interrupted", f"{run.games_counted:,} of {games:,} games are finished and {kept}")
    context.exit(INTERRUPTED)


@contextmanager
def progress_bar(all_: int, unit: str) -> Iterator["Progress"]:
    """A bar on standard error, where that is a terminal, that goes on by so many units at each call."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.{0 if task.speed >= 10 else 2}f} {unit}/s" if task.speed else "")

    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn(compact=True))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=all_)
        yield partial(bar.advance, task)
