"""Train a table of win probabilities, for `jackdaw winprob train`."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jackdaw.console import Column, Line, echo, notify, show, styled, table
from jackdaw.plots import check_plot, plot_win_table
from jackdaw.runs.value_installation import ValueInstallation
from movegen.errors import JackdawError
from movegen.files import check_writable
from sims.training import Decile, WinTableCheck, WinTraining, check_win_table, train_win_table
from sims.workers import PoolError, Progress, WorkerPool
from strategy.winprob import WIN_TABLE_SUFFIX

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
    install: bool,
    plot: str | None,
    progress: Progress,
) -> None:
    """Learn a table, write it, install it if it should be, and check it."""
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
    with _noting_interrupts("nothing is saved"):
        learned = train_win_table(training, pool=pool, made=made, progress=progress)
    learned.save(output)
    echo(f"{output}: up to {learned.max_unseen} unseen tiles, spreads up to {learned.max_spread}")
    if installation is not None:
        echo(f"Installed {installation.install_win_table(learned)}")
    if check_games:
        done = "saved" if installation is None else "saved and installed"
        with _noting_interrupts(f"{output} is {done}, but not checked"):
            check = check_win_table(learned, training, check_games, pool=pool, progress=progress)
        show(_check_lines(check))
        if plot is not None:
            plot_win_table(learned, check, plot)


@contextmanager
def _noting_interrupts(saved: str) -> Iterator[None]:
    """Say what is saved when Ctrl-C or the loss of the workers ends the work."""
    try:
        yield
    except (KeyboardInterrupt, PoolError):
        notify("Interrupted", saved)
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
        styled(f"Checked on {check.games:,} other game{'s' * (check.games != 1)}:"),
        *table(_COLUMNS, rows),
        styled(
            f"Brier score {check.brier:.5f}, {excess:+.2f} % against the best fit to these games "
            f"({check.brier_isotonic:.5f})"
        ),
    ]
