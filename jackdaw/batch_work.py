"""What is done with each position of a batch, by whichever worker, and the line of JSON that tells of it."""

from dataclasses import dataclass

import msgspec

from jackdaw.json_output import PositionJson, position_json
from jackdaw.position_sources import Item
from movegen.errors import JackdawError, one_line
from sims.lexicon_source import LexiconSource
from sims.looking_ahead import TurnMethods, look_ahead
from sims.simulation_plan import SimulationPlan
from strategy.analysis import analyze_position
from strategy.endgame_analysis import EndgamePlan
from strategy.preendgame_analysis import PreendgamePlan
from strategy.static import StaticStrategy

SCHEMA = "jackdaw.batch/1"


class LineJson(msgspec.Struct):
    """A position of a batch: where it stood, and its analysis or why there is none."""

    schema: str
    number: int
    source: str
    line: int | None
    turn: int | None
    id: str | None
    error: str | None
    analysis: PositionJson | None


class Answer(msgspec.Struct, frozen=True):
    """What a worker answers, and what the journal keeps: the number of the position, and its `LineJson`."""

    first: int
    line: bytes

    @property
    def told(self) -> LineJson:
        """What the line says."""
        return msgspec.json.decode(self.line, type=LineJson)


@dataclass(frozen=True)
class Work:
    """What is to be done with every position.

    Attributes
    ----------
    plan:     how it is simulated; None for no look ahead.
    endgame:  how it is solved where the bag is empty; None for no look ahead.
    preendgame: how it is searched with one tile in the bag; None for not at all.
    strategy: what ranks moves and plays rollouts; None for the default of the position's tiles.
    most:     so many of the best candidates are told.
    details:  whether the distributions of their rollouts are, too.
    """

    plan: SimulationPlan | None
    strategy: StaticStrategy | None
    most: int
    details: bool
    endgame: EndgamePlan | None = None
    preendgame: PreendgamePlan | None = None


@dataclass(frozen=True)
class Task:
    """A position to analyze: its number, where it stood, the lexicon, unless there is an error already."""

    number: int
    item: Item
    lexicon: LexiconSource | None = None


def analyze_task(work: Work, task: Task) -> Answer:
    """Analyze a position. What is wrong with it is told in the answer, not raised."""
    if task.item.error is not None or task.lexicon is None:
        return failed(task, task.item.error or "there is no position")
    try:
        return _answer(task, None, _analyzed(work, task, task.lexicon))
    except JackdawError as error:
        return failed(task, one_line(str(error)))


def failed(task: Task, reason: str) -> Answer:
    """The answer for a position that cannot be analyzed."""
    return _answer(task, reason, None)


def _analyzed(work: Work, task: Task, source: LexiconSource) -> PositionJson:
    item, lexicon = task.item, source.load()
    assert item.position is not None
    strategy = work.strategy or StaticStrategy.default(item.position.variant.tiles)
    analysis = analyze_position(
        item.position, lexicon, strategy, turn=item.turn, played=item.played, is_withdrawn=item.is_withdrawn
    )
    if not len(analysis.candidates):
        raise JackdawError("the rack of the player on turn is not known")
    methods = TurnMethods(work.plan, work.endgame, work.preendgame)
    analysis = look_ahead(analysis, methods, lexicon, strategy, last=item.last)
    told = position_json(analysis, work.most)
    if not work.details:
        for candidate in told.candidates:
            candidate.rollouts = None
    return told


def _answer(task: Task, error: str | None, analysis: PositionJson | None) -> Answer:
    item = task.item
    told = LineJson(SCHEMA, task.number, item.source, item.line, item.turn, item.name, error, analysis)
    return Answer(task.number, msgspec.json.encode(told) + b"\n")
