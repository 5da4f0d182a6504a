"""Analysis by search of the pre-endgame: how often the best static moves win, and the move that was played.

>>> from movegen import Lexicon, read_cgp
>>> from strategy import analyze_position
>>> position = read_cgp(
...     "11B1HI/1VOLT6OPEN/4A6MUM1/4N6ALE1/4G7T2/4I5G1U2/4E1V3N1R2/4RAIA2AGE2/6N3WE3/5KY2WESTS1/2ESCALADERS3/"
...     "3O1I1BOD1O3/2HOOF9/1JUT5ZED1QI/2PYCNIDIA1EXIT ??AENRU/ 427/436 0")
>>> lexicon, played = Lexicon.load(), position.parse_move("4A EbURNeAN")
>>> static = analyze_position(position, lexicon, played=played)
>>> found = preendgame_analysis(static, PreendgamePlan(moves=2), lexicon)
>>> found.method.value, found.preendgame.best.win, found.played.rank, found.stopped
('preendgame', 1.0, 2, None)
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Literal

from movegen.lexicon import Lexicon
from strategy.analysis import Method, PositionAnalysis
from strategy.candidates import Candidate
from strategy.endgame import MEMORY
from strategy.endgame_analysis import Stopped
from strategy.preendgame import can_solve_preendgame, solve_preendgame
from strategy.preendgame_result import PreendgameMove, PreendgameResult

MOVES = 10
"""Of the best static ones, that are looked at."""
NODES_OF_MANY = 100_000
"""Of each position of a batch: some three seconds."""


@dataclass(frozen=True)
class PreendgamePlan:
    """How the pre-endgames of analyses are searched.

    Attributes
    ----------
    moves:          so many of the best static ones are looked at, and the one that was played besides.
    seconds, nodes: limit of the search, one or the other; None for none.
    memory:         megabytes.
    workers:        threads. With no limit of time they change nothing else.
    most_in_bag:    positions with more tiles in the bag are none for this plan.
    spreads:        "all": work out the final spread of all of them, too, which takes much longer.
    """

    moves: int = MOVES
    seconds: float | None = None
    nodes: int | None = None
    memory: int = MEMORY
    workers: int = 1
    most_in_bag: int = 1
    spreads: Literal["none", "all"] = "none"

    @classmethod
    def limited(cls, seconds: float | None, nodes: int, *, workers: int = 1) -> "PreendgamePlan":
        """Searches of so many seconds, or where there is no such limit, of so many nodes."""
        return cls(seconds=seconds, nodes=nodes if seconds is None else None, workers=workers)

    def suits(self, analysis: PositionAnalysis) -> bool:
        """Whether a position can be searched, and has no more tiles in the bag than the plan is for."""
        if analysis.obstacle or not 0 < analysis.position.bag_count <= self.most_in_bag:
            return False
        return can_solve_preendgame(analysis.position)


@dataclass(frozen=True, kw_only=True)
class PreendgameAnalysis(PositionAnalysis):
    """A static analysis of a pre-endgame whose best candidates were searched, and what was played.

    `candidates` are all moves, by static equity; `preendgame` has those that were searched, best first: most
    wins, then most points. Points are the mean of what a move gains on the opponent until the end of the game
    where that is known of all of them (`is_by_spread`), else the static equity. `best` and `played` are worth
    that. `stopped` is what ended the search before all was known that the plan asks for, or None.
    """

    preendgame: PreendgameResult
    stopped: Stopped | None = None

    @property
    def best(self) -> Candidate:
        """The move that wins most often, of equal ones that with most points."""
        return self.searched_candidate(self.preendgame.best)

    @property
    def is_by_spread(self) -> bool:
        """Whether the final spread is known of all moves that were searched, so that it counts."""
        return all(found.spread_is_settled for found in self.preendgame.moves)

    def searched_candidate(self, found: PreendgameMove) -> Candidate:
        """A move that was searched, worth its points."""
        return replace(self._candidate(found), equity=self.equity(found))

    def static_equity(self, found: PreendgameMove) -> float:
        """What a move that was searched is worth by score and leave: points."""
        return self._candidate(found).equity

    def equity(self, found: PreendgameMove) -> float:
        """Points of a move that was searched."""
        return round(found.spread - self.spread, 3) if self.is_by_spread else self.static_equity(found)

    def searched_rank(self, found: PreendgameMove) -> int:
        """The rank, from 1, of one of the moves; those with equal wins and points share the best."""
        return 1 + sum(self.order(other) > self.order(found) for other in self.preendgame.moves)

    def order(self, found: PreendgameMove) -> tuple[float, float, float]:
        """What moves are compared by: more is better."""
        return found.win, found.least_win, self.equity(found)

    @property
    def searched_played(self) -> PreendgameMove | None:
        """What is known of what was played, of a play taken back of the pass that it came to."""
        move = self.played_candidate
        return next((each for each in self.preendgame.moves if each.move == move), None)

    @property
    def spread(self) -> int:
        """Of the player on turn before the move."""
        scores, mover = self.position.scores, self.position.on_turn
        return scores[mover] - scores[1 - mover]

    def _candidate(self, found: PreendgameMove) -> Candidate:
        place = self.candidates.moves.find(found.move)
        assert place is not None
        return self.candidates[place]


def preendgame_analysis(
    analysis: PositionAnalysis,
    plan: PreendgamePlan,
    lexicon: Lexicon,
    *,
    is_interrupted: Callable[[], bool] | None = None,
) -> PreendgameAnalysis:
    """Search the best static candidates of a pre-endgame, and what was played in it, if it is a candidate.

    A phony keeps what it is worth by score and leave. Raises PositionError where `solve_preendgame` does.
    """
    result = solve_preendgame(
        analysis.position,
        lexicon,
        moves=analysis.best_and_played(plan.moves),
        all_wins=True,
        spreads=plan.spreads,
        memory=plan.memory,
        seconds=plan.seconds,
        nodes=plan.nodes,
        workers=plan.workers,
        is_interrupted=is_interrupted,
    )
    given = {field.name: getattr(analysis, field.name) for field in fields(PositionAnalysis)}
    stopped = None if result.is_settled else _stopped(plan, is_interrupted)
    found = PreendgameAnalysis(**given | {"method": Method.PREENDGAME}, preendgame=result, stopped=stopped)
    moves = sorted(result.moves, key=found.order, reverse=True)
    found = replace(found, preendgame=replace(result, moves=tuple(moves)))
    played, searched = analysis.played, found.searched_played
    if played is None or searched is None:
        return found
    lost = round(max(0.0, found.best.equity - found.equity(searched)), 3)
    rank = None if played.is_withdrawn else found.searched_rank(searched)
    judged = replace(played, rank=rank, equity=found.equity(searched), equity_lost=lost)
    return replace(found, played=judged)


def _stopped(plan: PreendgamePlan, is_interrupted: Callable[[], bool] | None) -> Stopped:
    if is_interrupted is not None and is_interrupted():
        return "interrupted"
    return "nodes" if plan.seconds is None else "time"
