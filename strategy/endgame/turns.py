"""The last turns of a game, played out: the moves of a variation, and the points of the tiles left."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from movegen.board import Move, MoveKind
from movegen.position import Position
from movegen.variant import EndingRule, Rack

PASSES = 2
"""Passes in a row that end an endgame, unless a number of scoreless turns is given."""


@dataclass(frozen=True)
class LastTurn:
    """A turn: the player, the move, and the spread after it, for the player who was on turn first."""

    player: int
    move: Move
    spread: int


@dataclass(frozen=True)
class TilesLeft:
    """The points that tiles left on the racks bring or cost a player, and the spread after that."""

    player: int
    tiles: Rack
    points: int
    spread: int


def whole_position(position: Position) -> Position:
    """Return the position with all unseen tiles on the opponent's rack: for two players and an empty bag."""
    theirs, mine = position.unseen, position.rack
    return replace(position, racks=(mine, theirs) if position.on_turn == 0 else (theirs, mine))


def play_turn(position: Position, move: Move, scoreless_turns: int | None) -> Position:
    """Return the position after a move. If only passes count (None), any play ends a row of them."""
    after = position.after(move)
    only_passes = scoreless_turns is None and position.rules.ending is EndingRule.OUT
    if only_passes and move.kind is not MoveKind.PASS:
        return replace(after, scoreless_turns=0)
    return after


def is_over(position: Position, scoreless_turns: int | None) -> bool:
    """Return True if the last turn has ended the game. All racks of the position are known."""
    rules = position.rules
    if rules.ending is EndingRule.OUT:
        mover_before = position.racks[1 - position.on_turn]
        return not mover_before or position.scoreless_turns >= (scoreless_turns or PASSES)
    limit = rules.scoreless_turns if scoreless_turns is None else scoreless_turns
    return position.last_turns == 0 or 0 < limit <= position.scoreless_turns


def tiles_left(position: Position) -> list[tuple[int, Rack, int]]:
    """Return the players whose scores change at the end of a game, the tiles, and the points."""
    if not position.rules.count_tiles_left:
        return []
    racks = [rack or Rack.empty(position.variant.tiles) for rack in position.racks]
    out = [player for player, rack in enumerate(racks) if not len(rack)]
    if len(out) == 2:
        return []
    if out:
        return [(out[0], racks[1 - out[0]], 2 * racks[1 - out[0]].points)]
    return [(player, rack, -rack.points) for player, rack in enumerate(racks)]


def last_turns(
    position: Position, variation: Iterable[Move], scoreless_turns: int | None = None
) -> list[LastTurn | TilesLeft]:
    """Return the turns of a variation with the spread after each, and the tiles left if it ends the game.

    The position has two players and an empty bag. Raises IllegalMoveError when a move is not possible.
    """
    first = position.on_turn
    here, turns = whole_position(position), list[LastTurn | TilesLeft]()
    spread = position.spread
    for move in variation:
        player = here.on_turn
        here = play_turn(here, move, scoreless_turns)
        spread += move.score if player == first else -move.score
        turns.append(LastTurn(player, move, spread))
    if turns and is_over(here, scoreless_turns):
        for player, tiles, points in tiles_left(here):
            spread += points if player == first else -points
            turns.append(TilesLeft(player, tiles, points, spread))
    return turns
