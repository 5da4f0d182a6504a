"""Deep analysis for a command: progress on standard error, and Ctrl-C, which shows the results so far."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import TracebackType

from jackdaw.console import Interruption, Line, bar_line, clock, live_lines, styled
from jackdaw.review import Planner
from jackdaw.text import simulation_table, turn_table
from movegen.counts import counted
from movegen.game import Game
from movegen.system import count_cores
from sims.analysis import AnalysisPlan, Analyzer
from sims.review import review_game
from sims.simulation import Simulation
from strategy.analysis import GameAnalysis, GradingScheme, Method, PositionAnalysis
from strategy.search_control import SearchControl

SimulationProgress = Callable[[Simulation], None]
_OTHER_LINES = 3
"""The lines of the terminal that are left for the bar and the prompt."""


class DeepAnalysis:
    """A context that deepens static analyses by the options, and stops at Ctrl-C."""

    def __init__(
        self, planner: Planner, *, grading: GradingScheme | None = None, draws: bool = False
    ) -> None:
        """Prepare. `grading` grades the turns shown while others are at work; None is the default scheme.

        With `draws`, positions are simulated where possible, since they will be drawn.
        """
        self._planner = planner
        self._grading = grading
        self._draws = draws
        self._interruption = Interruption()

    def __enter__(self) -> "DeepAnalysis":
        self._interruption.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._interruption.__exit__(kind, error, trace)

    @property
    def is_interrupted(self) -> bool:
        """Whether the user has pressed Ctrl-C. The remaining positions stay static."""
        return self._interruption.is_requested

    def deepen_game(self, static: GameAnalysis, analyzer: Analyzer) -> GameAnalysis:
        """Deepen every turn that was played."""
        effort = self._planner.turn_effort
        if effort is None:
            return static
        prepared = self._prepare(analyzer, self._planner.turn_plan(effort))
        if not effort.simulates:  # it takes a second
            return prepared.deepen_game(static)
        with live_lines() as show:
            if show is None:
                return prepared.deepen_game(static)
            shown = _TurnProgress(show, static, analyzer, self._grading)
            return prepared.deepen_game(static, on_turn=shown.record)

    def deepen(
        self, static: PositionAnalysis, analyzer: Analyzer, heading: str, game: Game | None = None
    ) -> PositionAnalysis:
        """Deepen a position that gets a view of its own; `game` is its game, if there is one.

        Raises JackdawError if the opponent cannot hold the given rack.
        """
        effort = self._planner.position_effort
        if effort is None or not len(static.candidates):
            return static
        tiles = None if static.is_endgame or static.obstacle else static.position.variant.tiles
        plan = self._planner.position_plan(effort, tiles)
        if self._draws:
            plan = replace(plan, preendgame=None)
        with self._show_progress(plan, static, heading) as progress:
            analyzer = self._prepare(analyzer, plan, progress)
            return analyzer.deepen(static) if game is None else analyzer.deepen_turn(static, game)

    def _prepare(
        self, analyzer: Analyzer, plan: AnalysisPlan, progress: SimulationProgress | None = None
    ) -> Analyzer:
        control = SearchControl(progress=progress, should_stop=lambda: self.is_interrupted)
        workers = self._planner.options.workers or count_cores()
        return replace(analyzer, plan=plan, control=control, workers=workers)

    @contextmanager
    def _show_progress(
        self, plan: AnalysisPlan, static: PositionAnalysis, heading: str
    ) -> Iterator[SimulationProgress | None]:
        """Show a table during a simulation, a clock during a search."""
        method = plan.select_method(static)
        if method is Method.STATIC or static.obstacle:
            yield None
        elif method is Method.SIMULATION:
            with live_lines() as show:
                yield show and (
                    lambda simulation: show(_progress_lines(simulation, heading, self._planner.shown))
                )
        else:
            with clock(f"{heading}; Ctrl-C shows what is known"):
                yield None


class _TurnProgress:
    """Shows the lines of the turns that are done, below them a bar and the time left."""

    def __init__(
        self,
        show: Callable[[list[Line]], None],
        static: GameAnalysis,
        analyzer: Analyzer,
        grading: GradingScheme | None,
    ) -> None:
        self._show, self._static, self._analyzer, self._grading = show, static, analyzer, grading
        self._done: list[PositionAnalysis] = []
        self._total = sum(each.played is not None for each in static.positions)
        self._start = time.monotonic()
        self._show([self._bar()])

    def record(self, analysis: PositionAnalysis) -> None:
        """Add the line of a turn. The last ones are shown if not all fit the terminal."""
        self._done.append(analysis)
        self._done.sort(key=lambda each: each.turn or 0)
        review = review_game(
            replace(self._static, positions=tuple(self._done)),
            self._analyzer.lexicon,
            self._analyzer.strategy,
            grading=self._grading,
            with_luck=False,
        )
        lines = turn_table(review.game, review.turns)
        titles = lines[: len(lines) - len(self._done)]
        height = max(1, shutil.get_terminal_size().lines - len(titles) - _OTHER_LINES)
        self._show([*titles, *lines[len(titles) :][-height:], self._bar()])

    def _bar(self) -> Line:
        done = bar_line(len(self._done), self._total, "turns", time.monotonic() - self._start)
        return styled(f"{done}; Ctrl-C stops", "dim")


def _progress_lines(simulation: Simulation, heading: str, max_candidates: int) -> list[Line]:
    status = f"{counted(simulation.iterations, 'iteration')}, {simulation.seconds:.1f} seconds"
    return [
        styled(heading, "bold"),
        *simulation_table(simulation, max_candidates),
        styled(f"{status}; Ctrl-C stops and shows what is known", "dim"),
    ]
