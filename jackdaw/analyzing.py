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
from jackdaw.effort import OF_A_POSITION, OF_A_TURN, Effort, EffortName
from jackdaw.game_work import SHOWN, ReviewSettings, review_record
from jackdaw.inputs import Lexica, parse_source, read_source
from jackdaw.position_argument import is_text
from jackdaw.review_cache import ReviewCache
from jackdaw.several import is_several
from movegen.cgp import read_cgp
from movegen.errors import JackdawError
from movegen.game import Game
from movegen.lexicon import Lexicon
from movegen.position import Position
from sims.game_review import GameReview
from sims.looking_ahead import TurnMethods, look_ahead
from sims.simulation_plan import SimulationPlan
from strategy.analysis import PositionAnalysis, analyze_position
from strategy.static import StaticStrategy

Method = Literal["auto", "static", "simulation"]
METHODS = ("auto", "static", "simulation")


class Options(TypedDict, total=False):
    """How `analyze` works; see there."""

    lexicon: str | Path | None
    strategy: StaticStrategy | str | None
    method: Method
    effort: EffortName | None
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
    effort: EffortName | None = None,
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
    method:     "static": by score and leave alone. "simulation": as `effort="normal"`. "auto": as `effort`
                says.
    effort:     "quick": nothing is simulated, and with one tile in the bag or none the position is searched;
                "normal": other positions are simulated; "deep": longer. None: "normal" for a position, and
                "quick" for the turns of a game.
    simulation: positions and turns of games are simulated, and as this says, with one tile in the bag, too.
    workers:    processes that review games of a collection, or threads. With more than one, a script
                must guard its main module (`if __name__ == "__main__":`).
    cache:      of several games: whether reviews are kept, and found again; or the folder where.

    Raises
    ------
    JackdawError: a file cannot be read (of several games such a file is told in `failures`), or there is
                  no such lexicon, strategy, method.
    """
    if method not in METHODS:
        raise JackdawError(f"no method {method!r}", cure=f"expected {', '.join(METHODS)}")
    if method == "static" and simulation is not None:
        raise JackdawError("the method static simulates nothing", cure="leave out method, or simulation")
    if effort is not None and effort not in OF_A_TURN:
        raise JackdawError(f"no effort {effort!r}", cure=f"expected {', '.join(OF_A_TURN)}")
    player = StaticStrategy.load(strategy) if isinstance(strategy, str) else strategy
    lexica = Lexica(None if lexicon is None else str(lexicon))
    of_a_turn = OF_A_TURN[effort or ("normal" if method == "simulation" else "quick")]
    of_a_position = OF_A_POSITION[effort or "normal"]
    settings = ReviewSettings(player, _methods(of_a_turn, method, simulation))

    def analyzed(position: Position) -> PositionAnalysis:
        ways = _methods(of_a_position, method, simulation)
        return _of_position(position, lexica.find(position), player, ways, workers)

    if isinstance(source, Position):
        return analyzed(source)
    if isinstance(source, Game):
        return review_record(source, lexica.find(source.position(1)), settings, workers=workers)
    names = [str(source)] if isinstance(source, str | Path) else [str(each) for each in source]
    if not isinstance(source, str | Path) or (is_several(names) and not is_text(names[0])):
        kept = ReviewCache(None if cache is True else Path(cache)) if cache is not False else None
        return CollectionRun(names, settings, lexica, cache=kept).analyze(workers)
    if is_text(names[0]):
        return analyzed(read_cgp(names[0]))
    parsed = parse_source(read_source(names[0]))
    if isinstance(parsed, Game):
        return review_record(parsed, lexica.find(parsed.position(1)), settings, workers=workers)
    return [analyzed(each) for each in parsed]


def _methods(effort: Effort, method: Method, simulation: SimulationPlan | None) -> TurnMethods:
    """How a position is looked ahead in."""
    if method == "static":
        return TurnMethods()
    methods = effort.methods(moves=SHOWN)
    return methods if simulation is None else replace(methods, simulation=simulation, preendgame=None)


def _of_position(
    position: Position, lexicon: Lexicon, strategy: StaticStrategy | None, methods: TurnMethods, workers: int
) -> PositionAnalysis:
    strategy = strategy or StaticStrategy.default(position.variant.tiles)
    analysis = analyze_position(position, lexicon, strategy)
    with ExitStack() as stack:
        executor = stack.enter_context(ThreadPoolExecutor(workers)) if workers > 1 else None
        return look_ahead(analysis, methods, lexicon, strategy, executor=executor)
