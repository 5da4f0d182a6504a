"""Reviews: the analysis and the review of a game in one call.

>>> from movegen import Lexicon, read_gcg
>>> review = review_record(read_gcg("jackdaw/samples/ann_v_ben.gcg"), Lexicon.load())
>>> review.players[1].missed_bingos, review.turns[21].analysis.method.value
((16,), 'endgame')
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from jackdaw.review.effort import TURN_EFFORTS
from movegen.game import Game
from movegen.lexicon import Lexicon
from movegen.lines import Line
from sims.analysis import AnalysisPlan, Analyzer, GameProgress
from sims.review import GameReview, review_game, review_line
from strategy.analysis import GameAnalysis, GradingScheme
from strategy.players import StaticStrategy, static_strategy_for
from strategy.search_control import NO_CONTROL, SearchControl

SHOWN_CANDIDATES = 10
"""The default number of candidates of a turn on the page of a game."""
_QUICK = TURN_EFFORTS["quick"].plan(moves=SHOWN_CANDIDATES)


@dataclass(frozen=True)
class ReviewSettings:
    """The settings of reviews.

    Attributes
    ----------
    strategy:       ranks moves and plays rollouts; None for `static`.
    plan:           the methods for the turns and their limits. Default: those of --effort quick.
    max_candidates: the number of best candidates per turn on the page of a game, besides the played move.
    grading:        the scheme of grades; None for the default one.
    """

    strategy: StaticStrategy | None = None
    plan: AnalysisPlan = _QUICK
    max_candidates: int = SHOWN_CANDIDATES
    grading: GradingScheme | None = None


def review_record(
    game: Game,
    lexicon: Lexicon,
    settings: ReviewSettings | None = None,
    *,
    workers: int = 1,
    control: SearchControl[Any] = NO_CONTROL,
    progress: GameProgress | None = None,
    lines: Sequence[Line] = (),
) -> GameReview:
    """Review every turn that was played in a game, finished or not, and its lines.

    `workers` is the number of threads; it does not change the review. See `sims.analysis.Analyzer` for
    `control` and `progress`.

    Raises LexiconError if the lexicon is for other letters, ConfigError if the strategy is for other tiles.
    """
    settings = settings or ReviewSettings()
    strategy = static_strategy_for(lexicon, game.variant, settings.strategy)
    analyzer = Analyzer(lexicon, strategy, settings.plan, control, workers)
    review = review_game(analyzer.game(game, progress), lexicon, strategy, grading=settings.grading)
    reviews = (
        review_line(line, analyze_line(line, analyzer), lexicon, strategy, grading=settings.grading)
        for line in lines
    )
    return replace(review, lines=tuple(reviews))


def analyze_line(line: Line, analyzer: Analyzer) -> GameAnalysis:
    """Analyze the moves of a line."""
    return analyzer.deepen_game(analyzer.static(line.game, list(line.turns)))
