"""Analysis by search: the best moves of an endgame with their exact values, and the move that was played."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Literal

from movegen.lexicon import Lexicon
from movegen.moves import Move
from movegen.position import Position
from strategy.analysis import Method, PositionAnalysis
from strategy.candidates import Candidate
from strategy.endgame import MEMORY, EndgameMove, EndgameResult, solve_endgame
from strategy.endgame_turns import PASSES, is_over, tiles_left, turn_made, whole_position
from strategy.played_move import PlayedMove

Interrupted = Callable[[], bool]
Stopped = Literal["nodes", "time", "interrupted"]

NODES = 2_000_000
"""Of a search that somebody waits for, unless a time is given: about ten seconds."""
NODES_A_TURN = 200_000
"""Of each turn of a finished game, and of each position of a batch."""


@dataclass(frozen=True)
class EndgamePlan:
    """How the endgames of analyses are solved.

    Attributes
    ----------
    moves:          so many of the best get exact values, and the one that was played besides.
    seconds, nodes: limit of a search, one or the other; None for none. There is another search for a played
                    move that is not among the best.
    memory:         megabytes.
    workers:        threads of a search.
    """

    moves: int = 10
    seconds: float | None = None
    nodes: int | None = None
    memory: int = MEMORY
    workers: int = 1

    @classmethod
    def limited(cls, seconds: float | None, nodes: int, *, moves: int, workers: int = 1) -> "EndgamePlan":
        """Searches of so many seconds, or where there is no such limit, of so many nodes."""
        return cls(moves, seconds, nodes if seconds is None else None, workers=workers)

    def solve(
        self,
        position: Position,
        lexicon: Lexicon,
        *,
        moves: int | None = None,
        scoreless_turns: int | None = None,
        is_interrupted: Interrupted | None = None,
    ) -> EndgameResult:
        """`solve_endgame` with these limits, for so many moves instead of the plan's."""
        return solve_endgame(
            position,
            lexicon,
            scoreless_turns=scoreless_turns,
            memory=self.memory,
            seconds=self.seconds,
            nodes=self.nodes,
            moves=moves or self.moves,
            workers=self.workers,
            is_interrupted=is_interrupted,
        )


@dataclass(frozen=True, kw_only=True)
class EndgameAnalysis(PositionAnalysis):
    """A static analysis of a position with an empty bag that was searched.

    `candidates` are all moves, by static equity; `endgame` has the best with their exact values (or what is
    known of them); `best` and `played` are worth what it says. `solved_played` is what is known of the move
    that was played, of a play taken back of the pass that it came to; None if there was none.
    `scoreless_turns` is the rule that it was solved by, as in `solve_endgame`; `stopped` what ended a search
    before all of these values were proven: "nodes", "time", "interrupted", or None.
    """

    endgame: EndgameResult
    solved_played: EndgameMove | None = None
    scoreless_turns: int | None = None
    stopped: Stopped | None = None

    @property
    def best(self) -> Candidate:
        """The best move of the endgame, worth its value."""
        return self.solved_candidate(self.endgame.moves[0])

    def solved_candidate(self, solved: EndgameMove) -> Candidate:
        """A move that was searched, worth its value."""
        place = self.candidates.moves.find(solved.move)
        assert place is not None
        return replace(self.candidates[place], equity=float(solved.value))

    def static_equity(self, move: Move) -> float | None:
        """What a move is worth without a search: points; None for a phony."""
        place = self.candidates.moves.find(move)
        return None if place is None else self.candidates[place].equity

    def solved_rank(self, solved: EndgameMove) -> int:
        """The rank, from 1, of one of the moves of the endgame; those of equal value share the best."""
        return 1 + sum(other.value > solved.value for other in self.endgame.moves)

    @property
    def spread(self) -> int:
        """Of the player on turn before the move."""
        scores, mover = self.position.scores, self.position.on_turn
        return scores[mover] - scores[1 - mover]

    def win(self, solved: EndgameMove) -> float | None:
        """1, 0.5 or 0 for a move that is proven to win, to draw or to lose; else None."""
        if solved.is_proven and self.spread + solved.value == 0:
            return 0.5
        if solved.lower is not None and self.spread + solved.lower > 0:
            return 1.0
        return 0.0 if solved.upper is not None and self.spread + solved.upper < 0 else None


def solve_analysis(
    analysis: PositionAnalysis,
    plan: EndgamePlan,
    lexicon: Lexicon,
    *,
    is_interrupted: Interrupted | None = None,
) -> EndgameAnalysis:
    """Search an endgame and the move that was played in it.

    Two passes in a row end the game, unless there were as many already: then so many turns without a score as
    the rules say. Raises PositionError when it is no endgame of two with both racks known.
    """
    position = analysis.position
    rule = None if position.scoreless_turns < PASSES else position.rules.scoreless_turns
    result = plan.solve(position, lexicon, scoreless_turns=rule, is_interrupted=is_interrupted)
    given = {field.name: getattr(analysis, field.name) for field in fields(PositionAnalysis)}
    found = EndgameAnalysis(**given | {"method": Method.ENDGAME}, endgame=result, scoreless_turns=rule)
    if analysis.played is not None:
        found = _with_played(found, analysis.played, plan, lexicon, is_interrupted)
    if all(move.is_proven for move in (*result.moves, found.solved_played) if move):
        return found
    is_interrupted = is_interrupted or (lambda: False)
    limit: Stopped = "nodes" if plan.seconds is None else "time"
    return replace(found, stopped="interrupted" if is_interrupted() else limit)


def _with_played(
    found: EndgameAnalysis,
    played: PlayedMove,
    plan: EndgamePlan,
    lexicon: Lexicon,
    is_interrupted: Interrupted | None,
) -> EndgameAnalysis:
    """The same with what the played move is worth, if its tiles are known."""
    if played.equity is None:
        return found
    move, position, rule = played.move, found.position, found.scoreless_turns
    if played.is_withdrawn:
        move = Move.pass_turn(position.variant.tiles)
    elif played.place is not None:
        move = found.candidates.moves[played.place]
    listed = next((each for each in found.endgame.moves if each.move == move), None)
    solved = listed or _value_of(move, position, plan, lexicon, rule, is_interrupted)
    # Behind the last that is listed there may be any number of better ones.
    is_ranked = played.place is not None and solved.value >= found.endgame.moves[-1].value
    judged = replace(
        played,
        rank=found.solved_rank(solved) if is_ranked else None,
        equity=float(solved.value),
        equity_lost=float(max(0, found.endgame.moves[0].value - solved.value)),
    )
    return replace(found, solved_played=solved, played=judged)


def _value_of(
    move: Move,
    position: Position,
    plan: EndgamePlan,
    lexicon: Lexicon,
    rule: int | None,
    is_interrupted: Interrupted | None,
) -> EndgameMove:
    """What is known of a move by what the opponent has then."""
    after = turn_made(whole_position(position), move, rule)
    if is_over(after, rule):
        signed = (
            points if player == position.on_turn else -points for player, _, points in tiles_left(after)
        )
        value = move.score + sum(signed)
        return EndgameMove(move, value, value, value)
    reply = plan.solve(after, lexicon, moves=1, scoreless_turns=rule, is_interrupted=is_interrupted)
    return EndgameMove(
        move,
        move.score - reply.value,
        None if reply.upper is None else move.score - reply.upper,
        None if reply.lower is None else move.score - reply.lower,
    )
