"""Looking ahead in what a command analyzes: simulations, endgames, and Ctrl-C that loses nothing."""

from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING

from jackdaw.interruption import Interruption
from jackdaw.simulation_options import SimulationOptions, cores
from jackdaw.waiting import clock
from movegen.game import Game
from movegen.lexicon import Lexicon
from strategy.analysis import GameAnalysis, Method, PositionAnalysis
from strategy.search_analysis import method_of, search_analysis
from strategy.static import StaticStrategy

if TYPE_CHECKING:
    from jackdaw.simulating import Simulator


class LookAhead:
    """Looks ahead in the turns of a game, and in positions that are shown in full.

    To be entered: it listens to Ctrl-C, and what is needed for simulations is loaded with the first.
    """

    def __init__(self, options: SimulationOptions, *, shown: int, draws: bool = False) -> None:
        """`draws`: what is shown will be drawn, so that it has to be simulated if it can be."""
        self._options = options
        self._shown = shown
        self._draws = draws
        self._interruption = Interruption()
        self._stack = ExitStack()

    def __enter__(self) -> "LookAhead":
        self._stack.enter_context(self._interruption)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    @property
    def is_interrupted(self) -> bool:
        """Whether Ctrl-C was heard. From then on nothing is simulated or solved."""
        return self._interruption.is_heard

    def turns(self, whole: GameAnalysis, lexicon: Lexicon, strategy: StaticStrategy) -> GameAnalysis:
        """The analysis of a game with every turn that was played looked ahead in."""
        effort = self._options.of_a_turn
        if effort is None:
            return whole
        from jackdaw.progress import ProgressLine
        from sims.looking_ahead import look_ahead_in_game

        line = ProgressLine("Analyzing")
        return look_ahead_in_game(
            whole,
            self._options.methods(effort, shown=self._shown),
            lexicon,
            strategy,
            workers=self._options.workers or cores(),
            progress=(lambda done, all_: line("turns", done, all_)) if effort.simulates else None,
            is_interrupted=lambda: self.is_interrupted,
        )

    def __call__(
        self,
        analysis: PositionAnalysis,
        lexicon: Lexicon,
        strategy: StaticStrategy,
        heading: str,
        game: Game | None = None,
    ) -> PositionAnalysis:
        """The analysis with its best moves simulated or solved, or the same that says why they are not.

        `game` is the one that the position is a turn of.
        Raises JackdawError when the opponent cannot hold what was said.
        """
        effort = self._options.of_a_position
        if effort is None or not len(analysis.candidates):
            return analysis
        options = self._options
        endgame = options.endgame(effort, shown=self._shown, workers=options.workers or 1)
        # What is known or inferred of the opponent's rack, and drawn, is for simulations.
        simulates_all = self._draws or options.infer or options.opp_rack is not None
        preendgame = None if simulates_all else options.preendgame(effort, workers=options.workers or cores())
        method = method_of(analysis, endgame, preendgame, simulates=effort.simulates)
        if method is Method.STATIC:
            return analysis
        if analysis.obstacle:
            return replace(analysis, why_static=analysis.obstacle)
        if self.is_interrupted:
            return replace(analysis, why_static="interrupted")
        if method is Method.SIMULATION:
            return self._simulator(analysis, lexicon, strategy, heading, game)
        plan = preendgame if method is Method.PREENDGAME else endgame
        assert plan is not None
        with clock(f"{heading}; Ctrl-C shows what is known"):
            return search_analysis(analysis, plan, lexicon, is_interrupted=lambda: self.is_interrupted)

    @cached_property
    def _simulator(self) -> "Simulator":
        from jackdaw.simulating import Simulator

        effort = self._options.of_a_position
        assert effort is not None
        simulator = Simulator(self._options, effort, self._interruption, shown=self._shown)
        return self._stack.enter_context(simulator)
