"""The state of a game between two events, and its change by each kind of event.

`advance` does not check events: `movegen.game.breaches` does.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from movegen.board import Board
from movegen.game.events import Event, EventKind, Player
from movegen.variant import EndingRule, Rack, Variant

T = TypeVar("T")


class Ending(Enum):
    """The reason why a game is over.

    >>> read_gcg("jackdaw/samples/ann_v_ben.gcg").state.ending.value
    'out'
    """

    OUT = "out"
    """The bag is empty and a player has no tiles left."""
    SCORELESS = "scoreless"
    """Too many consecutive turns had no score."""
    LAST_TURN = "last turn"
    """The last turns that the rules allow after the bag or a rack is empty have been made."""


@dataclass(frozen=True, slots=True)
class GameState:
    """The state of a game. All tuples have one entry per player.

    Attributes
    ----------
    scores:          points.
    on_turn:         the player on turn, or who would be if the game were not over.
    scoreless_turns: consecutive turns without a score.
    rack_sizes:      the number of tiles of each player; certain, because players draw as many as they can.
    bag_count:       the number of tiles in the bag.
    off_board:       the tiles that are not on the board.
    shown:           tiles that everyone knows a player to hold, from a withdrawn phony.
    last_play:       the play that may still be challenged, and `before_last_play` the state before it.
    last_turns:      the number of turns left, with the present one; None while nothing limits them.
    ending:          why the game is over, or None; `out_player` was the first to go out.
    counted, forfeited: the tiles left that were counted for the player who went out, and against their
                     owners.
    penalized:       the players whose tiles left were counted against them.
    """

    variant: Variant
    players: tuple[Player, ...]
    board: Board
    scores: tuple[int, ...]
    on_turn: int
    scoreless_turns: int
    rack_sizes: tuple[int, ...]
    bag_count: int
    off_board: Rack
    shown: tuple[Rack, ...]
    counted: Rack
    forfeited: Rack
    penalized: frozenset[int] = frozenset()
    last_play: Event | None = None
    before_last_play: "GameState | None" = None
    last_turns: int | None = None
    ending: Ending | None = None
    out_player: int | None = None

    @classmethod
    def start(cls, variant: Variant, players: tuple[Player, ...]) -> "GameState":
        """Return the state before the first event."""
        count = len(players)
        nothing = Rack.empty(variant.tiles)
        rack_size = variant.rules.rack_size
        bag_count = variant.tiles.total - rack_size * count
        return cls(
            variant=variant,
            players=players,
            board=Board.empty(variant),
            scores=(0,) * count,
            on_turn=0,
            scoreless_turns=0,
            rack_sizes=(rack_size,) * count,
            bag_count=bag_count,
            off_board=Rack(variant.tiles, variant.tiles.counts),
            shown=(nothing,) * count,
            counted=nothing,
            forfeited=nothing,
            last_turns=variant.rules.ending.last_turns(bag_count, rack_size, count),
        )

    @property
    def is_settled(self) -> bool:
        """True if the tiles left on the racks have been counted."""
        return bool(self.penalized) or self.bonus_given

    @property
    def bonus_given(self) -> bool:
        """True if the player who went out has received points for the tiles left."""
        return len(self.counted) > 0

    def available(self, player: int) -> Rack:
        """Return the tiles that a player may hold: neither on the board nor known to be on another rack."""
        tiles = self.off_board
        for other, shown in enumerate(self.shown):
            if other != player and len(shown):
                tiles = tiles - shown
        return tiles

    def contradicts_shown(self, event: Event) -> bool:
        """Return True if the mover cannot hold both the tiles of the event and those shown before."""
        shown = self.shown[event.player]
        if not len(shown):
            return False
        recorded = _recorded_rack(event) or event.tiles_used or self._nothing
        return len(union(recorded, shown)) > max(self.rack_sizes[event.player], len(recorded))

    @property
    def _nothing(self) -> Rack:
        return Rack.empty(self.variant.tiles)

    def mover_rack(self, event: Event) -> Rack | None:
        """Return the known tiles of the mover: the recorded rack and tiles that are certain.

        If the move proves the recorded rack wrong, only the tiles of the move count.
        """
        return self.complete_rack(event.player, _recorded_rack(event))

    def complete_rack(self, player: int, rack: Rack | None) -> Rack | None:
        """Return `rack`, if not full, with tiles that the player has shown; None when nothing is known."""
        held = self.rack_sizes[player]
        if not held:
            return Rack.empty(self.variant.tiles)
        if rack is not None and len(rack) >= held:
            return rack
        known = union(self.shown[player], rack or self._nothing)
        if len(known) > held or not self.available(player).contains(known):
            return rack  # the record contradicts itself: only its rack for this turn counts
        return known if len(known) else None


def _recorded_rack(event: Event) -> Rack | None:
    """Return the rack as recorded, or only the tiles of the move if these prove it wrong."""
    rack, used = event.rack, event.tiles_used
    return used if rack is not None and used is not None and not rack.contains(used) else rack


def union(first: Rack, second: Rack) -> Rack:
    """Return the smallest rack that contains both."""
    if not len(first) or not len(second):
        return first if len(first) else second
    return Rack(first.tile_set, tuple(map(max, first.counts, second.counts)))


def without(rack: Rack, used: Rack) -> Rack:
    """Return the tiles of `rack` that are certainly left after `used`, which may have other tiles."""
    if not len(rack):
        return rack
    pairs = zip(rack.counts, used.counts, strict=True)
    return Rack(rack.tile_set, tuple(max(0, have - gone) for have, gone in pairs))


def advance(state: GameState, event: Event) -> tuple[GameState, Event]:
    """Return the state after an event, and the event with its score and total by the rules.

    Where the rules leave the score open (a challenge bonus, a time penalty), that of the event counts.
    """
    score = _SCORES.get(event.kind, _recorded_score)(state, event)
    total = state.scores[event.player] + score
    event = replace(event, score=score, total=total)
    scored = replace(state, scores=_with(state.scores, event.player, total))
    return _CHANGES[event.kind](scored, event), event


def _play_score(_state: GameState, event: Event) -> int:
    return event.move.score if event.move else 0


def _zero_score(_state: GameState, _event: Event) -> int:
    return 0


def _withdrawn_score(state: GameState, _event: Event) -> int:
    return -state.last_play.score if state.last_play else 0


def _recorded_score(_state: GameState, event: Event) -> int:
    return event.score


def _tiles_won_score(state: GameState, event: Event) -> int:
    """Return twice the points of the tiles, or once if the record says so and the opponents lose them."""
    points = event.tiles.points if event.tiles else 0
    return event.score if event.score in (points, 2 * points) else _usual_bonus(state, points)


def _usual_bonus(state: GameState, points: int) -> int:
    return 2 * points if len(state.players) == 2 else points


def _tiles_lost_score(_state: GameState, event: Event) -> int:
    return -event.tiles.points if event.tiles else 0


_SCORES: dict[EventKind, Callable[[GameState, Event], int]] = {
    EventKind.PLAY: _play_score,
    EventKind.EXCHANGE: _zero_score,
    EventKind.PASS: _zero_score,
    EventKind.WITHDRAWN: _withdrawn_score,
    EventKind.END_RACK_BONUS: _tiles_won_score,
    EventKind.END_RACK_PENALTY: _tiles_lost_score,
}


def _after_play(state: GameState, event: Event) -> GameState:
    move = event.move
    assert move is not None
    used = move.tiles_used
    drawn = min(len(used), state.bag_count)
    held = state.rack_sizes[event.player] - len(used) + drawn
    # Where the record contradicts itself, the later statement counts.
    shown = Rack.empty(used.tile_set) if state.contradicts_shown(event) else state.shown[event.player]
    goes_out = not held and not state.bag_count and state.out_player is None
    after = replace(
        state,
        board=state.board.place(move),
        off_board=state.off_board - used,
        rack_sizes=_with(state.rack_sizes, event.player, held),
        bag_count=state.bag_count - drawn,
        shown=_with(state.shown, event.player, without(shown, used)),
        last_play=event,
        before_last_play=replace(state, last_play=None, before_last_play=None),
        out_player=event.player if goes_out else state.out_player,
    )
    return _turn_over(after, scored=event.score != 0)


def _after_exchange(state: GameState, event: Event) -> GameState:
    # The tiles put back are a secret of the player, so tiles shown before are no longer certain.
    shown = _with(state.shown, event.player, Rack.empty(state.variant.tiles))
    return _turn_over(replace(state, shown=shown, last_play=None, before_last_play=None), scored=False)


def _after_pass(state: GameState, _event: Event) -> GameState:
    return _turn_over(replace(state, last_play=None, before_last_play=None), scored=False)


def _turn_over(state: GameState, scored: bool) -> GameState:
    """Pass the turn to the next player, and end the game if this turn did so."""
    scoreless = 0 if scored else state.scoreless_turns + 1
    rules, players = state.variant.rules, len(state.players)
    if state.last_turns is None:
        held = 0 if state.out_player is not None else state.rack_sizes[state.on_turn]
        left = rules.ending.last_turns(state.bag_count, held, players)
    else:
        left = max(0, state.last_turns - 1)
    ending = Ending.SCORELESS if rules.scoreless_turns and scoreless >= rules.scoreless_turns else None
    if left == 0:
        ending = Ending.OUT if rules.ending is EndingRule.OUT else Ending.LAST_TURN
    return replace(
        state,
        on_turn=(state.on_turn + 1) % players,
        scoreless_turns=scoreless,
        last_turns=None if rules.ending is EndingRule.OUT else left,
        ending=ending,
    )


def _after_withdrawal(state: GameState, _event: Event) -> GameState:
    """Return to the state before the phony, whose tiles everyone has seen; the turn is lost."""
    play, earlier = state.last_play, state.before_last_play
    assert play is not None and play.move is not None and earlier is not None
    shown = play.move.tiles_used
    if not earlier.contradicts_shown(play):
        shown = union(earlier.shown[play.player], shown)
    after = replace(
        earlier,
        scores=state.scores,
        shown=_with(earlier.shown, play.player, shown),
        last_play=None,
        before_last_play=None,
    )
    return _turn_over(after, scored=False)


def _after_challenge(state: GameState, _event: Event) -> GameState:
    return replace(state, last_play=None, before_last_play=None)


def _after_bonus(state: GameState, event: Event) -> GameState:
    counted = state.counted + event.tiles if event.tiles else state.counted
    return replace(state, counted=counted, last_play=None, before_last_play=None)


def _after_penalty(state: GameState, event: Event) -> GameState:
    return replace(
        state,
        forfeited=state.forfeited + event.tiles if event.tiles else state.forfeited,
        penalized=state.penalized | {event.player},
        last_play=None,
        before_last_play=None,
    )


def _after_time(state: GameState, _event: Event) -> GameState:
    return state


_CHANGES: dict[EventKind, Callable[[GameState, Event], GameState]] = {
    EventKind.PLAY: _after_play,
    EventKind.EXCHANGE: _after_exchange,
    EventKind.PASS: _after_pass,
    EventKind.WITHDRAWN: _after_withdrawal,
    EventKind.CHALLENGE_BONUS: _after_challenge,
    EventKind.END_RACK_BONUS: _after_bonus,
    EventKind.END_RACK_PENALTY: _after_penalty,
    EventKind.TIME_PENALTY: _after_time,
}


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return `values` with another value at an index."""
    return (*values[:index], value, *values[index + 1 :])
