"""An analysis as text: a position with its candidates, a game with a line for each turn."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from jackdaw.board_view import position_lines
from jackdaw.layout import EMPTY, Column, Line, styled, table
from jackdaw.remarks import phony_text, remarks
from strategy.analysis import GameAnalysis, Method, PositionAnalysis
from strategy.candidates import Candidate, CandidateList
from strategy.played_move import PlayedMove

if TYPE_CHECKING:
    from sims.simulated_analysis import SimulatedAnalysis
    from strategy.endgame_analysis import EndgameAnalysis

_CANDIDATE_COLUMNS = (
    Column("#", "right"), Column("Move", "left"), Column("Score", "right"), Column("Leave", "left"),
    Column("Value", "right"), Column("Equity", "right"), Column("", "left"),
)  # fmt: skip
_TURN_COLUMNS = (
    Column("#", "right"), Column("Player", "left"), Column("Rack", "left"), Column("Played", "left"),
    Column("Score", "right"), Column("Rank", "right"), Column("Lost", "right"), Column("Best", "left"),
    Column("Equity", "right"),
)  # fmt: skip
_TOTAL_COLUMNS = (
    Column("Player", "left"), Column("Score", "right"), Column("Best found", "right"),
    Column("Equity lost", "right"), Column("a turn", "right"),
)  # fmt: skip
_LONGEST_NAME = 8
"""Characters of a player's name in a turn's line, which has to fit 80 columns."""


def position_view(
    analysis: PositionAnalysis, heading: str, names: Sequence[str], most: int
) -> Iterator[Line]:
    """The board with racks, scores and unseen tiles, and the `most` best candidates."""
    yield styled(heading, "bold")
    yield EMPTY
    yield from position_lines(analysis.position, names)
    yield EMPTY
    if analysis.method is Method.SIMULATION:
        from jackdaw.simulation_report import simulated_view

        yield from simulated_view(cast("SimulatedAnalysis", analysis), most)
    elif analysis.method is Method.ENDGAME:
        from jackdaw.endgame_report import solved_view

        yield from solved_view(cast("EndgameAnalysis", analysis), names, most)
    elif len(analysis.candidates):
        yield from table(_CANDIDATE_COLUMNS, list(_candidate_rows(analysis, most)))
        yield EMPTY
        yield _summary(analysis, min(most, len(analysis.candidates)))
    yield from map(styled, remarks([analysis]))


def moves_view(analysis: PositionAnalysis, listed: CandidateList) -> Iterator[Line]:
    """Moves of a position, in the order they are given, numbered from 1."""
    if not len(listed):
        return
    rows = [(_candidate_cells(number, candidate), "") for number, candidate in enumerate(listed, start=1)]
    yield from table(_CANDIDATE_COLUMNS[:-1], rows)
    yield EMPTY
    yield _summary(analysis, len(listed))


def game_view(analysis: GameAnalysis) -> Iterator[Line]:
    """A line for each turn and the totals of each player."""
    game = analysis.game
    names = [player.nickname for player in game.players]
    scores = ", ".join(
        f"{player.name or player.nickname} {score}"
        for player, score in zip(game.players, game.scores, strict=True)
    )
    yield styled(scores, "bold")
    how = f"lexicon {analysis.lexicon_name}, strategy {analysis.strategy_name}"
    methods = Counter(turn.method for turn in analysis.positions)
    counts = {"simulated": methods[Method.SIMULATION], "solved": methods[Method.ENDGAME]}
    also = [f"{count} of them {what}" for what, count in counts.items() if count]
    yield styled("; ".join([f"{len(game.turns)} turns", how, *also]))
    yield EMPTY
    rows = [(_turn_cells(turn, names), _turn_style(turn)) for turn in analysis.positions]
    yield from table(_TURN_COLUMNS, rows, gap=1)
    yield EMPTY
    notes = list(remarks(analysis.positions))
    if notes:
        yield from map(styled, notes)
        yield EMPTY
    yield from table(_TOTAL_COLUMNS, [(cells, "") for cells in _total_rows(analysis, names)])


def _candidate_rows(analysis: PositionAnalysis, most: int) -> Iterator[tuple[Sequence[str], str]]:
    """The `most` best candidates, and the move that was made wherever it ranks, with their styles."""
    played = analysis.played
    place = None if played is None else played.place
    for number, candidate in enumerate(analysis.candidates[:most]):
        cells = _candidate_cells(analysis.rank_of(number), candidate)
        if played is not None and number == place:
            yield (*cells, _played_mark(played, candidate)), "bold"
        else:
            yield cells, ""
    if played is None or (place is not None and place < most):
        return
    if most < len(analysis.candidates):
        yield ("", "..."), ""
    if place is None:
        yield _unlisted_cells(played), "bold"
    else:
        candidate = analysis.candidates[place]
        cells = _candidate_cells(analysis.rank_of(place), candidate)
        yield (*cells, _played_mark(played, candidate)), "bold"


def _candidate_cells(rank: int, candidate: Candidate) -> tuple[str, ...]:
    return (
        str(rank),
        str(candidate.move),
        str(candidate.score),
        str(candidate.leave),
        f"{candidate.leave_value:+.1f}",
        f"{candidate.equity:.1f}",
    )


def _played_mark(played: PlayedMove, listed: Candidate) -> str:
    return "played" if str(played.move) == str(listed.move) else f"played as {played.move}"


def _unlisted_cells(played: PlayedMove) -> tuple[str, ...]:
    equity = "" if played.equity is None else f"{played.equity:.1f}"
    mark = "played, taken back" if played.is_withdrawn else "played"
    return "", phony_text(played), str(played.move.score), "", "", equity, mark


def _turn_cells(analysis: PositionAnalysis, names: Sequence[str]) -> Sequence[str]:
    played, best = analysis.played, analysis.best
    name = names[analysis.player]
    if len(name) > _LONGEST_NAME:
        name = name[: _LONGEST_NAME - 1] + "~"
    cells = [str(analysis.turn), name, str(analysis.position.rack)]
    if played is None:
        cells += ["", "", "", ""]
    else:
        count = f"{len(analysis.candidates)}"
        cells += [
            phony_text(played),
            "off" if played.is_withdrawn else str(played.move.score),
            "-" if played.rank is None else f"{played.rank}/{count}",
            "?" if played.equity_lost is None else f"{played.equity_lost:.1f}",
        ]
    if best is None:
        return (*cells, "", "")
    is_best = played is not None and played.rank == 1
    return (*cells, "=" if is_best else str(best.move), f"{best.equity:.1f}")


def _turn_style(analysis: PositionAnalysis) -> str:
    played = analysis.played
    return "" if played is None or played.rank == 1 else "yellow"


def _total_rows(analysis: GameAnalysis, names: Sequence[str]) -> Iterator[Sequence[str]]:
    for totals in analysis.totals:
        yield (
            names[totals.player],
            str(analysis.game.scores[totals.player]),
            f"{totals.best_found} of {totals.judged}",
            f"{totals.equity_lost:.1f}",
            f"{totals.equity_lost / totals.judged:.1f}" if totals.judged else "-",
        )


def _summary(analysis: PositionAnalysis, listed: int) -> Line:
    """How many moves are listed, and how they were ranked."""
    how = f"lexicon {analysis.lexicon_name}, strategy {analysis.strategy_name} ({analysis.method})"
    return styled(f"{listed:,} of {len(analysis.candidates):,} moves; {how}")
