"""A simulation as text: its candidates, the reason why it stopped, and the loss of the played move."""

from collections.abc import Iterator, Sequence

from jackdaw.console import EMPTY, Column, Line, styled, table
from jackdaw.text.remarks import phony_text
from jackdaw.text.report import evaluation_view
from movegen.variant import Rack
from sims.simulation import TO_THE_END, SimulatedMove, Simulation, SimulationEvaluation, Stop
from strategy.analysis import PlayedMove, PositionAnalysis

_COLUMNS = (
    Column("#", "right"), Column("Move", "left"), Column("Score", "right"), Column("Leave", "left"),
    Column("Static", "right"), Column("Equity", "right"), Column("Win %", "right"), Column("Best %", "right"),
    Column("Iter.", "right"), Column("", "left"),
)  # fmt: skip


def simulation_table(simulation: Simulation, count: int) -> list[Line]:
    """Return the `count` best candidates of a simulation, best first."""
    moves = simulation.moves[:count]
    rows = [(_cells(str(rank), move, simulation), "") for rank, move in enumerate(moves, start=1)]
    return table(_COLUMNS[:-1], rows, gap=1)


@evaluation_view.register
def _(
    evaluation: SimulationEvaluation, analysis: PositionAnalysis, names: Sequence[str], count: int
) -> Iterator[Line]:
    del names
    yield from table(_COLUMNS, list(_rows(evaluation, analysis, count)), gap=1)
    yield EMPTY
    simulation = evaluation.simulation
    shown = min(count, len(simulation.moves))
    counts = f"{shown:,} of {len(simulation.moves):,} simulated moves, of {len(analysis.candidates):,}"
    yield styled(f"{counts}; lexicon {analysis.lexicon_name}, strategy {analysis.strategy_name}")
    yield styled(_how(simulation))
    yield from map(styled, _inferred(simulation))
    yield styled(f"{_why_stopped(simulation)}.")
    yield from map(styled, _loss(evaluation, analysis))


def _rows(
    evaluation: SimulationEvaluation, analysis: PositionAnalysis, count: int
) -> Iterator[tuple[tuple[str, ...], str]]:
    moves, played = evaluation.simulation.moves, analysis.played
    simulated = _played(evaluation, analysis)
    for move in moves[:count]:
        yield _row(evaluation, move, played if move is simulated else None)
    if played is None or simulated in moves[:count]:
        return
    if count < len(moves):
        yield ("", "..."), ""
    if simulated is not None:
        yield _row(evaluation, simulated, played)
    else:
        equity = "" if played.equity is None else f"{played.equity:.1f}"
        yield ("", phony_text(played), str(played.move.score), "", equity, *[""] * 4, "played"), "bold"


def _played(evaluation: SimulationEvaluation, analysis: PositionAnalysis) -> SimulatedMove | None:
    """Return the results of the played move, if it was simulated."""
    return None if analysis.counted_move is None else evaluation.find(analysis.counted_move)


def _row(
    evaluation: SimulationEvaluation, move: SimulatedMove, played: PlayedMove | None
) -> tuple[tuple[str, ...], str]:
    cells = _cells(str(evaluation.rank(move.move)), move, evaluation.simulation)
    return (cells, "") if played is None else ((*cells, _played_mark(played, move)), "bold")


def _played_mark(played: PlayedMove, move: SimulatedMove) -> str:
    if played.is_withdrawn:
        return f"{phony_text(played)} taken back"
    return "played" if str(played.move) == str(move.move) else f"played as {played.move}"


def _cells(rank: str, move: SimulatedMove, simulation: Simulation) -> tuple[str, ...]:
    return (
        rank,
        str(move.move),
        str(move.score),
        str(simulation.setting.position.rack - move.move.tiles_used),
        f"{move.static_equity:.1f}",
        f"{move.equity:.1f} ±{move.equity_se:.1f}",
        f"{100 * move.win:.1f} ±{100 * move.win_se:.1f}",
        f"{100 * move.p_best:.1f}",
        f"{move.iterations:,}",
    )


def _how(simulation: Simulation) -> str:
    setting = simulation.setting
    depth = (
        "to the end of the game" if setting.plies == TO_THE_END else _counted(setting.plies, "ply", "plies")
    )
    rack = setting.opponent_rack
    held = f", opponent holds {rack}" if isinstance(rack, Rack) and len(rack) else ""
    iterations = _counted(simulation.iterations, "iteration", "iterations")
    return f"{depth}, {iterations}, seed {setting.seed}{held}; ± is one standard error"


def _inferred(simulation: Simulation) -> Iterator[str]:
    """Describe what was inferred about the opponent's rack, if anything."""
    racks = simulation.setting.opponent_rack
    if isinstance(racks, Rack):
        return
    likeliest = ", ".join(f"{leave} ({100 * chance:.1f} %)" for leave, chance in racks.most_likely(3))
    leaves = _counted(len(racks), "leave", "leaves")
    yield f"Inferred for the opponent: {leaves}, effectively {racks.effective_size:,.0f}; {likeliest}"


def _counted(count: int, one: str, more: str) -> str:
    return f"{count:,} {one if count == 1 else more}"


def _why_stopped(simulation: Simulation) -> str:
    confidence = f"{100 * (simulation.confidence or 0):g} %"
    if simulation.stopped is Stop.CONFIDENCE:
        return f"{confidence} confident that no other move is better by more than {_margin(simulation)}"
    if simulation.stopped is Stop.TIME:
        return f"Stopped by the clock after {simulation.seconds:.1f} seconds, so another run will differ"
    if simulation.stopped is Stop.INTERRUPTED:
        return "Interrupted, so another run will differ"
    if simulation.confidence is None:
        return "Stopped after all iterations"
    return f"Stopped after all iterations, without {confidence} confidence in the best move"


def _margin(simulation: Simulation) -> str:
    if simulation.rank_by == "equity":
        return f"{simulation.margin:g} points"
    return f"{100 * simulation.margin:g} % chance to win"


def _loss(evaluation: SimulationEvaluation, analysis: PositionAnalysis) -> Iterator[str]:
    """Describe the loss of the played move, if any."""
    simulation, played = evaluation.simulation, analysis.played
    move = _played(evaluation, analysis)
    if played is None or move is None or evaluation.rank(move.move) == 1:
        return
    wins = 100 * (simulation.best.win - move.win)
    error = f" ±{move.difference_se:.1f}" if simulation.rank_by == "equity" else ""
    name = "The pass that it became" if played.is_withdrawn else str(played.move)
    yield f"{name} lost {played.equity_lost:.1f}{error} points, and {max(0.0, wins):.1f} % chance to win."
