"""Simulating what a command analyzes: with threads and a live table."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from types import TracebackType

from jackdaw.effort import Effort
from jackdaw.interruption import Interruption
from jackdaw.layout import Line, styled
from jackdaw.simulation_options import SimulationOptions, cores
from jackdaw.simulation_report import simulation_table
from movegen.errors import JackdawError, NotationError
from movegen.game import Game
from movegen.lexicon import Lexicon
from movegen.tiles import Rack, TileSet
from sims.simulated_analysis import obstacle, simulate_analysis
from sims.simulation import Simulation
from strategy.analysis import PositionAnalysis
from strategy.last_move import LastMove
from strategy.static import StaticStrategy


class Simulator:
    """Simulates analyses, one after the other. To be entered: it hires threads."""

    def __init__(
        self, options: SimulationOptions, effort: Effort, interruption: Interruption, *, shown: int
    ) -> None:
        self._options = options
        self._effort = effort
        self._interruption = interruption
        self._shown = shown
        self._stack = ExitStack()
        self._executor: Executor | None = None

    def __enter__(self) -> "Simulator":
        workers = self._options.workers or cores()
        if workers > 1:  # the core releases the GIL, so threads do, and there is nothing to start
            self._executor = self._stack.enter_context(ThreadPoolExecutor(workers))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    def __call__(
        self,
        analysis: PositionAnalysis,
        lexicon: Lexicon,
        strategy: StaticStrategy,
        heading: str,
        game: Game | None = None,
    ) -> PositionAnalysis:
        """The analysis with its best candidates simulated, or the same that says why they are not.

        `game` is the one that the position is a turn of.
        Raises JackdawError when the opponent cannot hold what was said.
        """
        if why := obstacle(analysis, strategy):
            return replace(analysis, why_static=why)
        options = self._options
        opponent_rack = _rack(analysis.position.variant.tiles, options.opp_rack)
        plan = options.simulation(self._effort, shown=self._shown, opponent_rack=opponent_rack)
        with _live_lines() as show:
            return simulate_analysis(
                analysis,
                plan,
                lexicon,
                strategy,
                last=self._last_move(game, analysis.turn),
                executor=self._executor,
                progress=show and (lambda found: show(_progress_lines(found, heading, self._shown))),
                is_interrupted=lambda: self._interruption.is_heard,
            )

    def _last_move(self, game: Game | None, turn: int | None) -> LastMove | None:
        """The opponent's last move, if something is to be inferred from it."""
        return LastMove.of(game, turn) if self._options.infer and game and turn else None


def _rack(tiles: TileSet, text: str | None) -> Rack | None:
    try:
        return None if text is None else tiles.parse_rack(text)
    except NotationError as error:
        raise JackdawError(error.what, where="--opp-rack", cure=error.cure) from None


def _progress_lines(simulation: Simulation, heading: str, shown: int) -> list[Line]:
    status = f"{simulation.iterations:,} iterations, {simulation.seconds:.1f} seconds"
    return [
        styled(heading, "bold"),
        *simulation_table(simulation, shown),
        styled(f"{status}; Ctrl-C stops and shows what is known", "dim"),
    ]


@contextmanager
def _live_lines() -> Iterator[Callable[[list[Line]], None] | None]:
    """Shows lines in place of those before on standard error, gone at the end; None if it is no terminal."""
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        yield None
        return

    def show(lines: list[Line]) -> None:
        texts = [Text.assemble(*((span.text, span.style) for span in line)) for line in lines]
        live.update(Text("\n", no_wrap=True, overflow="ellipsis").join(texts), refresh=True)

    live = Live(
        console=console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
    )
    with live:
        yield show
