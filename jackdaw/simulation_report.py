"""A simulation as text: a table of its candidates, why it stopped, what the played move lost."""

from collections.abc import Iterator

from jackdaw.layout import EMPTY, Column, Line, styled, table
from jackdaw.remarks import phony_text
from movegen.tiles import Rack
from sims.rollouts import TO_THE_END
from sims.simulated_analysis import SimulatedAnalysis
from sims.simulation import SimulatedMove, Simulation, Stop
from strategy.played_move import PlayedMove

_COLUMNS = (
    Column("#", "right"), Column("Move", "left"), Column("Score", "right"), Column("Leave", "left"),
    Column("Static", "right"), Column("Equity", "right"), Column("Win %", "right"), Column("Best %", "right"),
    Column("Iter.", "right"), Column("", "left"),
)  # fmt: skip


def simulation_table(simulation: Simulation, most: int) -> list[Line]:
    """The `most` best candidates of a simulation, best first."""
    moves = simulation.moves[:most]
    rows = [(_cells(str(rank), move, simulation), "") for rank, move in enumerate(moves, start=1)]
    return table(_COLUMNS[:-1], rows, gap=1)


def simulated_view(analysis: SimulatedAnalysis, most: int) -> Iterator[Line]:
    """The `most` best candidates and the move that was made, and what there is to say of them."""
    yield from table(_COLUMNS, list(_rows(analysis, most)), gap=1)
    yield EMPTY
    simulation = analysis.simulation
    shown = min(most, len(simulation.moves))
    what = f"{shown:,} of {len(simulation.moves):,} simulated moves, of {len(analysis.candidates):,}"
    yield styled(f"{what}; lexicon {analysis.lexicon_name}, strategy {analysis.strategy_name}")
    yield styled(_how(simulation))
    yield from map(styled, _inferred(simulation))
    yield styled(f"{_why_stopped(simulation)}.")
    yield from map(styled, _loss(analysis))


def _rows(analysis: SimulatedAnalysis, most: int) -> Iterator[tuple[tuple[str, ...], str]]:
    moves, place = analysis.simulation.moves, analysis.played_place
    for number, move in enumerate(moves[:most]):
        yield _row(analysis, number, move)
    if analysis.played is None or (place is not None and place < most):
        return
    if most < len(moves):
        yield ("", "..."), ""
    if place is not None:
        yield _row(analysis, place, moves[place])
    else:
        played = analysis.played
        equity = "" if played.equity is None else f"{played.equity:.1f}"
        yield ("", phony_text(played), str(played.move.score), "", equity, *[""] * 4, "played"), "bold"


def _row(analysis: SimulatedAnalysis, place: int, move: SimulatedMove) -> tuple[tuple[str, ...], str]:
    cells = _cells(str(analysis.simulated_rank(place)), move, analysis.simulation)
    if place != analysis.played_place or analysis.played is None:
        return cells, ""
    return (*cells, _played_mark(analysis.played, move)), "bold"


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
    held = f", the opponent holding {rack}" if isinstance(rack, Rack) and len(rack) else ""
    iterations = _counted(simulation.iterations, "iteration", "iterations")
    return f"{depth}, {iterations}, seed {setting.seed}{held}; ± is one standard error"


def _inferred(simulation: Simulation) -> Iterator[str]:
    """What was inferred of the opponent's rack, if it was."""
    racks = simulation.setting.opponent_rack
    if isinstance(racks, Rack):
        return
    likeliest = ", ".join(f"{leave} ({100 * chance:.1f} %)" for leave, chance in racks.most_likely(3))
    leaves = _counted(len(racks), "leave", "leaves")
    yield f"Inferred of the opponent: {leaves}, effectively {racks.effective_size:,.0f}; {likeliest}"


def _counted(count: int, one: str, more: str) -> str:
    return f"{count:,} {one if count == 1 else more}"


def _why_stopped(simulation: Simulation) -> str:
    sure = f"{100 * (simulation.confidence or 0):g} %"
    if simulation.stopped is Stop.CONFIDENCE:
        return f"Sure at {sure} that no other one is better by more than {_margin(simulation)}"
    if simulation.stopped is Stop.TIME:
        return f"Stopped by the clock after {simulation.seconds:.1f} seconds, so another run will differ"
    if simulation.stopped is Stop.INTERRUPTED:
        return "Interrupted, so another run will differ"
    if simulation.confidence is None:
        return "Stopped when all iterations were made"
    return f"Stopped when all iterations were made, not yet sure at {sure} which is best"


def _margin(simulation: Simulation) -> str:
    if simulation.rank_by == "equity":
        return f"{simulation.margin:g} points"
    return f"{100 * simulation.margin:g} % of the wins"


def _loss(analysis: SimulatedAnalysis) -> Iterator[str]:
    """What the played move lost, if it did."""
    simulation, played, place = analysis.simulation, analysis.played, analysis.played_place
    if played is None or place is None or analysis.simulated_rank(place) == 1:
        return
    move = simulation.moves[place]
    wins = 100 * (simulation.best.win - move.win)
    error = f" ±{move.difference_se:.1f}" if simulation.rank_by == "equity" else ""
    name = "The pass that it came to" if played.is_withdrawn else str(played.move)
    yield f"{name} lost {played.equity_lost:.1f}{error} points, and {max(0.0, wins):.1f} % of the wins."
