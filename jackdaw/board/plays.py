"""A play that somebody tries: tiles on squares, or text, made a move and told what it is worth."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from jackdaw.board.asked import Laid, OfTry
from movegen.board import Board
from movegen.errors import IllegalMoveError, JackdawError
from movegen.lexicon import Lexicon
from movegen.moves import Move, MoveKind
from movegen.placement import words_formed
from movegen.position import Position
from movegen.squares import Direction, square_name
from movegen.tiles import BLANK_FLAG
from strategy.analysis import analyze_position
from strategy.static import StaticStrategy


class WordView(msgspec.Struct):
    """A word that a play makes, and whether it is one."""

    word: str
    valid: bool


class TryView(msgspec.Struct):
    """What is to be said of a play; `error` tells in a line why it is none, and then it is all."""

    error: str = ""
    move: str = ""
    text: str = ""
    score: int = 0
    words: list[WordView] = []
    legal: bool = False
    worth: str = ""
    laid: list[list[int]] = []


def tried(asked: OfTry, position: Position, lexicon: Lexicon, strategy: StaticStrategy) -> TryView:
    """What a play is worth, or why it is none."""
    lexicon.check_tiles(position.variant.tiles)
    try:
        move = move_of(asked, position)
    except JackdawError as error:
        return TryView(error=str(error))
    analysis = analyze_position(position, lexicon, strategy, played=move)
    played = analysis.played
    assert played is not None
    worth = ""
    if played.rank is not None and played.equity is not None:
        worth = f"equity {played.equity:.1f}, {_ordinal(played.rank)} of {len(analysis.candidates):,}"
    return move_view(move, words_of(position.board, move, played.invalid_words), worth)


def move_view(move: Move, words: list[WordView], worth: str = "") -> TryView:
    """What is to be said of a move and its words."""
    return TryView(
        move=str(move),
        text=move.gcg,
        score=move.score,
        words=words,
        legal=all(word.valid for word in words),
        worth=worth,
        laid=[list(square) for square in move.squares],
    )


def move_of(asked: OfTry, position: Position) -> Move:
    """The move that is asked for, scored. Raises IllegalMoveError, MoveSyntaxError."""
    text = asked.text if asked.text or not asked.tiles else play_text(asked.tiles, position.board)
    return position.parse_move(text)


def play_text(tiles: Sequence[Laid], board: Board) -> str:
    """The text of the play that lays these tiles, with what lies between them. Raises IllegalMoveError."""
    set_ = board.tile_set
    laid: dict[tuple[int, int], int] = {}
    for tile in tiles:
        square = tile.row, tile.column
        if not board.layout.holds(*square) or board[square] or square in laid:
            raise IllegalMoveError(
                f"no tile can be laid on {square_name(*square)}", cure="choose an empty square"
            )
        if not 0 < tile.byte & ~BLANK_FLAG <= set_.letters:
            raise IllegalMoveError(f"{tile.byte} is no tile of {set_.name}")
        laid[square] = tile.byte
    rows, columns = {row for row, _ in laid}, {column for _, column in laid}
    if len(rows) > 1 and len(columns) > 1:
        raise IllegalMoveError("the tiles do not lie in one line")
    is_down = len(columns) == 1 and (len(rows) > 1 or _touches(board, next(iter(laid)), Direction.DOWN))
    direction = Direction.DOWN if is_down else Direction.ACROSS
    down, right = direction.step
    row, column = min(laid)
    while _taken(board, row - down, column - right):
        row, column = row - down, column - right
    start, word, left = (row, column), "", len(laid)
    while left or _taken(board, row, column):
        byte = laid.get((row, column))
        if byte is None and not _taken(board, row, column):
            raise IllegalMoveError(f"{square_name(row, column)} is empty", cure="lay tiles without a gap")
        left -= byte is not None
        word += "." if byte is None else set_.board_text(byte)
        row, column = row + down, column + right
    return f"{square_name(*start, direction)} {word}"


def words_of(board: Board, move: Move, invalid: Sequence[str]) -> list[WordView]:
    """The words that a move makes, the main one first; those that are invalid are given in upper case."""

    def is_valid(word: tuple[int, ...]) -> bool:
        return board.tile_set.spelled(byte & ~BLANK_FLAG for byte in word) not in invalid

    if move.kind is not MoveKind.PLAY:
        return []
    return [WordView(board.tile_set.spelled(word), is_valid(word)) for word in words_formed(board, move)]


def made(move: Move, position: Position) -> Position:
    """The position after a move, before anybody draws; of the player's new tiles nothing is known."""
    after = position.after(move)
    racks = list(after.racks)
    if position.bag_count:
        racks[position.on_turn] = None
    return replace(after, racks=tuple(racks))


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{ending}"


def _touches(board: Board, square: tuple[int, int], direction: Direction) -> bool:
    """Whether a single tile makes a word in this direction and none in the other."""

    def joined(way: Direction) -> bool:
        down, right = way.step
        return any(_taken(board, square[0] + sign * down, square[1] + sign * right) for sign in (-1, 1))

    return joined(direction) and not joined(direction.other)


def _taken(board: Board, row: int, column: int) -> bool:
    return board.layout.holds(row, column) and board[row, column] != 0
