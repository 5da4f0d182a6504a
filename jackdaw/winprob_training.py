"""What `jackdaw winprob train` does."""

from pathlib import Path

import click

from jackdaw.layout import Column, Line, styled, table
from jackdaw.output import show
from jackdaw.plots import check_plot, plot_win_table
from movegen.errors import JackdawError
from movegen.files import check_place
from sims.pool import Crew
from sims.summing import Progress
from sims.win_training import Check, WinTraining, check_win_table, train_win_table
from strategy.win_table import SUFFIX

_COLUMNS = (
    Column("Foretold", "right"),
    Column("Came true", "right"),
    Column("Off by", "right"),
    Column("Turns", "right"),
)


def run_training(
    training: WinTraining,
    check_games: int,
    output: str,
    *,
    crew: Crew,
    plot: str | None,
    progress: Progress,
) -> None:
    """Learn a table, write it, and check it."""
    if not output.lower().endswith(SUFFIX):
        raise JackdawError(
            "is no win table by its name", where=output, cure=f"name a file that ends in {SUFFIX}"
        )
    check_place(Path(output))
    check_plot(plot)
    made = (
        f"learned from self-play of {training.strategy} on {training.lexicon or 'SCOWL80'}: "
        f"jackdaw winprob train --games {training.games} --seed {training.seed}"
    )
    learned = train_win_table(training, crew=crew, made=made, progress=progress)
    learned.save(output)
    click.echo(
        f"{learned.most_unseen + 1} numbers of unseen tiles, spreads up to {learned.most_spread} in {output}"
    )
    if check_games:
        check = check_win_table(learned, training, check_games, crew=crew, progress=progress)
        show(check_lines(check))
        if plot is not None:
            plot_win_table(learned, check, plot)


def check_lines(check: Check) -> list[Line]:
    """How a table does on other games."""
    rows = [
        (
            (
                f"{100 * decile.foretold:.1f} %",
                f"{100 * decile.came_true:.1f} %",
                f"{100 * (decile.came_true - decile.foretold):+.1f}",
                f"{decile.turns:,}",
            ),
            "",
        )
        for decile in check.deciles
        if decile.turns
    ]
    excess = 100 * (check.brier / check.brier_isotonic - 1) if check.brier_isotonic else 0.0
    return [
        styled(f"{check.games:,} other games:"),
        *table(_COLUMNS, rows),
        styled(
            f"Brier score {check.brier:.5f}, {excess:+.2f} % of the best fit to these games "
            f"({check.brier_isotonic:.5f})"
        ),
    ]
