"""The review of a line: what each of its moves is worth and costs, as for the turns of a game."""

from dataclasses import dataclass

from movegen.lexicon import Lexicon
from movegen.lines import Line
from sims.review.game_review import review_game
from sims.review.turn_review import TurnReview
from strategy.analysis import GameAnalysis, GradingScheme
from strategy.players import StaticStrategy
from strategy.winprob import WinModel


@dataclass(frozen=True)
class LineReview:
    """The review of a line of a game.

    Attributes
    ----------
    line:  the line.
    turns: one entry per move, in order. A move of an unknown or incomplete rack is not judged.

    >>> from sims.analysis import Analyzer
    >>> line = Line.begin(read_gcg("jackdaw/samples/ann_v_ben.gcg"), 7, "fish").play("M9 (EA)TING")
    >>> lexicon = Lexicon.load()
    >>> analysis = Analyzer(lexicon).static(line.game, list(line.turns))
    >>> review_line(line, analysis, lexicon).turns
    (<TurnReview 7: M9 (EA)TING, mistake: none>,)
    """

    line: Line
    turns: tuple[TurnReview, ...]


def review_line(
    line: Line,
    analysis: GameAnalysis,
    lexicon: Lexicon,
    strategy: StaticStrategy | None = None,
    *,
    grading: GradingScheme | None = None,
    win_model: WinModel | None = None,
) -> LineReview:
    """Review a line. `analysis` is that of the line's game, `Line.game`, with the turns of the line.

    See `review_game` for the other arguments.
    """
    review = review_game(analysis, lexicon, strategy, win_model=win_model, grading=grading, with_luck=False)
    return LineReview(line, tuple(turn for turn in review.turns if turn.turn in line.turns))
