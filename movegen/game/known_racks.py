"""The known racks before an event of a recorded game: as recorded, or inferred with certainty.

The mover's rack follows from the whole record. Of the other racks a position has only what all players know:
tiles that a withdrawn phony has shown, and all tiles once the bag is empty and only one rack is unknown.
Racks recorded for other turns are secrets of the opponents.
"""

from collections.abc import Sequence

from movegen.game.events import Event, EventKind
from movegen.game.state import GameState
from movegen.variant import Rack

Racks = tuple[Rack | None, ...]


def racks_before(events: Sequence[Event], states: Sequence[GameState], index: int, current: Racks) -> Racks:
    """Return the racks before the turn `events[index]`, one per player, None where unknown.

    `states` holds the state before each event and the one after the last; `current` the recorded racks after
    the last event.
    """
    state, event = states[index], events[index]
    mover = state.mover_rack(event)
    if state.bag_count == 0 and (mover is None or len(mover) < state.rack_sizes[event.player]):
        mover = _infer_from_end(events, states, index, current) or mover
    return _without_incomplete(state, public_racks(state, mover))


def racks_to_play(state: GameState, current: Racks) -> Racks:
    """Return the racks after the last event: the recorded ones, and tiles that are certain."""
    given = tuple(state.complete_rack(player, rack) for player, rack in enumerate(current))
    known = [
        mine if rack is not None else shown
        for rack, mine, shown in zip(current, given, public_racks(state, given[state.on_turn]), strict=True)
    ]
    known[state.on_turn] = given[state.on_turn]
    return _without_incomplete(state, _complete(state, tuple(known)))


def public_racks(state: GameState, mover: Rack | None) -> Racks:
    """Return the racks as known to the player on turn, who holds `mover`."""
    racks = tuple(
        mover if player == state.on_turn else _shown(state, player) for player in range(len(state.players))
    )
    return _complete(state, racks)


def final_racks(state: GameState, current: Racks) -> Racks:
    """Return the racks at the end of play, as far as they are certain."""
    racks = tuple(
        Rack.empty(state.variant.tiles) if state.ending is not None and not held else rack
        for rack, held in zip(current, state.rack_sizes, strict=True)
    )
    return _complete(state, racks)


def _without_incomplete(state: GameState, racks: Racks) -> Racks:
    """Return the racks without the mover's if tiles are missing on it that a position would not miss.

    With an empty bag a position takes a rack for full unless the other tiles are too many for the opponents.
    """
    rack, others = racks[state.on_turn], len(racks) - 1
    if state.bag_count or rack is None or len(rack) >= state.rack_sizes[state.on_turn]:
        return racks
    if len(state.off_board) - len(rack) > others * state.variant.rules.rack_size:
        return racks
    return tuple(None if player == state.on_turn else each for player, each in enumerate(racks))


def _shown(state: GameState, player: int) -> Rack | None:
    if not state.rack_sizes[player]:
        return Rack.empty(state.variant.tiles)
    return state.shown[player] if len(state.shown[player]) else None


def _complete(state: GameState, racks: Racks) -> Racks:
    """Complete the racks when the bag is empty and only one of them is not fully known."""
    incomplete = [
        player
        for player, (rack, held) in enumerate(zip(racks, state.rack_sizes, strict=True))
        if rack is None or len(rack) != held
    ]
    if state.bag_count or len(incomplete) != 1:
        return racks
    rest = state.off_board
    for player, rack in enumerate(racks):
        if rack is None or player in incomplete:
            continue
        if not rest.contains(rack):
            return racks
        rest = rest - rack
    unknown = incomplete[0]
    before = racks[unknown]
    if len(rest) != state.rack_sizes[unknown] or (before is not None and not rest.contains(before)):
        return racks
    return (*racks[:unknown], rest, *racks[unknown + 1 :])


def _infer_from_end(
    events: Sequence[Event], states: Sequence[GameState], index: int, current: Racks
) -> Rack | None:
    """Return the mover's rack with the bag empty: the tiles played from then on and those left at the end."""
    player, end = events[index].player, states[-1]
    left = final_racks(end, _final_tiles(events, current))[player]
    if left is None or len(left) != end.rack_sizes[player]:
        return None
    rack = left
    for number in range(index, len(events)):
        event = events[number]
        withdrawn = number + 1 < len(events) and events[number + 1].kind is EventKind.WITHDRAWN
        if event.player == player and event.kind is EventKind.PLAY and event.move and not withdrawn:
            rack = rack + event.move.tiles_used
    certain = len(rack) == states[index].rack_sizes[player] and states[index].available(player).contains(rack)
    return rack if certain else None


def _final_tiles(events: Sequence[Event], current: Racks) -> Racks:
    """Return the racks at the end: the tiles of each player's penalty, else the current ones."""
    racks = list(current)
    for event in events:
        if event.kind is EventKind.END_RACK_PENALTY:
            racks[event.player] = event.tiles
    return tuple(racks)
