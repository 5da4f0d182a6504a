"""The state of a game between two events, and how each kind of event changes it.

`advance` takes an event at its word: whether it may happen is for `movegen.game_rules` to say.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from movegen.board import Board
from movegen.events import Event, EventKind, Player
from movegen.rules import Variant
from movegen.tiles import Rack

T = TypeVar("T")


class Ending(Enum):
    """Why a game is over."""

    OUT = "out"
    """The bag is empty and a player has no tiles left."""
    SCORELESS = "scoreless"
    """Too many turns in a row brought no points."""


@dataclass(frozen=True, slots=True)
class GameState:
    """Where a game stands. All tuples have an entry a player.

    Attributes
    ----------
    scores:          points.
    on_turn:         whose turn it is, or would be if the game were not over.
    scoreless_turns: turns in a row that brought no points.
    hands:           how many tiles each player holds; certain, since everyone draws what can be drawn.
    bag_count:       how many tiles are in the bag.
    off_board:       the tiles that are not on the board.
    shown:           tiles that all know a player to hold, from a phony that was taken back.
    last_play:       the play that may still be challenged, and `before_last_play` the state before it.
    ending:          why the game is over, or None; `out_player` went out.
    counted, forfeited: the tiles left that have been counted for the player who went out, and against
                     their owners.
    penalized:       whose tiles left have been counted against them.
    """

    variant: Variant
    players: tuple[Player, ...]
    board: Board
    scores: tuple[int, ...]
    on_turn: int
    scoreless_turns: int
    hands: tuple[int, ...]
    bag_count: int
    off_board: Rack
    shown: tuple[Rack, ...]
    counted: Rack
    forfeited: Rack
    penalized: frozenset[int] = frozenset()
    last_play: Event | None = None
    before_last_play: "GameState | None" = None
    ending: Ending | None = None
    out_player: int | None = None

    @classmethod
    def start(cls, variant: Variant, players: tuple[Player, ...]) -> "GameState":
        """The state before the first event."""
        count = len(players)
        nothing = Rack.empty(variant.tiles)
        rack_size = variant.rules.rack_size
        return cls(
            variant=variant,
            players=players,
            board=Board.empty(variant),
            scores=(0,) * count,
            on_turn=0,
            scoreless_turns=0,
            hands=(rack_size,) * count,
            bag_count=variant.tiles.total - rack_size * count,
            off_board=Rack(variant.tiles, variant.tiles.counts),
            shown=(nothing,) * count,
            counted=nothing,
            forfeited=nothing,
        )

    @property
    def is_settled(self) -> bool:
        """Whether the tiles left on the racks have been counted."""
        return bool(self.penalized) or self.bonus_given

    @property
    def bonus_given(self) -> bool:
        """Whether the player who went out has got points for the tiles left."""
        return len(self.counted) > 0

    def available(self, player: int) -> Rack:
        """The tiles that a player may hold: those neither on the board nor known to be someone else's."""
        tiles = self.off_board
        for other, shown in enumerate(self.shown):
            if other != player and len(shown):
                tiles = tiles - shown
        return tiles

    def contradicts_shown(self, event: Event) -> bool:
        """Whether the mover of a turn cannot hold both the tiles that the event tells of and those shown."""
        shown = self.shown[event.player]
        if not len(shown):
            return False
        told = _rack_told(event) or event.tiles_used or self._nothing
        return len(union(told, shown)) > max(self.hands[event.player], len(told))

    @property
    def _nothing(self) -> Rack:
        return Rack.empty(self.variant.tiles)

    def rack_held(self, event: Event) -> Rack | None:
        """The tiles that the mover of a turn is known to hold: the rack as recorded, and what is certain.

        A rack that the move itself proves wrong counts as just the tiles of the move.
        """
        return self.made_up(event.player, _rack_told(event))

    def made_up(self, player: int, rack: Rack | None) -> Rack | None:
        """`rack`, if not full, with the tiles that the player had to show; None when nothing is known."""
        held = self.hands[player]
        if not held:
            return Rack.empty(self.variant.tiles)
        if rack is not None and len(rack) >= held:
            return rack
        known = union(self.shown[player], rack or self._nothing)
        if len(known) > held or not self.available(player).contains(known):
            return rack  # the record contradicts itself: only what it says of this turn counts
        return known if len(known) else None


def _rack_told(event: Event) -> Rack | None:
    """The rack as recorded, or just the tiles of the move if that proves it wrong."""
    rack, used = event.rack, event.tiles_used
    return used if rack is not None and used is not None and not rack.contains(used) else rack


