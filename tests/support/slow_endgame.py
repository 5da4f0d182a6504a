"""The endgame by brute force over the public API: every move to the end of the game, nothing left out."""

from movegen import Lexicon, MoveKind, Position


def endgame_value(position: Position, lexicon: Lexicon, scoreless_turns: int | None = None) -> int:
    """The change of spread for the player on turn under best play of both; see `strategy.solve_endgame`."""
    me, other = position.on_turn, 1 - position.on_turn
    values = []
    for move in position.moves(lexicon):
        if move.kind is MoveKind.EXCHANGE:
            continue
        after = position.after(move)
        mine, theirs = after.racks[me], after.racks[other]
        assert mine is not None and theirs is not None
        counts = move.kind is MoveKind.PASS if scoreless_turns is None else not move.score
        scoreless = position.scoreless_turns + 1 if counts else 0
        if not len(mine):
            values.append(move.score + 2 * theirs.points)
        elif scoreless >= (2 if scoreless_turns is None else scoreless_turns):
            values.append(move.score + theirs.points - mine.points)
        else:
            next_position = with_scoreless_turns(after, scoreless)
            values.append(move.score - endgame_value(next_position, lexicon, scoreless_turns))
    return max(values)


def with_scoreless_turns(position: Position, count: int) -> Position:
    return Position(
        position.variant, position.board, position.racks, position.scores, position.on_turn, count
    )
