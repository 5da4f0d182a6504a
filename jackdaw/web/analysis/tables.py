"""Tables of candidates as JSON for the page: figures, bars, reasons, and all rankings of a simulation."""

from functools import singledispatch
from itertools import islice

import msgspec

from jackdaw.html import (
    UNKNOWN,
    CandidateRow,
    CandidateTable,
    Figure,
    build_candidate_table,
    build_preendgame_progress,
    build_simulation_table,
    with_minus_signs,
)
from jackdaw.text import describe_preendgame, describe_values, describe_verdict, explanation_sentences
from movegen.counts import counted
from sims.analysis import PreendgameReport
from sims.explanation import Explanation, explain
from sims.simulation import SimulatedMove, Simulation, SimulationEvaluation
from strategy.analysis import (
    EndgameEvaluation,
    Evaluation,
    Method,
    PositionAnalysis,
    PreendgameEvaluation,
)
from strategy.endgame import EndgameResult
from strategy.players import RankBy

RANKING_TITLES = ("Utility", "Win %", "Equity")
"""The columns that can rank the moves of a simulation: always in this order, so headings stay in place."""
_QUANTITIES: dict[RankBy, str] = {"utility": "utility", "win": "the chance to win", "equity": "equity"}


class BarsView(msgspec.Struct):
    """The results of a simulated candidate, for its bar.

    `value` is what ranks the moves, in percent or points, with its standard error. `replies` gives per
    square, by rows, how often the opponent's next move covers it, in thousandths.
    """

    value: float
    value_se: float
    iterations: int
    given_up: bool
    replies: list[int]


class CandidateRowView(msgspec.Struct):
    """A candidate. `values` are its rank, score and figures as numbers, null if unknown, to sort by.

    `laid` encodes its tiles for the board: `x y shape, ...`. `why` says why the best move is better.
    """

    rank: str
    move: str
    score: str
    leave: str
    figures: list[tuple[str, str]]
    values: list[float | None]
    laid: str
    mark: str
    bars: BarsView | None = None
    why: list[str] = []


class TableView(msgspec.Struct):
    """A table of candidates. `asides` holds the indices of columns that a narrow screen hides.

    The rows from `line` on stand below a line with the text `below`.
    `why` has sentences: why the best move is better than the played or the next one, as far as is known.
    A simulation is ranked by `rank_by`; `rankings` has the same moves, ranked by other quantities, without
    their heat maps. `done` says how far a running search is.
    """

    method: str
    columns: list[str]
    asides: list[int]
    rows: list[CandidateRowView]
    how: str
    outcomes: list[str]
    verdict: str = ""
    stopped: str | None = None
    seconds: float = 0.0
    notes: list[str] = []
    line: int | None = None
    below: str = ""
    why: list[str] = []
    rank_by: RankBy | None = None
    rankings: dict[RankBy, "TableView"] = {}
    done: str = ""


def build_table(
    analysis: PositionAnalysis, count: int, note: str = "", *, with_why: bool = False
) -> TableView:
    """Return the table of the `count` best candidates and the played move, with reasons if asked for."""
    notes = [note] if note else []
    if analysis.why_static:
        notes.append(f"static only: {analysis.why_static}")
    evaluation = analysis.evaluation
    if isinstance(evaluation, SimulationEvaluation):
        table: CandidateTable | None = build_simulation_table(evaluation, analysis, count, RANKING_TITLES)
    else:
        table = build_candidate_table(analysis, count)
    if table is None:
        return TableView(analysis.method, [], [], [], "The rack is unknown.", [], notes=notes)
    bars = evaluation_bars(evaluation)
    why = _reasons(analysis, count) if with_why else {}
    rows = [_row(row, bars.get(row.move), why.get(row.move, [])) for row in table.rows]
    if isinstance(evaluation, EndgameEvaluation):
        _rank_proven(rows, evaluation.result)
    return TableView(
        analysis.method,
        list(table.columns),
        list(table.asides),
        rows,
        f"{table.how}; lexicon {analysis.lexicon_name}, {_values(analysis)}",
        list(table.outcomes),
        with_minus_signs(describe_result(evaluation)),
        evaluation.stopped,
        round(evaluation.seconds or 0.0, 1),
        notes,
        table.line,
        table.below,
        _sentences(explain(analysis)),
        *_rankings(analysis, count, note, with_why),
    )


def _rank_proven(rows: list[CandidateRowView], result: EndgameResult) -> None:
    """Leave out ranks of moves without exact values; the best move of an unfinished search is the first."""
    is_proven = {str(each.move): each.is_proven for each in result.moves}
    if all(is_proven.values()):
        return
    for index, row in enumerate(rows):
        if index == 0:
            row.rank, row.values[0] = "1", 1
        elif not is_proven.get(row.move, True):
            row.rank, row.values[0] = UNKNOWN.text, None


