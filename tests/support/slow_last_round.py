"""The last turns of a game by brute force over the public API."""

from movegen import Lexicon, Move, MoveKind, Position, Rack


def move_values(position: Position, lexicon: Lexicon, turns: int) -> dict[Move, int]:
    """Return the value of each move when one or two turns are left: the points gained until the end."""
    mine, theirs, rules = position.rack, position.unseen, position.rules
    values = {}
    for move in legal_moves(position, lexicon):
        left = mine - move.tiles_used
        scoreless = 0 if move.score else position.scoreless_turns + 1
        settled = settle(position, left, theirs)
        if turns == 2 and (not rules.scoreless_turns or scoreless < rules.scoreless_turns):
            board = position.board.place(move) if move.kind is MoveKind.PLAY else position.board
            after = Position(position.variant, board, (theirs, left), (0, 0))
            settled = -max(
                reply.score + settle(position, theirs - reply.tiles_used, left)
                for reply in legal_moves(after, lexicon)
            )
        values[move] = move.score + settled
    return values


def legal_moves(position: Position, lexicon: Lexicon) -> list[Move]:
    """Return all plays and the pass."""
    return [move for move in position.moves(lexicon) if move.kind is not MoveKind.EXCHANGE]


def settle(position: Position, mine: Rack, theirs: Rack) -> int:
    """Return the points that I win at the end with these tiles left."""
    if not position.rules.count_tiles_left:
        return 0
    if not len(mine):
        return 2 * theirs.points
    if not len(theirs):
        return -2 * mine.points
    return theirs.points - mine.points
