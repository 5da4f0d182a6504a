"""Inference of the opponent's rack from the last move by Bayes' rule.

The weight of a leave is its prior times the likelihood of the move given the leave and the tiles of the move:
exp(-loss / T) + a minimum plausibility. The loss is the static equity of the best move less that of the move
made, and T, the temperature, is in points. The minimum accounts for moves that static equity cannot explain.
See also docs/internals/inference.md.
"""

from math import inf
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from movegen.board import MoveKind, MoveList
from movegen.errors import PositionError
from movegen.game import Game
from movegen.lexicon import Lexicon, check_lexicon
from movegen.numbers import check_whole, show_value
from movegen.position import Position, check_position
from movegen.variant import Rack, core_variant
from strategy.inference.inferred_racks import InferredRacks
from strategy.inference.last_move import LastMove
from strategy.inference.possible_leaves import PossibleLeaves, RackDraw
from strategy.leaves import MILLI, Counts, count_ways, draw_tiles
from strategy.native import core
from strategy.players import StaticStrategy, check_static, core_strategy

_FITTED_TO_ENGINES = ((29, 1.6, 0.0001), (11, 2.3, 0.0003), (2, 4.5, 0.005), (0, 4.0, 0.03))
"""Least number of tiles in the bag, temperature in points, minimum plausibility."""


class InferenceConfig(NamedTuple):
    """The parameters of an inference; the defaults are for moves of people.

    Attributes
    ----------
    temperature:      points; docs/internals/inference.md describes the fit.
    min_plausibility: likelihood of the worst move, where that of the best is 1 more.
    max_exact:        limit of exhaustive enumeration; if more leaves are possible, `samples` of them are
                      drawn. Leaves of four tiles of an English bag are below the default, those of five
                      are above it until the bag is small.
    samples:          the number of leaves to draw.
    """

    temperature: float = 2.5
    min_plausibility: float = 0.01
    max_exact: int = 25_000
    samples: int = 10_000

    @classmethod
    def of_engines(cls, bag_count: int) -> "InferenceConfig":
        """Return the parameters fitted to players that simulate, with this many tiles in the bag.

        Their moves say more than those of people: they overlook nothing. With fewer tiles in the bag static
        equity explains less of what they play. `bench/inference_fit.py` repeats the fit.

        >>> [InferenceConfig.of_engines(bag).temperature for bag in (60, 20, 5)]
        [1.6, 2.3, 4.5]
        """
        temperature, min_plausibility = next(
            fitted for at_least, *fitted in _FITTED_TO_ENGINES if bag_count >= at_least
        )
        return cls(temperature, min_plausibility)

    def check(self) -> None:
        """Raise PositionError when a number is out of range."""
        if not (0 < self.temperature < inf and 0 <= self.min_plausibility < inf):
            raise PositionError(
                f"a temperature of {self.temperature} and a minimum plausibility of {self.min_plausibility}",
                cure="give more than 0, and 0 or more",
            )
        if self.max_exact < 0 or self.samples < 1:
            raise PositionError(
                f"{self.max_exact} leaves or {self.samples} samples", cure="give 0 or more, and 1 or more"
            )


DEFAULT_CONFIG = InferenceConfig()


def infer_from_game(
    game: Game,
    turn: int,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    *,
    known: Rack | str | None = None,
    seed: int = 0,
) -> InferredRacks | None:
    """Infer the opponent's rack before a turn, counted from 1, of a game of two, from the move before it.

    `known` are tiles that the opponent certainly holds; by default those of the game's record. Returns None
    where nothing can be inferred: see `LastMove.before_turn`, also for errors, and `infer_racks`.

    >>> game = read_gcg("jackdaw/samples/ann_v_ben.gcg")
    >>> racks = infer_from_game(game, 2, Lexicon.load(), StaticStrategy.load("static"))
    >>> [str(rack) for rack, _ in racks.most_likely(3)]
    ['ET', 'ER', 'RS']
    """
    last = LastMove.before_turn(game, turn)
    if last is None:
        return None
    return infer_racks(game.position(turn), last, lexicon, strategy, known=known, seed=seed)


