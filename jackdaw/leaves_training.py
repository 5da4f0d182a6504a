"""What `jackdaw leaves train` and `jackdaw leaves fit` do."""

from dataclasses import replace
from pathlib import Path

import click

from jackdaw.output import tell
from jackdaw.plots import check_plot, plot_convergence
from jackdaw.progress import ProgressLine
from movegen.errors import JackdawError
from movegen.files import check_place, write_whole
from sims.leave_fit import fit_heuristic, heuristic_toml
from sims.leave_state import SUFFIX, read_leave_state, write_leave_state
from sims.leave_training import Generation, LeaveState, Training, train_leaves
from sims.pool import Crew
from strategy.leave_files import check_suffix, write_table

_TITLES = "generation    games       racks  mean equity  change  by tiles of the leave"


def run_training(
    training: Training, generations: int, output: str, *, crew: Crew, resume: bool, plot: str | None
) -> None:
    """Learn, and after each generation write the values, the state and a line of the table."""
    check_suffix(output)
    check_place(Path(output))
    check_plot(plot)
    kept = Path(output + SUFFIX)
    state = _kept_state(kept, training) if resume else None
    if state is not None and len(state.generations) > generations:
        there = len(state.generations)
        raise JackdawError(
            f"there are {there} generations already", where=str(kept), cure=f"ask for {there} or more"
        )
    if state is None and kept.exists():
        raise JackdawError(
            "there is a training already", where=str(kept), cure="go on with --resume, or delete the file"
        )
    click.echo(_TITLES)
    for generation in state.generations if state else ():
        click.echo(generation_line(generation))
    try:
        for after in train_leaves(
            training, generations, crew=crew, state=state, progress=ProgressLine("Playing")
        ):
            write_leave_state(after, kept)
            click.echo(generation_line(after.generations[-1]))
            state = after
    except KeyboardInterrupt:
        done = len(state.generations) if state else 0
        place = f"kept in {kept}: go on with --resume" if state else "nothing is kept"
        tell("Interrupted", f"{done} of {generations} generations are finished; {place}")
        raise
    assert state is not None  # there is at least one generation
    write_table(replace(state.table, name=Path(output).stem), output, made_by(state))
    if plot is not None:
        plot_convergence(state.generations, plot)
    click.echo(f"{len(state.table):,} leaves in {output}; to play by them: --strategy {output}")


def run_fit(heuristic: str, state: str, output: str) -> None:
    """Fit a heuristic and write its file."""
    if not output.lower().endswith(".toml"):
        raise JackdawError(
            "leaves of a heuristic are TOML", where=output, cure="name a file that ends in .toml"
        )
    learned = read_leave_state(Path(state))
    if learned.sums is None:
        raise JackdawError("nothing was learned yet", where=state)
    fitted = fit_heuristic(heuristic, learned.sums, learned.table.tile_set)
    write_whole(Path(output), heuristic_toml(fitted.leaves, made_by(learned)).encode())
    click.echo(
        f"Rack{heuristic.upper()} in {output}: off by {fitted.error:.2f} points, of {fitted.spread:.2f}"
    )


def generation_line(generation: Generation) -> str:
    """A line of the table of convergence."""
    by_size = " ".join(f"{change:.2f}" for change in generation.changes)
    return (
        f"{generation.number:10}  {generation.games:7,}  {generation.racks:10,}  "
        f"{generation.mean_equity:11.2f}  {generation.change:6.3f}  {by_size}"
    )


def made_by(state: LeaveState) -> str:
    """Where values come from, in words."""
    training, last = state.training, state.generations[-1]
    options = [f"--rules {training.rules}"] if training.rules != "standard" else []
    options += [f"--longest {training.longest}"] if training.longest is not None else []
    options += [f"--games {training.games} --generations {last.number} --seed {training.seed}"]
    racks = sum(generation.racks for generation in state.generations)
    return (
        f"learned from self-play on {state.lexicon_name}: jackdaw leaves train {' '.join(options)}; "
        f"{racks:,} racks in all, {last.racks:,} in the last generation"
    )


def _kept_state(kept: Path, training: Training) -> LeaveState:
    state = read_leave_state(kept)
    return replace(state, training=replace(state.training, lexicon=training.lexicon))
