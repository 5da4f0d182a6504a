"""A game: its players, its events and the position before each turn."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from numbers import Integral
from typing import Any

from movegen.board import Move, MoveKind, check_placement, parse_move, score_play
from movegen.configs import list_configs
from movegen.errors import MAX_NAME, IllegalMoveError, NotationError, PositionError, one_line, quote
from movegen.game.events import ENCODINGS, UTF_8, Event, EventKind, GcgWarning, Player, Pragma
from movegen.game.known_racks import Racks, final_racks, racks_before, racks_to_play
from movegen.game.rule_checks import Breach, breaches, missing_tiles
from movegen.game.state import GameState, advance
from movegen.lexicon import usual_tiles
from movegen.position import Position
from movegen.showing import Tabular, Tabulation
from movegen.variant import ChallengeRule, Rack, Variant, check_variant

_KIND_OF_MOVE = {
    MoveKind.PLAY: EventKind.PLAY,
    MoveKind.EXCHANGE: EventKind.EXCHANGE,
    MoveKind.PASS: EventKind.PASS,
}
_PLAYER_PRAGMAS = frozenset(f"player{number}" for number in range(1, 5))
_ENCODING_PRAGMA = "character-encoding"
_CHALLENGE_BONUS = {ChallengeRule.FIVE_POINT: 5, ChallengeRule.TEN_POINT: 10}


class Game(Tabular):
    """A game up to now: a table of events, which are appended and do not change afterwards.

    Two games are equal when their players, variant, events, pragmas and encoding are; warnings and line
    numbers of the file that a game was read from are not compared.

    >>> game = Game.new(Variant.standard(), ["Ann", "Bob"])
    >>> game.record_move("8D WAREZ", "AERWZ").total
    42
    >>> game.scores, game.position(1).rack
    ((42, 0), <Rack AERWZ>)
    """

    def __init__(
        self,
        variant: Variant,
        players: Sequence[Player],
        *,
        pragmas: Iterable[Pragma] = (),
        encoding: str = UTF_8,
        warnings: Iterable[GcgWarning] = (),
    ) -> None:
        """Make a game without events. `Game.new` is easier to use; this is for readers of records."""
        rules = variant.rules
        if not rules.players_min <= len(players) <= rules.players_max:
            expected = f"{rules.players_min} to {rules.players_max} for {rules.name}"
            raise PositionError(f"{len(players)} players", cure=f"expected {expected}")
        if len({player.nickname for player in players}) < len(players):
            raise PositionError("two players share a nickname", cure="give each player one of their own")
        if encoding not in ENCODINGS:
            raise PositionError(
                f"unknown encoding {quote(encoding)}", cure=f"expected {' or '.join(ENCODINGS)}"
            )
        self.variant = variant
        self.encoding = encoding
        self.warnings = tuple(warnings)
        self._players = tuple(players)
        self._pragmas = [pragma for pragma in pragmas if pragma.name.lower() != _ENCODING_PRAGMA]
        self._events: list[Event] = []
        self._states = [GameState.start(variant, self._players)]

    @classmethod
    def new(
        cls,
        variant: Variant,
        players: Sequence[Player | str],
        lexicon_name: str | None = None,
        *,
        pragmas: Iterable[Pragma] = (),
    ) -> "Game":
        """Return a game that is about to begin.

        `players` are in the order of play; a string is a name that becomes the nickname too. Pragmas for
        players, lexicon and variant are added. Raises PositionError if the variant does not allow
        this number of players.
        """
        check_variant(variant)
        people = [Player(player, player) if isinstance(player, str) else player for player in players]
        heading = [
            Pragma(f"player{number}", f"{player.nickname} {player.name}".rstrip(" "))
            for number, player in enumerate(people, start=1)
        ]
        if lexicon_name:
            heading.append(Pragma("lexicon", lexicon_name))
        return cls(variant, people, pragmas=[*heading, *_variant_pragmas(variant, lexicon_name), *pragmas])

    @property
    def players(self) -> tuple[Player, ...]:
        """The players, in the order of play."""
        return self._players

    @property
    def display_names(self) -> list[str]:
        """The players' names for people to read: the full name, else the nickname; spaces for `_`.

        They are shortened, and control characters are escaped.
        """
        names = ((player.name or player.nickname).replace("_", " ") for player in self._players)
        return [one_line(name, MAX_NAME) for name in names]

    @property
    def first_names(self) -> list[str]:
        """The first word of each player's name, or the whole name if others share that word."""
        names = self.display_names
        first = [next(iter(name.split()), name) for name in names]
        return [word if first.count(word) == 1 else name for word, name in zip(first, names, strict=True)]

    @property
    def events(self) -> tuple[Event, ...]:
        """The events, in order."""
        return tuple(self._events)

    @property
    def pragmas(self) -> tuple[Pragma, ...]:
        """The pragmas of the record in order, including those of players, lexicon and variant."""
        return tuple(self._pragmas)

    @property
    def turns(self) -> list[Event]:
        """The events that are a turn: plays (withdrawn ones too), exchanges and passes."""
        return [event for event in self._events if event.kind.is_turn]

    @property
    def state(self) -> GameState:
        """The state of the game after the last event."""
        return self._states[-1]

    @property
    def lexicon_name(self) -> str | None:
        """The lexicon of the game, as named in the record."""
        return self.pragma("lexicon") or None

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each player after the last event."""
        return self.state.scores

    @property
    def is_finished(self) -> bool:
        """True if the game is over: a player went out, or too many turns had no score."""
        return self.state.ending is not None or self.state.is_settled

    @property
    def winner(self) -> int | None:
        """The winner, from 0, of a finished game; None for a tie or an unfinished game."""
        best = max(self.scores)
        return self.scores.index(best) if self.is_finished and self.scores.count(best) == 1 else None

    @property
    def racks(self) -> Racks:
        """The racks after the last event according to the pragmas `#rack1` ..., one per player.

        A rack is None without such a pragma, or if its tiles are not left; the rack of the player on turn
        takes precedence.
        """
        state, racks = self.state, list[Rack | None]([None] * len(self.players))
        left = state.off_board
        for player in sorted(range(len(self.players)), key=lambda player: player != state.on_turn):
            rack = self._rack_pragma(player)
            if rack is not None and len(rack) <= state.rack_sizes[player] and left.contains(rack):
                racks[player] = rack
                left = left - rack
        return tuple(racks)

    def pragma(self, name: str) -> str | None:
        """Return the value of the first pragma of this name, in either case, or None."""
        return next((pragma.value for pragma in self._pragmas if pragma.name.lower() == name.lower()), None)

    def position(self, turn: int) -> Position:
        """Return the position before a turn, counted from 1; in an unfinished game also before the next one.

        The mover's rack is the recorded one, with tiles that are certain from other turns; the other racks
        are given only where everyone knows them (see `movegen.game.known_racks`). Raises PositionError when
        there is no such turn.
        """
        indices = [index for index, event in enumerate(self._events) if event.kind.is_turn]
        if turn == len(indices) + 1 and not self.is_finished:
            return self.current_position()
        if not (isinstance(turn, Integral) and 1 <= turn <= len(indices)):
            cure = f"expected 1 to {len(indices)}" if indices else "no turn has been played"
            raise PositionError(f"there is no turn {turn}", cure=cure)
        index = indices[turn - 1]
        racks = racks_before(self._events, self._states, index, self.racks)
        return self._position(self._states[index], racks)

    def current_position(self) -> Position:
        """Return the position to play in an unfinished game. Raises PositionError when the game is over."""
        if self.is_finished:
            raise PositionError("the game is over", cure="ask for the position before a turn")
        return self._position(self.state, racks_to_play(self.state, self.racks))

    def record_move(
        self, move: Move | str, rack: Rack | str | None = None, *, note: str | None = None
    ) -> Event:
        """Add a move of the player on turn and return its event, scored.

        The text of a move may be in any notation (see `parse_move`). The rack is the one before the move.

        Raises
        ------
        IllegalMoveError: board, rack or rules do not allow the move.
        MoveSyntaxError, NotationError: the text of the move or the rack cannot be read.
        """
        state, rules = self.state, self.variant.rules
        if isinstance(rack, str):
            rack = self.variant.tiles.parse_rack(rack)
        if isinstance(move, str):
            move = parse_move(move, state.board, rack, rules=rules)
        else:
            check_placement(state.board, move, rack)
            move = replace(move, score=score_play(state.board, rules, move))
        notes = () if note is None else (note,)
        return self._record(Event(_KIND_OF_MOVE[move.kind], state.on_turn, rack, move, notes=notes))

    def withdraw_phony(self) -> Event:
        """Record that the last play was a phony: it is withdrawn and its player loses the turn.

        Raises PositionError when the last event is not a play.
        """
        play = self._play_to_challenge()
        return self._record(Event(EventKind.WITHDRAWN, play.player, play.rack))

    def record_failed_challenge(self) -> Event | None:
        """Record that the next player challenged the last play and that it is valid.

        `rules.challenge` determines the cost: a bonus for the play, the challenger's turn (recorded as a
        pass), or nothing (then None is returned). Raises PositionError when there is no play to challenge or
        the rules do not allow challenges.
        """
        play, rule = self._play_to_challenge(), self.variant.rules.challenge
        if rule is ChallengeRule.VOID:
            raise PositionError(f"{self.variant.name} does not allow challenges")
        if rule is ChallengeRule.DOUBLE:
            return self.record_move(Move.pass_turn(self.variant.tiles))
        bonus = _CHALLENGE_BONUS.get(rule)
        if bonus is None:
            return None
        return self._record(Event(EventKind.CHALLENGE_BONUS, play.player, score=bonus))

    def finish(self, racks: Sequence[Rack | None] | None = None) -> tuple[Event, ...]:
        """Count the tiles left at the end of the game, and return the events for them.

        A player who went out gains twice the points of the opponent's tiles in a game of two; in larger games
        the points of all opponents' tiles, and these lose the points of their own. If nobody went out,
        everyone loses the points of their own tiles. Where tiles left do not count, there are no such events.

        `racks` gives the tiles left, one rack per player, if they do not follow from the record. Raises
        PositionError when the game is not over, its tiles were counted before, or a rack is unknown.
        """
        state = self.state
        if state.is_settled:
            raise PositionError("the tiles left have been counted already")
        if state.ending is None:
            raise PositionError("the game is not over", cure="a player must go out first")
        if not self.variant.rules.count_tiles_left:
            return ()
        left = self._racks_left(racks)
        losers = [(player, rack) for player, rack in enumerate(left) if len(rack)]
        before = len(self._events)
        if losers and state.out_player is not None:
            self._record(self._bonus(state.out_player, [rack for _, rack in losers]))
        if state.out_player is None or len(left) > 2:
            for player, rack in losers:
                self._record(Event(EventKind.END_RACK_PENALTY, player, rack, tiles=rack))
        return tuple(self._events[before:])

    def record_time_penalty(self, player: int, points: int) -> Event:
        """Deduct points for exceeding the time limit. Raises PositionError before the game is over."""
        if not 0 <= player < len(self.players):
            raise PositionError(f"there is no player {player}", cure=f"expected 0 to {len(self.players) - 1}")
        if points < 0:
            raise PositionError(f"a penalty of {points} points", cure="give the points to deduct")
        return self._record(Event(EventKind.TIME_PENALTY, player, score=-points))

    def add_note(self, *texts: str) -> None:
        """Add notes to the last event, or to the head of the record if there is none."""
        if self._events and texts:
            self._events[-1] = self._events[-1].with_notes(*texts)
        elif texts:
            self._pragmas += (Pragma("note", text) for text in texts)

    def add_pragma(self, name: str, value: str = "") -> None:
        """Add a pragma after the last event.

        Raises PositionError for a pragma that names a player or the encoding.
        """
        pragma = Pragma(name, value, len(self._events))
        key = pragma.name.lower()
        if key in _PLAYER_PRAGMAS:
            raise PositionError("players are named when the game begins")
        if key == _ENCODING_PRAGMA:
            raise PositionError("the encoding is not a pragma of a game", cure="set Game.encoding")
        if key == "note":
            self.add_note(pragma.value)
        else:
            self._pragmas.append(pragma)

    def add(self, event: Event) -> Event:
        """Add an event and return it with the score and total of the rules.

        Nothing is checked: this is for readers that call `breaches` themselves.
        """
        state, event = advance(self.state, event)
        self._events.append(event)
        self._states.append(state)
        return event

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self._events == other._events
            and self._pragmas == other._pragmas
            and self._players == other._players
            and self.encoding == other.encoding
            and self.variant == other.variant
        )

    def __repr__(self) -> str:
        scores = ", ".join(
            f"{player.nickname} {score}" for player, score in zip(self.players, self.scores, strict=True)
        )
        return f"<Game {scores}; {len(self.turns)} turns, {'finished' if self.is_finished else 'unfinished'}>"

    def tabulate(self, count: int | None = None) -> Tabulation:
        """Return the first `count` events as a table, all for None."""
        titles = ("#", "Player", "Rack", "Move", "Score", "Total")
        rows = [
            (
                str(row["turn"]),
                one_line(row["name"], MAX_NAME),
                row["rack"] or "",
                row["move"] or f"({row['kind'].replace('_', ' ')})",
                f"{row['score']:+}",
                str(row["total"]),
            )
            for row in self.to_rows()[:count]
        ]
        return Tabulation(repr(self), titles, rows, len(self._events))

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each event, with the number of its turn, or of the last turn before it.

        `kind` is the value of `EventKind`; `rack` and `move` are None where there is none.
        """
        names, turn, rows = self.display_names, 0, []
        for event in self._events:
            turn += event.kind.is_turn
            rows.append(
                {
                    "turn": turn,
                    "player": event.player,
                    "name": names[event.player],
                    "kind": event.kind.value,
                    "rack": None if event.rack is None else str(event.rack),
                    "move": None if event.move is None else str(event.move),
                    "score": event.score,
                    "total": event.total,
                }
            )
        return rows

    def _record(self, event: Event) -> Event:
        """Add an event that does not come from a file, so that any breach is an error."""
        breach = next(breaches(self.state, event), None)
        if breach is not None:
            raise _error(breach, event)
        return self.add(event)

    def _play_to_challenge(self) -> Event:
        play = self.state.last_play
        if play is None:
            raise PositionError("there is no play to challenge", cure="the last event must be a play")
        return play

    def _bonus(self, player: int, racks: Sequence[Rack]) -> Event:
        tiles = sum(racks, Rack.empty(self.variant.tiles))
        points = 2 * tiles.points if len(self.players) == 2 else tiles.points
        return Event(EventKind.END_RACK_BONUS, player, tiles=tiles, score=points)

    def _racks_left(self, racks: Sequence[Rack | None] | None) -> list[Rack]:
        state = self.state
        if racks is not None and len(racks) != len(self.players):
            raise PositionError(f"{len(racks)} racks for {len(self.players)} players")
        given = self.racks if racks is None else tuple(racks)
        known = final_racks(
            state, tuple(state.complete_rack(player, rack) for player, rack in enumerate(given))
        )
        left = []
        for player, rack, held in zip(self.players, known, state.rack_sizes, strict=True):
            if rack is None or len(rack) != held:
                problem = f"the {held} tiles that {player.nickname} has left are not known"
                raise PositionError(problem, cure="give finish() the racks")
            left.append(rack)
        missing = missing_tiles(sum(left, Rack.empty(self.variant.tiles)), state.off_board)
        if len(missing):
            raise PositionError(
                f"the racks hold {missing}, not among the tiles left", cure=f"expected {state.off_board}"
            )
        return left

    def _rack_pragma(self, player: int) -> Rack | None:
        try:
            return self.variant.tiles.parse_rack(self.pragma(f"rack{player + 1}") or "") or None
        except NotationError:
            return None

    def _position(self, state: GameState, racks: Racks) -> Position:
        return Position(
            variant=self.variant,
            board=state.board,
            racks=racks,
            scores=state.scores,
            on_turn=state.on_turn,
            scoreless_turns=state.scoreless_turns,
            lexicon_name=self.lexicon_name,
            last_turns=state.last_turns,
        )


