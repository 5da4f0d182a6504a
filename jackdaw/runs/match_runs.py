"""Matches and tournaments from the command line: check the outputs, play with a progress bar, conclude."""

from collections.abc import Iterator
from pathlib import Path

import click

from jackdaw.application import INTERRUPTED
from jackdaw.console import notify, notify_written, progress_bar
from movegen.errors import JackdawError
from movegen.files import canonical_path, check_writable, make_folder
from sims.errors import EngineError
from sims.match import Match, check_log_name
from sims.tournament import Tournament
from sims.workers import JournalError, PoolError, journal_path


def check_outputs(log: str | None, gcg_dir: str | None, resume: bool, **files: str | None) -> None:
    """Raise JackdawError unless all outputs can be written, each to its own file; make the folder.

    `files` are other outputs, keyed by the names of their options.
    """
    if resume and log is None:
        raise JackdawError("--resume needs the journal of a log", cure="name the log with --log FILE")
    outputs: dict[Path, str] = {}
    for option, file in _named_outputs(log, gcg_dir, files):
        path = canonical_path(file)
        if path in outputs:
            raise JackdawError(
                f"{outputs[path]} and {option} name the same file", where=file, cure="name two files"
            )
        outputs[path] = option
        if option != "--gcg-dir":
            check_writable(Path(file))
    if log is not None:
        check_log_name(Path(log))
    if gcg_dir is not None:
        _make_game_folder(Path(gcg_dir), resume)


def play_games(run: Match | Tournament, games: int) -> BaseException | None:
    """Play with a progress bar and return what stopped the run early.

    That is Ctrl-C, dead workers, an outside program that fails, or a full disk.

    If no game is finished, anything but Ctrl-C is raised instead.
    """
    try:
        with progress_bar(games, "games") as progress:
            run.play(progress)
    except KeyboardInterrupt as stop:
        return stop
    except (EngineError, PoolError, JournalError) as stop:
        if not run.games_counted:
            raise
        return stop
    return None


def conclude_run(
    context: click.Context, run: Match | Tournament, games: int, stop: BaseException | None
) -> None:
    """Delete the journal of a finished run; of a stopped one, report what is saved and end the program.

    `stop` is what `play_games` returned. Anything but Ctrl-C is raised.
    """
    if stop is None:
        run.series.forget()
        return
    if not isinstance(stop, (KeyboardInterrupt, EngineError)):
        raise stop
    journal = run.series.journal
    saved = "not saved; use --log FILE to be able to resume" if journal is None else (
        f"saved in {journal.path}; continue with --resume"
    )  # fmt: skip
    what = f"{run.games_counted:,} of {games:,} games are finished and {saved}"
    if isinstance(stop, EngineError):
        notify("Stopped", what)
        raise stop
    notify("Interrupted", what)
    context.exit(INTERRUPTED)


def announce_games(
    run: Match | Tournament, log: str | None, gcg_dir: str | None, stop: BaseException | None
) -> None:
    """Name the log, which an interrupted run has not written yet, and the folder of the games.

    `stop` is what `play_games` returned.
    """
    notify_written(log if stop is None else None)
    notify_written(gcg_dir, f"with {run.games_counted:,} games")


def _named_outputs(
    log: str | None, gcg_dir: str | None, files: dict[str, str | None]
) -> Iterator[tuple[str, str]]:
    """Return the files to write, each after the option that names it."""
    if log is not None:
        yield "--log", log
        yield "the journal of --log", str(journal_path(Path(log)))
    for name, file in {**files, "gcg-dir": gcg_dir}.items():
        if file is not None and file != "-":
            yield f"--{name}", file


def _make_game_folder(folder: Path, resume: bool) -> None:
    if not folder.parent.is_dir():
        raise JackdawError(
            "its folder does not exist", where=str(folder), cure="create it, or correct the name"
        )
    make_folder(folder)
    if not resume and any(folder.glob("*.gcg")):
        raise JackdawError(
            "the folder already contains games", where=str(folder), cure="name another, or empty it"
        )
