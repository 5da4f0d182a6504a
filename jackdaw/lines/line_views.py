"""Lines without an analysis as text and as JSON: their moves, scores and totals."""

from collections.abc import Iterator, Sequence

import msgspec

from jackdaw.console import EMPTY, Column, styled, table
from jackdaw.console import Line as TextLine
from jackdaw.text import UNKNOWN, line_heading, line_scores
from movegen.encoding import encode_json
from movegen.errors import MAX_PLACE, one_line
from movegen.game import Game
from movegen.lines import Line, LineError

SCHEMA = "jackdaw.game-lines/1"
_COLUMNS = (
    Column("#", "right"), Column("Player", "left"), Column("Rack", "left"), Column("Move", "left"),
    Column("Score", "right"), Column("Total", "right"),
)  # fmt: skip


class MoveJson(msgspec.Struct):
    """A move of a line."""

    turn: int
    player: int
    rack: str | None
    move: str
    score: int
    total: int


class LineJson(msgspec.Struct):
    """A line; `problem` says why it does not fit the game, and then it has no moves."""

    name: str
    turn: int
    moves: list[MoveJson]
    scores: list[int]
    finished: bool
    problem: str | None = None


class LinesJson(msgspec.Struct):
    """The lines of a game."""

    schema: str
    record: str
    file: str
    lines: list[LineJson]


def lines_view(lines: Sequence[Line], game: Game) -> Iterator[TextLine]:
    """Show the moves of each line and the scores after it."""
    for number, line in enumerate(lines):
        if number:
            yield EMPTY
        yield styled(line_heading(line, game), "bold")
        names = game.first_names
        rows = [
            (
                (
                    str(each.turn),
                    names[each.player],
                    UNKNOWN if each.rack is None else each.rack,
                    each.move,
                    str(each.score),
                    str(each.total),
                ),
                "",
            )
            for each in _moves(line)
        ]
        if rows:
            yield from table(_COLUMNS, rows, gap=1)
        yield from map(styled, _misfit_racks(line))
        yield styled(line_scores(line))


def _misfit_racks(line: Line) -> Iterator[str]:
    """Name the moves that the known tiles of their players do not allow."""
    known, found = line, []
    for turn, each in reversed(list(zip(line.turns, line.moves, strict=True))):
        known = known.back()
        if each.rack is None and known.rack is not None:
            found.append(f"Turn {turn}: {each.move} does not fit the known tiles {known.rack}: rack unknown.")
    return reversed(found)


def misfit_view(problems: Sequence[LineError]) -> Iterator[TextLine]:
    """Show why lines do not fit their game."""
    for problem in problems:
        yield styled(one_line(str(problem), MAX_PLACE), "yellow")


def lines_json(record: str, file: str, lines: Sequence[Line], problems: Sequence[LineError] = ()) -> bytes:
    """Encode the lines of a game as `jackdaw.game-lines/1`."""
    found = [
        LineJson(line.name, line.turn, list(_moves(line)), list(line.scores), line.is_finished)
        for line in lines
    ]
    found += [LineJson(str(each.where), 0, [], [], False, each.problem) for each in problems]
    return encode_json(LinesJson(SCHEMA, record, file, found))


def _moves(line: Line) -> Iterator[MoveJson]:
    turns = line.game.turns
    for number, each in zip(line.turns, line.moves, strict=True):
        event = turns[number - 1]
        rack = None if each.rack is None else str(each.rack)
        yield MoveJson(number, event.player, rack, str(each.move), each.move.score, event.total)
