"""`jackdaw.analyze`: the program `analyze` as a function.

>>> import jackdaw
>>> review = jackdaw.analyze("jackdaw/samples/ann_v_ben.gcg", effort="quick")
>>> [(player.mistake_index, player.worst_turn) for player in review.players]
[(1.7, 7), (3.3, 16)]
>>> opening = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0"
>>> jackdaw.analyze(opening, method="static").best
<Candidate 8B ANESTRI 66 +66.0>
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Literal, TypedDict, Unpack, get_args, overload

from jackdaw.collection import Collection, CollectionRun, ReviewCache
from jackdaw.inputs import (
    LexiconFinder,
    ReadingRules,
    is_cgp_text,
    parse_source,
    read_saved_lines,
    read_source,
)
from jackdaw.options import EffortName, has_several_files
from jackdaw.review import (
    POSITION_EFFORTS,
    SHOWN_CANDIDATES,
    TURN_EFFORTS,
    Effort,
    ReviewSettings,
    review_record,
)
from movegen.errors import JackdawError
from movegen.game import Game
from movegen.lexicon import Lexicon
from movegen.lines import Line
from movegen.numbers import show_value
from movegen.position import Position, read_cgp
from movegen.system import count_cores
from sims.analysis import AnalysisPlan, Analyzer
from sims.lexicon_source import lexicon_file
from sims.review import GameReview
from sims.simulation import SimulationPlan
from strategy.analysis import GradingScheme, PositionAnalysis
from strategy.players import RankBy, StaticStrategy
from strategy.search_control import check_workers

MethodChoice = Literal["auto", "static", "simulation"]
METHOD_CHOICES = ("auto", "static", "simulation")


class Options(TypedDict, total=False):
    """The options of `analyze`, which explains them."""

    lexicon: Lexicon | str | Path | None
    strategy: StaticStrategy | str | Path | None
    method: MethodChoice
    effort: EffortName | None
    simulation: SimulationPlan | None
    rank_by: RankBy
    grades: GradingScheme | str | Path | None
    workers: int | None
    cache: bool | str | Path
    refresh: bool
    lines: Sequence[Line] | None


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
    source: Position | Game | str | Path | Sequence[str | Path], **options: Unpack[Options]
) -> GameReview | Collection | PositionAnalysis | list[PositionAnalysis]:
    """Rank the moves of a position, or review a game or many games.

    The type of the result depends on the source:

    - a position, or a line of CGP, gives a PositionAnalysis;
    - a game, or a game record (.gcg), gives a GameReview of all turns that were played;
    - so does the address of a game, "woogles:ID", "xt:ID" or an https URL, which is fetched and cached;
    - a file of positions (.cgp) gives a list of analyses;
    - a folder with its subfolders, a pattern such as `"games/*.gcg"`, or a list of folders, patterns and
      files gives a Collection of games.

    source:     a position, a game, a line of CGP, or the names of files.
    lexicon:    a lexicon, its name or its file; for several games one that has a file. Default: the lexicon
                that the game or position names, else the nearest installed edition of it, else the built-in
                one.
    strategy:   the static strategy that ranks moves, its name, or its file (.toml). Default: "static".
    method:     "static": score and leave alone. "simulation": the same as `effort="normal"`. "auto": as
                `effort` says. Default: "auto". Neither of the former goes with `effort`.
    effort:     "quick": search positions with at most one tile in the bag, and simulate those with two to
                seven, or in which one more turn without a score ends the game. "normal": search those with
                two, too, and simulate all others. "deep": the same, with more moves, further and longer.
                Default: "normal" for a position or a game, "quick" for several games.
    simulation: a plan by which positions and turns are simulated, even with few tiles in the bag.
    rank_by:    ranks simulated moves: "utility" (chance to win, and spread between moves that win alike),
                "win" (chance to win alone) or "equity" (points). Default: that of `simulation`, else
                "utility".
    grades:     the scheme that grades mistakes, its name, or the file (.toml). Default: "standard".
    workers:    the number of threads, or of processes that review the games of a collection. With more than
                one process, a script must guard its main module (`if __name__ == "__main__":`). Default: a
                thread per core, one process.
    cache:      whether reviews of several games are saved and reused, or the folder to save them in. Default:
                True.
    refresh:    whether games are fetched from their addresses even if there is a copy in the cache. Default:
                False.
    lines:      lines of the game to review with it. Default: those saved beside its record, if it is a file.

    Raises
    ------
    JackdawError: a file cannot be read, there is no such lexicon, strategy, scheme, method or effort, or
                  options exclude each other. A file of a collection that cannot be read is listed in its
                  `failures` instead.

    >>> import jackdaw
    >>> review = jackdaw.analyze("jackdaw/samples/ann_v_ben.gcg", effort="quick")
    >>> [turn.turn for turn in review.turns if turn.mistake.value == "large"]
    [16, 22]
    """
    if unknown := options.keys() - Options.__annotations__.keys():
        raise TypeError(f"analyze() got an unexpected keyword argument {min(unknown)!r}")
    call = _Call(**options)
    if isinstance(source, Position):
        return call.analyze_position(source)
    if isinstance(source, Game):
        return call.review_game(source)
    names = _file_names(source)
    if not isinstance(source, str | Path) or (has_several_files(names) and not is_cgp_text(names[0])):
        return call.review_collection(names)
    if is_cgp_text(names[0]):
        return call.analyze_position(read_cgp(names[0], variant=call.rules.default))
    parsed = parse_source(read_source(names[0], refresh=call.refresh), rules=call.rules)
    if isinstance(parsed, Game):
        return call.review_game(parsed, names[0])
    return [call.analyze_position(each) for each in parsed]


def _file_names(source: object) -> list[str]:
    """Return the names of files that a source has. Raises JackdawError for anything else."""
    names = [source] if isinstance(source, str | Path) else source
    if not isinstance(names, Iterable):
        raise JackdawError(
            f"{show_value(repr(source))} cannot be analyzed",
            cure="give a position, a game, or the names of files",
        )
    names = list(names)
    for name in names:
        if not isinstance(name, str | Path):
            raise JackdawError(
                f"{show_value(repr(name))} is not the name of a file",
                cure="give names alone in a list; analyze positions and games one by one",
            )
    return [str(name) for name in names]


@dataclass(frozen=True)
class _Call:
    """The options of a call with their defaults, and the analyses that they ask for."""

    lexicon: Lexicon | str | Path | None = None
    strategy: StaticStrategy | str | Path | None = None
    method: MethodChoice = "auto"
    effort: EffortName | None = None
    simulation: SimulationPlan | None = None
    rank_by: RankBy | None = None
    grades: GradingScheme | str | Path | None = None
    workers: int | None = None
    cache: bool | str | Path = True
    refresh: bool = False
    lines: Sequence[Line] | None = None

    def __post_init__(self) -> None:
        for name, choices, problem in (
            ("method", METHOD_CHOICES, "no method {}"),
            ("effort", (None, *TURN_EFFORTS), "no effort {}"),
            ("rank_by", (None, *get_args(RankBy)), "moves cannot be ranked by {}"),
        ):
            if (value := getattr(self, name)) not in choices:
                expected = ", ".join(filter(None, choices))
                raise JackdawError(problem.format(show_value(repr(value))), cure=f"expected {expected}")
        if self.method != "auto" and self.effort is not None:
            raise JackdawError("method and effort exclude each other", cure="give only one")
        for name in ("simulation", "rank_by"):
            if self.method == "static" and getattr(self, name) is not None:
                raise JackdawError(
                    f"the method static simulates nothing, but {name} needs simulations",
                    cure=f"leave out method, or {name}",
                )
        if self.workers is not None:
            check_workers(self.workers)

    def analyze_position(self, position: Position) -> PositionAnalysis:
        """Analyze a position."""
        plan = self._plan(POSITION_EFFORTS[self.effort or "normal"])
        analyzer = Analyzer(self._lexica.find(position), self._player, plan, workers=self._threads)
        return analyzer.position(position)

    def review_game(self, game: Game, record: str | None = None) -> GameReview:
        """Review a game, and its lines: the given ones, else those saved beside its record."""
        lexicon, lines = self._lexica.find_for_game(game), self.lines
        if lines is None:
            lines = () if record is None else read_saved_lines(record, game)
        settings = self._settings("normal")
        return review_record(game, lexicon, settings, workers=self._threads, lines=lines)

    def review_collection(self, names: Sequence[str]) -> Collection:
        """Review the games of files, folders and patterns."""
        if self._lexica.given is not None:
            lexicon_file(self._lexica.given)  # raises here, not in each game
        cache = None
        if self.cache is not False:
            cache = ReviewCache.open_default() if self.cache is True else ReviewCache(Path(self.cache))
        settings = self._settings("quick")
        run = CollectionRun(
            names, settings, self._lexica, cache=cache, rules=self.rules, refresh=self.refresh
        )
        return run.analyze(self.workers or 1)

    @cached_property
    def rules(self) -> ReadingRules:
        """The rules by which inputs are read."""
        return ReadingRules.of(None, self.lexicon)

    @cached_property
    def _lexica(self) -> LexiconFinder:
        return LexiconFinder.of(self.lexicon)

    @cached_property
    def _player(self) -> StaticStrategy | None:
        return StaticStrategy.load(self.strategy) if isinstance(self.strategy, str | Path) else self.strategy

    @property
    def _threads(self) -> int:
        return count_cores() if self.workers is None else self.workers

    def _settings(self, default: EffortName) -> ReviewSettings:
        """Return the settings for reviews of games, with a default effort."""
        effort = self.effort or ("normal" if self.method == "simulation" else default)
        grading = GradingScheme.load(self.grades) if isinstance(self.grades, str | Path) else self.grades
        return ReviewSettings(self._player, self._plan(TURN_EFFORTS[effort]), grading=grading)

    def _plan(self, effort: Effort) -> AnalysisPlan:
        """Return the plan of an effort, as far as the other options leave it the choice."""
        if self.method == "static":
            return AnalysisPlan()
        plan = effort.plan(moves=SHOWN_CANDIDATES)
        if self.simulation is not None:
            plan = AnalysisPlan(self.simulation, plan.endgame)
        if self.rank_by is not None:
            rank_by = self.rank_by
            plan = plan.map_simulations(lambda simulation: replace(simulation, rank_by=rank_by))
        return plan
