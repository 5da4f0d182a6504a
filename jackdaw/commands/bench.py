"""`jackdaw bench`: measurements on this machine."""

from dataclasses import dataclass
from pathlib import Path

import click

from jackdaw.application import INTERRUPTED, Group
from jackdaw.console import STANDARD_OUTPUT, ProgressLine, notify, notify_written, show, styled, write_bytes
from jackdaw.gordon1994 import tables_json, tables_view
from jackdaw.options import Count, Whole, json_option, standalone_lexicon_option
from jackdaw.speeds import speed_line, speeds_footer, speeds_header, speeds_json
from movegen.errors import LexiconError
from movegen.lexicon import Lexicon
from sims.benchmark import FIGURES, Speed, measure_generation, measure_speeds, program_figure
from sims.gordon1994 import measure_tables

_EPILOG = """\b
Examples:
  jackdaw bench all --quick
  jackdaw bench all --json speeds.json
  jackdaw bench movegen
  jackdaw bench paper --games 100
  jackdaw bench paper --lexicon enable1.txt --max-length 15 --json paper.json
"""

_SAMPLE = Path(__file__).resolve().parents[1] / "samples" / "ann_v_ben.gcg"
ALL_FIGURES = (
    *FIGURES,
    program_figure("jackdaw --help", ("-m", "jackdaw", "--help")),
    program_figure("quick review", ("-m", "jackdaw", "analyze", str(_SAMPLE), "--effort", "quick")),
)


@click.group("bench", cls=Group, epilog=_EPILOG)
def bench() -> None:
    """Measure the speed of this machine."""


@bench.command("movegen")
@standalone_lexicon_option
@click.option(
    "--games", type=Count(), default=20, show_default=True, metavar="N",
    help="Number of self-play games whose positions are used.",
)  # fmt: skip
def movegen_speed(lexicon: str | None, games: int) -> None:
    """Measure how fast this machine generates all moves of a position.

    The positions are always those of the same self-play games. The signature is the number of moves found;
    two versions of the program that find the same moves have the same signature.
    """
    speed = measure_generation(Lexicon.load(lexicon), games, ProgressLine("Measuring"))
    click.echo(f"lexicon    {speed.lexicon_name}")
    click.echo(f"games      {speed.games:,}, {speed.positions:,} positions")
    click.echo(f"signature  {speed.moves:,} moves found")
    click.echo(f"speed      {speed.positions / speed.seconds:,.0f} positions a second")
    click.echo(f"           {speed.moves / speed.seconds:,.0f} moves a second")


@bench.command("paper")
@standalone_lexicon_option
@click.option(
    "--max-length", type=Whole(2, 15), default=8, show_default=True, metavar="N",
    help="Leave out words with more letters.",
)  # fmt: skip
@click.option(
    "--games", type=Count(), default=1000, show_default=True, metavar="N",
    help="Number of games for each of the four pairings.",
)  # fmt: skip
@click.option(
    "--seed", type=Whole(min=0, max=2**63), default=0, show_default=True, metavar="S",
    help="Seed of the first game; the others use the seeds that follow.",
)  # fmt: skip
@json_option
def paper(lexicon: str | None, max_length: int, games: int, seed: int, json_file: str | None) -> None:
    """Reproduce tables II to VI of Gordon's GADDAG paper (1994), next to its figures.

    The tables compare the sizes of DAWG and GADDAG, and the work of finding every move with each of them in
    self-play positions: greedy against itself, then three rack heuristics against greedy.
    """
    words = Lexicon.load(lexicon).up_to(max_length)
    if not len(words):
        raise LexiconError(f"{words.name} has no words of at most {max_length} letters",
                           cure="raise --max-length")  # fmt: skip
    results = measure_tables(words, games=games, seed=seed, progress=ProgressLine("Measuring"))
    if json_file is not None:
        write_bytes(tables_json(results), json_file)
    if json_file != "-":
        show(tables_view(results))
    notify_written(json_file)


@bench.command("all")
@standalone_lexicon_option
@click.option(
    "--quick", is_flag=True, help="Do a small part of the work, in some seconds; times are rough then."
)
@json_option
@click.pass_context
def all_speeds(context: click.Context, lexicon: str | None, quick: bool, json_file: str | None) -> None:
    """Measure every part of the engine as a ratio to a yardstick, in less than a minute.

    The yardstick is a plain move generator, measured before and after each part, so ratios of different
    machines and of busy hours can be compared. Times are processor time, on one thread. The signature
    depends on the results alone. Ctrl-C keeps what is measured.
    """
    words, total = Lexicon.load(lexicon), len(ALL_FIGURES)
    speeds: list[Speed] = []
    lines = _Lines(is_silent=json_file == STANDARD_OUTPUT)
    lines.print(*speeds_header(words, quick=quick))
    try:
        for speed in measure_speeds(words, ALL_FIGURES, quick=quick, progress=ProgressLine("Measuring")):
            speeds.append(speed)
            lines.print(speed_line(speed))
    except KeyboardInterrupt:
        notify("Interrupted", f"{len(speeds)} of {total} figures are measured")
    lines.print(*speeds_footer(speeds, total))
    if json_file is not None:
        write_bytes(speeds_json(speeds, total, words, quick=quick), json_file)
        notify_written(json_file)
    if len(speeds) < total:
        context.exit(INTERRUPTED)


@dataclass(frozen=True)
class _Lines:
    """Prints lines at once, unless standard output is for JSON."""

    is_silent: bool

    def print(self, *lines: str) -> None:
        """Print the lines."""
        if not self.is_silent:
            show(styled(line) for line in lines)
