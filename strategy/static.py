"""Static strategies: a move is worth its score and what it keeps, with no look ahead."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
import numpy.typing as npt

from movegen.configs import load_config
from movegen.errors import ConfigError
from movegen.generation import MoveGenerator, check_wanted, generate_moves
from movegen.layouts import BoardLayout
from movegen.lexicon import Lexicon
from movegen.move_list import MoveList
from movegen.moves import Move
from movegen.position import Position
from movegen.sub_racks import SubRacks
from movegen.tiles import BLANK_FLAG, Rack, TileSet
from strategy.candidates import CandidateList
from strategy.leave_files import TABLE_SUFFIXES, load_leaves
from strategy.leave_table import LeaveTable
from strategy.leaves import MILLI, Leaves, milli_points
from strategy.packed_leaves import OtherTilesError
from strategy.simulation_config import refuse_simulation

LEARNED = "static"
"""The strategy with learned leaves, the strongest."""
WITHOUT_LEARNED = "rackh3"
"""The strongest of those that do without."""


class EmptyBagConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What counts instead of leaves once the bag is empty; see `configs/strategies/rackh1.toml`."""

    out_factor: float = 0.0
    kept_factor: float = 0.0
    kept_penalty: float = 0.0

    def __post_init__(self) -> None:
        for key in self.__struct_fields__:
            milli_points(getattr(self, key), f"empty_bag.{key}")


class StrategyConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A strategy as `configs/strategies/*.toml` gives it.

    `leaves` is what `load_leaves` takes: the name of a heuristic in `configs/leaves` or of a table
    inside, or a path: of a heuristic, which ends in `.toml`, or of a table, which ends in `.leaves`,
    `.klv2` or `.csv`.
    """

    name: str
    kind: Literal["static"]
    leaves: str | None = None
    opening_vowel_penalty: float = 0.0
    empty_bag: EmptyBagConfig = EmptyBagConfig()

    def __post_init__(self) -> None:
        if milli_points(self.opening_vowel_penalty, "opening_vowel_penalty") < 0:
            raise ConfigError(
                f"{self.opening_vowel_penalty} is a reward",
                key="opening_vowel_penalty",
                cure="give 0 or more",
            )


@dataclass(frozen=True)
class StaticStrategy:
    """Ranks moves by static equity.

    - tiles in the bag: score + value of the leave; on an empty board less a penalty for each vowel laid
      beside a premium square that the opponent could use;
    - bag empty: score + so many times the opponents' tiles when going out, else less so many times the
      points kept and a fixed penalty.
    """

    config: StrategyConfig

    @classmethod
    def load(cls, name_or_path: str | Path) -> "StaticStrategy":
        """The strategy `configs/strategies/<name>.toml`, or that of a path ending in `.toml`.

        A path in a strategy's file is relative to that file. The path of a table of leaves stands for the
        strategy `static` with these leaves.

        Raises
        ------
        UnknownNameError: no strategy goes by the name.
        ConfigError: the file is malformed, or the strategy simulates.
        """
        if str(name_or_path).lower().endswith(TABLE_SUFFIXES):
            config = load_config("strategies", LEARNED, StrategyConfig)
            path = Path(name_or_path)
            return cls(msgspec.structs.replace(config, name=path.stem, leaves=str(path)))
        refuse_simulation(name_or_path)
        config = load_config("strategies", name_or_path, StrategyConfig)
        if config.leaves and config.leaves.lower().endswith((".toml", *TABLE_SUFFIXES)):
            beside = Path(name_or_path).parent / config.leaves
            config = msgspec.structs.replace(config, leaves=str(beside))
        return cls(config)

    @classmethod
    def default(cls, tile_set: TileSet) -> "StaticStrategy":
        """What ranks moves when nobody says otherwise: `static`, or `rackh3` for tiles it is not for."""
        learned = cls.load(LEARNED)
        try:
            learned.leaves(tile_set)
        except OtherTilesError:
            return cls.load(WITHOUT_LEARNED)
        return learned

    @property
    def name(self) -> str:
        """The name of its configuration."""
        return self.config.name

    def candidates(self, position: Position, lexicon: Lexicon | None = None) -> CandidateList:
        """Every move of the player on turn, best first. ConfigError if the leaves are for other tiles."""
        return self.rank(generate_moves(position, lexicon), position.bag_count, position.unseen)

    def choose(self, generator: MoveGenerator, rack: Rack, bag_count: int, unseen: Rack) -> Move:
        """The best move on the generator's board, for playing whole games."""
        return self.best(generator, rack, bag_count, unseen)[0].move

    def best(
        self,
        generator: MoveGenerator,
        rack: Rack,
        bag_count: int,
        unseen: Rack,
        *,
        count: int | None = 1,
        margin: float | None = None,
    ) -> CandidateList:
        """The best `count` moves (None: however many) whose equity is within `margin` points of the best.

        The same as the first ones of `rank`, found without generating all plays (an opening with a penalty
        for vowels apart). Raises PositionError when nothing is asked for.
        """
        check_wanted(count, margin)
        margin_in_milli = None if margin is None else milli_points(margin, "margin")
        if generator.board.is_empty and self.config.opening_vowel_penalty:
            return self.rank(generator.moves(rack, bag_count), bag_count, unseen).first(
                count, margin_in_milli
            )
        leave_values = self.leave_values(SubRacks(rack), bag_count, unseen)
        plays, equities = generator.best_plays(rack, leave_values, count=count, margin=margin_in_milli)
        others = generator.moves_without_play(rack, bag_count)
        moves = MoveList(np.concatenate([plays, others]), generator.board, rack)
        equities = np.concatenate([equities, leave_values[others["leave"]]])
        return CandidateList.sorted(moves, equities, leave_values).first(count, margin_in_milli)

    def rank(self, moves: MoveList, bag_count: int, unseen: Rack) -> CandidateList:
        """The moves in the order of their equities; `unseen` is what neither board nor rack show."""
        leave_values = self.leave_values(moves.sub_racks, bag_count, unseen)
        equities = moves.records["score"].astype(np.int64) * MILLI + leave_values[moves.records["leave"]]
        if moves.board.is_empty and self.config.opening_vowel_penalty:
            equities -= self._opening_penalties(moves)
        return CandidateList.sorted(moves, equities, leave_values)

    def leave_values(self, sub_racks: SubRacks, bag_count: int, unseen: Rack) -> npt.NDArray[np.int64]:
        """What each sub-rack is worth when it is kept: milli-points, int64, (sub-racks,)."""
        tile_set = sub_racks.rack.tile_set
        if bag_count == 0:
            return self._empty_bag_values(sub_racks, unseen)
        leaves = self.leaves(tile_set)
        if leaves is None:
            return np.zeros(len(sub_racks), dtype=np.int64)
        return leaves.rack_values(sub_racks) if isinstance(leaves, LeaveTable) else leaves.values(sub_racks)

    def leaves(self, tile_set: TileSet) -> Leaves | LeaveTable | None:
        """What leaves are worth with tiles in the bag; None if nothing.

        Raises ConfigError when they are for other tiles.
        """
        return None if self.config.leaves is None else _leaves(self.config.leaves, tile_set)

    def _empty_bag_values(self, sub_racks: SubRacks, unseen: Rack) -> npt.NDArray[np.int64]:
        rules = self.config.empty_bag
        tile_points = np.array(
            [sub_racks.rack.tile_set.points[tile] for tile in sub_racks.kinds], dtype=np.int64
        )
        values = -(sub_racks.counts @ tile_points) * round(rules.kept_factor * MILLI)
        values -= round(rules.kept_penalty * MILLI)
        values[0] = unseen.points * round(rules.out_factor * MILLI)
        return values

    def _opening_penalties(self, moves: MoveList) -> npt.NDArray[np.int64]:
        """Milli-points for each move: the penalty times the vowels laid on exposed squares."""
        tile_set, layout = moves.rack.tile_set, moves.board.layout
        records = moves.records
        is_vowel = np.array([*tile_set.vowels, *[False] * (BLANK_FLAG - tile_set.size)])
        places = np.arange(records["tiles"].shape[1])
        vowels = is_vowel[records["tiles"] & ~np.uint8(BLANK_FLAG)] & (records["kind"] == 0)[:, np.newaxis]
        exposed = np.zeros(len(records), dtype=np.int64)
        for direction, squares in enumerate(_exposed_squares(layout)):
            mine = np.flatnonzero((records["direction"] == direction) & (records["kind"] == 0))
            along = np.minimum(records["start"][mine, np.newaxis] + places, squares.shape[1] - 1)
            exposed[mine] = (vowels[mine] & squares[records["lane"][mine, np.newaxis], along]).sum(axis=1)
        return exposed * round(self.config.opening_vowel_penalty * MILLI)


_leaves = lru_cache(maxsize=16)(load_leaves)


@lru_cache(maxsize=16)
def _exposed_squares(layout: BoardLayout) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """For words across and down: whether a premium lies beside a square; (lanes, places)."""
    premium = (layout.letter_multipliers > 1) | (layout.word_multipliers > 1)
    return _beside(premium), _beside(premium.T)


def _beside(premium: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    exposed = np.zeros_like(premium)
    exposed[1:] |= premium[:-1]
    exposed[:-1] |= premium[1:]
    return exposed
