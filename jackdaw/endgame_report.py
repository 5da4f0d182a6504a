"""Solved endgames as text: what they come to, the best play of both, the values of moves."""

from collections.abc import Iterator, Sequence

from jackdaw.board_view import position_lines
from jackdaw.layout import EMPTY, Column, Line, styled, table
from jackdaw.remarks import phony_text
from jackdaw.solved_endgame import SolvedEndgame
from movegen.position import Position
from strategy.endgame import EndgameMove, EndgameResult
from strategy.endgame_analysis import EndgameAnalysis
from strategy.endgame_turns import LastTurn, TilesLeft, last_turns
from strategy.played_move import PlayedMove

_TURN_COLUMNS = (
    Column("#", "right"), Column("Player", "left"), Column("Move", "left"), Column("Score", "right"),
    Column("Spread", "right"),
)  # fmt: skip
_MOVE_COLUMNS = (
    Column("#", "right"), Column("Move", "left"), Column("Score", "right"), Column("Leave", "left"),
    Column("Value", "right"), Column("Spread", "right"), Column("", "left"),
)  # fmt: skip
_ANALYSIS_COLUMNS = (*_MOVE_COLUMNS[:4], Column("Static", "right"), *_MOVE_COLUMNS[4:])
_ENDINGS = {"win": "wins", "draw": "draws", "loss": "loses", None: ""}
_RESULTS = {1.0: "a win", 0.5: "a draw", 0.0: "a loss", None: ""}
_STOPPED = {
    "nodes": "Stopped before all values were proven.",
    "time": "Stopped by the clock, so another run will differ.",
    "interrupted": "Interrupted, so another run will differ.",
}


def endgame_view(found: SolvedEndgame, *, with_moves: bool) -> Iterator[Line]:
    """The position, its value, the principal variation; the moves whose values were asked for."""
    given, result = found.given, found.result
    name = given.names[found.position.on_turn]
    yield styled(given.heading, "bold")
    yield EMPTY
    yield from position_lines(found.position, given.names)
    yield EMPTY
    yield styled(f"{verdict(result, name)}.", "bold")
    if found.turns:
        yield EMPTY
        yield from table(_TURN_COLUMNS, list(_turn_rows(found.turns, given.names)))
    if with_moves:
        yield EMPTY
        yield from table(_MOVE_COLUMNS, list(_move_rows(result.moves, found.position)))
    yield EMPTY
    if found.stopped is not None:
        yield styled(_STOPPED[found.stopped])
    yield styled(_how(found))


def solved_view(analysis: EndgameAnalysis, names: Sequence[str], most: int) -> Iterator[Line]:
    """The `most` best moves of an analysis, the move that was made, and what the endgame comes to."""
    yield from table(_ANALYSIS_COLUMNS, list(_analysis_rows(analysis, most)))
    yield EMPTY
    result = analysis.endgame
    yield styled(f"{verdict(result, names[analysis.player])}.")
    turns = last_turns(analysis.position, result.variation, analysis.scoreless_turns)
    if turns:
        line = ", ".join(str(turn.move) for turn in turns if isinstance(turn, LastTurn))
        yield styled(f"Best play{'' if result.is_proven else ' as far as is known'}: {line}")
    shown = min(most, len(result.moves))
    what = f"{shown:,} of {len(analysis.candidates):,} moves; lexicon {analysis.lexicon_name}"
    yield styled(f"{what}; {result.nodes:,} nodes")
    if analysis.stopped:
        yield styled(_STOPPED[analysis.stopped])
    yield from map(styled, _loss(analysis))


def _analysis_rows(analysis: EndgameAnalysis, most: int) -> Iterator[tuple[Sequence[str], str]]:
    moves, played, solved = analysis.endgame.moves, analysis.played, analysis.solved_played
    for found in moves[:most]:
        cells = _analysis_cells(analysis, found, str(analysis.solved_rank(found)))
        if played is not None and solved is found:
            yield (*cells, _played_mark(played, found)), "bold"
        else:
            yield cells, ""
    if played is None or solved in moves[:most]:
        return
    yield ("", "..."), ""
    if solved is None:
        yield ("", phony_text(played), str(played.move.score), *[""] * 4, "played"), "bold"
    else:
        rank = "" if played.rank is None else str(played.rank)
        yield (*_analysis_cells(analysis, solved, rank), _played_mark(played, solved)), "bold"


