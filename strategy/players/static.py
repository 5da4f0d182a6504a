"""Static strategies: the equity of a move is its score plus the value of its leave, without a search."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from movegen.board import MoveList, SubRacks
from movegen.errors import MAX_NAME, ConfigError, LexiconError, one_line, quote
from movegen.files import file_label, file_stamp
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator, Position, check_selection, generate_moves
from movegen.variant import BLANK_FLAG, BoardLayout, Rack, TileSet, Variant
from strategy.leaves import (
    DEFAULT_LEAVES,
    MILLI,
    TABLE_RACK,
    TABLE_SUFFIXES,
    Leaves,
    LeaveTable,
    default_leaves_name,
    load_leaves,
    milli_points,
)
from strategy.players.candidates import Candidate, CandidateList
from strategy.players.handicap import draw_index, known_words
from strategy.players.program_strategy import ProgramStrategyConfig
from strategy.players.simulation_config import SimulationConfig
from strategy.players.strategy_files import (
    HandicapConfig,
    StrategyConfig,
    load_static_config,
    require_static,
)
from strategy.winprob import default_win_table

DEFAULT = "static"
"""The strategy with the best embedded leaves, the strongest static one."""

RandomSource = Callable[[int], npt.NDArray[np.uint32]]
"""A function that returns as many random numbers as asked for."""


@dataclass(frozen=True)
class StaticStrategy:
    """Ranks moves by static equity: the score, plus a value of the tiles left on the rack.

    - With tiles in the bag this is the value of the leave. On an empty board, each vowel laid beside a
      premium square that the opponent could use costs a penalty. When the bag is nearly empty, the number of
      tiles that the move leaves in it adds an adjustment.
    - With an empty bag, going out earns a multiple of the points of the opponents' tiles. Any other move
      costs a multiple of the points left on the rack and a fixed penalty. Where tiles left do not count, the
      score is all.

    A handicap only affects games: `choose` draws moves with noise, and the caller passes a generator on
    `known_words`. `candidates`, `best` and `rank` ignore it.

    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> StaticStrategy.load("greedy").candidates(position)[0]
    <Candidate 7C GALEE 22 +22.0>
    >>> StaticStrategy.load("static").candidates(position)[0]
    <Candidate D8 (W)EDGIE 22 +23.2>
    """

    config: StrategyConfig

    def __repr__(self) -> str:
        return f"<StaticStrategy {one_line(self.name, MAX_NAME)}>"

    @classmethod
    def load(cls, name_or_path: str | Path) -> "StaticStrategy":
        """Load the strategy `configs/strategies/<name>.toml`, or that of a path ending in `.toml`.

        The path of a table of leaves stands for the strategy `static` with these leaves.

        Raises what `load_static_config` does; ConfigError also when the strategy simulates.
        """
        if str(name_or_path).lower().endswith(TABLE_SUFFIXES):
            path = Path(name_or_path).absolute()
            config = load_static_config(DEFAULT)
            return cls(msgspec.structs.replace(config, name=file_label(path), leaves=str(path)))
        return cls(load_static_config(name_or_path))

    @classmethod
    def default(cls, tile_set: TileSet) -> "StaticStrategy":
        """Return the default strategy `static`, which has leaves for any tiles.

        `strategy.players.static_strategy_for` returns that of a lexicon, which may have leaves of its own.
        """
        strategy = cls.load(DEFAULT)
        strategy.leaves(tile_set)  # raises when they cannot be loaded
        return strategy

    @property
    def name(self) -> str:
        """The name of the configuration."""
        return self.config.name

    @property
    def is_handicapped(self) -> bool:
        """True if the strategy has a handicap in games."""
        return self.config.handicap != HandicapConfig()

    def candidates(self, position: Position, lexicon: Lexicon | None = None) -> CandidateList:
        """Rank every move of the player on turn. Raises ConfigError if its leaves do not suit the tiles."""
        moves, rules = generate_moves(position, lexicon), position.rules
        return self.rank(moves, position.bag_count, position.unseen, count_tiles_left=rules.count_tiles_left)

    def known_words(self, lexicon: Lexicon) -> Lexicon:
        """Return the words of a lexicon that the player knows: all of them unless it has a vocabulary.

        Raises ConfigError if the vocabulary cannot be read, is for other letters or has none of the words.
        """
        vocabulary = self.config.handicap.for_tiles(lexicon.tile_set).vocabulary
        if vocabulary is None:
            return lexicon
        try:
            return known_words(vocabulary, lexicon)
        except (ConfigError, LexiconError) as error:
            problem = f"{error.where}: {error.problem}" if error.where else error.problem
            key = f"{self.name}, handicap.vocabulary"
            raise ConfigError(problem, key=key, cure=error.advice()) from None

    def choose(
        self,
        generator: MoveGenerator,
        rack: Rack,
        bag_count: int,
        unseen: Rack,
        draw: RandomSource | None = None,
    ) -> Candidate:
        """Return the move to make on the generator's board in a game.

        This is the best move; with noise, a move drawn with random numbers from `draw`.
        """
        noise = self.config.handicap.for_tiles(generator.variant.tiles).noise
        if draw is None or not noise:
            return self.best(generator, rack, bag_count, unseen)[0]
        candidates = self._rank_all(generator, rack, bag_count, unseen)
        return candidates[draw_index(candidates.equities, noise, draw(len(candidates)))]

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
        """Return the best `count` moves (None: all) whose equity is within `margin` points of the best.

        These are the first ones of `rank`, found without generating all plays, except for an opening with a
        penalty for vowels. Raises PositionError if `count` or `margin` selects nothing.
        """
        check_selection(count, margin)
        margin_in_milli = None if margin is None else milli_points(margin, "margin")
        if generator.board.is_empty and self.config.opening_vowel_penalty:
            return self._rank_all(generator, rack, bag_count, unseen).first(count, margin_in_milli)
        sub_racks, rules = SubRacks(rack), generator.variant.rules
        leave_values = self.leave_values(
            sub_racks, bag_count, unseen, count_tiles_left=rules.count_tiles_left
        )
        laid = len(rack) - sub_racks.counts.sum(axis=1)
        play_values = leave_values + self.bag_values(bag_count, laid)
        plays, equities = generator.best_plays(rack, play_values, count=count, margin=margin_in_milli)
        others = generator.exchanges_and_pass(rack, bag_count)
        moves = MoveList(np.concatenate([plays, others]), generator.board, rack)
        without_play = leave_values[others["leave"]] + self.bag_values(
            bag_count, np.zeros_like(others["leave"])
        )
        equities = np.concatenate([equities, without_play])
        return CandidateList.by_equity(moves, equities, leave_values).first(count, margin_in_milli)

    def _rank_all(self, generator: MoveGenerator, rack: Rack, bag_count: int, unseen: Rack) -> CandidateList:
        counts = generator.variant.rules.count_tiles_left
        return self.rank(generator.moves(rack, bag_count), bag_count, unseen, count_tiles_left=counts)

    def rank(
        self, moves: MoveList, bag_count: int, unseen: Rack, *, count_tiles_left: bool = True
    ) -> CandidateList:
        """Rank moves by equity; `unseen` are the tiles on neither the board nor the rack.

        `count_tiles_left` is the rule of that name, which matters when the bag is empty.
        """
        leave_values = self.leave_values(
            moves.sub_racks, bag_count, unseen, count_tiles_left=count_tiles_left
        )
        records = moves.records
        equities = records["score"].astype(np.int64) * MILLI + leave_values[records["leave"]]
        equities += self.bag_values(bag_count, np.where(records["kind"] == 0, records["placed"], 0))
        if moves.board.is_empty and self.config.opening_vowel_penalty:
            equities -= self._opening_penalties(moves)
        return CandidateList.by_equity(moves, equities, leave_values)

    def leave_values(
        self, sub_racks: SubRacks, bag_count: int, unseen: Rack, *, count_tiles_left: bool = True
    ) -> npt.NDArray[np.int64]:
        """Return the value of each sub-rack as a leave: milli-points, int64, (sub-racks,).

        `count_tiles_left` as in `rank`.
        """
        tile_set = sub_racks.rack.tile_set
        if bag_count == 0 and count_tiles_left:
            return self._empty_bag_values(sub_racks, unseen)
        rack_size = len(sub_racks.rack)
        leaves = self.leaves(tile_set, rack_size) if bag_count else None
        if leaves is None:
            return np.zeros(len(sub_racks), dtype=np.int64)
        return leaves.rack_values(sub_racks) if isinstance(leaves, LeaveTable) else leaves.values(sub_racks)

    def leaves(self, tile_set: TileSet, rack_size: int = TABLE_RACK) -> Leaves | LeaveTable | None:
        """Return the leave values for positions with tiles in the bag; None if leaves count nothing.

        `rack_size` is that of a full rack. Raises ConfigError if they are for other tiles or smaller racks.
        """
        name = self.config.leaves
        if name is None:
            return None
        if name == DEFAULT_LEAVES:
            name = default_leaves_name(tile_set, rack_size)
        leaves = _leaves(name, tile_set, _stamp(name))
        if isinstance(leaves, LeaveTable):
            leaves.check_rack(rack_size)
        return leaves

    def leaves_name(self, tile_set: TileSet, rack_size: int = TABLE_RACK) -> str | None:
        """Return the name of the leaves for these tiles, of a file without its folder; None without leaves.

        >>> StaticStrategy.load("static").leaves_name(TileSet.load("english"))
        'scowl80'
        """
        name = self.config.leaves
        if name is None:
            return None
        if name == DEFAULT_LEAVES:
            return default_leaves_name(tile_set, rack_size)
        return one_line(Path(name).name)

    def win_table_name(self, variant: Variant) -> str | None:
        """Return the name of the table that converts spreads to chances to win; None for the normal model."""
        name = self.config.win_table
        return default_win_table(variant) if name is None else one_line(Path(name).name)

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
        """Return the adjustments for the tiles left in the bag, by tiles laid: milli-points."""
        by_tiles_left = [round(points * MILLI) for points in self.config.pre_endgame.bag_left]
        if bag_count == 0:
            by_tiles_left = []
        left = np.maximum(bag_count - laid.astype(np.int64), 0)
        values = np.array([*by_tiles_left, 0], dtype=np.int64)
        return values[np.minimum(left, len(by_tiles_left))]

    def _opening_penalties(self, moves: MoveList) -> npt.NDArray[np.int64]:
        """Return the milli-points of each move: the penalty times the vowels laid on exposed squares."""
        tile_set, layout = moves.rack.tile_set, moves.board.layout
        records = moves.records
        is_vowel = np.array([*tile_set.vowels, *[False] * (BLANK_FLAG - tile_set.size)])
        offsets = np.arange(records["tiles"].shape[1])
        vowels = is_vowel[records["tiles"] & ~np.uint8(BLANK_FLAG)] & (records["kind"] == 0)[:, np.newaxis]
        exposed = np.zeros(len(records), dtype=np.int64)
        for direction, squares in enumerate(_exposed_squares(layout)):
            mine = np.flatnonzero((records["direction"] == direction) & (records["kind"] == 0))
            along = np.minimum(records["start"][mine, np.newaxis] + offsets, squares.shape[1] - 1)
            exposed[mine] = (vowels[mine] & squares[records["lane"][mine, np.newaxis], along]).sum(axis=1)
        return exposed * round(self.config.opening_vowel_penalty * MILLI)


def check_static(strategy: object) -> None:
    """Raise ConfigError unless an argument is a static strategy."""
    if isinstance(strategy, StaticStrategy):
        return
    config = getattr(strategy, "config", None)
    if isinstance(config, SimulationConfig | ProgramStrategyConfig):
        require_static(config, config.name)
    cure = "load it with load_strategy, or with StaticStrategy.load"
    if not isinstance(strategy, str):
        cure += "; a player written in Python plays as an outside program"
    raise ConfigError(f"{quote(str(strategy))} is not a strategy", cure=cure)


@lru_cache(maxsize=16)
def _leaves(name: str, tile_set: TileSet, stamp: object) -> Leaves | LeaveTable:
    """Load leaves; a changed file has another stamp, so that it is read again."""
    del stamp
    return load_leaves(name, tile_set)


def _stamp(name: str) -> object:
    return file_stamp(name) if name.endswith((".toml", *TABLE_SUFFIXES)) else None


@lru_cache(maxsize=16)
def _exposed_squares(layout: BoardLayout) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Return, for words across and down, the squares beside a premium square: (lanes, squares)."""
    premium = (layout.letter_multipliers > 1) | (layout.word_multipliers > 1)
    return _beside(premium), _beside(premium.T)


def _beside(premium: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    exposed = np.zeros_like(premium)
    exposed[1:] |= premium[:-1]
    exposed[:-1] |= premium[1:]
    return exposed
