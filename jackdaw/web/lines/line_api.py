"""The responses to the requests about lines.

Pages send a game and the moves of a line, and the server plays them by the rules. Lines are saved in files
like those beside records, one per game in a folder; the name of a file is a digest of the game, so requests
name no files.
"""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from threading import Lock

import msgspec
import platformdirs

from jackdaw.text import line_heading, line_scores
from jackdaw.web.analysis import PositionView, check_length, format_tiles_as_play, position_view
from jackdaw.web.http import check_space
from jackdaw.web.lines.line_requests import (
    LineRequest,
    NamedLineRequest,
    PlayLineRequest,
    RecordRequest,
    SaveLineRequest,
)
from movegen.files import make_folder
from movegen.game import Game
from movegen.gcg import parse_gcg
from movegen.lines import (
    Line,
    LineError,
    LineRecord,
    add_line,
    encode_lines,
    lines_file,
    read_line_records,
    remove_line,
    write_lines,
)
from movegen.position import Position


class LineMoveView(msgspec.Struct):
    """A move of a line. `text` and `rack` are what requests repeat it by."""

    turn: int
    player: str
    move: str
    text: str
    rack: str | None
    score: int
    total: int


class LineView(msgspec.Struct):
    """A line and the position after it. `unknown` counts the unknown tiles of the rack."""

    name: str
    turn: int
    heading: str
    moves: list[LineMoveView]
    scores: str
    position: PositionView
    player: int
    rack: str
    unknown: int
    finished: bool


class SavedLineView(msgspec.Struct):
    """A saved line, or the problem with it."""

    name: str
    turn: int
    moves: list[LineMoveView]
    problem: str | None = None


class LinesFileView(msgspec.Struct):
    """The content of a file of lines to save beside a record."""

    content: str


class LineApi:
    """Responds to the requests about lines. Safe to use from any thread."""

    def __init__(self, folder: Path | None = None) -> None:
        """Take the folder of the files of lines, by default that in the user's data."""
        self._folder = folder or Path(platformdirs.user_data_dir("jackdaw", appauthor=False)) / "lines"
        self._lock = Lock()

    def show(self, request: LineRequest) -> LineView:
        """Return a line and the position after it. Raises JackdawError if it is impossible."""
        game = _parse(request)
        return _view(_line_of(request, game), game, request.drawn)

    def play(self, request: PlayLineRequest) -> LineView:
        """Return a line with one more move. Raises JackdawError if it is impossible."""
        game = _parse(request)
        line = _line_of(request, game)
        text = request.text
        if request.tiles:
            text = format_tiles_as_play(request.tiles, line.current_position().board)
        move = line.parse(text)
        is_set = request.rack is not None or request.draw
        return _view(line.play(move, line.rack if is_set else None), game, request.drawn)

    def saved(self, request: RecordRequest) -> list[SavedLineView]:
        """Return the saved lines of a game."""
        game = _parse(request)
        return [_saved_view(record, game) for record in self._records(game)]

    def save(self, request: SaveLineRequest) -> list[SavedLineView]:
        """Save a line, and return all lines of the game. Raises LineError for an impossible name."""
        game = _parse(request)
        line = _line_of(request, game).with_name(request.name)
        with self._lock:
            check_space(make_folder(self._folder, error=LineError), self._file(game))
            write_lines(self._file(game), add_line(self._records(game), line, replace=True))
        return self.saved(request)

    def remove(self, request: NamedLineRequest) -> list[SavedLineView]:
        """Remove a line, and return the others. Raises UnknownNameError if there is none of the name."""
        game = _parse(request)
        with self._lock:
            write_lines(self._file(game), remove_line(self._records(game), request.name))
        return self.saved(request)

    def file(self, request: RecordRequest) -> LinesFileView:
        """Return the file of the lines of a game, to save beside its record."""
        return LinesFileView(encode_lines(self._records(_parse(request))).decode())

    def _records(self, game: Game) -> Sequence[LineRecord]:
        file = self._file(game)
        return read_line_records(file) if file.exists() else ()

    def _file(self, game: Game) -> Path:
        return lines_file(self._folder / _digest(game))


def _parse(request: RecordRequest) -> Game:
    return check_length(parse_gcg(request.gcg.encode(), file="the game"))


def _digest(game: Game) -> str:
    """Return a name for a game that changes with its players and moves, but not with notes."""
    parts = [game.variant.name, *(player.nickname for player in game.players)]
    for event in game.events:
        parts += [event.kind.value, str(event.player), str(event.rack), str(event.move), str(event.score)]
    return blake2b("\n".join(parts).encode("utf-8", "replace"), digest_size=16).hexdigest()


def _line_of(request: LineRequest, game: Game) -> Line:
    line = Line.begin(game, request.turn)
    for each in request.moves:
        line = line.play(each.move, each.rack or "")
    if request.rack is not None:
        line = line.with_rack(request.rack)
    return line.draw(len(request.moves)) if request.draw else line


def _view(line: Line, game: Game, drawn: str) -> LineView:
    after = line.game
    position = _end(after) if line.is_finished else line.current_position()
    unknown = 0 if line.is_finished else after.state.rack_sizes[line.on_turn] - len(position.rack)
    return LineView(
        name=line.name,
        turn=line.turn,
        heading=line_heading(line, game),
        moves=_moves(line),
        scores=line_scores(line),
        position=position_view(position, drawn),
        player=line.on_turn,
        rack="" if line.is_finished else str(position.rack),
        unknown=unknown,
        finished=line.is_finished,
    )


def _end(game: Game) -> Position:
    """Return the position after the end of a game, in which nobody has a rack."""
    nobody = (None,) * len(game.players)
    position = Position(game.variant, game.state.board, nobody, game.scores)
    return replace(position, on_turn=game.state.on_turn)


def _moves(line: Line) -> list[LineMoveView]:
    turns, names = line.game.turns, line.game.first_names
    return [
        LineMoveView(
            number,
            names[turns[number - 1].player],
            str(each.move),
            each.move.gcg,
            None if each.rack is None else str(each.rack),
            each.move.score,
            turns[number - 1].total,
        )
        for number, each in zip(line.turns, line.moves, strict=True)
    ]


def _saved_view(record: LineRecord, game: Game) -> SavedLineView:
    try:
        return SavedLineView(record.name, record.turn, _moves(record.replay(game)))
    except LineError as error:
        return SavedLineView(record.name, record.turn, [], str(error))
