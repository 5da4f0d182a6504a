"""Static strategies: a move is worth its score and what it keeps, with no look ahead."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from movegen.errors import ConfigError, LexiconError
from movegen.generation import MoveGenerator, check_wanted, generate_moves
from movegen.layouts import BoardLayout
from movegen.lexicon import Lexicon
from movegen.move_list import MoveList
from movegen.position import Position
from movegen.sub_racks import SubRacks
from movegen.tiles import BLANK_FLAG, Rack, TileSet
from strategy.candidates import Candidate, CandidateList
from strategy.leave_files import TABLE_SUFFIXES, load_leaves
from strategy.leave_table import LeaveTable
from strategy.leaves import MILLI, Leaves, milli_points
from strategy.noise import drawn_place
from strategy.strategy_files import HandicapConfig, StrategyConfig, load_static_config
from strategy.vocabulary import known_words

DEFAULT = "static"
"""The strategy with the best leaves that are inside, the strongest."""

Draw = Callable[[int], npt.NDArray[np.uint32]]
"""Gives so many random numbers."""


@dataclass(frozen=True)
class StaticStrategy:
    """Ranks moves by static equity.

    - tiles in the bag: score + value of the leave; on an empty board less a penalty for each vowel laid
      beside a premium square that the opponent could use; when the bag is nearly empty an adjustment for the
      number of tiles that the move leaves in it;
    - bag empty: score + so many times the opponents' tiles when going out, else less so many times the
      points kept and a fixed penalty.

    A handicap counts in games alone: `choose` makes noise, and whoever lets it play gives it a generator on
    the words that it knows. `candidates`, `best` and `rank` tell what moves are worth without it.
    """

    config: StrategyConfig

    @classmethod
    def load(cls, name_or_path: str | Path) -> "StaticStrategy":
        """The strategy `configs/strategies/<name>.toml`, or that of a path ending in `.toml`.

        The path of a table of leaves stands for the strategy `static` with these leaves.

        Raises what `load_static_config` does; ConfigError also when the strategy simulates.
        """
        if str(name_or_path).lower().endswith(TABLE_SUFFIXES):
            path = Path(name_or_path).absolute()
            config = load_static_config(DEFAULT)
            return cls(msgspec.structs.replace(config, name=path.stem, leaves=str(path)))
        return cls(load_static_config(name_or_path))

    @classmethod
    def default(cls, tile_set: TileSet) -> "StaticStrategy":
        """What ranks moves when nobody says otherwise: `static`, which has leaves for any tiles."""
        strategy = cls.load(DEFAULT)
        strategy.leaves(tile_set)  # raises when there is something wrong with them
        return strategy

    @property
    def name(self) -> str:
        """The name of its configuration."""
        return self.config.name

    @property
    def is_handicapped(self) -> bool:
        """Whether it plays weaker in games than it could."""
        return self.config.handicap != HandicapConfig()

    def candidates(self, position: Position, lexicon: Lexicon | None = None) -> CandidateList:
        """Every move of the player on turn, best first. ConfigError if the leaves are for other tiles."""
        return self.rank(generate_moves(position, lexicon), position.bag_count, position.unseen)

    def known_words(self, lexicon: Lexicon) -> Lexicon:
        """The words that it knows in games with a lexicon: all of them unless it has a vocabulary.

        Raises ConfigError when the vocabulary cannot be read, is for other letters or has none of the words.
        """
        vocabulary = self.config.handicap.vocabulary
        if vocabulary is None:
            return lexicon
        try:
            return known_words(vocabulary, lexicon)
        except (ConfigError, LexiconError) as error:
            what = f"{error.where}: {error.what}" if error.where else error.what
            key = f"{self.name}, handicap.vocabulary"
            raise ConfigError(what, key=key, cure=error.advice()) from None

    def choose(
        self, generator: MoveGenerator, rack: Rack, bag_count: int, unseen: Rack, draw: Draw | None = None
    ) -> Candidate:
        """The move that it makes on the generator's board, for playing whole games.

        That is the best one; with noise, which needs random numbers from `draw`, one that is drawn.
        """
        noise = self.config.handicap.noise
        if draw is None or not noise:
            return self.best(generator, rack, bag_count, unseen)[0]
        candidates = self.rank(generator.moves(rack, bag_count), bag_count, unseen)
        return candidates[drawn_place(candidates.equities, noise, draw(len(candidates)))]

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
        sub_racks = SubRacks(rack)
        leave_values = self.leave_values(sub_racks, bag_count, unseen)
        laid = len(rack) - sub_racks.counts.sum(axis=1)
        play_values = leave_values + self.bag_values(bag_count, laid)
        plays, equities = generator.best_plays(rack, play_values, count=count, margin=margin_in_milli)
        others = generator.moves_without_play(rack, bag_count)
        moves = MoveList(np.concatenate([plays, others]), generator.board, rack)
        without_play = leave_values[others["leave"]] + self.bag_values(
            bag_count, np.zeros_like(others["leave"])
        )
        equities = np.concatenate([equities, without_play])
        return CandidateList.sorted(moves, equities, leave_values).first(count, margin_in_milli)

    def rank(self, moves: MoveList, bag_count: int, unseen: Rack) -> CandidateList:
        """The moves in the order of their equities; `unseen` is what neither board nor rack show."""
        leave_values = self.leave_values(moves.sub_racks, bag_count, unseen)
        records = moves.records
        equities = records["score"].astype(np.int64) * MILLI + leave_values[records["leave"]]
        equities += self.bag_values(bag_count, np.where(records["kind"] == 0, records["placed"], 0))
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

    def bag_values(self, bag_count: int, laid: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """What it is worth to draw for so many tiles laid, 0 in an exchange or a pass: milli-points."""
        by_tiles_left = [round(points * MILLI) for points in self.config.pre_endgame.bag_left]
        if bag_count == 0:
            by_tiles_left = []
        left = np.maximum(bag_count - laid.astype(np.int64), 0)
        values = np.array([*by_tiles_left, 0], dtype=np.int64)
        return values[np.minimum(left, len(by_tiles_left))]

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
