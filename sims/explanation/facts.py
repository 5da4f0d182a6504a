"""Facts about two moves: figures of an analysis side by side, and what they contribute to the difference."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import hypot

from movegen.board import Move
from movegen.position import Position
from strategy.analysis import Method

CERTAIN = 2.0
"""A difference counts as real from this number of its standard errors on."""


class Unit(StrEnum):
    """The unit of a figure.

    >>> from sims import explain
    >>> from strategy import analyze_game
    >>> (turn,) = analyze_game(read_gcg("jackdaw/samples/ann_v_ben.gcg"), turn=7).positions
    >>> {figure.unit.value for figure in explain(turn).figures}
    {'points'}
    """

    POINTS = "points"
    SHARE = "share"
    """From 0 to 1: of rollouts, of replies, or of arrangements of the unseen tiles."""
    TILES = "tiles"


class Quantity(StrEnum):
    """The quantity that a figure measures.

    >>> from sims import explain
    >>> from strategy import analyze_game
    >>> (turn,) = analyze_game(read_gcg("jackdaw/samples/ann_v_ben.gcg"), turn=7).positions
    >>> [figure.quantity.value for figure in explain(turn).figures]
    ['equity', 'leave_value', 'score']
    """

    EQUITY = "equity"
    """By the method of the analysis."""
    WIN = "win"
    """The chance to win, half a draw included."""
    SCORE = "score"
    LEAVE_VALUE = "leave_value"
    """The value of the leave; with an empty bag, of the tiles left on the racks."""
    ADJUSTMENT = "adjustment"
    """The rest of the static equity: for exposed vowels of the opening, or for few tiles left in the bag."""
    REPLY = "reply"
    """The mean score of the opponent's reply."""
    REPLY_BINGO = "reply_bingo"
    """The chance that the reply is a bingo."""
    SQUARE = "square"
    """The share of the replies that put a tile on a square."""
    NEXT_TURN = "next_turn"
    """The mean score of the player's next turn; 0 where the game ends before it.

    Not given where a search valued the endgame before it, as the turn then has no score.
    """
    NEXT_BINGO = "next_bingo"
    """The chance that the next turn is a bingo."""
    LATER_TURNS = "later_turns"
    """The mean gain of spread on the turns after the next one, up to the horizon."""
    AFTER_REPLY = "after_reply"
    """The mean gain of spread after the reply, where searches value endgames before the next turn."""
    LEAVES = "leaves"
    """The mean difference of the leaves at the horizon: the player's less the opponent's."""
    GOES_OUT = "goes_out"
    """The chance to go out first, up to the horizon."""
    OPPONENT_GOES_OUT = "opponent_goes_out"
    """The chance that the opponent goes out first, up to the horizon."""
    DEVIATION = "deviation"
    """The standard deviation of the rollouts' equity: how much the results vary."""
    TILES_PLAYED = "tiles_played"
    """Turnover; tiles exchanged count."""
    BAG = "bag"
    """Tiles left in the bag after the move."""
    FINAL_SPREAD = "final_spread"
    """The spread at the end of the game under best play."""
    SIMULATED_SPREAD = "simulated_spread"
    """The mean spread at the end of the game, of at least one of the two moves in rollouts."""
    REST = "rest"
    """The gain of spread after the move until the end of the game under best play."""


class FactKind(StrEnum):
    """The kind of a fact, which makes one sentence.

    >>> from sims import explain
    >>> from strategy import analyze_game
    >>> (turn,) = analyze_game(read_gcg("jackdaw/samples/ann_v_ben.gcg"), turn=7).positions
    >>> [fact.kind.value for fact in explain(turn).facts]
    ['margin', 'leave', 'score']
    """

    EVEN = "even"
    """The best move is not clearly better: the difference is within its error."""
    MARGIN = "margin"
    """How much better the better move is."""
    WINS_DESPITE_POINTS = "wins_despite_points"
    """The better move wins more often although it is worth fewer points."""
    SCORE = "score"
    LEAVE = "leave"
    REPLY = "reply"
    NEXT_TURN = "next_turn"
    LATER_TURNS = "later_turns"
    AFTER_REPLY = "after_reply"
    LEAVES = "leaves"
    GOING_OUT = "going_out"
    OPPONENT_GOING_OUT = "opponent_going_out"
    ENDS_GAME = "ends_game"
    """A move, or both, end the game as the last of the turns without a score. The fact has no figures."""
    VOLATILITY = "volatility"
    BAG = "bag"
    ADJUSTMENT = "adjustment"
    FINAL_SPREAD = "final_spread"
    REST = "rest"


