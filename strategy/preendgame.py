"""The pre-endgame: one to four tiles in the bag, and what they may be decides.

The definition is in docs/preendgame.md, the search in `strategy/core/preendgame.hpp`.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from math import isfinite, perm
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from movegen.core_variant import core_counts, core_variant
from movegen.errors import IllegalMoveError, PositionError
from movegen.lexicon import Lexicon
from movegen.move_list import MoveList
from movegen.moves import Move, MoveKind
from movegen.native import core as movegen_core
from movegen.placement import canonical
from movegen.position import Position
from movegen.tiles import Rack
from strategy.endgame import MEMORY, check_two_players
from strategy.native import core
from strategy.preendgame_result import Opponent, PreendgameMove, PreendgameOutcome, PreendgameResult

MOST_IN_BAG: int = core.MOST_IN_BAG
"""Tiles."""
SAMPLES = 32
"""Arrangements that are drawn with more than two tiles in the bag, if nothing else is asked for."""

Spreads = Literal["none", "best", "all"]


def solve_preendgame(
    position: Position,
    lexicon: Lexicon,
    *,
    moves: Iterable[Move] | None = None,
    opponent: Opponent = "rational",
    samples: int | None = None,
    seed: int = 0,
    all_wins: bool = False,
    spreads: Spreads = "best",
    memory: int = MEMORY,
    seconds: float | None = None,
    nodes: int | None = None,
    workers: int = 1,
    is_interrupted: Callable[[], bool] | None = None,
) -> PreendgameResult:
    """How often each move wins, over all arrangements of the unseen tiles: the opponent's rack and the bag.

    moves:          those to look at, None for all.
    opponent:       "rational": makes the reply with the best average over what it cannot see, wins first,
                    then spread. "adversarial": replies as if it knew where all tiles are, so that wins are
                    guaranteed. They differ only after moves that leave tiles in the bag.
    samples:        look at so many arrangements, drawn at random, instead of all; None for all with 1 or 2
                    tiles in the bag, else 32.
    seed:           of the samples.
    all_wins:       settle also moves that cannot win more often than the best.
    spreads:        whether the final spread is worked out: of none; as far as it tells the best of those that
                    win as often as the best; of all.
    memory:         megabytes that the endgames' tables may take.
    seconds, nodes: stop after so many; None for no limit. What is known by then is the result. Nodes are the
                    same ones every time, for any number of workers.
    workers:        threads. The values are the same for any number.
    is_interrupted: is asked some twenty times a second, in the calling thread, whether to stop there.

    Two passes in a row end the game, as in `solve_endgame`; the position's count of turns without a score is
    taken as passes. What is known of the opponent's rack is not used.

    Raises
    ------
    PositionError:    the game is not one of two, there are not 1 to 4 tiles in the bag or none on the board,
                      the player's rack is not known as a whole, the rules allow exchanges with so few tiles
                      in the bag, the game is over, or an option is out of range.
    IllegalMoveError: one of the moves is not legal, or none is given.
    LexiconError:     the lexicon is for other letters.
    """
    check_two_players(position, lexicon)
    check_preendgame(position)
    _check_options(opponent, spreads, samples, memory, seconds, nodes, workers)
    unseen = position.unseen
    arrangements = perm(len(unseen), position.bag_count)
    if samples is None and position.bag_count > 2:
        samples = SAMPLES
    if samples is not None and samples >= arrangements:
        samples = None
    orders, weights = (
        _all_orders(unseen, position.bag_count)
        if samples is None
        else _drawn_orders(unseen, position.bag_count, samples, seed)
    )
    listed = _candidates(position, lexicon, moves)
    is_settled, places, cells, nodes, taken = core.solve_preendgame(
        lexicon.graph,
        core_variant(position.variant),
        position.board.squares,
        core_counts(position.rack.counts),
        core_counts(unseen.counts),
        position.bag_count,
        position.scores[position.on_turn] - position.scores[1 - position.on_turn],
        position.scoreless_turns,
        np.ascontiguousarray(listed.records).view(np.uint8),
        orders,
        weights,
        adversarial=opponent == "adversarial",
        all_wins=all_wins,
        spreads=("none", "best", "all").index(spreads),
        memory=memory << 20,
        seconds=seconds or 0.0,
        nodes=nodes or 0,
        workers=workers,
        is_interrupted=is_interrupted,
    )
    found = []
    for move, known in zip(listed, cells, strict=True):
        drawn = min(len(move.tiles_used), position.bag_count)
        outcomes = _outcomes(unseen, orders, weights, drawn, places[drawn], known.reshape(-1, 3))
        found.append(PreendgameMove(move, outcomes, samples, arrangements))
    found.sort(key=lambda each: (-each.win, -each.least_win, -each.spread))
    return PreendgameResult(
        tuple(found), opponent, position.bag_count, arrangements, samples, is_settled, nodes, taken
    )


def can_solve_preendgame(position: Position) -> bool:
    """Whether `solve_preendgame` can solve a position of two players."""
    try:
        check_preendgame(position)
    except PositionError:
        return False
    return True


def check_preendgame(position: Position) -> None:
    """Raise PositionError unless a position of two players is one that `solve_preendgame` can solve."""
    rules, bag = position.rules, position.bag_count
    if position.board.is_empty:
        raise PositionError("a pre-endgame with no tiles on the board")
    if not bag:
        raise PositionError("no tiles in the bag", cure="solve it as an endgame")
    if bag > MOST_IN_BAG:
        raise PositionError(
            f"{bag} tiles in the bag", cure=f"pre-endgames are solved with up to {MOST_IN_BAG}"
        )
    if len(position.rack) < rules.rack_size:
        raise PositionError(f"the rack {position.rack} is not whole", cure="give every tile of it")
    if position.can_exchange:
        raise PositionError(
            f"the rules allow exchanges with {bag} tiles in the bag",
            cure="pre-endgames are solved where they do not",
        )
    if rules.rack_size + bag > movegen_core.MAX_RACK:
        raise PositionError(
            f"racks of {rules.rack_size} tiles with {bag} in the bag",
            cure=f"the two may be {movegen_core.MAX_RACK} together",
        )
    if position.scoreless_turns >= 2:
        raise PositionError(
            f"{position.scoreless_turns} turns without a score, of 2 that end the game",
            cure="set the count back",
        )


def _check_options(
    opponent: str,
    spreads: str,
    samples: int | None,
    memory: int,
    seconds: float | None,
    nodes: int | None,
    workers: int,
) -> None:
    if opponent not in get_args(Opponent):
        raise PositionError(f"an opponent {opponent!r}", cure="rational or adversarial")
    if spreads not in get_args(Spreads):
        raise PositionError(f"spreads {spreads!r}", cure="none, best or all")
    if samples is not None and samples < 2:
        raise PositionError(f"{samples} samples", cure="give 2 or more")
    if memory < 1 or (seconds is not None and not (isfinite(seconds) and seconds > 0)):
        raise PositionError("a limit that is not above 0", cure="give a megabyte or more, and some time")
    for count, of in ((nodes, "nodes"), (workers, "workers")):
        if count is not None and count < 1:
            raise PositionError(f"{count} {of}", cure="give 1 or more")


def _candidates(position: Position, lexicon: Lexicon, moves: Iterable[Move] | None) -> MoveList:
    """The moves asked for, in the order of all moves."""
    listed = position.moves(lexicon)
    if moves is None:
        return listed
    places = set()
    for move in moves:
        place = listed.find(canonical(position.board, move) if move.kind is MoveKind.PLAY else move)
        if place is None:
            raise IllegalMoveError("it is not among the legal moves", where=str(move))
        places.add(place)
    if not places:
        raise IllegalMoveError("no move to look at", cure="name one, or leave moves out for all")
    return listed.reordered(np.array(sorted(places), dtype=np.intp))


def _all_orders(unseen: Rack, bag: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint32]]:
    """The orders in which the bag's tiles may be drawn, uint8 (orders, bag), and how many look like each."""
    tiles, weights = core.bag_orders(core_counts(unseen.counts), bag)
    return tiles.reshape(-1, bag), weights


