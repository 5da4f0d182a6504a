"""Runs of games from the command line: check the outputs; of matches and tournaments, play and conclude."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import click

from jackdaw.application import INTERRUPTED
from jackdaw.console import STANDARD_OUTPUT, notify_written
from jackdaw.resumable import (
    can_have_journal,
    given_options,
    notify_begun_anew,
    notify_unfinished,
    run_until_stopped,
)
from jackdaw.runs.results import Results, check_files
from movegen.counts import counted
from movegen.errors import JackdawError
from movegen.files import make_folder
from sims.errors import EngineError
from sims.match import Match, SeriesFiles, check_log_name, is_log_folder
from sims.tournament import Tournament
from sims.workers import journal_path

Run = TypeVar("Run", Match, Tournament)
_FOLDER, _LOG = "--gcg-dir", "--log"


def prepare_files(log: str | None, gcg_dir: str | None, resume: bool, **files: str | None) -> SeriesFiles:
    """Check the outputs, make the folder, and return what the games are written to.

    The journal stands beside the log, else beside the first of `files`, which are other outputs, keyed by the
    names of their options. Raises JackdawError unless all can be written, each to its own place, and when
    `resume` has no journal.
    """
    named = {f"--{name}": file for name, file in files.items()}
    output = Path(log) if log is not None else _file_with_journal(files.values())
    journal = None if output is None else journal_path(output)
    if resume and journal is None:
        names = " or ".join(f"{name} FILE" for name in (_LOG, *named))
        raise JackdawError("--resume needs the journal of an output", cure=f"name it with {names}")
    folders = [_FOLDER, *([_LOG] if log is not None and is_log_folder(Path(log)) else [])]
    of_log = _about_journal("the journal of --log", journal if log is not None else None)
    of_other = _about_journal("the journal", journal if log is None else None)
    check_files(((_LOG, log), *of_log, *named.items(), *of_other, (_FOLDER, gcg_dir)), folders=folders)
    if log is not None:
        check_log_name(Path(log))
    if gcg_dir is not None:
        _make_game_folder(Path(gcg_dir), resume)
    return SeriesFiles(
        Path(log) if log is not None else None,
        journal,
        Path(gcg_dir) if gcg_dir is not None else None,
        resume,
        given_options(),
    )


def journaled_output(csv_file: str | None, json_file: str | None, resume: bool) -> Path | None:
    """Check the outputs of a run and return the one beside which its journal stands; None without a file.

    Raises JackdawError unless all of them, and the journal, can be written, each to its own place, and when
    `resume` has no journal.
    """
    output = _file_with_journal((csv_file, json_file))
    journal = None if output is None else journal_path(output)
    check_files((("--csv", csv_file), ("--json", json_file), *_about_journal("the journal", journal)))
    if resume and output is None:
        raise JackdawError(
            "--resume needs the journal of an output", cure="name it with --csv FILE or --json FILE"
        )
    return output


@dataclass(frozen=True)
class GameOutputs:
    """Where the games of a match or tournament go: a log and a folder, if any.

    `with_journal` are the options that name files beside which a journal can stand.
    """

    log: str | None
    gcg_dir: str | None
    with_journal: str
    resume: bool


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
        if outputs.resume:
            notify_begun_anew(run.series.journal)
        stop = run_until_stopped(run.play, games, "games", has_results=lambda: run.games_counted > 0)
        try:
            if stop is None:
                run.write_log()
        finally:  # the results are shown also where the log cannot be written
            results(run).write()
        notify_written(outputs.log if stop is None else None)
        notify_written(outputs.gcg_dir, f"with {counted(run.games_counted, 'game')}")
        _conclude_run(context, run, games, outputs.with_journal, stop)


def _conclude_run(
    context: click.Context,
    run: Match | Tournament,
    games: int,
    with_journal: str,
    stop: BaseException | None,
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
        with_journal,
        heading=heading,
    )
    if isinstance(stop, EngineError):
        raise stop
    context.exit(INTERRUPTED)


def _file_with_journal(files: Iterable[str | None]) -> Path | None:
    """Return the first output beside which a journal can stand: not standard output."""
    named = (Path(file) for file in files if file not in (None, STANDARD_OUTPUT))
    return next(filter(can_have_journal, named), None)


def _about_journal(name: str, journal: Path | None) -> list[tuple[str, str | None]]:
    """Return the journal as a file to check; none without one."""
    return [] if journal is None else [(name, str(journal))]


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
