"""Time for a game: how much of what a player has left goes into a move."""

from math import ceil

TILES_A_TURN = 4.3
"""Laid on average: 22.5 turns a game of the standard one."""
_FEWEST_TURNS = 2
_LEAST = 0.01


def seconds_for_move(left: float, bag_count: int, rack_size: int) -> float:
    """Of so many seconds that a player has left for the game: the same for each turn that may still come.

    Those are reckoned by the tiles in the bag and on the two racks. Who has used up all plays on at a
    hundredth of a second a move.
    """
    turns = ceil((bag_count + 2 * rack_size) / TILES_A_TURN / 2)
    return max(left / max(turns, _FEWEST_TURNS), _LEAST)
