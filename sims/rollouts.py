"""Monte-Carlo rollouts in the compiled core: candidates of a position, each played on many times."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from movegen.core_variant import core_counts, core_variant
from movegen.errors import PositionError
from movegen.lexicon import Lexicon
from movegen.move_list import MoveList
from movegen.moves import Move
from movegen.position import Position
from movegen.tiles import Rack
from sims.native import core
from sims.selfplay import MOST_NUMBER, check_end, check_seed
from strategy.core_strategy import core_strategy
from strategy.inferred_racks import InferredRacks
from strategy.leaves import MILLI
from strategy.simulation_config import Plies
from strategy.static import StaticStrategy

TO_THE_END = 1_000_000
"""More plies than any game has left."""
MOST_TOLD = 10
"""Sums by ply are kept of so many plies."""

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
"""The structure of a rollout's result, as the player sees it who chooses among the candidates.

spread:  points won less points lost, the candidate's included; those of the tiles left too if the game ended.
leaves:  milli-points: the value of the leave that the player kept last less that of the opponent; with an
         empty bag that of the tiles on the racks, each costing its points; 0 if the game ended.
unseen:  tiles that the player on turn at the horizon does not see.
on_turn: who that is: 0 the player, 1 the opponent.
ended:   1 if the game ended.
plies:   played after the candidate.
"""

PLY_TYPE = np.dtype([("count", "<i8"), ("points", "<i8"), ("squares", "<i8"), ("bingos", "<i8")])
"""What was scored on a ply, in all rollouts that came to it: how many, points, their squares, bingos."""


@dataclass(frozen=True, eq=False)
class RolloutSetting:
    """What is rolled out, and how; fit for pickling. Make one with `of`, which checks it.

    Attributes
    ----------
    records:       the candidates, of `movegen.move_list.record_type`.
    opponent_rack: tiles that the opponent surely holds, or what may be held; the rest of the rack is drawn
                   from the unseen ones.
    plies:         after the candidate; `TO_THE_END` or less.
    """

    position: Position
    records: npt.NDArray[Any]
    strategy: StaticStrategy
    opponent_rack: Rack | InferredRacks
    plies: int
    seed: int

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
    ) -> "RolloutSetting":
        """The setting for these moves of the player on turn.

        Raises
        ------
        PositionError: it is no game of two, the player's rack is not whole, there are no candidates, the
                       opponent cannot hold the rack, or a number is out of range.
        IllegalMoveError: a candidate is not possible.
        """
        check_end(position.variant)
        check_seed(seed, 0)
        number = TO_THE_END if plies == "end" else plies
        if not 0 <= number <= TO_THE_END:
            raise PositionError(f"{plies} plies", cure='expected 0 or more, or "end"')
        _check_racks(position)
        moves = MoveList.of(_checked(position, candidates), position.board, position.rack)
        if not len(moves):
            raise PositionError("there are no candidates to roll out", cure="give one or more")
        known = Rack.empty(position.variant.tiles) if opponent_rack is None else opponent_rack
        _check_opponent(position, known)
        return cls(position, moves.records, strategy, known, number, seed)

    @property
    def moves(self) -> MoveList:
        """The candidates."""
        return MoveList(self.records, self.position.board, self.position.rack)

    @property
    def told(self) -> int:
        """Of how many plies sums are kept."""
        return min(self.plies, MOST_TOLD)


@dataclass(frozen=True, eq=False)
class RolloutBatch:
    """Rollouts that were made.

    Attributes
    ----------
    rollouts: of `ROLLOUT_TYPE`, (iterations, candidates).
    plies:    of `PLY_TYPE`, (candidates, plies told).
    covered:  how many of the opponent's replies lay a tile on a square: int64, (candidates, rows, columns).
    """

    rollouts: npt.NDArray[Any]
    plies: npt.NDArray[Any]
    covered: npt.NDArray[np.int64]

    @property
    def equities(self) -> npt.NDArray[np.int64]:
        """Spread and leaves of each rollout: milli-points, (iterations, candidates)."""
        equities: npt.NDArray[np.int64] = self.rollouts["spread"].astype(np.int64) * MILLI
        equities += self.rollouts["leaves"]
        return equities

    def of(self, columns: Sequence[int]) -> "RolloutBatch":
        """The rollouts of some candidates alone."""
        if len(columns) == self.rollouts.shape[1]:
            return self
        chosen = list(columns)
        return RolloutBatch(self.rollouts[:, chosen], self.plies[chosen], self.covered[chosen])


def roll_out(
    setting: RolloutSetting,
    lexicon: Lexicon,
    first: int,
    iterations: int,
    *,
    places: Sequence[int] | None = None,
    shared: bool = True,
) -> RolloutBatch:
    """Make the iterations `first`, `first` + 1, ... for the candidates at these places (None: all).

    Iteration i draws the opponent's rack (of inferred ones first a leave, by its weight) and the order of the
    bag from (seed, i) alone, for all candidates the same: results depend neither on batches nor on the other
    candidates. The two players draw from opposite ends of the bag, so what the opponent draws hardly depends
    on how many tiles a candidate uses. Both play the best static moves. `shared=False` searches every ply
    afresh: slower, and the same.

    Raises LexiconError when the lexicon is for other letters, ConfigError when the strategy is not for these
    tiles or racks, PositionError when a number is out of range.
    """
    position, variant = setting.position, setting.position.variant
    lexicon.check_tiles(variant.tiles)
    if first < 0 or not 0 <= iterations <= MOST_NUMBER - first:
        raise PositionError(f"{iterations} iterations from {first}", cure=f"expected 0 to {MOST_NUMBER}")
    records = setting.records if places is None else setting.records[list(places)]
    rollouts, plies, covered = core.roll_out(
        lexicon.graph_for(variant.rules.word_order),
        lexicon.word_map,
        core_variant(variant),
        core_strategy(setting.strategy, variant),
        np.ascontiguousarray(position.board.squares),
        core_counts(position.rack.counts),
        core_counts(position.unseen.counts),
        *_core_leaves(setting.opponent_rack),
        _opponent_held(position),
        position.scoreless_turns,
        np.ascontiguousarray(records).view(np.uint8).ravel(),
        setting.seed,
        first,
        iterations,
        setting.plies,
        setting.told,
        shared,
    )
    return RolloutBatch(
        rollouts.view(ROLLOUT_TYPE).reshape(iterations, len(records)),
        plies.view(PLY_TYPE).reshape(len(records), setting.told),
        covered.reshape(len(records), *position.board.squares.shape),
    )


def _opponent_held(position: Position) -> int:
    return min(position.rules.rack_size, len(position.unseen))


def _check_racks(position: Position) -> None:
    if position.players != 2:
        raise PositionError(f"{position.players} players", cure="only games of two are rolled out")
    rack_size, held = position.rules.rack_size, len(position.rack)
    in_bag = len(position.unseen) - rack_size
    if not held or (in_bag > 0 and held < rack_size):
        raise PositionError(
            f"the rack of the player on turn has {held} tiles", cure="give the whole rack: rollouts need it"
        )
    if not len(position.unseen):
        raise PositionError("the opponent has no tiles: the game is over")
    limit = position.rules.scoreless_turns
    if position.scoreless_turns >= limit:
        raise PositionError(f"after {position.scoreless_turns} turns without a score the game is over")


def _checked(position: Position, candidates: Iterable[Move]) -> Iterable[Move]:
    for move in candidates:
        position.after(move)
        yield move


def _core_leaves(known: Rack | InferredRacks) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint32]]:
    """Leaves and weights as the core takes them."""
    if isinstance(known, InferredRacks):
        return known.leaves, known.upto
    return known.array.astype(np.uint8)[np.newaxis], np.ones(1, dtype=np.uint32)


def _check_opponent(position: Position, known: Rack | InferredRacks) -> None:
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
