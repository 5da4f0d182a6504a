"""The phases of a game by the tiles in the bag, so that a position alone has one.

>>> from movegen import Variant, Position
>>> find_phase(Position.initial(Variant.standard())).value
'early'
"""

from enum import StrEnum

from movegen.position import Position


class Phase(StrEnum):
    """The phase of the game that a decision belongs to."""

    EARLY = "early"
    """More than two thirds of the first bag are left: 58 to 86 tiles in a standard game."""
    MIDDLE = "middle"
    """More than one third is left: 29 to 57 tiles."""
    LATE = "late"
    """Less is left, but more than a rack holds: 8 to 28 tiles."""
    PRE_ENDGAME = "pre-endgame"
    """No more tiles in the bag than a rack holds, usually 1 to 7: a move can empty it."""
    ENDGAME = "endgame"
    """An empty bag."""


def find_phase(position: Position) -> Phase:
    """Return the phase of a position."""
    rack_size = position.rules.rack_size
    return phase_of_bag(
        position.bag_count, position.variant.tiles.total - position.players * rack_size, rack_size
    )


def phase_of_bag(in_bag: int, first_bag: int, rack_size: int) -> Phase:
    """Return the phase from the tiles in the bag, now and at the beginning of the game."""
    if not in_bag:
        return Phase.ENDGAME
    if in_bag <= rack_size:
        return Phase.PRE_ENDGAME
    thirds = 3 * in_bag
    return Phase.EARLY if thirds > 2 * first_bag else Phase.MIDDLE if thirds > first_bag else Phase.LATE
