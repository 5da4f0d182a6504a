"""`jackdaw tournament`: play a tournament between strategies."""

from pathlib import Path

import click

from jackdaw.application import Command
from jackdaw.console import notify_written, show, write_bytes
from jackdaw.matches import tournament_csv, tournament_json, tournament_view
from jackdaw.options import apply, json_option, run_options
from jackdaw.runs import announce_games, check_outputs, conclude_run, play_games
from movegen.files import write_atomic
from sims.tournament import Tournament, load_tournament
from sims.workers import choose_pool

_EPILOG = """\b
Examples:
  jackdaw tournament heuristics
  jackdaw tournament four_at_a_table
  jackdaw tournament mine.toml --csv standings.csv --log games.parquet
  jackdaw tournament mine.toml --log games.parquet --resume

\b
Exit codes: 0 success, 2 wrong usage or input, 130 interrupted (finished games
are shown; with --log they are saved).
"""


@click.command("tournament", cls=Command, epilog=_EPILOG)
@click.argument("tournament_file", metavar="NAME|FILE")
@click.option("--csv", "csv_file", metavar="FILE", help="Write the standings as CSV.")
@apply(*run_options, json_option)
@click.pass_context
def tournament(
    context: click.Context,
    tournament_file: str,
    csv_file: str | None,
    workers: int | None,
    executor: str,
    log: str | None,
    resume: bool,
    gcg_dir: str | None,
    json_file: str | None,
) -> None:
    """Play a tournament between strategies.

    NAME|FILE is a tournament that comes with Jackdaw (heuristics, four_at_a_table) or a file (.toml) like
    those in configs/tournaments, which explain themselves: a round robin, a gauntlet or a Swiss tournament.
    The result shows the standings by wins and then by spread, Elo ratings, and the score of each player
    against each other one.

    The same file gives the same games for any number of workers, unless a strategy has a time limit.
    """
    config = load_tournament(tournament_file)
    pool = choose_pool(executor, workers)
    check_outputs(log, gcg_dir, resume, csv=csv_file, json=json_file)
    played = Tournament(
        config,
        pool,
        log=Path(log) if log else None,
        resume=resume,
        gcg_folder=Path(gcg_dir) if gcg_dir else None,
    )
    with played.series:
        stop = play_games(played, played.games)
        report = played.report()
        if stop is None:
            played.write_log()
        if csv_file is not None:
            write_atomic(Path(csv_file), tournament_csv(report))
        if json_file is not None:
            write_bytes(tournament_json(report), json_file)
        if json_file != "-":
            show(tournament_view(report))
        for file in (csv_file, json_file):
            notify_written(file)
        announce_games(played, log, gcg_dir, stop)
        conclude_run(context, played, played.games, stop)
