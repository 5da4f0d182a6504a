"""A line: moves tried from a turn of a game instead of those that were played, as a variation in chess.

Racks in a line are what is known of them. The player who leaves the game holds the recorded rack of that
turn. The others drew their tiles before, so each holds the recorded rack of the next turn. Later a player
holds what the last move left and tiles that nobody knows, unless a rack is given.
"""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from movegen.board import Move, parse_move, parse_typed_move
from movegen.errors import IllegalMoveError, JackdawError, PositionError, one_line
from movegen.game import Game, Pragma
from movegen.position import Position
from movegen.variant import Rack

MAX_NAME = 60
"""The limit of characters of a name."""
MAX_MOVES = 100
"""The limit of moves of a line; a whole game has some twenty-five."""
Racks = tuple[Rack | None, ...]
_RACK_PRAGMAS = frozenset(f"rack{number}" for number in range(1, 5))


class LineError(JackdawError):
    """A line that is impossible, its name, or its file."""


@dataclass(frozen=True, slots=True)
class LineMove:
    """A move of a line, scored, and the known tiles of its rack before; None if none are known.

    >>> line = Line.begin(read_gcg("jackdaw/samples/ann_v_ben.gcg"), 7).play("M9 (EA)TING")
    >>> line.moves[0]
    LineMove(move=<Move M9 (EA)TING 14>, rack=<Rack GGINNTT>)
    """

    move: Move
    rack: Rack | None = None


