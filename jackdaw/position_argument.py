"""A position on the command line: as a line of CGP, or in a file of positions or of a game."""

from dataclasses import dataclass
from pathlib import Path

from jackdaw.inputs import parse_source, read_source
from movegen.cgp import read_cgp
from movegen.errors import JackdawError, PositionError
from movegen.game import Game
from movegen.position import Position
from movegen.rules import Variant

_POSITION = "POSITION"


@dataclass(frozen=True)
class GivenPosition:
    """A position, what its players are called, where it was found, and what is doubtful there."""

    position: Position
    names: tuple[str, ...]
    source: str
    turn: int | None = None
    warnings: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Where it was found, for messages."""
        return self.source if self.turn is None else f"{self.source}, turn {self.turn}"

    @property
    def heading(self) -> str:
        """Whose turn it is."""
        mover = f"{self.names[self.position.on_turn]} to move"
        return mover.capitalize() if self.turn is None else f"Turn {self.turn}: {mover}"


def read_endgame(argument: str, *, turn: int | None = None, variant: Variant | None = None) -> GivenPosition:
    """The position that an argument gives: itself as CGP, a file with one, or a game.

    Of a game it is the one before a turn, from 1; without that the one to be played, or if it is finished
    the first with an empty bag. Raises JackdawError when that cannot be read or is more than one.
    """
    return _read(argument, turn, variant, range(1))


def read_preendgame(
    argument: str, *, turn: int | None = None, variant: Variant | None = None
) -> GivenPosition:
    """The same; of a finished game the first position with one to four tiles in the bag."""
    return _read(argument, turn, variant, range(1, 5))


def _read(argument: str, turn: int | None, variant: Variant | None, in_bag: range) -> GivenPosition:
    if is_text(argument):
        return _alone(read_cgp(argument, variant=variant, file=_POSITION), _POSITION, turn)
    source = read_source(argument)
    parsed = parse_source(source, variant=variant)
    if isinstance(parsed, Game):
        return _of_game(parsed, source.name, turn, in_bag)
    if len(parsed) > 1:
        cure = "give one, as a line of CGP; for many there is jackdaw batch"
        raise JackdawError(f"{len(parsed):,} positions", where=source.name, cure=cure)
    return _alone(parsed[0], source.name, turn)


def is_text(argument: str) -> bool:
    """Whether an argument is a position itself: rows, spaces, and no file of that name."""
    if argument.count("/") < 2 or " " not in argument.strip():
        return False
    try:
        return not Path(argument).exists()
    except (OSError, ValueError):  # too long for a name, or with characters that none has
        return True


def _alone(position: Position, source: str, turn: int | None) -> GivenPosition:
    if turn is not None:
        raise JackdawError("is no game record", where=source, cure="leave --turn out")
    names = tuple(f"player {number}" for number in range(1, position.players + 1))
    return GivenPosition(position, names, source)


def _of_game(game: Game, source: str, turn: int | None, in_bag: range) -> GivenPosition:
    turn = turn or _turn_to_solve(game, source, in_bag)
    try:
        position = game.position(turn)
    except PositionError as error:
        raise PositionError(error.what, where=source, cure=error.cure) from None
    names = tuple(player.nickname for player in game.players)
    warnings = tuple(f"{source}, {warning}" for warning in game.warnings)
    return GivenPosition(position, names, source, turn, warnings)


def _turn_to_solve(game: Game, source: str, in_bag: range) -> int:
    turns = len(game.turns)
    if not game.is_finished:
        return turns + 1
    found = (turn for turn in range(1, turns + 1) if game.position(turn).bag_count in in_bag)
    first = next(found, None)
    if first is None:
        some = "there are tiles in the bag at every turn"
        raise PositionError(some if 0 in in_bag else "no turn with 1 to 4 tiles in the bag", where=source)
    return first
