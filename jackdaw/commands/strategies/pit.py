"""`jackdaw pit`: play a match between two strategies."""

import re
from functools import partial

import click

from jackdaw.application import Command
from jackdaw.matches import pit_json, pit_view
from jackdaw.options import (
    apply,
    json_option,
    run_options,
    standalone_lexicon_option,
    standalone_rules_option,
)
from jackdaw.runs import GameOutputs, Results, play_and_report, prepare_files
from movegen.lexicon import choose_rules
from movegen.variant import Variant
from sims.lexicon_source import LexiconSource
from sims.match import Match, MatchPlan, Sprt
from sims.workers import choose_pool
from strategy.players import load_strategy

_GAMES, _MAX_SPRT_GAMES = 1000, 100_000
_PART_OF_TEST = re.compile(r"(elo0|elo1|alpha|beta)=|\w+=[-+.\d]*$")  # also one that is mistyped

_WITH_JOURNAL = "--log FILE or --json FILE"

_EPILOG = """\b
Examples:
  jackdaw pit rackh3 rackh1
  jackdaw pit sim_fast static --games 200
  jackdaw pit mine.toml rackh3 --games 20000 --log games.csv
  jackdaw pit mine.toml rackh3 --games 20000 --log games.csv --resume
  jackdaw pit mine.toml champion --games 200 --adjust-luck --json match.json
  jackdaw pit mine.toml rackh3 --sprt elo0=0 elo1=10 alpha=0.05 beta=0.05

\b
Exit codes: 0 success, 2 wrong usage or input, 130 interrupted (finished games
are shown; with --log or --json they are saved).
"""


@click.command("pit", cls=Command, old_names={"--plain": "--unpaired"}, epilog=_EPILOG)
@click.argument("strategies", metavar="A B", nargs=-1, required=True)
@click.option(
    "--games", type=int, metavar="N",
    help="Number of games.  [default: 1000; with --sprt at most 100,000]",
)  # fmt: skip
@click.option(
    "--unpaired", is_flag=True, help="Draw tiles for each game independently, instead of playing in pairs."
)
@click.option(
    "--adjust-luck",
    is_flag=True,
    help="Subtract the luck of the draws, which takes some 30 ms a game. The result is then as exact as that"
    " of two to five times the games.",
)
@click.option(
    "--sprt", metavar="TEST",
    help="Stop when a sequential test is decided: elo0=0 elo1=10 alpha=0.05 beta=0.05.",
)  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, metavar="S", help="Seed of the tile draws.")
@apply(standalone_lexicon_option, standalone_rules_option, *run_options, json_option)
@click.pass_context
def pit(
    context: click.Context,
    strategies: tuple[str, ...],
    games: int | None,
    unpaired: bool,
    adjust_luck: bool,
    sprt: str | None,
    seed: int,
    lexicon: str | None,
    rules: str | None,
    workers: int | None,
    executor: str,
    log: str | None,
    resume: bool,
    gcg_dir: str | None,
    json_file: str | None,
) -> None:
    """Play a match between two strategies.

    A and B are strategies: static, rackh1, rackh2, rackh3, greedy; static_endgame and static_preendgame,
    which search the end of the game; sim_2ply and sim_fast, which simulate moves; champion, which does all of
    this; beginner, casual, club, expert, from weak to strong; tables of leaves; or files (.toml). The report
    says which is stronger, by how much, and how certain that is; all figures are seen from A. Games come in
    pairs with the same order of tiles and seats swapped, which removes much of the luck.

    The same seed gives the same games for any number of workers, unless a strategy has a time limit.
    """
    players, sprt = _split_arguments(strategies, sprt)
    a, b = (load_strategy(player) for player in players)
    test = None if sprt is None else Sprt.parse(sprt)
    pool = choose_pool(executor, workers)
    variant = Variant.load(choose_rules(rules, lexicon))
    games = games if games is not None else _MAX_SPRT_GAMES if test else _GAMES
    words = LexiconSource.of(lexicon, variant)
    plan = MatchPlan((a, b), words, variant, games, seed, not unpaired, test, adjust_luck)
    match = Match(plan, pool, prepare_files(log, gcg_dir, resume, json=json_file))
    play_and_report(
        context, match, games, GameOutputs(log, gcg_dir, _WITH_JOURNAL, resume), partial(_results, json_file)
    )


def _results(json_file: str | None, match: Match) -> Results:
    report = match.report()
    return Results(pit_view(report), ((json_file, lambda: pit_json(report)),))


def _split_arguments(arguments: tuple[str, ...], sprt: str | None) -> tuple[tuple[str, ...], str | None]:
    """Separate the two strategies from the test, whose parts may be words of their own after --sprt."""
    parts = [word for word in arguments if sprt is not None and _PART_OF_TEST.match(word)]
    players = tuple(word for word in arguments if word not in parts)
    if len(players) != 2:
        raise click.UsageError(f"Expected two strategies, got {len(players)}.")
    return players, None if sprt is None else " ".join([sprt, *parts])
