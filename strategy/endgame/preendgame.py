"""The pre-endgame: one to four tiles are in the bag, and which ones decides the game.

The definition is in docs/preendgame.md, the search in `strategy/core/preendgame/preendgame.hpp`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb, perm
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from movegen.board import Move, MoveKind, MoveList, check_is_move, normalize_play
from movegen.errors import IllegalMoveError, PositionError
from movegen.lexicon import Lexicon
from movegen.native import core as movegen_core
from movegen.numbers import check_whole
from movegen.position import Position
from movegen.showing import short_repr
from movegen.variant import EndingRule, Rack, TileSet, Variant, WordOrder, core_counts
from strategy.endgame.bag_samples import (
    BagOrders,
    Sampling,
    list_orders,
    sample_orders,
    sampling_of_whole_bag,
)
from strategy.endgame.endgame import check_two_players, native_board, native_limits, too_many_points
from strategy.endgame.preendgame_move import PreendgameMove, rank_moves
from strategy.endgame.preendgame_outcomes import (
    Draw,
    OutcomeTable,
    PreendgameOutcomes,
    win_after_best_replies,
)
from strategy.endgame.preendgame_result import Opponent, PreendgameProgress, PreendgameResult
from strategy.native import core
from strategy.search_control import DEFAULT_LIMITS, NO_CONTROL, SearchControl, SearchLimits

MAX_IN_BAG: int = core.MAX_IN_BAG
"""Most tiles in the bag of a position that can be solved."""
MAX_DEFAULT_SAMPLES = 330
"""The most arrangements that are sampled by default: each set of four of eleven unseen tiles once."""

Spreads = Literal["none", "best", "all"]


@dataclass(frozen=True, kw_only=True)
class PreendgameOptions:
    """The definition of a pre-endgame's answer.

    Attributes
    ----------
    opponent: "rational": the opponent makes the reply with the best average over what it cannot see, wins
              first, then spread. "adversarial": it replies as if it knew where all tiles are, so that wins
              are guaranteed. They differ only after moves that leave tiles in the bag.
    samples:  number of arrangements, drawn at random, to look at instead of all. They hold each set of tiles
              in the bag equally often, or once more. None for all with one or two tiles in the bag, else
              each set once, at most 330: mostly 120 with three and 330 with four.
    seed:     seed of the samples.
    all_wins: settle the wins also of moves that cannot win more often than the best.
    spreads:  final spreads to settle: "none"; "best", as far as they tell the best of the moves that win
              equally often; "all".

    >>> PreendgameOptions(opponent="adversarial", spreads="none")
    PreendgameOptions(opponent='adversarial', spreads='none')
    """

    opponent: Opponent = "rational"
    samples: int | None = None
    seed: int = 0
    all_wins: bool = False
    spreads: Spreads = "best"

    __repr__ = short_repr

    def check(self) -> None:
        """Raise PositionError when an option is out of range."""
        if self.opponent not in get_args(Opponent):
            raise PositionError(f"an opponent {self.opponent!r}", cure="rational or adversarial")
        if self.spreads not in get_args(Spreads):
            raise PositionError(f"spreads {self.spreads!r}", cure="none, best or all")
        if self.samples is not None:
            check_whole("{} samples", self.samples, 2)

    def count_samples(self, unseen: int, bag_count: int) -> int | None:
        """Return the number of samples with so many unseen tiles; None for all arrangements."""
        samples = self.samples
        if samples is None and bag_count > 2:
            samples = min(comb(unseen, bag_count), MAX_DEFAULT_SAMPLES)
        return None if samples is None or samples >= perm(unseen, bag_count) else samples

    def count_searched(self, position: Position) -> int:
        """Return the number of arrangements that are searched for each move of a position."""
        unseen, bag_count = len(position.unseen), position.bag_count
        samples = self.count_samples(unseen, bag_count)
        return perm(unseen, bag_count) if samples is None else samples


DEFAULT_OPTIONS = PreendgameOptions()


def solve_preendgame(
    position: Position,
    lexicon: Lexicon,
    *,
    moves: Iterable[Move] | None = None,
    options: PreendgameOptions = DEFAULT_OPTIONS,
    priors: Mapping[Move, float] | None = None,
    limits: SearchLimits = DEFAULT_LIMITS,
    control: SearchControl[PreendgameProgress] = NO_CONTROL,
) -> PreendgameResult:
    """Count how often each move wins, over all arrangements of the unseen tiles: opponent's rack and bag.

    moves:   the moves to look at; None for all.
    options: the opponent, the arrangements, and what is to be settled.
    priors:  chances to win, say of rollouts. They decide which of the moves that leave tiles in the bag are
             searched first, and nothing else.
    limits:  when to stop, how much memory to use, and how many threads search. The result is what was
             found within them. Unless time stops the search, it is the same for any number of threads.
    control: `should_stop` is asked some twenty times a second, in the calling thread; before it `progress`
             gets what is proven so far.

    Two passes in a row end the game, as in `solve_endgame`; the position's scoreless turns are taken for
    passes. What is known of the opponent's rack is not used.

    Raises
    ------
    PositionError:    the game is not one of two players, there are not 1 to 4 tiles in the bag or none on the
                      board, the player's rack is only partly known, the rules allow exchanges with so few
                      tiles in the bag, the game is over, more points could be won than the search can
                      count, or an option or a limit is out of range.
    IllegalMoveError: one of the moves is not legal, or there are none.
    LexiconError:     the lexicon is for other letters.

    >>> position = read_cgp(
    ...     "11B1HI/1VOLT6OPEN/4A6MUM1/4N6ALE1/4G7T2/4I5G1U2/4E1V3N1R2/4RAIA2AGE2/"
    ...     "6N3WE3/5KY2WESTS1/2ESCALADERS3/3O1I1BOD1O3/2HOOF9/1JUT5ZED1QI/2PYCNIDIA1EXIT "
    ...     "??AENRU/ 427/436 0"
    ... )
    >>> moves = [position.parse_move("4A EbURNeAN")]
    >>> solve_preendgame(position, Lexicon.load(), moves=moves)
    <PreendgameResult of 1 moves, 1 in the bag: 4A EbUR(N)eAN wins 87.5 %, proven>
    """
    check_search(position, lexicon, options, limits)
    return _search(position, lexicon, _find_moves(position, lexicon, moves), options, priors, limits, control)


def solve_preendgame_move(
    position: Position,
    move: Move,
    lexicon: Lexicon,
    *,
    options: PreendgameOptions = DEFAULT_OPTIONS,
    limits: SearchLimits = DEFAULT_LIMITS,
    control: SearchControl[PreendgameProgress] = NO_CONTROL,
) -> PreendgameMove:
    """Return a move with its wins; one with words that the lexicon lacks as if it stayed on the board.

    The arguments and the errors are those of `solve_preendgame`; IllegalMoveError when the move is not
    possible, PositionError when it takes a tile that is not on the rack.

    >>> position = read_cgp(
    ...     "11B1HI/1VOLT6OPEN/4A6MUM1/4N6ALE1/4G7T2/4I5G1U2/4E1V3N1R2/4RAIA2AGE2/"
    ...     "6N3WE3/5KY2WESTS1/2ESCALADERS3/3O1I1BOD1O3/2HOOF9/1JUT5ZED1QI/2PYCNIDIA1EXIT "
    ...     "??AENRU/ 427/436 0"
    ... )
    >>> solve_preendgame_move(position, position.parse_move("A1 AUN"), Lexicon.load()).win
    0.125
    """
    check_search(position, lexicon, options, limits)
    check_is_move(move)
    position.after(move)  # whether it is possible
    listed = MoveList.from_moves([move], position.board, position.rack)
    return _search(position, lexicon, listed, options, None, limits, control).best


def _search(
    position: Position,
    lexicon: Lexicon,
    listed: MoveList,
    options: PreendgameOptions,
    priors: Mapping[Move, float] | None,
    limits: SearchLimits,
    control: SearchControl[PreendgameProgress],
) -> PreendgameResult:
    """Search the moves of a list."""
    unseen, bag_count = position.unseen, position.bag_count
    arrangements = perm(len(unseen), bag_count)
    samples = options.count_samples(len(unseen), bag_count)
    bag = (
        list_orders(unseen, bag_count)
        if samples is None
        else sample_orders(unseen, bag_count, samples, options.seed)
    )
    tiles_used = listed.records["placed"]
    try:
        found = core.solve_preendgame(
            native_board(position, lexicon),
            core.PreendgamePosition(
                core_counts(position.rack.counts),
                core_counts(unseen.counts),
                bag=bag_count,
                spread=position.spread,
                scoreless=position.scoreless_turns,
            ),
            np.ascontiguousarray(listed.records).view(np.uint8),
            _list_priors(listed, priors),
            core.BagOrders(bag.orders, bag.weights),
            core.PreendgameOptions(
                adversarial=options.opponent == "adversarial",
                all_wins=options.all_wins,
                spreads=get_args(Spreads).index(options.spreads),
            ),
            native_limits(limits),
            core.PreendgameCallbacks(
                control.should_stop or (lambda: False),  # while a callback runs, Python notices Ctrl-C
                _reporter(
                    control, listed, arrangements if samples is None else samples, tiles_used < bag_count
                ),
            ),
        )
    except OverflowError:
        raise too_many_points() from None
    is_settled, order_cells, cells, is_estimated, nodes, seconds = found
    draws = [
        _describe_draws(unseen.tile_set, bag, drawn, cells_of_draw)
        for drawn, cells_of_draw in enumerate(order_cells)
    ]
    outcomes = _list_outcomes(draws, np.minimum(tiles_used, bag_count), cells)
    sampling = Sampling(samples, arrangements)
    of_whole_bag = sampling_of_whole_bag(len(unseen), bag_count, sampling)
    searched = [
        PreendgameMove(move, known, *(of_whole_bag if used >= bag_count else sampling), bool(has_estimates))
        for move, known, used, has_estimates in zip(
            listed, outcomes, tiles_used.tolist(), is_estimated.tolist(), strict=True
        )
    ]
    return PreendgameResult(
        tuple(rank_moves(searched)),
        options.opponent,
        bag_count,
        arrangements,
        samples,
        is_settled,
        nodes,
        seconds,
    )


def _reporter(
    control: SearchControl[PreendgameProgress],
    moves: MoveList,
    arrangements: int,
    leaves_tiles: npt.NDArray[np.bool_],
) -> Callable[[npt.NDArray[np.float64]], None] | None:
    """The callback that turns the counts of the core into a report; None if nobody follows the search.

    leaves_tiles: whether each move leaves tiles in the bag.
    """
    if control.progress is None:
        return None

    def report(counts: npt.NDArray[np.float64]) -> None:
        settled, least, most, estimated, win = counts.reshape(-1, 5).T
        least, most, win = (wins / (2 * arrangements) for wins in (least, most, win))
        win = np.where(leaves_tiles, win_after_best_replies(win, least, most), win)
        control.report(
            PreendgameProgress(
                moves,
                arrangements,
                settled.astype(np.int32),
                least,
                most,
                np.where(estimated == arrangements, win, np.nan),
            )
        )

    return report


def check_search(
    position: Position, lexicon: Lexicon, options: PreendgameOptions, limits: SearchLimits
) -> None:
    """Raise the errors of `solve_preendgame` except those of its moves."""
    check_two_players(position, lexicon)
    check_preendgame(position)
    options.check()
    limits.check()


def can_solve_preendgame(position: Position) -> bool:
    """Return True if `solve_preendgame` can solve a position of two players."""
    try:
        check_preendgame(position)
    except PositionError:
        return False
    return True


def check_preendgame(position: Position) -> None:
    """Raise PositionError unless `solve_preendgame` can solve this position of two players."""
    _check_rules(position.variant)
    rules, bag = position.rules, position.bag_count
    if position.board.is_empty:
        raise PositionError("a pre-endgame with no tiles on the board")
    if not bag:
        raise PositionError("no tiles in the bag", cure="solve it as an endgame")
    if bag > MAX_IN_BAG:
        raise PositionError(
            f"{bag} tiles in the bag", cure=f"pre-endgames are solved with up to {MAX_IN_BAG}"
        )
    if len(position.rack) < rules.rack_size:
        which = f"rack {position.rack} is not whole" if len(position.rack) else "rack is not known"
        raise PositionError(f"the {which}", cure="give every tile of it")
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
    if abs(position.spread) > core.UNBOUNDED:
        raise PositionError(f"a spread of {position.spread}", cure=f"give at most {core.UNBOUNDED:,} points")
    if position.scoreless_turns >= 2:
        raise PositionError(
            f"{position.scoreless_turns} turns without a score, of 2 that end the game",
            cure="set the count back",
        )


def _check_rules(variant: Variant) -> None:
    rules, why = variant.rules, None
    if rules.ending is not EndingRule.OUT or not rules.count_tiles_left:
        why = "its games end differently"
    elif rules.word_order is not WordOrder.FIXED:
        why = "words may be in any order"
    if why is not None:
        raise PositionError(
            f"pre-endgames of {variant.name} are not solved, for {why}", cure="simulate instead"
        )


def _find_moves(position: Position, lexicon: Lexicon, moves: Iterable[Move] | None) -> MoveList:
    """The given moves, in the order of all moves; all if None."""
    listed = position.moves(lexicon)
    if moves is None:
        return listed
    indices = set()
    for move in moves:
        check_is_move(move)
        index = listed.find(normalize_play(position.board, move) if move.kind is MoveKind.PLAY else move)
        if index is None:
            raise IllegalMoveError("it is not among the legal moves", where=str(move))
        indices.add(index)
    if not indices:
        raise IllegalMoveError("no move to look at", cure="name one, or leave moves out for all")
    return listed.select(np.array(sorted(indices), dtype=np.intp))


def _list_priors(moves: MoveList, priors: Mapping[Move, float] | None) -> npt.NDArray[np.float64]:
    """The prior of each move, -1 where there is none; empty if there are none at all."""
    if not priors:
        return np.empty(0)
    for move, chance in priors.items():
        if not 0 <= chance <= 1:
            raise PositionError(f"a prior of {chance} for {move}", cure="give a chance to win from 0 to 1")
    return np.array([priors.get(move, -1.0) for move in moves])


def _describe_draws(
    tile_set: TileSet, bag: BagOrders, drawn: int, order_cells: npt.NDArray[np.int32]
) -> list[Draw]:
    """The draws of moves that draw so many tiles, by cell; `order_cells` holds the cell of each order."""
    draws = []
    for index in range(int(order_cells.max(initial=-1)) + 1):
        alike = np.flatnonzero(order_cells == index)
        order: Sequence[Any] = bag.orders[alike[0]].tolist()
        rest = "".join(map(tile_set.rack_text, order[drawn:]))
        draws.append(Draw(Rack.from_tiles(tile_set, order[:drawn]), rest, int(bag.weights[alike].sum())))
    return draws


def _list_outcomes(
    draws: Sequence[Sequence[Draw]],
    drawn: npt.NDArray[np.integer[Any]],
    cells: Sequence[npt.NDArray[np.int32]],
) -> list[PreendgameOutcomes]:
    """The outcomes of each move, which draws so many tiles: the final spread by draw."""
    outcomes: dict[int, PreendgameOutcomes] = {}
    for count in np.unique(drawn).tolist():
        moves = np.flatnonzero(drawn == count).tolist()
        ends = np.stack([cells[move].reshape(-1, 3) for move in moves])
        table = OutcomeTable(draws[count], ends)
        outcomes |= {move: PreendgameOutcomes(table, row) for row, move in enumerate(moves)}
    return [outcomes[move] for move in range(len(drawn))]