def infer_racks(
    position: Position,
    last: LastMove,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    *,
    known: Rack | str | None = None,
    seed: int = 0,
    config: InferenceConfig = DEFAULT_CONFIG,
) -> InferredRacks:
    """Infer the rack of the opponent of the player on turn from the last move.

    known:       tiles that the opponent certainly holds now; by default those of the position.
    strategy:    the static strategy that values moves.
    seed:        for sampled leaves, and for the tiles put back in an exchange, which are always sampled.

    A play or an exchange gives evidence of the leave, a pass of the whole rack. With an empty bag the
    opponent holds all unseen tiles.

    Raises
    ------
    PositionError: the game is not of two, the player's rack is not complete, the move does not lead to the
                   position, the opponent cannot hold the known tiles, or a number is out of range.
    LexiconError, ConfigError: lexicon or strategy are for other tiles.

    >>> game = read_gcg("jackdaw/samples/ann_v_ben.gcg")
    >>> last = LastMove.before_turn(game, 2)
    >>> racks = infer_racks(game.position(2), last, Lexicon.load(), StaticStrategy.load("static"))
    >>> len(racks), racks.is_exact
    (371, True)
    """
    check_position(position)
    if isinstance(known, str):
        known = position.variant.tiles.parse_rack(known)
    known = _known_tiles(position) if known is None else known
    check_static(strategy)
    _check(position, last, lexicon, known)
    config.check()
    _check_seed(seed)
    if not position.bag_count:
        return InferredRacks.from_weights(known.tile_set, position.unseen.array[np.newaxis], np.ones(1))
    random = np.random.Philox(key=seed)
    leaves = PossibleLeaves.enumerate_or_sample(
        RackDraw.since(position, last, known), config.max_exact, config.samples, random
    )
    racks = leaves.leaves
    if last.move.kind is MoveKind.EXCHANGE:
        worths = core.value_leaves(core_strategy(strategy, position.variant), leaves.leaves)
        leaves = _sample_likely_leaves(leaves, worths, config, random)
        thrown = draw_tiles(position.unseen.array - leaves.held, last.move.exchange_count, random)
        racks = leaves.leaves + thrown
    elif last.move.kind is MoveKind.PLAY:
        racks = leaves.leaves + last.move.tiles_used.array
    lost = equities_lost(position, last, lexicon, strategy, racks, leaves.leaves)
    # The move may have used any of several equal tiles: all these are the same move.
    weights = (
        leaves.priors
        * plausibility(lost, config.temperature, config.min_plausibility)
        / count_ways(racks, leaves.leaves)
    )
    held = racks if last.is_withdrawn else leaves.held
    return InferredRacks.from_weights(
        known.tile_set, held, weights, is_exact=leaves.is_exact, temperature=config.temperature
    )


def plausibility(
    lost: npt.NDArray[np.int64],
    temperature: float = DEFAULT_CONFIG.temperature,
    min_plausibility: float = DEFAULT_CONFIG.min_plausibility,
) -> npt.NDArray[np.float64]:
    """Return the likelihood, up to a factor, of a move that is `lost` milli-points worse than the best."""
    likely: npt.NDArray[np.float64] = np.exp(lost / (-MILLI * temperature)) + min_plausibility
    return likely


def equities_lost(
    position: Position,
    last: LastMove,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    racks: Counts,
    leaves: Counts,
) -> npt.NDArray[np.int64]:
    """Return the equity lost by the last move against the best one, for each rack and its leave.

    Milli-points, int64, (racks,). The bag must not have been empty.
    """
    move, board, variant = last.move, last.board, position.variant
    bag_count = position.bag_count
    worth = int(strategy.bag_values(bag_count, np.zeros(1, dtype=np.int64))[0])
    if move.kind is MoveKind.PLAY:
        bag_count += 0 if last.is_withdrawn else len(move.tiles_used)
        alone = MoveList.from_moves([move], board, move.tiles_used)
        worth = int(strategy.rank(alone, bag_count, position.unseen).equities[0])
    return core.equities_lost(
        lexicon.graph_for(variant.rules.word_order),
        lexicon.word_map,
        core_variant(variant),
        core_strategy(strategy, variant),
        np.ascontiguousarray(board.squares),
        bag_count,
        np.ascontiguousarray(racks),
        np.ascontiguousarray(leaves),
        worth,
    )


def _sample_likely_leaves(
    leaves: PossibleLeaves,
    worths: npt.NDArray[np.int32],
    config: InferenceConfig,
    random: "np.random.Philox",
) -> PossibleLeaves:
    """Sample leaves of an exchange in proportion to their likelihood, with priors that compensate for it."""
    likely = plausibility(
        int(worths.max()) - worths.astype(np.int64), config.temperature, config.min_plausibility
    )
    upto = np.cumsum(leaves.priors * likely)
    first = int(random.random_raw()) / 2**64
    indices = np.searchsorted(
        upto, (np.arange(config.samples) + first) * (upto[-1] / config.samples), side="right"
    )
    indices = np.minimum(indices, len(upto) - 1)
    return leaves.select(indices, 1 / likely[indices])


def _known_tiles(position: Position) -> Rack:
    """Return the known tiles of the opponent's rack."""
    rack = position.racks[1 - position.on_turn]
    return Rack.empty(position.variant.tiles) if rack is None else rack


def _check(position: Position, last: LastMove, lexicon: Lexicon, known: Rack) -> None:
    if not isinstance(last, LastMove):
        problem = f"{show_value(repr(last))} is not a last move"
        raise PositionError(problem, cure="give one, as from LastMove.before_turn")
    unseen, rack_size = position.unseen, position.rules.rack_size
    if position.players != 2:
        raise PositionError(f"{position.players} players", cure="racks are inferred in games of two")
    check_lexicon(lexicon, position.variant.tiles)
    after = last.board if last.is_withdrawn else last.board.place(last.move)
    if after != position.board:
        raise PositionError("the last move does not lead to the position", where=str(last.move))
    if len(unseen) > position.bag_count + rack_size:
        raise PositionError(
            f"the rack of the player on turn has {len(position.rack)} tiles",
            cure="give the whole rack: what the opponent may hold depends on it",
        )
    if known.tile_set != unseen.tile_set or not unseen.contains(known) or len(known) > rack_size:
        raise PositionError(
            f"the opponent cannot hold {known}", cure=f"give up to {rack_size} of the unseen tiles {unseen}"
        )


def _check_seed(seed: int) -> None:
    check_whole("seed {} is out of range", seed, 0, (1 << 64) - 1)
