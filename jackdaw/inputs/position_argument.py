"""Read the position that a command-line argument gives: a line of CGP, or a file of a position or game."""

from dataclasses import dataclass

from jackdaw.inputs.sources import OWN_RULES, ReadingRules, parse_source, read_source
from movegen.errors import JackdawError, PositionError
from movegen.game import Game
from movegen.position import Position


@dataclass(frozen=True)
class GivenPosition:
    """A position with the names of its players, its source, and warnings about it."""

    position: Position
    names: tuple[str, ...]
    source: str
    turn: int | None = None
    warnings: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Return the source for messages."""
        return self.source if self.turn is None else f"{self.source}, turn {self.turn}"

    @property
    def rack_advice(self) -> str:
        """Return advice for a position whose rack is not known."""
        if self.turn is None:
            return "the rack is not known; give it first in the second field of the position"
        number = self.position.on_turn + 1
        return f"the rack is not known; give it in the record (#rack{number} AEINRST), or ask for --turn N"

    @property
    def heading(self) -> str:
        """Return a heading that names the player on turn."""
        mover = f"{self.names[self.position.on_turn]} to move"
        return mover.capitalize() if self.turn is None else f"Turn {self.turn}: {mover}"


@dataclass(frozen=True)
class PositionRequest:
    """The position that options ask for: that before a turn of a game, read by rules and up to a turn.

    `turn_option` is what messages call the option for the turn.
    """

    argument: str | Game
    turn: int | None = None
    until: int | None = None
    rules: ReadingRules = OWN_RULES
    turn_option: str = "--turn"


def read_position(request: PositionRequest) -> GivenPosition:
    """Read the position of an argument: CGP itself, a file with one position, a file of a game, or a game.

    In a game it is the position before a turn, from 1; without a turn it is the one to be played. Raises
    JackdawError if there is not exactly one position.
    """
    return _read(request, None)


def read_endgame(request: PositionRequest) -> GivenPosition:
    """Read a position likewise; in a finished game the first with an empty bag."""
    return _read(request, range(1))


def read_preendgame(request: PositionRequest) -> GivenPosition:
    """Read a position likewise; in a finished game the first with one to four tiles in the bag."""
    return _read(request, range(1, 5))


def _read(request: PositionRequest, in_bag: range | None) -> GivenPosition:
    if isinstance(request.argument, Game):
        return _from_game(request.argument, "the game", request, in_bag)
    source = read_source(request.argument)
    parsed = parse_source(source, rules=request.rules, until=request.until)
    if isinstance(parsed, Game):
        return _from_game(parsed, source.name, request, in_bag)
    if len(parsed) > 1:
        cure = "give one as a line of CGP, or analyze all with jackdaw batch"
        raise JackdawError(f"contains {len(parsed):,} positions", where=source.name, cure=cure)
    return _single(parsed[0], source.name, request)


def _single(position: Position, source: str, request: PositionRequest) -> GivenPosition:
    if request.turn is not None:
        raise JackdawError("is not a game record", where=source, cure=f"leave out {request.turn_option}")
    warnings = tuple(f"{source}: {warning}" for warning in position.warnings)
    names = tuple(f"player {number}" for number in range(1, position.players + 1))
    return GivenPosition(position, names, source, warnings=warnings)


def _from_game(game: Game, source: str, request: PositionRequest, in_bag: range | None) -> GivenPosition:
    turn = request.turn
    if turn is None:
        turn = _turn_to_solve(game, source, request.turn_option, in_bag)
    try:
        position = game.position(turn)
    except PositionError as error:
        raise PositionError(error.problem, where=source, cure=error.cure) from None
    names = tuple(game.display_names)
    warnings = tuple(f"{source}, {warning}" for warning in game.warnings)
    return GivenPosition(position, names, source, turn, warnings)


def _turn_to_solve(game: Game, source: str, option: str, in_bag: range | None) -> int:
    turns = len(game.turns)
    if not game.is_finished:
        return turns + 1
    if in_bag is None:
        cure = f"name the position before a turn: {option} 1 to {option} {turns}"
        raise PositionError("is a finished game", where=source, cure=cure)
    found = (turn for turn in range(1, turns + 1) if game.position(turn).bag_count in in_bag)
    first = next(found, None)
    if first is None:
        problem = (
            "has no turn with an empty bag" if 0 in in_bag else "has no turn with 1 to 4 tiles in the bag"
        )
        raise PositionError(problem, where=source)
    return first
