"""The checks of the rules of a game, event by event.

`breaches` compares an event with the state of the game before it. A *grave* breach is impossible; any other
may have happened in a real game, such as an exchange with few tiles in the bag.
"""

from collections.abc import Callable, Iterator
from operator import le
from typing import NamedTuple

from movegen.counts import counted
from movegen.game.events import Event, EventKind
from movegen.game.state import Ending, GameState
from movegen.variant import BLANK, Rack


class Breach(NamedTuple):
    """A breach of the rules.

    `field` is the part of the event at fault: "player", "rack", "action", "tiles" or "score".
    """

    problem: str
    field: str
    expected: str | None = None
    grave: bool = True

    def __str__(self) -> str:
        return f"{self.problem}; expected {self.expected}" if self.expected else self.problem


Check = Callable[[GameState, Event], Iterator[Breach]]


def breaches(state: GameState, event: Event) -> Iterator[Breach]:
    """Yield the breaches of the rules by an event. After a grave breach the others may be meaningless.

    The placement of a play is not checked here: parsing a move or `check_placement` does that.
    """
    for check in _CHECKS[event.kind]:
        yield from check(state, event)


def missing_tiles(wanted: Rack, present: Rack) -> Rack:
    """Return the tiles of `wanted` that `present` lacks."""
    if all(map(le, wanted.counts, present.counts)):  # nearly always, so this must be fast
        return Rack.empty(wanted.tile_set)
    pairs = zip(wanted.counts, present.counts, strict=True)
    return Rack(wanted.tile_set, tuple(max(0, want - have) for want, have in pairs))


def _in_turn(state: GameState, event: Event) -> Iterator[Breach]:
    name, mover = state.players[event.player].nickname, state.players[state.on_turn].nickname
    if state.is_settled:
        yield Breach("a turn after the tiles left were counted", "action", "no more turns")
    elif event.player != state.on_turn:
        yield Breach(f"{name} is not on turn", "player", mover)
    elif state.ending is Ending.OUT and event.kind is not EventKind.PASS:
        yield Breach("the game is over: the bag and a rack are empty", "action", "a pass or the tiles left")
    elif state.ending is Ending.LAST_TURN and event.kind is not EventKind.PASS:
        yield Breach("the game is over: the last turn has been made", "action", "no more turns")
    elif state.ending is Ending.SCORELESS:
        problem = f"the game ended on {state.scoreless_turns} turns in a row without a score"
        yield Breach(problem, "action", "the tiles left", grave=False)


def _has_move(_state: GameState, event: Event) -> Iterator[Breach]:
    if event.move is None:
        yield Breach(f"a {event.kind.value} without its move", "action")


def _rack_exists(state: GameState, event: Event) -> Iterator[Breach]:
    if event.rack is None:
        return
    rules, tiles = state.variant.rules, state.variant.tiles
    if len(event.rack) > rules.rack_size:
        yield Breach(f"{len(event.rack)} tiles on a rack", "rack", f"at most {rules.rack_size}")
    excess = missing_tiles(event.rack, Rack(tiles, tiles.counts))
    if len(excess):
        expected = "? for blanks alone, and only tiles that are known" if excess.counts[BLANK] else None
        yield Breach(f"more {excess} on the rack than {tiles.name} has", "rack", expected)


def _rack_available(state: GameState, event: Event) -> Iterator[Breach]:
    if event.rack is None:
        return
    excess = missing_tiles(event.rack, state.available(event.player))
    if len(excess):
        problem = f"{excess} on the rack, but not among the tiles left"
        yield Breach(problem, "rack", _tiles_left(state, event, excess))
    elif len(event.rack) > state.rack_sizes[event.player]:
        problem = f"{len(event.rack)} tiles on the rack"
        yield Breach(
            problem, "rack", f"at most {state.rack_sizes[event.player]}, for the bag is empty", grave=False
        )


def _tiles_shown(state: GameState, event: Event) -> Iterator[Breach]:
    if state.contradicts_shown(event):
        name, shown = state.players[event.player].nickname, state.shown[event.player]
        problem = f"the turn contradicts the tiles that a withdrawn play of {name} has shown"
        yield Breach(problem, "rack", f"a rack with {shown}", grave=False)


def _tiles_left(state: GameState, event: Event, wanted: Rack) -> str:
    """Describe how many of each wanted tile the player may hold."""
    available = state.available(event.player)
    tiles = [tile for tile, count in enumerate(wanted.counts) if count]
    counts = [f"{available.counts[tile]} {wanted.tile_set.rack_text(tile)}" for tile in tiles]
    return f"at most {', '.join(counts)}"


def _play_from_rack(state: GameState, event: Event) -> Iterator[Breach]:
    used = event.tiles_used
    assert used is not None
    missing = missing_tiles(used, state.available(event.player))
    held = state.rack_sizes[event.player]
    if len(missing):
        problem = f"the play needs {missing}, not among the tiles left"
        expected = _tiles_left(state, event, missing)
        if missing.counts[BLANK]:
            expected += " (letters in lower case are blanks)"
        yield Breach(problem, "action", expected)
    if len(used) > held:
        yield Breach(f"{len(used)} tiles are played", "action", f"at most {held}, for the bag is empty")
    if event.rack is not None and not event.rack.contains(used):
        # The play is on the board, so the rack was recorded wrongly.
        problem = f"the play needs {missing_tiles(used, event.rack)}, not on the rack {event.rack}"
        yield Breach(problem, "rack", "a rack that holds the tiles played", grave=False)


