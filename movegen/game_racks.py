"""What the racks are before an event of a recorded game: as recorded, or worked out where that is certain.

The mover's rack is what the record says and proves. Of the other racks a position tells only what all
players know: tiles that a withdrawn phony has shown, and everything once the bag is empty and one rack
alone is unknown. Racks written down for other turns are the opponents' secret.
"""

from collections.abc import Sequence

from movegen.events import Event, EventKind
from movegen.game_state import Ending, GameState
from movegen.tiles import Rack

Racks = tuple[Rack | None, ...]


def racks_before(events: Sequence[Event], states: Sequence[GameState], index: int, current: Racks) -> Racks:
    """The racks, one a player, None where unknown, before the turn `events[index]`.

    `states` holds the state before each event and the one after the last; `current` the racks after the
    last event, as far as the record gives them.
    """
    state, event = states[index], events[index]
    mover = state.rack_held(event)
    if state.bag_count == 0 and (mover is None or len(mover) < state.hands[event.player]):
        mover = _played_out(events, states, index, current) or mover
    return public_racks(state, mover)


def racks_to_play(state: GameState, current: Racks) -> Racks:
    """The racks in the position after the last event: those the record gives, and what is certain."""
    given = tuple(state.made_up(player, rack) for player, rack in enumerate(current))
    known = [
        mine if rack is not None else shown
        for rack, mine, shown in zip(current, given, public_racks(state, given[state.on_turn]), strict=True)
    ]
    known[state.on_turn] = given[state.on_turn]
    return _completed(state, tuple(known))


def public_racks(state: GameState, mover: Rack | None) -> Racks:
    """The racks as the player on turn, who holds `mover`, knows them."""
    racks = tuple(
        mover if player == state.on_turn else _shown(state, player) for player in range(len(state.players))
    )
    return _completed(state, racks)


def final_racks(state: GameState, current: Racks) -> Racks:
    """The racks when play has ended, as far as they are certain."""
    racks = tuple(
        Rack.empty(state.variant.tiles) if state.ending is Ending.OUT and not held else rack
        for rack, held in zip(current, state.hands, strict=True)
    )
    return _completed(state, racks)


def _shown(state: GameState, player: int) -> Rack | None:
    if not state.hands[player]:
        return Rack.empty(state.variant.tiles)
    return state.shown[player] if len(state.shown[player]) else None


def _completed(state: GameState, racks: Racks) -> Racks:
    """With the bag empty, the racks with the only one that is not fully known worked out."""
    partly = [
        player
        for player, (rack, held) in enumerate(zip(racks, state.hands, strict=True))
        if rack is None or len(rack) != held
    ]
    if state.bag_count or len(partly) != 1:
        return racks
    rest = state.off_board
    for player, rack in enumerate(racks):
        if rack is None or player in partly:
            continue
        if not rest.contains(rack):
            return racks
        rest = rest - rack
    unknown = partly[0]
    before = racks[unknown]
    if len(rest) != state.hands[unknown] or (before is not None and not rest.contains(before)):
        return racks
    return (*racks[:unknown], rest, *racks[unknown + 1 :])


def _played_out(
    events: Sequence[Event], states: Sequence[GameState], index: int, current: Racks
) -> Rack | None:
    """The mover's rack with the bag empty: what is played from then on, and what is left at the end."""
    player, end = events[index].player, states[-1]
    left = final_racks(end, _tiles_counted(events, current))[player]
    if left is None or len(left) != end.hands[player]:
        return None
    rack = left
    for place in range(index, len(events)):
        event = events[place]
        withdrawn = place + 1 < len(events) and events[place + 1].kind is EventKind.WITHDRAWN
        if event.player == player and event.kind is EventKind.PLAY and event.move and not withdrawn:
            rack = rack + event.move.tiles_used
    certain = len(rack) == states[index].hands[player] and states[index].available(player).contains(rack)
    return rack if certain else None


def _tiles_counted(events: Sequence[Event], current: Racks) -> Racks:
    """The racks at the end: the tiles that each player's penalty names, else the current ones."""
    racks = list(current)
    for event in events:
        if event.kind is EventKind.END_RACK_PENALTY:
            racks[event.player] = event.tiles
    return tuple(racks)
