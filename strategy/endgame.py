"""The endgame: with the bag empty both racks are known, and the rest of the game can be searched to its end.

The search is in `strategy/core/endgame.hpp`.
"""

from dataclasses import dataclass, field
from math import isfinite

import numpy as np
import numpy.typing as npt

from movegen.core_variant import core_counts, core_variant
from movegen.errors import LexiconError, PositionError
from movegen.graph_file import labels
from movegen.lexicon import Lexicon
from movegen.move_list import MoveList, record_type
from movegen.moves import Move
from movegen.position import Position
from movegen.tiles import Rack
from strategy.native import core

MEMORY = 256
"""Megabytes."""


@dataclass(frozen=True)
class EndgameResult:
    """What a search of the endgame found, for the player on turn.

    Attributes
    ----------
    value:        change of the spread until the end of the game under best play of both: points. If it is not
                  proven, the best estimate.
    lower, upper: points between which it lies; None where nothing is known.
    variation:    the moves of best play; only the first, or none, if they are not proven.
    nodes:        positions searched.
    seconds:      of wall time.
    """

    value: int
    lower: int | None
    upper: int | None
    variation: tuple[Move, ...]
    nodes: int
    seconds: float = field(compare=False)

    @property
    def is_proven(self) -> bool:
        """Whether the value is exact."""
        return self.lower is not None and self.lower == self.upper


def solve_endgame(
    position: Position,
    lexicon: Lexicon,
    *,
    scoreless_turns: int | None = None,
    memory: int = MEMORY,
    seconds: float | None = None,
    nodes: int | None = None,
) -> EndgameResult:
    """The value of a position with an empty bag, proven unless a limit is reached.

    scoreless_turns: so many turns in a row without a score end the game; None for two passes in a row. The
                     position's count of turns without a score is taken as passes.
    memory:          megabytes that the search may take.
    seconds, nodes:  stop after so many; None for no limit. The same nodes are searched every time.

    Who goes out gains twice the points of the other's tiles; if the game ends otherwise both lose their own.

    Raises
    ------
    PositionError: the game is not one of two, there are tiles in the bag or none on the board, a rack
                   is empty or not known as a whole, the game is over, or a limit is out of range.
    LexiconError:  the lexicon is for other letters.
    """
    turns = 2 if scoreless_turns is None else scoreless_turns
    racks = _racks(position, lexicon, turns)
    if memory < 1 or (seconds is not None and not (isfinite(seconds) and seconds > 0)):
        raise PositionError("a limit that is not above 0", cure="give a megabyte or more, and some time")
    if nodes is not None and nodes < 1:
        raise PositionError(f"{nodes} nodes", cure="give 1 or more")
    value, lower, upper, searched, taken, records = core.solve_endgame(
        lexicon.graph,
        core_variant(position.variant),
        position.board.squares,
        racks,
        position.scoreless_turns,
        turns,
        scoreless_turns is None,
        memory << 20,
        seconds or 0.0,
        nodes or 0,
    )
    return EndgameResult(
        value,
        None if lower == -core.UNBOUNDED else lower,
        None if upper == core.UNBOUNDED else upper,
        _moves(position, records),
        searched,
        taken,
    )


def plain_endgame_value(position: Position, lexicon: Lexicon, *, scoreless_turns: int | None = None) -> int:
    """The same value by plain minimax, every move to the end: points. For tests; raises the same."""
    turns = 2 if scoreless_turns is None else scoreless_turns
    racks = _racks(position, lexicon, turns)
    return core.plain_endgame(
        lexicon.graph,
        core_variant(position.variant),
        position.board.squares,
        racks,
        position.scoreless_turns,
        turns,
        scoreless_turns is None,
    )


def _racks(position: Position, lexicon: Lexicon, turns: int) -> npt.NDArray[np.uint8]:
    """Both racks, that of the player on turn first: uint8, (2, tiles)."""
    if position.players != 2:
        raise PositionError(f"{position.players} players", cure="endgames are solved for two")
    if lexicon.data.letters != labels(position.variant.tiles):
        raise LexiconError(
            f"the lexicon {lexicon.name} has other letters than the tile set {position.variant.tiles.name}",
            cure="name a lexicon for these tiles",
        )
    if position.board.is_empty:
        raise PositionError("an endgame with no tiles on the board")
    if position.bag_count:
        raise PositionError(f"{position.bag_count} tiles in the bag", cure="endgames begin when it is empty")
    theirs = _opponents_rack(position)
    if not len(position.rack) or not len(theirs):
        raise PositionError("a player has no tiles", cure="the game is over, or a rack is missing")
    if turns <= position.scoreless_turns:
        raise PositionError(
            f"{position.scoreless_turns} turns without a score, of {turns} that end the game",
            cure="set the count back, or let more turns end the game",
        )
    return np.stack([core_counts(rack.counts) for rack in (position.rack, theirs)])


def _opponents_rack(position: Position) -> Rack:
    """All that is unseen."""
    theirs, known = position.unseen, position.racks[1 - position.on_turn]
    if len(theirs) > position.rules.rack_size:
        raise PositionError(f"the rack {position.rack} is not whole", cure="give every tile of it")
    if known is not None and len(known) and known != theirs:
        raise PositionError(f"the opponent's rack is {known}, but {theirs} are unseen")
    return theirs


def _moves(position: Position, records: npt.NDArray[np.uint8]) -> tuple[Move, ...]:
    """The moves of a variation, as records of the core."""
    board, moves = position.board, []
    found = records.view(record_type(board.layout))
    for place in range(len(found)):
        moves.append(MoveList(found[place : place + 1], board, position.rack)[0])
        board = board.place(moves[-1])
    return tuple(moves)
