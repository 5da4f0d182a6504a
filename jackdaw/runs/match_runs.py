"""Runs of games from the command line: check the outputs; of matches and tournaments, play and conclude."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import click

from jackdaw.application import INTERRUPTED
from jackdaw.console import STANDARD_OUTPUT, notify_written
from jackdaw.resumable import notify_unfinished, run_until_stopped
from jackdaw.runs.results import Results, check_files
from movegen.errors import JackdawError
from movegen.files import make_folder
from sims.errors import EngineError
from sims.match import Match, check_log_name, is_log_folder
from sims.tournament import Tournament
from sims.workers import journal_path

Run = TypeVar("Run", Match, Tournament)
_FOLDER, _LOG = "--gcg-dir", "--log"


def check_outputs(log: str | None, gcg_dir: str | None, resume: bool, **files: str | None) -> None:
    """Raise JackdawError unless all outputs can be written, each to its own file; make the folder.

    `files` are other outputs, keyed by the names of their options.
    """
    if resume and log is None:
        raise JackdawError("--resume needs the journal of a log", cure="name the log with --log FILE")
    folders = [_FOLDER, *([_LOG] if log is not None and is_log_folder(Path(log)) else [])]
    check_files(_named_outputs(log, gcg_dir, files), folders=folders)
    if log is not None:
        check_log_name(Path(log))
    if gcg_dir is not None:
        _make_game_folder(Path(gcg_dir), resume)


def journaled_output(csv_file: str | None, json_file: str | None, resume: bool) -> Path | None:
    """Check the outputs of a run and return the one beside which its journal stands; None without a file.

    Raises JackdawError unless all of them, and the journal, can be written, each to its own place, and when
    `resume` has no journal.
    """
    files = [Path(file) for file in (csv_file, json_file) if file not in (None, STANDARD_OUTPUT)]
    journal = [("the journal", str(journal_path(files[0])))] if files else []
    check_files((("--csv", csv_file), ("--json", json_file), *journal))
    if resume and not files:
        raise JackdawError(
            "--resume needs the journal of an output", cure="name it with --csv FILE or --json FILE"
        )
    return files[0] if files else None


@dataclass(frozen=True)
class GameOutputs:
    """Where the games of a match or tournament go: a log and a folder, if any."""

    log: str | None
    gcg_dir: str | None


def play_and_report(
    context: click.Context,
    run: Run,
    games: int,
    outputs: GameOutputs,
    results: Callable[[Run], Results],
) -> None:
    """Play the games and show what `results` makes of them, also of those before Ctrl-C.

    An interrupted run ends the program; a fault of a player or a worker is raised, once all is shown.
    """
    with run.series:
        stop = run_until_stopped(run.play, games, "games", has_results=lambda: run.games_counted > 0)
        try:
            if stop is None:
                run.write_log()
        finally:  # the results are shown also where the log cannot be written
            results(run).write()
        notify_written(outputs.log if stop is None else None)
        notify_written(outputs.gcg_dir, f"with {run.games_counted:,} games")
        _conclude_run(context, run, games, stop)


def _conclude_run(
    context: click.Context, run: Match | Tournament, games: int, stop: BaseException | None
) -> None:
    """Delete the journal of a finished run; of a stopped one, report what is saved and end the program.

    `stop` is what `run_until_stopped` returned. Anything but Ctrl-C is raised.
    """
    if stop is None:
        run.series.forget()
        return
    if not isinstance(stop, (KeyboardInterrupt, EngineError)):
        raise stop
    heading = "Stopped" if isinstance(stop, EngineError) else "Interrupted"
    notify_unfinished(
        f"{run.games_counted:,} of {games:,} games are finished",
        run.series.journal,
        "--log FILE",
        heading=heading,
    )
    if isinstance(stop, EngineError):
        raise stop
    context.exit(INTERRUPTED)


def _named_outputs(
    log: str | None, gcg_dir: str | None, files: dict[str, str | None]
) -> Iterator[tuple[str, str]]:
    """Return the files to write, each after the option that names it."""
    if log is not None:
        yield _LOG, log
        yield "the journal of --log", str(journal_path(Path(log)))
    for name, file in {**files, "gcg-dir": gcg_dir}.items():
        if file is not None:
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
