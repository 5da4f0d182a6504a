"""`jackdaw tournament`: play a tournament between strategies."""

from functools import partial

import click

from jackdaw.application import Command
from jackdaw.matches import tournament_csv, tournament_json, tournament_view
from jackdaw.options import (
    Count,
    apply,
    csv_option,
    json_option,
    run_options,
    seed_option,
    standalone_lexicon_option,
    standalone_rules_option,
)
from jackdaw.runs import GameOutputs, Results, play_and_report, prepare_files
from movegen.configs import list_configs
from movegen.errors import ConfigError, JackdawError
from movegen.lexicon import choose_rules
from sims.tournament import Tournament, TournamentConfig, load_tournament
from sims.workers import choose_pool
from strategy import load_strategy

_GAMES = 200
_WITH_JOURNAL = "--log FILE, --csv FILE or --json FILE"

_EPILOG = """\b
Examples:
  jackdaw tournament heuristics
  jackdaw tournament four_at_a_table
  jackdaw tournament greedy rackh1 rackh3 --games 200
  jackdaw tournament mine.toml --csv standings.csv --log games.parquet
  jackdaw tournament mine.toml --log games.parquet --resume

\b
Exit codes: 0 success, 2 wrong usage or input, 130 interrupted (finished games
are shown; with --log, --csv or --json they are saved).
"""


@click.command("tournament", cls=Command, epilog=_EPILOG)
@click.argument("players", metavar="NAME|FILE | A B...", nargs=-1, required=True)
@click.option(
    "--games", type=Count(2), metavar="N",
    help="Strategies on the command line: games of each against each, an even number.  [default: 200]",
)  # fmt: skip
@apply(seed_option, standalone_lexicon_option, standalone_rules_option)
@apply(*run_options, csv_option, json_option)
@click.pass_context
def tournament(
    context: click.Context,
    players: tuple[str, ...],
    games: int | None,
    seed: int,
    lexicon: str | None,
    rules: str | None,
    csv_file: str | None,
    workers: int | None,
    executor: str,
    log: str | None,
    resume: bool,
    gcg_dir: str | None,
    json_file: str | None,
) -> None:
    """Play a tournament between strategies.

    A, B and so on are two or more strategies, as for jackdaw pit, which meet in a round robin. Alone,
    NAME|FILE is a tournament that comes with Jackdaw (heuristics, levels, four_at_a_table) or a file (.toml)
    like those in configs/tournaments, which explain themselves: a round robin, a gauntlet or a Swiss
    tournament; the file then says what is played, also by which rules. The result shows the standings by wins
    and then by spread, Elo ratings, and the score of each player against each other one.

    The same file, or the same seed, gives the same games for any number of workers, unless a strategy has a
    time limit.
    """
    if len(players) == 1:
        _refuse_settings(context)
        config = _load(players[0])
    else:
        config = _round_robin(players, games, seed, lexicon, rules)
    pool = choose_pool(executor, workers)
    played = Tournament(config, pool, prepare_files(log, gcg_dir, resume, csv=csv_file, json=json_file))
    results = partial(_results, csv_file, json_file)
    play_and_report(context, played, played.games, GameOutputs(log, gcg_dir, _WITH_JOURNAL, resume), results)


def _results(csv_file: str | None, json_file: str | None, played: Tournament) -> Results:
    report = played.report()
    files = (csv_file, lambda: tournament_csv(report)), (json_file, lambda: tournament_json(report))
    return Results(tournament_view(report), files)


def _refuse_settings(context: click.Context) -> None:
    """Raise UsageError for an option about what a file says."""
    default = click.core.ParameterSource.DEFAULT
    for name in ("games", "seed", "lexicon", "rules"):
        if context.get_parameter_source(name) not in (default, None):
            raise click.UsageError(
                f"--{name} is for strategies on the command line; here the file of the tournament says it."
            )


def _load(name: str) -> TournamentConfig:
    """Load a tournament; suggest a second player if the name is that of a strategy."""
    try:
        return load_tournament(name)
    except ConfigError:
        if not _is_strategy(name):
            raise
        cure = f"name its opponents, too, or a tournament: {', '.join(list_configs('tournaments'))}"
        raise JackdawError(f"{name} is a strategy", cure=cure) from None


def _is_strategy(name: str) -> bool:
    try:
        load_strategy(name)
    except JackdawError:
        return False
    return True


def _round_robin(
    players: tuple[str, ...], games: int | None, seed: int, lexicon: str | None, rules: str | None
) -> TournamentConfig:
    """Return the round robin of strategies on the command line. Raises JackdawError for a wrong value."""
    try:
        return TournamentConfig(
            name="round_robin",
            format="round_robin",
            strategies=list(players),
            games_per_pairing=_GAMES if games is None else games,
            seed=seed,
            lexicon=lexicon,
            variant=choose_rules(rules, lexicon),
        )
    except ConfigError as error:
        options = {"games_per_pairing": "--games", "seed": "--seed"}
        where = options.get(error.key or "", "the strategies")
        cure = "give an even number" if where == "--games" else error.cure
        raise JackdawError(error.problem, where=where, cure=cure) from None
