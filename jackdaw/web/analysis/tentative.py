"""Tentative plays: tiles on squares or typed text, turned into a move and evaluated."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from jackdaw.web.analysis.requests import TryRequest
from jackdaw.web.http import LaidTile
from movegen.board import Board, Move, MoveKind, parse_typed_move, words_formed
from movegen.errors import IllegalMoveError, JackdawError
from movegen.lexicon import Lexicon
from movegen.position import Position
from movegen.variant import BLANK_FLAG, Direction, square_name
from strategy.analysis import analyze_position


class WordView(msgspec.Struct):
    """A word that a play forms, and whether it is valid."""

    word: str
    valid: bool


class TryView(msgspec.Struct):
    """A tentative play and its worth; if it is not allowed, only `error`, the reason in one line."""

    error: str = ""
    move: str = ""
    text: str = ""
    score: int = 0
    words: list[WordView] = []
    legal: bool = False
    worth: str = ""
    laid: list[list[int]] = []


def evaluate_move(request: TryRequest, position: Position, lexicon: Lexicon) -> TryView:
    """Evaluate a play: score, words, equity and rank, or why it is not allowed."""
    lexicon.check_tiles(position.variant.tiles)
    try:
        move = parse_requested_move(request, position)
    except JackdawError as error:
        return TryView(error=str(error))
    analysis = analyze_position(position, lexicon, played=move)
    played = analysis.played
    assert played is not None
    worth = ""
    if played.rank is not None and played.equity is not None:
        worth = f"equity {played.equity:.1f}, {_ordinal(played.rank)} of {len(analysis.candidates):,}"
    return move_view(move, word_views(position.board, move, played.invalid_words), worth)


def move_view(move: Move, words: list[WordView], worth: str = "") -> TryView:
    """Return the view of a move and its words."""
    return TryView(
        move=str(move),
        text=move.gcg,
        score=move.score,
        words=words,
        legal=all(word.valid for word in words),
        worth=worth,
        laid=[list(square) for square in move.squares],
    )


def parse_requested_move(request: TryRequest, position: Position) -> Move:
    """Parse and score the move of a request. Raises IllegalMoveError, MoveSyntaxError."""
    if request.text or not request.tiles:
        return position.parse_move(_in_notation(request.text, position))
    return position.parse_move(format_tiles_as_play(request.tiles, position.board))


def _in_notation(text: str, position: Position) -> str:
    """Return a typed move in notation, with lower case for blanks only."""
    rack = position.racks[position.on_turn]
    if rack is None:
        return text
    try:
        return parse_typed_move(text, position.board, rack, rules=position.rules).gcg
    except IllegalMoveError:
        return text  # refused with the words of a position


def format_tiles_as_play(tiles: Sequence[LaidTile], board: Board) -> str:
    """Write the play that lays these tiles, through those between them, as text. Raises IllegalMoveError."""
    set_ = board.tile_set
    laid: dict[tuple[int, int], int] = {}
    for tile in tiles:
        square = tile.row, tile.column
        if not board.layout.holds(*square) or board[square] or square in laid:
            raise IllegalMoveError(
                f"no tile can be placed on {square_name(*square)}", cure="choose an empty square"
            )
        if not 0 < tile.byte & ~BLANK_FLAG <= set_.letters:
            raise IllegalMoveError(f"{tile.byte} is not a tile of {set_.name}")
        laid[square] = tile.byte
    rows, columns = {row for row, _ in laid}, {column for _, column in laid}
    if len(rows) > 1 and len(columns) > 1:
        raise IllegalMoveError("the tiles are not in one line")
    is_down = len(columns) == 1 and (len(rows) > 1 or _extends_word(board, next(iter(laid)), Direction.DOWN))
    direction = Direction.DOWN if is_down else Direction.ACROSS
    down, right = direction.step
    row, column = min(laid)
    while _is_occupied(board, row - down, column - right):
        row, column = row - down, column - right
    start, word, left = (row, column), "", len(laid)
    while left or _is_occupied(board, row, column):
        byte = laid.get((row, column))
        if byte is None and not _is_occupied(board, row, column):
            raise IllegalMoveError(f"{square_name(row, column)} is empty", cure="leave no gaps")
        left -= byte is not None
        word += "." if byte is None else set_.board_text(byte)
        row, column = row + down, column + right
    return f"{square_name(*start, direction)} {word}"


def word_views(board: Board, move: Move, invalid: Sequence[str]) -> list[WordView]:
    """Return the words of a move, the main one first; `invalid` lists the others, in capitals."""

    def is_valid(word: tuple[int, ...]) -> bool:
        return board.tile_set.spell(byte & ~BLANK_FLAG for byte in word) not in invalid

    if move.kind is not MoveKind.PLAY:
        return []
    return [WordView(board.tile_set.spell(word), is_valid(word)) for word in words_formed(board, move)]


def position_after(move: Move, position: Position) -> Position:
    """Return the position after a move, before tiles are drawn: the player's new tiles are unknown."""
    after = position.after(move)
    racks = list(after.racks)
    if position.bag_count:
        racks[position.on_turn] = None
    return replace(after, racks=tuple(racks))


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{ending}"


def _extends_word(board: Board, square: tuple[int, int], direction: Direction) -> bool:
    """Return whether a single tile has neighbours in this direction and none in the other."""

    def has_neighbour(along: Direction) -> bool:
        down, right = along.step
        return any(_is_occupied(board, square[0] + sign * down, square[1] + sign * right) for sign in (-1, 1))

    return has_neighbour(direction) and not has_neighbour(direction.other)


def _is_occupied(board: Board, row: int, column: int) -> bool:
    return board.layout.holds(row, column) and board[row, column] != 0
