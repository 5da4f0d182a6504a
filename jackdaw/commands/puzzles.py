"""`jackdaw puzzles` and `jackdaw puzzle`: make puzzles of positions, and practise them."""

from datetime import date
from pathlib import Path

import click
import msgspec

from jackdaw.application import INTERRUPTED, NOTHING_FOUND, WITH_ERRORS, Command, Group
from jackdaw.console import STANDARD_OUTPUT, notify, notify_written, read_line, show, styled, write_bytes
from jackdaw.inputs import LexiconFinder, ReadingRules
from jackdaw.options import (
    Count,
    apply,
    executor_option,
    lexicon_option,
    rules_option,
    seed_option,
    strategy_option,
    workers_option,
)
from jackdaw.puzzles import (
    HELP,
    FilePositions,
    Practice,
    Progress,
    PuzzleRun,
    PuzzleSource,
    SelfPlayPositions,
    default_progress_file,
    encode_puzzles,
    is_mistake_of,
    make_puzzles,
    practise,
    puzzle_plans,
    puzzles_view,
    read_puzzles,
    results_view,
    select_puzzles,
    total_results,
)
from jackdaw.resumable import notify_unfinished
from movegen.counts import counted
from movegen.errors import JackdawError, quote
from movegen.files import check_writable
from movegen.lexicon import choose_rules
from movegen.variant import Rules, Variant
from sims.lexicon_source import LexiconSource
from sims.puzzles import Puzzle, PuzzleFilter, PuzzlePlan
from sims.workers import choose_pool, journal_path
from strategy.analysis import Mistake
from strategy.players import StaticStrategy

_SIZES = [size.value for size in Mistake if size is not Mistake.NONE]
_EPILOG = """\b
Examples:
  jackdaw puzzles game.gcg -o puzzles.jsonl
  jackdaw puzzles games/ --player Ann -o ann.jsonl
  jackdaw puzzles --self-play 20 --filter "tag=bingo and margin>=5" -o bingos.jsonl
  jackdaw puzzle play puzzles.jsonl

\b
Exit codes: 0 success, 1 no puzzle was found, 2 wrong usage or input, 3 some
positions have errors, 130 interrupted (finished positions are saved; continue
with --resume).
"""


@click.command("puzzles", cls=Command, epilog=_EPILOG)
@click.argument("sources", metavar="[SOURCE]...", nargs=-1)
@click.option(
    "-o", "--output", metavar="FILE|-", required=True, help="Output file (.jsonl), one puzzle per line."
)
@click.option(
    "--self-play", "self_play", type=Count(), metavar="N",
    help="Instead of files, look at all positions of N games of static against itself.",
)  # fmt: skip
@click.option(
    "--player", metavar="NAME",
    help="Nickname of a player whose mistakes come first, beginning with the largest.",
)  # fmt: skip
@click.option(
    "--filter", "wanted", default="", metavar="FILTER",
    help='Write only puzzles that match, as in "tag=endgame and margin>=5"; docs/puzzles.md lists tags and'
    " figures.",
)  # fmt: skip
@click.option(
    "--mistake", type=click.Choice(_SIZES), default=Mistake.MEDIUM.value, show_default=True,
    help="Smallest mistake that every other move must be.",
)  # fmt: skip
@click.option(
    "--resume", is_flag=True, help="Continue an interrupted run from the journal beside the output."
)
@apply(seed_option, lexicon_option, strategy_option, rules_option, workers_option, executor_option)
@click.pass_context
def puzzles(
    context: click.Context,
    sources: tuple[str, ...],
    output: str,
    self_play: int | None,
    player: str | None,
    wanted: str,
    mistake: str,
    resume: bool,
    seed: int,
    lexicon: str | None,
    strategy: str | None,
    rules: str | None,
    workers: int | None,
    executor: str,
) -> None:
    """Make puzzles of positions in which one move is clearly best.

    SOURCE is a file, a folder (searched recursively) or a pattern, as for jackdaw batch: games (.gcg), of
    which every turn is looked at, and positions (.cgp, .csv, .jsonl). Or let --self-play make them.

    A quick simulation rejects most positions. The others are simulated as by --effort deep, or searched where
    few tiles are left. A puzzle has a best move that is certainly better than every other one, by at least
    a medium mistake; see --mistake.

    The same seed gives the same puzzles for any number of workers.
    """
    if bool(sources) == (self_play is not None):
        raise click.UsageError("Give either SOURCE or --self-play N.")
    chosen = PuzzleFilter.parse(wanted)
    file = _output(output, resume)
    pool, lexica = choose_pool(executor, workers), LexiconFinder(lexicon)
    screen, analysis = puzzle_plans(seed)
    player_strategy = None if strategy is None else StaticStrategy.load(strategy)
    plan = PuzzlePlan(screen, analysis, Mistake(mistake), player_strategy, seed)
    source: PuzzleSource
    if self_play is None:
        hidden = [] if file is None else [file, journal_path(file)]
        source = FilePositions(sources, lexica, rules=ReadingRules.of(rules, lexicon), outputs=hidden)
    else:
        variant = Variant.load(choose_rules(rules, lexicon))
        source = SelfPlayPositions(self_play, LexiconSource.of(lexicon, variant), variant, seed)
    with PuzzleRun(source, plan, file, resume=resume) as run:
        stop = make_puzzles(run, pool)
        found = _with_rules_file(select_puzzles(run.puzzles, chosen, player), rules)
        for note in lexica.notes:
            notify("Note", note)
        if player is not None and found and not is_mistake_of(found[0], player):
            notify("Note", f"no puzzle is a mistake of {quote(player)}; give the nickname of the record")
        folder = None if output == STANDARD_OUTPUT else Path(output).absolute().parent
        write_bytes(encode_puzzles(found, folder), output)
        if output != STANDARD_OUTPUT:
            show(puzzles_view(found, run.done))
        notify_written(output)
        _conclude(context, run, stop)
    if not found:
        context.exit(NOTHING_FOUND)


