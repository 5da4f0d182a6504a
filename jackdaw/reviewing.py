"""From a game to its review in one call, with as much work as an effort says.

>>> from movegen import Lexicon, read_gcg
>>> review = review_with_effort(read_gcg("jackdaw/samples/ann_v_ben.gcg"), Lexicon.load())
>>> review.players[1].missed_bingos, review.turns[21].analysis.method.value
((16,), 'endgame')
"""

from collections.abc import Callable

from jackdaw.effort import OF_A_TURN, EffortName
from movegen.game import Game
from movegen.lexicon import Lexicon
from sims.game_review import GameReview, review_game
from sims.looking_ahead import look_ahead_in_game
from strategy.analysis import analyze_game
from strategy.static import StaticStrategy


def review_with_effort(
    game: Game,
    lexicon: Lexicon,
    strategy: StaticStrategy | None = None,
    *,
    effort: EffortName = "quick",
    seed: int = 0,
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
    is_interrupted: Callable[[], bool] | None = None,
) -> GameReview:
    """Judge every turn of a game, as `analyze --effort` does. Same game and seed, same review.

    `workers` are threads; see `sims.looking_ahead.look_ahead_in_game` for them, `progress` and
    `is_interrupted`. Without a strategy it is the default one of the game's tiles.

    Raises LexiconError when the lexicon is for other letters, ConfigError when the strategy is for others.
    """
    strategy = strategy or StaticStrategy.default(game.variant.tiles)
    found = look_ahead_in_game(
        analyze_game(game, lexicon, strategy),
        OF_A_TURN[effort].methods(seed=seed),
        lexicon,
        strategy,
        workers=workers,
        progress=progress,
        is_interrupted=is_interrupted,
    )
    return review_game(found, lexicon, strategy)
