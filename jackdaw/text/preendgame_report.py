"""Pre-endgames as text: the wins of moves, how they are known, and the tiles with which they win."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jackdaw.console import EMPTY, Column, Line, page_width, styled, table
from jackdaw.text.board_view import position_lines
from jackdaw.text.remarks import phony_text
from jackdaw.text.report import evaluation_view
from movegen.counts import counted
from movegen.position import Position
from strategy.analysis import PlayedMove, PositionAnalysis, PreendgameEvaluation, StopReason
from strategy.endgame import HARDLY_EVER, PreendgameMove, PreendgameOutcome, PreendgameResult, Source

if TYPE_CHECKING:
    from jackdaw.inputs import GivenPosition

_COLUMNS = (
    Column("#", "right"), Column("Move", "left"), Column("Score", "right"), Column("Leave", "left"),
    Column("Win %", "left"), Column("Spread", "left"), Column("Wins", "left"),
)  # fmt: skip
_ANALYSIS_COLUMNS = (
    *_COLUMNS[:4], Column("Static", "right"), *_COLUMNS[4:], Column("", "left"),
)  # fmt: skip
_STOPPED = {
    StopReason.NODES: "Stopped before everything was proven.",
    StopReason.TIME: "Stopped by the clock, so another run will differ.",
    StopReason.INTERRUPTED: "Interrupted, so another run will differ.",
}
_STOPPED_SPREADS = {
    StopReason.TIME: "The clock stopped only the search for final spreads, which may differ in another run.",
    StopReason.INTERRUPTED: "Interrupted in the search for final spreads, which may differ in another run.",
}
_MAX_LISTED = 72
"""Outcomes of which all are named: those of two tiles drawn from nine different ones."""
_PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
_DASH = "\N{EN DASH}"


@dataclass(frozen=True)
class PreendgameShown:
    """What the text shows of a result: `count` moves, their outcomes if asked for, why the search stopped.

    `all_wins` if those of every move were asked for; `of_all` is False if only some of the moves were
    searched.
    """

    count: int
    outcomes: bool = False
    stopped: StopReason | None = None
    all_wins: bool = False
    of_all: bool = True


def preendgame_view(
    given: "GivenPosition", lexicon_name: str, result: PreendgameResult, shown: PreendgameShown
) -> Iterator[Line]:
    """Show the position, the best moves, and facts about the search."""
    yield styled(given.heading, "bold")
    yield EMPTY
    yield from position_lines(given.position, given.names)
    yield EMPTY
    yield from (styled(line, "bold") for line in _wrapped(describe_preendgame(result, of_all=shown.of_all)))
    yield EMPTY
    moves = result.moves[: shown.count]
    yield from table(_COLUMNS, list(_rows(moves, given.position)))
    yield EMPTY
    if shown.outcomes:
        yield from _outcomes(moves)
    if shown.stopped is not None:
        reasons = _STOPPED_SPREADS if _are_wins_settled(result, shown.all_wins) else _STOPPED
        yield from map(styled, _wrapped(reasons[shown.stopped]))
    yield from map(styled, _wrapped(f"{len(moves):,} of {describe_sources(result)}."))
    if errors := describe_errors(result):
        yield from map(styled, _wrapped(errors))
    seen = "all" if result.samples is None else f"{result.samples:,} of"
    yield from map(
        styled,
        _wrapped(
            f"{seen} {result.arrangements:,} arrangements of the unseen tiles; {result.opponent} opponent; "
            f"two passes end the game; {counted(result.nodes, 'node')} of search, "
            f"{result.seconds:.1f} seconds in all; lexicon {lexicon_name}"
        ),
    )
    known = given.position.racks[1 - given.position.on_turn]
    if known:
        yield styled(f"The opponent's tiles {known} are not used: the search takes any as possible.")


def _are_wins_settled(result: PreendgameResult, all_wins: bool) -> bool:
    if all_wins:
        return all(move.is_settled for move in result.moves)
    return result.best.is_settled and all(move.most_win <= result.best.win for move in result.moves)


def describe_preendgame(result: PreendgameResult, *, of_all: bool = True) -> str:
    """State which move is best and how far that is proven; `of_all` if every move was searched."""
    best = result.best
    if len(result.moves) == 1:
        return _describe_only(best)
    if max(move.most_win for move in result.moves) == 0:
        none = "No move" if of_all else "None of these moves"
        over = _over(max(result.moves, key=lambda move: move.possible_win))
        return f"{none} can win or draw{over}. {_least_lost(result)}."
    if best.win_source is not None and best.win < HARDLY_EVER:
        none = "No move" if of_all else "None of these moves"
        return f"{none} seems to win. {_least_lost(result)}."
    if best.is_settled and best.win == 1:
        return f"{best.move} always wins{_over(best)}. {_most_won(result)}."
    if best.is_settled:
        wins = f"{best.move} wins {_in_sentence(_win_text(best))} %{_over(best)}"
        if any(move.most_win > best.win for move in result.moves):
            return f"{wins}; others may win more often."
        none = "no move wins" if of_all else "none of these wins"
        if best.is_proven and not result.is_proven:
            return f"{wins}; {none} more often in the {result.samples} arrangements sampled."
        return f"{wins}: {none} more often."
    if best.win_source is None:
        return "Nothing is known yet."
    return f"{best.move} is best so far, not proven: it wins {_estimate(best)}."


def _describe_only(found: PreendgameMove) -> str:
    """State how often the only move wins, which is compared with no other."""
    if found.win_source is None:
        return "Nothing is known yet."
    if found.most_win == 0:
        text = f"{found.move} cannot win or draw{_over(found)}"
    elif found.is_settled and found.win == 1:
        text = f"{found.move} always wins{_over(found)}"
    elif found.is_settled:
        text = f"{found.move} wins {_in_sentence(_win_text(found))} %{_over(found)}"
    else:
        text = f"Not proven: {found.move} wins {_estimate(found)}"
    known = "not known" if found.spread_source is None else _describe_spread(found)
    return f"{text}. Its final spread is {known}."


def _over(best: PreendgameMove) -> str:
    return ", proven" if best.samples is None else f" in the {best.samples} arrangements sampled"


def _most_won(result: PreendgameResult) -> str:
    if result.best.spread_source is None:
        return "Its final spread is not known"
    count = _count_compared(result)
    rest = f" is the best of {count:,} sure wins compared" if count > 1 else ""
    return f"Its final spread {'of' if rest else 'is'} {_describe_spread(result.best)}{rest}"


def _least_lost(result: PreendgameResult) -> str:
    if result.best.spread_source is None:
        return "Their final spreads are not known"
    spread = _describe_spread(result.best)
    count = f"{counted(_count_compared(result), 'move')} compared"
    return f"{result.best.move} has the best final spread of {count}: {spread}"


def _count_compared(result: PreendgameResult) -> int:
    """Count the moves that win as often as the best, and whose spread is known.

    Of a best move that hardly ever wins those that hardly ever win either, as far as estimates go.
    """
    best = result.best
    known = [move for move in result.moves if move.spread_source is not None]
    if best.win < HARDLY_EVER:
        return sum(move.win_source is not None and move.win < HARDLY_EVER for move in known)
    return sum(move.is_settled and move.win == best.win for move in known)


def _describe_spread(found: PreendgameMove) -> str:
    return _in_sentence(_spread_text(found)) + ("" if found.spread_is_settled else " (simulated)")


def _estimate(found: PreendgameMove) -> str:
    figure = _in_sentence(_win_text(found))
    if found.win_source is Source.SIMULATED:
        return f"about {figure} % by simulation"
    bounds = _bounds(found)
    return f"about {figure} %" + (f", {bounds} %" if bounds else "")


def describe_sources(result: PreendgameResult) -> str:
    """Count the moves by what is known of their wins."""
    moves = result.moves
    counts = {
        "settled": sum(move.is_settled for move in moves),
        "estimated": sum(move.win_source is Source.SEARCHED for move in moves),
        "simulated": sum(move.win_source is Source.SIMULATED for move in moves),
        "bounded": sum(move.win_source is None and move.is_known for move in moves),
        "unknown": sum(not move.is_known for move in moves),
    }
    parts = ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)
    return f"{counted(len(moves), 'move')}: {parts}"


def describe_searched(result: PreendgameResult, how: str) -> str:
    """Say which moves were searched, and how: those that empty the bag if the others were only simulated."""
    leaving = [found for found in result.moves if len(found.move.tiles_used) < result.bag_count]
    if not leaving or any(found.win_source is not Source.SIMULATED for found in leaving):
        return f", searched {how}"
    return "" if len(leaving) == len(result.moves) else f", those that empty the bag searched {how}"


def describe_errors(result: PreendgameResult) -> str:
    """Explain the errors of the figures; empty if all are exact."""
    parts = []
    sources = {move.win_source for move in result.moves}
    if Source.SEARCHED in sources:
        parts.append(f"of estimated wins that of shallow searches{_and_of_the_sample(result)}")
    rollouts = {move.simulated.rollouts for move in result.moves if move.simulated is not None}
    if rollouts:
        least, most = min(rollouts), max(rollouts)
        games = f"{most} games" if least == most else f"{least} to {most} games"
        if Source.SIMULATED in sources:
            lowered = "of better replies, for which they are lowered"
            parts.append(f"of simulated wins that of {games} and {lowered}")
            games = "the games"
        parts.append(
            f"of simulated spreads that of {games}, in which both players move by score and leave until the "
            "bag is empty, so better replies can change them by more"
        )
    if Source.SAMPLED in sources:
        parts.append("of settled moves that of the sample")
    if not parts:
        return ""
    is_discounted = sources & {Source.SEARCHED, Source.SIMULATED}
    ranking = " Half an error counts against a move in the ranking." if is_discounted else ""
    return f"\N{PLUS-MINUS SIGN} is one standard error: {'; '.join(parts)}.{ranking}"


def _and_of_the_sample(result: PreendgameResult) -> str:
    """Say for which moves arrangements are sampled: a sample may hold all that differ for others."""
    are_sampled = {move.samples is not None for move in result.moves if move.win_source is Source.SEARCHED}
    if are_sampled == {True, False}:
        return " and, after moves that leave tiles in the bag, of the sample"
    return " and of the sample" if True in are_sampled else ""


def _rows(moves: Sequence[PreendgameMove], position: Position) -> Iterator[tuple[Sequence[str], str]]:
    are_known = True
    for rank, found in enumerate(moves, start=1):
        if are_known and not found.is_known:
            are_known = False
            yield ("", "unknown"), "dim"
        move = found.move
        leave = str(position.rack - move.tiles_used)
        number = str(rank) if found.win_source else _DASH
        yield (number, str(move), str(move.score), leave, *_figures(found)), ""


def _figures(found: PreendgameMove) -> tuple[str, str, str]:
    """Format the wins, the spread, and how the wins are known."""
    win, *error = _win_text(found)
    return " ".join((f"{win:>5}", *error)), f"{' '.join(_spread_text(found)):>6}", describe_source(found)


def _win_text(found: PreendgameMove) -> tuple[str, ...]:
    """Format the wins in percent, with their error if there is one; a dash if nothing is known of them."""
    if found.win_source is None:
        return (_DASH,)
    return f"{100 * found.win:.1f}", *_error(found.win_error, 100)


def _spread_text(found: PreendgameMove) -> tuple[str, ...]:
    """Format the spread likewise."""
    if found.spread_source is None:
        return (_DASH,)
    return f"{found.spread:+.1f}", *_error(found.spread_error)


def _in_sentence(figure: tuple[str, ...]) -> str:
    """Join a figure and its error, which in a table stand closer."""
    return " ".join(figure).replace(_PLUS_MINUS, f"{_PLUS_MINUS} ")


def _error(error: float | None, unit: float = 1) -> tuple[str, ...]:
    return () if error is None else (f"{_PLUS_MINUS}{unit * error:.1f}",)


def describe_source(found: PreendgameMove) -> str:
    """Describe how the wins of a move are known: a word, and bounds that exclude something."""
    source = found.win_source
    if source in (Source.PROVEN, Source.SAMPLED):
        return str(source)
    words = {Source.SIMULATED: "simulated", Source.SEARCHED: "estimated", None: ""}
    return ", ".join(filter(None, (words[source], _bounds(found))))


def _bounds(found: PreendgameMove) -> str:
    least, most = 100 * found.least_win, 100 * found.most_win
    if least == 0:
        return "" if most == 100 else f"at most {_short(most)}"
    return f"at least {_short(least)}" if most == 100 else f"{_short(least)} to {_short(most)}"


def _short(percent: float) -> str:
    """Format with one decimal unless it is 0: 37.5, 25."""
    return f"{percent:.1f}".removesuffix(".0")


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, page_width() - 2, break_on_hyphens=False)


def _outcomes(moves: Sequence[PreendgameMove]) -> Iterator[Line]:
    for found in moves:
        if found.is_settled:
            yield from _outcome_lines(found)
    yield EMPTY


@evaluation_view.register
def _(
    evaluation: PreendgameEvaluation, analysis: PositionAnalysis, names: Sequence[str], count: int
) -> Iterator[Line]:
    del names
    result = evaluation.result
    yield from table(_ANALYSIS_COLUMNS, list(_analysis_rows(evaluation, analysis, count)))
    yield EMPTY
    yield from map(styled, _wrapped(describe_preendgame(result, of_all=False)))
    yield from map(
        styled,
        _wrapped(
            f"{describe_sources(result)}; of {counted(len(analysis.candidates), 'legal move')}"
            f"{describe_searched(result, 'with every tile that may be in the bag')}"
        ),
    )
    if errors := describe_errors(evaluation.result_with_phony):
        yield from map(styled, _wrapped(errors))
    yield styled(f"{counted(result.nodes, 'node')}; lexicon {analysis.lexicon_name}")
    if evaluation.stopped:
        yield styled(_STOPPED[evaluation.stopped])


def _played(evaluation: PreendgameEvaluation, analysis: PositionAnalysis) -> PreendgameMove | None:
    """Return the results of the played move, if it was searched."""
    return None if analysis.counted_move is None else evaluation.find(analysis.counted_move)


def _analysis_rows(
    evaluation: PreendgameEvaluation, analysis: PositionAnalysis, count: int
) -> Iterator[tuple[Sequence[str], str]]:
    moves, played, searched = evaluation.result.moves, analysis.played, _played(evaluation, analysis)
    for found in moves[:count]:
        if played is not None and found is searched:
            yield (*_analysis_cells(evaluation, analysis, found), _played_mark(played, found)), "bold"
        else:
            yield _analysis_cells(evaluation, analysis, found), ""
    if played is None or searched in moves[:count]:
        return
    yield ("", "..."), ""
    if searched is None:
        yield ("", phony_text(played), str(played.move.score), *[""] * 5, "played"), "bold"
        return
    cells = _analysis_cells(evaluation, analysis, searched)
    if searched is evaluation.phony:  # nobody's best move
        cells = ("", phony_text(played), *cells[2:])
    yield (*cells, _played_mark(played, searched)), "bold"


def _analysis_cells(
    evaluation: PreendgameEvaluation, analysis: PositionAnalysis, found: PreendgameMove
) -> tuple[str, ...]:
    move = found.move
    return (
        str(evaluation.rank(move)),
        str(move),
        str(move.score),
        str(analysis.position.rack - move.tiles_used),
        f"{evaluation.static_equity(move) or 0.0:.1f}",
        *_figures(found),
    )


def _played_mark(played: PlayedMove, found: PreendgameMove) -> str:
    if played.is_withdrawn:
        return f"{phony_text(played)} taken back"
    return "played" if str(played.move) == str(found.move) else f"played as {played.move}"


def _outcome_lines(found: PreendgameMove) -> Iterator[Line]:
    yield from map(
        styled, textwrap.wrap(describe_outcomes(found), page_width() - 2, subsequent_indent="    ")
    )


def describe_outcomes(found: PreendgameMove) -> str:
    """List the tiles with which a settled move wins, draws and loses.

    In a long list "all others" stands for those of the commonest result.
    """
    verbs = {"win": "wins", "draw": "draws", "loss": "loses"}
    tiles = {
        verb: [_tiles(each) for each in found.outcomes if each.result == result]
        for result, verb in verbs.items()
    }
    most = max(tiles, key=lambda verb: len(tiles[verb]))
    if len(tiles[most]) == len(found.outcomes):
        return f"{found.move}: always {most}"
    if len(found.outcomes) > _MAX_LISTED:
        tiles[most] = ["all others"]
    parts = [f"{verb} with {' '.join(each)}" for verb, each in tiles.items() if each]
    return f"{found.move}: {'; '.join(parts)}"


def _tiles(outcome: PreendgameOutcome) -> str:
    """Format the tiles drawn, after a bar the ones left in the bag, and their weight."""
    left = f"|{outcome.bag}" if outcome.bag else ""
    return f"{outcome.drawn}{left}" + (f" (x{outcome.weight})" if outcome.weight > 1 else "")
