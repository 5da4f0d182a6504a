"""A simulation as text: its candidates, the reason why it stopped, and the loss of the played move."""

import textwrap
from collections.abc import Iterator, Sequence

from jackdaw.console import EMPTY, Column, Line, page_width, styled, table
from jackdaw.text.remarks import UNKNOWN, describe_values, phony_text
from jackdaw.text.report import evaluation_view
from movegen.counts import counted
from movegen.variant import Rack
from sims.simulation import (
    RANK_FIGURES,
    TO_THE_END,
    RolloutSetting,
    SimulatedMove,
    Simulation,
    SimulationEvaluation,
    Stop,
    format_error,
    format_figure,
)
from strategy.analysis import PlayedMove, PositionAnalysis
from strategy.players import RankBy
from strategy.winprob import UTILITY

_MOVE_COLUMNS = (
    Column("#", "right"), Column("Move", "left"), Column("Score", "right"), Column("Leave", "left"),
)  # fmt: skip


def simulation_figures(rank_by: RankBy) -> tuple[str, ...]:
    """Return the titles of the figures in tables of simulations; what ranks the moves comes first."""
    return RANK_FIGURES[rank_by]


def describe_ranking(rank_by: RankBy) -> str:
    """Describe what ranks the moves."""
    keys: dict[RankBy, str] = {"utility": f"utility ({UTILITY.description})", "win": "chance to win"}
    return f"ranked by {keys.get(rank_by, rank_by)}"


def describe_simulation_errors(simulation: Simulation) -> str:
    """Describe the errors that follow the figures, or why there are none."""
    return "± is one standard error" if simulation.iterations > 1 else "errors unknown after one iteration"


def describe_depth(setting: RolloutSetting) -> str:
    """Describe how far rollouts go."""
    plies = setting.plies
    depth = "to the end of the game" if plies == TO_THE_END else counted(plies, "ply", "plies")
    return depth if setting.endgame_nodes is None else f"{depth}, endgames searched"


def simulation_table(simulation: Simulation, count: int) -> list[Line]:
    """Return the `count` best candidates of a simulation, best first."""
    moves = simulation.moves[:count]
    rows = [(_cells(str(rank), move, simulation), "") for rank, move in enumerate(moves, start=1)]
    return _with_line(rows, moves, simulation)


@evaluation_view.register
def _(
    evaluation: SimulationEvaluation, analysis: PositionAnalysis, names: Sequence[str], count: int
) -> Iterator[Line]:
    del names
    simulation = evaluation.simulation
    yield from _with_line(list(_rows(evaluation, analysis, count)), simulation.moves[:count], simulation)
    yield EMPTY
    shown = min(count, len(simulation.moves))
    counts = f"{shown:,} of {len(simulation.moves):,} simulated moves, of {len(analysis.candidates):,}"
    yield styled(f"{counts}; lexicon {analysis.lexicon_name}, strategy {analysis.strategy_name}")
    yield styled(f"Values: {describe_values(analysis, with_win_table=True)}")
    yield styled(_how(simulation))
    ranking = describe_ranking(simulation.rank_by).capitalize()
    yield styled(f"{ranking}; {describe_simulation_errors(simulation)}.")
    yield from map(styled, _inferred(simulation))
    yield styled(f"{_why_stopped(simulation)}.")
    yield from map(styled, textwrap.wrap(_loss(evaluation, analysis), page_width() - 1))


def _columns(simulation: Simulation) -> tuple[Column, ...]:
    figures = (Column(title, "right") for title in (*RANK_FIGURES[simulation.rank_by], "Best %"))
    return (*_MOVE_COLUMNS, *figures, Column("", "left"))


def _with_line(
    rows: Sequence[tuple[tuple[str, ...], str]], moves: Sequence[SimulatedMove], simulation: Simulation
) -> list[Line]:
    """Return the table of rows, with a line above the first of the `moves` that was given up early."""
    lines = table(_columns(simulation), rows, gap=1)
    given_up = simulation.first_given_up
    if given_up is not None and given_up < len(moves):
        iterations = [move.iterations for move in moves if move.is_eliminated]
        few, many = min(iterations), max(iterations)
        least = "" if few == many else f"{few:,} to "
        after = f"{least}{counted(many, 'iteration')}"
        lines.insert(1 + given_up, styled(f"given up early, after {after}:", "dim"))
    return lines


def _rows(
    evaluation: SimulationEvaluation, analysis: PositionAnalysis, count: int
) -> Iterator[tuple[tuple[str, ...], str]]:
    moves, played = evaluation.simulation.moves, analysis.played
    simulated = _played(evaluation, analysis)
    for move in moves[:count]:
        yield _row(evaluation, move, played if move is simulated else None)
    if played is None or simulated in moves[:count]:
        return
    if simulated is not None:
        yield ("", "..."), ""
        yield _row(evaluation, simulated, played)
    else:
        yield ("", "not simulated:"), "dim"
        unknown = [UNKNOWN] * (len(RANK_FIGURES[evaluation.simulation.rank_by]) + 1)
        yield ("", phony_text(played), str(played.move.score), "", *unknown, "played"), "bold"


