"""The tables of candidates, one kind per method of evaluation."""

from dataclasses import dataclass, replace
from functools import singledispatch
from math import isnan

from jackdaw.html.boards import encode_placement
from jackdaw.html.figures import UNKNOWN, Figure, percent, points, signed, whole, with_error, with_minus_signs
from jackdaw.text import (
    describe_bounds,
    describe_depth,
    describe_errors,
    describe_known_rack,
    describe_outcomes,
    describe_ranking,
    describe_searched,
    describe_simulation_errors,
    describe_source,
    phony_text,
    simulation_figures,
)
from movegen.board import Move
from movegen.counts import counted
from sims.analysis import PreendgameReport
from sims.simulation import SimulatedMove, SimulationEvaluation
from strategy.analysis import (
    EndgameEvaluation,
    Evaluation,
    PlayedMove,
    PositionAnalysis,
    PreendgameEvaluation,
    StaticEvaluation,
)
from strategy.endgame import EndgameMove, PreendgameMove
from strategy.players import Candidate


@dataclass(frozen=True)
class CandidateRow:
    """A candidate.

    `figures` fill the table's columns; `laid` encodes its tiles for the script. `mark` marks the played move,
    which may have no rank.
    """

    rank: Figure
    move: str
    score: Figure
    leave: str
    figures: tuple[Figure, ...]
    laid: str
    mark: str = ""


@dataclass(frozen=True)
class CandidateTable:
    """The best candidates of a turn, and the played move, whatever its rank.

    `columns` are the headings of the figures, `asides` the indices of columns that a narrow screen hides.
    `how` describes the number of candidates and the method, `outcomes` the tiles with which they win and
    lose. The rows from `line` on stand below a line with the text `below`; None for no line.
    """

    columns: tuple[str, ...]
    rows: tuple[CandidateRow, ...]
    how: str
    asides: tuple[int, ...]
    outcomes: tuple[str, ...] = ()
    line: int | None = None
    below: str = ""


def build_candidate_table(analysis: PositionAnalysis, count: int) -> CandidateTable | None:
    """Build the table of the `count` best candidates of a turn; None if there are none."""
    if not len(analysis.candidates):
        return None
    return evaluation_table(analysis.evaluation, analysis, count)


@singledispatch
def evaluation_table(evaluation: Evaluation, analysis: PositionAnalysis, count: int) -> CandidateTable:
    """Build the table of the `count` best moves and the played move; each method registers its own."""
    raise NotImplementedError(f"no table of {evaluation!r}")


@evaluation_table.register
def _(_evaluation: StaticEvaluation, analysis: PositionAnalysis, count: int) -> CandidateTable:
    candidates, played = analysis.candidates, analysis.played
    index = None if played is None else played.index
    indices = list(range(min(count, len(candidates))))
    if index is not None and index >= count:
        indices.append(index)
    rows = [_static_row(analysis, number, candidates[number]) for number in indices]
    if played is not None and index is None:
        rows.append(_unlisted(played, (UNKNOWN, points(played.equity))))
    legal = counted(len(candidates), "move")
    how = f"{min(count, len(candidates)):,} of {legal}, ranked by equity: score and leave"
    return CandidateTable(("Leave value", "Equity"), tuple(rows), how, (0,))


def _static_row(analysis: PositionAnalysis, index: int, candidate: Candidate) -> CandidateRow:
    figures = points(candidate.leave_value, signed=True), points(candidate.equity)
    played = analysis.played if analysis.played and analysis.played.index == index else None
    return _row(analysis, whole(analysis.rank_candidate(index)), candidate.move, figures, played)


@evaluation_table.register
def _(evaluation: SimulationEvaluation, analysis: PositionAnalysis, count: int) -> CandidateTable:
    return build_simulation_table(
        evaluation, analysis, count, simulation_figures(evaluation.simulation.rank_by)
    )