def _with_rules_file(puzzles: list[Puzzle], rules: str | None) -> list[Puzzle]:
    """Name the file of the rules, if they are of one, so that the puzzles can be read again."""
    if rules is None or not rules.lower().endswith(".toml"):
        return puzzles
    name, file = Rules.load(rules).name, str(Path(rules).absolute())
    return [msgspec.structs.replace(each, rules=file) if each.rules == name else each for each in puzzles]


def _output(output: str, resume: bool) -> Path | None:
    """Check the output and return it, None for standard output. Raises JackdawError."""
    if output == STANDARD_OUTPUT:
        if resume:
            raise JackdawError("--resume needs the journal of an output", cure="name it with -o FILE")
        return None
    check_writable(Path(output))
    return Path(output)


def _conclude(context: click.Context, run: PuzzleRun, stop: BaseException | None) -> None:
    """Delete the journal of a finished run; of a stopped one, report what is saved and end the program."""
    errors = run.errors
    if errors:
        total = counted(run.done, "position")
        notify("Errors", f"{len(errors):,} of {total} could not be analyzed: {errors[0]}")
    if stop is None:
        run.forget()
        if errors:
            context.exit(NOTHING_FOUND if len(errors) == run.done else WITH_ERRORS)
        return
    if not isinstance(stop, KeyboardInterrupt):
        raise stop
    finished = f"{run.done:,} of {run.count:,} positions are finished"
    notify_unfinished(finished, run.journal, "-o FILE")
    context.exit(INTERRUPTED)


_PLAY_EPILOG = """\b
Examples:
  jackdaw puzzle play puzzles.jsonl
  jackdaw puzzle play puzzles.jsonl --filter "difficulty<=2" --count 10
  jackdaw puzzle stats puzzles.jsonl

\b
Exit codes: 0 success, 1 no puzzle is left for today, 2 wrong usage or input.
Answers are saved at once.
"""
_progress_option = click.option(
    "--progress", metavar="FILE",
    help="File of your progress: which puzzles you have solved, and when they come back."
    "  [default: puzzles.json in the folder of Jackdaw's data]",
)  # fmt: skip
_wanted_option = click.option(
    "--filter", "wanted", default="", metavar="FILTER",
    help='Only puzzles that match, as in "tag=endgame and margin>=5"; docs/puzzles.md lists tags and'
    " figures.",
)  # fmt: skip
_moved_rules_option = click.option(
    "--rules-file", metavar="FILE",
    help="Where the file of the puzzles' rules (.toml) is, if it is no longer where they name it.",
)  # fmt: skip


@click.group("puzzle", cls=Group, epilog=_PLAY_EPILOG)
def puzzle() -> None:
    """Practise puzzles that jackdaw puzzles has made."""


@puzzle.command("play")
@click.argument("file", metavar="FILE")
@apply(_wanted_option)
@click.option(
    "--count", type=Count(), metavar="N", help="Number of puzzles.  [default: all that are due or new]"
)
@apply(_progress_option, lexicon_option, _moved_rules_option)
@click.pass_context
def play(
    context: click.Context,
    file: str,
    wanted: str,
    count: int | None,
    progress: str | None,
    lexicon: str | None,
    rules_file: str | None,
) -> None:
    """Solve the puzzles of FILE one by one.

    Type a move, or hint, show, skip, quit. A wrong move shows what it loses and why, and you try again. A
    puzzle that was missed comes back in the same session; one that was solved comes back after 1, 3, 7, 16,
    35 and 90 days.
    """
    chosen = PuzzleFilter.parse(wanted)
    puzzles = [each for each in read_puzzles(file, rules_file) if chosen(each)]
    if not puzzles:
        raise JackdawError("no puzzle passes the filter", where=file, cure="choose another filter")
    known = Progress(default_progress_file() if progress is None else Path(progress))
    practice = Practice(puzzles, known, date.today(), count)
    if practice.current is None:
        day = practice.next_due()
        notify("Done", f"nothing is left for today; the next puzzle comes back on {day}")
        context.exit(NOTHING_FOUND)
    show([styled(HELP)])
    practise(practice, LexiconFinder(lexicon), read_line)


@puzzle.command("stats")
@click.argument("file", metavar="FILE")
@apply(_wanted_option, _progress_option, _moved_rules_option)
def stats(file: str, wanted: str, progress: str | None, rules_file: str | None) -> None:
    """Show how often the puzzles of FILE were solved at the first try, by tag."""
    chosen = PuzzleFilter.parse(wanted)
    puzzles = [each for each in read_puzzles(file, rules_file) if chosen(each)]
    known = Progress(default_progress_file() if progress is None else Path(progress))
    results = total_results(puzzles, known)
    if not results:
        notify("Note", "none of these puzzles was practised yet")
    show(results_view(results, "All sessions"))
