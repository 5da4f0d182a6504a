"""Kibitz in depth: the best moves of a game in progress, simulated or, at its end, searched.

The figures come with their errors, as a table that a terminal of any width can show.
"""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jackdaw.console import Column, plain_text, table
from movegen.board import Move
from sims.analysis import AnalysisPlan, Analyzer
from sims.play import Mode, PlayError, Session
from sims.simulation import SimulatedMove, Simulation, SimulationEvaluation, SimulationPlan, Stop
from strategy.analysis import (
    EndgamePlan,
    Method,
    PositionAnalysis,
    PreendgamePlan,
    StaticEvaluation,
    analyze_position,
)
from strategy.players import CandidateList, StaticStrategy
from strategy.search_control import SearchControl, SearchLimits, count_cores

DEFAULT_COUNT = 10
"""The number of moves that are simulated."""
_ENDGAME_NODES, _PREENDGAME_NODES = 2_000_000, 200_000
_MEMORY = 64
_COLUMNS = (
    Column("", "right"), Column("Move", "left"), Column("Score", "right"), Column("Leave", "left"),
    Column("Win %", "right"), Column("Equity", "right"),
)  # fmt: skip
_ROUGH = "A rough look: moves that differ by less than their errors (±) may change places."
_METHODS = {Method.PREENDGAME: "Pre-endgame search", Method.ENDGAME: "Endgame search"}


@dataclass(frozen=True)
class DeepKibitz:
    """The best moves at a point of a game, ready to be simulated or searched, in any thread.

    The session itself is asked in `begin` alone, so that the game may go on meanwhile.
    """

    static: PositionAnalysis
    analyzer: Analyzer
    count: int

    @classmethod
    def begin(cls, session: Session, seat: int, count: int = DEFAULT_COUNT) -> "DeepKibitz":
        """Prepare the best moves of a player. Raises PlayError if they cannot be simulated."""
        strategy = StaticStrategy.default(session.variant.tiles)
        static = analyze_position(session.position(seat), session.lexicon, strategy)
        is_training = session.mode is Mode.TRAINING  # without opponents' scores there is nothing to win
        if is_training:
            static = _only_plays(static)
        if not len(static.candidates) or static.obstacle:
            why = static.obstacle or "there is no move to simulate"
            cure = "draw tiles, or set a whole rack" if is_training else "use kibitz"
            raise PlayError(f"not simulated: {why}", cure=cure)
        plan = AnalysisPlan(
            SimulationPlan(candidates=count, rank_by="equity" if is_training else "utility"),
            EndgamePlan(count, SearchLimits(nodes=_ENDGAME_NODES, memory=_MEMORY)),
            PreendgamePlan(limits=SearchLimits(nodes=_PREENDGAME_NODES, memory=_MEMORY)),
        )
        analyzer = Analyzer(session.lexicon, strategy, plan, workers=count_cores())
        return cls(static, analyzer, count)

    @property
    def method(self) -> Method:
        """The method: simulation or, with few tiles left, a search."""
        return self.analyzer.plan.select_method(self.static)

    def run(self, control: SearchControl[PositionAnalysis]) -> PositionAnalysis:
        """Evaluate the moves; `control` gets the figures as they come. Raises PlayError if it cannot be done.

        The same position gives the same figures unless it is stopped.
        """

        def report(simulation: Simulation) -> None:
            control.report(self.static.with_evaluation(SimulationEvaluation(simulation)))

        inner = SearchControl(progress=report, should_stop=control.should_stop)
        found = replace(self.analyzer, control=inner).deepen(self.static)
        if found.why_static is not None:
            raise PlayError(f"not simulated: {found.why_static}", cure="use kibitz")
        return found


def deep_kibitz_text(analysis: PositionAnalysis, count: int, width: int) -> list[str]:
    """List the best moves with their figures and errors, and say how far they can be trusted."""
    shown = [index for index, column in enumerate(_COLUMNS) if column.title != "Win %" or _has_wins(analysis)]
    rows = [_cells(number, move, analysis) for number, move in _listed(analysis, count)]
    lines = table(
        [_COLUMNS[index] for index in shown],
        [([row[index] for index in shown], "") for row in rows],
        gap=1,
        width=width,
    )
    return [*map(plain_text, lines), *textwrap.wrap(" ".join(_notes(analysis)), max(20, width))]


def _listed(analysis: PositionAnalysis, count: int) -> Iterator[tuple[int, Move]]:
    return enumerate(analysis.evaluation.moves[:count], start=1)


def _has_wins(analysis: PositionAnalysis) -> bool:
    evaluation = analysis.evaluation
    return not isinstance(evaluation, SimulationEvaluation) or evaluation.simulation.rank_by != "equity"


def _cells(number: int, move: Move, analysis: PositionAnalysis) -> tuple[str, ...]:
    evaluation: Any = analysis.evaluation
    win, equity = evaluation.win_chance(move), evaluation.equity(move)
    shown_win, shown = "" if win is None else f"{100 * win:.1f}", "" if equity is None else f"{equity:+.1f}"
    if isinstance(evaluation, SimulationEvaluation):
        figures: SimulatedMove | None = evaluation.find(move)
        if figures is not None:
            shown_win += f" ±{100 * figures.win_se:.1f}"
            shown += f" ±{figures.equity_se:.1f}"
    leave = analysis.position.rack - move.tiles_used
    return str(number), str(move), str(move.score), str(leave), shown_win, shown


def _notes(analysis: PositionAnalysis) -> Iterator[str]:
    """Say what was done, and how far it can be trusted."""
    evaluation = analysis.evaluation
    if isinstance(evaluation, SimulationEvaluation):
        yield from _simulation_notes(evaluation.simulation)
        return
    best = evaluation.moves[0]
    yield f"{_METHODS.get(analysis.method, 'Search')}:"
    if evaluation.is_proven(best):
        yield f"{best} is proven best."
    else:
        stopped = "" if evaluation.stopped is None else f" (stopped: {evaluation.stopped})"
        yield f"{best} is the best found, not proven{stopped}."


def _simulation_notes(simulation: Simulation) -> Iterator[str]:
    count = f"{simulation.iterations:,} iteration{'' if simulation.iterations == 1 else 's'}"
    if simulation.stopped is Stop.CONFIDENCE:
        yield f"{count}; {100 * (simulation.confidence or 0):g} % confident that no other move is better."
        return
    if simulation.stopped is Stop.ITERATIONS:
        yield f"{count}. Moves that differ by less than their errors (±) are about equal."
        return
    yield f"{count} so far." if simulation.stopped is None else f"Stopped after {count}."
    yield _ROUGH


def _only_plays(static: PositionAnalysis) -> PositionAnalysis:
    """Return the analysis without exchanges and the pass, which training refuses."""
    listed = static.candidates
    if not len(listed):
        return static
    plays = np.flatnonzero(listed.moves.records["kind"] == 0)
    kept = CandidateList(listed.moves.select(plays), listed.equities[plays], listed.leave_values)
    return replace(static, candidates=kept, evaluation=StaticEvaluation(static.position, kept))
