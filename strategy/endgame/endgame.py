"""The endgame: with an empty bag both racks are known, so the rest of the game can be searched to its end.

The search itself is in `strategy/core/endgame/endgame.hpp`.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from movegen.board import Move, MoveList, record_type
from movegen.errors import PositionError
from movegen.lexicon import Lexicon, check_lexicon
from movegen.numbers import check_whole
from movegen.position import Position, check_position
from movegen.variant import EndingRule, Rack, core_counts, core_variant
from strategy.endgame.endgame_result import EndgameMove, EndgameResult
from strategy.endgame.last_round import solve_last_round
from strategy.endgame.turns import PASSES, is_over, play_turn, tiles_left, whole_position
from strategy.native import core
from strategy.search_control import DEFAULT_LIMITS, NO_CONTROL, SearchControl, SearchLimits

MAX_SCORELESS_TURNS = 100
"""The largest number of scoreless turns that end an endgame."""


def solve_endgame(
    position: Position,
    lexicon: Lexicon,
    *,
    moves: int | None = 1,
    first_win: bool = False,
    scoreless_turns: int | None = None,
    limits: SearchLimits = DEFAULT_LIMITS,
    control: SearchControl[EndgameResult] = NO_CONTROL,
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
    lose the points of their own. If the rules give each player one more turn, these last turns are searched
    instead, by the rule `count_tiles_left` and, without `scoreless_turns`, that of the same name; a node is a
    move with the best reply to it.

    Raises
    ------
    PositionError: the game is not one of two players, there are tiles in the bag or none on the board, a rack
                   is empty or only partly known, the game is over, more points could be won than the search
                   can count, `can_solve_endgame` is false, or a limit is out of range.
    TooManyPlaysError: words may be in any order, and a rack has more than 100,000 plays in a lane, as racks
                   of two blanks may have. It is a PositionError.
    LexiconError:  the lexicon is for other letters.

    >>> position = read_gcg("jackdaw/samples/ann_v_ben.gcg").position(22)
    >>> endgame = solve_endgame(position, Lexicon.load())
    >>> endgame.value, endgame.variation
    (16, (<Move 2F OE 13>, <Move 15N NO 17>, <Move 1G TATAR 18>))
    """
    turns = PASSES if scoreless_turns is None else scoreless_turns
    check_whole("{} scoreless turns", turns, most=MAX_SCORELESS_TURNS)
    limits.check()
    if moves is not None:
        check_whole("{} moves", moves)
    check_position(position)
    if position.turns_left is not None:
        _check_last_round(position, lexicon, scoreless_turns)
        return solve_last_round(
            position, lexicon, moves=moves, scoreless_turns=scoreless_turns, limits=limits, control=control
        )
    racks = _racks(position, lexicon, turns)
    draw_value = max(-core.UNBOUNDED, min(core.UNBOUNDED, -position.spread))

    def progress(found: Any) -> None:
        control.report(_result(position, found))

    try:
        found = core.solve_endgame(
            native_board(position, lexicon),
            core.EndgamePosition(racks, position.scoreless_turns),
            core.ScorelessRule(turns, scoreless_turns is None),
            core.EndgameGoal(
                moves=moves or 0, first_win=first_win, draw_value=draw_value, narrow=limits.narrow
            ),
            native_limits(limits if limits.nodes is None and not first_win else replace(limits, workers=1)),
            control.should_stop or (lambda: False),  # while a callback runs, Python notices Ctrl-C
            None if control.progress is None else progress,
        )
    except OverflowError:
        raise too_many_points() from None
    return _result(position, found)


def solve_endgame_move(
    position: Position,
    move: Move,
    lexicon: Lexicon,
    *,
    scoreless_turns: int | None = None,
    limits: SearchLimits = DEFAULT_LIMITS,
    control: SearchControl[EndgameResult] = NO_CONTROL,
) -> EndgameMove:
    """Return a move of an endgame with its value and bounds, by searching the opponent's replies.

    The arguments and the errors are those of `solve_endgame`; IllegalMoveError when the move is not possible.

    >>> position = read_gcg("jackdaw/samples/ann_v_ben.gcg").position(22)
    >>> solve_endgame_move(position, position.parse_move("4G TOTARA"), Lexicon.load())
    EndgameMove(move=<Move 4G TOTARA 16>, value=9, lower=9, upper=9)
    """
    after = play_turn(whole_position(position), move, scoreless_turns)
    if is_over(after, scoreless_turns):
        gains = (points if player == position.on_turn else -points for player, _, points in tiles_left(after))
        value = move.score + sum(gains)
        return EndgameMove(move, value, value, value)
    reply = solve_endgame(after, lexicon, scoreless_turns=scoreless_turns, limits=limits, control=control)
    return EndgameMove(move, move.score - reply.value, move.score - reply.upper, move.score - reply.lower)