def build_simulation_table(
    evaluation: SimulationEvaluation, analysis: PositionAnalysis, count: int, titles: tuple[str, ...]
) -> CandidateTable:
    """Build the table of a simulation with the figures of these titles, of those that `RANK_FIGURES` has."""
    simulation, played = evaluation.simulation, analysis.played
    simulated = None if analysis.counted_move is None else evaluation.find(analysis.counted_move)
    shown = list(simulation.moves[:count])
    if simulated is not None and simulated not in shown:
        shown.append(simulated)
    rows = [
        _simulated_row(evaluation, analysis, move, titles, played if move is simulated else None)
        for move in shown
    ]
    line = simulation.first_given_up
    if line is not None and line >= count:
        line = None
    if played is not None and simulated is None:
        unlisted = _unlisted(played, (*[UNKNOWN] * (len(titles) + 1), points(played.equity)))
        rows.insert(len(rows) if line is None else line, unlisted)
        line = None if line is None else line + 1
    how = (
        f"{min(count, len(simulation.moves)):,} of {counted(len(simulation.moves), 'simulated move')}, "
        f"{describe_depth(simulation.setting)}, {counted(simulation.iterations, 'iteration')} of the best"
        f"{describe_known_rack(simulation)}, {describe_ranking(simulation.rank_by)}; "
        f"{describe_simulation_errors(simulation)}"
    )
    columns, asides = (*titles, "Best %", "Static"), range(len(titles), len(titles) + 2)
    below = "Given up early, after fewer iterations"
    return CandidateTable(columns, tuple(rows), how, tuple(asides), line=line, below=below)


def _share(chance: float) -> Figure:
    """Format a chance in percent, without the sign that the heading has."""
    figure = percent(chance)
    return replace(figure, text=figure.text.removesuffix(" %"))


def _simulated_row(
    evaluation: SimulationEvaluation,
    analysis: PositionAnalysis,
    move: SimulatedMove,
    titles: tuple[str, ...],
    played: PlayedMove | None,
) -> CandidateRow:
    spread_error = points(move.equity_se)
    figures = {
        "Utility": with_error(_share(move.utility), _share(move.utility_se)),
        "Win %": with_error(_share(move.win), _share(move.win_se)),
        "Equity": with_error(points(move.equity), spread_error),
        "Spread": with_error(points(move.spread, signed=True), spread_error),
    }
    rank = evaluation.rank(move.move)
    shown = (
        *(figures[title] for title in titles),
        UNKNOWN if rank is None else _share(move.p_best),  # a phony is nobody's best move
        points(move.static_equity),
    )
    return _row(analysis, whole(rank), move.move, shown, played)


@evaluation_table.register
def _(evaluation: EndgameEvaluation, analysis: PositionAnalysis, count: int) -> CandidateTable:
    moves, played, solved = evaluation.result.moves, analysis.played, evaluation.played
    rows = [
        _solved_row(analysis, move, whole(evaluation.rank(move.move)), played if move is solved else None)
        for move in moves[:count]
    ]
    if played is not None and solved is not None and solved not in moves[:count]:
        rows.append(_solved_row(analysis, solved, whole(played.rank), played))
    elif played is not None and solved is None:
        rows.append(_unlisted(played, (UNKNOWN, UNKNOWN, UNKNOWN)))
    legal = counted(len(analysis.candidates), "move")
    how = f"{min(count, len(moves)):,} of {legal}, searched to the end of the game"
    return CandidateTable(("Static", "Equity", "Spread"), tuple(rows), how, (0,))


def _solved_row(
    analysis: PositionAnalysis, move: EndgameMove, rank: Figure, played: PlayedMove | None
) -> CandidateRow:
    spread = signed(analysis.position.spread + move.value) if move.is_proven else UNKNOWN
    value = signed(move.value)
    if not move.is_proven:
        bounds = with_minus_signs(describe_bounds(move))
        value = replace(value, error=f"not proven{bounds and ': '}{bounds}")
    figures = points(analysis.static_equity(move.move)), value, spread
    return _row(analysis, rank, move.move, figures, played)


@evaluation_table.register
def _(evaluation: PreendgameEvaluation, analysis: PositionAnalysis, count: int) -> CandidateTable:
    result, played = evaluation.result, analysis.played
    searched = None if analysis.counted_move is None else evaluation.find(analysis.counted_move)
    shown = list(result.moves[:count])
    if searched is not None and searched not in shown:
        shown.append(searched)
    rows = [_searched_row(evaluation, analysis, move, played if move is searched else None) for move in shown]
    if played is not None and searched is None:
        rows.append(_unlisted(played, (points(played.equity), UNKNOWN, UNKNOWN)))
    legal = counted(len(analysis.candidates), "move")
    searched_how = describe_searched(result, "for all possible bags")
    how = f"{min(count, len(result.moves)):,} of {legal}{searched_how}"
    if errors := describe_errors(evaluation.result_with_phony):
        how += f"; {errors.removesuffix('.')}"
    outcomes = tuple(describe_outcomes(move) for move in shown if move.is_settled)
    return CandidateTable(("Static", "Win %", "Spread"), tuple(rows), how, (0,), outcomes)


