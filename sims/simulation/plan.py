"""The plan of a simulation: which candidates, how deep, how long, and what is known of the opponent's rack.

>>> SimulationPlan(candidates=4, iterations=200, rank_by="win").rank_by
'win'
"""

from dataclasses import dataclass, field, replace
from typing import Any

from movegen.board import Move
from movegen.errors import PositionError, quote
from movegen.lexicon import Lexicon
from movegen.numbers import check_seconds, check_whole, is_number, show_value
from movegen.position import Position
from movegen.showing import short_repr
from movegen.variant import Rack
from strategy.inference import DEFAULT_CONFIG, InferenceConfig, InferredRacks, LastMove, infer_racks
from strategy.players import Plies, RankBy, SimulationConfig, StaticStrategy
from strategy.winprob import WinModel

TO_THE_END = 1_000_000
"""A number of plies that no game reaches."""
MIN_ENDGAME_NODES = 2
"""The minimum number of nodes of an endgame search within a rollout: the position and a move."""
MAX_ENDGAME_NODES = 1_000_000_000
MAX_COMPARED_MOVES = 100
"""The maximum number of moves that a player in a rollout compares by searches."""
COMPARED_MOVES = 12
"""Compared with one tile in the bag where rollouts are to be good; more gain nothing (docs/strength.md)."""
_SCREENED = 100
_FEW_TILES_ITERATIONS = 400

_DEFAULT_MARGINS = {"utility": 0.001, "win": 0.002, "equity": 0.5}


@dataclass
class Continuation:
    """The state of a simulation that has stopped, from which another call of `simulate` goes on.

    `contest` is None before the first call. The next one must have the same position, candidates and
    settings; its limits include the iterations done, and its seconds are further ones. The quantity that
    ranks the moves may change until a move is eliminated.
    """

    contest: Any = None

    @property
    def iterations(self) -> int:
        """The number of iterations done."""
        return 0 if self.contest is None else int(self.contest.iterations)

    @property
    def moves(self) -> list[Move] | None:
        """The candidates; None before the first call."""
        return None if self.contest is None else list(self.contest.setting.moves)

    def suits(self, rank_by: RankBy) -> bool:
        """Return whether the simulation can go on if its moves are ranked by this quantity."""
        contest = self.contest
        return (
            contest is None
            or contest.plan.rank_by == rank_by
            or len(contest.active) == len(contest.candidates)
        )


def check_plies(plies: Plies) -> None:
    """Raise PositionError unless rollouts may have so many plies."""
    if isinstance(plies, str):
        if plies != "end":
            raise PositionError(f"{show_value(quote(plies))} plies", cure='give a whole number, or "end"')
    else:
        check_whole("{} plies", plies, 0, TO_THE_END)


def check_endgame_nodes(nodes: int | None) -> None:
    """Raise PositionError unless an endgame search within a rollout may have so many nodes."""
    if nodes is not None:
        check_whole("{} nodes of an endgame", nodes, MIN_ENDGAME_NODES, MAX_ENDGAME_NODES)


def check_compared_moves(count: int | None) -> None:
    """Raise PositionError unless players in rollouts may compare so many moves."""
    if count is not None:
        check_whole("{} moves to compare", count, 2, MAX_COMPARED_MOVES)


