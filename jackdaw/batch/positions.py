"""Analyze one position of a batch in a worker, and encode the result as a line of JSON."""

from dataclasses import dataclass, replace
from functools import partial
from zlib import crc32

import msgspec

from jackdaw.inputs import Item
from jackdaw.schemas import PositionJson, position_json
from movegen.encoding import encode_json
from movegen.errors import JackdawError, one_line
from movegen.position import Position
from sims.analysis import AnalysisPlan, Analyzer
from sims.lexicon_source import LexiconSource
from sims.seeds import derive_seed
from sims.simulation import SimulationPlan
from strategy.players import StaticStrategy

SCHEMA = "jackdaw.batch/1"


class LineJson(msgspec.Struct):
    """A position of a batch: its place in the input, and its analysis or the reason why there is none."""

    schema: str
    number: int
    source: str
    line: int | None
    turn: int | None
    id: str | None
    error: str | None
    analysis: PositionJson | None


class BatchResult(msgspec.Struct, frozen=True):
    """The result of a worker, which the journal saves: the number of a position, and its `LineJson`."""

    first: int
    line: bytes


@dataclass(frozen=True)
class BatchPlan:
    """A plan for the analysis of all positions.

    Attributes
    ----------
    analysis: the methods and their limits.
    strategy: the strategy that ranks moves and plays rollouts; None for the default of the position's tiles.
    limit:    the number of best candidates to write.
    details:  whether to write the distributions of rollouts, too.
    """

    analysis: AnalysisPlan
    strategy: StaticStrategy | None
    limit: int
    details: bool


@dataclass(frozen=True)
class BatchTask:
    """A position to analyze, its number, and its lexicon; None if the position has an error already."""

    number: int
    item: Item
    lexicon: LexiconSource | None = None


def analyze_task(plan: BatchPlan, task: BatchTask) -> BatchResult:
    """Analyze a position. Errors become part of the result."""
    if task.item.error is not None or task.lexicon is None:
        return report_failure(task, task.item.error or "there is no position")
    try:
        return _encode(task, None, _analyze(plan, task, task.lexicon))
    except JackdawError as error:
        return report_failure(task, one_line(str(error)))


def report_failure(task: BatchTask, reason: str) -> BatchResult:
    """Return the result for a position that cannot be analyzed."""
    return _encode(task, reason, None)


def _analyze(plan: BatchPlan, task: BatchTask, source: LexiconSource) -> PositionJson:
    item, lexicon = task.item, source.load()
    assert item.position is not None
    own = plan.analysis.map_simulations(partial(_with_own_seed, position=item.position))
    analysis = Analyzer(lexicon, plan.strategy, own).position(
        item.position, turn=item.turn, played=item.played, is_withdrawn=item.is_withdrawn, last=item.last
    )
    if not len(analysis.candidates):
        raise JackdawError("the rack of the player on turn is not known")
    result = position_json(analysis, plan.limit)
    if not plan.details:
        for candidate in result.candidates:
            candidate.rollouts = None
    return result


def _with_own_seed(plan: SimulationPlan, position: Position) -> SimulationPlan:
    """Return the plan with a seed that follows from its own and from the position.

    With the same one all positions would meet like racks and draws, so errors would not cancel in means.
    """
    return replace(plan, seed=derive_seed("batch", plan.seed, crc32(position.cgp().encode())))


def _encode(task: BatchTask, error: str | None, analysis: PositionJson | None) -> BatchResult:
    item = task.item
    line = LineJson(SCHEMA, task.number, item.source, item.line, item.turn, item.name, error, analysis)
    return BatchResult(task.number, encode_json(line) + b"\n")
