"""`jackdaw pit`: play two strategies against each other."""

import re

import click

from jackdaw.application import ShieldedCommand
from jackdaw.options import apply, json_option, own_lexicon_option
from jackdaw.run_options import run_options

_GAMES, _MOST_TESTED = 1000, 100_000
_PART_OF_TEST = re.compile(r"(elo0|elo1|alpha|beta)=")

_EPILOG = """\b
Examples:
  jackdaw pit rackh3 rackh1
  jackdaw pit sim_fast static --games 200
  jackdaw pit mine.toml rackh3 --games 20000 --log games.csv
  jackdaw pit mine.toml rackh3 --games 20000 --log games.csv --resume
  jackdaw pit mine.toml rackh3 --sprt elo0=0 elo1=10 alpha=0.05 beta=0.05

\b
Exit codes: 0 all is well, 2 bad usage or input, 130 interrupted (finished
games are shown, and kept if there is a --log).
"""


@click.command("pit", cls=ShieldedCommand, epilog=_EPILOG)
@click.argument("strategies", metavar="A B", nargs=-1, required=True)
@click.option(
    "--games", type=int, metavar="N",
    help="How many games.  [default: 1000; with --sprt at most 100,000]",
)  # fmt: skip
@click.option("--plain", is_flag=True, help="Give every game tiles of its own, instead of playing in pairs.")
@click.option(
    "--sprt", metavar="TEST",
    help="Stop when the evidence suffices: elo0=0 elo1=10 alpha=0.05 beta=0.05.",
)  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, metavar="S", help="Decides the tiles.")
@apply(own_lexicon_option)
@click.option(
    "--rules", metavar="NAME|FILE", default="standard", show_default=True,
    help="Rules with their tiles and board: standard, super, blocked, rack8, wordsmog, a"
    " language (spanish, ...) or a file (.toml).",
)  # fmt: skip
@apply(*run_options, json_option)
@click.pass_context
def pit(
    context: click.Context,
    strategies: tuple[str, ...],
    games: int | None,
    plain: bool,
    sprt: str | None,
    seed: int,
    lexicon: str | None,
    rules: str,
    workers: int | None,
    executor: str,
    log: str | None,
    resume: bool,
    gcg_dir: str | None,
    json_file: str | None,
) -> None:
    """Play two strategies against each other, and tell which is stronger and how sure that is.

    A and B are strategies: static, rackh1, rackh2, rackh3, greedy; sim_2ply and sim_fast, which simulate
    moves; from the weakest on beginner, casual, club, expert; tables of leaves; or files (.toml). They play
    in pairs: two games with the same order of tiles, seats changed, which evens out much of the luck. All
    figures are seen from A.

    The same seed gives the same games, times apart, whoever plays them, unless a strategy has a time limit.
    """
    players, sprt = _sorted_out(strategies, sprt)
    from pathlib import Path

    from jackdaw.output import show, write_json
    from jackdaw.run_options import check_outputs, conclude, play
    from movegen.rules import Variant
    from sims.crews import choose_crew
    from sims.lexicon_source import LexiconSource
    from sims.match import Match, MatchPlan
    from sims.sprt import Sprt
    from strategy.simulation_strategy import load_strategy

    a, b = (load_strategy(player) for player in players)
    test = None if sprt is None else Sprt.parse(sprt)
    crew = choose_crew(executor, workers)
    variant = Variant.load(rules)
    games = games if games is not None else _MOST_TESTED if test else _GAMES
    plan = MatchPlan((a, b), LexiconSource.of(lexicon, variant), variant, games, seed, not plain, test)
    check_outputs(log, gcg_dir, resume, json=json_file)
    match = Match(
        plan,
        crew,
        log=Path(log) if log else None,
        resume=resume,
        gcg_folder=Path(gcg_dir) if gcg_dir else None,
    )
    with match.series:
        stop = play(match, games)
        report = match.report()
        if stop is None:
            match.write_log()
        if json_file is not None:
            from jackdaw.match_json import pit_json

            write_json(pit_json(report), json_file)
        if json_file != "-":
            from jackdaw.pit_report import pit_view

            show(pit_view(report))
        conclude(context, match, games, stop)


def _sorted_out(arguments: tuple[str, ...], sprt: str | None) -> tuple[tuple[str, ...], str | None]:
    """The two strategies, and the test: its parts may be words of their own behind --sprt."""
    parts = [word for word in arguments if sprt is not None and _PART_OF_TEST.match(word)]
    players = tuple(word for word in arguments if word not in parts)
    if len(players) != 2:
        raise click.UsageError(f"Expected two strategies, not {len(players)}.")
    return players, None if sprt is None else " ".join([sprt, *parts])