@singledispatch
def build_running_table(_report: object, analysis: PositionAnalysis, count: int, note: str) -> TableView:
    """Return the table of an analysis that runs, from a report of its progress; the analysis is static."""
    return build_table(analysis, count, note)


@build_running_table.register
def _(report: Simulation, analysis: PositionAnalysis, count: int, note: str) -> TableView:
    return build_table(analysis.with_evaluation(SimulationEvaluation(report)), count, note)


@build_running_table.register
def _(report: EndgameResult, analysis: PositionAnalysis, count: int, note: str) -> TableView:
    evaluation = EndgameEvaluation(analysis.position, report)
    table = build_table(analysis.with_evaluation(evaluation), count, note)
    proven = sum(each.is_proven for each in report.moves)
    table.done = f"{proven} of {len(report.moves)} values proven"
    return table


def _values(analysis: PositionAnalysis) -> str:
    return describe_values(analysis, with_win_table=analysis.method is Method.SIMULATION)


@build_running_table.register
def _(report: PreendgameReport, analysis: PositionAnalysis, count: int, note: str) -> TableView:
    shown = build_preendgame_progress(report, analysis, count)
    known = report.progress
    settled = int((known.settled == known.arrangements).sum())
    return TableView(
        Method.PREENDGAME,
        list(shown.columns),
        list(shown.asides),
        [_row(row, None, []) for row in shown.rows],
        f"{shown.how}; lexicon {analysis.lexicon_name}, {_values(analysis)}",
        [],
        f"Best so far: {shown.rows[0].move}",
        notes=[note] if note else [],
        done=f"{settled:,} of {counted(len(known.moves), 'move')} settled",
    )


def _rankings(
    analysis: PositionAnalysis, count: int, note: str, with_why: bool
) -> tuple[RankBy | None, dict[RankBy, TableView]]:
    """Return what ranks the moves of a simulation, and its tables ranked by anything else."""
    evaluation = analysis.evaluation
    if not isinstance(evaluation, SimulationEvaluation):
        return None, {}
    first, tables = evaluation.simulation.rank_by, {}
    for other in evaluation.simulation.others:
        ranked = analysis.with_evaluation(SimulationEvaluation(other))
        table = tables[other.rank_by] = build_table(ranked, count, note, with_why=with_why)
        table.below = f"Given up early, by {_QUANTITIES[first]}, after fewer iterations"
        forget_replies(table)
    return first, tables


def forget_replies(table: TableView) -> None:
    """Remove the heat maps of replies from a table, which make it large."""
    for row in table.rows:
        if row.bars is not None:
            row.bars.replies = []
    for other in table.rankings.values():
        forget_replies(other)


def _reasons(analysis: PositionAnalysis, count: int) -> dict[str, list[str]]:
    """Return why the best move is better than each of the others, by their texts."""
    moves = islice(analysis.evaluation.moves, count)
    return {str(move): _sentences(explain(analysis, move)) for move in moves}


def _sentences(explanation: Explanation | None) -> list[str]:
    return [with_minus_signs(each) for each in explanation_sentences(explanation)]


def _row(row: CandidateRow, bars: BarsView | None, why: list[str]) -> CandidateRowView:
    def cell(figure: Figure) -> tuple[str, str]:
        return figure.text, figure.error

    return CandidateRowView(
        row.rank.text,
        row.move,
        row.score.text,
        row.leave,
        [cell(each) for each in row.figures],
        [figure.value for figure in (row.rank, row.score, *row.figures)],
        row.laid,
        row.mark,
        bars,
        why,
    )


@singledispatch
def evaluation_bars(_evaluation: Evaluation) -> dict[str, BarsView]:
    """Return the bars of moves by their texts; empty for methods without bars."""
    return {}


@evaluation_bars.register
def _(evaluation: SimulationEvaluation) -> dict[str, BarsView]:
    simulation = evaluation.simulation
    return {str(move.move): _bar(move, simulation.rank_by) for move in simulation.moves}


def _bar(move: SimulatedMove, rank_by: RankBy) -> BarsView:
    rollouts = max(1, move.iterations)
    unit = 1 if rank_by == "equity" else 100
    value, error = move.ranked(rank_by)
    return BarsView(
        round(unit * value, 2),
        round(unit * error, 2),
        move.iterations,
        move.is_eliminated,
        [1000 * count // rollouts for row in move.distribution.covered for count in row],
    )


@singledispatch
def describe_result(_evaluation: Evaluation) -> str:
    """Describe the result of a search in a sentence; empty for other methods."""
    return ""


@describe_result.register
def _(evaluation: EndgameEvaluation) -> str:
    line = ", ".join(map(str, evaluation.result.variation))
    result = evaluation.result
    so_far = "" if result.is_proven else " so far"
    return f"{describe_verdict(result, 'The player on turn')}. Best play{so_far}: {line}"


@describe_result.register
def _(evaluation: PreendgameEvaluation) -> str:
    return describe_preendgame(evaluation.result, of_all=False)
