"""`jackdaw judge`: compare the decisions of strategies in many positions."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

import click

from jackdaw.application import NOTHING_FOUND, Command
from jackdaw.console import notify
from jackdaw.inputs import LexiconFinder, ReadingRules
from jackdaw.matches import JudgeReport, judge_csv, judge_json, judge_view
from jackdaw.options import (
    Count,
    Whole,
    apply,
    executor_option,
    json_option,
    lexicon_option,
    rules_option,
    seed_option,
    workers_option,
)
from jackdaw.runs import Results, journaled_output
from jackdaw.runs.judge_run import (
    DecisionSource,
    FilePositions,
    JudgeRun,
    SelfPlayPositions,
    conclude_judgement,
    judge_positions,
)
from movegen.lexicon import choose_rules
from movegen.variant import Variant
from sims.decisions import MAX_CANDIDATES, MAX_ITERATIONS, DecisionPlan, JudgePlan, Phase
from sims.lexicon_source import LexiconSource
from sims.simulation import MAX_ENDGAME_NODES
from sims.workers import choose_pool, journal_path
from strategy.players import load_strategy

_DEFAULT = JudgePlan()
_PHASES = [phase.value for phase in Phase]
_EPILOG = """\b
Examples:
  jackdaw judge --self-play 100 --players static,sim_2ply
  jackdaw judge --self-play 200 --phase pre-endgame --players sim_2ply,champion
  jackdaw judge games/ --players mine.toml,champion --csv decisions.csv
  jackdaw judge games/ --players mine.toml,champion --csv decisions.csv --resume