def _error(breach: Breach, event: Event) -> IllegalMoveError | PositionError:
    kind = IllegalMoveError if event.kind.is_turn else PositionError
    where = str(event.move) if event.move is not None else None
    return kind(breach.problem, where=where, cure=f"expected {breach.expected}" if breach.expected else None)


def _variant_pragmas(variant: Variant, lexicon: str | None) -> list[Pragma]:
    """Return the pragmas by which a reader identifies a variant, beside the lexicon's name."""
    standard = Variant.standard()
    named = _included_variant(variant.name)
    pragmas = []
    if variant.layout != standard.layout or variant.layout != named.layout:
        pragmas.append(Pragma("board-layout", variant.layout.name))
    if (
        variant.tiles != standard.tiles
        or variant.tiles != named.tiles
        or variant.tiles.name != usual_tiles(lexicon)
    ):
        pragmas.append(Pragma("tile-distribution", variant.tiles.name))
    if variant.rules != standard.rules:  # of a file, too: a reader then warns that it does not know them
        pragmas.append(Pragma("rules", variant.name))
    return pragmas


@lru_cache(maxsize=32)
def _included_variant(name: str) -> Variant:
    """Return the included variant of a name, else the standard one: a reader takes these for it."""
    return Variant.load(name) if name in list_configs("rules") else Variant.standard()
