"""The endgame: with the bag empty both racks are known, and the rest of the game can be searched to its end.

The search is in `strategy/core/endgame.hpp`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from movegen.core_variant import core_counts, core_variant
from movegen.errors import PositionError
from movegen.lexicon import Lexicon
from movegen.move_list import MoveList, record_type
from movegen.moves import Move
from movegen.position import Position
from movegen.rules import WordOrder
from movegen.tiles import Rack
from strategy.native import core

MEMORY = 256
"""Megabytes."""


Outcome = Literal["win", "draw", "loss"]


@dataclass(frozen=True)
class EndgameMove:
    """A move and what it is worth, in points: see `EndgameResult`."""

    move: Move
    value: int
    lower: int
    upper: int

    @property
    def is_proven(self) -> bool:
        """Whether the value is exact."""
        return self.lower == self.upper


@dataclass(frozen=True)
class EndgameResult:
    """What a search of the endgame found, for the player on turn.

    Attributes
    ----------
    value:        change of the spread until the end of the game under best play of both: points. If it is not
                  proven, the best estimate.
    lower, upper: points between which it lies. Where not much has been searched they are far apart: no more
                  than what the board can give.
    variation:    the moves of best play; only the first if they are not proven.
    nodes:        positions searched.
    seconds:      of wall time.
    moves:        best first: as many as were asked for, of those that there are.
    spread:       of the position, before the move: points.
    """

    value: int
    lower: int
    upper: int
    variation: tuple[Move, ...]
    nodes: int
    seconds: float = field(compare=False)
    moves: tuple[EndgameMove, ...]
    spread: int

    @property
    def is_proven(self) -> bool:
        """Whether the value is exact."""
        return self.lower == self.upper

    @property
    def final_spread(self) -> int:
        """The spread when the game is over, as far as `value` goes: points."""
        return self.spread + self.value

    @property
    def outcome(self) -> Outcome | None:
        """How the game ends under best play of both, if that is proven."""
        if self.spread + self.lower > 0:
            return "win"
        if self.spread + self.upper < 0:
            return "loss"
        return "draw" if self.is_proven else None


def solve_endgame(
    position: Position,
    lexicon: Lexicon,
    *,
    scoreless_turns: int | None = None,
    memory: int = MEMORY,
    seconds: float | None = None,
    nodes: int | None = None,
    moves: int | None = 1,
    workers: int = 1,
    first_win: bool = False,
    is_interrupted: Callable[[], bool] | None = None,
) -> EndgameResult:
    """The value of a position with an empty bag, proven unless a limit is reached.

    scoreless_turns: so many turns in a row without a score end the game; None for two passes in a row. The
                     position's count of turns without a score is taken as passes.
    memory:          megabytes that the search may take.
    seconds, nodes:  stop after so many; None for no limit. The same nodes are searched every time.
    moves:           so many get exact values, the best ones; None for all.
    workers:         threads that search. The values are the same for any number; with one the same nodes are
                     searched every time.
    first_win:       prove only whether the game is won, drawn or lost.
    is_interrupted:  is asked some twenty times a second, in the calling thread, whether to stop there.

    Who goes out gains twice the points of the other's tiles; if the game ends otherwise both lose their own.

    Raises
    ------
    PositionError: the game is not one of two, there are tiles in the bag or none on the board, a rack
                   is empty or not known as a whole, the game is over, more points could be won than are
                   counted, or a limit is out of range.
    LexiconError:  the lexicon is for other letters.
    """
    given = _core_arguments(position, lexicon, scoreless_turns)
    _check_limits(memory, seconds, nodes, moves, workers)
    spread = position.scores[position.on_turn] - position.scores[1 - position.on_turn]
    try:
        found, variation, values, records, searched, taken = core.solve_endgame(
            *given,
            moves=moves or 0,
            first_win=first_win,
            even=max(-core.UNBOUNDED, min(core.UNBOUNDED, -spread)),
            memory=memory << 20,
            seconds=seconds or 0.0,
            nodes=nodes or 0,
            workers=workers,
            is_interrupted=is_interrupted or (lambda: False),  # being asked, Python hears Ctrl-C
        )
    except OverflowError:
        raise PositionError(
            f"more than {core.UNBOUNDED:,} points could be won", cure="use fewer points for tiles and squares"
        ) from None
    listed = MoveList(records.view(record_type(position.board.layout)), position.board, position.rack)
    return EndgameResult(
        *found,
        _moves(position, variation),
        searched,
        taken,
        tuple(EndgameMove(move, *value) for move, value in zip(listed, values, strict=True)),
        spread,
    )


def plain_endgame_value(position: Position, lexicon: Lexicon, *, scoreless_turns: int | None = None) -> int:
    """The same value by plain minimax, every move to the end: points. For tests; raises the same."""
    return core.plain_endgame(*_core_arguments(position, lexicon, scoreless_turns))


def _core_arguments(position: Position, lexicon: Lexicon, scoreless_turns: int | None) -> tuple[Any, ...]:
    """The position and the rule as the core takes them; raises what `solve_endgame` says of positions."""
    turns = 2 if scoreless_turns is None else scoreless_turns
    return (
        lexicon.graph,
        core_variant(position.variant),
        position.board.squares,
        _racks(position, lexicon, turns),
        position.scoreless_turns,
        turns,
        scoreless_turns is None,
    )


def _check_limits(
    memory: int, seconds: float | None, nodes: int | None, moves: int | None, workers: int
) -> None:
    if memory < 1 or (seconds is not None and not (isfinite(seconds) and seconds > 0)):
        raise PositionError("a limit that is not above 0", cure="give a megabyte or more, and some time")
    for count, of in ((nodes, "nodes"), (moves, "moves"), (workers, "workers")):
        if count is not None and count < 1:
            raise PositionError(f"{count} {of}", cure="give 1 or more")


def check_two_players(position: Position, lexicon: Lexicon) -> None:
    """Raise PositionError unless two play, with words as they are; LexiconError if the letters are others."""
    if position.players != 2:
        raise PositionError(f"{position.players} players", cure="endgames are solved for two")
    if position.rules.word_order is not WordOrder.FIXED:
        raise PositionError(
            "words in any order", cure="endgames are solved where words are as in the lexicon"
        )
    lexicon.check_tiles(position.variant.tiles)


def _racks(position: Position, lexicon: Lexicon, turns: int) -> npt.NDArray[np.uint8]:
    """Both racks, that of the player on turn first: uint8, (2, tiles)."""
    check_two_players(position, lexicon)
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
