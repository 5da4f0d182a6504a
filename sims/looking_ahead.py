"""Looking ahead in the positions of a game, each by the method of its phase.

>>> from movegen import Lexicon, read_gcg
>>> from strategy import EndgamePlan, StaticStrategy, analyze_game
>>> game, lexicon = read_gcg("jackdaw/samples/ann_v_ben.gcg"), Lexicon.load()
>>> methods = TurnMethods(endgame=EndgamePlan(nodes=1_000))
>>> found = look_ahead_in_game(analyze_game(game, lexicon), methods, lexicon, StaticStrategy.load("static"))
>>> [analysis.turn for analysis in found.positions if analysis.method.value == "endgame"]
[22, 23]
"""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace

from movegen.game import Game
from movegen.lexicon import Lexicon
from sims.simulated_analysis import obstacle, simulate_analysis
from sims.simulation import Simulation
from sims.simulation_plan import SimulationPlan
from strategy.analysis import GameAnalysis, Method, PositionAnalysis
from strategy.endgame_analysis import EndgamePlan
from strategy.last_move import LastMove
from strategy.preendgame_analysis import PreendgamePlan
from strategy.search_analysis import method_of, search_analysis
from strategy.static import StaticStrategy

INTERRUPTED = "interrupted"
"""Why a position is static that was to be looked ahead in when Ctrl-C came."""
_MOST_SEARCHES = 4
"""Endgames that are searched side by side, since each takes its own memory."""


@dataclass(frozen=True)
class TurnMethods:
    """How positions are looked ahead in: a plan for each method; None for not at all."""

    simulation: SimulationPlan | None = None
    endgame: EndgamePlan | None = None
    preendgame: PreendgamePlan | None = None

    def method(self, analysis: PositionAnalysis) -> Method:
        """The method for a position: what is in the bag decides, as far as there is a plan.

        A pre-endgame that cannot be searched, and one in which something is known or to be inferred of the
        opponent's rack, is simulated.
        """
        preendgame = None if self._supposes_a_rack else self.preendgame
        return method_of(analysis, self.endgame, preendgame, simulates=self.simulation is not None)

    @property
    def _supposes_a_rack(self) -> bool:
        plan = self.simulation
        return plan is not None and (plan.infer or plan.opponent_rack is not None)


def look_ahead(
    analysis: PositionAnalysis,
    methods: TurnMethods,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    *,
    last: LastMove | None = None,
    executor: Executor | None = None,
    progress: Callable[[Simulation], None] | None = None,
    is_interrupted: Callable[[], bool] | None = None,
) -> PositionAnalysis:
    """A static analysis with its best moves simulated or solved, or the same that says why they are not.

    `last` is the opponent's last move, if something is to be inferred from it. Raises JackdawError when the
    opponent cannot hold what a plan says.
    """
    method = methods.method(analysis)
    if method is Method.STATIC or not len(analysis.candidates):
        return analysis
    if is_interrupted is not None and is_interrupted():
        return replace(analysis, why_static=INTERRUPTED)
    if analysis.obstacle:
        return replace(analysis, why_static=analysis.obstacle)
    plan = {Method.ENDGAME: methods.endgame, Method.PREENDGAME: methods.preendgame}.get(method)
    if plan is not None:
        return search_analysis(analysis, plan, lexicon, is_interrupted=is_interrupted)
    if why := obstacle(analysis, strategy):
        return replace(analysis, why_static=why)
    assert methods.simulation is not None
    return simulate_analysis(
        analysis,
        methods.simulation,
        lexicon,
        strategy,
        last=last,
        executor=executor,
        progress=progress,
        is_interrupted=is_interrupted,
    )


def look_ahead_in_game(
    whole: GameAnalysis,
    methods: TurnMethods,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    *,
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
    is_interrupted: Callable[[], bool] | None = None,
) -> GameAnalysis:
    """A game's static analysis with every turn that was played looked ahead in.

    Same arguments, same answer for any number of `workers`, which are threads: endgames are searched side by
    side, by one thread each, since a search that several share depends on their speed; simulations and
    pre-endgames, which do not, come one after the other, and are shared by all. `progress` is told how many
    turns are done, of how many. When `is_interrupted` says so, the rest stays static, and says why.

    Lexicon and strategy are those of the analysis. Raises what `look_ahead` does.
    """
    turns = [place for place, each in enumerate(whole.positions) if each.played is not None]
    if methods.preendgame is not None:
        methods = replace(methods, preendgame=replace(methods.preendgame, workers=workers))
    positions, done = list(whole.positions), _Counter(len(turns), progress)

    def found(place: int, executor: Executor | None = None) -> PositionAnalysis:
        analysis = positions[place]
        last = _last(whole.game, analysis, methods)
        return look_ahead(
            analysis, methods, lexicon, strategy, last=last, executor=executor, is_interrupted=is_interrupted
        )

    searched = [place for place in turns if methods.method(positions[place]) is Method.ENDGAME]
    with ExitStack() as stack:
        if workers > 1 and len(searched) > 1:
            threads = min(workers, _MOST_SEARCHES, len(searched))
            pool = stack.enter_context(ThreadPoolExecutor(threads))
            results: Iterable[Future[PositionAnalysis]] = [pool.submit(found, place) for place in searched]
            for place, result in zip(searched, results, strict=True):
                positions[place] = result.result()
                done()
        else:
            for place in searched:
                positions[place] = found(place)
                done()
    with ExitStack() as stack:
        executor = stack.enter_context(ThreadPoolExecutor(workers)) if workers > 1 else None
        for place in turns:
            if place not in searched:
                positions[place] = found(place, executor)
                done()
    return replace(whole, positions=tuple(positions))


class _Counter:
    """Counts turns, and tells of each."""

    def __init__(self, all_: int, progress: Callable[[int, int], None] | None) -> None:
        self._all, self._done = all_, 0
        self._progress = progress or (lambda done, all_: None)
        self._progress(0, all_)

    def __call__(self) -> None:
        self._done += 1
        self._progress(self._done, self._all)


def _last(game: Game, analysis: PositionAnalysis, methods: TurnMethods) -> LastMove | None:
    """The opponent's last move, if something is to be inferred from it."""
    plan = methods.simulation
    if plan is None or not plan.infer or analysis.turn is None or analysis.obstacle:
        return None
    return LastMove.of(game, analysis.turn)
