"""Pictures, for which matplotlib is needed: it is not installed with Jackdaw unless asked for."""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from movegen.distribution import install_command
from movegen.errors import JackdawError
from movegen.files import canonical_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sims.training import Generation, WinTableCheck
    from strategy.winprob import WinTable

_SUFFIXES = (".png", ".svg", ".pdf")
_SHOWN_UNSEEN = (93, 70, 50, 30, 15, 7)


def check_plot(file: str | None) -> None:
    """Raise JackdawError when a picture is asked for that cannot be drawn."""
    if file is None:
        return
    if Path(file).suffix.lower() not in _SUFFIXES:
        raise JackdawError("is not named as a picture", where=file, cure=f"expected {', '.join(_SUFFIXES)}")
    if not canonical_path(file).parent.is_dir():
        raise JackdawError("its folder does not exist", where=file, cure="create it, or correct the name")
    if find_spec("matplotlib") is None:
        raise JackdawError(
            "matplotlib is not installed", cure=f"{install_command('plot')}, or leave out --plot"
        )


def plot_convergence(generations: "Sequence[Generation]", file: str) -> None:
    """How far values still move from generation to generation, and the mean equity of racks."""
    figure, (left, right) = panels()
    numbers = [generation.number for generation in generations]
    for size in range(len(generations[0].changes)):
        changes = [generation.changes[size] for generation in generations]
        left.plot(numbers, changes, marker="o", label=f"{size + 1} tiles" if size else "1 tile")
    left.set(xlabel="generation", ylabel="mean change of values (points)", yscale="log", xticks=numbers)
    left.legend()
    equities = [generation.mean_equity for generation in generations]
    right.plot(numbers, equities, marker="o")
    right.set(xlabel="generation", ylabel="mean equity of a rack's best move (points)", xticks=numbers)
    save(figure, file)


def plot_win_table(table: "WinTable", check: "WinTableCheck", file: str) -> None:
    """Curves of the table by spread, and what came true against what was predicted."""
    figure, (left, right) = panels()
    spreads = range(-200, 201)
    for unseen in (count for count in _SHOWN_UNSEEN if count <= table.max_unseen):
        left.plot(spreads, table.win_probability(list(spreads), unseen), label=f"{unseen} unseen")
    left.set(xlabel="spread before the turn", ylabel="probability of winning")
    left.legend()
    there = [decile for decile in check.deciles if decile.turns]
    right.plot([0, 1], [0, 1], color="grey", linewidth=0.8)
    right.plot([decile.predicted for decile in there], [decile.came_true for decile in there], marker="o")
    right.set(xlabel="predicted", ylabel=f"came true in {check.games:,} other games")
    save(figure, file)


def panels(count: int = 2) -> Any:
    """A figure, and so many panels side by side."""
    from matplotlib.figure import Figure  # optional, and slow to import

    figure = Figure(figsize=(5 * count, 4.5), layout="constrained")
    return figure, figure.subplots(1, count)


def save(figure: Any, file: str) -> None:
    """Write a figure. Raises JackdawError when that fails."""
    try:
        figure.savefig(file)
    except OSError as error:
        raise JackdawError(f"cannot be written ({error.strerror})", where=file) from None
