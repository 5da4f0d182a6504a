"""The endgame by plain minimax over the public API, without pruning."""

from movegen import Board, Lexicon, Move, MoveKind, Position, Rack, Variant
from strategy import SearchLimits, solve_endgame

Racks = tuple[Rack, Rack]  # the player on turn first


def endgame_value(position: Position, lexicon: Lexicon, scoreless_turns: int | None = None) -> int:
    """Return the spread gained by the player on turn under best play; see `strategy.solve_endgame`."""
    return Minimax(position.variant, lexicon, scoreless_turns).value(position)


def check_value(position: Position, lexicon: Lexicon, scoreless_turns: int | None) -> None:
    """Assert that a search proves the value of minimax."""
    result = solve_endgame(position, lexicon, scoreless_turns=scoreless_turns, limits=SearchLimits(memory=1))
    assert result.is_proven
    assert result.value == endgame_value(position, lexicon, scoreless_turns)


class Minimax:
    """The values of the positions it is asked about and of all that may follow them.

    Transpositions are searched once, and moves are generated once for a board and a rack. There are no bounds
    and no estimates.
    """

    def __init__(self, variant: Variant, lexicon: Lexicon, scoreless_turns: int | None = None) -> None:
        self.variant, self.lexicon = variant, lexicon
        self.passes_only, self.turns = scoreless_turns is None, scoreless_turns or 2
        self.values: dict[object, int] = {}
        self.moves: dict[object, list[tuple[Move, Rack, Board]]] = {}

    def value(self, position: Position) -> int:
        """Return the spread gained by the player on turn under best play."""
        return self.search(position.board, (position.rack, position.unseen), position.scoreless_turns)

    def move_values(self, position: Position) -> dict[Move, int]:
        """Return the value of each move of a position."""
        board, mine, theirs = position.board, position.rack, position.unseen
        return {
            move: move.score + self.value_after(move, after, (rest, theirs), position.scoreless_turns)
            for move, rest, after in self.legal_moves(board, mine)
        }

    def search(self, board: Board, racks: Racks, scoreless: int) -> int:
        """Return the value for the player on turn."""
        key = (board.squares.tobytes(), racks[0].counts, racks[1].counts, scoreless)
        if key not in self.values:
            self.values[key] = max(
                move.score + self.value_after(move, after, (rest, racks[1]), scoreless)
                for move, rest, after in self.legal_moves(board, racks[0])
            )
        return self.values[key]

    def value_after(self, move: Move, board: Board, racks: Racks, scoreless: int) -> int:
        """Return the value of the position after a move, for the player who made it."""
        mine, theirs = racks
        counts = move.kind is MoveKind.PASS if self.passes_only else not move.score
        scoreless = scoreless + 1 if counts else 0
        if not len(mine):
            return 2 * theirs.points
        if scoreless >= self.turns:
            return theirs.points - mine.points
        return -self.search(board, (theirs, mine), scoreless)

    def legal_moves(self, board: Board, rack: Rack) -> list[tuple[Move, Rack, Board]]:
        """Return all plays and the pass, each with the rack and, unless that is empty, the board after it."""
        key = (board.squares.tobytes(), rack.counts)
        if key not in self.moves:
            position = Position(self.variant, board, (rack, None), (0, 0))
            moves = [
                (move, rack - move.tiles_used)
                for move in position.moves(self.lexicon)
                if move.kind is not MoveKind.EXCHANGE
            ]
            self.moves[key] = [
                (move, rest, board.place(move) if move.kind is MoveKind.PLAY and len(rest) else board)
                for move, rest in moves
            ]
        return self.moves[key]
