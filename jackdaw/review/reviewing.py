"""Reviews: the analysis and the review of a game in one call.

>>> from movegen import Lexicon, read_gcg
>>> review = review_record(read_gcg("jackdaw/samples/ann_v_ben.gcg"), Lexicon.load())
>>> review.players[1].missed_bingos, review.turns[21].analysis.method.value
((16,), 'endgame')
"""

from dataclasses import dataclass
from typing import Any

from jackdaw.review.effort import TURN_EFFORTS
from movegen.game import Game
from movegen.lexicon import Lexicon
from sims.analysis import AnalysisPlan, Analyzer, GameProgress
from sims.review import GameReview, review_game
from strategy.analysis import GradingScheme
from strategy.players import StaticStrategy
from strategy.search_control import NO_CONTROL, SearchControl

SHOWN_CANDIDATES = 10
"""The default number of candidates of a turn on the page of a game."""
_QUICK = TURN_EFFORTS["quick"].plan(moves=SHOWN_CANDIDATES)


@dataclass(frozen=True)
class ReviewSettings:
    """The settings of reviews.

    Attributes
    ----------
    strategy:       ranks moves and plays rollouts; None for the default strategy of the game's tiles.
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
) -> GameReview:
    """Review every turn that was played in a game, finished or not.

    `workers` is the number of threads; it does not change the review. See `sims.analysis.Analyzer` for
    `control` and `progress`.

    Raises LexiconError if the lexicon is for other letters, ConfigError if the strategy is for other tiles.
    """
    settings = settings or ReviewSettings()
    strategy = settings.strategy or StaticStrategy.default(game.variant.tiles)
    analyzer = Analyzer(lexicon, strategy, settings.plan, control, workers)
    return review_game(analyzer.game(game, progress), lexicon, strategy, grading=settings.grading)
