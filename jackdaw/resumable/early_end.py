"""The early end of a run, by Ctrl-C or an error: what is finished is shown, and saved to be resumed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from jackdaw.console import notify, progress_bar
from sims.errors import EngineError
from sims.workers import Journal, JournalError, PoolError


def run_until_stopped(
    work: Callable[[Callable[[int], None]], None], total: int, unit: str, *, has_results: Callable[[], bool]
) -> BaseException | None:
    """Work with a progress bar and return what stopped the run early; None if it was finished.

    That is Ctrl-C, dead workers, an outside program that fails, or a full disk. If the run `has_results` by
    then, the caller shows them before it raises such an error; otherwise anything but Ctrl-C is raised here.
    `work` gets a function that takes the number of newly finished units.
    """
    try:
        with progress_bar(total, unit) as progress:
            work(progress)
    except KeyboardInterrupt as stop:
        return stop
    except (EngineError, PoolError, JournalError) as stop:
        if not has_results():
            raise
        return stop
    return None


def notify_begun_anew(journal: Journal[Any] | None) -> None:
    """Note that a run with --resume begins anew if its journal has nothing."""
    if journal is not None and not len(journal):
        notify_nothing_saved(journal.path)


def notify_nothing_saved(file: Path) -> None:
    """Note that a run with --resume begins anew, as this file has nothing: perhaps its name is mistyped."""
    notify("Note", f"nothing is saved in {file}, so the run begins anew")


def notify_unfinished(
    finished: str, journal: Journal[Any] | None, options: str, *, heading: str = "Interrupted"
) -> None:
    """Say on standard error how much is finished, and how to go on.

    `finished` is such as "3 of 10 games are finished". Without a journal nothing is saved; `options` are
    those that name the file beside which there would be one.
    """
    saved = f"saved in {journal.path}; continue with --resume" if journal is not None else (
        f"not saved; use {options} to be able to resume"
    )  # fmt: skip
    notify(heading, f"{finished} and {saved}")
