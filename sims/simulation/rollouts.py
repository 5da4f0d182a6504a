"""Monte-Carlo rollouts of the candidates of a position, in the compiled core."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from movegen.arrays import FrozenArrays, freeze
from movegen.board import Move, MoveList
from movegen.errors import PositionError
from movegen.lexicon import Lexicon, check_lexicon
from movegen.numbers import MAX_NUMBER, check_whole, show_value
from movegen.position import Position, check_position
from movegen.showing import short_repr
from movegen.variant import EndingRule, Rack, Variant, WordOrder, core_counts, core_variant
from sims.bag import check_end, check_seed
from sims.native import core
from sims.simulation.plan import TO_THE_END, check_compared_moves, check_endgame_nodes, check_plies
from strategy.inference import InferredRacks
from strategy.leaves import MILLI
from strategy.players import Plies, StaticStrategy, check_static, core_strategy

_NO_LAST_TURNS = _STATIC_ENDINGS = -1  # the core's numbers for None
MAX_ITERATIONS = 1_000_000
"""The number of iterations of a call of `roll_out`, whose results are all in memory."""

MAX_PLIES_REPORTED = 10
"""The number of plies with sums of their own."""

ROLLOUT_TYPE = np.dtype(
    [
        ("spread", "<i4"),
        ("leaves", "<i4"),
        ("unseen", "<u2"),
        ("on_turn", "u1"),
        ("ended", "u1"),
        ("plies", "<i4"),
    ]
)
"""The result of a rollout, seen by the player who chooses among the candidates.

spread:  points won less points lost, with those of the candidate, and those of tiles left if the game ended.
leaves:  milli-points: the value of the player's last leave less that of the opponent's. With an empty bag,
         less the points of the tiles on the player's rack, plus those on the opponent's. 0 if the game ended.