\b
Exit codes: 0 success, 1 no position could be judged, 2 wrong usage or input,
3 some positions have errors, 130 interrupted (finished positions are shown;
with --csv or --json they are saved).
"""


@click.command("judge", cls=Command, epilog=_EPILOG)
@click.argument("positions", metavar="[POSITIONS]...", nargs=-1)
@click.option(
    "--players", metavar="A,B,...", required=True, multiple=True,
    help="Strategies to compare, names or files (.toml), separated by commas. Can be repeated.",
)  # fmt: skip
@click.option(
    "--self-play", "self_play", type=Count(), metavar="N",
    help="Instead of files, judge N positions of self-play by static, one of each game.",
)  # fmt: skip
@click.option(
    "--phase", "phases", type=click.Choice(_PHASES), multiple=True,
    help="Judge only positions of this phase. Can be repeated.  [default: all]",
)  # fmt: skip
@click.option(
    "--candidates", type=Whole(0, MAX_CANDIDATES), default=_DEFAULT.candidates, show_default=True,
    metavar="N", help="Moves that the judge adds to those of the players: the best of a simulation.",
)  # fmt: skip
@click.option(
    "--iterations", type=Whole(2, MAX_ITERATIONS), default=_DEFAULT.iterations, show_default=True,
    metavar="N", help="Rollouts of each move to the end of the game.",
)  # fmt: skip
@click.option(
    "--endgame-nodes", type=Whole(0, MAX_ENDGAME_NODES), default=_DEFAULT.endgame_nodes,
    show_default=True, metavar="N",
    help="Nodes of the search that values the endgame of a rollout, with 3 to 7 tiles in the bag;"
    " 0 plays it by static moves.",
)  # fmt: skip
@click.option(
    "--true-racks", is_flag=True,
    help="With --self-play, roll out against the racks that the opponents held, which players cannot see:"
    " for players that infer.",
)  # fmt: skip
@apply(seed_option, lexicon_option, rules_option, workers_option, executor_option)
@click.option("--csv", "csv_file", metavar="FILE|-", help="Write a table with a row per position and player.")
@apply(json_option)
@click.option(
    "--resume", is_flag=True,
    help="Continue an interrupted run from the journal beside the file of --csv, else of --json.",
)  # fmt: skip
@click.pass_context
def judge(
    context: click.Context,
    positions: tuple[str, ...],
    players: tuple[str, ...],
    self_play: int | None,
    phases: tuple[str, ...],
    candidates: int,
    iterations: int,
    endgame_nodes: int,
    true_racks: bool,
    seed: int,
    lexicon: str | None,
    rules: str | None,
    workers: int | None,
    executor: str,
    csv_file: str | None,
    json_file: str | None,
    resume: bool,
) -> None:
    """Compare the decisions of strategies in many positions.

    In each position every player chooses a move, as in a match. The judge plays these moves, and the best
    others, to the end of the game many times with the same racks and draws, and searches the endgames of
    these games where few tiles are left in the bag. It proves endgames, and pre-endgames with one tile in the
    bag where it can. The report says what each player loses per decision,
    and how much one gains on another, by phase, with errors. That takes minutes where a match takes days.

    POSITIONS are files, folders (searched recursively) or patterns, as for jackdaw batch: games (.gcg), of
    which every turn is judged, and positions (.cgp, .csv, .jsonl). Or let --self-play make them.

    The same seed gives the same answer for any number of workers, unless a player has a time limit.
    """
    if bool(positions) == (self_play is not None):
        raise click.UsageError("Give either POSITIONS or --self-play N.")
    if true_racks and self_play is None:
        raise click.UsageError("--true-racks needs --self-play.")
    plan = DecisionPlan(
        tuple(load_strategy(each) for each in _split_names(players)),
        JudgePlan(candidates, iterations, endgame_nodes or None),
        seed,
    )
    wanted = tuple(Phase(each) for each in dict.fromkeys(phases))
    _check_compared(plan, wanted)
    pool = choose_pool(executor, workers)
    output = journaled_output(csv_file, json_file, resume)
    lexica = LexiconFinder(lexicon)
    if self_play is None:
        hidden = _written(csv_file, json_file) + ([journal_path(output)] if output else [])
        source: DecisionSource = FilePositions(
            positions, lexica, rules=ReadingRules.of(rules, lexicon), phases=wanted, outputs=hidden
        )
    else:
        variant = Variant.load(choose_rules(rules, lexicon))
        known = LexiconSource.of(lexicon, variant)
        source = SelfPlayPositions(self_play, known, variant, seed, wanted, true_racks)
    with JudgeRun(source, plan, output, resume=resume) as run:
        stop = judge_positions(run, pool)
        report = JudgeReport(source.title(), plan, run.results, stop is None)
        for note in lexica.notes:
            notify("Note", note)
        files = (csv_file, lambda: judge_csv(report)), (json_file, lambda: judge_json(report))
        Results(judge_view(report), files).write()
        conclude_judgement(context, run, stop)
        if not run.done:
            notify("Nothing to judge", f"there is no position of the phases asked for: {', '.join(wanted)}")
            context.exit(NOTHING_FOUND)


def _check_compared(plan: DecisionPlan, phases: tuple[Phase, ...]) -> None:
    """Raise UsageError if there is nothing to compare; endgames are searched for the best of all moves."""
    if len(plan.players) == 1 and not plan.judge.candidates and phases != (Phase.ENDGAME,):
        raise click.UsageError(
            "A single player's moves are compared with none; give --candidates 1 or more, or another player."
        )


def _split_names(players: tuple[str, ...]) -> list[str]:
    """Return the names of all players."""
    names = [*chain.from_iterable(map(_split_list, players))]
    if not all(names):
        raise click.UsageError("--players has an empty name; give names or files, separated by commas.")
    return names


def _split_list(given: str) -> Iterator[str]:
    """Yield the names in a list; an existing file is one, whatever commas its name has."""
    parts = given.split(",")
    while parts:
        beginnings = ((count, ",".join(parts[:count]).strip()) for count in range(len(parts), 1, -1))
        count, name = next(filter(lambda each: _is_file(each[1]), beginnings), (1, parts[0].strip()))
        yield name
        del parts[:count]


def _is_file(name: str) -> bool:
    """Return False also for what no file can be called."""
    with suppress(OSError, ValueError):
        return Path(name).is_file()
    return False


def _written(*files: str | None) -> list[Path]:
    """Return the files among outputs, without standard output."""
    return [Path(file) for file in files if file is not None and file != "-"]