@dataclass(frozen=True)
class SimulationPlan:
    """The settings of a simulation.

    Attributes
    ----------
    candidates:    number of moves to roll out, the best by static equity. The caller selects them.
    screened:      number of best static moves, at least `candidates`, that quick rollouts reduce to them
                   (`screening`); None for no screening.
    plies:         length of a rollout after the candidate; "end" plays to the end of the game.
    endgame_nodes: nodes of the endgame search that values a game once its bag is empty, where the rules allow
                   one; None if both players go on with static moves, which is faster and often wrong.
    compared_moves: number of static moves that players in rollouts compare with one tile in the bag, by games
                   that static moves play out for each tile that it may be; None for the best static move,
                   which is faster and often wrong.
    iterations, seconds: limits; None for none.
    confidence:    probability that no decision of the simulation is wrong; None eliminates no candidate and
                   stops at a limit only.
    rank_by:       "utility" (wins, and spread between moves that win alike; see `strategy.winprob.utility`),
                   "win" (chance to win) or "equity" (points).
    seed:          decides racks and draws. The same seed gives the same answer unless time stops it.
    opponent_rack: tiles that the opponent holds, all or some of them, or the racks inferred from the last
                   move. None if nothing is known; see `with_opponent_rack`.
    infer:         infer the rest of the opponent's rack from the last move, where that is known.
    against_engine: the opponent is a player that simulates, whose moves say more than those of people.
    margin:        stop once no candidate can be better than the leader by more than this, in the unit of
                   `rank_by`; by default a utility of 0.001, a chance to win of 0.002, or 0.5 points.
    win_model:     converts a spread and the number of unseen tiles to the chance to win; None for
                   `win_model_for` the game and the strategy of the rollouts.
    always:        moves that are never eliminated, such as the played one, whose loss is to be known well.
    all_rankings:  rank the moves by the other quantities, too; see `Simulation.ranked_by`.
    continuation:  keeps the state of the simulation, and goes on from the state that it has.

    Raises PositionError when `candidates` or `screened` is out of range; `check` covers the rest.

    >>> SimulationPlan(plies=4, iterations=1000, rank_by="win")
    SimulationPlan(plies=4, iterations=1000, rank_by='win')
    """

    candidates: int = 15
    plies: Plies = 2
    iterations: int | None = 5_000
    seconds: float | None = None
    confidence: float | None = 0.99
    rank_by: RankBy = "utility"
    seed: int = 0
    opponent_rack: Rack | InferredRacks | None = None
    infer: bool = False
    against_engine: bool = False
    margin: float | None = None
    win_model: WinModel | None = None
    always: tuple[Move, ...] = ()
    all_rankings: bool = False
    screened: int | None = None
    endgame_nodes: int | None = None
    compared_moves: int | None = None
    continuation: Continuation | None = field(default=None, repr=False, compare=False)

    __repr__ = short_repr

    def __post_init__(self) -> None:
        self.check_candidates()  # before lists of moves are cut to so many

    @classmethod
    def of(cls, config: SimulationConfig, seed: int) -> "SimulationPlan":
        """Return the plan of a strategy for one move."""
        return cls(
            config.candidates,
            config.plies,
            config.iterations,
            config.seconds,
            config.confidence,
            config.rank_by,
            seed,
            infer=config.infer,
            against_engine=True,
            screened=config.screened,
            endgame_nodes=config.endgame_nodes,
            compared_moves=config.compared_moves,
        )

    def with_few_tiles(self, endgame_nodes: int = 30) -> "SimulationPlan":
        """Return this plan for positions with no more tiles in the bag than a rack holds.

        Its rollouts go on until the bag is empty, and an endgame search of so many nodes values what is
        left. Players compare twelve moves with one tile in the bag. Quick rollouts of a hundred moves find
        its candidates. All this costs time, so iterations are fewer.

        >>> SimulationPlan().with_few_tiles()
        SimulationPlan(plies='end', iterations=400, screened=100, endgame_nodes=30, compared_moves=12)
        """
        return replace(
            self,
            plies="end",
            screened=max(self.candidates, _SCREENED),
            iterations=None if self.iterations is None else min(self.iterations, _FEW_TILES_ITERATIONS),
            endgame_nodes=endgame_nodes,
            compared_moves=COMPARED_MOVES,
        )

    def with_opponent_rack(
        self, position: Position, last: LastMove | None, lexicon: Lexicon, strategy: StaticStrategy
    ) -> "SimulationPlan":
        """Return this plan with all that is known of the opponent's rack in a position.

        The tiles come from the plan or else from the position. With `infer` and the opponent's last move,
        the racks that explain that move replace them. Raises what `infer_racks` raises.
        """
        known = position.racks[1 - position.on_turn] if self.opponent_rack is None else self.opponent_rack
        if self.infer and last is not None and not isinstance(known, InferredRacks):
            fitted = InferenceConfig.of_engines(position.bag_count) if self.against_engine else DEFAULT_CONFIG
            known = infer_racks(position, last, lexicon, strategy, known=known, seed=self.seed, config=fitted)
        return replace(self, opponent_rack=known)

    @property
    def stopping_margin(self) -> float:
        """The margin, or its default for `rank_by`."""
        return _DEFAULT_MARGINS[self.rank_by] if self.margin is None else self.margin

    def check(self) -> None:
        """Raise PositionError when a limit is out of range or nothing would stop the simulation."""
        if self.iterations is not None:
            check_whole("{} iterations", self.iterations)
        if self.seconds is not None:
            check_seconds("{} seconds", self.seconds)
        if self.confidence is not None and not (is_number(self.confidence) and 0 < self.confidence < 1):
            raise PositionError(
                f"a confidence of {show_value(self.confidence)}", cure="give more than 0 and less than 1"
            )
        if self.iterations is None and self.seconds is None and self.confidence is None:
            raise PositionError("nothing would stop the simulation", cure="give a limit or a confidence")
        check_plies(self.plies)
        check_endgame_nodes(self.endgame_nodes)
        check_compared_moves(self.compared_moves)
        if self.rank_by not in tuple(_DEFAULT_MARGINS):  # in a mapping it would have to be hashable
            raise PositionError(
                f"moves cannot be ranked by {show_value(self.rank_by)}", cure="rank by utility, win or equity"
            )
        if self.margin is not None and not (is_number(self.margin) and self.margin >= 0):
            raise PositionError(f"a margin of {show_value(self.margin)}", cure="give 0 or more")

    def check_candidates(self) -> None:
        """Raise PositionError when the number of candidates, or of moves to screen, is out of range."""
        check_whole("{} candidates", self.candidates)
        if self.screened is not None:
            check_whole("{} moves to screen", self.screened, self.candidates)