def _analysis_cells(analysis: EndgameAnalysis, found: EndgameMove, rank: str) -> tuple[str, ...]:
    position = analysis.position
    static = analysis.static_equity(found.move)
    return (
        rank,
        str(found.move),
        str(found.move.score),
        str(position.rack - found.move.tiles_used),
        "" if static is None else f"{static:.1f}",
        _value(found),
        f"{analysis.spread + found.value:+}" if found.is_proven else "",
    )


def _played_mark(played: PlayedMove, found: EndgameMove) -> str:
    if played.is_withdrawn:
        return f"{phony_text(played)} taken back"
    same = str(played.move) == str(found.move)
    return f"played{' a phony' if played.is_phony else ''}" if same else f"played as {played.move}"


def _loss(analysis: EndgameAnalysis) -> Iterator[str]:
    """What the played move lost, if it did."""
    played, solved = analysis.played, analysis.solved_played
    if played is None or solved is None or not played.equity_lost:
        return
    name = "The pass that it came to" if played.is_withdrawn else str(played.move)
    best, won = analysis.win(analysis.endgame.moves[0]), analysis.win(solved)
    turned = (
        f", and turned {_RESULTS[best]} into {_RESULTS[won]}"
        if None not in (best, won) and best != won
        else ""
    )
    sure = "" if solved.is_proven and analysis.endgame.is_proven else " (not proven)"
    yield f"{name} lost {played.equity_lost:.0f} points{turned}{sure}."


def verdict(result: EndgameResult, name: str) -> str:
    """What is known of the value, and of who wins; `name` is the player on turn."""
    if result.is_proven:
        by = f" by {abs(result.final_spread)}" if result.final_spread else ""
        return f"Value {result.value:+}, proven: {name} {_ENDINGS[result.outcome]}{by}"
    wins = "Not proven" if result.outcome is None else f"Proven: {name} {_ENDINGS[result.outcome]}"
    return f"{wins}; value {_interval(result)}, perhaps {result.value:+}"


def _interval(result: EndgameResult) -> str:
    """Between what the value lies that is not proven."""
    if result.lower is None:
        return "unknown" if result.upper is None else f"{result.upper:+} or less"
    return f"{result.lower:+} or more" if result.upper is None else f"{result.lower:+} to {result.upper:+}"


def _value(found: EndgameMove) -> str:
    """The value; what is not proven, the best guess, with a question mark."""
    return f"{found.value:+}{'' if found.is_proven else '?'}"


def _turn_rows(
    turns: Sequence[LastTurn | TilesLeft], names: Sequence[str]
) -> Iterator[tuple[Sequence[str], str]]:
    for number, turn in enumerate(turns, start=1):
        name, spread = names[turn.player], f"{turn.spread:+}"
        if isinstance(turn, LastTurn):
            yield (str(number), name, str(turn.move), str(turn.move.score), spread), ""
        else:
            what = f"{'2 x ' if turn.points > 0 else ''}{turn.tiles}"
            yield ("", name, what, f"{turn.points:+}", spread), "dim"


def _move_rows(moves: Sequence[EndgameMove], position: Position) -> Iterator[tuple[Sequence[str], str]]:
    spread = position.scores[position.on_turn] - position.scores[1 - position.on_turn]
    for place, found in enumerate(moves):
        rank = 1 + sum(other.value > found.value for other in moves[:place])
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
    rule = "two passes end the game" if turns is None else f"{turns} turns without a score end the game"
    return f"{result.nodes:,} nodes in {result.seconds:.1f} seconds; lexicon {found.lexicon_name}; {rule}"