@dataclass(frozen=True)
class Figure:
    """A quantity for two moves.

    Attributes
    ----------
    value, than:             the figure of the fact's move, and of the other one.
    error, than_error:       their standard errors; None for figures without one, such as scores.
    paired_difference, paired_error: the difference over the iterations that both moves had, with its standard
                             error; None if they are not known.
    of:                      the number of arrangements of which a share is a part; None for other figures.
    square:                  the row and the column, from 0, of `Quantity.SQUARE`.

    >>> figure = Figure(Quantity.EQUITY, Unit.POINTS, 35.5, 33.0, error=0.6, than_error=0.8)
    >>> figure.difference, figure.difference_error, figure.is_certain
    (2.5, 1.0, True)
    """

    quantity: Quantity
    unit: Unit
    value: float
    than: float
    error: float | None = None
    than_error: float | None = None
    paired_difference: float | None = None
    paired_error: float | None = None
    of: int | None = None
    square: tuple[int, int] | None = None

    @property
    def difference(self) -> float:
        """The figure of the fact's move less that of the other one; paired if that is known."""
        if self.paired_difference is not None:
            return self.paired_difference
        return self.value - self.than

    @property
    def difference_error(self) -> float:
        """The standard error of the difference: paired if known, else that of independent figures.

        Figures of rollouts that met the same racks are positively correlated, so the latter is too large
        rather than too small. 0 for figures without an error.
        """
        if self.paired_error is not None:
            return self.paired_error
        return hypot(self.error or 0.0, self.than_error or 0.0)

    @property
    def is_certain(self) -> bool:
        """Whether the moves differ by more than `CERTAIN` standard errors."""
        return self.difference != 0 and abs(self.difference) > CERTAIN * self.difference_error


@dataclass(frozen=True)
class Fact:
    """What distinguishes a move from another one.

    Attributes
    ----------
    move, than: the better move and the one that it is compared with.
    figures:    the figures; the first one is the fact's own, the others add to it. None for `ENDS_GAME`.
    gain:       points of equity that the fact contributes in favour of `move`, negative if it speaks for the
                other one; None for facts that are no part of the equity.

    >>> from sims import explain
    >>> from strategy import analyze_game
    >>> (turn,) = analyze_game(read_gcg("jackdaw/samples/ann_v_ben.gcg"), turn=7).positions
    >>> fact = explain(turn).facts[2]
    >>> fact.kind.value, fact.move, fact.than, fact.gain
    ('score', <Move M9 (EA)TING 14>, <Move 6H (P)ING 9>, 5)
    """

    kind: FactKind
    move: Move
    than: Move
    figures: tuple[Figure, ...]
    gain: float | None = None

    def figure(self, quantity: Quantity) -> Figure | None:
        """Return the figure of a quantity, if the fact has it."""
        return next((figure for figure in self.figures if figure.quantity is quantity), None)

    @property
    def speaks_against(self) -> bool:
        """Whether the fact speaks for the other move: what the better one gives up."""
        return self.gain is not None and self.gain < 0


@dataclass(frozen=True)
class Explanation:
    """Why one move is better than another.

    Attributes
    ----------
    position: the position of both moves.
    method:   the method of the figures.
    move:     the move explained.
    better, worse: the moves compared: the best one and `move`, or if that is the best, the next one. None if
              there is nothing to compare, or if too little is known of `move`.
    variation: the line of best play after `better`, with it, where a search proved it.
    facts:    at most three and the one on the margin, in the order in which they are best read.

    >>> from sims import explain
    >>> from strategy import analyze_game
    >>> (turn,) = analyze_game(read_gcg("jackdaw/samples/ann_v_ben.gcg"), turn=7).positions
    >>> explain(turn)
    <Explanation of 6H (P)ING: M9 (EA)TING over 6H (P)ING: margin, leave, score>
    """

    position: Position
    method: Method
    move: Move
    better: Move | None = None
    worse: Move | None = None
    facts: tuple[Fact, ...] = ()
    variation: tuple[Move, ...] = ()

    def __repr__(self) -> str:
        kinds = ", ".join(fact.kind for fact in self.facts)
        return f"<Explanation of {self.move}: {self.better} over {self.worse}: {kinds or 'no facts'}>"

    @property
    def is_of_best(self) -> bool:
        """Whether the move explained is the best one."""
        return self.better == self.move

    @property
    def figures(self) -> Iterator[Figure]:
        """All figures, fact by fact."""
        return (figure for fact in self.facts for figure in fact.figures)