unseen:  tiles not seen by the player on turn at the horizon.
on_turn: the player on turn at the horizon: 0 the player, 1 the opponent.
ended:   1 if the game ended.
plies:   played after the candidate.
"""

PLY_TYPE = np.dtype([("count", "<i8"), ("points", "<i8"), ("squares", "<i8"), ("bingos", "<i8")])
"""Sums of a ply over the rollouts that reached it: their count, points, squared points and bingos."""


@dataclass(frozen=True, eq=False)
class RolloutSetting(FrozenArrays):
    """The input of rollouts, checked and picklable. Create one with `of`.

    Attributes
    ----------
    records:       the candidates, of `movegen.board.move_list.record_type`.
    opponent_rack: tiles that the opponent is known to hold, or a distribution of racks; the rest of the rack
                   is drawn from the unseen tiles.
    plies:         after the candidate; at most `TO_THE_END`.
    endgame_nodes: nodes of the endgame search that values a game once its bag is empty, after a search one
                   ply deep; None if both players go on with static moves.
    compared_moves: number of static moves that a player with one tile in the bag compares, by games that
                   static moves play out for each tile that it may be; None for the best static move.

    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> moves = [position.parse_move(text) for text in ("D8 .EIGELA", "7C GALEE")]
    >>> setting = RolloutSetting.of(position, moves, StaticStrategy.load("static"))
    >>> setting.moves, setting.plies
    ([<Move D8 (W)EIGELA 22>, <Move 7C GALEE 22>], 2)
    """

    position: Position
    records: npt.NDArray[Any]
    strategy: StaticStrategy
    opponent_rack: Rack | InferredRacks
    plies: int
    seed: int
    endgame_nodes: int | None = None
    compared_moves: int | None = None

    __repr__ = short_repr

    @classmethod
    def of(
        cls,
        position: Position,
        candidates: Iterable[Move],
        strategy: StaticStrategy,
        *,
        plies: Plies = 2,
        seed: int = 0,
        opponent_rack: Rack | InferredRacks | None = None,
        endgame_nodes: int | None = None,
    ) -> "RolloutSetting":
        """Return the setting for these moves of the player on turn.

        Raises
        ------
        PositionError: the game is not one of two, the player's rack is incomplete, there are no candidates,
                       the opponent cannot hold the rack, or a number is out of range.
        IllegalMoveError: a candidate is not possible.
        ConfigError: the strategy is not static.
        """
        check_position(position)
        check_static(strategy)
        check_end(position.variant)
        check_seed(seed, 0)
        check_endgame_nodes(endgame_nodes)
        number = TO_THE_END if plies == "end" else plies
        check_plies(plies)
        _check_racks(position)
        moves = MoveList.from_moves(_checked(position, candidates), position.board, position.rack)
        if not len(moves):
            raise PositionError("there are no candidates to roll out", cure="give one or more")
        known = Rack.empty(position.variant.tiles) if opponent_rack is None else opponent_rack
        _check_opponent(position, known)
        nodes = endgame_nodes if _can_search_endings(position.variant) else None
        return cls(position, moves.records, strategy, known, int(number), seed, nodes)

    def comparing(self, moves: int | None) -> "RolloutSetting":
        """Return this setting with so many moves to compare. Raises PositionError if that is out of range."""
        check_compared_moves(moves)
        return replace(self, compared_moves=moves)

    @property
    def moves(self) -> MoveList:
        """The candidates."""
        return MoveList(self.records, self.position.board, self.position.rack)

    @property
    def reported_plies(self) -> int:
        """The number of plies with sums of their own."""
        return min(self.plies, MAX_PLIES_REPORTED)


@dataclass(frozen=True, eq=False)
class RolloutBatch:
    """The results of some iterations.

    Attributes
    ----------
    rollouts: of `ROLLOUT_TYPE`, (iterations, candidates).
    plies:    of `PLY_TYPE`, (candidates, reported plies).
    covered:  number of the opponent's replies that put a tile on each square: int64, (candidates, rows,
              columns).

    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> moves = [position.parse_move(text) for text in ("D8 .EIGELA", "7C GALEE")]
    >>> setting = RolloutSetting.of(position, moves, StaticStrategy.load("static"))
    >>> roll_out(setting, Lexicon.load(), 0, 10).equities.mean(axis=0)  # in milli-points
    array([36155., 26612.])
    """

    rollouts: npt.NDArray[Any]
    plies: npt.NDArray[Any]
    covered: npt.NDArray[np.int64]

    __repr__ = short_repr

    @property
    def equities(self) -> npt.NDArray[np.int64]:
        """Spread plus leaves of each rollout: milli-points, (iterations, candidates)."""
        equities: npt.NDArray[np.int64] = self.rollouts["spread"].astype(np.int64) * MILLI
        equities += self.rollouts["leaves"]
        return equities

    def select(self, candidates: Sequence[int]) -> "RolloutBatch":
        """Return the rollouts of some candidates alone."""
        if len(candidates) == self.rollouts.shape[1]:
            return self
        chosen = list(candidates)
        return RolloutBatch(self.rollouts[:, chosen], self.plies[chosen], self.covered[chosen])


def roll_out(
    setting: RolloutSetting,
    lexicon: Lexicon,
    first: int,
    iterations: int,
    *,
    candidates: Sequence[int] | None = None,
) -> RolloutBatch:
    """Run the iterations `first`, `first` + 1, ... for these candidates, given by index (None for all).

    Iteration i draws the opponent's rack (an inferred leave by its weight, then the rest) and the order of
    the bag from (seed, i) alone, the same for all candidates: common random numbers. So the results depend
    neither on the batches nor on the other candidates. The players draw from opposite ends of the bag, which
    makes the opponent's draws nearly independent of the number of tiles that a candidate uses. Both play the
    best static move, or with `compared_moves` and one tile in the bag that of several with the highest
    utility; with `endgame_nodes` a search values the game once the bag is empty.

    Raises LexiconError when the lexicon is for other letters, ConfigError when the strategy is for other
    tiles or racks, PositionError when a number is out of range.

    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> moves = [position.parse_move(text) for text in ("D8 .EIGELA", "7C GALEE")]
    >>> setting = RolloutSetting.of(position, moves, StaticStrategy.load("static"))
    >>> roll_out(setting, Lexicon.load(), 0, 3).rollouts["spread"].tolist()
    [[17, 32], [20, 57], [62, 73]]
    """
    position, variant = setting.position, setting.position.variant
    check_lexicon(lexicon, variant.tiles)
    check_whole("{} plies", setting.plies, 0, TO_THE_END)
    check_seed(setting.seed, 0)
    check_whole("the first iteration {}", first, 0)
    check_whole("{} iterations", iterations, 0, min(MAX_NUMBER - first, MAX_ITERATIONS))
    records = setting.records if candidates is None else setting.records[list(candidates)]
    leaves, weights = _core_leaves(setting.opponent_rack)
    start = core.RolloutStart(
        np.ascontiguousarray(position.board.squares),
        core_counts(position.rack.counts),
        core_counts(position.unseen.counts),
        leaves,
        weights,
        _opponent_held(position),
        position.spread,
        position.scoreless_turns,
        _NO_LAST_TURNS if position.turns_left is None else position.turns_left,
    )
    rollouts, plies, covered = core.roll_out(
        lexicon.graph_for(variant.rules.word_order),
        lexicon.word_map,
        core_variant(variant),
        core_strategy(setting.strategy, variant),
        start,
        np.ascontiguousarray(records).view(np.uint8).ravel(),
        core.RolloutPlan(
            setting.seed,
            first,
            iterations,
            setting.plies,
            setting.reported_plies,
            _STATIC_ENDINGS if setting.endgame_nodes is None else setting.endgame_nodes,
            None if setting.endgame_nodes is None else _estimates(lexicon, variant),
            setting.compared_moves or 1,
            None if setting.compared_moves is None else _likely_plays(lexicon, variant, setting.strategy),
        ),
    )
    return RolloutBatch(
        rollouts.view(ROLLOUT_TYPE).reshape(iterations, len(records)),
        plies.view(PLY_TYPE).reshape(len(records), setting.reported_plies),
        covered.reshape(len(records), *position.board.squares.shape),
    )


def _can_search_endings(variant: Variant) -> bool:
    """Return True if endgames of these rules can be searched within a rollout."""
    rules = variant.rules
    return rules.ending is EndingRule.OUT and rules.count_tiles_left and rules.word_order is WordOrder.FIXED


def _opponent_held(position: Position) -> int:
    return min(position.rules.rack_size, len(position.unseen))


def _check_racks(position: Position) -> None:
    if position.players != 2:
        raise PositionError(f"{position.players} players", cure="simulations need a game of two")
    rack_size, held = position.rules.rack_size, len(position.rack)
    in_bag = len(position.unseen) - rack_size
    if not held or (in_bag > 0 and held < rack_size):
        raise PositionError(f"the rack of the player on turn has {held} tiles", cure="give the whole rack")
    if not len(position.unseen):
        raise PositionError("the opponent has no tiles, so the game is over")
    limit = position.rules.scoreless_turns
    if position.turns_left == 0:
        raise PositionError("the game is over after the last turns")
    if position.scoreless_turns >= limit:
        raise PositionError(f"the game is over after {position.scoreless_turns} scoreless turns")


def _checked(position: Position, candidates: Iterable[Move]) -> Iterable[Move]:
    for move in candidates:
        position.after(move)
        yield move


@lru_cache(maxsize=1)
def _estimates(_lexicon: Lexicon, _variant: Variant) -> core.EndgameEstimates:
    """Return the endgames that rollouts with a lexicon and variant came to so far: batches share them."""
    return core.EndgameEstimates()


@lru_cache(maxsize=1)
def _likely_plays(_lexicon: Lexicon, _variant: Variant, _strategy: StaticStrategy) -> core.LikelyPlays:
    """Return the plays that players of rollouts who compare moves chose so far: batches share them."""
    return core.LikelyPlays()


def _core_leaves(known: Rack | InferredRacks) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint32]]:
    """Return leaves and cumulative weights for the core."""
    if isinstance(known, InferredRacks):
        return known.leaves, known.upto
    return freeze(known.array.astype(np.uint8)[np.newaxis]), freeze(np.ones(1, dtype=np.uint32))


def _check_opponent(position: Position, known: Rack | InferredRacks) -> None:
    if not isinstance(known, Rack | InferredRacks):
        raise PositionError(
            f"{show_value(repr(known))} is not a rack",
            cure="parse it with TileSet.parse_rack, or infer racks",
        )
    unseen, held = position.unseen, _opponent_held(position)
    leaves, _ = _core_leaves(known)
    is_possible = (
        known.tile_set == position.variant.tiles
        and (leaves <= unseen.array).all()
        and (leaves.sum(axis=1) <= held).all()
    )
    if not is_possible:
        raise PositionError(
            f"the opponent cannot hold {known}", cure=f"give up to {held} of the unseen tiles {unseen}"
        )