def _played(evaluation: SimulationEvaluation, analysis: PositionAnalysis) -> SimulatedMove | None:
    """Return the results of the played move, if it was simulated."""
    return None if analysis.counted_move is None else evaluation.find(analysis.counted_move)


def _row(
    evaluation: SimulationEvaluation, move: SimulatedMove, played: PlayedMove | None
) -> tuple[tuple[str, ...], str]:
    rank = evaluation.rank(move.move)
    cells = _cells("" if rank is None else str(rank), move, evaluation.simulation)
    if played is None:
        return cells, ""
    if rank is None:  # a phony is nobody's best move
        cells = ("", phony_text(played), *cells[2:-1], UNKNOWN)
    return (*cells, _played_mark(played, move)), "bold"


def _played_mark(played: PlayedMove, move: SimulatedMove) -> str:
    if played.is_withdrawn:
        return "taken back"
    return "played" if str(played.move) == str(move.move) else f"played as {played.move}"


def _cells(rank: str, move: SimulatedMove, simulation: Simulation) -> tuple[str, ...]:
    return (
        rank,
        str(move.move),
        str(move.score),
        str(simulation.setting.position.rack - move.move.tiles_used),
        *(format_figure(move, title) for title in RANK_FIGURES[simulation.rank_by]),
        f"{100 * move.p_best:.1f}",
    )


def _how(simulation: Simulation) -> str:
    setting = simulation.setting
    iterations = counted(simulation.iterations, "iteration")
    return f"{describe_depth(setting)}, {iterations}, seed {setting.seed}{describe_known_rack(simulation)}"


def describe_known_rack(simulation: Simulation) -> str:
    """Describe the tiles that the opponent is known to hold, after a comma; empty if none are known."""
    rack = simulation.setting.opponent_rack
    return f", opponent holds {rack}" if isinstance(rack, Rack) and len(rack) else ""


def _inferred(simulation: Simulation) -> Iterator[str]:
    """Describe what was inferred about the opponent's rack, if anything."""
    racks = simulation.setting.opponent_rack
    if isinstance(racks, Rack):
        return
    likeliest = ", ".join(f"{leave} ({100 * chance:.1f} %)" for leave, chance in racks.most_likely(3))
    leaves = counted(len(racks), "leave")
    yield f"Inferred for the opponent: {leaves}, effectively {racks.effective_size:,.0f}; {likeliest}"


def _why_stopped(simulation: Simulation) -> str:
    confidence = f"{100 * (simulation.confidence or 0):g} %"
    if simulation.stopped is Stop.CONFIDENCE:
        return f"{confidence} confident that no other move's {_margin(simulation)} higher"
    if simulation.stopped is Stop.TIME:
        return f"Stopped by the clock after {simulation.seconds:.1f} seconds, so another run will differ"
    if simulation.stopped is Stop.INTERRUPTED:
        return "Interrupted, so another run will differ"
    if simulation.confidence is None:
        return "Stopped after all iterations"
    return f"Stopped after all iterations, without {confidence} confidence in the best move"


def _margin(simulation: Simulation) -> str:
    """Format the margin as the column shows it that ranks the moves."""
    if simulation.rank_by == "equity":
        return f"equity is more than {simulation.margin:g} points"
    return f"{RANK_FIGURES[simulation.rank_by][0].lower()} is more than {100 * simulation.margin:g}"


def _loss(evaluation: SimulationEvaluation, analysis: PositionAnalysis) -> str:
    """Describe what the played move lost against the best one, over their common iterations."""
    played, move = analysis.played, _played(evaluation, analysis)
    if played is None or move is None or evaluation.rank(move.move) == 1:
        return ""
    found = evaluation.difference(move.move, evaluation.simulation.best.move)
    wins, points = round(100 * found.win, 1), round(found.equity, 1)
    of_wins = f"{abs(wins):.1f}{format_error(100 * found.win_se, ' ± ')} percentage points of wins"
    of_points = f"{abs(points):.1f}{format_error(found.equity_se, ' ± ')} points"
    name = "The pass that it became" if played.is_withdrawn else phony_text(played)
    if wins > 0 and points > 0:
        return f"{name} gained {of_wins} and {of_points} on the best move."
    if wins > 0:
        return f"{name} lost {of_points}, and gained {of_wins}."
    if points > 0:
        return f"{name} lost {of_wins}, and gained {of_points}."
    return f"{name} lost {of_wins} and {of_points}."