def _drawn_orders(
    unseen: Rack, bag: int, samples: int, seed: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint32]]:
    """The same, of so many drawn without replacement from all ways to draw single tiles."""
    tiles = list(unseen)
    counted: dict[tuple[int, ...], int] = {}
    for number in random.Random(seed).sample(range(perm(len(tiles), bag)), samples):
        left, order = tiles.copy(), []
        for count in range(len(tiles), len(tiles) - bag, -1):
            number, place = divmod(number, count)
            order.append(left.pop(place))
        counted[tuple(order)] = counted.get(tuple(order), 0) + 1
    return np.array(list(counted), dtype=np.uint8), np.array(list(counted.values()), dtype=np.uint32)


def _outcomes(
    unseen: Rack,
    orders: npt.NDArray[np.uint8],
    weights: npt.NDArray[np.uint32],
    drawn: int,
    places: npt.NDArray[np.int32],
    cells: npt.NDArray[np.int32],
) -> tuple[PreendgameOutcome, ...]:
    """The outcomes of a move that draws so many tiles; places: the cell of each order of the bag."""
    tile_set = unseen.tile_set
    outcomes = []
    for place, (lower, upper, estimate) in enumerate(cells.tolist()):
        alike = np.flatnonzero(places == place)
        order: Sequence[Any] = orders[alike[0]].tolist()
        outcomes.append(
            PreendgameOutcome(
                Rack.from_tiles(tile_set, order[:drawn]),
                "".join(map(tile_set.rack_text, order[drawn:])),
                int(weights[alike].sum()),
                None if lower == -core.UNBOUNDED else lower,
                None if upper == core.UNBOUNDED else upper,
                min(max(estimate, lower), upper),
            )
        )
    return tuple(outcomes)
