"""Looking ahead in what a command analyzes: simulations, endgames, and Ctrl-C that loses nothing."""

from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING

from jackdaw.interruption import Interruption
from jackdaw.simulation_options import SimulationOptions
from jackdaw.waiting import clock
from movegen.errors import PositionError
from movegen.game import Game
from movegen.lexicon import Lexicon
from strategy.analysis import PositionAnalysis
from strategy.endgame_analysis import NODES, NODES_A_TURN, EndgamePlan, solve_analysis
from strategy.static import StaticStrategy

if TYPE_CHECKING:
    from jackdaw.simulating import Simulator


class LookAhead:
    """Simulates analyses, or solves them where the bag is empty, one after the other.

    To be entered: it listens to Ctrl-C, and what is needed for simulations is loaded with the first.
    """

    def __init__(self, options: SimulationOptions, *, shown: int, of_game: bool) -> None:
        self._options = options
        self._shown = shown
        self._of_game = of_game
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
        if self.is_interrupted:
            return replace(analysis, why_static="interrupted")
        if not analysis.is_endgame:
            return self._simulator(analysis, lexicon, strategy, heading, game)
        with clock(f"{heading}; Ctrl-C shows what is known", shown=not self._of_game):
            return self._solved(analysis, lexicon)

    @cached_property
    def _simulator(self) -> "Simulator":
        from jackdaw.simulating import Simulator

        simulator = Simulator(self._options, self._interruption, shown=self._shown, of_game=self._of_game)
        return self._stack.enter_context(simulator)

    def _solved(self, analysis: PositionAnalysis, lexicon: Lexicon) -> PositionAnalysis:
        options = self._options
        nodes = NODES_A_TURN if self._of_game else NODES
        plan = EndgamePlan.limited(options.time, nodes, moves=self._shown, workers=options.workers or 1)
        try:
            return solve_analysis(analysis, plan, lexicon, is_interrupted=lambda: self.is_interrupted)
        except PositionError as error:
            return replace(analysis, why_static=error.what)
