"""`jackdaw.analyze`: what the program `analyze` does, from Python.

>>> import jackdaw
>>> review = jackdaw.analyze("jackdaw/samples/ann_v_ben.gcg")
>>> [(player.mistake_index, player.worst_turn) for player in review.players]
[(1.5, 7), (2.9, 16)]
>>> opening = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0"
>>> jackdaw.analyze(opening, method="static").best
<Candidate 8B ANESTRI 66 +66.0>
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Literal, TypedDict, Unpack, overload

from jackdaw.collection import Collection
from jackdaw.collection_run import CollectionRun
from jackdaw.game_work import ReviewSettings, review_record
from jackdaw.inputs import Lexica, parse_source, read_source
from jackdaw.position_argument import is_text
from jackdaw.review_cache import ReviewCache
from jackdaw.several import is_several
from movegen.cgp import read_cgp
from movegen.errors import JackdawError, PositionError
from movegen.game import Game
from movegen.position import Position
from sims.game_review import GameReview
from sims.simulated_analysis import obstacle, simulate_analysis
from sims.simulation_plan import SimulationPlan
from strategy.analysis import PositionAnalysis, analyze_position
from strategy.endgame_analysis import NODES, NODES_A_TURN, EndgamePlan, solve_analysis
from strategy.static import StaticStrategy

Method = Literal["auto", "static", "simulation"]
METHODS = ("auto", "static", "simulation")
ITERATIONS_A_TURN = 1_000
"""Of a simulation of each turn of a game, unless a plan is given."""


class Options(TypedDict, total=False):
    """How `analyze` works; see there."""

    lexicon: str | Path | None
    strategy: StaticStrategy | str | None
    method: Method
    simulation: SimulationPlan | None
    workers: int
    cache: bool | str | Path


@overload
def analyze(source: Position, **options: Unpack[Options]) -> PositionAnalysis: ...
@overload
def analyze(source: Game, **options: Unpack[Options]) -> GameReview: ...
@overload
def analyze(source: Sequence[str | Path], **options: Unpack[Options]) -> Collection: ...
@overload
def analyze(
    source: str | Path, **options: Unpack[Options]
) -> GameReview | Collection | PositionAnalysis | list[PositionAnalysis]: ...
def analyze(
    source: Position | Game | str | Path | Sequence[str | Path],
    *,
    lexicon: str | Path | None = None,
    strategy: StaticStrategy | str | None = None,
    method: Method = "auto",
    simulation: SimulationPlan | None = None,
    workers: int = 1,
    cache: bool | str | Path = True,
) -> GameReview | Collection | PositionAnalysis | list[PositionAnalysis]:
    """Rank the moves of a position, judge those of a game, or of many games.

    source:     a position, or a line of CGP, gives a PositionAnalysis; a game, or a record (.gcg), gives a
                GameReview of all turns that were played; a file of positions (.cgp) a list of analyses; a
                folder with all below it, a pattern such as `"games/*.gcg"`, or a list of these and of files
                gives a Collection of games.
    lexicon:    its name or file; None for the one that the game or position names, if it is at hand, else the
                one inside.
    strategy:   what ranks moves, or its name; None for `StaticStrategy.default`.
    method:     "static": by score and leave alone. "auto": positions are simulated if tiles are in the bag,
                and where it is empty the game is searched to its end, in games too. "simulation": every
                turn of a game is simulated, too.
    simulation: how; None for 15 candidates, 2 plies, 5,000 iterations, 1,000 for a turn of a game.
    workers:    processes that review games, or threads that simulate a position. With more than one, a script
                must guard its main module (`if __name__ == "__main__":`).
    cache:      of several games: whether reviews are kept, and found again; or the folder where.

    Raises
    ------
    JackdawError: a file cannot be read (of several games such a file is told in `failures`), or there is
                  no such lexicon, strategy, method.
    """
    if method not in METHODS:
        raise JackdawError(f"no method {method!r}", cure=f"expected {', '.join(METHODS)}")
    player = StaticStrategy.load(strategy) if isinstance(strategy, str) else strategy
    lexica = Lexica(None if lexicon is None else str(lexicon))
    if isinstance(source, Position):
        return _of_position(source, lexica, player, method, simulation, workers)
    settings = _settings(player, method, simulation)
    if isinstance(source, Game):
        return review_record(source, lexica.find(source.position(1)), settings)
    names = [str(source)] if isinstance(source, str | Path) else [str(each) for each in source]
    if not isinstance(source, str | Path) or (is_several(names) and not is_text(names[0])):
        kept = ReviewCache(None if cache is True else Path(cache)) if cache is not False else None
        return CollectionRun(names, settings, lexica, cache=kept).analyze(workers)
    if is_text(names[0]):
        return _of_position(read_cgp(names[0]), lexica, player, method, simulation, workers)
    parsed = parse_source(read_source(names[0]))
    if isinstance(parsed, Game):
        return review_record(parsed, lexica.find(parsed.position(1)), settings)
    return [_of_position(each, lexica, player, method, simulation, workers) for each in parsed]


def _settings(
    strategy: StaticStrategy | None, method: Method, simulation: SimulationPlan | None
) -> ReviewSettings:
    """How games are reviewed."""
    if method == "static":
        return ReviewSettings(strategy, None, None)
    plan = simulation or SimulationPlan(iterations=ITERATIONS_A_TURN)
    return ReviewSettings(strategy, plan if method == "simulation" else None, EndgamePlan(nodes=NODES_A_TURN))


def _of_position(
    position: Position,
    lexica: Lexica,
    strategy: StaticStrategy | None,
    method: Method,
    simulation: SimulationPlan | None,
    workers: int,
) -> PositionAnalysis:
    lexicon = lexica.find(position)
    strategy = strategy or StaticStrategy.default(position.variant.tiles)
    analysis = analyze_position(position, lexicon, strategy)
    if method == "static" or not len(analysis.candidates):
        return analysis
    if analysis.is_endgame:
        try:
            return solve_analysis(analysis, EndgamePlan(nodes=NODES), lexicon)
        except PositionError as error:
            return replace(analysis, why_static=analysis.obstacle or error.what)
    if why := obstacle(analysis, strategy):
        return replace(analysis, why_static=why)
    with ExitStack() as stack:
        executor = stack.enter_context(ThreadPoolExecutor(workers)) if workers > 1 else None
        plan = simulation or SimulationPlan()
        return simulate_analysis(analysis, plan, lexicon, strategy, executor=executor)