def union(first: Rack, second: Rack) -> Rack:
    """The smallest rack that contains both."""
    if not len(first) or not len(second):
        return first if len(first) else second
    return Rack(first.tile_set, tuple(map(max, first.counts, second.counts)))


def without(rack: Rack, used: Rack) -> Rack:
    """What is certain to be left of `rack` when `used` goes, some of which need not have been in it."""
    if not len(rack):
        return rack
    pairs = zip(rack.counts, used.counts, strict=True)
    return Rack(rack.tile_set, tuple(max(0, have - gone) for have, gone in pairs))


def advance(state: GameState, event: Event) -> tuple[GameState, Event]:
    """The state after an event, and the event with the score and total that the rules give it.

    Where the rules leave the score open (a bonus, a penalty for time), that of the event is taken.
    """
    score = _SCORES.get(event.kind, _score_as_given)(state, event)
    total = state.scores[event.player] + score
    event = replace(event, score=score, total=total)
    scored = replace(state, scores=_with(state.scores, event.player, total))
    return _CHANGES[event.kind](scored, event), event


def _score_of_play(state: GameState, event: Event) -> int:
    return event.move.score if event.move else 0


def _score_of_nothing(state: GameState, event: Event) -> int:
    return 0


def _score_withdrawn(state: GameState, event: Event) -> int:
    return -state.last_play.score if state.last_play else 0


def _score_as_given(state: GameState, event: Event) -> int:
    return event.score


def _score_of_tiles_won(state: GameState, event: Event) -> int:
    """Twice the points of the tiles, or once where the opponents also lose them (and it says so)."""
    points = event.tiles.points if event.tiles else 0
    return event.score if event.score in (points, 2 * points) else _usual_bonus(state, points)


def _usual_bonus(state: GameState, points: int) -> int:
    return 2 * points if len(state.players) == 2 else points


def _score_of_tiles_lost(state: GameState, event: Event) -> int:
    return -event.tiles.points if event.tiles else 0


_SCORES: dict[EventKind, Callable[[GameState, Event], int]] = {
    EventKind.PLAY: _score_of_play,
    EventKind.EXCHANGE: _score_of_nothing,
    EventKind.PASS: _score_of_nothing,
    EventKind.WITHDRAWN: _score_withdrawn,
    EventKind.END_RACK_BONUS: _score_of_tiles_won,
    EventKind.END_RACK_PENALTY: _score_of_tiles_lost,
}


def _after_play(state: GameState, event: Event) -> GameState:
    move = event.move
    assert move is not None
    used = move.tiles_used
    drawn = min(len(used), state.bag_count)
    held = state.hands[event.player] - len(used) + drawn
    # Where the record contradicts itself, what it says last counts.
    shown = Rack.empty(used.tile_set) if state.contradicts_shown(event) else state.shown[event.player]
    went_out = not held and not state.bag_count
    after = replace(
        state,
        board=state.board.place(move),
        off_board=state.off_board - used,
        hands=_with(state.hands, event.player, held),
        bag_count=state.bag_count - drawn,
        shown=_with(state.shown, event.player, without(shown, used)),
        last_play=event,
        before_last_play=replace(state, last_play=None, before_last_play=None),
        out_player=event.player if went_out else None,
    )
    return _turn_over(after, scored=event.score != 0)


def _after_exchange(state: GameState, event: Event) -> GameState:
    # What went back into the bag is the player's secret, so nothing shown before is certain any more.
    shown = _with(state.shown, event.player, Rack.empty(state.variant.tiles))
    return _turn_over(replace(state, shown=shown, last_play=None, before_last_play=None), scored=False)


def _after_pass(state: GameState, event: Event) -> GameState:
    return _turn_over(replace(state, last_play=None, before_last_play=None), scored=False)


def _turn_over(state: GameState, scored: bool) -> GameState:
    """The next player's turn, and the end of the game if this turn brought it about."""
    scoreless = 0 if scored else state.scoreless_turns + 1
    limit = state.variant.rules.scoreless_turns
    ending = Ending.SCORELESS if limit and scoreless >= limit else None
    return replace(
        state,
        on_turn=(state.on_turn + 1) % len(state.players),
        scoreless_turns=scoreless,
        ending=Ending.OUT if state.out_player is not None else ending,
    )


def _after_withdrawal(state: GameState, event: Event) -> GameState:
    """Back to the state before the phony, whose tiles all have seen by now; the turn is lost."""
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


def _after_challenge(state: GameState, event: Event) -> GameState:
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


def _after_time(state: GameState, event: Event) -> GameState:
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
    """`values` with another value at an index."""
    return (*values[:index], value, *values[index + 1 :])
