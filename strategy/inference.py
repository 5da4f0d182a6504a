"""What the opponent holds, inferred from the last move by Bayes' rule.

A leave's weight is the chance that it was held, times how readily one who held it, and the tiles of the move,
would have made that move: exp(-loss / T) + a floor, where the loss is by how much the best move's static
equity is higher, and T, the temperature, is in points. The floor stands for moves that were made for reasons
which static equity knows nothing of. docs/inference.md tells more.
"""

from math import inf

import numpy as np
import numpy.typing as npt

from movegen.core_variant import core_variant
from movegen.errors import PositionError
from movegen.game import Game
from movegen.lexicon import Lexicon
from movegen.move_list import MoveList
from movegen.moves import MoveKind
from movegen.position import Position
from movegen.tiles import Rack
from strategy.core_strategy import core_strategy
from strategy.inferred_racks import InferredRacks
from strategy.last_move import LastMove
from strategy.leave_lists import Counts, drawn_from, ways
from strategy.leaves import MILLI
from strategy.native import core
from strategy.static import StaticStrategy
from strategy.supposed_leaves import Draw, SupposedLeaves

TEMPERATURE = 2.5
"""Points; docs/inference.md tells what it was fitted to."""
FLOOR = 0.01
MOST_EXACT = 25_000
"""Leaves of four tiles of an English bag are fewer, those of five more, until the bag has become small."""
SAMPLES = 10_000


def infer_from_game(
    game: Game,
    turn: int,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    *,
    known: Rack | None = None,
    seed: int = 0,
) -> InferredRacks | None:
    """What the opponent may hold before a turn of a game of two, counted from 1, after the move before it.

    `known` are tiles that the opponent surely holds; without, those that the game's record shows.
    None where nothing can be inferred: see `LastMove.of`; raises what that and `infer_racks` do.
    """
    last = LastMove.of(game, turn)
    if last is None:
        return None
    return infer_racks(game.position(turn), last, lexicon, strategy, known=known, seed=seed)


def infer_racks(
    position: Position,
    last: LastMove,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    *,
    known: Rack | None = None,
    temperature: float = TEMPERATURE,
    floor: float = FLOOR,
    most_exact: int = MOST_EXACT,
    samples: int = SAMPLES,
    seed: int = 0,
) -> InferredRacks:
    """What the opponent of the player on turn may hold, after the last move.

    known:       tiles that the opponent surely holds now; without, those that the position knows.
    strategy:    what moves are valued by.
    temperature: points.
    most_exact:  if more leaves are possible, `samples` of them are drawn, as the seed says. After an
                 exchange the tiles thrown are sampled in any case.

    A play tells what was kept, a pass the whole rack; an exchange, how many tiles were kept. With the bag
    empty the opponent holds all that is unseen.

    Raises
    ------
    PositionError: the game is not one of two, the player's rack is not whole, the move does not lead to the
                   position, the opponent cannot hold the known tiles, or a number is out of range.
    LexiconError, ConfigError: lexicon or strategy are for other tiles.
    """
    known = _known(position) if known is None else known
    _check(position, last, lexicon, known)
    _check_numbers(temperature, floor, most_exact, samples, seed)
    if not position.bag_count:
        return InferredRacks.of(known.tile_set, position.unseen.array[np.newaxis], np.ones(1))
    random = np.random.Philox(key=seed)
    leaves = SupposedLeaves.of(Draw.of(position, last, known), most_exact, samples, random)
    racks = leaves.kept
    if last.move.kind is MoveKind.EXCHANGE:
        worths = core.worth_of_leaves(core_strategy(strategy, position.variant), leaves.kept)
        leaves = _likely_to_be_kept(leaves, worths, temperature, floor, samples, random)
        thrown = drawn_from(position.unseen.array - leaves.held, last.move.exchange_count, random)
        racks = leaves.kept + thrown
    elif last.move.kind is MoveKind.PLAY:
        racks = leaves.kept + last.move.tiles_used.array
    lost = equities_lost(position, last, lexicon, strategy, racks, leaves.kept)
    # Of tiles that look the same the move may have used any: it is one move all the same.
    weights = leaves.chances * plausibility(lost, temperature, floor) / ways(racks, leaves.kept)
    held = racks if last.is_withdrawn else leaves.held
    return InferredRacks.of(known.tile_set, held, weights, is_exact=leaves.is_exact, temperature=temperature)


def plausibility(
    lost: npt.NDArray[np.int64], temperature: float = TEMPERATURE, floor: float = FLOOR
) -> npt.NDArray[np.float64]:
    """How readily a move is made that is so many milli-points worse than the best."""
    likely: npt.NDArray[np.float64] = np.exp(lost / (-MILLI * temperature)) + floor
    return likely


def equities_lost(
    position: Position,
    last: LastMove,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    racks: Counts,
    kept: Counts,
) -> npt.NDArray[np.int64]:
    """By how much the best move's equity is higher than the last move's, with each rack, if it kept so much.

    Milli-points, int64, (racks,). There must have been tiles in the bag.
    """
    move, board, variant = last.move, last.board, position.variant
    bag_count = position.bag_count
    worth = int(strategy.bag_values(bag_count, np.zeros(1, dtype=np.int64))[0])
    if move.kind is MoveKind.PLAY:
        bag_count += 0 if last.is_withdrawn else len(move.tiles_used)
        alone = MoveList.of([move], board, move.tiles_used)
        worth = int(strategy.rank(alone, bag_count, position.unseen).equities[0])
    return core.equities_lost(
        lexicon.graph_for(variant.rules.word_order),
        lexicon.word_map,
        core_variant(variant),
        core_strategy(strategy, variant),
        np.ascontiguousarray(board.squares),
        bag_count,
        np.ascontiguousarray(racks),
        np.ascontiguousarray(kept),
        worth,
    )


def _likely_to_be_kept(
    leaves: SupposedLeaves,
    worths: npt.NDArray[np.int32],
    temperature: float,
    floor: float,
    samples: int,
    random: np.random.Philox,
) -> SupposedLeaves:
    """Leaves that an exchange may have kept, the better ones oftener, and chances that make up for it."""
    likely = plausibility(int(worths.max()) - worths.astype(np.int64), temperature, floor)
    upto = np.cumsum(leaves.chances * likely)
    first = int(random.random_raw()) / 2**64
    places = np.searchsorted(upto, (np.arange(samples) + first) * (upto[-1] / samples), side="right")
    places = np.minimum(places, len(upto) - 1)
    return leaves.picked(places, 1 / likely[places])


def _known(position: Position) -> Rack:
    """The tiles that the position knows of the opponent's rack."""
    rack = position.racks[1 - position.on_turn]
    return Rack.empty(position.variant.tiles) if rack is None else rack


def _check(position: Position, last: LastMove, lexicon: Lexicon, known: Rack) -> None:
    unseen, rack_size = position.unseen, position.rules.rack_size
    if position.players != 2:
        raise PositionError(f"{position.players} players", cure="racks are inferred in games of two")
    lexicon.check_tiles(position.variant.tiles)
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


def _check_numbers(temperature: float, floor: float, most_exact: int, samples: int, seed: int) -> None:
    if not (0 < temperature < inf and 0 <= floor < inf):
        raise PositionError(
            f"a temperature of {temperature} and a floor of {floor}", cure="give more than 0, and 0 or more"
        )
    if most_exact < 0 or samples < 1:
        raise PositionError(f"{most_exact} leaves or {samples} samples", cure="give 0 or more, and 1 or more")
    if not 0 <= seed < 1 << 64:
        raise PositionError(f"seed {seed} is out of range", cure="expected 0 to 2^64 - 1")
