"""Options of commands that run for long: workers, logs of games, and limits of a search."""

import click

from jackdaw.options.numbers import WORKERS, Count, Whole

workers_option = click.option(
    "--workers", type=int, metavar="N", help="Number of worker processes.  [default: one per core]"
)
executor_option = click.option(
    "--executor", metavar="NAME", default="processes", show_default=True,
    help="Where the work runs: processes, or dask:ADDRESS for the Dask cluster of this scheduler.",
)  # fmt: skip
log_option = click.option(
    "--log", metavar="FILE",
    help="Write a table with a row per turn (.csv or .parquet; without a suffix a folder of Parquet parts,"
    " which the workers write). Until it is complete, a journal beside it saves the finished games.",
)  # fmt: skip
resume_option = click.option(
    "--resume", is_flag=True,
    help="Continue an interrupted run from the journal beside the file of --log, else of another output.",
)  # fmt: skip
gcg_option = click.option(
    "--gcg-dir", metavar="FOLDER", help="Write each game as a GCG file, named by its number."
)
run_options = (workers_option, executor_option, log_option, resume_option, gcg_option)

turn_option = click.option("--turn", type=Count(), metavar="N", help="Position before turn N of a game.")
until_option = click.option(
    "--until", type=Count(), metavar="N",
    help="Read a game record only up to turn N, such as the last one before an error.",
)  # fmt: skip
memory_option = click.option(
    "--memory", type=Whole(1, 1 << 20), default=256, show_default=True, metavar="MB",
    help="Memory limit in MB, allocated lazily. Less memory costs time, never correctness.",
)  # fmt: skip
threads_option = click.option(
    "--workers", type=WORKERS, metavar="N",
    help="Number of threads. Results do not depend on it.  [default: one per core]",
)  # fmt: skip
