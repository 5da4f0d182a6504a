"""Train a table of win probabilities, for `jackdaw winprob train`."""

import math
from pathlib import Path

from jackdaw.console import Column, Line, ProgressLine, echo, notify, show, styled, table
from jackdaw.plots import check_plot, plot_win_table
from jackdaw.resumable import RunWithJournal, notify_unfinished
from jackdaw.runs.value_installation import ValueInstallation
from movegen.counts import counted
from movegen.errors import JackdawError
from movegen.files import check_writable
from sims.training import (
    Decile,
    SwingCounts,
    WinTableCheck,
    WinTraining,
    check_win_table,
    describe_win_training,
    train_win_table,
)
from sims.workers import PoolError, WorkerPool
from strategy.winprob import WIN_TABLE_SUFFIX, WinTable

_COLUMNS = (
    Column("Predicted", "right"),
    Column("Won", "right"),
    Column("Error", "right"),
    Column("Turns", "right"),
)


def run_winprob_training(
    training: WinTraining,
    check_games: int,
    output: str,
    *,
    pool: WorkerPool,
    resume: bool,
    install: bool,
    plot: str | None,
) -> None:
    """Learn a table, write it, install it if it should be, and check it.

    A journal beside the output saves finished games until it is written.
    """
    if not output.lower().endswith(WIN_TABLE_SUFFIX):
        raise JackdawError(
            "is not the name of a win table",
            where=output,
            cure=f"name a file that ends in {WIN_TABLE_SUFFIX}",
        )
    check_writable(Path(output))
    check_plot(plot)
    installation = ValueInstallation.prepare_win_table(training.lexicon, training.rules) if install else None
    options = [f"--rules {training.rules}"] if training.rules != "standard" else []
    options += [f"--strategy {training.strategy}"] if training.strategy != "static" else []
    options += [f"--games {training.games} --seed {training.seed}"]
    made = (
        f"learned from self-play of {training.strategy} on {training.lexicon or 'SCOWL80'}: "
        f"jackdaw winprob train {' '.join(options)}"
    )
    with RunWithJournal(SwingCounts, Path(output), describe_win_training(training), resume=resume) as run:
        learned = _train(training, run, pool, made)
        learned.save(output)
        run.forget()
    echo(f"{output}: up to {learned.max_unseen} unseen tiles, spreads up to {learned.max_spread}")
    if installation is not None:
        echo(f"Installed {installation.install_win_table(learned)}")
    if check_games:
        done = "saved" if installation is None else "saved and installed"
        try:
            check = check_win_table(
                learned, training, check_games, pool=pool, progress=ProgressLine("Playing", "games")
            )
        except (KeyboardInterrupt, PoolError):
            notify("Interrupted", f"{output} is {done}, but not checked")
            raise
        show(_check_lines(check))
        if plot is not None:
            plot_win_table(learned, check, plot)


def _train(training: WinTraining, run: RunWithJournal[SwingCounts], pool: WorkerPool, made: str) -> WinTable:
    """Learn the table. When Ctrl-C or the loss of the workers ends the work, say what is saved."""
    line, finished = ProgressLine("Playing", "games"), 0

    def progress(stage: str, done: int, total: int) -> None:
        nonlocal finished
        finished = done
        line(stage, done, total)

    try:
        return train_win_table(training, pool=pool, made=made, progress=progress, journal=run.journal)
    except (KeyboardInterrupt, PoolError):
        notify_unfinished(f"{finished:,} of {training.games:,} games are finished", run.journal, "OUT")
        raise


def _difference(decile: Decile) -> str:
    difference = f"{round(100 * (decile.came_true - decile.predicted), 1) + 0.0:+.1f}"
    return difference if math.isnan(decile.error) else f"{difference} ± {100 * decile.error:.1f}"


def _check_lines(check: WinTableCheck) -> list[Line]:
    """Compare a table with what happened in other games."""
    rows = [
        (
            (
                f"{100 * decile.predicted:.1f} %",
                f"{100 * decile.came_true:.1f} %",
                _difference(decile),
                f"{decile.turns:,}",
            ),
            "",
        )
        for decile in check.deciles
        if decile.turns
    ]
    excess = 100 * (check.brier / check.brier_isotonic - 1) if check.brier_isotonic else 0.0
    return [
        styled(f"Checked on {counted(check.games, 'other game')}:"),
        *table(_COLUMNS, rows),
        styled(
            f"Brier score {check.brier:.5f}, {excess:+.2f} % against the best fit to these games "
            f"({check.brier_isotonic:.5f})"
        ),
    ]
