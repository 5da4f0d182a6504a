"""Solved endgames as text: the value, the best line, and the values of moves."""

from collections.abc import Iterator, Sequence

from jackdaw.console import EMPTY, Column, Line, styled, table
from jackdaw.text.board_view import position_lines
from jackdaw.text.remarks import phony_text
from jackdaw.text.report import evaluation_view
from jackdaw.text.solved_endgame import SolvedEndgame
from movegen.counts import counted
from movegen.position import Position
from strategy.analysis import EndgameEvaluation, PlayedMove, PositionAnalysis, StopReason
from strategy.endgame import EndgameMove, EndgameResult, LastTurn, TilesLeft, last_turns

_TURN_COLUMNS = (
    Column("#", "right"), Column("Player", "left"), Column("Move", "left"), Column("Score", "right"),
    Column("Spread", "right"),
)  # fmt: skip
_MOVE_COLUMNS = (
    Column("#", "right"), Column("Move", "left"), Column("Score", "right"), Column("Leave", "left"),
    Column("Equity", "right"), Column("Spread", "right"), Column("", "left"),
)  # fmt: skip
_ANALYSIS_COLUMNS = (*_MOVE_COLUMNS[:4], Column("Static", "right"), *_MOVE_COLUMNS[4:])
_TELLING_BOUND = 200
"""A bound farther from an endgame's value, in points, is left out: the most that the board could give."""

_ENDINGS = {"win": "wins", "draw": "draws", "loss": "loses", None: ""}
_RESULTS = {1.0: "a win", 0.5: "a draw", 0.0: "a loss", None: ""}
_STOPPED = {
    StopReason.NODES: "Stopped before all values were proven.",
    StopReason.TIME: "Stopped by the clock, so another run will differ.",
    StopReason.INTERRUPTED: "Interrupted, so another run will differ.",
}


def endgame_view(found: SolvedEndgame, *, with_moves: bool) -> Iterator[Line]:
    """Show the position, its value, the principal variation and, if requested, the values of moves."""
    given, result = found.given, found.result
    name = given.names[found.position.on_turn]
    yield styled(given.heading, "bold")
    yield EMPTY
    yield from position_lines(given.position, given.names)
    yield EMPTY
    yield styled(f"{describe_verdict(result, name)}.", "bold")
    if found.turns and not _is_any_move_shown(found):
        yield EMPTY
        yield from table(_TURN_COLUMNS, list(_turn_rows(found.turns, given.names)))
    if with_moves:
        yield EMPTY
        yield from table(_MOVE_COLUMNS, list(_move_rows(result.moves, found.position)))
    yield EMPTY
    if found.stopped is not None:
        yield styled(_STOPPED[found.stopped])
    yield styled(_how(found))


def _is_any_move_shown(found: SolvedEndgame) -> bool:
    """Return whether the line is no advice: every move loses, and the search asked for no more."""
    return found.first_win and found.result.outcome == "loss" and not found.result.is_proven


@evaluation_view.register
def _(
    evaluation: EndgameEvaluation, analysis: PositionAnalysis, names: Sequence[str], count: int
) -> Iterator[Line]:
    yield from table(_ANALYSIS_COLUMNS, list(_analysis_rows(evaluation, analysis, count)))
    yield EMPTY
    result = evaluation.result
    yield styled(f"{describe_verdict(result, names[analysis.player])}.")
    turns = last_turns(analysis.position, result.variation, evaluation.scoreless_turns)
    if turns:
        line = ", ".join(str(turn.move) for turn in turns if isinstance(turn, LastTurn))
        yield styled(f"Best play{'' if result.is_proven else ' found so far'}: {line}")
    shown = min(count, len(result.moves))
    counts = f"{shown:,} of {counted(len(analysis.candidates), 'move')}; lexicon {analysis.lexicon_name}"
    yield styled(f"{counts}; {counted(result.nodes, 'node')}")
    if evaluation.stopped:
        yield styled(_STOPPED[evaluation.stopped])
        yield styled("Equity with ? is an estimate.")
    yield from map(styled, _loss(evaluation, analysis))


def _analysis_rows(
    evaluation: EndgameEvaluation, analysis: PositionAnalysis, count: int
) -> Iterator[tuple[Sequence[str], str]]:
    moves, played, solved = evaluation.result.moves, analysis.played, evaluation.played
    for found in moves[:count]:
        cells = _analysis_cells(analysis, found, str(evaluation.rank(found.move)))
        if played is not None and solved is found:
            yield (*cells, _played_mark(played, found)), "bold"
        else:
            yield cells, ""
    if played is None or solved in moves[:count]:
        return
    yield ("", "..."), ""
    if solved is None:
        yield ("", phony_text(played), str(played.move.score), *[""] * 4, "played"), "bold"
    else:
        rank = "" if played.rank is None else str(played.rank)
        yield (*_analysis_cells(analysis, solved, rank), _played_mark(played, solved)), "bold"


