"""Kibitz in depth: the best moves of a game in progress, simulated or, at its end, searched.

The figures come with their errors, as a table that a terminal of any width can show.
"""

import textwrap
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jackdaw.console import Column, plain_text, table
from jackdaw.html import build_preendgame_progress
from movegen.board import Move
from movegen.counts import counted
from movegen.system import count_cores
from sims.analysis import AnalysisPlan, Analyzer, PreendgameReport
from sims.play import Mode, PlayError, Session
from sims.simulation import (
    SimulatedMove,
    Simulation,
    SimulationEvaluation,
    SimulationPlan,
    Stop,
    format_error,
)
from strategy.analysis import (
    EndgameEvaluation,
    EndgamePlan,
    Method,
    PositionAnalysis,
    PreendgamePlan,
    StaticEvaluation,
    analyze_position,
)
from strategy.endgame import EndgameResult
from strategy.players import CandidateList, static_strategy_for
from strategy.search_control import SearchControl, SearchLimits

DEFAULT_COUNT = 10
"""The number of moves that are simulated."""
_ENDGAME_NODES, _PREENDGAME_NODES = 2_000_000, 200_000
_MEMORY = 64
_COLUMNS = (
    Column("", "right"), Column("Move", "left"), Column("Score", "right"), Column("Leave", "left"),
    Column("Win %", "right"), Column("Equity", "right"),
)  # fmt: skip
_RUNNING_COLUMNS = (*_COLUMNS[:-1], Column("Proven", "left"))
_SECONDS_BETWEEN_FIGURES = 0.2
_ROUGH = "A rough look: moves that differ by less than their errors (±) may change places."
_METHODS = {Method.PREENDGAME: "Pre-endgame search", Method.ENDGAME: "Endgame search"}


@dataclass(frozen=True)
class RunningPreendgame:
    """A pre-endgame search that runs: the moves, and what is known of them so far."""

    static: PositionAnalysis
    report: PreendgameReport


Figures = PositionAnalysis | RunningPreendgame
"""What kibitz shows of a simulation or a search."""


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
        strategy = static_strategy_for(session.lexicon, session.variant)
        static = analyze_position(session.position(seat), session.lexicon, strategy)
        is_training = session.mode is Mode.TRAINING  # without opponents' scores there is nothing to win
        if is_training:
            static = _only_plays(static)
        if not len(static.candidates) or static.obstacle:
            why = static.obstacle or "there is no move to simulate"
            cure = "draw tiles, or set a whole rack" if is_training else "use kibitz"
            raise PlayError(f"not simulated: {why}", cure=cure)
        simulation = SimulationPlan(candidates=count, rank_by="equity" if is_training else "utility")
        plan = AnalysisPlan(
            simulation,
            EndgamePlan(count, SearchLimits(nodes=_ENDGAME_NODES, memory=_MEMORY)),
            PreendgamePlan(limits=SearchLimits(nodes=_PREENDGAME_NODES, memory=_MEMORY)),
            preendgame_simulation=None if is_training else simulation.with_few_tiles(),
        )
        analyzer = Analyzer(session.lexicon, strategy, plan, workers=count_cores())
        return cls(static, analyzer, count)

    @property
    def method(self) -> Method:
        """The method: simulation or, with few tiles left, a search."""
        return self.analyzer.plan.select_method(self.static)

    def run(self, control: SearchControl[Figures]) -> PositionAnalysis:
        """Evaluate the moves; `control` gets the figures as they come. Raises PlayError if it cannot be done.

        The same position gives the same figures unless it is stopped.
        """
        last = 0.0

        def report(known: Simulation | EndgameResult | PreendgameReport) -> None:
            nonlocal last
            if isinstance(known, Simulation) or time.monotonic() >= last + _SECONDS_BETWEEN_FIGURES:
                last = time.monotonic()
                control.report(_running_figures(self.static, known))

        inner = SearchControl(progress=report, should_stop=control.should_stop)
        found = replace(self.analyzer, control=inner).deepen(self.static)
        if found.why_static is not None:
            raise PlayError(f"not simulated: {found.why_static}", cure="use kibitz")
        return found


def _running_figures(
    static: PositionAnalysis, known: Simulation | EndgameResult | PreendgameReport
) -> Figures:
    """The figures in a report of an analyzer's progress."""
    if isinstance(known, PreendgameReport):
        return RunningPreendgame(static, known)
    if isinstance(known, EndgameResult):
        return static.with_evaluation(EndgameEvaluation(static.position, known))
    return static.with_evaluation(SimulationEvaluation(known))


def deep_kibitz_text(found: Figures, count: int, width: int) -> list[str]:
    """List the best moves with their figures and errors, and say how far they can be trusted."""
    columns: tuple[Column, ...]
    if isinstance(found, RunningPreendgame):
        columns, (rows, notes) = _RUNNING_COLUMNS, _running_preendgame(found, count)
    else:
        columns, notes = _COLUMNS, " ".join(_notes(found))
        rows = [_cells(number, move, found) for number, move in _listed(found, count)]
        if not _has_wins(found):
            columns, rows = columns[:4] + columns[5:], [row[:4] + row[5:] for row in rows]
    lines = table(columns, [(row, "") for row in rows], gap=1, width=width)
    return [*map(plain_text, lines), *textwrap.wrap(notes, max(20, width))]


def _running_preendgame(found: RunningPreendgame, count: int) -> tuple[list[tuple[str, ...]], str]:
    """The rows of the moves that are best so far, and how far the search is."""
    known = found.report.progress
    shown = build_preendgame_progress(found.report, found.static, count)
    rows = [
        (row.rank.text, row.move, row.score.text, row.leave, *(figure.text for figure in row.figures[1:]))
        for row in shown.rows
    ]
    settled = int((known.settled == known.arrangements).sum())
    best = known.moves[found.report.best()]
    return rows, (
        f"{_METHODS[Method.PREENDGAME]}: {settled:,} of {counted(len(known.moves), 'move')} settled so far."
        f" {best} is the best yet."
    )


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
            shown_win += format_error(100 * figures.win_se)
            shown += format_error(figures.equity_se)
    elif isinstance(evaluation, EndgameEvaluation) and not evaluation.is_proven(move):
        shown += " ?"
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
    elif evaluation.stopped is None:
        yield f"{best} is the best so far, not proven yet."
    else:
        yield f"{best} is the best found, not proven (stopped: {evaluation.stopped})."
    if isinstance(evaluation, EndgameEvaluation) and not all(map(evaluation.is_proven, evaluation.moves)):
        yield "A value with ? is an estimate."


def _simulation_notes(simulation: Simulation) -> Iterator[str]:
    count = counted(simulation.iterations, "iteration")
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