def build_preendgame_progress(
    report: PreendgameReport, analysis: PositionAnalysis, count: int
) -> CandidateTable:
    """Build the table of a pre-endgame search that runs: estimates and proven bounds of the best so far."""
    known, played = report.progress, analysis.counted_move
    order = report.ranked()
    ranks = {index: rank for rank, index in enumerate(order, start=1)}
    shown = order[:count] + [index for index in order[count:] if known.moves[index] == played]
    rows = [_running_row(report, analysis, index, ranks[index]) for index in shown]
    is_settled = int((known.settled == known.arrangements).sum())
    how = (
        f"{len(shown):,} of {counted(len(known.moves), 'move')}, {is_settled:,} of them settled; "
        f"{known.arrangements:,} arrangements of the unseen tiles; rough estimates rank lower"
    )
    return CandidateTable(("Static", "Win %", "Proven bounds"), tuple(rows), how, (0,))


def _running_row(report: PreendgameReport, analysis: PositionAnalysis, index: int, rank: int) -> CandidateRow:
    known, move = report.progress, report.progress.moves[index]
    is_known = report.is_estimated(index)
    win = _share(report.win(index)) if is_known else UNKNOWN
    is_settled = known.settled[index] == known.arrangements
    simulated = report.simulated.get(move)
    if not is_settled and simulated is not None and isnan(known.win[index]):
        win = with_error(win, _share(simulated.win_error))
    least, most = _share(float(known.least_win[index])), _share(float(known.most_win[index]))
    bounds = "settled" if is_settled else f"{least.text} to {most.text}"
    figures = points(analysis.static_equity(move)), win, Figure(bounds, least.value)
    played = analysis.played if move == analysis.counted_move else None
    return _row(analysis, whole(rank if is_known else None), move, figures, played)


def _searched_row(
    evaluation: PreendgameEvaluation,
    analysis: PositionAnalysis,
    move: PreendgameMove,
    played: PlayedMove | None,
) -> CandidateRow:
    figures = points(evaluation.static_equity(move.move)), _win(move), _spread(move)
    rank = whole(evaluation.rank(move.move)) if move.win_source else UNKNOWN
    return _row(analysis, rank, move.move, figures, played)


def _win(move: PreendgameMove) -> Figure:
    """Format the wins with their error, and how they are known unless they are proven."""
    figure = _share(move.win) if move.win_source else UNKNOWN
    if move.win_error is not None and move.win_source:
        figure = with_error(figure, _share(move.win_error))
    how = "" if move.is_proven else describe_source(move)
    return replace(figure, error=" ".join(filter(None, (figure.error, how))))


def _spread(move: PreendgameMove) -> Figure:
    if move.spread_source is None:
        return UNKNOWN
    figure = points(move.spread, signed=True)
    if move.spread_error is not None:
        figure = with_error(figure, points(move.spread_error))
    how = "" if move.spread_is_settled else "simulated"
    return replace(figure, error=" ".join(filter(None, (figure.error, how))))


def _row(
    analysis: PositionAnalysis,
    rank: Figure,
    move: Move,
    figures: tuple[Figure, ...],
    played: PlayedMove | None,
) -> CandidateRow:
    leave = str(analysis.position.rack - move.tiles_used)
    mark = "" if played is None else _mark(played, str(move))
    laid = encode_placement(move if played is None else played.move)
    name = phony_text(played) if played is not None and played.move == move else str(move)
    return CandidateRow(rank, name, whole(move.score), leave, figures, laid, mark)


def _mark(played: PlayedMove, listed: str) -> str:
    if played.is_withdrawn:
        return f"{phony_text(played)} taken back"
    return "played" if str(played.move) == listed else f"played as {played.move}"


def _unlisted(played: PlayedMove, figures: tuple[Figure, ...]) -> CandidateRow:
    """Build the row of a phony, a play taken back, or a play with unknown tiles."""
    move, mark = played.move, "taken back" if played.is_withdrawn else "played"
    return CandidateRow(
        UNKNOWN, phony_text(played), whole(move.score), "", figures, encode_placement(move), mark
    )
