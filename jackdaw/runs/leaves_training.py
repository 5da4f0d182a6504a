"""Train and fit leaves, for `jackdaw leaves train` and `jackdaw leaves fit`."""

from dataclasses import replace
from pathlib import Path

from jackdaw.console import ProgressLine, echo, notify
from jackdaw.plots import check_plot, plot_convergence
from jackdaw.resumable import given_options, notify_nothing_saved
from jackdaw.runs.value_installation import ValueInstallation
from movegen.counts import counted
from movegen.encoding import encode_text
from movegen.errors import ConfigError, JackdawError
from movegen.files import check_writable, file_label, write_atomic
from movegen.variant import Variant
from sims.training import (
    SUFFIX,
    Generation,
    LeaveState,
    LeaveTraining,
    fit_heuristic,
    heuristic_toml,
    max_leave_tiles,
    read_leave_state,
    train_leaves,
    write_leave_state,
)
from sims.workers import PoolError, WorkerPool, lock_run
from strategy.leaves import check_suffix, write_table

_TITLES = "generation    games       racks  mean equity  change  by tiles of the leave"


def run_leaves_training(
    training: LeaveTraining,
    generations: int,
    output: str,
    *,
    pool: WorkerPool,
    resume: bool,
    install: bool,
    plot: str | None,
) -> None:
    """Train, and after each generation save the state and print a line of the table.

    With `install` the values are installed with the lexicon once all generations are finished.

    No two runs may write the same state at the same time.
    """
    check_suffix(output)
    check_writable(Path(output))
    check_plot(plot)
    installation = _prepare_installation(training) if install else None
    with lock_run(Path(output + SUFFIX)):
        state = _train_or_continue(training, generations, output, pool=pool, resume=resume)
        rack_size = Variant.load(training.rules).rules.rack_size
        table = replace(state.table, name=file_label(output), rack_size=rack_size)
        write_table(table, output, _describe_origin(state))
    if plot is not None:
        plot_convergence(state.generations, plot)
    echo(f"{counted(len(state.table), 'leave')} in {output}; play with them: --strategy {output}")
    if installation is not None:
        echo(f"Installed {installation.install_leaves(state.table, _describe_origin(state))}")


def _prepare_installation(training: LeaveTraining) -> ValueInstallation:
    """Prepare to install the leaves. Raises JackdawError if they would lack the longest ones."""
    installation = ValueInstallation.prepare_leaves(training.lexicon, training.rules)
    try:
        needed = max_leave_tiles(installation.variant)
    except ConfigError:  # there are too many leaves of all sizes
        return installation
    if training.longest is not None and training.longest < needed:
        problem = f"leaves of more than {training.longest} tiles would be worth nothing in all games"
        raise JackdawError(problem, cure=f"leave out --longest, or give {needed} or more")
    return installation


def _train_or_continue(
    training: LeaveTraining, generations: int, output: str, *, pool: WorkerPool, resume: bool
) -> LeaveState:
    state_file = Path(output + SUFFIX)
    state = _saved_state(state_file, training) if resume and state_file.exists() else None
    if resume and state is None:
        notify_nothing_saved(state_file)
    if state is not None and len(state.generations) > generations:
        finished = len(state.generations)
        raise JackdawError(
            f"already has {finished} generations", where=str(state_file), cure=f"ask for {finished} or more"
        )
    if state is None and state_file.exists():
        raise JackdawError(
            "already holds a training",
            where=str(state_file),
            cure="continue with --resume, or delete the file",
        )
    trained = train_leaves(
        training,
        generations,
        pool=pool,
        state=state,
        progress=ProgressLine("Playing", "games"),
        options=given_options(),
    )  # raises for bad settings, so before the titles
    echo(_TITLES)
    for generation in state.generations if state else ():
        echo(_generation_line(generation))
    try:
        for after in trained:
            write_leave_state(after, state_file)
            echo(_generation_line(after.generations[-1]))
            state = after
    except (KeyboardInterrupt, PoolError):
        done = len(state.generations) if state else 0
        saved = f"saved in {state_file}; continue with --resume" if state else "nothing is saved"
        notify("Interrupted", f"{done} of {generations} generations are finished; {saved}")
        raise
    assert state is not None  # there is at least one generation
    return state


def fit_leaves(heuristic: str, state: str, output: str) -> None:
    """Fit a heuristic and write its file."""
    if not output.lower().endswith(".toml"):
        raise JackdawError(
            "a heuristic is saved as TOML", where=output, cure="name a file that ends in .toml"
        )
    learned = read_leave_state(Path(state))
    if learned.sums is None:
        raise JackdawError("no generation is finished", where=state)
    fitted = fit_heuristic(heuristic, learned.sums, learned.table.tile_set)
    write_atomic(Path(output), encode_text(heuristic_toml(fitted.leaves, _describe_origin(learned))))
    echo(f"Rack{heuristic.upper()} in {output}: error {fitted.error:.2f} points, spread {fitted.spread:.2f}")


def _generation_line(generation: Generation) -> str:
    """Format a line of the table of convergence."""
    by_size = " ".join(f"{change:.2f}" for change in generation.changes)
    return (
        f"{generation.number:10}  {generation.games:7,}  {generation.racks:10,}  "
        f"{generation.mean_equity:11.2f}  {generation.change:6.3f}  {by_size}"
    )


def _describe_origin(state: LeaveState) -> str:
    """Describe where the values come from."""
    training, last = state.training, state.generations[-1]
    options = [f"--rules {training.rules}"] if training.rules != "standard" else []
    options += [f"--longest {training.longest}"] if training.longest is not None else []
    options += [f"--games {training.games} --generations {last.number} --seed {training.seed}"]
    racks = sum(generation.racks for generation in state.generations)
    return (
        f"learned from self-play on {state.lexicon_name}: jackdaw leaves train {' '.join(options)}; "
        f"{racks:,} racks in all, {last.racks:,} in the last generation"
    )


def _saved_state(file: Path, training: LeaveTraining) -> LeaveState:
    """Read the state of a training that goes on, by what it was for: names of files may have changed."""
    state = read_leave_state(file, training.rules, given_options())
    if state.rules_checksum is None:
        return replace(state, training=replace(state.training, lexicon=training.lexicon))
    return replace(state, training=replace(state.training, lexicon=training.lexicon, rules=training.rules))
