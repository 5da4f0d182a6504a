"""The analyzer: static candidates, the choice of a method, and the deep evaluation of positions and games.

>>> from movegen import Lexicon, read_gcg
>>> from strategy import EndgamePlan, SearchLimits
>>> game = read_gcg("jackdaw/samples/ann_v_ben.gcg")
>>> plan = AnalysisPlan(endgame=EndgamePlan(limits=SearchLimits(nodes=1_000)))
>>> analysis = Analyzer(Lexicon.load(), plan=plan).game(game)
>>> [position.turn for position in analysis.positions if position.method.value == "endgame"]
[22, 23]
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from movegen.board import Move
from movegen.errors import PositionError
from movegen.game import Game
from movegen.lexicon import Lexicon, check_lexicon
from movegen.position import Position
from movegen.showing import short_repr
from sims import simulation  # its names are loaded once something is simulated
from sims.analysis.analysis_plan import AnalysisPlan
from sims.analysis.best_moves import evaluate_best_moves
from sims.analysis.simulated_candidates import evaluate_candidates
from sims.analysis.standing_phonies import add_standing_phony
from strategy.analysis import (
    Evaluation,
    GameAnalysis,
    Method,
    PositionAnalysis,
    PreendgameEvaluation,
    PreendgamePlan,
    StopReason,
    analyze_game,
    analyze_position,
    evaluate_endgame,
)
from strategy.inference import LastMove
from strategy.players import StaticStrategy, check_static, static_strategy_for
from strategy.search_control import NO_CONTROL, SearchControl, check_workers

_MAX_SEARCHES = 4
"""Maximum number of endgames searched in parallel, since each takes memory of its own."""

GameProgress = Callable[[int, int], None]
"""A function that is called with the number of turns done and the total number of turns."""
TurnCallback = Callable[[PositionAnalysis], None]
"""A function that is called with the analysis of a turn."""


@dataclass(frozen=True)
class Analyzer:
    """The pipeline of all analyses: candidates by score and leave, then the method that the plan selects.

    Attributes
    ----------
    lexicon:  the lexicon for all positions.
    strategy: ranks candidates and plays rollouts; None for `static`. The values that are installed with the
              lexicon apply, unless it names others.
    plan:     the methods and their limits.
    control:  stops the analyzer, and receives the progress of single positions: a `Simulation`, a
              `PreendgameReport` or an `EndgameResult`, by the method.
    workers:  the number of threads for simulations and pre-endgames, and for the endgames of a game in
              parallel. It does not change the result.
    executor: runs simulations of single positions; None for threads of the analyzer's own.

    Raises PositionError, LexiconError or ConfigError if one of them is of another kind or out of range.

    >>> from strategy.analysis import EndgamePlan
    >>> game = read_gcg("jackdaw/samples/ann_v_ben.gcg")
    >>> analyzer = Analyzer(Lexicon.load(), plan=AnalysisPlan(endgame=EndgamePlan()))
    >>> [(turn, analyzer.turn(game, turn).method.value) for turn in (1, 22)]
    [(1, 'static'), (22, 'endgame')]
    """

    lexicon: Lexicon
    strategy: StaticStrategy | None = None
    plan: AnalysisPlan = field(default_factory=AnalysisPlan)
    control: SearchControl[Any] = NO_CONTROL
    workers: int = 1
    executor: Executor | None = None

    __repr__ = short_repr

    def __post_init__(self) -> None:
        check_workers(self.workers)
        check_lexicon(self.lexicon)
        if self.strategy is not None:
            check_static(self.strategy)
        if not isinstance(self.plan, AnalysisPlan):
            raise PositionError(
                f"{self.plan!r} is not a plan of analyses", cure="give AnalysisPlan(simulation=...)"
            )

    def position(
        self,
        position: Position,
        *,
        turn: int | None = None,
        played: Move | None = None,
        is_withdrawn: bool = False,
        last: LastMove | None = None,
    ) -> PositionAnalysis:
        """Analyze a position. `last` is the opponent's last move, if its rack may be inferred from it.

        See `analyze_position` for the other arguments, and for the errors. Raises JackdawError if the
        opponent cannot hold the rack in the plan.
        """
        static = analyze_position(
            position, self.lexicon, self.strategy, turn=turn, played=played, is_withdrawn=is_withdrawn
        )
        return self.deepen(static, last)

    def turn(self, game: Game, number: int) -> PositionAnalysis:
        """Analyze the position before a turn of a game. Raises PositionError if there is no such turn."""
        (static,) = self.static(game, [number]).positions
        return self.deepen_turn(static, game)

    def game(self, game: Game, progress: GameProgress | None = None) -> GameAnalysis:
        """Analyze every turn that was played in a game."""
        return self.deepen_game(self.static(game), progress)

    def static(self, game: Game, turns: Sequence[int] | None = None) -> GameAnalysis:
        """Analyze every turn of a game, or some, by score and leave alone.

        Raises PositionError if there is no such turn.
        """
        if turns is None:
            return analyze_game(game, self.lexicon, self.strategy)
        analyses = [analyze_game(game, self.lexicon, self.strategy, turn=turn) for turn in turns]
        return replace(analyses[0], positions=tuple(each.positions[0] for each in analyses))

    def deepen(self, static: PositionAnalysis, last: LastMove | None = None) -> PositionAnalysis:
        """Evaluate a static analysis by the method that the plan selects, or record why it stays static.

        The analysis must come from the lexicon and strategy of the analyzer.
        """
        method = self.plan.select_method(static)
        if method is Method.STATIC or not len(static.candidates):
            return static
        strategy = static_strategy_for(self.lexicon, static.position.variant, self.strategy)
        why = static.obstacle or (StopReason.INTERRUPTED.value if self.control.is_stopped else None)
        if why is None and method is Method.SIMULATION:
            why = simulation.simulation_obstacle(static, strategy)
        if why is not None:
            return replace(static, why_static=why)
        if method is Method.SIMULATION:
            return static.with_evaluation(self._simulate(static, strategy, last))
        try:
            return static.with_evaluation(self._search(static, strategy))
        except PositionError as error:
            return replace(static, why_static=error.problem)

    def deepen_turn(self, static: PositionAnalysis, game: Game) -> PositionAnalysis:
        """Evaluate the static analysis of a turn of a game; see `deepen`."""
        last = None
        if self.plan.infers and static.turn is not None and not static.obstacle:
            last = LastMove.before_turn(game, static.turn)
        return self.deepen(static, last)

    def deepen_game(
        self,
        static: GameAnalysis,
        progress: GameProgress | None = None,
        on_turn: TurnCallback = lambda _analysis: None,
    ) -> GameAnalysis:
        """Evaluate every played turn of a static analysis; see `deepen`. `on_turn` is called after each turn.

        Simulations and pre-endgames follow one after the other, each with all threads. Then endgames are
        searched in parallel with one thread each, since the result of a search by several threads depends on
        their speed. Once the analyzer is stopped, the remaining turns stay static, and `why_static` says
        "interrupted".
        """
        indices = [index for index, each in enumerate(static.positions) if each.played is not None]
        positions, count = list(static.positions), _Counter(len(indices), progress)
        silent = replace(self, control=self.control.silent)
        endgames = [index for index in indices if self.plan.select_method(positions[index]) is Method.ENDGAME]

        def record(index: int, found: PositionAnalysis) -> None:
            positions[index] = found
            count()
            on_turn(found)

        with self._threads() as executor:
            analyzer = replace(silent, executor=executor)
            for index in indices:
                if index not in endgames:
                    record(index, analyzer.deepen_turn(positions[index], static.game))
        for index, found in silent._search_endgames(static, endgames):
            record(index, found)
        return replace(static, positions=tuple(positions))

    def _search_endgames(
        self, static: GameAnalysis, indices: Sequence[int]
    ) -> Iterator[tuple[int, PositionAnalysis]]:
        if self.workers == 1 or len(indices) < 2:
            yield from ((index, self.deepen(static.positions[index])) for index in indices)
            return
        with ThreadPoolExecutor(min(self.workers, _MAX_SEARCHES, len(indices))) as pool:
            yield from zip(
                indices, pool.map(self.deepen, (static.positions[index] for index in indices)), strict=True
            )

    def _search(self, static: PositionAnalysis, strategy: StaticStrategy) -> Evaluation:
        plan = self.plan.with_preendgame_workers(self.workers)
        if plan.endgame is not None and static.is_endgame:
            return evaluate_endgame(static, plan.endgame, self.lexicon, self.control)
        assert plan.preendgame is not None
        with self._threads() as executor:
            return add_standing_phony(
                self._search_preendgame(static, plan.preendgame, strategy, executor),
                static,
                self.lexicon,
                strategy,
                limits=plan.preendgame.limits,
                executor=executor,
                control=self.control,
            )

    def _search_preendgame(
        self,
        static: PositionAnalysis,
        plan: PreendgamePlan,
        strategy: StaticStrategy,
        executor: Executor | None,
    ) -> PreendgameEvaluation:
        few = self.plan.simulation_before_search(static.position)
        if few is None:
            return evaluate_best_moves(
                static, plan, self.lexicon, strategy, executor=executor, control=self.control
            )
        return evaluate_candidates(
            static, plan, few, self.lexicon, strategy, executor=executor, control=self.control
        )

    def _simulate(
        self, static: PositionAnalysis, strategy: StaticStrategy, last: LastMove | None
    ) -> Evaluation:
        with self._threads() as executor:
            return simulation.evaluate_by_simulation(
                static,
                self.plan.simulation_of(static.position),
                self.lexicon,
                strategy,
                last=last,
                executor=executor,
                control=self.control,
            )

    @contextmanager
    def _threads(self) -> Iterator[Executor | None]:
        """Provide the executor of simulations: the given one, or threads if there is more than one worker."""
        if self.executor is not None or self.workers == 1:
            yield self.executor
            return
        with ThreadPoolExecutor(self.workers) as pool:
            yield pool


class _Counter:
    """A counter of turns that reports each."""

    def __init__(self, total: int, progress: GameProgress | None) -> None:
        self._total, self._done = total, 0
        self._progress = progress or (lambda _done, _total: None)
        self._progress(0, total)

    def __call__(self) -> None:
        self._done += 1
        self._progress(self._done, self._total)