def _analysis_cells(analysis: PositionAnalysis, found: EndgameMove, rank: str) -> tuple[str, ...]:
    position = analysis.position
    static = analysis.static_equity(found.move)
    return (
        rank,
        str(found.move),
        str(found.move.score),
        str(position.rack - found.move.tiles_used),
        "" if static is None else f"{static:.1f}",
        _value(found),
        f"{position.spread + found.value:+}" if found.is_proven else "",
    )


def _played_mark(played: PlayedMove, found: EndgameMove) -> str:
    if played.is_withdrawn:
        return f"{phony_text(played)} taken back"
    same = str(played.move) == str(found.move)
    return f"played{' a phony' if played.is_phony else ''}" if same else f"played as {played.move}"


def _loss(evaluation: EndgameEvaluation, analysis: PositionAnalysis) -> Iterator[str]:
    """Describe the loss of the played move, if any."""
    played, solved = analysis.played, evaluation.played
    if played is None or solved is None or not played.equity_lost:
        return
    name = "The pass that it became" if played.is_withdrawn else str(played.move)
    best, won = evaluation.win_chance(evaluation.moves[0]), evaluation.win_chance(solved.move)
    turned = (
        f", and turned {_RESULTS[best]} into {_RESULTS[won]}"
        if None not in (best, won) and best != won
        else ""
    )
    sure = "" if solved.is_proven and evaluation.result.is_proven else " (not proven)"
    yield f"{name} lost {played.equity_lost:.0f} points{turned}{sure}."


def describe_verdict(result: EndgameResult, name: str) -> str:
    """Describe the value and the winner, as far as known; `name` is the player on turn."""
    if result.is_proven:
        by = f" by {abs(result.final_spread)}" if result.final_spread else ""
        return f"Value {result.value:+}, proven: {name} {_ENDINGS[result.outcome]}{by}"
    wins = "Not proven" if result.outcome is None else f"Proven: {name} {_ENDINGS[result.outcome]}"
    bounds = describe_bounds(result)
    if result.outcome is not None and bounds in (f"at least {result.value:+}", f"at most {result.value:+}"):
        return f"{wins}; value {bounds}"  # a search for the first win finds no more than this bound
    return f"{wins}; value about {result.value:+}{bounds and ', '}{bounds}"


def describe_bounds(found: EndgameResult | EndgameMove) -> str:
    """Describe the bounds of a value that is not proven, without those far from it; "" if both are."""
    is_low = found.value - found.lower <= _TELLING_BOUND
    is_high = found.upper - found.value <= _TELLING_BOUND
    if is_low and is_high:
        return f"{found.lower:+} to {found.upper:+}"
    return f"at least {found.lower:+}" if is_low else f"at most {found.upper:+}" if is_high else ""


def _value(found: EndgameMove) -> str:
    """Format a value; an unproven one is an estimate with a question mark."""
    return f"{found.value:+}{'' if found.is_proven else '?'}"


def _turn_rows(
    turns: Sequence[LastTurn | TilesLeft], names: Sequence[str]
) -> Iterator[tuple[Sequence[str], str]]:
    for number, turn in enumerate(turns, start=1):
        name, spread = names[turn.player], f"{turn.spread:+}"
        if isinstance(turn, LastTurn):
            yield (str(number), name, str(turn.move), str(turn.move.score), spread), ""
        else:
            tiles = f"{'2 x ' if turn.points > 0 else ''}{turn.tiles}"
            yield ("", name, tiles, f"{turn.points:+}", spread), "dim"


def _move_rows(moves: Sequence[EndgameMove], position: Position) -> Iterator[tuple[Sequence[str], str]]:
    spread = position.spread
    for index, found in enumerate(moves):
        rank = 1 + sum(other.value > found.value for other in moves[:index])
        final = f"{spread + found.value:+}" if found.is_proven else ""
        cells = (
            str(rank),
            str(found.move),
            str(found.move.score),
            str(position.rack - found.move.tiles_used),
        )
        yield (*cells, _value(found), final, "" if found.is_proven else "not proven"), ""


def _how(found: SolvedEndgame) -> str:
    result, turns = found.result, found.scoreless_turns
    rule = "two passes end the game" if turns is None else f"{turns} scoreless turns end the game"
    if left := found.given.position.turns_left:
        rule = f"{counted(left, 'turn')} left by the rules"
    nodes = counted(result.nodes, "node")
    return f"{nodes} in {result.seconds:.1f} seconds; lexicon {found.lexicon_name}; {rule}"
