"""Read the position that a command-line argument gives: a line of CGP, or a file of a position or game."""

from dataclasses import dataclass
from pathlib import Path

from jackdaw.inputs.sources import parse_source, read_source
from movegen.errors import JackdawError, PositionError
from movegen.game import Game
from movegen.position import Position, read_cgp
from movegen.variant import Variant

_POSITION = "POSITION"


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
    def heading(self) -> str:
        """Return a heading that names the player on turn."""
        mover = f"{self.names[self.position.on_turn]} to move"
        return mover.capitalize() if self.turn is None else f"Turn {self.turn}: {mover}"


def read_endgame(argument: str, *, turn: int | None = None, variant: Variant | None = None) -> GivenPosition:
    """Read the position of an argument: CGP itself, a file with one position, or a game.

    In a game it is the position before a turn, from 1. Without a turn it is the one to be played or, if the
    game is finished, the first with an empty bag. Raises JackdawError if there is not exactly one position.
    """
    return _read(argument, turn, variant, range(1))


def read_preendgame(
    argument: str, *, turn: int | None = None, variant: Variant | None = None
) -> GivenPosition:
    """Read a position likewise; in a finished game the first with one to four tiles in the bag."""
    return _read(argument, turn, variant, range(1, 5))


def _read(argument: str, turn: int | None, variant: Variant | None, in_bag: range) -> GivenPosition:
    if is_cgp_text(argument):
        return _single(read_cgp(argument, variant=variant, file=_POSITION), _POSITION, turn)
    source = read_source(argument)
    parsed = parse_source(source, variant=variant)
    if isinstance(parsed, Game):
        return _from_game(parsed, source.name, turn, in_bag)
    if len(parsed) > 1:
        cure = "give one as a line of CGP, or analyze all with jackdaw batch"
        raise JackdawError(f"contains {len(parsed):,} positions", where=source.name, cure=cure)
    return _single(parsed[0], source.name, turn)


def is_cgp_text(argument: str) -> bool:
    """Return whether an argument is a position itself: it has rows and spaces, and no file has that name."""
    if argument.count("/") < 2 or " " not in argument.strip():
        return False
    try:
        return not Path(argument).exists()
    except (OSError, ValueError):  # too long for a name, or with characters that none has
        return True


def _single(position: Position, source: str, turn: int | None) -> GivenPosition:
    if turn is not None:
        raise JackdawError("is not a game record", where=source, cure="leave out --turn")
    names = tuple(f"player {number}" for number in range(1, position.players + 1))
    return GivenPosition(position, names, source)


def _from_game(game: Game, source: str, turn: int | None, in_bag: range) -> GivenPosition:
    turn = turn or _turn_to_solve(game, source, in_bag)
    try:
        position = game.position(turn)
    except PositionError as error:
        raise PositionError(error.problem, where=source, cure=error.cure) from None
    names = tuple(game.display_names)
    warnings = tuple(f"{source}, {warning}" for warning in game.warnings)
    return GivenPosition(position, names, source, turn, warnings)


def _turn_to_solve(game: Game, source: str, in_bag: range) -> int:
    turns = len(game.turns)
    if not game.is_finished:
        return turns + 1
    found = (turn for turn in range(1, turns + 1) if game.position(turn).bag_count in in_bag)
    first = next(found, None)
    if first is None:
        problem = (
            "has no turn with an empty bag" if 0 in in_bag else "has no turn with 1 to 4 tiles in the bag"
        )
        raise PositionError(problem, where=source)
    return first
