"""`jackdaw tournament`: let any number of strategies play a tournament."""

import click

from jackdaw.application import ShieldedCommand
from jackdaw.options import apply, json_option
from jackdaw.run_options import run_options

_EPILOG = """\b
Examples:
  jackdaw tournament heuristics
  jackdaw tournament four_at_a_table
  jackdaw tournament mine.toml --csv standings.csv --log games.parquet
  jackdaw tournament mine.toml --log games.parquet --resume

\b
Exit codes: 0 all is well, 2 bad usage or input, 130 interrupted (finished
games are shown, and kept if there is a --log).
"""


@click.command("tournament", cls=ShieldedCommand, epilog=_EPILOG)
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
    """Let any number of strategies play a tournament: round robin, gauntlet or Swiss.

    NAME|FILE is a tournament that comes with Jackdaw (heuristics, four_at_a_table), or a file (.toml) like
    those in configs/tournaments, which explain themselves. Shown are the standings, by wins and then by
    spread, ratings in Elo points, and who did what to whom.

    The same file gives the same games, times apart, whoever plays them, unless a strategy has a time limit.
    """
    from pathlib import Path

    from jackdaw.output import show, write_json
    from jackdaw.run_options import check_outputs, conclude, play
    from movegen.files import write_whole
    from sims.crews import choose_crew
    from sims.tournament import load_tournament
    from sims.tournament_games import Tournament

    config = load_tournament(tournament_file)
    crew = choose_crew(executor, workers)
    check_outputs(log, gcg_dir, resume, csv=csv_file, json=json_file)
    played = Tournament(
        config,
        crew,
        log=Path(log) if log else None,
        resume=resume,
        gcg_folder=Path(gcg_dir) if gcg_dir else None,
    )
    with played.series:
        stop = play(played, played.games)
        report = played.report()
        if stop is None:
            played.write_log()
        if csv_file is not None:
            from jackdaw.match_json import tournament_csv

            write_whole(Path(csv_file), tournament_csv(report))
        if json_file is not None:
            from jackdaw.match_json import tournament_json

            write_json(tournament_json(report), json_file)
        if json_file != "-":
            from jackdaw.tournament_report import tournament_view

            show(tournament_view(report))
        conclude(context, played, played.games, stop)
