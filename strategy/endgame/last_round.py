"""Endgames of games whose rules limit the turns once the bag is empty, such as Crossplay.

At most two turns are left, so every move is compared with the best reply to it: an exhaustive search of two
plies. The upper bound of a move is its value if the opponent passes. Moves are searched from the highest
bound down until no bound reaches the values found: a best-first search with a cutoff.
"""

import time
from bisect import insort
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from movegen.board import Move, MoveList, SubRacks
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator, Position
from movegen.variant import Rack
from strategy.endgame.endgame_result import EndgameMove, EndgameResult
from strategy.endgame.turns import whole_position
from strategy.leaves import MILLI
from strategy.native import core
from strategy.search_control import SearchControl, SearchLimits

_SECONDS_BETWEEN_REPORTS = 0.2
_MOVES_BETWEEN_CHECKS = 16


def solve_last_round(
    position: Position,
    lexicon: Lexicon,
    *,
    moves: int | None,
    scoreless_turns: int | None,
    limits: SearchLimits,
    control: "SearchControl[EndgameResult]",
) -> EndgameResult:
    """Search the last turns of a game of two; see `strategy.endgame.solve_endgame` for the arguments.

    The opponent holds what is unseen. A search that is stopped leaves some values unproven.
    """
    search = _Search(whole_position(position), lexicon, scoreless_turns)
    begun = reported = time.perf_counter()
    wanted = len(search.order) if moves is None else min(moves, len(search.order))
    for index in search.order:
        if search.is_settled(wanted):
            break
        now, searched = time.perf_counter(), len(search.lines)
        if searched and _is_stopped(searched, now - begun, limits, control):
            break
        search.search(index)
        if control.progress is not None and now >= reported + _SECONDS_BETWEEN_REPORTS:
            reported = now
            control.report(search.result(wanted, now - begun))
    return search.result(wanted, time.perf_counter() - begun)


def _is_stopped(
    searched: int, seconds: float, limits: SearchLimits, control: "SearchControl[EndgameResult]"
) -> bool:
    if limits.nodes is not None and searched >= limits.nodes:
        return True
    if limits.seconds is not None and seconds >= limits.seconds:
        return True
    return searched % _MOVES_BETWEEN_CHECKS == 0 and control.is_stopped


@dataclass(frozen=True)
class _Line:
    """The value of a move, and the best reply unless the move ends the game."""

    value: int
    reply: Move | None


class _Leaves:
    """The sub-racks of a rack as tiles left at the end of the game, by number; the first is empty."""

    def __init__(self, rack: Rack) -> None:
        sub_racks = SubRacks(rack)
        points = np.array([rack.tile_set.points[tile] for tile in sub_racks.kinds], dtype=np.int64)
        self.points: npt.NDArray[np.int64] = sub_racks.counts @ points
        self.is_empty = np.arange(len(sub_racks)) == 0


class _Search:
    """A search of the last one or two turns.

    Attributes
    ----------
    bounds: the upper bound of each move's value, in points.
    order:  the indices of the moves in the order of the search.
    lines:  the moves searched, by index.
    """

    def __init__(self, position: Position, lexicon: Lexicon, scoreless_turns: int | None) -> None:
        self.position, self.lexicon = position, lexicon
        rules = position.rules
        self.limit = rules.scoreless_turns if scoreless_turns is None else scoreless_turns
        self.counts = rules.count_tiles_left
        self.moves = MoveGenerator(position.variant, lexicon, position.board).moves(position.rack, 0)
        self.theirs = position.unseen
        self.my_leaves, self.their_leaves = _Leaves(position.rack), _Leaves(self.theirs)
        records = self.moves.records
        end = self._settle(self.my_leaves, self.their_leaves.points[-1], not len(self.theirs))
        self.bounds: npt.NDArray[np.int64] = records["score"].astype(np.int64) + end[records["leave"]]
        self.order: list[int] = np.argsort(-self.bounds, kind="stable").tolist()
        self.lines: dict[int, _Line] = {}
        self._values: list[int] = []  # of these lines, ascending

    def _settle(self, mine: _Leaves, their_points: int, is_out: bool) -> npt.NDArray[np.int64]:
        """Return the points for the tiles left by my leave; `is_out`: the opponent has none."""
        if not self.counts:
            return np.zeros(len(mine.points), dtype=np.int64)
        return np.where(mine.is_empty | is_out, 2, 1) * (their_points - mine.points)

    def search(self, index: int) -> None:
        """Find the exact value of a move."""
        self.lines[index] = line = self._best_line(index)
        insort(self._values, line.value)

    def _best_line(self, index: int) -> _Line:
        move, position = self.moves[index], self.position
        scoreless = 0 if move.score else position.scoreless_turns + 1
        if position.turns_left == 1 or 0 < self.limit <= scoreless:
            return _Line(int(self.bounds[index]), None)
        board, leave = position.board.place(move), int(self.moves.records["leave"][index])
        values = self._settle(self.their_leaves, int(self.my_leaves.points[leave]), leave == 0)
        generator = MoveGenerator(position.variant, self.lexicon, board)
        plays, equities = generator.best_plays(self.theirs, values * MILLI, count=1)
        reply, worth = Move.pass_turn(position.variant.tiles), int(values[-1])
        if len(plays) and int(equities[0]) >= worth * MILLI:
            reply, worth = MoveList(plays, board, self.theirs)[0], int(equities[0]) // MILLI
        return _Line(move.score - worth, reply)

    def is_settled(self, wanted: int) -> bool:
        """Return whether no move that was not searched can be among the best `wanted`."""
        count = len(self.lines)
        if count < wanted or count == len(self.order):
            return count == len(self.order)
        return int(self.bounds[self.order[count]]) < self._values[-wanted]

    def result(self, wanted: int, seconds: float) -> EndgameResult:
        """Return the best `wanted` moves, as far as they are known now."""
        best = sorted(self.lines, key=lambda index: (-self.lines[index].value, index))
        first = self.lines[best[0]]
        upper = max([first.value, *(int(self.bounds[index]) for index in self._rest[:1])])
        return EndgameResult(
            first.value,
            first.value,
            upper,
            (self.moves[best[0]], *([] if first.reply is None else [first.reply])),
            len(self.lines),
            seconds,
            tuple(self._ranked(best, wanted, upper)),
            self.position.spread,
        )

    @property
    def _rest(self) -> list[int]:
        """The moves not searched yet, highest bound first."""
        return self.order[len(self.lines) :]

    def _ranked(self, best: list[int], wanted: int, upper: int) -> list[EndgameMove]:
        """Return the best moves. Without a proof that they are, the last of them have open bounds."""
        exact = [(self.moves[index], self.lines[index].value) for index in best[:wanted]]
        ranked = [EndgameMove(move, value, value, value) for move, value in exact]
        if self.is_settled(wanted):
            return ranked
        if wanted == 1:
            return [EndgameMove(ranked[0].move, ranked[0].value, ranked[0].value, upper)]
        ranked = ranked[: wanted - 1]
        for index in self._rest[: wanted - len(ranked)]:
            bound = int(self.bounds[index])
            estimate = min(bound, ranked[-1].value)
            ranked.append(EndgameMove(self.moves[index], estimate, -core.UNBOUNDED, bound))
        return ranked
