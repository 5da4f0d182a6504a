"""Options of commands that simulate."""

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Self

import click

from jackdaw.options import seed_option

if TYPE_CHECKING:
    from movegen.tiles import Rack
    from sims.simulation_plan import SimulationPlan
    from strategy.simulation_config import Plies, RankBy


@dataclass(frozen=True)
class RolloutOptions:
    """What was asked for; None where nothing was. `confidence` is in percent, None for never."""

    plies: "Plies"
    candidates: int | None
    iterations: int | None
    time: float | None
    confidence: float | None
    rank_by: "RankBy"
    seed: int
    infer: bool

    @classmethod
    def of(cls, context: click.Context) -> Self:
        """Those of a command."""
        return cls(**{field.name: context.params[field.name] for field in fields(cls)})

    def plan(
        self, *, candidates: int, iterations: int, opponent_rack: "Rack | None" = None
    ) -> "SimulationPlan":
        """Simulations as asked for, with so many candidates and iterations where nothing was said."""
        from sims.simulation_plan import SimulationPlan

        return SimulationPlan(
            candidates=self.candidates or candidates,
            plies=self.plies,
            iterations=iterations if self.iterations is None and self.time is None else self.iterations,
            seconds=self.time,
            confidence=None if self.confidence is None else self.confidence / 100,
            rank_by=self.rank_by,
            seed=self.seed,
            opponent_rack=opponent_rack,
            infer=self.infer,
        )


@dataclass(frozen=True)
class SimulationOptions(RolloutOptions):
    """The same for a command that need not simulate."""

    method: str
    workers: int | None
    opp_rack: str | None

    @classmethod
    def of(cls, context: click.Context) -> Self:
        """Those of a command. Raises UsageError when one is given that has nothing to act on."""
        options = super().of(context)
        given = options.given(context)
        if options.method == "static" and given:
            raise click.UsageError(f"{given} is for simulations; leave it out, or --method static.")
        return options

    def given(self, context: click.Context) -> str | None:
        """An option beside --method that stands on the command line."""
        names = [field.name for field in fields(self) if field.name != "method"]
        default = click.core.ParameterSource.DEFAULT
        first = next((name for name in names if context.get_parameter_source(name) is not default), None)
        return first and f"--{first.replace('_', '-')}"


def plies(text: str) -> "Plies":
    """A number of plies, or `end`. Raises BadParameter."""
    if text == "end":
        return "end"
    if text.isdecimal() and text.isascii():
        return int(text)
    raise click.BadParameter(f"{text!r} is neither a number of plies nor end.")


def confidence(text: str) -> float | None:
    """A percentage between 0 and 100, or None for `off`. Raises BadParameter."""
    if text == "off":
        return None
    try:
        percent = float(text)
    except ValueError:
        percent = 0.0
    if not 0 < percent < 100:
        raise click.BadParameter(f"{text!r} is neither off nor a number between 0 and 100.")
    return percent


plies_option = click.option(
    "--plies", type=plies, default="2", show_default=True,
    metavar="N|end", help="Rollouts: how many turns after the candidate, or to the end of the game.",
)  # fmt: skip
time_option = click.option(
    "--time", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS",
    help="Stop after so long, a position. The result is not reproducible then.",
)  # fmt: skip
confidence_option = click.option(
    "--confidence", type=confidence, default="99", show_default=True, metavar="PERCENT|off",
    help="Stop when it is so sure which move is best.",
)  # fmt: skip
infer_option = click.option(
    "--infer/--no-infer", default=False, show_default=True,
    help="Whether to infer from the opponent's last move, in games, what the opponent may hold.",
)  # fmt: skip
rank_by_option = click.option(
    "--rank-by", type=click.Choice(["equity", "win"]), default="equity", show_default=True,
    help="What simulated moves are compared by.",
)  # fmt: skip
simulation_options = (
    click.option(
        "--method", type=click.Choice(["auto", "static", "simulation"]), default="auto", show_default=True,
        help="How moves are valued. auto: positions are simulated if tiles are in the bag, finished games are"
        " judged turn by turn with no look ahead.",
    ),
    plies_option,
    click.option(
        "--candidates", type=click.IntRange(1, 100), metavar="N",
        help="How many of the best static moves are simulated; the one that was played always is."
        "  [default: 15, or as many as are shown, up to 60]",
    ),
    click.option(
        "--iterations", type=click.IntRange(min=1), metavar="N",
        help="Stop after so many.  [default: 5000; a finished game's turn 1000; with --time no limit]",
    ),
    time_option,
    confidence_option,
    rank_by_option,
    seed_option,
    click.option(
        "--workers", type=click.IntRange(1, 1024), metavar="N",
        help="Threads that simulate. They change nothing but the time.  [default: one a core]",
    ),
    click.option("--opp-rack", metavar="TILES", help="What the opponent holds for sure, all of it or some."),
    infer_option,
)  # fmt: skip
