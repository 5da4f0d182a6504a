"""A simulation as a picture: chances to win, equities, where the opponent replies."""

from math import isfinite
from typing import Any

import numpy as np

from jackdaw.plots.training_plots import panels, save
from movegen.variant import column_name
from sims.simulation import BIN_WIDTH, BINS, FIRST_BIN, Simulation

_MOST_BARS = 20
_MOST_CURVES = 4


def plot_simulation(simulation: Simulation, file: str) -> None:
    """Draw it, best candidates first; see `jackdaw.plots.check_plot` for the file. Raises JackdawError."""
    figure, (left, middle, right) = panels(3)
    _draw_chances(left, simulation)
    _draw_equities(middle, simulation)
    _draw_replies(figure, right, simulation)
    save(figure, file)


def _draw_chances(axes: Any, simulation: Simulation) -> None:
    """Win % with an error bar of two standard errors to either side."""
    moves = simulation.moves[:_MOST_BARS]
    rows = range(len(moves))
    axes.errorbar(
        [100 * move.win for move in moves],
        rows,
        xerr=[200 * move.win_se if isfinite(move.win_se) else 0.0 for move in moves],
        fmt="o",
        capsize=3,
    )
    axes.set(
        yticks=rows, yticklabels=[str(move.move) for move in moves], xlabel="win % (± two standard errors)"
    )
    axes.invert_yaxis()
    axes.grid(axis="x", linewidth=0.3)


def _draw_equities(axes: Any, simulation: Simulation) -> None:
    """The distribution of equities of the best candidates, in bins of so many points."""
    begins = FIRST_BIN + BIN_WIDTH * np.arange(BINS)
    shown = simulation.moves[:_MOST_CURVES]
    counts = np.array([move.distribution.equity_counts for move in shown])
    used = np.flatnonzero(counts.sum(axis=0))
    reach = slice(max(0, used[0] - 1), used[-1] + 2)
    for move, count in zip(shown, counts, strict=True):
        shares = 100 * count / max(1, count.sum())
        axes.step(begins[reach], shares[reach], where="post", label=str(move.move))
    axes.set(
        xlabel=f"equity at the horizon (points, bins of {BIN_WIDTH})", ylabel="% of rollouts", ylim=(0, None)
    )
    axes.legend()


def _draw_replies(figure: Any, axes: Any, simulation: Simulation) -> None:
    """How often the opponent's reply to the best candidate lays a tile on each square."""
    move, board = simulation.best, simulation.setting.position.board
    for row, column in np.argwhere(board.squares):
        tile = board.tile_set.board_text(int(board.squares[row, column]))
        axes.text(column, row, tile, ha="center", va="center", color="grey", fontsize=7)
    for row, column, tile_laid in move.move.squares:
        tile = board.tile_set.board_text(tile_laid)
        axes.text(column, row, tile, ha="center", va="center", color="tab:blue", weight="bold")
    covered = np.array(move.distribution.covered)
    image = axes.imshow(100 * covered / max(1, move.iterations), cmap="magma_r", vmin=0)
    rows, columns = covered.shape
    axes.set(
        xticks=range(columns),
        xticklabels=[column_name(column) for column in range(columns)],
        yticks=range(rows),
        yticklabels=range(1, rows + 1),
        title=f"replies to {move.move}",
    )
    axes.tick_params(length=0, labelsize=7)
    figure.colorbar(image, ax=axes, shrink=0.8, label="% of replies with a tile there")