def can_solve_endgame(position: Position) -> bool:
    """Return True if `solve_endgame` can solve endgames of the position's rules.

    It cannot before the last turns begin, where they begin when a player goes out, nor where the game ends at
    once and tiles left do not count.

    >>> position = read_gcg("jackdaw/samples/ann_v_ben.gcg").position(22)
    >>> can_solve_endgame(position)
    True
    """
    rules = position.rules
    if rules.ending is EndingRule.OUT:
        return rules.count_tiles_left
    return rules.ending is EndingRule.EMPTY_BAG or position.turns_left is not None


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
    graph = lexicon.graph_for(position.rules.word_order)
    return core.SearchBoard(graph, core_variant(position.variant), position.board.squares)


def native_limits(limits: SearchLimits) -> core.SearchLimits:
    """The limits of a search for the core."""
    return core.SearchLimits(
        seconds=limits.seconds or 0.0,
        nodes=limits.nodes or 0,
        memory=limits.memory << 20,
        workers=limits.workers,
    )


def too_many_points() -> PositionError:
    """Return the error for a position in which a search cannot count the points."""
    problem = f"more than {core.UNBOUNDED:,} points could be won"
    return PositionError(problem, cure="use fewer points for tiles and squares")


def check_two_players(position: Position, lexicon: Lexicon) -> None:
    """Raise an error unless it is a position of two players with words of the lexicon's letters.

    PositionError for the position, LexiconError for the letters.
    """
    check_position(position)
    if position.players != 2:
        raise PositionError(f"{position.players} players", cure="endgames are solved for two")
    check_lexicon(lexicon, position.variant.tiles)


def _check_last_round(position: Position, lexicon: Lexicon, scoreless_turns: int | None) -> None:
    """Raise an error unless `solve_last_round` can search the position."""
    check_two_players(position, lexicon)
    if not position.turns_left:
        raise PositionError("the last turns have been made", cure="the game is over")
    if not len(position.rack) and position.racks[position.on_turn] is None:
        raise PositionError("the rack of the player on turn is missing", cure="give it")
    _opponents_rack(position)
    limit = position.rules.scoreless_turns if scoreless_turns is None else scoreless_turns
    _check_scoreless(position, limit)


def _check_scoreless(position: Position, turns: int) -> None:
    if 0 < turns <= position.scoreless_turns:
        raise PositionError(
            f"{position.scoreless_turns} turns without a score, of {turns} that end the game",
            cure="set the count back, or let more turns end the game",
        )


def _racks(position: Position, lexicon: Lexicon, turns: int) -> npt.NDArray[np.uint8]:
    """Both racks, the player on turn first: uint8, (2, tiles)."""
    check_two_players(position, lexicon)
    if position.board.is_empty:
        raise PositionError("an endgame with no tiles on the board")
    if position.bag_count:
        raise PositionError(f"{position.bag_count} tiles in the bag", cure="endgames begin when it is empty")
    if not can_solve_endgame(position):
        rule = f"ending {position.rules.ending.value}, count_tiles_left {position.rules.count_tiles_left}"
        raise PositionError(
            f"endgames of {position.variant.name} ({rule.lower()}) are not solved", cure="simulate instead"
        )
    theirs = _opponents_rack(position)
    if not len(position.rack) or not len(theirs):
        raise PositionError("a player has no tiles", cure="the game is over, or a rack is missing")
    _check_scoreless(position, turns)
    return np.stack([core_counts(rack.counts) for rack in (position.rack, theirs)])


def _opponents_rack(position: Position) -> Rack:
    """The unseen tiles; raises PositionError if they do not fit what is known of the opponent's rack."""
    theirs, known = position.unseen, position.racks[1 - position.on_turn]
    if len(theirs) > position.rules.rack_size:
        which = f"rack {position.rack} is not whole" if len(position.rack) else "rack is not known"
        raise PositionError(f"the {which}", cure="give every tile of it")
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
