"""Options of commands that simulate."""

import os
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Self

import click

from jackdaw.options import seed_option

if TYPE_CHECKING:
    from jackdaw.effort import Effort, EffortName
    from movegen.tiles import Rack
    from sims.looking_ahead import TurnMethods
    from sims.simulation_plan import SimulationPlan
    from strategy.endgame_analysis import EndgamePlan
    from strategy.preendgame_analysis import PreendgamePlan
    from strategy.simulation_config import Plies, RankBy


MOST_CANDIDATES = 60
"""As many are simulated as are shown, up to this many, unless more are asked for."""


@dataclass(frozen=True)
class RolloutOptions:
    """What was asked for; None where nothing was. `confidence` is in percent, None for never."""

    plies: "Plies | None"
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
        self, *, candidates: int, iterations: int, plies: "Plies" = 2, opponent_rack: "Rack | None" = None
    ) -> "SimulationPlan":
        """Simulations as asked for, with so many candidates, iterations and plies where nothing was said."""
        from sims.simulation_plan import SimulationPlan

        return SimulationPlan(
            candidates=self.candidates or candidates,
            plies=plies if self.plies is None else self.plies,
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
    effort: "EffortName | None"
    time_per_turn: float | None
    workers: int | None
    opp_rack: str | None

    @classmethod
    def of(cls, context: click.Context) -> Self:
        """Those of a command. Raises UsageError when one is given that has nothing to act on."""
        options = super().of(context)
        given = options.given(context) or ("--time-per-turn" if options.time_per_turn else None)
        if options.method == "static" and given:
            raise click.UsageError(f"{given} is for simulations; leave it out, or --method static.")
        if options.method != "auto" and options.effort is not None:
            raise click.UsageError("--method and --effort both say how moves are valued; give one of them.")
        if options.time_per_turn is not None:
            for name in ("effort", "time", "iterations"):
                if getattr(options, name) is not None:
                    raise click.UsageError(f"--time-per-turn and --{name} both are limits; give one of them.")
            return replace(options, time=options.time_per_turn)
        return options

    def given(self, context: click.Context) -> str | None:
        """An option for simulations that stands on the command line; workers change no result."""
        others = ("method", "effort", "time_per_turn", "workers")
        names = [field.name for field in fields(self) if field.name not in others]
        default = click.core.ParameterSource.DEFAULT
        first = next((name for name in names if context.get_parameter_source(name) is not default), None)
        return first and f"--{first.replace('_', '-')}"

    @property
    def of_a_turn(self) -> "Effort | None":
        """What each turn of a game is given; None for no look ahead."""
        from jackdaw.effort import OF_A_TURN

        if self.method == "static":
            return None
        simulates = self.method == "simulation" or self.time_per_turn is not None
        return OF_A_TURN[self.effort or ("normal" if simulates else "quick")]

    @property
    def of_a_position(self) -> "Effort | None":
        """What a position is given that is shown in full; None for no look ahead."""
        from jackdaw.effort import OF_A_POSITION

        return None if self.method == "static" else OF_A_POSITION[self.effort or "normal"]

    def simulation(
        self, effort: "Effort", *, shown: int, opponent_rack: "Rack | None" = None
    ) -> "SimulationPlan":
        """An effort's simulation but for what was asked for, of as many candidates as are shown, up to 60."""
        return self.plan(
            candidates=max(effort.candidates, min(shown, MOST_CANDIDATES)),
            iterations=effort.iterations,
            plies=effort.plies,
            opponent_rack=opponent_rack,
        )

    def endgame(self, effort: "Effort", *, shown: int, workers: int = 1) -> "EndgamePlan":
        """An effort's search, but for what was asked for, with exact values of as many moves as are shown."""
        from strategy.endgame_analysis import EndgamePlan

        plan = EndgamePlan.limited(self.time, effort.nodes, moves=shown, workers=workers)
        return replace(plan, memory=effort.memory)

    def preendgame(self, effort: "Effort", *, workers: int = 1) -> "PreendgamePlan":
        """An effort's search with one tile in the bag, but for the time that was asked for."""
        from strategy.preendgame_analysis import PreendgamePlan

        plan = PreendgamePlan.limited(self.time, effort.preendgame_nodes, workers=workers)
        return replace(plan, memory=effort.memory)

    def methods(self, effort: "Effort", *, shown: int) -> "TurnMethods":
        """How each turn of a game is looked ahead in.

        Without simulations `time` is meant for a position that is shown, not for the turns.
        """
        from sims.looking_ahead import TurnMethods

        options = self if effort.simulates else replace(self, time=None)
        return TurnMethods(
            options.simulation(effort, shown=shown) if effort.simulates else None,
            options.endgame(effort, shown=shown),
            options.preendgame(effort),
        )


def cores() -> int:
    """How many processors there are for the program."""
    return len(os.sched_getaffinity(0))


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
        help="How moves are valued. auto: as --effort says; static: with no look ahead; simulation: as"
        " --effort normal.",
    ),
    click.option(
        "--effort", type=click.Choice(["quick", "normal", "deep"]),
        help="How much is looked ahead. quick: nothing is simulated, but searched with one tile in the bag or"
        " none; normal: the best moves are simulated; deep: more of them, further and longer."
        "  [default: quick for the turns of a game, normal for a position]",
    ),
    click.option(
        "--time-per-turn", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS",
        help="Simulate or search each turn by the clock, instead of --effort. The result is not reproducible"
        " then.",
    ),
    click.option(
        "--plies", type=plies, metavar="N|end",
        help="Rollouts: how many turns after the candidate, or to the end of the game.  [default: 2; deep 4]",
    ),
    click.option(
        "--candidates", type=click.IntRange(1, 100), metavar="N",
        help="How many of the best static moves are simulated; the one that was played always is."
        "  [default: 15, deep 25, or as many as are shown, up to 60]",
    ),
    click.option(
        "--iterations", type=click.IntRange(min=1), metavar="N",
        help="Stop after so many.  [default: 5000, deep 10000; with --time no limit]",
    ),
    time_option,
    confidence_option,
    rank_by_option,
    seed_option,
    click.option(
        "--workers", type=click.IntRange(1, 1024), metavar="N",
        help="Threads that simulate and search. They change nothing but the time.  [default: one a core]",
    ),
    click.option("--opp-rack", metavar="TILES", help="What the opponent holds for sure, all of it or some."),
    infer_option,
)  # fmt: skip
