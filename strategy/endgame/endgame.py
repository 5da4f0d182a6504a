"""The endgame: with an empty bag both racks are known, so the rest of the game can be searched to its end.

The search itself is in `strategy/core/endgame/endgame.hpp`.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from movegen.board import Move, MoveList, record_type
from movegen.errors import PositionError
from movegen.lexicon import Lexicon
from movegen.numbers import check_whole
from movegen.position import Position
from movegen.showing import Tabular, Tabulation
from movegen.variant import Rack, WordOrder, core_counts, core_variant
from strategy.endgame.turns import PASSES
from strategy.native import core
from strategy.search_control import DEFAULT_LIMITS, NO_CONTROL, SearchControl, SearchLimits

MAX_SCORELESS_TURNS = 100
"""The largest number of scoreless turns that end an endgame."""

Outcome = Literal["win", "draw", "loss"]


@dataclass(frozen=True)
class EndgameMove:
    """A move with its value and bounds, in points; see `EndgameResult`.

    >>> position = read_gcg("jackdaw/samples/ann_v_ben.gcg").position(22)
    >>> best = solve_endgame(position, Lexicon.load()).moves[0]
    >>> best.move, best.value, best.is_proven
    (<Move 2F OE 13>, 16, True)
    """

    move: Move
    value: int
    lower: int
    upper: int

    @property
    def is_proven(self) -> bool:
        """True if the value is exact."""
        return self.lower == self.upper


@dataclass(frozen=True)
class EndgameResult(Tabular):
    """The result of an endgame search, for the player on turn.

    Attributes
    ----------
    value:        change of the spread until the end of the game under best play of both players, in points;
                  the best estimate if it is not proven.
    lower, upper: proven bounds of the value, in points. After a short search they may be as wide as what the
                  board can give.
    variation:    the moves of best play; only the first if they are not proven.
    nodes:        positions searched; with several threads it varies from run to run.
    seconds:      wall-clock time.
    moves:        the best moves, best first: as many as were asked for, or all if there are fewer.
    spread:       the spread of the position, before the move, in points.

    Of moves of equal value the one with the highest score comes first, then plays across before plays down,
    from the top left; a pass comes last. The variation plays the first of the best moves on every turn.

    >>> position = read_gcg("jackdaw/samples/ann_v_ben.gcg").position(22)
    >>> solve_endgame(position, Lexicon.load())
    <EndgameResult +16, proven: 2F OE, 15N NO>
    """

    value: int
    lower: int
    upper: int
    variation: tuple[Move, ...]
    nodes: int = field(compare=False)
    seconds: float = field(compare=False)
    moves: tuple[EndgameMove, ...]
    spread: int

    @property
    def is_proven(self) -> bool:
        """True if the value is exact."""
        return self.lower == self.upper

    def __repr__(self) -> str:
        line = ", ".join(str(move) for move in self.variation[:2])
        known = "proven" if self.is_proven else f"{self.lower:+d} to {self.upper:+d}"
        return f"<EndgameResult {self.value:+d}, {known}: {line}>"

    def tabulate(self, count: int | None = None) -> Tabulation:
        """Return the first `count` moves as a table, all for None."""
        rows = [
            (
                str(number),
                str(each.move),
                str(each.move.score),
                f"{each.value:+d}" if each.is_proven else f"{each.lower:+d} to {each.upper:+d}",
                f"{self.spread + each.value:+d}",
            )
            for number, each in enumerate(self.moves[:count], start=1)
        ]
        known = "proven" if self.is_proven else "not proven"
        heading = f"value {self.value:+d}, {known}: {', '.join(map(str, self.variation))}"
        titles = ("#", "Move", "Score", "Value", "Final spread")
        return Tabulation(heading, titles, rows, len(self.moves))

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each move: its score, its value and the bounds of that."""
        return [
            {
                "move": str(each.move),
                "score": each.move.score,
                "value": each.value,
                "lower": each.lower,
                "upper": each.upper,
                "is_proven": each.is_proven,
            }
            for each in self.moves
        ]

    @property
    def final_spread(self) -> int:
        """The spread at the end of the game if the value holds, in points."""
        return self.spread + self.value

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game under best play of both players; None if it is not proven."""
        if self.spread + self.lower > 0:
            return "win"
        if self.spread + self.upper < 0:
            return "loss"
        return "draw" if self.is_proven else None


def solve_endgame(
    position: Position,
    lexicon: Lexicon,
    *,
    moves: int | None = 1,
    first_win: bool = False,
    scoreless_turns: int | None = None,
    limits: SearchLimits = DEFAULT_LIMITS,
    control: "SearchControl[EndgameResult]" = NO_CONTROL,
) -> EndgameResult:
    """Search a position with an empty bag to the end of the game.

    The value is proven unless a limit is reached.

    moves:           number of best moves that get exact values; None for all.
    first_win:       prove only whether the game is won, drawn or lost.
    scoreless_turns: number of scoreless turns in a row that end the game; None for two passes in a row. The
                     position's scoreless turns are taken for passes then.
    limits:          when to stop, how much memory to use, and how many threads search. The result is the
                     same for any number of threads unless `seconds` stops it; a search with a limit of nodes,
                     or for the first win, therefore takes one thread.
    control:         `should_stop` is asked some twenty times a second, in the calling thread; before it, at
                     most five times a second, `progress` gets the result so far: after each depth of
                     iterative deepening, and while the moves after the best one are proven.

    A player who goes out gains twice the points of the opponent's tiles; if the game ends otherwise, both
    lose the points of their own.

    Raises
    ------
    PositionError: the game is not one of two players, there are tiles in the bag or none on the board, a rack
                   is empty or only partly known, the game is over, more points could be won than the search
                   can count, or a limit is out of range.
    LexiconError:  the lexicon is for other letters.

    >>> position = read_gcg("jackdaw/samples/ann_v_ben.gcg").position(22)
    >>> endgame = solve_endgame(position, Lexicon.load())
    >>> endgame.value, endgame.variation
    (16, (<Move 2F OE 13>, <Move 15N NO 17>, <Move 1G TATAR 18>))
    """
    turns = PASSES if scoreless_turns is None else scoreless_turns
    check_whole("{} scoreless turns", turns, most=MAX_SCORELESS_TURNS)
    racks = _racks(position, lexicon, turns)
    limits.check()
    if moves is not None:
        check_whole("{} moves", moves)
    draw_value = max(-core.UNBOUNDED, min(core.UNBOUNDED, -position.spread))

    def progress(found: Any) -> None:
        control.report(_result(position, found))

    try:
        found = core.solve_endgame(
            native_board(position, lexicon),
            core.EndgamePosition(racks, position.scoreless_turns),
            core.ScorelessRule(turns, scoreless_turns is None),
            core.EndgameGoal(moves=moves or 0, first_win=first_win, draw_value=draw_value),
            native_limits(limits if limits.nodes is None and not first_win else replace(limits, workers=1)),
            control.should_stop or (lambda: False),  # while a callback runs, Python notices Ctrl-C
            None if control.progress is None else progress,
        )
    except OverflowError:
        raise PositionError(
            f"more than {core.UNBOUNDED:,} points could be won", cure="use fewer points for tiles and squares"
        ) from None
    return _result(position, found)


def _result(position: Position, found: Any) -> EndgameResult:
    """The result that the core found."""
    (value, lower, upper), variation, ranked_bounds, records, nodes, seconds = found
    ranked = MoveList(records.view(record_type(position.board.layout)), position.board, position.rack)
    return EndgameResult(
        value,
        lower,
        upper,
        _parse_variation(position, variation),
        nodes,
        seconds,
        tuple(EndgameMove(move, *bounds) for move, bounds in zip(ranked, ranked_bounds, strict=True)),
        position.spread,
    )


def native_board(position: Position, lexicon: Lexicon) -> core.SearchBoard:
    """The board of a position, its variant and its lexicon for the core."""
    return core.SearchBoard(lexicon.graph, core_variant(position.variant), position.board.squares)


def native_limits(limits: SearchLimits) -> core.SearchLimits:
    """The limits of a search for the core."""
    return core.SearchLimits(
        seconds=limits.seconds or 0.0,
        nodes=limits.nodes or 0,
        memory=limits.memory << 20,
        workers=limits.workers,
    )


def check_two_players(position: Position, lexicon: Lexicon) -> None:
    """Raise an error unless two players play ordinary words of the lexicon's letters.

    PositionError for the players and the rules, LexiconError for the letters.
    """
    if position.players != 2:
        raise PositionError(f"{position.players} players", cure="endgames are solved for two")
    if position.rules.word_order is not WordOrder.FIXED:
        raise PositionError(
            "words in any order", cure="endgames are solved where words are as in the lexicon"
        )
    lexicon.check_tiles(position.variant.tiles)


def _racks(position: Position, lexicon: Lexicon, turns: int) -> npt.NDArray[np.uint8]:
    """Both racks, the player on turn first: uint8, (2, tiles)."""
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
    """The unseen tiles; raises PositionError if they do not fit what is known of the opponent's rack."""
    theirs, known = position.unseen, position.racks[1 - position.on_turn]
    if len(theirs) > position.rules.rack_size:
        raise PositionError(f"the rack {position.rack} is not whole", cure="give every tile of it")
    if known is not None and len(known) and known != theirs:
        raise PositionError(f"the opponent's rack is {known}, but {theirs} are unseen")
    return theirs


def _parse_variation(position: Position, records: npt.NDArray[np.uint8]) -> tuple[Move, ...]:
    """The moves of a variation, from records of the core."""
    board, moves = position.board, []
    typed = records.view(record_type(board.layout))
    for index in range(len(typed)):
        moves.append(MoveList(typed[index : index + 1], board, position.rack)[0])
        board = board.place(moves[-1])
    return tuple(moves)