def _exchange_from_rack(state: GameState, event: Event) -> Iterator[Breach]:
    assert event.move is not None
    count, used, held = event.move.exchange_count, event.tiles_used, state.rack_sizes[event.player]
    if not 1 <= count <= held:
        yield Breach(f"{count} tiles are exchanged", "action", f"1 to {held}")
    if used is None:
        return
    missing = missing_tiles(used, event.rack or state.available(event.player))
    if len(missing) and event.rack is not None:
        yield Breach(f"the exchange needs {missing}, not on the rack {event.rack}", "action")
    elif len(missing):
        problem = f"the exchange needs {missing}, not among the tiles left"
        yield Breach(problem, "action", _tiles_left(state, event, missing))


def _bag_for_exchange(state: GameState, event: Event) -> Iterator[Breach]:
    assert event.move is not None
    limit, bag = state.variant.rules.exchange_limit, state.bag_count
    in_bag = f"{counted(bag, 'tile') if bag else 'no tiles'} in the bag"
    if event.move.exchange_count > bag:
        yield Breach(f"an exchange of {event.move.exchange_count} with {in_bag}", "action")
    elif bag < limit:
        yield Breach(f"an exchange with {in_bag}", "action", f"{limit} or more", grave=False)


def _just_played(state: GameState, event: Event) -> Iterator[Breach]:
    name = state.players[event.player].nickname
    if state.last_play is None or state.last_play.player != event.player:
        yield Breach(f"{name} has no play to be challenged", "action", f"a play of {name} just before")


def _bonus_amount(_state: GameState, event: Event) -> Iterator[Breach]:
    if event.score <= 0 or event.score % 5:
        yield Breach(f"a challenge bonus of {event.score:+d}", "score", "+5 or +10", grave=False)


def _game_over(state: GameState, _event: Event) -> Iterator[Breach]:
    if state.ending is None and not state.is_settled:
        yield Breach("the game is not over", "action", "a turn")


def _over_time(_state: GameState, event: Event) -> Iterator[Breach]:
    if event.score > 0:
        yield Breach(f"a penalty of {event.score:+d}", "score", "points deducted")


def _count_tiles(state: GameState, _event: Event) -> Iterator[Breach]:
    if not state.variant.rules.count_tiles_left:
        problem = f"tiles left do not count in {state.variant.name}"
        yield Breach(problem, "action", "no points for them", grave=False)


def _went_out(state: GameState, event: Event) -> Iterator[Breach]:
    if state.ending is None:
        yield Breach("the game is not over", "action", "a turn")
    elif state.out_player is None:
        yield Breach("nobody has gone out", "action", "each player's own tiles, deducted")
    elif event.player != state.out_player:
        out = state.players[state.out_player].nickname
        yield Breach(f"{state.players[event.player].nickname} did not go out", "player", out)


def _tiles_won(state: GameState, event: Event) -> Iterator[Breach]:
    tiles = event.tiles or Rack.empty(state.variant.tiles)
    missing = missing_tiles(state.counted + tiles, state.off_board)
    if len(missing):
        yield Breach(f"{missing} not among the tiles left", "tiles", str(state.off_board) or "none")
    elif len(state.players) == 2 and tiles != state.off_board:
        yield Breach(f"{tiles} for the tiles left", "tiles", str(state.off_board), grave=False)


def _may_lose_tiles(state: GameState, event: Event) -> Iterator[Breach]:
    name = state.players[event.player].nickname
    if event.player in state.penalized:
        yield Breach(f"the tiles of {name} have been counted", "action")
    elif event.player == state.out_player:
        yield Breach(f"{name} has no tiles left", "player")
    elif state.ending is None and state.scoreless_turns < len(state.players):
        yield Breach("the game is not over", "action", "a turn")
    elif state.ending is None:
        limit = state.variant.rules.scoreless_turns
        problem = f"the game ends on {state.scoreless_turns} turns in a row without a score"
        yield Breach(problem, "action", f"{limit}" if limit else "that a player goes out", grave=False)


def _tiles_lost(state: GameState, event: Event) -> Iterator[Breach]:
    tiles = event.tiles or Rack.empty(state.variant.tiles)
    missing = missing_tiles(state.forfeited + tiles, state.off_board)
    if len(missing):
        yield Breach(f"{missing} not among the tiles left", "tiles", str(state.off_board) or "none")
    elif len(tiles) != state.rack_sizes[event.player]:
        problem = f"{len(tiles)} tiles left"
        yield Breach(problem, "tiles", f"{state.rack_sizes[event.player]}", grave=False)


_TURN = (_in_turn, _has_move, _rack_exists, _rack_available, _tiles_shown)

_CHECKS: dict[EventKind, tuple[Check, ...]] = {
    EventKind.PLAY: (*_TURN, _play_from_rack),
    EventKind.EXCHANGE: (*_TURN, _exchange_from_rack, _bag_for_exchange),
    EventKind.PASS: _TURN,
    EventKind.WITHDRAWN: (_just_played, _rack_exists),
    EventKind.CHALLENGE_BONUS: (_just_played, _rack_exists, _bonus_amount),
    EventKind.END_RACK_BONUS: (_count_tiles, _went_out, _rack_exists, _tiles_won),
    EventKind.END_RACK_PENALTY: (_count_tiles, _may_lose_tiles, _rack_exists, _tiles_lost),
    EventKind.TIME_PENALTY: (_game_over, _rack_exists, _over_time),
}