@dataclass(frozen=True)
class Line:
    """A line of a game. Immutable: `play` and `back` return a new line.

    Attributes
    ----------
    name:  the name under which it is saved; empty if it has none yet.
    turn:  the turn of the game that its first move takes the place of, from 1.
    moves: its moves, in order.
    start: the game up to that turn.
    racks: the known tiles of each player before the next move, None where none are known.
    first_racks: the same before the first move.

    Lines are equal if their names, turns and moves are.

    >>> game = read_gcg("jackdaw/samples/ann_v_ben.gcg")
    >>> line = Line.begin(game, 7, "fish").play("M9 (EA)TING").play("N12 EWK")
    >>> line
    <Line fish, instead of turn 7: M9 (EA)TING, N12 EWK; 135 - 99>
    >>> line.position(8).rack, line.current_position().rack, line.back().scores
    (<Rack EIKNUWZ>, <Rack GNT>, (135, 50))
    """

    name: str
    turn: int
    moves: tuple[LineMove, ...] = ()
    start: Game = field(kw_only=True, compare=False)
    racks: Racks = field(kw_only=True, compare=False)
    first_racks: Racks = field(kw_only=True, compare=False)

    @classmethod
    def begin(cls, game: Game, turn: int, name: str = "") -> "Line":
        """Return a line without moves that leaves a game before a turn.

        In an unfinished game this may be the turn to be played. Raises PositionError if there is no such
        turn, LineError for an impossible name.
        """
        racks = _racks_to_come(game, turn)
        start = _game_before(game, turn)
        return cls(check_name(name) if name else "", turn, start=start, racks=racks, first_racks=racks)

    @property
    def game(self) -> Game:
        """A game of the line: the record up to its turn, then its moves.

        If a player goes out, the tiles left are counted as far as they are known.
        """
        game = self._copy(self.rack)
        for each in self.moves:
            game.record_move(each.move, each.rack)
        if game.is_finished:
            with suppress(PositionError):  # the tiles left are not known
                game.finish(self.racks)
        return game

    @cached_property
    def _game(self) -> Game:
        """The same, which must not change."""
        return self.game

    def _copy(self, rack: Rack | None) -> Game:
        """Return the game up to the turn of the line; `rack` is that of the player to make the next move."""
        start = self.start
        pragmas = list(start.pragmas)
        if rack is not None:
            pragmas.append(Pragma(f"rack{self.on_turn + 1}", str(rack), len(start.events)))
        game = Game(start.variant, start.players, pragmas=pragmas, encoding=start.encoding)
        for event in start.events:
            game.add(event)
        return game

    @property
    def turns(self) -> range:
        """The turns of its moves, from 1."""
        return range(self.turn, self.turn + len(self.moves))

    @property
    def on_turn(self) -> int:
        """The player to make the next move, from 0."""
        return (self.start.state.on_turn + len(self.moves)) % len(self.start.players)

    @property
    def rack(self) -> Rack | None:
        """The known tiles of the player on turn, None if none are known."""
        return self.racks[self.on_turn]

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each player after its last move."""
        return self._game.scores

    @property
    def is_finished(self) -> bool:
        """True if the game is over after its last move."""
        return self._game.is_finished

    def position(self, turn: int) -> Position:
        """Return the position before a turn of the game or of the line; see `Game.position`."""
        return self._game.position(turn)

    def current_position(self) -> Position:
        """Return the position after the last move. Raises PositionError when the game is over."""
        return self._game.current_position()

    def with_name(self, name: str) -> "Line":
        """Return the line with another name. Raises LineError for an impossible one."""
        return replace(self, name=check_name(name))

    def with_rack(self, rack: Rack | str) -> "Line":
        """Return the line with another rack of the player on turn; an empty one is unknown.

        Raises NotationError if it cannot be read, IllegalMoveError if its tiles are not left.
        """
        given = self._parse_rack(rack)
        game, player = self._game, self.on_turn
        held, available = game.state.rack_sizes[player], game.state.available(player)
        if len(given) > held or not available.contains(given):
            cure = f"at most {held} of {available}"
            raise IllegalMoveError(f"the rack {given} is not possible", cure=cure)
        return replace(self, racks=_replaced(self.racks, player, given if len(given) else None))

    def draw(self, seed: int = 0) -> "Line":
        """Return the line with the rack of the player on turn completed by tiles drawn at random.

        Tiles that others are known to hold are not drawn. The same line and seed give the same tiles.
        """
        state, player = self._game.state, self.on_turn
        rack = self.rack or Rack.empty(state.variant.tiles)
        pool = state.available(player) - rack
        for other, held in enumerate(self.racks):
            if other != player and held is not None and pool.contains(held):
                pool = pool - held
        random = Random(f"{seed}/{self.turn}/{len(self.moves)}")
        missing = min(state.rack_sizes[player] - len(rack), len(pool))
        drawn = Rack.from_tiles(pool.tile_set, random.sample(list(pool), missing))
        return self.with_rack(rack + drawn)

    def parse(self, text: str) -> Move:
        """Read and score a move of the player on turn as people type it, also in lower case.

        The known tiles are meant where they suffice, else any that are left.
        Raises MoveSyntaxError or IllegalMoveError.
        """
        state, rules = self._game.state, self.start.variant.rules
        if self.rack is not None:
            with suppress(IllegalMoveError):  # other tiles than the known ones
                return parse_typed_move(text, state.board, self.rack, rules=rules)
        return parse_typed_move(text, state.board, state.available(self.on_turn), rules=rules)

    def play(self, move: Move | str, rack: Rack | str | None = None) -> "Line":
        """Return the line with one more move.

        The text of a move may be in any notation (see `parse_move`). A given rack must hold its tiles; an
        empty one is unknown. Without one the known tiles count, unless the move needs others. Words are not
        checked.

        Raises
        ------
        IllegalMoveError: board, rack or rules do not allow the move.
        MoveSyntaxError, NotationError: the text of the move or the rack cannot be read.
        PositionError: the game is over.
        LineError: the line is too long.
        """
        state, player = self._game.state, self.on_turn
        if self.is_finished:
            raise PositionError("the game is over after this line", cure="take back a move")
        if len(self.moves) == MAX_MOVES:
            raise LineError(f"a line of more than {MAX_MOVES} moves", cure="begin another one")
        if isinstance(move, str):
            move = parse_move(move, state.board, rules=state.variant.rules)
        known = self._usual_rack(move) if rack is None else self._parse_rack(rack)
        game = self.game
        event = game.record_move(move, known if known is not None and len(known) else None)
        assert event.move is not None
        racks = _replaced(self.racks, player, _leave(event.rack, event.move))
        return replace(self, moves=(*self.moves, LineMove(event.move, event.rack)), racks=racks)

    def back(self) -> "Line":
        """Return the line without its last move. Raises LineError if it has none."""
        if not self.moves:
            raise LineError("the line has no move to take back")
        racks = self.first_racks
        players = len(racks)
        for index, each in enumerate(self.moves[:-1]):
            player = (self.start.state.on_turn + index) % players
            racks = _replaced(racks, player, _leave(each.rack, each.move))
        return replace(self, moves=self.moves[:-1], racks=racks)

    def _parse_rack(self, rack: Rack | str) -> Rack:
        return self.start.variant.tiles.parse_rack(rack) if isinstance(rack, str) else rack

    def _usual_rack(self, move: Move) -> Rack | None:
        """Return the known tiles with those of the move; None if the player cannot hold both."""
        state, player = self._game.state, self.on_turn
        used, known = move.tiles_used, self.racks[player]
        if known is None:
            return None
        pairs = zip(known.counts, used.counts, strict=True)
        both = Rack(known.tile_set, tuple(map(max, pairs)))
        fits = len(both) <= state.rack_sizes[player] and state.available(player).contains(both)
        return both if fits else None

    def __repr__(self) -> str:
        moves = ", ".join(str(each.move) for each in self.moves) or "no moves"
        scores = " - ".join(map(str, self.scores))
        name = f" {one_line(self.name)}," if self.name else ""
        return f"<Line{name} instead of turn {self.turn}: {moves}; {scores}>"


def check_name(name: str) -> str:
    """Return a name of a line without spaces around it. Raises LineError if it is empty, long or no text."""
    found = name.strip()
    if not found:
        raise LineError("the line has no name", cure="give it one")
    if len(found) > MAX_NAME:
        raise LineError(f"a name of {len(found)} characters", cure=f"at most {MAX_NAME}")
    if not found.isprintable():
        raise LineError("the name has characters that cannot be shown", where=one_line(found))
    return found


def _game_before(game: Game, turn: int) -> Game:
    """Return the game up to a turn that it has, without the racks after its end."""
    count = _event_index(game, turn)
    pragmas = [
        pragma
        for pragma in game.pragmas
        if pragma.event_index <= count and pragma.name.lower() not in _RACK_PRAGMAS
    ]
    found = Game(game.variant, game.players, pragmas=pragmas, encoding=game.encoding)
    for event in game.events[:count]:
        found.add(event)
    return found


def _event_index(game: Game, turn: int) -> int:
    """Return the number of events before a turn; all of them for the turn to be played."""
    indices = [index for index, event in enumerate(game.events) if event.kind.is_turn]
    return indices[turn - 1] if turn <= len(indices) else len(game.events)


def _racks_to_come(game: Game, turn: int) -> Racks:
    """Return the racks before a turn as the record shows them at the next turn of each player.

    They are those before this turn, since nobody draws between turns of others. Raises PositionError if there
    is no such turn.
    """
    position = game.position(turn)
    racks: list[Rack | None] = list(game.racks if turn > len(game.turns) else [None] * position.players)
    racks[position.on_turn] = position.rack if len(position.rack) else None
    for later in range(turn + 1, min(turn + position.players, len(game.turns) + 1)):
        before = game.position(later)
        if before.on_turn == (position.on_turn + later - turn) % position.players and len(before.rack):
            racks[before.on_turn] = before.rack
    return tuple(racks)


def _leave(rack: Rack | None, move: Move) -> Rack | None:
    """Return the tiles that a player is known to hold after a move, before drawing; None for none."""
    used = move.tiles_used
    if rack is None or move.exchange_count > len(used) or not rack.contains(used):
        return None
    left = rack - used
    return left if len(left) else None


def _replaced(racks: Racks, player: int, rack: Rack | None) -> Racks:
    return (*racks[:player], rack, *racks[player + 1 :])
