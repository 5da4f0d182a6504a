"""Options of commands that simulate, and the choices that a user made with them."""

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Literal, Self

import click

from jackdaw.options.common import seed_option
from jackdaw.options.numbers import SECONDS, WORKERS, Count, Whole

if TYPE_CHECKING:  # importing these would load NumPy and the engine, which help does without
    from strategy.players import Plies, RankBy

EffortName = Literal["quick", "normal", "deep"]


@dataclass(frozen=True)
class RolloutOptions:
    """Options of a simulation; None for what was not given. `confidence` is in percent, None for `off`."""

    plies: "Plies | None"
    candidates: int | None
    iterations: int | None
    time: float | None
    confidence: float | None
    rank_by: "RankBy"
    seed: int
    infer: bool

    @classmethod
    def from_context(cls, context: click.Context) -> Self:
        """Take the options from a command's context."""
        return cls(**{field.name: context.params[field.name] for field in fields(cls)})


@dataclass(frozen=True)
class SimulationOptions(RolloutOptions):
    """Options of `analyze`, which chooses between static evaluation, simulation and search."""

    method: str
    effort: EffortName | None
    time_per_turn: float | None
    workers: int | None
    opp_rack: str | None

    @classmethod
    def from_context(cls, context: click.Context) -> Self:
        """Take the options from a command's context. Raises UsageError if they contradict each other."""
        options = super().from_context(context)
        given = options.first_given(context) or ("--time-per-turn" if options.time_per_turn else None)
        if options.method == "static" and given:
            raise click.UsageError(f"{given} needs simulations; leave out {given}, or --method static.")
        if options.method != "auto" and options.effort is not None:
            raise click.UsageError("--method and --effort exclude each other; give only one.")
        if options.time_per_turn is not None:
            for name in ("effort", "time", "iterations"):
                if getattr(options, name) is not None:
                    raise click.UsageError(
                        f"--time-per-turn and --{name} exclude each other; give only one limit."
                    )
            return replace(options, time=options.time_per_turn)
        return options

    def first_given(self, context: click.Context) -> str | None:
        """Return the first option on the command line that only affects simulations."""
        others = ("method", "effort", "time_per_turn", "workers")
        names = [field.name for field in fields(self) if field.name not in others]
        default = click.core.ParameterSource.DEFAULT
        first = next((name for name in names if context.get_parameter_source(name) is not default), None)
        return first and f"--{first.replace('_', '-')}"


_MAX_PLIES = 999_999  # more than any game has


def parse_plies(text: str) -> "Plies":
    """Parse a number of plies, or `end`. Raises BadParameter."""
    if text == "end":
        return "end"
    if text.isdecimal() and text.isascii():
        if len(text.lstrip("0")) > len(str(_MAX_PLIES)):
            raise click.BadParameter(f"{text[:40]} plies are too many; give at most {_MAX_PLIES}, or end.")
        return int(text)
    raise click.BadParameter(f"{text[:40]!r} is neither a number of plies nor end.")


def parse_confidence(text: str) -> float | None:
    """Parse a percentage between 0 and 100, or `off`, which gives None. Raises BadParameter."""
    if text == "off":
        return None
    try:
        percent = float(text)
    except ValueError:
        percent = 0.0
    if not 0 < percent < 100:
        raise click.BadParameter(f"{text[:40]!r} is neither off nor a number between 0 and 100.")
    return percent


_PLIES = "Depth of the rollouts: plies after the candidate, or end for the end of the game."
_FEW_TILES = "end with few tiles in the bag"

plies_option = click.option(
    "--plies", type=parse_plies, metavar="N|end", help=f"{_PLIES}  [default: 2; {_FEW_TILES}]"
)
time_option = click.option(
    "--time", type=SECONDS, metavar="SECONDS",
    help="Time limit per position, in seconds. Results are then not reproducible.",
)  # fmt: skip
confidence_option = click.option(
    "--confidence", type=parse_confidence, default="99", show_default=True, metavar="PERCENT|off",
    help="Stop at this confidence, in percent, that the leading move is best; off: never.",
)  # fmt: skip
infer_option = click.option(
    "--infer/--no-infer", default=False, show_default=True,
    help="In games, infer the opponent's rack from the opponent's last move.",
)  # fmt: skip
rank_by_option = click.option(
    "--rank-by", type=click.Choice(["utility", "win", "equity"]), default="utility", show_default=True,
    help="Rank simulated moves by utility (chance to win, and spread between moves that win alike), by chance"
    " to win alone, or by equity.",
)  # fmt: skip
simulation_options = (
    click.option(
        "--method", type=click.Choice(["auto", "static", "simulation"]), default="auto", show_default=True,
        help="How moves are valued. auto: as --effort says; static: by score and leave alone; simulation:"
        " as --effort normal.",
    ),
    click.option(
        "--effort", type=click.Choice(["quick", "normal", "deep"]),
        help="How far to look ahead. quick: by score and leave, with a short simulation for 2 to 7 tiles in"
        " the bag and a search for fewer; normal: simulate the best moves; with three or four tiles in the"
        " bag search those that empty it, with fewer search all; deep: the same, with more moves, further and"
        " longer."
        "  [default: normal; quick for several games]",
    ),
    click.option(
        "--time-per-turn", type=SECONDS, metavar="SECONDS",
        help="Time limit per turn of a simulation or search, instead of --effort. Results are then not"
        " reproducible.",
    ),
    click.option(
        "--plies", type=parse_plies, metavar="N|end", help=f"{_PLIES}  [default: 2; deep 4; {_FEW_TILES}]"
    ),
    click.option(
        "--candidates", type=Whole(1, 100), metavar="N",
        help="Number of moves to simulate, the best by static evaluation; the played move is always added."
        "  [default: 15, deep 25, or as many as are shown, up to 60]",
    ),
    click.option(
        "--iterations", type=Count(), metavar="N",
        help="Maximum number of iterations."
        "  [default: 5000, deep 10000, with few tiles in the bag 400; with --time no limit]",
    ),
    time_option,
    confidence_option,
    rank_by_option,
    seed_option,
    click.option(
        "--workers", type=WORKERS, metavar="N",
        help="Number of threads. Results do not depend on it.  [default: one per core]",
    ),
    click.option("--opp-rack", metavar="TILES", help="Known tiles of the opponent's rack, all or some."),
    infer_option,
)  # fmt: skip
