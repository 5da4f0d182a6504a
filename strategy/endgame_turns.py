"""The last turns of a game, one after another: the end of an endgame, and what its tiles left count."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from movegen.moves import Move, MoveKind
from movegen.position import Position
from movegen.tiles import Rack

PASSES = 2
"""So many in a row end an endgame where nothing is said of turns without a score."""


@dataclass(frozen=True)
class LastTurn:
    """A turn: who made which move, and the spread after it, of the player who was on turn first."""

    player: int
    move: Move
    spread: int


@dataclass(frozen=True)
class TilesLeft:
    """What tiles left bring a player, or cost: points; and the spread after that, as above."""

    player: int
    tiles: Rack
    points: int
    spread: int


def whole_position(position: Position) -> Position:
    """The same with all that is unseen on the opponent's rack: for two players and an empty bag."""
    theirs, mine = position.unseen, position.rack
    return replace(position, racks=(mine, theirs) if position.on_turn == 0 else (theirs, mine))


def turn_made(position: Position, move: Move, scoreless_turns: int | None) -> Position:
    """The position after a move. Where only passes count (None), any play ends a row of them."""
    after = position.after(move)
    if scoreless_turns is None and move.kind is not MoveKind.PASS:
        return replace(after, scoreless_turns=0)
    return after


def is_over(position: Position, scoreless_turns: int | None) -> bool:
    """Whether the turn made last has ended the game of a whole position."""
    mover_before = position.racks[1 - position.on_turn]
    return not mover_before or position.scoreless_turns >= (scoreless_turns or PASSES)


def tiles_left(position: Position) -> list[tuple[int, Rack, int]]:
    """Of a game that is over: whose score changes, for which tiles, by how many points."""
    racks = [rack or Rack.empty(position.variant.tiles) for rack in position.racks]
    out = [player for player, rack in enumerate(racks) if not len(rack)]
    if out:
        return [(out[0], racks[1 - out[0]], 2 * racks[1 - out[0]].points)]
    return [(player, rack, -rack.points) for player, rack in enumerate(racks)]


def last_turns(
    position: Position, variation: Iterable[Move], scoreless_turns: int | None = None
) -> list[LastTurn | TilesLeft]:
    """The moves of a variation, each with the spread it leads to, and the tiles left if it ends the game.

    The position is one of two players with an empty bag. Raises IllegalMoveError where a move is not
    possible.
    """
    first = position.on_turn
    here, turns = whole_position(position), list[LastTurn | TilesLeft]()
    spread = here.scores[first] - here.scores[1 - first]
    for move in variation:
        player = here.on_turn
        here = turn_made(here, move, scoreless_turns)
        spread += move.score if player == first else -move.score
        turns.append(LastTurn(player, move, spread))
    if turns and is_over(here, scoreless_turns):
        for player, tiles, points in tiles_left(here):
            spread += points if player == first else -points
            turns.append(TilesLeft(player, tiles, points, spread))
    return turns
