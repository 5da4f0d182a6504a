"""The rules of placement: legality of a play, the words it forms and its score.

This is the readable implementation, for replaying game records and explaining what is wrong with a move. The
move generator has its own, fast one; tests compare the two.
"""

from dataclasses import replace

from movegen.board.board import Board
from movegen.board.moves import Move, MoveKind, check_is_move
from movegen.errors import IllegalMoveError
from movegen.variant import BLANK, BLANK_FLAG, Direction, Rack, Rules, square_name

Square = tuple[int, int]


def check_placement(board: Board, move: Move, rack: Rack | None = None) -> None:
    """Check a move against the board and, when given, the mover's rack. Words need not be valid.

    Raises
    ------
    IllegalMoveError: names the rule that the move breaks.
    """
    check_is_move(move)
    if move.kind is MoveKind.PLAY:
        _check_play(board, move)
    if rack is not None and not rack.contains(move.tiles_used):
        raise not_held_error(move, rack)


def not_held_error(move: Move, rack: Rack) -> IllegalMoveError:
    """Return the error for a move that takes tiles which the rack does not hold."""
    have = f"the rack {rack}" if len(rack) else "an empty rack"
    used = move.tiles_used
    lacks_blanks = used.counts[BLANK] > rack.counts[BLANK]
    cure = "lower case is for blanks: write other tiles in capitals" if lacks_blanks else None
    return IllegalMoveError(f"it takes {used}, which {have} does not hold", where=str(move), cure=cure)


def words_formed(board: Board, move: Move) -> list[tuple[int, ...]]:
    """Return the words of two letters or more that a play forms, as board bytes, the main word first."""
    after = board.place(move)
    return [tuple(after[square] for square in word) for word in _word_squares(after, move)]


def score_play(board: Board, rules: Rules, move: Move) -> int:
    """Return the points of a play; 0 for an exchange or a pass.

    A premium square counts only for a tile laid on it by this play. A blank is worth nothing. `Rules.bonus`
    gives the bonus for the number of tiles.
    """
    after = board.place(move)
    laid = {(row, column) for row, column, _ in move.squares}
    score = sum(_word_score(after, word, laid) for word in _word_squares(after, move))
    return score + (rules.bonus(len(laid)) if laid else 0)


def normalize_play(board: Board, move: Move) -> Move:
    """Return the move as it is always listed: a single tile across if that makes an across word, else down.

    A play of several tiles has only one notation and is returned unchanged.
    """
    if len(move.squares) != 1:
        return move
    after = board.place(move)
    row, column, _ = move.squares[0]
    direction = Direction.ACROSS if len(_span(after, row, column, Direction.ACROSS)) > 1 else Direction.DOWN
    span = _span(after, row, column, direction)
    return replace(
        move,
        direction=direction,
        row=span[0][0],
        column=span[0][1],
        word=tuple(after[square] for square in span),
        placed=tuple(square == (row, column) for square in span),
    )


def _check_play(board: Board, move: Move) -> None:
    board.check_fit(move)
    if not any(move.placed):
        raise IllegalMoveError("no tile is laid", where=str(move))
    _check_whole_word(board, move)
    if board.is_empty:
        _check_first_play(board, move)
    elif all(move.placed) and not any(
        _is_taken(board, *neighbour) for row, column, _ in move.squares for neighbour in _around(row, column)
    ):
        raise IllegalMoveError("it does not touch any tile on the board", where=str(move))


def _check_whole_word(board: Board, move: Move) -> None:
    span = _span(board.place(move), move.row, move.column, move.direction)
    if len(span) > len(move.word):
        begin = square_name(*span[0], move.direction)
        raise IllegalMoveError(
            "it joins the tile before or after it", where=str(move), cure=f"name the whole word, from {begin}"
        )


def _check_first_play(board: Board, move: Move) -> None:
    start = board.layout.start
    if len(move.word) < 2:
        raise IllegalMoveError("the first play is a word of two tiles or more", where=str(move))
    if start not in {(row, column) for row, column, _ in move.squares}:
        raise IllegalMoveError(f"the first play covers {square_name(*start)}", where=str(move))


def _word_squares(after: Board, move: Move) -> list[list[Square]]:
    """Return the squares of each word of two letters or more that a move, already on the board, formed."""
    if not move.squares:
        return []
    words = [_span(after, move.row, move.column, move.direction)]
    words += [_span(after, row, column, move.direction.other) for row, column, _ in move.squares]
    return [word for word in words if len(word) > 1]


def _span(board: Board, row: int, column: int, direction: Direction) -> list[Square]:
    """Return the squares of the unbroken run of tiles through a square."""
    down, right = direction.step
    while _is_taken(board, row - down, column - right):
        row, column = row - down, column - right
    squares = []
    while _is_taken(board, row, column):
        squares.append((row, column))
        row, column = row + down, column + right
    return squares


def _word_score(after: Board, word: list[Square], laid: set[Square]) -> int:
    total, times = 0, 1
    for square in word:
        byte = after[square]
        points = 0 if byte & BLANK_FLAG else after.tile_set.points[byte]
        if square in laid:
            points *= int(after.layout.letter_multipliers[square])
            times *= int(after.layout.word_multipliers[square])
        total += points
    return total * times


def _is_taken(board: Board, row: int, column: int) -> bool:
    return board.layout.holds(row, column) and board.squares[row, column] != 0


def _around(row: int, column: int) -> tuple[Square, ...]:
    return (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)
